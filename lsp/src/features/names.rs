//! Where a quantity is defined, and every place that names it.

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
    let mut spans: Vec<Span> = quantity.mentions.iter().filter(|m| declarations || !m.defines).map(|m| m.span).collect();
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
pub(super) fn quantity_at(asked: Asked<'_>, at: usize) -> Option<NamedQuantity<'_>> {
    named_quantity(&asked.report().document, &asked.report().facts, at)
}

/// The name of a definition, or its number where the name is only meant.
fn name_of(quantity: &NamedQuantity<'_>, definition: &Definition) -> Span {
    let inside = quantity.mentions.iter().map(|m| m.span).find(|span| definition.span.contains(*span));
    inside.unwrap_or(definition.value_span)
}
