//! An editor: a client of the server in the same process, or of the real binary over its standard input and output.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where the server does not answer")]

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt;
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// A client of a running server.
pub struct Editor {
    connection: Connection,
    /// Gives the exit code.
    server: JoinHandle<i32>,
    last: Cell<i32>,
    /// What came while something else was waited for.
    queue: RefCell<VecDeque<Message>>,
}

impl Editor {
    /// A client of a server in this process, with these capabilities.
    pub fn in_memory(capabilities: Value) -> Self {
        let (server, connection) = Connection::memory();
        let server = std::thread::spawn(|| i32::from(designlint_lsp::run(server).is_err()));
        Self::connected(connection, server).initialized(capabilities)
    }

    /// A client of the binary, with these capabilities.
    pub fn over_stdio(capabilities: Value) -> Self {
        let (near, connection) = Connection::memory();
        let mut child = spawn();
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let incoming = near.sender;
        std::thread::spawn(move || {
            while let Ok(Some(message)) = Message::read(&mut stdout) {
                if incoming.send(message).is_err() {
                    return;
                }
            }
        });
        let outgoing = near.receiver;
        let server = std::thread::spawn(move || {
            outgoing.into_iter().try_for_each(|message| message.write(&mut stdin)).unwrap();
            drop(stdin);
            child.wait().unwrap().code().unwrap()
        });
        Self::connected(connection, server).initialized(capabilities)
    }

    fn connected(connection: Connection, server: JoinHandle<i32>) -> Self {
        Self { connection, server, last: Cell::new(0), queue: RefCell::default() }
    }

    fn initialized(self, capabilities: Value) -> Self {
        self.request("initialize", json!({"capabilities": capabilities}));
        self.notify("initialized", json!({}));
        self
    }

    pub fn notify(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.to_owned(), params).into()).unwrap();
    }

    /// The result of a request.
    pub fn request(&self, method: &str, params: Value) -> Value {
        self.last.set(self.last.get() + 1);
        let id = RequestId::from(self.last.get());
        self.connection.sender.send(Request::new(id.clone(), method.to_owned(), params).into()).unwrap();
        let answer =
            self.find(|message| matches!(message, Message::Response(Response { id: other, .. }) if *other == id));
        let Message::Response(Response { response_result, .. }) = answer else { panic!() };
        response_result.unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    /// The parameters of the next notification with this method.
    pub fn told(&self, method: &str) -> Value {
        let found = self.find(|message| matches!(message, Message::Notification(n) if n.method == method));
        let Message::Notification(Notification { params, .. }) = found else { panic!() };
        params
    }

    fn find(&self, fits: impl Fn(&Message) -> bool) -> Message {
        let mut queue = self.queue.borrow_mut();
        if let Some(at) = queue.iter().position(&fits) {
            return queue.remove(at).unwrap();
        }
        loop {
            let message = self.connection.receiver.recv_timeout(Duration::from_secs(300)).unwrap();
            if fits(&message) {
                return message;
            }
            queue.push_back(message);
        }
    }

    pub fn open(&self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub fn change(&self, uri: &str, version: i32, changes: Vec<Value>) {
        let params = json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": changes});
        self.notify("textDocument/didChange", params);
    }

    /// The diagnostics of a document, asked for.
    pub fn pulled(&self, uri: &str) -> Vec<Value> {
        let mut report = self.request("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
        let Value::Array(items) = report["items"].take() else { panic!("{report}") };
        items
    }

    /// Shuts the server down, which ends as it should.
    pub fn leave(self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        drop(self.connection.sender);
        assert_eq!(self.server.join().unwrap(), 0);
    }
}

/// The binary as a server, with nothing said yet.
pub fn spawn() -> Child {
    let mut command = Command::cargo_bin("designlint").unwrap();
    command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Writes messages as they stand.
pub fn write(stdin: &mut ChildStdin, bodies: &[&str]) {
    for body in bodies {
        write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    }
    stdin.flush().unwrap();
}
