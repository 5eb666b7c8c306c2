//! The server as a process: what it reads and writes, how it ends, and what it survives.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where the server does not answer")]

mod common;

use std::io::{BufReader, Read};
use std::process::Child;

use common::editor::{Editor, spawn, write};
use lsp_server::{Message, Response};
use serde_json::{Value, json};

const INITIALIZE: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"textDocument":{"diagnostic":{}}}}}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;
const URI: &str = "file:///docs/q7.md";

/// Everything that a server says, after these messages and the end of its input; and how it ended.
fn session(bodies: &[&str]) -> (Vec<Message>, i32, String) {
    let mut server = spawn();
    let mut stdin = server.stdin.take().unwrap();
    write(&mut stdin, bodies);
    drop(stdin);
    ended(server)
}

fn ended(mut server: Child) -> (Vec<Message>, i32, String) {
    let mut stdout = BufReader::new(server.stdout.take().unwrap());
    let messages = std::iter::from_fn(|| Message::read(&mut stdout).unwrap()).collect();
    let mut said = String::new();
    server.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (messages, server.wait().unwrap().code().unwrap(), said)
}

/// The result of the request with this number, or its error's code.
fn result(messages: &[Message], number: i32) -> Value {
    let mut answers = messages.iter().filter_map(|message| match message {
        Message::Response(Response { id, response_result }) if *id == number.into() => Some(response_result.clone()),
        _ => None,
    });
    let answer = answers.next().unwrap_or_else(|| panic!("no answer to {number}: {messages:?}"));
    assert!(answers.next().is_none(), "{number} was answered twice");
    answer.unwrap_or_else(|error| json!(error.code))
}

#[test]
fn shutdown_takes_any_parameters_and_exit_ends_with_0() {
    for params in ["", r#","params":null"#, r#","params":{}"#] {
        let shutdown = format!(r#"{{"jsonrpc":"2.0","id":2,"method":"shutdown"{params}}}"#);
        let exit = format!(r#"{{"jsonrpc":"2.0","method":"exit"{params}}}"#);
        let (messages, code, said) = session(&[INITIALIZE, &shutdown, &exit]);
        assert_eq!((result(&messages, 2), messages.len(), code, said.as_str()), (Value::Null, 2, 0, ""), "{params}");
    }
}

#[test]
fn exit_without_shutdown_ends_with_1_as_does_the_end_of_the_input() {
    for (bodies, reason) in [
        (vec![INITIALIZE, EXIT], "error: the client said exit without shutdown\n"),
        (vec![EXIT], "error: the client said exit without shutdown\n"),
        (vec![INITIALIZE], "error: the connection to the client broke off\n"),
        (vec![], "error: the connection to the client broke off\n"),
    ] {
        let (messages, code, said) = session(&bodies);
        assert_eq!((code, said.as_str()), (1, reason));
        assert_eq!(messages.len(), usize::from(bodies.contains(&INITIALIZE)));
    }
}

#[test]
fn exit_ends_it_though_its_input_stays_open() {
    let mut server = spawn();
    let mut stdin = server.stdin.take().unwrap();
    write(&mut stdin, &[INITIALIZE, r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, EXIT]);
    assert_eq!(ended(server).1, 0);
    drop(stdin);
}

#[cfg(unix)]
#[test]
fn it_ends_with_the_process_of_the_client_though_its_input_stays_open() {
    let mut client = std::process::Command::new("sleep").arg("600").spawn().unwrap();
    let mut server = spawn();
    let mut stdin = server.stdin.take().unwrap();
    let initialize = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"processId":{},"capabilities":{{}}}}}}"#,
        client.id()
    );
    write(&mut stdin, &[&initialize]);
    let mut stdout = BufReader::new(server.stdout.take().unwrap());
    assert!(matches!(Message::read(&mut stdout), Ok(Some(Message::Response(_)))));
    client.kill().unwrap();
    client.wait().unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(1));
    drop(stdin);
}

#[test]
fn what_is_no_message_is_said_and_the_next_is_answered() {
    let half = r##"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///docs/q7.md","version":1,"text":"# \ud83d\n\n7 x 6 MB = 43 MB\n"}}}"##;
    let pull = r#"{"jsonrpc":"2.0","id":"p","method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///docs/q7.md"}}}"#;
    let mut server = spawn();
    let mut stdin = server.stdin.take().unwrap();
    write(&mut stdin, &[INITIALIZE, "{]", half, pull]);
    let mut stdout = BufReader::new(server.stdout.take().unwrap());
    let mut next = || serde_json::to_value(Message::read(&mut stdout).unwrap().unwrap()).unwrap();
    assert_eq!(next()["id"], 1);
    let told = next();
    assert_eq!(told["method"], "window/logMessage");
    assert!(told["params"]["message"].as_str().unwrap().starts_with("a message of the client cannot be read: "));
    let report = next();
    assert_eq!((&report["id"], &report["result"]["items"][0]["code"]), (&json!("p"), &json!("arith-mismatch")));
    write(&mut stdin, &[EXIT]);
    assert_eq!(server.wait().unwrap().code(), Some(1));
}

#[test]
fn a_document_of_ten_megabytes_is_opened_edited_and_checked() {
    let editor = Editor::over_stdio(json!({"textDocument": {"diagnostic": {}}}));
    let line = "Plain words about caches, queues and pools stand here, without a number in them. 日本 😀\n";
    let mut text = "# Notes\n\n".to_owned();
    text.push_str(&line.repeat(10_000_000 / line.len() + 1));
    let lines = text.lines().count();
    editor.open(URI, &text);
    let end = json!({"line": lines, "character": 0});
    editor.change(URI, 2, vec![json!({"range": {"start": end, "end": end}, "text": "\nIt takes 7 x 6 MB = 43 MB.\n"})]);
    let found = editor.pulled(URI);
    assert_eq!(found.iter().map(|d| &d["code"]).collect::<Vec<_>>(), ["arith-mismatch"]);
    assert_eq!(found[0]["range"]["start"], json!({"line": lines + 1, "character": 9}));
    editor.leave();
}
