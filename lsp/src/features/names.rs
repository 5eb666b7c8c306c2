//! Where a quantity is defined, and every place that names it.

use designlint_core::Report;
use designlint_document::Span;
use designlint_facts::{Definition, NamedQuantity, named_quantity};
use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location};

use super::Asked;

/// What gives the quantity at a byte its value: the definitions of the section where it has some, else all.
pub(super) fn definitions(asked: Asked<'_>, at: usize) -> Vec<Location> {
    let Some(quantity) = quantity_at(asked, at) else { return Vec::new() };
    let sections = &asked.report().document.sections;
    let here = sections.iter().rposition(|s| s.heading.start <= at).unwrap_or(0);
    let own = |d: &&&Definition| d.section == here;
    let near: Vec<&Definition> = quantity.definitions.iter().filter(own).copied().collect();
    let shown = if near.is_empty() { quantity.definitions.clone() } else { near };
    shown.into_iter().map(|d| asked.location(name_of(&quantity, d))).collect()
}

/// Every place that names the quantity at a byte, numbers that stand for it included.
pub(super) fn references(asked: Asked<'_>, at: usize, declarations: bool) -> Vec<Location> {
    let Some(quantity) = quantity_at(asked, at) else { return Vec::new() };
    let mut spans: Vec<Span> =
        quantity.mentions.iter().filter(|m| declarations || !m.defines).map(|m| m.span).collect();
    spans.extend(&quantity.numbers);
    if declarations {
        // A definition whose name is only meant, as of "30 decoder blocks", is shown by its number.
        let nameless = quantity.definitions.iter().map(|d| name_of(&quantity, d)).filter(|s| !spans.contains(s));
        spans.extend(nameless.collect::<Vec<_>>());
    }
    spans.sort_unstable();
    spans.dedup();
    spans.into_iter().map(|span| asked.location(span)).collect()
}

/// The same places within the document, told apart by whether they give the value.
pub(super) fn highlights(asked: Asked<'_>, at: usize) -> Option<Vec<DocumentHighlight>> {
    let quantity = quantity_at(asked, at)?;
    let kind = |defines| if defines { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
    let named = quantity.mentions.iter().map(|m| (m.span, kind(m.defines)));
    let numbers = quantity.numbers.iter().map(|n| (*n, DocumentHighlightKind::TEXT));
    let values = quantity.definitions.iter().map(|d| (d.value_span, DocumentHighlightKind::TEXT));
    let mut all: Vec<_> = named.chain(numbers).chain(values).collect();
    all.sort_by_key(|(span, _)| *span);
    all.dedup_by_key(|(span, _)| *span);
    Some(all.into_iter().map(|(span, kind)| DocumentHighlight { range: asked.range(span), kind: Some(kind) }).collect())
}

/// The quantity that is named at a byte.
pub(in crate::features) fn quantity_at(asked: Asked<'_>, at: usize) -> Option<NamedQuantity<'_>> {
    let Report { document, facts, .. } = asked.report();
    named_quantity(document, facts, &asked.checked.settings.knowledge, at)
}

/// The name of a definition, or its number where the name is only meant.
fn name_of(quantity: &NamedQuantity<'_>, definition: &Definition) -> Span {
    let inside = quantity.mentions.iter().map(|m| m.span).find(|span| definition.span.contains(*span));
    inside.unwrap_or(definition.value_span)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::features::testing::Session;

    const TEXT: &str = "数😀 é\r\n\r\n```yaml\r\nkv_heads: 3 # fixed\r\n```\r\n\r\n😀 More `kv_heads` are slower.\r\n\r\n```text\r\nkv = 2 x kv_heads x 64 = 2 x 3 x 64 = 384\r\n```\r\n";

    /// `line:text` of each range.
    fn places(session: &Session, found: &Value) -> Vec<String> {
        let range = |v: &Value| v.get("range").unwrap_or(v).clone();
        let shown = |v: &Value| format!("{}:{}", range(v)["start"]["line"], session.at(&range(v)));
        found.as_array().unwrap().iter().map(shown).collect()
    }

    #[test]
    fn a_name_leads_to_its_definition() {
        let session = Session::notes(TEXT);
        for piece in ["More `kv", "2 x kv_heads", "= 2 x 3", "kv_heads: "] {
            let found = session.ask_behind("textDocument/definition", piece);
            assert_eq!(places(&session, &found), ["3:kv_heads"], "{piece}");
            assert_eq!(found[0]["uri"], "untitled:Untitled-1");
        }
        assert_eq!(session.ask_behind("textDocument/definition", "slower"), json!([]));
    }

    #[test]
    fn a_definition_of_the_section_goes_first() {
        let text = "# A\n\n```text\nrows = 3\n```\n\n# B\n\n```text\nrows = 4\n```\n\n`rows` is large.\n";
        let session = Session::notes(text);
        let found = session.ask_behind("textDocument/definition", "`row");
        assert_eq!(places(&session, &found), ["9:rows"]);
    }

    #[test]
    fn every_use_is_found_and_the_number_that_stands_for_it() {
        let session = Session::notes(TEXT);
        let position = session.behind("More `kv");
        let ask = |all: bool| {
            let params = json!({"position": position, "context": {"includeDeclaration": all}});
            places(&session, &session.ask("textDocument/references", params))
        };
        assert_eq!(ask(true), ["3:kv_heads", "6:kv_heads", "9:kv_heads", "9:3"]);
        assert_eq!(ask(false), ["6:kv_heads", "9:kv_heads", "9:3"]);
    }

    #[test]
    fn the_name_of_an_input_leads_to_what_states_it() {
        let text = "The model has 30 layers and 3 KV heads of head dimension 64.\n\n```text\nkv = 2 x L x H_kv x 64 = 2 x 30 x 3 x \
                    64 = 11,520\n```\n";
        let session = Session::notes(text);
        for piece in ["2 x L", "= 2 x 30"] {
            let found = session.ask_behind("textDocument/definition", piece);
            assert_eq!(places(&session, &found), ["0:layers"], "{piece}");
        }
        let found = session.ask_behind("textDocument/definition", "x H_kv");
        assert_eq!(places(&session, &found), ["0:KV heads"]);
        for piece in ["2 x L", "30 layers"] {
            let params = json!({"position": session.behind(piece), "context": {"includeDeclaration": true}});
            let found = session.ask("textDocument/references", params);
            assert_eq!(places(&session, &found), ["0:layers", "3:L", "3:30"], "{piece}");
            let found = session.ask_behind("textDocument/documentHighlight", piece);
            assert_eq!(places(&session, &found), ["0:30", "0:layers", "3:L", "3:30"], "{piece}");
        }
    }

    #[test]
    fn highlights_tell_values_from_uses() {
        let session = Session::notes(TEXT);
        let found = session.ask_behind("textDocument/documentHighlight", "More `kv");
        let kinds: Vec<&Value> = found.as_array().unwrap().iter().map(|h| &h["kind"]).collect();
        assert_eq!(places(&session, &found), ["3:kv_heads", "3:3", "6:kv_heads", "9:kv_heads", "9:3"]);
        assert_eq!(kinds, [3, 1, 2, 2, 1]);
        assert_eq!(session.ask_behind("textDocument/documentHighlight", "slower"), Value::Null);
    }
}
