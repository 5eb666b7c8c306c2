//! Ten thousand edits, sent as they are made, leave the diagnostics that the command line prints of the text they make.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where the server does not answer")]

mod common;

use std::fs;

use common::editor::Editor;
use common::edits::{ENCODINGS, Encoding, Writer, applied};
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
            let pulled = editor.pulled(&uri);
            assert_eq!(
                pulled.iter().map(|d| shown(d, &editor, &uri)).collect::<Vec<_>>(),
                printed,
                "after {version} edits"
            );
            found += printed.len();
        }
    }
    assert!(found > 20, "there was next to nothing to find: {found}");
    assert_eq!(mended(&editor, &uri, &writer), mended_by_the_command_line(&folder));
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
    // The command line prints no bytes of these.
    let related = |d: &Value| -> Vec<Value> {
        let labels = d["related"].as_array().unwrap().iter();
        labels.map(|label| json!([label["line"].as_u64().unwrap() - 1, label["message"]])).collect()
    };
    let one = |d: &Value| {
        let help = d["help"].as_str().map_or(String::new(), |help| format!("\nhelp: {help}"));
        let edit = |edit: &Value| json!({"range": range(&edit["span"]), "newText": edit["text"]});
        let fix = d["fix"].as_object().map(|fix| {
            let edits: Vec<Value> = fix["edits"].as_array().unwrap().iter().map(edit).collect();
            // What is only to be shown is no action.
            let edits = if fix["safety"] == "display-only" { json!("not offered") } else { json!(edits) };
            json!({"title": fix["title"], "safety": fix["safety"], "edits": edits})
        });
        let severity = ["error", "warning", "info"].iter().position(|s| d["severity"] == *s).unwrap() + 1;
        json!({
            "range": range(&d["span"]),
            "severity": severity,
            "code": d["rule"],
            "message": format!("{}{help}", d["message"].as_str().unwrap()),
            "related": related(d),
            "fix": fix,
        })
    };
    printed["diagnostics"].as_array().unwrap().iter().map(one).collect()
}

/// The same of a diagnostic in an editor, with the edits of the fix that it offers there.
fn shown(d: &Value, editor: &Editor, uri: &str) -> Value {
    let place = |label: &Value| json!([label["location"]["range"]["start"]["line"], label["message"]]);
    let related: Vec<Value> = d["relatedInformation"].as_array().into_iter().flatten().map(place).collect();
    let mut fix = d["data"]["fix"].clone();
    if fix.is_object() {
        let actions = actions(editor, uri, &d["range"], "quickfix", &json!([d]));
        let titles =
            [fix["title"].as_str().unwrap().to_owned(), format!("{} (unsafe)", fix["title"].as_str().unwrap())];
        let offered = actions
            .iter()
            .find(|action| action["diagnostics"] == json!([d]) && titles.iter().any(|title| action["title"] == *title));
        fix["edits"] = offered.map_or(json!("not offered"), |action| action["edit"]["changes"][uri].clone());
    }
    json!({
        "range": d["range"], "severity": d["severity"], "code": d["code"], "message": d["message"],
        "related": related, "fix": fix,
    })
}

fn actions(editor: &Editor, uri: &str, range: &Value, kind: &str, diagnostics: &Value) -> Vec<Value> {
    let context = json!({"diagnostics": diagnostics, "only": [kind]});
    let params = json!({"textDocument": {"uri": uri}, "range": range, "context": context});
    editor.request("textDocument/codeAction", params).as_array().unwrap().clone()
}

/// The text after all safe fixes, as the editor applies them.
fn mended(editor: &Editor, uri: &str, writer: &Writer) -> String {
    let start = json!({"line": 0, "character": 0});
    let offered = actions(editor, uri, &json!({"start": start, "end": start}), "source.fixAll.designlint", &json!([]));
    let edits = offered.first().map_or(&Value::Null, |action| &action["edit"]["changes"][uri]);
    applied(&writer.text, edits.as_array().map_or(&[], Vec::as_slice), writer.width)
}

fn mended_by_the_command_line(folder: &Folder) -> String {
    folder.run("check --fix --fail-level off q7.md");
    String::from_utf8(folder.read("q7.md")).unwrap()
}
