//! A document with what the check says of it.

use std::sync::Arc;

use designlint_core::{Report, Settings};
use lsp_types::Uri;

/// An open document that was checked: what every request about it is answered from.
#[derive(Debug)]
pub(crate) struct Checked {
    /// Its address, as the client writes it.
    pub uri: Uri,
    /// The version of the text that was checked.
    pub version: i32,
    /// What the check found.
    pub report: Report,
    /// What held for it.
    pub settings: Arc<Settings>,
}
