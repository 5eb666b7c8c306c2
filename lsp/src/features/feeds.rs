//! What a number feeds: the results that follow from it, and the limits that they are held against.

use designlint_document::Span;
use designlint_facts::{Derivation, NodeKind};
use designlint_render::derivation::code;
use designlint_render::escape::line;

use super::Asked;

/// Most results that are named; the others are counted.
const MOST: usize = 6;

/// What the number at a byte feeds, and its place; `None` where nothing that was followed uses it.
pub(super) fn feeds(asked: Asked<'_>, at: usize) -> Option<(Span, String)> {
    let report = asked.report();
    // Nothing is followed in a document that states no number, and most places are none.
    let near = |span: Span| span.start <= at && at < span.end;
    let numbers = report.facts.claims.iter().map(|c| c.stated_span);
    if !numbers.chain(report.facts.definitions.iter().map(|d| d.value_span)).any(near) {
        return None;
    }
    let derivation = asked.checked.derivation();
    let node = derivation.nodes.iter().position(|node| near(node.span))?;
    let fed = fed(derivation, derivation.root(node));
    let (named, others) = fed.split_at(fed.len().min(MOST));
    let show = |text: &str| if asked.abilities.markdown { code(text) } else { line(text).into_owned() };
    let mut parts: Vec<String> = named.iter().map(|&at| shown(asked, derivation, at, &show)).collect();
    if !others.is_empty() {
        parts.push(format!("{} more", others.len()));
    }
    (!parts.is_empty()).then(|| (derivation.nodes[node].span, format!("feeds {}", parts.join(", "))))
}

/// The results that follow from a number, in order of the source.
fn fed(derivation: &Derivation, root: usize) -> Vec<usize> {
    let depends = derivation.depends_on(&[root]);
    let result = |&at: &usize| depends[at] && at != root && derivation.nodes[at].kind != NodeKind::Restated;
    (0..derivation.nodes.len()).filter(result).collect()
}

/// A result with its line, and the limit that it is held against.
fn shown(asked: Asked<'_>, derivation: &Derivation, at: usize, show: &dyn Fn(&str) -> String) -> String {
    let node = &derivation.nodes[at];
    let limit = derivation.limits.iter().find(|limit| limit.node == at);
    let limit = limit.map(|l| format!(", {} {}", if l.at_most { "at most" } else { "at least" }, show(&l.text)));
    format!("{} (line {}{})", show(node.name()), asked.line(node.span.start), limit.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::features::testing::Session;

    #[test]
    fn a_number_names_what_follows_from_it() {
        let text = "```text\nlayers = 30\nkv = 2 x layers x 64 = 3,840\npool = kv x 10 = 38,400\n```\n\nThe pool is at most 40,000.\n";
        let session = Session::notes(text);
        let shown = |piece: &str| {
            let hover = session.ask_behind("textDocument/hover", piece);
            let text = hover["contents"]["value"].as_str().unwrap_or("").to_owned();
            text.lines().find(|line| line.starts_with("feeds ")).unwrap_or("").to_owned()
        };
        assert_eq!(shown("layers = "), "feeds `kv` (line 3), `pool` (line 4, at most `40,000`)");
        assert_eq!(shown("64 = "), "feeds `pool` (line 4, at most `40,000`)");
        assert_eq!(shown("10 = "), "");
    }
}
