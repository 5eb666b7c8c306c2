//! Sessions as clients hold them, over a connection in memory.

use std::path::Path;
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
        self.open_at(URI, text);
    }

    fn open_at(&self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": text});
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
    let settings = Workspace::new(Asked::default(), Discovery::Isolated).settings_for(Path::new("")).unwrap();
    let report = check(Document::parse(Source::new(text)), &settings, designlint_rules::ALL);
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
fn only_files_have_paths() {
    let path = |uri: &str| file_path(&uri.parse().unwrap());
    assert_eq!(path("file:///my%20docs/%C3%A9.md"), Some(PathBuf::from("/my docs/é.md")));
    assert_eq!(path("untitled:Untitled-1"), None);
    assert_eq!(path("vscode-notebook-cell:/docs/a.ipynb#W0sZmlsZQ%3D%3D"), None);
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
fn the_configuration_beside_a_file_holds_and_a_broken_one_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, config) = (folder.path().join("my docs"), folder.path().join("designlint.yaml"));
    std::fs::create_dir(&folder).unwrap();
    let uri = format!("file://{}/q7.md", folder.to_str().unwrap().replace(' ', "%20"));
    let client = Client::ready(&json!(null));
    client.open_at(&uri, TEXT);
    assert_eq!(places(&client.published()), expected(TEXT, char::len_utf16));
    std::fs::write(&config, "exclude: [\"my docs/**\"]\n").unwrap();
    client.open_at(&uri, TEXT);
    assert_eq!(client.published()["diagnostics"], json!([]));
    std::fs::write(&config, "kind: dessign\n").unwrap();
    client.open_at(&uri, TEXT);
    let Message::Notification(told) = client.receive() else { panic!() };
    assert_eq!((told.method.as_str(), &told.params["type"]), ("window/showMessage", &json!(1)));
    assert!(told.params["message"].as_str().unwrap().contains("designlint.yaml:1:7: "), "{told:?}");
    assert_eq!(client.published()["diagnostics"], json!([]));
    client.open_at(&uri, TEXT);
    assert_eq!(client.published()["diagnostics"], json!([]));
    client.open_at("untitled:Untitled-1", TEXT);
    assert_eq!(places(&client.published()), expected(TEXT, char::len_utf16));
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
