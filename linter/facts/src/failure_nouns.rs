//! The nouns of failures: what fails, which signals would show it, and what is left meanwhile.

use designlint_document::Span;

use crate::{State, Text};

/// A way the system fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailureMode {
    /// The row, item or sub-section.
    pub span: Span,
    /// What fails.
    pub failure: Text,
    /// How it is noticed; `None` where there is no such column, label or sentence.
    pub detection: Option<Text>,
    /// State of the detection.
    pub detection_state: State,
    /// What users see meanwhile, or what is done about it (degradation, effect, impact, behaviour, mitigation, recovery).
    pub degradation: Option<Text>,
    /// State of the degradation.
    pub degradation_state: State,
    /// The failed component, by the inventory or the words before the failure word.
    pub component: Option<String>,
    /// Whether only one of several such components fails, so that the others go on reporting.
    pub one_of_many: bool,
    /// Kind of failure.
    pub kind: FailureKind,
    /// The signals of the detection.
    pub signals: Vec<SignalUse>,
    /// What the row stands in.
    pub list: FailureList,
}

/// What a failure stands in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureList {
    /// Where it is said once for all rows what none of them has: the header of a table, the heading of a plain list.
    /// `None` where each row has places of its own.
    pub head: Option<Span>,
    /// Whether its header, heading or another sentence beside the rows has a place for detections.
    pub detects: bool,
    /// Whether it lists risks or threats of a plan. Nobody asks how those are noticed.
    pub risks: bool,
}

/// What kind of failure a row describes (rules of detection, step 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Down, dies, lost, killed, OOM, unreachable.
    Crash,
    /// Hangs, deadlock, stuck.
    Hang,
    /// Slow, p99, late.
    Slow,
    /// Stale, wrong, corrupt.
    WrongData,
    /// Does not run, missed.
    NeverRan,
    /// Full, saturated.
    Overload,
    /// It runs and does something else than it should, or no word tells.
    Other,
}

/// Who emits a signal, as far as detection cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmitterClass {
    /// The component it speaks of.
    Itself,
    /// Who calls it: clients, proxies, balancers.
    Caller,
    /// Who scrapes it.
    Scraper,
    /// Kubernetes, systemd and the like.
    Orchestrator,
    /// The machine.
    Host,
    /// A broker or database that holds the data.
    Store,
    /// A prober or receiver outside.
    Outside,
    /// Users and operators.
    People,
    /// Nobody can tell.
    Unknown,
}

/// A signal named in a detection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignalUse {
    /// As written.
    pub name: Text,
    /// Class of its emitter.
    pub class: EmitterClass,
    /// Emitter in words, for the message.
    pub emitter: String,
    /// The component that emits it: the failed one by its name in the row, one of the inventory, or the name's first
    /// segment. `None` where nobody can tell.
    pub owner: Option<String>,
    /// Whether it can see a failure of this kind although its emitter failed.
    pub sees: bool,
    /// Id of the pack's entry that told.
    pub pack: Option<String>,
    /// Why it does not show this failure; `None` where it does or nobody can tell.
    pub fault: Option<SignalFault>,
}

/// Why a signal does not show a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignalFault {
    /// Whoever emits, keeps or delivers it needs what failed.
    SharedFate(FateLink),
    /// Its condition needs a value, and with the failure there is none.
    AbsenceBlind(Silence),
    /// It stays healthy while this kind of failure lasts.
    WrongMode(Blindness),
    /// The failed component emits it.
    SelfReported,
    /// It is no signal.
    Vague(Vagueness),
}

/// What ties a signal to the failed component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FateLink {
    /// The document says that a component on the way of the signal needs it.
    Declared {
        /// The component on the way.
        component: String,
        /// What it does with what it needs: "stores its", "notifies through".
        verb: String,
        /// What it needs, as its place calls it.
        need: String,
        /// Where that is said.
        span: Span,
    },
    /// "In the same object store": the words after "same".
    Same(String),
    /// It is a job or a rule of the failed scheduler or monitor: "cron job".
    RunBy(String),
    /// It is reached over what failed: "on the internal DNS name".
    Reached(String),
}

