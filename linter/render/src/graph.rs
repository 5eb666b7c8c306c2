//! What the numbers of a document are made of, one format a file.

pub mod dot;
pub mod json;
pub mod mermaid;
pub mod text;

use designlint_facts::{Derivation, NodeKind};

/// The nodes that a picture shows: what is calculated and what that uses. Places that restate a number are left out, and
/// numbers that nothing uses.
pub fn shown(derivation: &Derivation) -> Vec<usize> {
    let mut used = vec![false; derivation.nodes.len()];
    for node in derivation.nodes.iter().filter(|n| n.kind != NodeKind::Restated) {
        node.uses().into_iter().for_each(|at| used[derivation.root(at)] = true);
    }
    let shows = |at: &usize| {
        let node = &derivation.nodes[*at];
        node.kind != NodeKind::Restated && (used[*at] || node.step.is_some())
    };
    (0..derivation.nodes.len()).filter(shows).collect()
}

/// The edges between shown nodes, from what is used to what uses it.
pub fn edges(derivation: &Derivation) -> Vec<(usize, usize)> {
    let nodes = shown(derivation);
    let uses = |&at: &usize| derivation.nodes[at].uses().into_iter().map(move |used| (derivation.root(used), at));
    let mut out: Vec<(usize, usize)> = nodes.iter().flat_map(uses).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// The name of a kind of node.
pub fn kind_name(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Input => "input",
        NodeKind::Restated => "restated",
        NodeKind::Result => "result",
        NodeKind::Total => "total",
        NodeKind::Change => "change",
        NodeKind::Formula => "formula",
    }
}
