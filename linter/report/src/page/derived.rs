//! The graph and the sensitivities of a document as the page shows them.

use designlint_core::Report;
use designlint_core::whatif::{Breaks, Effect, Sensitivity as Found, Solution};
use designlint_facts::{Derivation, NodeKind};
use designlint_quantity::Rational;

use super::html::folded;
use super::{Graph, Node, Role, Sensitivity, Swing};
use crate::coordinate;

impl Graph {
    /// What the numbers of a document follow from, its limits behind the numbers that must keep them. A number that is stated
    /// again is one quantity.
    pub fn of(report: &Report, derivation: &Derivation) -> Self {
        let line = |span: designlint_document::Span| report.document.source.line_of(span.start);
        let mut places = vec![0; derivation.nodes.len()];
        let mut graph = Self::default();
        for (at, node) in derivation.nodes.iter().enumerate().filter(|(_, n)| n.kind != NodeKind::Restated) {
            places[at] = graph.nodes.len();
            graph.nodes.push(Node {
                name: folded(node.name()),
                value: folded(&node.stated),
                role: if node.step.is_some() { Role::Result } else { Role::Input },
                line: line(node.span),
            });
        }
        let place = |at: usize| places.get(derivation.root(at)).copied().unwrap_or(0);
        for (at, node) in derivation.nodes.iter().enumerate().filter(|(_, n)| n.kind != NodeKind::Restated) {
            graph.edges.extend(node.uses().into_iter().map(|used| (place(used), places[at])));
        }
        for limit in &derivation.limits {
            let sign = if limit.at_most { "≤" } else { "≥" };
            graph.edges.push((place(limit.node), graph.nodes.len()));
            graph.nodes.push(Node {
                name: folded(&limit.name),
                value: format!("{sign} {}", folded(&limit.text)),
                role: Role::Limit,
                line: line(limit.span),
            });
        }
        graph
    }
}

impl Sensitivity {
    /// What each input does to each result, a chart a result.
    pub fn of(found: &Found) -> Vec<Self> {
        let chart = |(result, name, base): &(usize, String, String)| Self {
            name: folded(name),
            base: folded(base),
            swings: found.effects.iter().filter(|e| e.result == *result).map(|e| swing(found, e)).collect(),
        };
        found.results.iter().map(chart).collect()
    }
}

fn swing(found: &Found, effect: &Effect) -> Swing {
    let share = |hundredths: &Option<Rational>| {
        hundredths.as_ref().map_or(f64::NAN, |h| coordinate(&(h / Rational::from(100u8))))
    };
    let [lower, higher, _] = &effect.results;
    Swing {
        name: folded(&effect.name),
        value: folded(&effect.stated),
        change: (share(&effect.changes[0]), share(&effect.changes[1])),
        results: (lower.clone(), higher.clone()),
        breaks: found.breaks.iter().find_map(|b| breaks(b, effect.input)).unwrap_or_default(),
    }
}

/// The nearest limit that an input breaks, and where.
fn breaks(breaks: &Breaks, input: usize) -> Option<String> {
    let (side, value) = match &breaks.at {
        Solution::Largest { value, .. } => ("above", value),
        Solution::Least { value, .. } => ("below", value),
        _ => return None,
    };
    (breaks.input == input).then(|| format!("{} passes {} {side} {value}", breaks.limited, breaks.limit))
}
