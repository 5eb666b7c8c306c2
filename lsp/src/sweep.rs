//! Diagnostics of files that are not open: of one that is asked for, and of the whole workspace.

use std::collections::{BTreeMap, VecDeque};

use lsp_server::RequestId;
use lsp_types::notification::{Notification as _, Progress};
use serde_json::{Value, json};

use crate::diagnostics::result_id;
use crate::outgoing::Sent;
use crate::requests::{previous, report};
use crate::server::Server;
use crate::uri::Address;
use crate::worker::{Outcome, Task};

/// A request for the diagnostics of a file that is not open.
pub(crate) struct FilePull {
    id: RequestId,
    address: Address,
    previous: Option<String>,
}

impl FilePull {
    pub(crate) fn new(id: RequestId, address: Address, params: &Value) -> Self {
        Self { id, address, previous: previous(params).map(str::to_owned) }
    }
}

/// A request for the diagnostics of the workspace. Open documents are left to the requests about themselves.
pub(crate) struct Sweep {
    id: RequestId,
    /// Where the client wants parts of the answer, if it wants them before all are there.
    token: Option<Value>,
    /// The ids of the results that the client has, by address.
    previous: BTreeMap<String, String>,
    /// The documents that are still to be checked; `None` before the folders are walked.
    documents: Option<VecDeque<Address>>,
    /// The addresses of those that were.
    checked: Vec<String>,
    /// The reports on them, as far as they were not sent.
    items: Vec<Value>,
    /// Whether one of them differs from what the client has.
    news: bool,
    /// How often it has begun anew, so that folders that were walked before are told from those of now.
    round: usize,
}

impl Sweep {
    pub(crate) fn new(id: RequestId, params: &Value) -> Self {
        let pair =
            |value: &Value| Some((value.get("uri")?.as_str()?.to_owned(), value.get("value")?.as_str()?.to_owned()));
        let results = params.get("previousResultIds").and_then(Value::as_array);
        Self {
            id,
            token: params.get("partialResultToken").filter(|token| !token.is_null()).cloned(),
            previous: results.into_iter().flatten().filter_map(pair).collect(),
            documents: None,
            checked: Vec::new(),
            items: Vec::new(),
            news: false,
            round: 0,
        }
    }

    /// Takes a report on a document. One that the client has is worth no mention.
    fn add(&mut self, written: &str, report: Value) {
        self.checked.push(written.to_owned());
        if report["kind"] == "unchanged" {
            return;
        }
        self.news = true;
        let mut item = json!({"uri": written, "version": null});
        if let (Value::Object(item), Value::Object(report)) = (&mut item, report) {
            item.extend(report);
        }
        self.items.push(item);
    }

    /// The documents that the client has results of and that are no longer there: they have none.
    fn gone(&self, is_open: impl Fn(&str) -> bool) -> Vec<(String, Value)> {
        let nothing = result_id(&[]);
        let gone = self
            .previous
            .iter()
            .filter(|(written, id)| **id != nothing && !self.checked.contains(written) && !is_open(written));
        gone.map(|(written, _)| (written.clone(), json!({"kind": "full", "resultId": nothing, "items": []}))).collect()
    }

    /// The same request from its beginning.
    fn again(self) -> Self {
        // What was sent in part cannot be taken back.
        let news = self.news && self.token.is_some();
        Self { documents: None, checked: Vec::new(), items: Vec::new(), news, round: self.round + 1, ..self }
    }
}

impl Server {
    /// The next thing to do about files, if there is one.
    pub(crate) fn next_file(&self) -> Option<Task> {
        if let Some(pull) = self.files.front() {
            return Some(Task::File { address: pull.address.clone(), request: pull.id.clone() });
        }
        let sweep = self.sweeps.front()?;
        let request = sweep.id.clone();
        Some(match sweep.documents.as_ref().map(VecDeque::front) {
            None => Task::Walk { folders: self.roots.clone(), request, round: sweep.round },
            Some(document) => Task::File { address: document?.clone(), request },
        })
    }

