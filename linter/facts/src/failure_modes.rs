//! Ways the system fails.

use designlint_document::Document;

use crate::{Component, FailureMode, Knowledge, Topic};

/// Ways the system fails.
pub(crate) fn failure_modes(
    _document: &Document,
    _topics: &[Topic],
    _components: &[Component],
    _knowledge: &Knowledge,
) -> Vec<FailureMode> {
    Vec::new()
}
