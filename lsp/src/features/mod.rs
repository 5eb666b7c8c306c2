//! What a client asks about a document besides its diagnostics.

use lsp_server::ResponseError;
use lsp_types::{ServerCapabilities, Uri};
use serde_json::Value;

use crate::checked::Checked;
use crate::position::Encoding;
use crate::settings::ClientSettings;

/// A request about a document: what was checked, and who asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// The document.
    pub checked: &'a Checked,
    /// What the client counts as a character.
    pub encoding: Encoding,
    /// What it can show.
    pub abilities: &'a Abilities,
    /// What it has set.
    pub settings: &'a ClientSettings,
}

/// What a client can show.
#[derive(Clone, Debug, Default)]
pub(crate) struct Abilities {}

impl Abilities {
    pub(crate) fn read(_initialize: &Value) -> Self {
        Self {}
    }
}

/// The answer to a request about a document; `None` where the method is no feature.
pub(crate) fn answer(_asked: Asked<'_>, _method: &str, _params: Value) -> Option<Result<Value, ResponseError>> {
    None
}

/// The document that a request is about; `None` where the method is no feature or its parameters cannot be read.
pub(crate) fn document_of(_method: &str, _params: &Value) -> Option<Uri> {
    None
}

/// Adds what can be asked, by the parameters of a client's `initialize`.
pub(crate) fn capabilities(_client: &Value, _into: &mut ServerCapabilities) {}
