//! The loop: what comes in, what is checked next, and what follows from a check.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::select;
use lsp_server::{Connection, ErrorCode, Message, Notification, RequestId, Response};
use lsp_types::MessageType;
use lsp_types::notification::{Exit, Notification as _};
use lsp_types::request::{Initialize, Request as _};
use serde_json::Value;

use crate::alive::{self, Alive};
use crate::client::{self, Client};
use crate::diagnostics::Look;
use crate::open::{Open, Shown};
use crate::outgoing::{Sent, refusal};
use crate::settings::{ClientSettings, Run};
use crate::surroundings::Surroundings;
use crate::sweep::{FilePull, Sweep};
use crate::uri::Address;
use crate::worker::{Done, Job, Outcome, Task, Worker};
use crate::{Parts, Stopped};

/// A session with a client.
pub(crate) struct Server {
    pub connection: Connection,
    pub parts: Parts,
    pub worker: Worker,
    pub client: Client,
    pub alive: Option<Alive>,
    /// Whether the client said `shutdown`.
    pub shut_down: bool,
    /// What the client set when it initialised, to which its configuration is added.
    pub initial_settings: Value,
    pub settings: ClientSettings,
    /// The folders of the workspace.
    pub roots: Vec<Address>,
    pub surroundings: Arc<Surroundings>,
    /// The open documents, by their addresses as the client writes them.
    pub open: BTreeMap<String, Open>,
    /// The last number given to a state of a document or to a request.
    pub counter: u64,
    /// Requests for the diagnostics of files that are not open.
    pub files: VecDeque<FilePull>,
    /// Requests for the diagnostics of the workspace that are being answered, and those that wait for a change.
    pub sweeps: VecDeque<Sweep>,
    pub held: Vec<Sweep>,
    /// What the person was told of configurations.
    pub told: BTreeSet<String>,
    pub last_request: i32,
    /// The request for the client's configuration that is to be answered.
    pub configuration_asked: Option<RequestId>,
}

