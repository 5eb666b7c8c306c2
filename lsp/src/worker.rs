//! The thread that checks documents, so that the server keeps reading meanwhile. It takes one job at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use crossbeam_channel::{Receiver, Sender, unbounded};
use designlint_document::Source;
use lsp_server::RequestId;

use crate::checked::Checked;
use crate::diagnostics::{Look, result_id};
use crate::surroundings::{Surroundings, Text};
use crate::uri::Address;

/// The stack of the thread, in bytes: what a main thread has.
const STACK: usize = 8 << 20;

/// Something to do.
pub(crate) struct Job {
    /// What.
    pub task: Task,
    /// What holds besides.
    pub surroundings: Arc<Surroundings>,
}

/// What to do.
pub(crate) enum Task {
    /// Check a document that is open; `revision` tells its states apart.
    Open { address: Address, version: i32, source: Source, before: Option<Arc<str>>, revision: u64 },
    /// Check a file as it lies on the disk, for a request.
    File { address: Address, request: RequestId },
    /// Find the documents of folders, for a request that may begin anew; `round` counts how often it has.
    Walk { folders: Vec<Address>, request: RequestId, round: usize },
}

/// What was done.
pub(crate) enum Done {
    /// An open document was checked.
    Open { written: String, revision: u64, outcome: Arc<Outcome> },
    /// A file was checked.
    File { address: Address, request: RequestId, outcome: Arc<Outcome> },
    /// Folders were walked.
    Walk { documents: Vec<Address>, request: RequestId, round: usize },
}

/// What a check gave.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The document; `None` where it was not checked.
    pub checked: Option<Checked>,
    /// What the client shows of it.
    pub diagnostics: Vec<lsp_types::Diagnostic>,
    /// Tells this list of diagnostics from every other.
    pub result_id: String,
    /// Why it was not checked, where that is not meant.
    pub trouble: Option<String>,
}

/// The thread, from outside.
pub(crate) struct Worker {
    jobs: Sender<Job>,
    /// What it has done.
    pub done: Receiver<Done>,
    /// Whether it has something to do.
    pub busy: bool,
}

impl Worker {
    /// Starts the thread. It ends when this value does.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(crate) fn start(look: Look) -> std::io::Result<Self> {
        let (jobs, incoming) = unbounded::<Job>();
        let (outgoing, done) = unbounded();
        let work = move || {
            for job in incoming {
                if outgoing.send(run(job, look)).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("designlint-check".to_owned()).stack_size(STACK).spawn(work)?;
        Ok(Self { jobs, done, busy: false })
    }

    /// Gives it something to do.
    pub(crate) fn take(&mut self, job: Job) {
        // It cannot have ended: it ends with this sender, and a job that panics is caught.
        self.busy = self.jobs.send(job).is_ok();
    }
}

fn run(job: Job, look: Look) -> Done {
    let Job { task, surroundings } = job;
    match task {
        Task::Open { address, version, source, before, revision } => {
            let mut outcome =
                guarded(&address, || checked(&address, version, Text::Source(source), &surroundings, look));
            if let Some(checked) = &mut outcome.checked {
                checked.before = before;
            }
            Done::Open { written: address.written, revision, outcome: Arc::new(outcome) }
        }
        Task::File { address, request } => {
            let path = address.path.clone().unwrap_or_default();
            let outcome = guarded(&address, || match designlint_files::read(&path) {
                Ok(contents) => checked(&address, 0, Text::Contents(contents), &surroundings, look),
                Err(reason) => Outcome::without(Some(format!("{}: {reason}", path.display()))),
            });
            Done::File { address, request, outcome: Arc::new(outcome) }
        }
        Task::Walk { folders, request, round } => {
            let documents = catch_unwind(AssertUnwindSafe(|| surroundings.documents(&folders)));
            Done::Walk { documents: documents.unwrap_or_default(), request, round }
        }
    }
}

/// The outcome of a check, also where it panics. Rules are guarded by `check`, so this is about parsing.
fn guarded(address: &Address, check: impl FnOnce() -> Outcome) -> Outcome {
    let failed = |_| {
        let message = format!("designlint failed on {}; please report it", address.written);
        Outcome::without(Some(message))
    };
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(failed)
}

fn checked(address: &Address, version: i32, text: Text, surroundings: &Surroundings, look: Look) -> Outcome {
    match surroundings.check(address, text) {
        Ok(Some((report, settings))) => {
            let diagnostics = look.diagnostics(&report, &address.uri);
            let result_id = result_id(&diagnostics);
            let checked = Checked {
                uri: address.uri.clone(),
                version,
                report,
                settings,
                derivation: OnceLock::new(),
                before: None,
            };
            Outcome { checked: Some(checked), diagnostics, result_id, trouble: None }
        }
        Ok(None) => Outcome::without(None),
        Err(message) => Outcome::without(Some(message)),
    }
}

impl Outcome {
    /// Nothing, and why.
    fn without(trouble: Option<String>) -> Self {
        Self { checked: None, diagnostics: Vec::new(), result_id: result_id(&[]), trouble }
    }
}
