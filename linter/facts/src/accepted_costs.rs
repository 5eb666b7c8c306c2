//! Sentences that say what a choice costs.

use designlint_document::Document;

use crate::{AcceptedCost, Vocabulary};

/// Sentences that say what a choice costs.
pub(crate) fn accepted_costs(_document: &Document, _words: &Vocabulary) -> Vec<AcceptedCost> {
    Vec::new()
}