/// Serves a client from its first message on.
pub(crate) fn wait_for_initialize(connection: Connection, parts: Parts) -> Sent {
    loop {
        let send = |response: Response| connection.sender.send(response.into()).map_err(|_| Stopped::Disconnected);
        match connection.receiver.recv().map_err(|_| Stopped::Disconnected)? {
            Message::Request(request) if request.method == Initialize::METHOD => {
                let mut server = Server::new(connection, parts, &request.params)?;
                server.initialize(request.id, &request.params)?;
                return server.serve();
            }
            Message::Request(request) => {
                let why = refusal(ErrorCode::ServerNotInitialized, "the first request must be initialize");
                send(Response { id: request.id, response_result: Err(why) })?;
            }
            Message::Notification(n) if n.method == Exit::METHOD => return Err(Stopped::WithoutShutdown),
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
}

impl Server {
    fn new(connection: Connection, parts: Parts, initialize: &Value) -> Result<Self, Stopped> {
        let client = Client::read(initialize);
        let settings = ClientSettings::default();
        Ok(Self {
            worker: Worker::start(Look::of(&client)).map_err(|_| Stopped::NoThread)?,
            alive: client.process.and_then(Alive::new),
            surroundings: Arc::new(Surroundings::new(&settings, None, parts.rules)),
            connection,
            parts,
            client,
            shut_down: false,
            initial_settings: Value::Null,
            settings,
            roots: client::roots(initialize),
            open: BTreeMap::new(),
            counter: 0,
            files: VecDeque::new(),
            sweeps: VecDeque::new(),
            held: Vec::new(),
            told: BTreeSet::new(),
            last_request: 0,
            configuration_asked: None,
        })
    }

    fn serve(mut self) -> Sent {
        loop {
            self.advance();
            if self.alive.as_mut().is_some_and(Alive::is_gone) {
                return Err(Stopped::ClientGone);
            }
            let wait = self.wait();
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Ok(Message::Notification(n)) if n.method == Exit::METHOD => return self.end(Stopped::WithoutShutdown),
                    Ok(message) => self.take(message)?,
                    Err(_) => return self.end(Stopped::Disconnected),
                },
                recv(self.worker.done) -> done => if let Ok(done) = done { self.done(done)? },
                default(wait) => {}
            }
        }
    }

    /// How a session ends after `shutdown`, and without it.
    fn end(&self, without: Stopped) -> Sent {
        if self.shut_down { Ok(()) } else { Err(without) }
    }

    fn take(&mut self, message: Message) -> Sent {
        match message {
            Message::Request(request) => self.answer(request),
            Message::Notification(Notification { method, params }) => self.notice(&method, params),
            Message::Response(response) => self.reply(response),
        }
    }

    /// How long nothing happens unless a message comes.
    fn wait(&self) -> Duration {
        let now = Instant::now();
        let owed = self.open.values().filter(|open| open.outcome.is_none() && !self.worker.busy);
        let due = owed.filter_map(|open| open.push.due).min();
        due.map_or(alive::INTERVAL, |due| due.saturating_duration_since(now).min(alive::INTERVAL))
    }

    /// Gives the worker what is to be done next: first what is asked for, in the order of asking; then what is to be
    /// pushed; then files that are not open.
    fn advance(&mut self) {
        if self.worker.busy {
            return;
        }
        let now = Instant::now();
        let unchecked = || self.open.values().filter(|open| open.outcome.is_none());
        let asked = unchecked().filter_map(|open| Some((open.waiting.first()?.arrival, open)));
        let owed = unchecked().filter_map(|open| Some((open.push.due.filter(|due| *due <= now)?, open)));
        let next = asked.min_by_key(|(arrival, _)| *arrival).map(|(_, open)| open);
        let next = next.or_else(|| owed.min_by_key(|(due, _)| *due).map(|(_, open)| open));
        let task = match next {
            Some(open) => Some(Task::Open {
                address: open.address.clone(),
                version: open.version,
                source: open.source.clone(),
                before: open.before.clone(),
                revision: open.revision,
            }),
            None => self.next_file(),
        };
        if let Some(task) = task {
            self.worker.take(Job { task, surroundings: Arc::clone(&self.surroundings) });
        }
    }

    fn done(&mut self, done: Done) -> Sent {
        self.worker.busy = false;
        match done {
            Done::Open { written, revision, outcome } => self.checked(&written, revision, outcome),
            Done::File { address, request, outcome } => self.file_checked(&address, &request, &outcome),
            Done::Walk { documents, request, round } => self.walked(documents, &request, round),
        }
    }

    /// An open document was checked. What was checked of another state of it is stale and dropped.
    fn checked(&mut self, written: &str, revision: u64, outcome: Arc<Outcome>) -> Sent {
        let Some(open) = self.open.get_mut(written).filter(|open| open.revision == revision) else { return Ok(()) };
        open.outcome = Some(Arc::clone(&outcome));
        let waiting = std::mem::take(&mut open.waiting);
        self.log(MessageType::LOG, &format!("checked {written}: {} diagnostics", outcome.diagnostics.len()))?;
        self.tell(written, &outcome)?;
        self.show_diagnostics(written, &outcome)?;
        waiting.into_iter().try_for_each(|waiting| self.answer_from(written, &outcome, waiting.request))
    }

    /// Makes an outcome the one that is shown, unless the person wants to see it only when the text is saved.
    fn show_diagnostics(&mut self, written: &str, outcome: &Arc<Outcome>) -> Sent {
        let on_save = self.settings.run == Run::OnSave;
        let Some(open) = self.open.get_mut(written) else { return Ok(()) };
        open.push.pushed();
        if on_save && open.unsaved {
            return Ok(());
        }
        let version = open.version;
        let before = open.shown.replace(Shown { version, outcome: Arc::clone(outcome) });
        let same = before.is_some_and(|b| b.version == version && b.outcome.result_id == outcome.result_id);
        if self.client.pulls || same { Ok(()) } else { self.push(written, Some((version, outcome))) }
    }

    /// Tells the person what is wrong with a configuration, once; and where a rule failed.
    fn tell(&mut self, written: &str, outcome: &Outcome) -> Sent {
        let Some(open) = self.open.get_mut(written) else { return Ok(()) };
        let before = std::mem::replace(&mut open.trouble, outcome.trouble.clone());
        if let Some(gone) = before.filter(|_| outcome.trouble.is_none()) {
            self.told.remove(&gone);
        }
        if let Some(trouble) = outcome.trouble.as_ref().filter(|trouble| !self.told.contains(*trouble)) {
            self.told.insert(trouble.clone());
            self.show(MessageType::ERROR, trouble)?;
        }
        let failed = outcome.checked.iter().flat_map(|c| &c.report.diagnostics).filter(|d| d.rule == "internal-error");
        for diagnostic in failed {
            let message = format!("{written}: {}", diagnostic.finding.message);
            if self.told.insert(message.clone()) {
                self.log(MessageType::ERROR, &message)?;
            }
        }
        Ok(())
    }

    /// A number that no state and no request had before.
    pub(crate) fn count(&mut self) -> u64 {
        self.counter += 1;
        self.counter
    }
}
