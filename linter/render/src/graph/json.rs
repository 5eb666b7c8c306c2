//! As JSON.

use designlint_document::{Source, Span};
use designlint_facts::Derivation;
use serde_json::{Value, json};

use super::{kind_name, shown};
use crate::json::to_text;
use crate::place::{bytes, shown as visible};

/// Nodes, edges, limits and what was not followed, as JSON and a line end. An edge goes from what is used to what uses it.
pub fn json(source: &Source, derivation: &Derivation) -> String {
    let line = |span: Span| source.line_of(span.start);
    let span = |span: Span| bytes(visible(source, span));
    let nodes = shown(derivation).into_iter().map(|at| {
        let node = &derivation.nodes[at];
        json!({
            "id": at, "name": node.name(), "names": node.names, "kind": kind_name(node.kind), "stated": node.stated,
            "text": node.text, "line": line(node.span), "span": span(node.span),
        })
    });
    let edges = super::edges(derivation).into_iter().map(|(from, to)| json!({"from": from, "to": to}));
    let limits = derivation.limits.iter().map(|l| {
        json!({
            "name": l.name, "node": derivation.root(l.node), "relation": relation(l.at_most, l.strict), "limit": l.text,
            "line": line(l.span), "span": span(l.span),
        })
    });
    let unfollowed = derivation
        .unfollowed
        .iter()
        .map(|u| json!({"line": line(u.span), "span": span(u.span), "text": u.text, "reason": u.reason}));
    to_text(&json!({
        "version": 1,
        "nodes": nodes.collect::<Vec<Value>>(),
        "edges": edges.collect::<Vec<Value>>(),
        "limits": limits.collect::<Vec<Value>>(),
        "unfollowed": unfollowed.collect::<Vec<Value>>(),
    }))
}

fn relation(at_most: bool, strict: bool) -> &'static str {
    match (at_most, strict) {
        (true, false) => "<=",
        (true, true) => "<",
        (false, false) => ">=",
        (false, true) => ">",
    }
}