/// Why no value comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The series ends with the component, and the condition compares a value.
    SeriesEnds,
    /// Only failed runs report, and a run that never was is none.
    OnlyFailures,
}

/// Why a signal stays healthy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blindness {
    /// It does not see this kind of failure.
    Kind,
    /// An average over all replicas hides the one that fails.
    Average,
    /// The other replicas keep the series alive.
    OthersReport,
    /// The check is answered by a process that runs on without what failed.
    ShallowCheck,
}

/// What stands where a signal should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vagueness {
    /// Somebody notices.
    People,
    /// A thing to look at: dashboards, monitoring.
    ToLookAt,
    /// Logs or events, without what to look for.
    Logs,
    /// What the failure does.
    Effect,
}

impl FailureMode {
    /// The signal that comes nearest to showing the failure, and why it does not; `None` where one signal shows it or nobody
    /// can tell.
    pub fn faulty_signal(&self) -> Option<(&SignalUse, &SignalFault)> {
        let faults: Option<Vec<_>> = self.signals.iter().map(|s| s.fault.as_ref().map(|f| (s, f))).collect();
        let faults = faults?;
        // Words without a known signal in them may mean one: they speak only where nothing else does.
        let unclear = |f: &SignalFault| matches!(f, SignalFault::Vague(Vagueness::Logs | Vagueness::Effect));
        let count = faults.iter().filter(|(_, f)| unclear(f)).count();
        if count > 0 && count < faults.len() {
            return None;
        }
        faults.into_iter().min_by_key(|(_, fault)| match fault {
            SignalFault::SharedFate(_) => 0,
            SignalFault::AbsenceBlind(_) => 1,
            SignalFault::WrongMode(_) => 2,
            SignalFault::SelfReported => 3,
            SignalFault::Vague(_) => 4,
        })
    }

    /// The metric on which the row rests, where nothing tells who emits it and the failed component, which does nothing
    /// meanwhile, may be the one.
    pub fn unattributed(&self) -> Option<&SignalUse> {
        use FailureKind::{Crash, Hang, NeverRan};
        let unknown =
            |s: &SignalUse| s.class == EmitterClass::Unknown && s.owner.is_none() && s.fault.is_none() && !s.sees;
        let gone = !self.one_of_many && matches!(self.kind, Crash | Hang | NeverRan);
        // A name that carries the component's own was weighed already, and could be its callers'.
        let named = |c: &String| c.split(' ').any(|w| self.signals.iter().any(|s| s.name.text.contains(w)));
        let may_be_own = gone && self.component.as_ref().is_some_and(|c| !named(c));
        let rests = may_be_own && self.signals.iter().all(unknown);
        self.signals.iter().find(|s| rests && crate::signal_text::metric_names(&s.name.text) == [s.name.text.as_str()])
    }
}

/// A detection that takes longer than its row or the service levels promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetectionDelay {
    /// The promise: "we know within 30 s".
    pub promise: Text,
    /// Whether the service levels promise it, for every row.
    pub of_service: bool,
    /// How long the condition must hold, with its place: "for 10m".
    pub held: Text,
    /// The promised time, in milliseconds.
    pub promised: u64,
    /// What adds up: words and milliseconds.
    pub parts: Vec<(String, u64)>,
}

impl DetectionDelay {
    /// The longest time until the alarm, in milliseconds.
    pub fn longest(&self) -> u64 {
        self.parts.iter().fold(0, |sum, (_, ms)| sum.saturating_add(*ms))
    }
}

/// What a section says about overload and reduced service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Degradation {
    /// Its heading or label.
    pub title: Text,
    /// Where its steps stand: a table or a list.
    pub steps: Option<Span>,
    /// How many steps have a trigger, and how many have none.
    pub with_trigger: usize,
    /// Steps without a number or a condition.
    pub without_trigger: usize,
    /// The sentence that leaves it to a person.
    pub by_person: Option<Text>,
    /// Whether a test or a drill is named.
    pub tested: bool,
}

/// An automatic failover of something that is written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failover {
    /// The words that say so.
    pub text: Text,
    /// Whether the document says how the old side comes back.
    pub returns: bool,
}
