//! How a version arrives and how it leaves.

use designlint_document::Document;

use crate::{Rollout, Topic, Vocabulary};

/// How a version arrives and how it leaves.
pub(crate) fn rollout(_document: &Document, _topics: &[Topic], _words: &Vocabulary) -> Option<Rollout> {
    None
}
