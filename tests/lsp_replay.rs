//! Ten thousand edits, sent as they are made, leave the diagnostics that the command line prints of the text they make.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where the server does not answer")]

mod common;

use std::fs;

use common::editor::Editor;
use common::edits::{ENCODINGS, Encoding, Writer};
use common::{root, run::Folder};
use serde_json::{Value, json};

const EDITS: i32 = 10_000;
/// How many edits lie between two looks at the diagnostics.
const STRIDE: i32 = 500;
/// About how many characters the text keeps.
const LENGTH: usize = 3000;

#[test]
fn edits_counted_in_bytes() {
    replay(Editor::in_memory(capabilities("utf-8")), ENCODINGS[0], 0x9e37_79b9_7f4a_7c15);
}

#[test]
fn edits_counted_in_utf16() {
    replay(Editor::in_memory(capabilities("utf-16")), ENCODINGS[1], 0xbf58_476d_1ce4_e5b9);
}

#[test]
fn edits_counted_in_scalars() {
    replay(Editor::in_memory(capabilities("utf-32")), ENCODINGS[2], 0x94d0_49bb_1331_11eb);
}

#[test]
fn edits_sent_to_the_binary() {
    replay(Editor::over_stdio(capabilities("utf-16")), ENCODINGS[1], 0x2545_f491_4f6c_dd1d);
}

fn capabilities(encoding: &str) -> Value {
    let shows = json!({"relatedInformation": true, "dataSupport": true});
    json!({"general": {"positionEncodings": [encoding]}, "textDocument": {"diagnostic": {}, "publishDiagnostics": shows}})
}

fn replay(editor: Editor, encoding: Encoding, seed: u64) {
    let text = fs::read_to_string(root("corpus/faulty/serving-platform/doc.md")).unwrap();
    let folder = Folder::with(&[]);
    let uri = format!("file://{}/q7.md", folder.path().to_str().unwrap());
    let mut writer = Writer::new(&text, encoding, seed);
    editor.open(&uri, &text);
    let mut found = 0;
    for version in 2..=EDITS + 1 {
        editor.change(&uri, version, writer.edit(LENGTH));
        if version % STRIDE == 1 {
            let text: String = writer.text.iter().collect();
            folder.write("q7.md", text.as_bytes());
            let printed = printed(&folder, &text, encoding.1);
            assert_eq!(editor.pulled(&uri).iter().map(shown).collect::<Vec<_>>(), printed, "after {version} edits");
            found += printed.len();
        }
    }
    assert!(found > 20, "there was next to nothing to find: {found}");
    editor.leave();
}

/// What the command line prints of the file, as an editor has to show it.
fn printed(folder: &Folder, text: &str, width: fn(char) -> usize) -> Vec<Value> {
    let printed = folder.run("check --format json --fail-level off q7.md").json();
    let position = |byte: &Value| {
        let before = &text[..usize::try_from(byte.as_u64().unwrap()).unwrap()];
        // A lone `\r` ends a line as the others do.
        let lines = before.replace("\r\n", "\n").matches(['\n', '\r']).count();
        let line = before.rfind(['\n', '\r']).map_or(before, |at| &before[at + 1..]);
        json!({"line": lines, "character": line.chars().map(width).sum::<usize>()})
    };
    let range = |span: &Value| json!({"start": position(&span[0]), "end": position(&span[1])});
    // Places of lines and columns lead to a byte where no span is printed.
    let related = |d: &Value| -> Vec<Value> {
        let labels = d["related"].as_array().unwrap().iter();
        labels.map(|label| json!([label["line"].as_u64().unwrap() - 1, label["message"]])).collect()
    };
    let one = |d: &Value| {
        let help = d["help"].as_str().map_or(String::new(), |help| format!("\nhelp: {help}"));
        let fix = d["fix"].as_object().map(|fix| json!({"title": fix["title"], "safety": fix["safety"]}));
        json!({
            "range": range(&d["span"]),
            "severity": ["error", "warning", "info"].iter().position(|s| d["severity"] == *s).unwrap() + 1,
            "code": d["rule"],
            "message": format!("{}{help}", d["message"].as_str().unwrap()),
            "related": related(d),
            "fix": fix,
        })
    };
    printed["diagnostics"].as_array().unwrap().iter().map(one).collect()
}

/// The same of a diagnostic in an editor.
fn shown(d: &Value) -> Value {
    let related: Vec<Value> = d["relatedInformation"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|label| json!([label["location"]["range"]["start"]["line"], label["message"]]))
        .collect();
    json!({
        "range": d["range"], "severity": d["severity"], "code": d["code"], "message": d["message"],
        "related": related, "fix": d["data"]["fix"],
    })
}
