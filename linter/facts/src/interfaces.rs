//! Boundaries and their contracts.

use designlint_document::Document;

use crate::{Interface, Topic, Vocabulary};

/// Boundaries and their contracts.
pub(crate) fn interfaces(_document: &Document, _topics: &[Topic], _words: &Vocabulary) -> Vec<Interface> {
    Vec::new()
}
