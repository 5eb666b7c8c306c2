//! Which input a result depends on most, and which limit breaks first.

use designlint_facts::{Derivation, NodeKind, Values};
use designlint_quantity::Rational;

use super::{Asked, Scenario, Solution, solve, stated, text};

/// What an input does to a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Index of the input's node.
    pub input: usize,
    /// Index of the result's node.
    pub result: usize,
    /// Name of the input.
    pub name: String,
    /// The input as stated.
    pub stated: String,
    /// The result at 90%, 110% and 200% of the input, as text.
    pub results: [String; 3],
    /// By how much the result changes there, in hundredths of it; `None` where it has no value.
    pub changes: [Option<Rational>; 3],
}

/// Where a limit breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breaks {
    /// Index of the input's node.
    pub input: usize,
    /// Name of the input.
    pub name: String,
    /// The input as stated.
    pub stated: String,
    /// The number that passes its limit.
    pub limited: String,
    /// The limit as written.
    pub limit: String,
    /// Where.
    pub at: Solution,
}

/// What matters most.
#[derive(Clone, Debug)]
pub struct Sensitivity {
    /// Index of each result that was looked at, its name and as it is stated.
    pub results: Vec<(usize, String, String)>,
    /// Its inputs, result by result; of each result the one that changes it most first.
    pub effects: Vec<Effect>,
    /// Which input breaks which limit and where, the nearest first.
    pub breaks: Vec<Breaks>,
}

/// What each input does to a result, or to all that a limit is on; where there is no limit, to all that nothing else uses.
pub fn sensitivity(derivation: &Derivation, scenario: &Scenario, on: Option<usize>) -> Sensitivity {
    let results = on.map_or_else(|| results(derivation), |on| vec![on]);
    let base = derivation.values(&scenario.values);
    let mut effects = Vec::new();
    let mut breaks = Vec::new();
    for input in inputs(derivation) {
        let depends = derivation.depends_on(&[input]);
        if let Some(moved) = moved(derivation, scenario, input) {
            let followed = results.iter().filter(|&&r| depends[r] && r != input);
            effects.extend(followed.filter_map(|&result| effect(derivation, &base, &moved, input, result)));
        }
        for limit in derivation.limits.iter().filter(|l| depends[l.node] && on.is_none_or(|on| on == l.node)) {
            let asked = Asked {
                node: limit.node,
                bound: limit.limit.value.clone(),
                at_most: limit.at_most,
                strict: limit.strict,
            };
            let at = solve(derivation, scenario, &asked, input);
            let node = &derivation.nodes[input];
            breaks.push(Breaks {
                input,
                name: node.name().to_owned(),
                stated: node.stated.clone(),
                limited: limit.name.clone(),
                limit: limit.text.clone(),
                at,
            });
        }
    }
    let rank = |e: &Effect| std::cmp::Reverse(e.changes.iter().flatten().map(size).max());
    effects.sort_by(|a, b| {
        let place = |e: &Effect| results.iter().position(|&r| r == e.result);
        place(a).cmp(&place(b)).then_with(|| rank(a).cmp(&rank(b))).then_with(|| a.input.cmp(&b.input))
    });
    breaks.sort_by_cached_key(|b| (distance(derivation, b), b.input));
    let named = |&at: &usize| (at, derivation.nodes[at].name().to_owned(), stated(derivation, at, &base));
    Sensitivity { results: results.iter().map(named).collect(), effects, breaks }
}

/// How far a limit lies from the input, as a factor of at least 1; what does not break at all comes last.
fn distance(derivation: &Derivation, breaks: &Breaks) -> (bool, Rational) {
    let stated = derivation.nodes[breaks.input].value.as_ref().map_or(Rational::ZERO, |v| v.value.clone());
    match &breaks.at {
        Solution::Largest { number, .. } | Solution::Least { number, .. } if !stated.is_zero() && !number.is_zero() => {
            let factor = number / stated;
            (false, if factor < Rational::ONE { Rational::ONE / factor } else { factor })
        }
        _ => (true, Rational::ZERO),
    }
}

fn size(value: &Rational) -> Rational {
    if *value < Rational::ZERO { -value.clone() } else { value.clone() }
}

/// The inputs that something depends on, in order of the source.
pub(crate) fn inputs(derivation: &Derivation) -> Vec<usize> {
    let mut used = vec![false; derivation.nodes.len()];
    for node in derivation.nodes.iter().filter(|n| n.kind != NodeKind::Restated) {
        node.uses().into_iter().for_each(|at| used[at] = true);
    }
    (0..used.len()).filter(|&at| used[derivation.root(at)] && derivation.nodes[at].step.is_none()).collect()
}

/// What a limit is on; else what is calculated and not used.
fn results(derivation: &Derivation) -> Vec<usize> {
    let mut out: Vec<usize> = derivation.limits.iter().map(|l| l.node).collect();
    out.retain(|&at| derivation.nodes[at].step.is_some());
    if out.is_empty() {
        let mut used = vec![false; derivation.nodes.len()];
        derivation.nodes.iter().for_each(|n| n.uses().into_iter().for_each(|at| used[at] = true));
        let last = |&at: &usize| {
            let node = &derivation.nodes[at];
            !used[at] && node.step.is_some() && node.kind != NodeKind::Restated
        };
        out = (0..derivation.nodes.len()).filter(last).collect();
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// All numbers at 90%, 110% and 200% of an input.
fn moved(derivation: &Derivation, scenario: &Scenario, input: usize) -> Option<[Values; 3]> {
    let stated = derivation.nodes[input].value.as_ref().map(|v| &v.value);
    let own = scenario.values.get(&input).or(stated)?;
    let at = |(n, d): (u8, u8)| scenario.with(input, own * Rational::from(n) / Rational::from(d)).values;
    Some([(9, 10), (11, 10), (2, 1)].map(|share| derivation.values(&at(share))))
}

fn effect(derivation: &Derivation, base: &Values, moved: &[Values; 3], input: usize, result: usize) -> Option<Effect> {
    let node = &derivation.nodes[input];
    let before = base[result].as_ref().ok()?;
    let parts = moved.each_ref().map(|values| {
        let change = values[result].as_ref().ok().filter(|_| !before.is_zero());
        let change = change.map(|after| (after - before) / before * Rational::from(100u8));
        (text(derivation, result, values), change)
    });
    let [(a, x), (b, y), (c, z)] = parts;
    Some(Effect {
        input,
        result,
        name: node.name().to_owned(),
        stated: node.stated.clone(),
        results: [a, b, c],
        changes: [x, y, z],
    })
}
