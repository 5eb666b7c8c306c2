//! What becomes of a document's numbers if one of them were another.
//!
//! Plain functions of a [`Derivation`]: [`Scenario::of`] names inputs and their values, [`what_if`] calculates all that
//! depends on them, [`sweep()`] does it for a list of values, [`solve()`] finds the largest value that keeps a limit,
//! [`sensitivity()`] says which input matters most, and [`rewrite()`] writes the document anew.

mod rewrite;
mod scenario;
mod sensitivity;
mod solve;
mod sweep;

use std::collections::BTreeMap;

use designlint_document::Span;
use designlint_facts::{Derivation, NodeKind, Unfollowed, Values};
use designlint_quantity::Rational;

pub use rewrite::{Rewritten, rewrite};
pub use scenario::{Refused, Scenario, Swept};
pub use sensitivity::{Breaks, Effect, Sensitivity, sensitivity};
pub use solve::{Asked, Solution, solve};
pub use sweep::{Row, Sweep, sweep};

/// What becomes of the numbers of a document.
#[derive(Clone, Debug)]
pub struct WhatIf {
    /// What was set, in order of the source.
    pub inputs: Vec<Change>,
    /// What depends on it, each after what it uses; without anything set all that is calculated.
    pub results: Vec<Change>,
    /// The limits of the document.
    pub limits: Vec<Kept>,
    /// What was not followed.
    pub unfollowed: Vec<Unfollowed>,
}

impl WhatIf {
    /// Whether a limit does not hold.
    pub fn breaks(&self) -> bool {
        self.limits.iter().any(|l| !l.holds)
    }
}

/// A number before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// As the document states it, or as it would.
    pub before: String,
    /// The same after; "no value" where there is none.
    pub after: String,
    /// Where it stands.
    pub span: Span,
    /// Index of its node.
    pub node: usize,
}

/// A limit before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The number that must keep it.
    pub name: String,
    /// The limit with its sign: `<= 30 ms`.
    pub limit: String,
    /// The number before.
    pub before: String,
    /// The number after.
    pub after: String,
    /// By how much the number is past the limit after, or how much is left, in hundredths of the limit.
    pub off: Rational,
    /// Whether it held before.
    pub held: bool,
    /// Whether it holds after.
    pub holds: bool,
    /// Where the limit stands.
    pub span: Span,
}

/// What becomes of all numbers in a scenario.
pub fn what_if(derivation: &Derivation, scenario: &Scenario) -> WhatIf {
    let (before, after) = (derivation.values(&BTreeMap::new()), derivation.values(&scenario.values));
    let set: Vec<usize> = scenario.values.keys().copied().collect();
    let depends = derivation.depends_on(&set);
    let shown = |at: &usize| {
        let node = &derivation.nodes[*at];
        let calculated = node.step.is_some() && node.kind != NodeKind::Restated;
        calculated && !set.contains(at) && (set.is_empty() || depends[*at])
    };
    let change = |at: usize| change(derivation, at, &before, &after);
    let mut inputs: Vec<Change> = set.iter().map(|&at| change(at)).collect();
    inputs.sort_by_key(|c| c.span);
    let results = derivation.order().iter().copied().filter(shown).map(change).collect();
    WhatIf {
        inputs,
        results,
        limits: (0..derivation.limits.len()).filter_map(|at| kept(derivation, at, &before, &after)).collect(),
        unfollowed: derivation.unfollowed.clone(),
    }
}

fn change(derivation: &Derivation, at: usize, before: &Values, after: &Values) -> Change {
    let node = &derivation.nodes[at];
    let old = stated(derivation, at, before);
    let new = if before[at] == after[at] { old.clone() } else { text(derivation, at, after) };
    Change { name: node.name().to_owned(), before: old, after: new, span: node.span, node: at }
}

/// A number as the document states it, or as it would.
pub(crate) fn stated(derivation: &Derivation, at: usize, values: &Values) -> String {
    let stated = &derivation.nodes[at].stated;
    if stated.is_empty() { text(derivation, at, values) } else { stated.clone() }
}

/// The value of a node as the document would write it. An input is written with all its digits.
pub(crate) fn text(derivation: &Derivation, at: usize, values: &Values) -> String {
    let node = &derivation.nodes[at];
    match &values[at] {
        Ok(value) if node.step.is_none() => node.write_exactly(value).unwrap_or_else(|| derivation.write(at, value)),
        Ok(value) => derivation.write(at, value),
        Err(_) => "no value".to_owned(),
    }
}

fn kept(derivation: &Derivation, at: usize, before: &Values, after: &Values) -> Option<Kept> {
    let limit = derivation.limits.get(at)?;
    let bound = |values: &Values| match limit.bound {
        Some(node) => values[node].clone().ok(),
        None => Some(limit.limit.value.clone()),
    };
    let sign = match (limit.at_most, limit.strict) {
        (true, false) => "<=",
        (true, true) => "<",
        (false, false) => ">=",
        (false, true) => ">",
    };
    let holds = |values: &Values| {
        let (value, bound) = (values[limit.node].as_ref().ok()?, bound(values)?);
        Some(is_kept(value, &bound, limit.at_most, limit.strict))
    };
    let off = match (after[limit.node].as_ref(), bound(after)) {
        (Ok(value), Some(bound)) if !bound.is_zero() => (value - &bound) / bound * Rational::from(100u8),
        _ => Rational::ZERO,
    };
    let moved = limit.bound.filter(|&node| before[node] != after[node]);
    let limit_text = moved.map_or_else(|| limit.text.clone(), |node| text(derivation, node, after));
    Some(Kept {
        name: limit.name.clone(),
        limit: format!("{sign} {limit_text}"),
        before: stated(derivation, limit.node, before),
        after: change(derivation, limit.node, before, after).after,
        off,
        held: holds(before).unwrap_or(false),
        holds: holds(after).unwrap_or(false),
        span: limit.span,
    })
}

/// Whether a value keeps a limit.
pub(crate) fn is_kept(value: &Rational, bound: &Rational, at_most: bool, strict: bool) -> bool {
    match (at_most, strict) {
        (true, false) => value <= bound,
        (true, true) => value < bound,
        (false, false) => value >= bound,
        (false, true) => value > bound,
    }
}
