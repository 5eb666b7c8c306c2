//! Results of capacity and cost without their factors.

use designlint_document::Span;

use super::statement::{Form, Item, Kind, Statement};
use crate::knowledge::BareResults;
use crate::{Claim, Topic};

/// Topics whose numbers are results.
const TOPICS: &[&str] = &["capacity", "cost"];

/// A size or a cost that stands alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BareResult {
    /// As written.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// The bare results of a document, in order of the source.
pub(crate) fn bare_results(
    statements: &[Statement],
    topics: &[Topic],
    claims: &[Claim],
    words: &BareResults,
) -> Vec<BareResult> {
    let bodies: Vec<Span> =
        topics.iter().filter(|t| t.kinds.iter().any(|k| TOPICS.contains(&k.as_str()))).map(|t| t.body).collect();
    let mut out = Vec::new();
    for statement in statements.iter().filter(|s| s.form == Form::Prose) {
        let span = statement.span();
        if bodies.iter().any(|b| b.contains(span)) && stands_alone(statement) {
            out.extend(stated(statement, words).filter(|item| !is_worked(item, claims)).map(|item| BareResult {
                text: item.amount().map(|a| a.text.clone()).unwrap_or_default(),
                span: item.span,
            }));
        }
    }
    out
}

/// Whether a sentence has one number and no operator.
fn stands_alone(statement: &Statement) -> bool {
    let numbers = statement.items.iter().filter(|i| i.amount().is_some()).count();
    numbers == 1 && !statement.items.iter().any(|i| matches!(i.kind, Kind::Operator | Kind::Compare))
}

/// The size or cost that a sentence says something needs.
fn stated<'s>(statement: &'s Statement, words: &BareResults) -> Option<&'s Item> {
    if words.silent_on.iter().any(|w| statement.says(w)) {
        return None;
    }
    let items = &statement.items;
    let fits = |_: &str, at: usize| {
        items[at].amount().is_some_and(|a| {
            let dimension = a.quantity.dimension;
            dimension == designlint_quantity::Dimension::DATA || dimension.has_money()
        })
    };
    let found = words.says.iter().find_map(|phrase| phrase.matches(items, &fits).into_iter().next())?;
    items.get(found.result()?)
}

/// Whether the document computes the value somewhere.
fn is_worked(item: &Item, claims: &[Claim]) -> bool {
    let Some(amount) = item.amount() else { return true };
    claims.iter().any(|c| {
        let value = [c.value.as_ref(), c.recomputed.as_ref()];
        value
            .into_iter()
            .flatten()
            .any(|v| v.value == amount.quantity.value && v.dimension == amount.quantity.dimension)
    })
}
