//! A document with what the check says of it.

use std::sync::{Arc, OnceLock};

use designlint_core::{Report, Settings};
use designlint_facts::{Derivation, derivation};
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
    /// What its numbers are made of, made when it is first asked for.
    pub derivation: OnceLock<Derivation>,
    /// The text before a number was changed, where that is all that was.
    pub before: Option<Arc<str>>,
}

impl Checked {
    /// What the numbers of the document are made of.
    pub(crate) fn derivation(&self) -> &Derivation {
        let make = || derivation(&self.report.document, &self.report.facts, &self.settings.knowledge);
        self.derivation.get_or_init(make)
    }
}
