//! Open questions.

use designlint_document::Document;

use crate::{Question, Topic, Vocabulary};

/// Open questions.
pub(crate) fn questions(_document: &Document, _topics: &[Topic], _words: &Vocabulary) -> Vec<Question> {
    Vec::new()
}
