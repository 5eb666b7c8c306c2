//! What the design of a system that learns states: metrics, data, training, fallbacks, costs.

mod assumptions;
mod costs;
mod data;
mod fallbacks;
mod metrics;
mod skew;

#[cfg(test)]
mod tests;

use std::cell::OnceCell;

use designlint_document::Document;

pub(crate) use metrics::metrics;

use crate::remarks::phrase_in;
use crate::text::folded;
use crate::{Claim, Learning, Topic, Vocabulary};

/// What the design of a system that learns states besides its metrics.
pub(crate) fn learning(document: &Document, topics: &[Topic], claims: &[Claim], words: &Vocabulary) -> Learning {
    let cx = Reader { document, words, whole: OnceCell::new() };
    Learning {
        random_splits: data::random_splits(&cx),
        cold_fallbacks: fallbacks::cold_fallbacks(&cx),
        feedback_loop: data::feedback_loop(&cx),
        skews: skew::skews(&cx),
        cost: costs::total_cost(&cx, topics),
        load: costs::design_load(&cx, topics),
        assumptions: assumptions::assumptions(&cx, topics, claims),
    }
}

/// The document and the words to read it by.
struct Reader<'a> {
    document: &'a Document,
    words: &'a Vocabulary,
    /// The whole text folded, for what may stand anywhere; most documents never need it.
    whole: OnceCell<String>,
}

impl Reader<'_> {
    /// Whether a phrase of the list stands anywhere in the document, code and headings included.
    fn says_anywhere(&self, list: &str) -> bool {
        phrase_in(self.text(), self.words, list).is_some()
    }

    /// The whole text, folded and without emphasis.
    fn text(&self) -> &str {
        self.whole.get_or_init(|| folded(&self.document.source.text().replace("**", "")))
    }
}
