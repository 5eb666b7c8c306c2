//! The language server says what the command line says, of every document of the corpus.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where the server does not answer")]

mod common;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use common::editor::Editor;
use common::{root, run::Folder};
use serde_json::{Value, json};

#[test]
fn an_editor_shows_what_the_command_line_prints() {
    let output =
        Command::cargo_bin("designlint").unwrap().args(["check", "--format", "json"]).arg(root("corpus")).output();
    let printed: Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
    let files = printed["files"].as_array().unwrap();
    assert!(files.len() >= 16, "the corpus has only {} documents", files.len());
    let editor = Editor::in_memory(json!({}));
    let mut shown = 0;
    for file in files {
        let path = file["path"].as_str().unwrap();
        let text = fs::read_to_string(path).unwrap();
        let diagnostics = printed["diagnostics"].as_array().unwrap().iter().filter(|d| d["path"] == path);
        let expected: Vec<Value> = diagnostics.map(|d| as_in_an_editor(d, &text)).collect();
        assert_eq!(opened(&editor, Path::new(path), &text), expected, "{path}");
        shown += expected.len();
    }
    assert!(shown > 0, "the corpus has no mistake");
    editor.leave();
}

#[test]
fn an_editor_knows_the_formulas_of_a_configuration() {
    let formula = "formulas: [{id: gpu-hours, words: GPU hours, inputs: {gpus: count, wall: time}, result: {unit: h, formula: gpus * wall}}]\n";
    let folder = Folder::with(&[("team.yaml", formula.as_bytes()), ("a/designlint.yaml", b"extend: ../team.yaml\n")]);
    let editor = Editor::in_memory(json!({}));
    let path = folder.path().join("a/b.md");
    let shown = opened(&editor, &path, "A run on 16 GPUs with a wall time of 3 h takes 50 GPU hours.\n");
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

/// What the server shows of a document, without what is the editor's own.
fn opened(editor: &Editor, path: &Path, text: &str) -> Vec<Value> {
    let uri = format!("file://{}", path.to_str().unwrap());
    editor.open(&uri, text);
    let shown = editor.told("textDocument/publishDiagnostics");
    assert_eq!(shown["uri"], json!(uri));
    let keep =
        |d: &Value| json!({"range": d["range"], "severity": d["severity"], "code": d["code"], "message": d["message"]});
    shown["diagnostics"].as_array().unwrap().iter().map(keep).collect()
}
