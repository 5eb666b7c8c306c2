//! Sessions as clients hold them, over a connection in memory.

mod configuration;
mod extension;
mod failures;
mod gated;
mod pull;
mod push;
mod session;
mod texts;
mod workspace;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use designlint_core::{Diagnostic, check};
use designlint_document::{Document, Source};
use designlint_files::{Discovery, Workspace};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use super::*;

const URI: &str = "file:///docs/q7.md";
/// A document with findings, one of which depends on how characters are counted.
const TEXT: &str = "# Cache\n\n😀 the pool takes 7 x 6 MB = 43 MB. <!-- designlint-disable-line kv-byte -->\n";

/// A client in the same process.
struct Client {
    connection: Connection,
    server: JoinHandle<Result<(), Stopped>>,
    last: Cell<i32>,
    /// What came while something else was waited for.
    queue: RefCell<VecDeque<Message>>,
}

/// The capabilities of a client that asks for diagnostics.
fn pulls() -> Value {
    json!({"textDocument": {"diagnostic": {}}})
}

impl Client {
    fn with(parts: Parts) -> Self {
        let (server, connection) = Connection::memory();
        let server = std::thread::spawn(move || serve(server, parts));
        Self { connection, server, last: Cell::new(0), queue: RefCell::default() }
    }

    fn start() -> Self {
        Self::with(Parts::default())
    }

    /// A client that has initialised with these parameters.
    fn ready(initialize: Value) -> Self {
        Self::start().initialized(initialize)
    }

    fn initialized(self, initialize: Value) -> Self {
        let result = self.request("initialize", initialize);
        assert_eq!(result.pointer("/serverInfo/name"), Some(&json!("designlint")));
        self.notify("initialized", json!({}));
        self
    }

    fn notify(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.to_owned(), params).into()).unwrap();
    }

    /// Sends a request and does not wait for its answer.
    fn ask(&self, method: &str, params: Value) -> i32 {
        self.last.set(self.last.get() + 1);
        let id = self.last.get();
        self.connection.sender.send(Request::new(id.into(), method.to_owned(), params).into()).unwrap();
        id
    }

    /// The result of a request, or its error as `{"error": code}`.
    fn answer(&self, id: i32) -> Value {
        let response = self.find(|message| match message {
            Message::Response(Response { id: other, .. }) => *other == RequestId::from(id),
            _ => false,
        });
        let Message::Response(Response { response_result, .. }) = response else { panic!() };
        response_result.unwrap_or_else(|error| json!({"error": error.code}))
    }

    fn request(&self, method: &str, params: Value) -> Value {
        self.answer(self.ask(method, params))
    }

    /// The parameters of the next notification with this method.
    fn told(&self, method: &str) -> Value {
        let found = self.find(|message| matches!(message, Message::Notification(n) if n.method == method));
        let Message::Notification(Notification { params, .. }) = found else { panic!() };
        params
    }

    /// The server's next request with this method, answered with `result`; its parameters.
    fn asked(&self, method: &str, result: Value) -> Value {
        let found = self.find(|message| matches!(message, Message::Request(r) if r.method == method));
        let Message::Request(Request { id, params, .. }) = found else { panic!() };
        self.connection.sender.send(Response::new_ok(id, result).into()).unwrap();
        params
    }

    fn published(&self) -> Value {
        self.told("textDocument/publishDiagnostics")
    }

    /// The first message that fits, waiting for it if it has not come.
    fn find(&self, fits: impl Fn(&Message) -> bool) -> Message {
        let mut queue = self.queue.borrow_mut();
        if let Some(at) = queue.iter().position(&fits) {
            return queue.remove(at).unwrap();
        }
        loop {
            let message = self.connection.receiver.recv_timeout(Duration::from_secs(60)).unwrap();
            if fits(&message) {
                return message;
            }
            queue.push_back(message);
        }
    }

    fn open(&self, text: &str) {
        self.open_at(URI, text);
    }

    fn open_at(&self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn change(&self, version: i32, text: &str) {
        self.edit(version, json!([{"text": text}]));
    }

    fn edit(&self, version: i32, changes: Value) {
        let params = json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": changes});
        self.notify("textDocument/didChange", params);
    }

    fn save(&self) {
        self.notify("textDocument/didSave", of(URI));
    }

    /// Shuts the server down; what it said besides what was waited for.
    fn leave(self) -> Vec<String> {
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.server.join().unwrap(), Ok(()));
        self.queue.take().into_iter().chain(self.connection.receiver.try_iter()).map(|m| method(&m)).collect()
    }
}

/// A feature that is about the document it names, unless its name says that there is none.
fn any_document(method: &str, params: &Value) -> Option<Uri> {
    let known = !method.ends_with("frobnicate");
    known.then(|| params.pointer("/textDocument/uri")?.as_str()?.parse().ok()).flatten()
}

fn method(message: &Message) -> String {
    match message {
        Message::Request(request) => request.method.clone(),
        Message::Notification(notification) => notification.method.clone(),
        Message::Response(response) => format!("answer to {}", response.id),
    }
}

/// The parameters that name a document.
fn of(uri: &str) -> Value {
    json!({"textDocument": {"uri": uri}})
}

/// `line:character-line:character code` for each diagnostic.
fn places(diagnostics: &Value) -> Vec<String> {
    let place = |d: &Value| {
        let number = |path: &str| d.pointer(path).and_then(Value::as_u64).unwrap();
        format!(
            "{}:{}-{}:{} {}",
            number("/range/start/line"),
            number("/range/start/character"),
            number("/range/end/line"),
            number("/range/end/character"),
            d["code"].as_str().unwrap()
        )
    };
    diagnostics.as_array().unwrap().iter().map(place).collect()
}

/// The same of `check` itself; `width` is the width of a character in the encoding.
fn expected(text: &str, width: fn(char) -> usize) -> Vec<String> {
    let settings =
        Workspace::new(designlint_files::Request::default(), Discovery::Isolated).settings_for(Path::new("")).unwrap();
    let report = check(Document::parse(Source::new(text)), &settings, designlint_rules::ALL);
    let source = &report.document.source;
    let place = |byte: usize| {
        let line = source.line_of(byte);
        let before = &source.text()[source.line_span(line).start..byte];
        format!("{}:{}", line - 1, before.chars().map(width).sum::<usize>())
    };
    let line = |d: &Diagnostic| format!("{}-{} {}", place(d.finding.span.start), place(d.finding.span.end), d.rule);
    let lines: Vec<String> = report.diagnostics.iter().map(line).collect();
    assert!(lines.len() > 1, "there is nothing to show: {lines:?}");
    lines
}

/// What is expected of [`TEXT`] where UTF-16 is counted.
fn expected_utf16() -> Vec<String> {
    expected(TEXT, char::len_utf16)
}
