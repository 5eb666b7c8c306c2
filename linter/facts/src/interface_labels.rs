//! Boundaries whose contract stands in a label: `### gateway → engine` over `Contract: api/engine.proto`.

use designlint_document::{Block, BlockKind, Document, Span};

use crate::contracts::{contract_kind, files_of};
use crate::interfaces::ARROWS;
use crate::prose::{Prose, prose_in};
use crate::text::{blocks_in, folded};
use crate::{Interface, Text, Vocabulary};

/// The boundaries under a heading of interfaces that are a sub-heading or a list item with an arrow, and below it a label
/// that names the contract or the transport. Without such a label nobody can tell where the contract stands.
pub(crate) fn labelled(document: &Document, topic: Span, words: &Vocabulary) -> Vec<Interface> {
    let has_arrow = |text: &str| ARROWS.iter().any(|a| text.contains(a));
    let mut found = Vec::new();
    for section in document.sections.iter().filter(|s| topic.contains(s.heading) && has_arrow(&s.title)) {
        let boundary = Text { text: section.title.clone(), span: section.heading };
        found.extend(interface(document, boundary, Span::new(section.heading.end, section.whole.end), words));
    }
    let items = blocks_in(document, topic).filter(|b| b.kind == BlockKind::Paragraph);
    for (block, item) in items.filter_map(|b| Some((b, b.item.as_ref()?))) {
        let boundary = Prose::of(document, block).whole();
        let nested = Span::new(block.span.end, item.span.end);
        // What follows a colon on the same line is the contract already.
        if has_arrow(&boundary.text) && !boundary.text.trim_end_matches(':').contains(':') && !nested.is_empty() {
            found.extend(interface(document, boundary, nested, words));
        }
    }
    found
}

fn interface(document: &Document, boundary: Text, body: Span, words: &Vocabulary) -> Option<Interface> {
    let of = |list: &'static str| {
        let labelled = move |(block, prose): (&Block, Prose)| Some((block.span, value(&prose, words.list(list))?));
        prose_in(document, body).find_map(labelled)
    };
    let (block, contract) = of("contract-column").or_else(|| of("transport-column"))?;
    let kind = contract_kind(&contract.text, document.source.slice(block), words);
    let files = files_of(document, contract.span);
    Some(Interface { span: boundary.span.cover(block), boundary, contract: Some(contract), contract_kind: kind, files })
}

/// What follows a label at the start of a paragraph.
fn value(prose: &Prose, labels: &[String]) -> Option<Text> {
    let (label, _) = prose.text().split_once(':')?;
    labels.contains(&folded(label)).then(|| prose.part(label.len() + 1..prose.text().len()))
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    fn found(text: &str) -> Vec<String> {
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let lists = [
            list("contract-column", &["contract"]),
            list("transport-column", &["protocol"]),
            list("transport", &["http", "json"]),
            list("transport-filler", &["over"]),
            list("placeholder", &["tbd"]),
            list("none", &["none"]),
        ];
        let words = Vocabulary { topics: Vec::new(), lists: lists.into() };
        let document = Document::parse(Source::new(text));
        let whole = Span::new(0, text.len());
        let line = |i: Interface| {
            format!("{} | {} | {:?}", i.boundary.text, i.contract.unwrap_or_default().text, i.contract_kind)
        };
        labelled(&document, whole, &words).into_iter().map(line).collect()
    }

    #[test]
    fn sub_headings() {
        assert_eq!(
            found("### a → b\n\nBusy.\n\n**Contract**: `api/b.proto`\n\n### b -> c\n\n- Protocol: JSON over HTTP\n"),
            ["a → b | api/b.proto | Named", "b -> c | JSON over HTTP | TransportOnly"]
        );
        assert_eq!(
            found("### a → b\n\nContract: TBD\n\n### b → c\n\nContract: none, both are one program\n"),
            ["a → b | TBD | Missing", "b → c | none, both are one program | Unclear"]
        );
    }

    #[test]
    fn nested_items() {
        assert_eq!(found("- a → b\n  - Contract: JSON\n- b → c: `c.json`\n"), ["a → b | JSON | TransportOnly"]);
    }

    #[test]
    fn without_a_label_nobody_can_tell() {
        assert_eq!(found("### a → b\n\nJSON over HTTP.\n\n### Fields\n\nContract: JSON\n"), [""; 0]);
    }
}
