//! What a client asks about a document besides its diagnostics: one file a feature, each a function of the document that
//! was checked.

mod abilities;
mod actions;
mod code_lens;
mod completion;
mod feeds;
mod folding;
mod hover;
mod inlay_hints;
mod names;
mod rename;
mod symbols;
#[cfg(test)]
mod testing;

use designlint_core::{Edit, Report};
use designlint_document::{Source, Span};
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::request as requests;
use lsp_types::request::Request;
use lsp_types::{
    Location, MarkupContent, MarkupKind, Position, Range, ServerCapabilities, TextDocumentPositionParams, TextEdit, Uri,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::checked::Checked;
use crate::position::Encoding;
use crate::settings::ClientSettings;

pub(crate) use abilities::Abilities;

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

/// What a feature answers.
type Answer<T> = Result<T, ResponseError>;

/// The answer to a request about a document; `None` where the method is no feature.
pub(crate) fn answer(asked: Asked<'_>, method: &str, params: Value) -> Option<Answer<Value>> {
    Some(match method {
        requests::CodeActionRequest::METHOD => run(params, |p| Ok(actions::offered(asked, &p))),
        requests::CodeActionResolveRequest::METHOD => run(params, |p| actions::resolved(asked, p)),
        requests::HoverRequest::METHOD => run(params, |p: lsp_types::HoverParams| {
            Ok(hover::hover(asked, asked.offset(&p.text_document_position_params)))
        }),
        requests::InlayHintRequest::METHOD => run(params, |p| Ok(inlay_hints::hints(asked, &p))),
        requests::InlayHintResolveRequest::METHOD => run(params, |p| inlay_hints::resolved(asked, p)),
        requests::Completion::METHOD => run(params, |p: lsp_types::CompletionParams| {
            Ok(completion::results(asked, asked.offset(&p.text_document_position)))
        }),
        requests::GotoDefinition::METHOD => run(params, |p: lsp_types::GotoDefinitionParams| {
            Ok(names::definitions(asked, asked.offset(&p.text_document_position_params)))
        }),
        requests::References::METHOD => run(params, |p: lsp_types::ReferenceParams| {
            let at = asked.offset(&p.text_document_position);
            Ok(names::references(asked, at, p.context.include_declaration))
        }),
        requests::DocumentHighlightRequest::METHOD => run(params, |p: lsp_types::DocumentHighlightParams| {
            Ok(names::highlights(asked, asked.offset(&p.text_document_position_params)))
        }),
        requests::PrepareRenameRequest::METHOD => {
            run(params, |p: TextDocumentPositionParams| rename::prepared(asked, asked.offset(&p)))
        }
        requests::Rename::METHOD => run(params, |p: lsp_types::RenameParams| {
            rename::renamed(asked, asked.offset(&p.text_document_position), &p.new_name)
        }),
        requests::DocumentSymbolRequest::METHOD => {
            run(params, |_: lsp_types::DocumentSymbolParams| Ok(symbols::symbols(asked)))
        }
        requests::FoldingRangeRequest::METHOD => {
            run(params, |_: lsp_types::FoldingRangeParams| Ok(folding::ranges(asked)))
        }
        requests::CodeLensRequest::METHOD => run(params, |_: lsp_types::CodeLensParams| Ok(code_lens::lenses(asked))),
        _ => return None,
    })
}

/// The document that a request is about; `None` where the method is no feature or its parameters cannot be read.
pub(crate) fn document_of(method: &str, params: &Value) -> Option<Uri> {
    let uri = match method {
        requests::CodeActionResolveRequest::METHOD | requests::InlayHintResolveRequest::METHOD => "/data/uri",
        requests::CodeActionRequest::METHOD
        | requests::HoverRequest::METHOD
        | requests::InlayHintRequest::METHOD
        | requests::Completion::METHOD
        | requests::GotoDefinition::METHOD
        | requests::References::METHOD
        | requests::DocumentHighlightRequest::METHOD
        | requests::PrepareRenameRequest::METHOD
        | requests::Rename::METHOD
        | requests::DocumentSymbolRequest::METHOD
        | requests::FoldingRangeRequest::METHOD
        | requests::CodeLensRequest::METHOD => "/textDocument/uri",
        _ => return None,
    };
    params.pointer(uri)?.as_str()?.parse().ok()
}

/// Adds what can be asked, by the parameters of a client's `initialize`.
pub(crate) fn capabilities(client: &Value, into: &mut ServerCapabilities) {
    Abilities::read(client).announce(into);
}

/// Reads the parameters, and writes what the feature answers.
fn run<P: DeserializeOwned, R: Serialize>(params: Value, feature: impl FnOnce(P) -> Answer<R>) -> Answer<Value> {
    let params = serde_json::from_value(params).map_err(|e| error(ErrorCode::InvalidParams, e.to_string()))?;
    let result = feature(params)?;
    serde_json::to_value(result).map_err(|e| error(ErrorCode::InternalError, e.to_string()))
}

fn error(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

impl<'a> Asked<'a> {
    fn report(self) -> &'a Report {
        &self.checked.report
    }

    fn source(self) -> &'a Source {
        &self.checked.report.document.source
    }

    /// The byte at a place.
    fn offset(self, place: &TextDocumentPositionParams) -> usize {
        self.encoding.offset(self.source(), place.position)
    }

    /// The bytes of a range.
    fn span(self, range: Range) -> Span {
        let at = |position: Position| self.encoding.offset(self.source(), position);
        let start = at(range.start);
        Span::new(start, at(range.end).max(start))
    }

    fn range(self, span: Span) -> Range {
        self.encoding.range(self.source(), span)
    }

    fn position(self, byte: usize) -> Position {
        self.range(Span::new(byte, byte)).start
    }

    fn location(self, span: Span) -> Location {
        Location::new(self.checked.uri.clone(), self.range(span))
    }

    /// The line of a byte, from 1.
    fn line(self, byte: usize) -> usize {
        self.source().line_of(byte)
    }

    fn text_edit(self, edit: &Edit) -> TextEdit {
        TextEdit::new(self.range(edit.span), edit.text.clone())
    }

    /// Text for people, in Markdown where the client shows it.
    fn markup(self, text: String) -> MarkupContent {
        let kind = if self.abilities.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
        MarkupContent { kind, value: text }
    }

    /// What finds the document again when the client asks for the rest of an answer.
    fn data(self, what: Value) -> Value {
        serde_json::json!({"uri": self.checked.uri, "version": self.checked.version, "what": what})
    }

    /// What [`Asked::data`] was given, where the document is still the one that it was said of.
    fn what(self, data: Option<&Value>) -> Answer<Value> {
        let data = data.ok_or_else(|| error(ErrorCode::InvalidParams, "this was not offered by designlint"))?;
        if data.get("version").and_then(Value::as_i64) != Some(i64::from(self.checked.version)) {
            return Err(error(ErrorCode::ContentModified, "the document has changed meanwhile"));
        }
        Ok(data.get("what").cloned().unwrap_or_default())
    }
}
