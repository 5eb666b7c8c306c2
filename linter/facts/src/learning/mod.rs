//! What the design of a system that learns states: metrics, data, training, fallbacks, costs.

mod assumptions;
mod costs;
mod data;
mod fallbacks;
mod metrics;
mod skew;

#[cfg(test)]
mod tests;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use designlint_document::{Document, Span};

pub(crate) use metrics::metrics;

use crate::remarks::{Remarks, chapter, phrase_in};
use crate::text::folded;
use crate::{Claim, Learning, Topic, Vocabulary};

/// What the design of a system that learns states besides its metrics.
pub(crate) fn learning(remarks: &Remarks<'_>, topics: &[Topic], claims: &[Claim]) -> Learning {
    let (document, words) = (remarks.document, remarks.words);
    let cx = Reader { remarks, document, words, whole: OnceCell::new(), chapters: RefCell::default() };
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
    remarks: &'a Remarks<'a>,
    document: &'a Document,
    words: &'a Vocabulary,
    /// The whole text folded, for what may stand anywhere; most documents never need it.
    whole: OnceCell<String>,
    /// What chapters say of a list, asked once each.
    chapters: RefCell<BTreeMap<(Span, &'static str), Option<String>>>,
}

impl Reader<'_> {
    /// Whether a phrase of the list stands anywhere in the document, code and headings included.
    fn says_anywhere(&self, list: &str) -> bool {
        phrase_in(self.text(), self.words, list).is_some()
    }

    /// The first phrase of the list in the chapter that a section belongs to.
    fn in_chapter(&self, section: usize, list: &'static str) -> Option<String> {
        let span = chapter(self.document, section);
        let find = || {
            let found = self.remarks.that_say(span, list);
            found.iter().find_map(|r| r.phrase(self.words, list).map(str::to_owned))
        };
        self.chapters.borrow_mut().entry((span, list)).or_insert_with(find).clone()
    }

    /// The whole text, folded and without emphasis.
    fn text(&self) -> &str {
        self.whole.get_or_init(|| folded(&self.document.source.text().replace("**", "")))
    }
}
