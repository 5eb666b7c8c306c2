//! The language server says what the command line says, of every document of the corpus.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where the server does not answer")]

mod common;

use std::fs;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use common::{root, run::Folder};
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};

#[test]
fn an_editor_shows_what_the_command_line_prints() {
    let output =
        Command::cargo_bin("designlint").unwrap().args(["check", "--format", "json"]).arg(root("corpus")).output();
    let printed: Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
    let files = printed["files"].as_array().unwrap();
    assert!(files.len() >= 16, "the corpus has only {} documents", files.len());
    let editor = Editor::start();
    let mut shown = 0;
    for file in files {
        let path = file["path"].as_str().unwrap();
        let text = fs::read_to_string(path).unwrap();
        let diagnostics = printed["diagnostics"].as_array().unwrap().iter().filter(|d| d["path"] == path);
        let expected: Vec<Value> = diagnostics.map(|d| as_in_an_editor(d, &text)).collect();
        assert_eq!(editor.opened(Path::new(path), &text), expected, "{path}");
        shown += expected.len();
    }
    assert!(shown > 0, "the corpus has no mistake");
    editor.leave();
}

#[test]
fn an_editor_knows_the_formulas_of_a_configuration() {
    let formula = "formulas: [{id: gpu-hours, words: GPU hours, inputs: {gpus: count, wall: time}, result: {unit: h, formula: gpus * wall}}]\n";
    let folder = Folder::with(&[("team.yaml", formula.as_bytes()), ("a/designlint.yaml", b"extend: ../team.yaml\n")]);
    let editor = Editor::start();
    let path = folder.path().join("a/b.md");
    let shown = editor.opened(&path, "A run on 16 GPUs with a wall time of 3 h takes 50 GPU hours.\n");
    assert_eq!(
        shown.iter().map(|d| (&d["code"], &d["message"])).collect::<Vec<_>>(),
        [(&json!("formula-mismatch"), &json!("GPU hours is 16 x 3 h = 48 h, not 50\nhelp: write 16 x 3 h = 48 h"))]
    );
    editor.leave();
}

/// A diagnostic of the command line as the server has to show it.
fn as_in_an_editor(printed: &Value, text: &str) -> Value {
    let position = |end: usize| {
        let byte = usize::try_from(printed["span"][end].as_u64().unwrap()).unwrap();
        let before = &text[..byte];
        let line = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
        json!({"line": before.matches('\n').count(), "character": line.encode_utf16().count()})
    };
    let severity = ["error", "warning", "info"].iter().position(|s| printed["severity"] == *s).unwrap() + 1;
    let help = printed["help"].as_str().map_or(String::new(), |help| format!("\nhelp: {help}"));
    json!({
        "range": {"start": position(0), "end": position(1)},
        "severity": severity,
        "code": printed["rule"],
        "message": format!("{}{help}", printed["message"].as_str().unwrap()),
    })
}

/// A client in the same process.
struct Editor {
    connection: Connection,
    server: std::thread::JoinHandle<bool>,
}

impl Editor {
    fn start() -> Self {
        let (server, connection) = Connection::memory();
        let server = std::thread::spawn(|| designlint_lsp::run(server).is_ok());
        let editor = Self { connection, server };
        editor.request("initialize", json!({"capabilities": {}}));
        editor.notify("initialized", json!({}));
        editor
    }

    fn notify(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.to_owned(), params).into()).unwrap();
    }

    fn request(&self, method: &str, params: Value) {
        self.connection.sender.send(Request::new(1.into(), method.to_owned(), params).into()).unwrap();
        assert!(matches!(self.receive(), Message::Response(_)));
    }

    fn receive(&self) -> Message {
        self.connection.receiver.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    /// What the server shows of a document, without what is the editor's own.
    fn opened(&self, path: &Path, text: &str) -> Vec<Value> {
        let uri = format!("file://{}", path.to_str().unwrap());
        let document = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        let Message::Notification(shown) = self.receive() else { panic!("no notification") };
        assert_eq!(shown.params["uri"], json!(uri));
        let keep = |d: &Value| json!({"range": d["range"], "severity": d["severity"], "code": d["code"], "message": d["message"]});
        shown.params["diagnostics"].as_array().unwrap().iter().map(keep).collect()
    }

    fn leave(self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert!(self.server.join().unwrap());
    }
}
