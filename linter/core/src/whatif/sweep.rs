//! The same for a list of values.

use std::collections::BTreeMap;

use designlint_document::Source;
use designlint_facts::{Derivation, NodeKind};
use designlint_quantity::Rational;

use super::{Scenario, Swept, is_kept, text};

/// Most rows of a sweep.
const ROWS: usize = 10_000;

/// What depends on one input, or on two, value by value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// Names of the inputs.
    pub names: Vec<String>,
    /// The results that depend on them by index of the node, each after what it uses.
    pub results: Vec<usize>,
    /// Names of those, with their lines where several have one name.
    pub columns: Vec<String>,
    /// The rows, the last input changing fastest.
    pub rows: Vec<Row>,
}

/// One row of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The values of the inputs as text.
    pub values: Vec<String>,
    /// The same in base units.
    pub inputs: Vec<Rational>,
    /// The results as text, in the order of the columns.
    pub results: Vec<String>,
    /// The same in base units; `None` where there is no value.
    pub numbers: Vec<Option<Rational>>,
    /// Names of the numbers that do not keep their limit.
    pub broken: Vec<String>,
}

/// Calculates all that depends on one input or on several, for all of their values.
pub fn sweep(derivation: &Derivation, source: &Source, scenario: &Scenario, swept: &[Swept]) -> Sweep {
    let nodes: Vec<usize> = swept.iter().map(|s| s.node).collect();
    let depends = derivation.depends_on(&nodes);
    let shown = |at: &usize| {
        let node = &derivation.nodes[*at];
        depends[*at] && !nodes.contains(at) && node.kind != NodeKind::Restated
    };
    let results: Vec<usize> = derivation.order().iter().copied().filter(shown).collect();
    let rows = combinations(swept).into_iter().map(|values| row(derivation, scenario, &nodes, values, &results));
    let name = |&at: &usize| derivation.nodes[at].name().to_owned();
    let alike =
        |at: usize| results.iter().filter(|&&r| derivation.nodes[r].name() == derivation.nodes[at].name()).count();
    let line = |at: usize| source.line_of(derivation.nodes[at].span.start);
    let column = |at: &usize| if alike(*at) > 1 { format!("{} (line {})", name(at), line(*at)) } else { name(at) };
    Sweep {
        names: nodes.iter().map(name).collect(),
        columns: results.iter().map(column).collect(),
        rows: rows.collect(),
        results,
    }
}

fn combinations(swept: &[Swept]) -> Vec<Vec<Rational>> {
    let mut out: Vec<Vec<Rational>> = vec![Vec::new()];
    for one in swept {
        let longer = out.iter().flat_map(|row| {
            one.values.iter().map(|value| row.iter().cloned().chain([value.clone()]).collect::<Vec<_>>())
        });
        out = longer.take(ROWS).collect();
    }
    out
}

fn row(derivation: &Derivation, scenario: &Scenario, nodes: &[usize], inputs: Vec<Rational>, results: &[usize]) -> Row {
    let mut set: BTreeMap<usize, Rational> = scenario.values.clone();
    set.extend(nodes.iter().copied().zip(inputs.iter().cloned()));
    let values = derivation.values(&set);
    let broken = derivation.limits.iter().filter(|limit| {
        let bound = limit.bound.and_then(|at| values[at].as_ref().ok()).unwrap_or(&limit.limit.value);
        values[limit.node].as_ref().is_ok_and(|value| !is_kept(value, bound, limit.at_most, limit.strict))
    });
    Row {
        values: nodes.iter().map(|&at| text(derivation, at, &values)).collect(),
        results: results.iter().map(|&at| text(derivation, at, &values)).collect(),
        numbers: results.iter().map(|&at| values[at].clone().ok()).collect(),
        broken: broken.map(|l| l.name.clone()).collect(),
        inputs,
    }
}
