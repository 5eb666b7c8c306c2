//! What happens while a document is being checked: its rule waits until the test opens a gate.

use std::sync::{Condvar, Mutex};

use designlint_core::{Context, Family, Finding, RuleEntry, RuleMeta, Severity};
use designlint_document::Span;

use super::*;

/// Lets so many checks through.
struct Gate {
    open: Mutex<usize>,
    changed: Condvar,
}

impl Gate {
    const fn new() -> Self {
        Self { open: Mutex::new(0), changed: Condvar::new() }
    }

    fn open(&self, times: usize) {
        *self.open.lock().unwrap() += times;
        self.changed.notify_all();
    }

    fn pass(&self) {
        let waited = self.changed.wait_timeout_while(self.open.lock().unwrap(), Duration::from_secs(60), |n| *n == 0);
        let (mut open, _) = waited.unwrap();
        *open = open.saturating_sub(1);
    }
}

static META: RuleMeta = RuleMeta {
    name: "first-letter",
    family: Family::Arithmetic,
    severity: Severity::Info,
    preview: false,
    docs: "Says the first letter.",
    file: file!(),
};

/// A rule that says what the text starts with, once it is let through a gate.
macro_rules! slow {
    ($gate:expr) => {{
        fn check(cx: &Context<'_>) -> Vec<Finding> {
            $gate.pass();
            let text = cx.document.source.text();
            text.chars().next().map(|c| Finding::new(Span::new(0, c.len_utf8()), c.to_string())).into_iter().collect()
        }
        static RULES: &[RuleEntry] = &[RuleEntry { meta: &META, check, configure: |_| Err(String::new()) }];
        let answer: fn(Asked<'_>, &str, Value) -> Option<Result<Value, ResponseError>> = |asked, _, _| {
            Some(Ok(json!({"version": asked.checked.version, "text": asked.checked.report.document.source.text()})))
        };
        Client::with(Parts { rules: RULES, answer, document_of: any_document })
    }};
}

fn messages(diagnostics: &Value) -> Vec<&str> {
    diagnostics.as_array().unwrap().iter().map(|d| d["message"].as_str().unwrap()).collect()
}

#[test]
fn what_is_stale_is_dropped() {
    static GATE: Gate = Gate::new();
    let client = slow!(GATE).initialized(json!({}));
    client.open("a");
    client.change(2, "b");
    client.change(3, "c");
    // The server has read the changes when it answers this.
    client.request("textDocument/frobnicate", json!({}));
    GATE.open(9);
    let published = client.published();
    assert_eq!((&published["version"], messages(&published["diagnostics"])), (&json!(3), vec!["c"]));
    assert_eq!(client.leave(), [""; 0]);
}

#[test]
fn a_request_is_answered_from_the_text_of_now_and_in_order() {
    static GATE: Gate = Gate::new();
    let client = slow!(GATE).initialized(json!({"capabilities": pulls()}));
    client.open("a");
    let first = client.ask("textDocument/diagnostic", of(URI));
    client.change(2, "b");
    let second = client.ask("textDocument/diagnostic", of(URI));
    client.request("textDocument/frobnicate", json!({}));
    GATE.open(9);
    let Message::Response(answered) = client.find(|m| matches!(m, Message::Response(_))) else { panic!() };
    assert_eq!(answered.id, first.into());
    assert_eq!(messages(&answered.response_result.unwrap()["items"]), ["b"]);
    assert_eq!(messages(&client.answer(second)["items"]), ["b"]);
}

#[test]
fn a_cancelled_request_is_answered_once() {
    static GATE: Gate = Gate::new();
    let client = slow!(GATE).initialized(json!({"capabilities": pulls()}));
    client.open("a");
    let (first, second) =
        (client.ask("textDocument/diagnostic", of(URI)), client.ask("textDocument/diagnostic", of(URI)));
    client.notify("$/cancelRequest", json!({"id": first}));
    assert_eq!(client.answer(first), json!({"error": -32800}));
    GATE.open(9);
    assert_eq!(messages(&client.answer(second)["items"]), ["a"]);
    for id in [json!(first), json!(second), json!("x"), json!(null), json!(1.5)] {
        client.notify("$/cancelRequest", json!({"id": id}));
    }
    client.notify("$/cancelRequest", json!(3));
    assert_eq!(client.leave(), [""; 0]);
}

#[test]
fn what_waits_is_answered_when_its_document_closes_or_the_server_is_shut_down() {
    static GATE: Gate = Gate::new();
    let client = slow!(GATE).initialized(json!({"capabilities": pulls()}));
    client.open("a");
    let closed = client.ask("textDocument/diagnostic", of(URI));
    client.notify("textDocument/didClose", of(URI));
    assert_eq!(client.answer(closed), json!({"error": -32801}));
    client.open("b");
    let reopened = client.ask("textDocument/diagnostic", of(URI));
    client.open("c");
    assert_eq!(client.answer(reopened), json!({"error": -32801}));
    let waiting = client.ask("textDocument/diagnostic", of(URI));
    let file = client.ask("textDocument/diagnostic", of("file:///gone.md"));
    let everything = client.ask("workspace/diagnostic", json!({"previousResultIds": []}));
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
    for id in [waiting, file, everything] {
        assert_eq!(client.answer(id), json!({"error": -32803}));
    }
    GATE.open(9);
    client.notify("exit", Value::Null);
    assert_eq!(client.server.join().unwrap(), Ok(()));
}

#[test]
fn a_feature_is_answered_from_the_check_of_the_text_it_is_about() {
    static GATE: Gate = Gate::new();
    let client = slow!(GATE).initialized(json!({"capabilities": pulls()}));
    client.open("a");
    let stale = client.ask("textDocument/hover", position());
    client.change(2, "b");
    assert_eq!(client.answer(stale), json!({"error": -32801}));
    let hover = client.ask("textDocument/hover", position());
    GATE.open(9);
    assert_eq!(client.answer(hover), json!({"version": 2, "text": "b"}));
    // What was checked is not checked again.
    assert_eq!(client.request("textDocument/hover", position()), json!({"version": 2, "text": "b"}));
}

fn position() -> Value {
    json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}})
}
