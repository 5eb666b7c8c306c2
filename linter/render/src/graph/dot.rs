//! For Graphviz.

use std::fmt::Write;

use designlint_facts::{Derivation, NodeKind};

use super::{edges, shown};

/// The graph in the language of Graphviz.
pub fn dot(derivation: &Derivation) -> String {
    let mut out = String::from("digraph derivation {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for at in shown(derivation) {
        let node = &derivation.nodes[at];
        let style = if node.kind == NodeKind::Input { ", style=rounded" } else { "" };
        _ = writeln!(out, "  n{at} [label=\"{}\"{style}];", escaped(node.name(), &node.stated));
    }
    for (from, to) in edges(derivation) {
        _ = writeln!(out, "  n{from} -> n{to};");
    }
    for (nth, limit) in derivation.limits.iter().enumerate() {
        let sign = if limit.at_most { "<=" } else { ">=" };
        let label = escaped(&format!("{sign} {}", limit.text), "");
        _ = writeln!(out, "  l{nth} [label=\"{label}\", shape=octagon];");
        _ = writeln!(out, "  n{} -> l{nth} [style=dashed];", derivation.root(limit.node));
    }
    out + "}\n"
}

/// A name and a number as a label on two lines.
fn escaped(name: &str, stated: &str) -> String {
    let clean = |text: &str| -> String {
        let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
        quoted.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    };
    if stated.is_empty() { clean(name) } else { format!("{}\\n{}", clean(name), clean(stated)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_one_string() {
        assert_eq!(escaped("a \"b\" \\", "3\n GB"), "a \\\"b\\\" \\\\\\n3  GB");
    }
}
