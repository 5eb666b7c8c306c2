//! For people: each result with what it is made of.

use std::fmt::Write;

use designlint_document::Source;
use designlint_facts::Derivation;

use super::{kind_name, shown};
use crate::escape::line;

/// Each number that is calculated or used, with what it uses; then the limits and what was not followed.
pub fn text(path: &str, source: &Source, derivation: &Derivation) -> String {
    let mut out = String::new();
    let at = |byte: usize| source.line_of(byte);
    let name = |node: usize| line(derivation.nodes[node].name()).into_owned();
    for node in shown(derivation) {
        let n = &derivation.nodes[node];
        let value = if n.stated.is_empty() { String::new() } else { format!(" = {}", line(&n.stated)) };
        _ = write!(out, "{}:{}: {}{value} ({})", line(path), at(n.span.start), name(node), kind_name(n.kind));
        let uses: Vec<String> = n.uses().into_iter().map(|used| name(derivation.root(used))).collect();
        if !uses.is_empty() {
            _ = write!(out, " <- {}", uses.join(", "));
        }
        out.push('\n');
    }
    for limit in &derivation.limits {
        let sign = if limit.at_most { "<=" } else { ">=" };
        let place = at(limit.span.start);
        _ = writeln!(out, "{}:{place}: {} {sign} {} (limit)", line(path), line(&limit.name), line(&limit.text));
    }
    for left in &derivation.unfollowed {
        let place = at(left.span.start);
        _ = writeln!(out, "{}:{place}: not followed: {}: {}", line(path), line(&left.text), line(&left.reason));
    }
    out
}
