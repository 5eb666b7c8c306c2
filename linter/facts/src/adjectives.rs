//! Adjectives where a number is due.

use designlint_document::Document;

use crate::{Adjective, Topic, Vocabulary};

/// Adjectives where a number is due.
pub(crate) fn adjectives(_document: &Document, _topics: &[Topic], _words: &Vocabulary) -> Vec<Adjective> {
    Vec::new()
}
