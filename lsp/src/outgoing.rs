//! What the server says: answers, notifications, and its own requests.

use std::collections::BTreeSet;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::MessageType;
use lsp_types::notification::{DidChangeWatchedFiles, LogMessage, Notification as _, PublishDiagnostics, ShowMessage};
use lsp_types::request::{
    CodeLensRefresh, InlayHintRefreshRequest, RegisterCapability, Request as _, UnregisterCapability,
    WorkspaceConfiguration, WorkspaceDiagnosticRefresh,
};
use serde_json::{Value, json};

use crate::Stopped;
use crate::server::Server;
use crate::settings::SECTION;
use crate::uri::Address;
use crate::worker::Outcome;

/// The id under which configurations above the workspace are watched.
const ABOVE: &str = "designlint-above";

/// Nothing, or why the session ends.
pub(crate) type Sent = Result<(), Stopped>;

/// The answer to a request that succeeded, or that did not.
pub(crate) type Answer = Result<Value, ResponseError>;

/// An error with nothing but words.
pub(crate) fn refusal(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

impl Server {
    pub(crate) fn send(&self, message: impl Into<Message>) -> Sent {
        self.connection.sender.send(message.into()).map_err(|_| Stopped::Disconnected)
    }

    /// Answers a request.
    pub(crate) fn respond(&self, id: RequestId, answer: Answer) -> Sent {
        self.send(Response { id, response_result: answer })
    }

    /// Shows a message to the person at the client.
    pub(crate) fn show(&self, kind: MessageType, message: &str) -> Sent {
        self.notify(ShowMessage::METHOD, json!({"type": kind, "message": message}))
    }

    /// Writes a message where the client keeps such, if it is as grave as the client wants them.
    pub(crate) fn log(&self, kind: MessageType, message: &str) -> Sent {
        if !self.settings.log_level.takes(kind) {
            return Ok(());
        }
        self.notify(LogMessage::METHOD, json!({"type": kind, "message": message}))
    }

    pub(crate) fn notify(&self, method: &str, params: Value) -> Sent {
        self.send(Notification { method: method.to_owned(), params })
    }

    /// Pushes the diagnostics of a document, or, without an outcome, that there are none any more.
    pub(crate) fn push(&self, written: &str, outcome: Option<(i32, &Outcome)>) -> Sent {
        let mut params = json!({"uri": written});
        if let Some((version, _)) = outcome {
            params["version"] = json!(version);
        }
        params["diagnostics"] = json!(outcome.map_or(&[][..], |(_, outcome)| &outcome.diagnostics));
        self.notify(PublishDiagnostics::METHOD, params)
    }

    /// Asks the client for something.
    fn request(&mut self, method: &str, params: Value) -> Sent {
        self.last_request += 1;
        let id = RequestId::from(self.last_request);
        if method == WorkspaceConfiguration::METHOD {
            self.configuration_asked = Some(id.clone());
        }
        self.send(Request { id, method: method.to_owned(), params })
    }

    /// Asks for the section of the client's configuration.
    pub(crate) fn ask_for_configuration(&mut self) -> Sent {
        self.request(WorkspaceConfiguration::METHOD, json!({"items": [{"section": SECTION}]}))
    }

    /// Asks to be told when files change that a check depends on, and when the configuration does.
    pub(crate) fn register(&mut self) -> Sent {
        let mut registrations = Vec::from_iter(self.watched_above());
        if self.client.watches {
            // Profiles and extended configurations may have any name.
            let watchers = ["**/*.{yaml,yml}", "**/*.{md,markdown}"].map(|glob| json!({"globPattern": glob}));
            registrations.push(json!({
                "id": "designlint-files", "method": DidChangeWatchedFiles::METHOD,
                "registerOptions": {"watchers": watchers},
            }));
        }
        if self.client.registers_configuration {
            registrations.push(json!({
                "id": "designlint-configuration", "method": "workspace/didChangeConfiguration",
                "registerOptions": {"section": SECTION},
            }));
        }
        if registrations.is_empty() {
            return Ok(());
        }
        self.request(RegisterCapability::METHOD, json!({"registrations": registrations}))
    }

    /// Asks to be told of configurations above other folders than before, if it was asked.
    pub(crate) fn register_above(&mut self, asked: bool) -> Sent {
        if asked {
            // The protocol spells it so.
            let params = json!({"unregisterations": [{"id": ABOVE, "method": DidChangeWatchedFiles::METHOD}]});
            self.request(UnregisterCapability::METHOD, params)?;
        }
        match self.watched_above() {
            Some(registration) => self.request(RegisterCapability::METHOD, json!({"registrations": [registration]})),
            None => Ok(()),
        }
    }

    /// The configurations in the folders above those of the workspace: the nearest one upward holds, and a client watches the
    /// workspace alone unless it is told where else.
    pub(crate) fn watched_above(&self) -> Option<Value> {
        if !(self.client.watches && self.client.watches_anywhere) {
            return None;
        }
        let above: BTreeSet<String> = self.roots.iter().flat_map(Address::above).collect();
        let watcher = |folder| json!({"globPattern": {"baseUri": folder, "pattern": "*.{yaml,yml}"}});
        let watchers: Vec<Value> = above.into_iter().map(watcher).collect();
        let registration = json!({
            "id": ABOVE, "method": DidChangeWatchedFiles::METHOD, "registerOptions": {"watchers": watchers},
        });
        (!watchers.is_empty()).then_some(registration)
    }

    /// Tells the client to ask again for what it has, as far as it can be told.
    pub(crate) fn refresh(&mut self) -> Sent {
        let can = self.client.refreshes;
        let diagnostics = can.diagnostics && self.client.pulls;
        let methods = [
            (diagnostics, WorkspaceDiagnosticRefresh::METHOD),
            (can.hints, InlayHintRefreshRequest::METHOD),
            (can.lenses, CodeLensRefresh::METHOD),
        ];
        methods.into_iter().filter(|(can, _)| *can).try_for_each(|(_, method)| self.request(method, Value::Null))
    }
}
