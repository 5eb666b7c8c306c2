//! What a client asks about a document besides its diagnostics.

use lsp_server::ResponseError;
use lsp_types::{ServerCapabilities, Uri};
use serde_json::Value;

use crate::checked::Checked;
use crate::position::Encoding;

/// The document that a request is about; `None` where the method is no feature or its parameters cannot be read.
pub(crate) fn document_of(_method: &str, _params: &Value) -> Option<Uri> {
    None
}

/// The answer to a request about a document; `None` where the method is no feature.
pub(crate) fn answer(
    _checked: &Checked,
    _encoding: Encoding,
    _method: &str,
    _params: Value,
) -> Option<Result<Value, ResponseError>> {
    None
}

/// Adds what can be asked, by the parameters of a client's `initialize`.
pub(crate) fn capabilities(_client: &Value, _into: &mut ServerCapabilities) {}
