//! What a client asks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::request::{
    CodeLensRequest, DocumentDiagnosticRequest, Initialize, InlayHintRequest, Request as _, Shutdown,
    WorkspaceDiagnosticRequest,
};
use lsp_types::{
    DiagnosticOptions, DiagnosticServerCapabilities, MessageType, OneOf, SaveOptions, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde_json::{Value, json};

use crate::diagnostics::SOURCE;
use crate::features::{self, Asked};
use crate::open::Waiting;
use crate::outgoing::{Answer, Sent, refusal};
use crate::server::Server;
use crate::settings::Run;
use crate::sweep::{FilePull, Sweep};
use crate::uri::Address;
use crate::worker::Outcome;

impl Server {
    /// Answers `initialize`.
    pub(crate) fn initialize(&mut self, id: RequestId, params: &Value) -> Sent {
        self.initial_settings = params.get("initializationOptions").cloned().unwrap_or_default();
        let wrong = self.configure(&Value::Null).err();
        let mut capabilities = self.capabilities();
        features::capabilities(params, &mut capabilities);
        let server = json!({"name": SOURCE, "version": env!("CARGO_PKG_VERSION")});
        self.respond(id, Ok(json!({"capabilities": capabilities, "serverInfo": server})))?;
        wrong.map_or(Ok(()), |wrong| self.show(MessageType::WARNING, &wrong))
    }

    fn capabilities(&self) -> ServerCapabilities {
        let sync = TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        };
        let folders =
            WorkspaceFoldersServerCapabilities { supported: Some(true), change_notifications: Some(OneOf::Left(true)) };
        let diagnostics = DiagnosticOptions {
            identifier: Some(SOURCE.to_owned()),
            inter_file_dependencies: false,
            workspace_diagnostics: self.settings.workspace_diagnostics.enable,
            ..DiagnosticOptions::default()
        };
        ServerCapabilities {
            position_encoding: Some(self.client.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
            workspace: Some(WorkspaceServerCapabilities {
                workspace_folders: Some(folders),
                ..WorkspaceServerCapabilities::default()
            }),
            // A client that does not ask is pushed to, and one that asks is not.
            diagnostic_provider: self.client.pulls.then_some(DiagnosticServerCapabilities::Options(diagnostics)),
            ..ServerCapabilities::default()
        }
    }

    /// Answers a request, at once or when its document is checked.
    pub(crate) fn answer(&mut self, request: Request) -> Sent {
        if self.shut_down {
            return self.respond(request.id, Err(refusal(ErrorCode::InvalidRequest, "the server is shut down")));
        }
        match request.method.as_str() {
            Initialize::METHOD => {
                self.respond(request.id, Err(refusal(ErrorCode::InvalidRequest, "initialize came twice")))
            }
            Shutdown::METHOD => self.shut_down(request.id),
            WorkspaceDiagnosticRequest::METHOD => {
                self.sweeps.push_back(Sweep::new(request.id, &request.params));
                Ok(())
            }
            _ => self.about_a_document(request),
        }
    }

    fn about_a_document(&mut self, mut request: Request) -> Sent {
        let pull = request.method == DocumentDiagnosticRequest::METHOD;
        let named = request.params.pointer_mut("/textDocument/uri");
        let address = named.and_then(|uri| {
            let address = Address::read(uri.as_str()?)?;
            // What answers knows only addresses as the protocol's types hold them.
            *uri = Value::from(address.uri.as_str());
            Some(address)
        });
        let feature = (self.parts.document_of)(&request.method, &request.params);
        if !pull && feature.is_none() {
            let message = format!("designlint has no {}, or not with these parameters", request.method);
            return self.respond(request.id, Err(refusal(ErrorCode::MethodNotFound, message)));
        }
        let written = address.as_ref().map(|address| address.written.clone());
        let written = written.or_else(|| feature.map(|uri| uri.as_str().to_owned()));
        let Some(key) = written.as_deref().and_then(|written| self.key(written)) else {
            return match address {
                Some(address) if pull && address.path.is_some() => {
                    self.files.push_back(FilePull::new(request.id, address, &request.params));
                    Ok(())
                }
                _ => self.respond(request.id, Err(refusal(ErrorCode::InvalidParams, "this document is not open"))),
            };
        };
        let arrival = self.count();
        let Some(open) = self.open.get_mut(&key) else { return Ok(()) };
        let held = pull && open.unsaved && self.settings.run == Run::OnSave;
        match (held, &open.outcome) {
            (true, _) => {
                let report = open.shown.as_ref().map(|shown| Arc::clone(&shown.outcome));
                self.respond(request.id, Ok(report_or_nothing(report.as_deref(), &request.params)))
            }
            (false, Some(outcome)) => {
                let outcome = Arc::clone(outcome);
                self.answer_from(&key, &outcome, request)
            }
            (false, None) => {
                open.waiting.push(Waiting { arrival, request });
                Ok(())
            }
        }
    }

    /// The key of an open document, by its address as the client or the protocol's types write it.
    fn key(&self, written: &str) -> Option<String> {
        if self.open.contains_key(written) {
            return Some(written.to_owned());
        }
        let same = |open: &&crate::open::Open| open.address.uri.as_str() == written;
        self.open.values().find(same).map(|open| open.address.written.clone())
    }

    /// Answers a request about a document from what its check gave.
    pub(crate) fn answer_from(&self, written: &str, outcome: &Outcome, request: Request) -> Sent {
        let Request { id, method, params } = request;
        if method == DocumentDiagnosticRequest::METHOD {
            return self.respond(id, Ok(report(outcome, previous(&params))));
        }
        let off = match method.as_str() {
            InlayHintRequest::METHOD => !self.settings.inlay_hints.enable,
            CodeLensRequest::METHOD => !self.settings.code_lens.enable,
            _ => false,
        };
        // What is not checked has nothing to say.
        let Some(checked) = outcome.checked.as_ref().filter(|_| !off) else { return self.respond(id, Ok(Value::Null)) };
        let asked = Asked {
            checked,
            encoding: self.client.encoding,
            abilities: &self.client.abilities,
            settings: &self.settings,
        };
        let answer = AssertUnwindSafe(|| (self.parts.answer)(asked, &method, params));
        match catch_unwind(answer) {
            Ok(Some(answer)) => self.respond(id, answer),
            Ok(None) => {
                self.respond(id, Err(refusal(ErrorCode::MethodNotFound, format!("designlint has no {method}"))))
            }
            Err(_) => {
                let message = format!("designlint failed on {method} for {written}; please report it");
                self.show(MessageType::ERROR, &message)?;
                self.respond(id, Err(refusal(ErrorCode::InternalError, message)))
            }
        }
    }

    /// The client no longer wants an answer: it gets one that says so, unless it has the other already.
    pub(crate) fn cancel(&mut self, params: &Value) -> Sent {
        let id = match params.get("id") {
            Some(Value::String(id)) => RequestId::from(id.clone()),
            Some(id) => match id.as_i64().and_then(|id| i32::try_from(id).ok()) {
                Some(id) => RequestId::from(id),
                None => return Ok(()),
            },
            None => return Ok(()),
        };
        let waited = self.open.values_mut().find_map(|open| open.forget(&id)).is_some() || self.forget_files(&id);
        if !waited {
            return Ok(());
        }
        self.respond(id, Err(refusal(ErrorCode::RequestCanceled, "the client cancelled the request")))
    }

    /// Answers everything that waits with an error, and then the request itself.
    fn shut_down(&mut self, id: RequestId) -> Sent {
        self.shut_down = true;
        let waiting = self.open.values_mut().flat_map(|open| std::mem::take(&mut open.waiting));
        let waiting: Vec<RequestId> = waiting.map(|waiting| waiting.request.id).collect();
        for waiting in waiting.into_iter().chain(self.forget_all_files()) {
            self.respond(waiting, Err(refusal(ErrorCode::RequestFailed, "the server is shut down")))?;
        }
        self.open.clear();
        self.send(Response::new_ok(id, Value::Null))
    }
}

/// The id of the last result that the client has.
pub(crate) fn previous(params: &Value) -> Option<&str> {
    params.get("previousResultId").and_then(Value::as_str)
}

/// The report on a document: unchanged where the client has it.
pub(crate) fn report(outcome: &Outcome, previous: Option<&str>) -> Value {
    if previous == Some(outcome.result_id.as_str()) {
        json!({"kind": "unchanged", "resultId": outcome.result_id})
    } else {
        json!({"kind": "full", "resultId": outcome.result_id, "items": outcome.diagnostics})
    }
}

fn report_or_nothing(outcome: Option<&Outcome>, params: &Value) -> Value {
    outcome.map_or_else(|| json!({"kind": "full", "items": []}), |outcome| report(outcome, previous(params)))
}

/// The answer of a request whose document has changed since.
pub(crate) fn modified() -> Answer {
    Err(refusal(ErrorCode::ContentModified, "the document has changed"))
}
