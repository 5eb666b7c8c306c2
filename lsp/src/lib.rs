//! The language server of designlint: the findings of `check` in an editor.
//!
//! It holds no lint logic. It keeps the text of open documents, checks a document when it has changed and no further
//! message waits, and pushes what the rules say.

mod checked;
mod position;
mod settings;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use designlint_core::{Diagnostic, Settings, Severity, check};
use designlint_document::{Document, Source};
use designlint_files::{Discovery, Request as Asked, Workspace};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit, Notification as _, PublishDiagnostics,
    ShowMessage,
};
use lsp_types::request::{Initialize, Request as _, Shutdown};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, Location, MessageType, NumberOrString, PublishDiagnosticsParams, ServerCapabilities,
    ShowMessageParams, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
};

use position::Encoding;

/// Serves a client until it says `exit`.
///
/// # Errors
/// The client said `exit` without `shutdown` before it, or the connection broke: the process then ends with 1.
pub fn run(connection: Connection) -> Result<(), Box<dyn Error + Sync + Send>> {
    let mut server =
        Server { connection, state: State::New, encoding: Encoding::default(), open: BTreeMap::new(), shown: None };
    let mut changed: BTreeSet<Key> = BTreeSet::new();
    loop {
        let waiting = if changed.is_empty() { None } else { server.connection.receiver.try_recv().ok() };
        let message = match waiting {
            Some(message) => message,
            None => {
                for key in std::mem::take(&mut changed) {
                    server.publish(&key)?;
                }
                server.connection.receiver.recv()?
            }
        };
        match message {
            Message::Request(request) => server.answer(request)?,
            Message::Notification(n) if n.method == Exit::METHOD => {
                return match server.state {
                    State::ShutDown => Ok(()),
                    _ => Err("the client said exit without shutdown".into()),
                };
            }
            Message::Notification(n) if server.state == State::Running => changed.extend(server.notice(n)?),
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
}

/// Where the conversation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Running,
    ShutDown,
}

/// A document's address, as the client writes it.
type Key = String;

/// An open document.
struct Open {
    uri: Uri,
    version: i32,
    text: String,
}

struct Server {
    connection: Connection,
    state: State,
    encoding: Encoding,
    open: BTreeMap<Key, Open>,
    /// What was said last about the configuration.
    shown: Option<String>,
}

type Sent = Result<(), Box<dyn Error + Sync + Send>>;

impl Server {
    fn send(&self, message: impl Into<Message>) -> Sent {
        Ok(self.connection.sender.send(message.into())?)
    }

    fn answer(&mut self, request: Request) -> Sent {
        let Request { id, method, params } = request;
        let refuse = |code: ErrorCode, why: &str| Response::new_err(id.clone(), code as i32, why.to_owned());
        let response = match (self.state, method.as_str()) {
            (State::New, Initialize::METHOD) => {
                self.state = State::Running;
                self.encoding = Encoding::negotiated(&params);
                let server = serde_json::json!({"name": "designlint", "version": env!("CARGO_PKG_VERSION")});
                let result = serde_json::json!({"capabilities": self.capabilities(), "serverInfo": server});
                Response::new_ok(id, result)
            }
            (State::New, _) => refuse(ErrorCode::ServerNotInitialized, "the first request must be initialize"),
            (State::ShutDown, _) => refuse(ErrorCode::InvalidRequest, "the server is shut down"),
            (State::Running, Initialize::METHOD) => refuse(ErrorCode::InvalidRequest, "initialize came twice"),
            (State::Running, Shutdown::METHOD) => {
                self.state = State::ShutDown;
                Response::new_ok(id, ())
            }
            (State::Running, _) => refuse(ErrorCode::MethodNotFound, &format!("designlint has no {method}")),
        };
        self.send(response)
    }

    fn capabilities(&self) -> ServerCapabilities {
        let sync = TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::FULL),
            ..TextDocumentSyncOptions::default()
        };
        ServerCapabilities {
            position_encoding: Some(self.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
            ..ServerCapabilities::default()
        }
    }

    /// Takes notice of what the client says; gives the document that must be checked. What cannot be read is not ours.
    fn notice(&mut self, notification: Notification) -> Result<Option<Key>, Box<dyn Error + Sync + Send>> {
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Ok(DidOpenTextDocumentParams { text_document: d }) = serde_json::from_value(params) else {
                    return Ok(None);
                };
                let key = d.uri.to_string();
                self.open.insert(key.clone(), Open { uri: d.uri, version: d.version, text: d.text });
                Ok(Some(key))
            }
            DidChangeTextDocument::METHOD => {
                let Ok(DidChangeTextDocumentParams { text_document: d, content_changes }) =
                    serde_json::from_value(params)
                else {
                    return Ok(None);
                };
                let key = d.uri.to_string();
                let (Some(open), Some(last)) = (self.open.get_mut(&key), content_changes.into_iter().last()) else {
                    return Ok(None);
                };
                open.version = d.version;
                open.text = last.text;
                Ok(Some(key))
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(DidCloseTextDocumentParams { text_document: d }) = serde_json::from_value(params)
                    && self.open.remove(&d.uri.to_string()).is_some()
                {
                    self.push(PublishDiagnosticsParams::new(d.uri, Vec::new(), None))?;
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Checks an open document and pushes its diagnostics. Where the configuration cannot be used there are none, and
    /// the client is told once why.
    fn publish(&mut self, key: &str) -> Sent {
        let Some(open) = self.open.get(key) else { return Ok(()) };
        // A document must never end the session; rules are guarded by `check`, so this is about parsing.
        let checked = catch_unwind(AssertUnwindSafe(|| self.diagnostics(open)));
        let (diagnostics, wrong) = match checked.unwrap_or_else(|_| Ok(Vec::new())) {
            Ok(diagnostics) => (diagnostics, None),
            Err(message) => (Vec::new(), Some(message)),
        };
        let params = PublishDiagnosticsParams::new(open.uri.clone(), diagnostics, Some(open.version));
        if let Some(message) = wrong.clone().filter(|_| wrong != self.shown) {
            let params = ShowMessageParams { typ: MessageType::ERROR, message };
            self.send(Notification::new(ShowMessage::METHOD.to_owned(), params))?;
        }
        self.shown = wrong;
        self.push(params)
    }

    fn push(&self, params: PublishDiagnosticsParams) -> Sent {
        self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), params))
    }

    /// What `check` says, with what holds for the file now.
    fn diagnostics(&self, open: &Open) -> Result<Vec<lsp_types::Diagnostic>, String> {
        let path = file_path(&open.uri);
        // What is no file has no configuration beside it.
        let discovery = if path.is_some() { Discovery::Nearest } else { Discovery::Isolated };
        let workspace = Workspace::new(Asked::default(), discovery);
        let path = path.unwrap_or_default();
        if workspace.excludes(&path) {
            return Ok(Vec::new());
        }
        let settings = workspace.settings_for(&path).map_err(|error| error.to_string())?;
        let document = Document::parse(Source::new(open.text.as_str()));
        let reviewed = designlint_files::reviewed(&document, &path, &settings);
        let settings = Settings { reviewed, ..(*settings).clone() };
        let report = check(document, &settings, designlint_rules::ALL);
        let source = &report.document.source;
        Ok(report.diagnostics.iter().map(|d| self.diagnostic(source, &open.uri, d)).collect())
    }

    fn diagnostic(&self, source: &Source, uri: &Uri, diagnostic: &Diagnostic) -> lsp_types::Diagnostic {
        let finding = &diagnostic.finding;
        let related = finding.labels.iter().map(|label| DiagnosticRelatedInformation {
            location: Location::new(uri.clone(), self.encoding.range(source, label.span)),
            message: label.message.clone(),
        });
        let help = finding.help.iter().map(|help| format!("\nhelp: {help}"));
        lsp_types::Diagnostic {
            range: self.encoding.range(source, finding.span),
            severity: Some(match diagnostic.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Info => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(diagnostic.rule.to_string())),
            source: Some("designlint".to_owned()),
            message: std::iter::once(finding.message.clone()).chain(help).collect(),
            related_information: Some(related.collect()),
            ..lsp_types::Diagnostic::default()
        }
    }
}

/// The path of a `file:` address.
fn file_path(uri: &Uri) -> Option<PathBuf> {
    let is_file = uri.scheme().is_some_and(|scheme| scheme.eq_lowercase("file"));
    let path = uri.path().as_estr().decode().into_string_lossy();
    // `/c:/docs` on Windows.
    let path = if cfg!(windows) { path.trim_start_matches('/') } else { &path };
    is_file.then(|| PathBuf::from(path))
}
