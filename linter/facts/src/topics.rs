//! The sections of the rubric, found by heading, bold line or label.

use designlint_document::Document;

use crate::{Topic, Vocabulary};

/// The sections of the rubric, found by heading, bold line or label.
pub(crate) fn topics(_document: &Document, _words: &Vocabulary) -> Vec<Topic> {
    Vec::new()
}
