//! The options of each decision.

use designlint_document::Document;

use crate::{Options, Topic, Vocabulary};

/// The options of each decision.
pub(crate) fn options(_document: &Document, _topics: &[Topic], _words: &Vocabulary) -> Vec<Options> {
    Vec::new()
}
