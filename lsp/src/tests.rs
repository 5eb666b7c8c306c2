//! Sessions as clients hold them, over a connection in memory.

use std::thread::JoinHandle;

use serde_json::{Value, json};

use super::*;

const URI: &str = "file:///docs/q7.md";
const TEXT: &str = "# Cache\n\n😀 the pool takes 7 x 6 MB = 43 MB. <!-- designlint-disable-line kv-byte -->\n";

struct Client {
    connection: Connection,
    server: JoinHandle<Result<(), String>>,
}

impl Client {
    fn start() -> Self {
        let (server, connection) = Connection::memory();
        let server = std::thread::spawn(|| run(server).map_err(|e| e.to_string()));
        Self { connection, server }
    }

    /// A client that has initialised with these encodings.
    fn ready(encodings: &Value) -> Self {
        let client = Self::start();
        let params = json!({"capabilities": {"general": {"positionEncodings": encodings}}});
        let result = client.request("initialize", params);
        assert_eq!(result.pointer("/capabilities/textDocumentSync"), Some(&json!({"openClose": true, "change": 1})));
        assert_eq!(result.pointer("/serverInfo/name"), Some(&json!("designlint")));
        client.notify("initialized", json!({}));
        client
    }

    fn notify(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.to_owned(), params).into()).unwrap();
    }

    /// The result of a request, or its error as `{"error": code}`.
    fn request(&self, method: &str, params: Value) -> Value {
        let id = lsp_server::RequestId::from(1);
        self.connection.sender.send(Request::new(id, method.to_owned(), params).into()).unwrap();
        match self.receive() {
            Message::Response(response) => match response.response_result {
                Ok(result) => result,
                Err(error) => json!({"error": error.code}),
            },
            other => panic!("{other:?}"),
        }
    }

    fn receive(&self) -> Message {
        self.connection.receiver.recv_timeout(std::time::Duration::from_secs(60)).unwrap()
    }

    fn published(&self) -> Value {
        match self.receive() {
            Message::Notification(n) if n.method == "textDocument/publishDiagnostics" => n.params,
            other => panic!("{other:?}"),
        }
    }

    fn open(&self, text: &str) {
        let document = json!({"uri": URI, "languageId": "markdown", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn change(&self, version: i32, text: &str) {
        let params = json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"text": text}]});
        self.notify("textDocument/didChange", params);
    }

    fn exit(self) -> Result<(), String> {
        self.notify("exit", Value::Null);
        self.server.join().unwrap()
    }
}

/// `line:character-line:character code` for each diagnostic.
fn places(published: &Value) -> Vec<String> {
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
    published["diagnostics"].as_array().unwrap().iter().map(place).collect()
}

/// The same of `check` itself; `width` is the width of a character in the encoding.
fn expected(text: &str, width: fn(char) -> usize) -> Vec<String> {
    let report = check(Document::parse(Source::new(text)), &settings(), designlint_rules::ALL);
    let source = &report.document.source;
    let place = |byte: usize| {
        let line = source.line_of(byte);
        let before = &source.text()[source.line_span(line).start..byte];
        format!("{}:{}", line - 1, before.chars().map(width).sum::<usize>())
    };
    let line = |d: &Diagnostic| format!("{}-{} {}", place(d.finding.span.start), place(d.finding.span.end), d.rule);
    report.diagnostics.iter().map(line).collect()
}

#[test]
fn pushes_what_check_says_at_the_places_it_says() {
    let client = Client::ready(&json!(null));
    client.open(TEXT);
    let published = client.published();
    assert_eq!((&published["uri"], &published["version"]), (&json!(URI), &json!(1)));
    assert_eq!(places(&published), expected(TEXT, char::len_utf16));
    let client = Client::ready(&json!(["utf-8", "utf-16"]));
    client.open(TEXT);
    assert_eq!(places(&client.published()), expected(TEXT, char::len_utf8));
}

#[test]
fn a_change_is_checked_and_a_close_clears() {
    let client = Client::ready(&json!(null));
    client.open("");
    assert_eq!(client.published(), json!({"uri": URI, "version": 1, "diagnostics": []}));
    client.change(2, TEXT);
    let published = client.published();
    assert_eq!((&published["version"], places(&published)), (&json!(2), expected(TEXT, char::len_utf16)));
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    assert_eq!(client.published(), json!({"uri": URI, "diagnostics": []}));
    client.change(3, TEXT);
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
}

#[test]
fn the_last_of_many_changes_is_checked_in_the_end() {
    let client = Client::ready(&json!(null));
    client.open(TEXT);
    for version in 2..=50 {
        client.change(version, "");
    }
    let mut last = client.published();
    while last["version"] != json!(50) {
        last = client.published();
    }
    assert_eq!(last["diagnostics"], json!([]));
}

#[test]
fn requests_are_answered_by_the_state_of_the_session() {
    let client = Client::start();
    client.open(TEXT);
    assert_eq!(client.request("textDocument/hover", json!({})), json!({"error": -32002}));
    assert_eq!(client.request("shutdown", Value::Null), json!({"error": -32002}));
    assert!(client.request("initialize", Value::Null)["capabilities"].is_object());
    assert_eq!(client.request("initialize", json!({})), json!({"error": -32600}));
    assert_eq!(client.request("textDocument/hover", json!({})), json!({"error": -32601}));
    client.notify("textDocument/didOpen", json!({"textDocument": 3}));
    client.notify("$/setTrace", json!({"value": "off"}));
    assert_eq!(client.request("shutdown", json!({})), Value::Null);
    assert_eq!(client.request("textDocument/hover", json!({})), json!({"error": -32600}));
    assert_eq!(client.exit(), Ok(()));
}

#[test]
fn exit_without_shutdown_and_a_broken_connection_are_errors() {
    let error = Err("the client said exit without shutdown".to_owned());
    assert_eq!(Client::ready(&json!(null)).exit(), error);
    assert_eq!(Client::start().exit(), error);
    let Client { connection, server } = Client::ready(&json!(null));
    drop(connection);
    assert!(server.join().unwrap().is_err());
}
