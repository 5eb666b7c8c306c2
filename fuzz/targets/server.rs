//! What a client may send: documents, edits with any range, requests at any place, and parameters of any shape. The server
//! answers each request once, at places of the document, and ends when it is told to.

#![no_main]

use std::collections::{BTreeMap, BTreeSet};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

#[derive(Arbitrary, Debug)]
enum Sent<'a> {
    Open { version: i8, text: &'a str },
    Replace { version: i8, text: &'a str },
    Edit { version: i8, from: (u8, u8), to: (u8, u8), text: &'a str },
    Close,
    Ask { what: u8, at: (u8, u8), to: (u8, u8), name: &'a str },
    Any { method: &'a str, params: &'a str, asks: bool },
}

/// What is asked of a place or of a document.
const ASKED: &[&str] = &[
    "textDocument/diagnostic",
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/inlayHint",
    "workspace/diagnostic",
];
const URI: &str = "untitled:a.md";

fuzz_target!(|sent: Vec<Sent<'_>>| {
    let (server, client) = Connection::memory();
    let serving = std::thread::spawn(move || designlint_lsp::run(server));
    let mut session = Session { client: &client, asked: 0 };
    session.ask("initialize", json!({"capabilities": capabilities()}));
    session.notify("initialized", json!({}));
    for one in &sent {
        session.send(one);
    }
    // Everything is asked once more of a document whose text is known.
    let text = sent.iter().rev().find_map(Sent::text).unwrap_or_default();
    session.send(&Sent::Close);
    session.send(&Sent::Open { version: 1, text });
    let known = session.asked;
    let (at, to, name) = sent.iter().rev().find_map(Sent::place).unwrap_or(((0, 0), (255, 255), "rate"));
    for what in 0..ASKED.len() {
        session.send(&Sent::Ask { what: what as u8, at, to, name });
    }
    let asked = session.asked;
    session.ask("shutdown", Value::Null);
    let last = RequestId::from(session.asked);
    let known: BTreeSet<String> = (known + 1..=asked).map(|id| RequestId::from(id).to_string()).collect();
    let mut answered = BTreeMap::new();
    for message in &client.receiver {
        let Message::Response(response) = message else { continue };
        let (done, id) = (response.id == last, response.id.to_string());
        if let (true, Ok(result)) = (known.contains(&id), &response.response_result) {
            places_within(text, result);
        }
        *answered.entry(id).or_insert(0) += 1;
        if done {
            break;
        }
    }
    assert!(answered.len() == session.asked as usize && answered.values().all(|&times| times == 1), "{answered:?}");
    session.notify("exit", Value::Null);
    drop(client);
    serving.join().unwrap().unwrap();
});

struct Session<'a> {
    client: &'a Connection,
    asked: i32,
}

impl Session<'_> {
    fn ask(&mut self, method: &str, params: Value) {
        self.asked += 1;
        let _ = self.client.sender.send(Request::new(RequestId::from(self.asked), method.to_owned(), params).into());
    }

    fn notify(&self, method: &str, params: Value) {
        let _ = self.client.sender.send(Notification::new(method.to_owned(), params).into());
    }

    fn send(&mut self, one: &Sent<'_>) {
        match one {
            Sent::Any { method, .. } if matches!(*method, "exit" | "shutdown" | "initialize") => {}
            Sent::Any { method, params, asks } => {
                let params = serde_json::from_str(params).unwrap_or(Value::Null);
                if *asks { self.ask(method, params) } else { self.notify(method, params) }
            }
            Sent::Ask { what, .. } => self.ask(ASKED[usize::from(*what) % ASKED.len()], question(one)),
            _ => self.notify(notice(one), change(one)),
        }
    }
}

impl<'a> Sent<'a> {
    fn text(&self) -> Option<&'a str> {
        match self {
            Self::Open { text, .. } | Self::Replace { text, .. } | Self::Edit { text, .. } => Some(text),
            _ => None,
        }
    }

    fn place(&self) -> Option<((u8, u8), (u8, u8), &'a str)> {
        match self {
            Self::Ask { at, to, name, .. } => Some((*at, *to, name)),
            _ => None,
        }
    }
}

/// A client that can all that changes what is answered.
fn capabilities() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"]},
        "workspace": {"workspaceEdit": {"documentChanges": true}},
        "textDocument": {
            "diagnostic": {"relatedDocumentSupport": true},
            "publishDiagnostics": {"relatedInformation": true, "dataSupport": true},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source.fixAll"]}}},
        },
    })
}

/// Holds every place in an answer to the text: its line is there, and its character starts there or ends the line.
fn places_within(text: &str, answer: &Value) {
    match answer {
        Value::Object(members) => {
            if let (Some(line), Some(character)) = (members.get("line"), members.get("character")) {
                is_place(text, line, character);
            }
            if let (Some(start), Some(end)) = (members.get("start"), members.get("end")) {
                let order = |place: &Value| (place["line"].as_u64(), place["character"].as_u64());
                assert!(order(start) <= order(end), "{answer} ends before it starts");
            }
            for line in ["startLine", "endLine"].iter().filter_map(|name| members.get(*name)) {
                is_place(text, line, &json!(0));
            }
            members.values().for_each(|member| places_within(text, member));
        }
        Value::Array(elements) => elements.iter().for_each(|element| places_within(text, element)),
        _ => {}
    }
}

fn is_place(text: &str, line: &Value, character: &Value) {
    let text = text.replace("\r\n", "\n");
    let at = line.as_u64().and_then(|line| text.split(['\n', '\r']).nth(line as usize));
    let at = at.unwrap_or_else(|| panic!("{line} is no line of {text:?}"));
    let ends = at.chars().scan(0, |units, c| {
        *units += c.len_utf16() as u64;
        Some(*units)
    });
    let starts = std::iter::once(0).chain(ends).any(|units| Some(units) == character.as_u64());
    assert!(starts, "no character of line {line} of {text:?} starts at {character}");
}

fn notice(sent: &Sent<'_>) -> &'static str {
    match sent {
        Sent::Open { .. } => "textDocument/didOpen",
        Sent::Close => "textDocument/didClose",
        _ => "textDocument/didChange",
    }
}

fn position((line, character): (u8, u8)) -> Value {
    json!({"line": line, "character": character})
}

fn change(sent: &Sent<'_>) -> Value {
    let changed = |version: i8, change: Value| json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]});
    match sent {
        Sent::Open { version, text } => {
            json!({"textDocument": {"uri": URI, "languageId": "markdown", "version": version, "text": text}})
        }
        Sent::Replace { version, text } => changed(*version, json!({"text": text})),
        Sent::Edit { version, from, to, text } => {
            changed(*version, json!({"range": {"start": position(*from), "end": position(*to)}, "text": text}))
        }
        _ => json!({"textDocument": {"uri": URI}}),
    }
}

fn question(sent: &Sent<'_>) -> Value {
    let Sent::Ask { at, to, name, .. } = sent else { return Value::Null };
    json!({
        "textDocument": {"uri": URI}, "position": position(*at), "range": {"start": position(*at), "end": position(*to)},
        "context": {"diagnostics": [], "includeDeclaration": true}, "newName": name, "previousResultIds": [],
    })
}