    /// The folders of the workspace were walked for a request.
    pub(crate) fn walked(&mut self, documents: Vec<Address>, request: &RequestId, round: usize) -> Sent {
        let is_open = |file: &Address| {
            self.open.values().any(|open| open.address.path == file.path || open.address.written == file.written)
        };
        let documents = documents.into_iter().filter(|file| !is_open(file)).collect();
        match self.sweeps.front_mut().filter(|sweep| sweep.id == *request && sweep.round == round) {
            Some(sweep) => sweep.documents = Some(documents),
            None => return Ok(()),
        }
        self.finish()
    }

    /// A file was checked for a request; for none any more where that was cancelled meanwhile.
    pub(crate) fn file_checked(&mut self, address: &Address, request: &RequestId, outcome: &Outcome) -> Sent {
        let pulled = self.files.iter().position(|pull| pull.id == *request);
        if let Some(pull) = pulled.and_then(|at| self.files.remove(at)) {
            return self.respond(pull.id, Ok(report(outcome, pull.previous.as_deref())));
        }
        let Some(sweep) = self.sweeps.front_mut().filter(|sweep| sweep.id == *request) else { return Ok(()) };
        // Where the folders changed meanwhile it starts again.
        let Some(documents) = sweep.documents.as_mut() else { return Ok(()) };
        documents.pop_front();
        // A file that cannot be read keeps what the client has of it.
        if outcome.trouble.is_none() {
            let previous = sweep.previous.get(&address.written).map(String::as_str);
            let report = report(outcome, previous);
            sweep.add(&address.written, report);
        } else {
            sweep.checked.push(address.written.clone());
        }
        self.send_part()?;
        self.finish()
    }

    /// Sends what a client wants as soon as it is there.
    fn send_part(&mut self) -> Sent {
        let Some(sweep) = self.sweeps.front_mut().filter(|sweep| !sweep.items.is_empty()) else { return Ok(()) };
        let Some(token) = sweep.token.clone() else { return Ok(()) };
        let items = std::mem::take(&mut sweep.items);
        self.notify(Progress::METHOD, json!({"token": token, "value": {"items": items}}))
    }

    /// Answers the first request for the workspace once all is checked. One that brings nothing new waits for a change,
    /// so that a client does not ask again and again, if the server learns of changes.
    fn finish(&mut self) -> Sent {
        let first = self.sweeps.front().and_then(|sweep| sweep.documents.as_ref());
        if !first.is_some_and(VecDeque::is_empty) {
            return Ok(());
        }
        let Some(mut sweep) = self.sweeps.pop_front() else { return Ok(()) };
        for (written, report) in sweep.gone(|written| self.open.contains_key(written)) {
            sweep.add(&written, report);
        }
        if !sweep.news && !sweep.previous.is_empty() && self.client.watches {
            self.held.push(sweep.again());
            return Ok(());
        }
        self.respond(sweep.id, Ok(json!({"items": sweep.items})))
    }

    /// Something has changed that requests for the workspace may wait for.
    pub(crate) fn wake(&mut self) {
        let running = self.sweeps.drain(..).map(Sweep::again).collect::<Vec<_>>();
        self.sweeps.extend(self.held.drain(..).chain(running));
    }

    /// Takes a request with this id out of those about files.
    pub(crate) fn forget_files(&mut self, id: &RequestId) -> bool {
        let before = self.files.len() + self.sweeps.len() + self.held.len();
        self.files.retain(|pull| pull.id != *id);
        self.sweeps.retain(|sweep| sweep.id != *id);
        self.held.retain(|sweep| sweep.id != *id);
        before > self.files.len() + self.sweeps.len() + self.held.len()
    }

    /// Takes all requests about files, and says which.
    pub(crate) fn forget_all_files(&mut self) -> Vec<RequestId> {
        let sweeps = self.sweeps.drain(..).chain(self.held.drain(..)).map(|sweep| sweep.id);
        self.files.drain(..).map(|pull| pull.id).chain(sweeps).collect()
    }
}
