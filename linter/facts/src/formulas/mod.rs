//! Known formulas applied to what a document states.

mod align;
mod amount;
mod apply;
mod bare;
mod burn;
mod index;
mod inputs;
mod judge;
mod phrase;
mod reader;
mod report;
mod statement;
mod sums;
mod write;

pub(crate) use amount::Amount;
pub(crate) use apply::formula_uses;
pub use bare::BareResult;
pub(crate) use bare::bare_results;
pub(crate) use burn::burn_alerts;
pub use burn::{BurnAlert, Stated};
pub(crate) use index::FormulaIndex;
pub(crate) use phrase::Match;
pub use phrase::Phrase;
pub(crate) use statement::{Form, Item, Kind, Statement, fold, statements};

use designlint_document::Span;

/// A known formula that contradicts a stated number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaUse {
    /// Id of the formula.
    pub formula: String,
    /// Its name, for messages.
    pub name: String,
    /// The rule that reports it.
    pub rule: String,
    /// The stated number; a claim with this stated span carries the verdict.
    pub stated_span: Span,
    /// The calculation that the document shows for it.
    pub side: Option<Span>,
    /// The formula with the document's numbers.
    pub worked: String,
    /// What it gives, in the unit of the stated number.
    pub gives: String,
    /// The known mistake that fits: a sentence without its subject, such as "counts keys but not values".
    pub says: Option<String>,
    /// The operand that should not be there, and what belongs in its place.
    pub operand: Option<(Span, String)>,
}
