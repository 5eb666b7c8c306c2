//! "Use this value everywhere it is stated": the other places of a quantity that is stated with several values, each in
//! its own unit and style.

use designlint_core::Edit;
use designlint_document::Span;
use designlint_quantity::Quantity;

use crate::features::{Asked, names::quantity_at};

/// A place and the number there.
type Stated = (Span, Quantity);

/// The actions at a byte: title and edits. None where one of the places cannot say the value.
pub(super) fn offered(asked: Asked<'_>, at: usize) -> Vec<(String, Vec<Edit>)> {
    let facts = &asked.report().facts;
    let mut out: Vec<(String, Vec<Edit>)> = Vec::new();
    for restatement in &facts.restatements {
        out.extend(unified(asked, &restatement.name, &restatement.places, at));
    }
    if out.is_empty()
        && let Some(quantity) = quantity_at(asked, at)
    {
        let mut stated: Vec<Stated> = quantity.definitions.iter().map(|d| (d.value_span, d.value.clone())).collect();
        let operands = facts.claims.iter().flat_map(|c| &c.operands);
        let numbers = operands.filter(|o| quantity.numbers.contains(&o.span));
        stated.extend(numbers.map(|o| (o.span, o.value.clone())));
        stated.sort_by_key(|s| s.0);
        stated.dedup_by_key(|s| s.0);
        out.extend(unified(asked, quantity.name, &stated, at));
    }
    out
}

/// Writes the value at a byte in all other places.
fn unified(asked: Asked<'_>, name: &str, stated: &[Stated], at: usize) -> Option<(String, Vec<Edit>)> {
    let (here, value) = stated.iter().find(|(span, _)| span.start <= at && at <= span.end)?;
    let differs = |q: &Quantity| q.value != value.value || q.dimension != value.dimension;
    let others: Vec<&Stated> = stated.iter().filter(|(_, quantity)| differs(quantity)).collect();
    let edits: Option<Vec<Edit>> =
        others.iter().map(|(span, quantity)| Edit::restating(asked.source(), *span, quantity, value)).collect();
    let changes = |e: &Edit| asked.source().slice(e.span) != e.text;
    let edits: Vec<Edit> = edits?.into_iter().filter(changes).collect();
    let lines: Vec<String> = edits.iter().map(|e| asked.line(e.span.start).to_string()).collect();
    let lines = format!("line{} {}", if lines.len() == 1 { "" } else { "s" }, lines.join(", "));
    let title = format!("use {} for `{name}` everywhere ({lines})", asked.source().slice(*here));
    (!edits.is_empty()).then_some((title, edits))
}
