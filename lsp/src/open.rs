//! An open document and what is owed about it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use designlint_document::Source;
use lsp_server::{Request, RequestId};

use crate::uri::Address;
use crate::worker::Outcome;

/// A document that the client has open.
pub(crate) struct Open {
    /// Its address.
    pub address: Address,
    /// The client's version of the text.
    pub version: i32,
    /// The text.
    pub source: Source,
    /// The text before a number was changed, where that is all that was.
    pub before: Option<Arc<str>>,
    /// Tells the states of all documents apart: what is checked of another one is stale.
    pub revision: u64,
    /// Whether the text was changed since it was opened or saved.
    pub unsaved: bool,
    /// What the check of this revision gave, once it is there.
    pub outcome: Option<Arc<Outcome>>,
    /// What is shown now; not always that of this revision.
    pub shown: Option<Shown>,
    /// Requests that wait for the check, in their order.
    pub waiting: Vec<Waiting>,
    /// When its diagnostics are to be pushed.
    pub push: Debounce,
    /// What was wrong with its configuration when it was checked last.
    pub trouble: Option<String>,
}

/// Diagnostics as the client was given them.
pub(crate) struct Shown {
    /// The version of the text that they are about.
    pub version: i32,
    /// The diagnostics.
    pub outcome: Arc<Outcome>,
}

/// A request that waits.
pub(crate) struct Waiting {
    /// Grows with every request, so that the oldest is served first.
    pub arrival: u64,
    /// The request.
    pub request: Request,
}

impl Open {
    /// A document as it is opened.
    pub(crate) fn new(address: Address, version: i32, source: Source, revision: u64) -> Self {
        Self {
            address,
            version,
            source,
            before: None,
            revision,
            unsaved: false,
            outcome: None,
            shown: None,
            waiting: Vec::new(),
            push: Debounce::default(),
            trouble: None,
        }
    }

    /// Another state of it: what was checked no longer holds.
    pub(crate) fn renew(&mut self, revision: u64) {
        self.revision = revision;
        self.outcome = None;
    }

    /// Takes the request with this id out of those that wait.
    pub(crate) fn forget(&mut self, id: &RequestId) -> Option<Request> {
        let at = self.waiting.iter().position(|waiting| waiting.request.id == *id)?;
        Some(self.waiting.remove(at).request)
    }
}

/// A pause of this length ends a run of edits.
const PAUSE: Duration = Duration::from_millis(150);
/// Edits that keep coming are not waited for longer than this.
const LONGEST: Duration = Duration::from_secs(1);

/// When to push: after a pause at once, while edits keep coming when they stop.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Debounce {
    /// When the text was changed last.
    changed: Option<Instant>,
    /// The first change that was not pushed.
    since: Option<Instant>,
    /// When to push; `None` where everything is.
    pub due: Option<Instant>,
}

impl Debounce {
    /// The text was changed.
    pub(crate) fn changed(&mut self, now: Instant) {
        let quiet = self.changed.is_none_or(|last| now.duration_since(last) >= PAUSE);
        let since = *self.since.get_or_insert(now);
        self.changed = Some(now);
        self.due = Some(if quiet { now } else { (now + PAUSE).min(since + LONGEST) });
    }

    /// Something else was changed, or the document was opened or saved.
    pub(crate) fn at_once(&mut self, now: Instant) {
        self.due = Some(now);
    }

    /// Everything is pushed.
    pub(crate) fn pushed(&mut self) {
        (self.since, self.due) = (None, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_change_after_a_pause_is_pushed_at_once() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut push = Debounce::default();
        push.changed(at(0));
        assert_eq!(push.due, Some(at(0)));
        push.pushed();
        push.changed(at(100));
        assert_eq!(push.due, Some(at(250)));
        push.changed(at(200));
        assert_eq!(push.due, Some(at(350)));
        push.pushed();
        push.changed(at(350));
        assert_eq!(push.due, Some(at(350)));
    }

    #[test]
    fn edits_that_keep_coming_are_not_waited_for_for_ever() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut push = Debounce::default();
        (0..=9).for_each(|tenth| push.changed(at(tenth * 100)));
        assert_eq!(push.due, Some(at(1000)));
        push.at_once(at(950));
        assert_eq!(push.due, Some(at(950)));
    }
}
