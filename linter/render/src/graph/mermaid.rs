//! For Mermaid.

use std::fmt::Write;

use designlint_facts::{Derivation, NodeKind};

use super::{edges, shown};

/// The graph as a flowchart of Mermaid, without the fence around it.
pub fn mermaid(derivation: &Derivation) -> String {
    let mut out = String::from("flowchart LR\n");
    for at in shown(derivation) {
        let node = &derivation.nodes[at];
        let label = escaped(node.name(), &node.stated);
        let (open, close) = if node.kind == NodeKind::Input { ("(", ")") } else { ("[", "]") };
        _ = writeln!(out, "  n{at}{open}\"{label}\"{close}");
    }
    for (from, to) in edges(derivation) {
        _ = writeln!(out, "  n{from} --> n{to}");
    }
    for (nth, limit) in derivation.limits.iter().enumerate() {
        let sign = if limit.at_most { "≤" } else { "≥" };
        let label = escaped(&format!("{sign} {}", limit.text), "");
        _ = writeln!(out, "  n{} -.-> l{nth}{{{{\"{label}\"}}}}", derivation.root(limit.node));
    }
    out
}

/// A name and a number as a label; characters that mean something there by their numbers.
fn escaped(name: &str, stated: &str) -> String {
    let clean = |text: &str| -> String {
        let part = |c: char| match c {
            '"' | '<' | '>' | '&' | '#' | ';' | '`' | '\\' | '[' | ']' | '{' | '}' | '|' => {
                format!("#{};", u32::from(c))
            }
            c if c.is_control() => " ".to_owned(),
            c => c.to_string(),
        };
        text.chars().map(part).collect()
    };
    if stated.is_empty() { clean(name) } else { format!("{}<br/>{}", clean(name), clean(stated)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_cannot_end_early() {
        assert_eq!(escaped("a \"b\"", "<= 3"), "a #34;b#34;<br/>#60;= 3");
    }
}
