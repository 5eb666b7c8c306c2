//! The failure modes against their signals: who emits each, and whether it would show the failure.

use designlint_core::Report;
use designlint_facts::{
    Blindness, EmitterClass, FailureKind, FailureMode, FateLink, SignalFault, SignalUse, Silence, State, Vagueness,
};

use super::html::plain;

/// The matrix: one row a failure, one column a class of emitters that is named anywhere.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matrix {
    pub emitters: Vec<&'static str>,
    pub groups: Vec<Group>,
    /// Failures that a named signal shows.
    pub noticed: usize,
}

/// The failures of a kind.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub kind: &'static str,
    pub rows: Vec<Row>,
}

/// A failure.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub failure: String,
    pub line: usize,
    /// In the order of the emitters.
    pub cells: Vec<Vec<SignalView>>,
    /// "noticed", "nobody", "cannot tell".
    pub verdict: Sees,
    /// What users see meanwhile.
    pub meanwhile: String,
}

/// A signal of a failure.
#[derive(Clone, Debug)]
pub(crate) struct SignalView {
    /// Its name in the pieces between which a line may end.
    pub name: Vec<String>,
    pub emitter: String,
    pub sees: Sees,
    pub why: String,
}

/// Whether a failure is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sees {
    Yes,
    No,
    Unknown,
}

impl Sees {
    /// The sign and the word of a signal.
    pub(crate) fn mark(self) -> (&'static str, &'static str) {
        match self {
            Self::Yes => ("✓", "shows it"),
            Self::No => ("✗", "does not show it"),
            Self::Unknown => ("?", "nobody can tell"),
        }
    }

    /// Its class in the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unknown => "open",
        }
    }

    /// What it means for a failure.
    pub(crate) fn noticed(self) -> &'static str {
        match self {
            Self::Yes => "noticed",
            Self::No => "unnoticed",
            Self::Unknown => "cannot tell",
        }
    }
}

const KINDS: [(FailureKind, &str); 7] = [
    (FailureKind::Crash, "gone"),
    (FailureKind::Hang, "hangs"),
    (FailureKind::Slow, "slow"),
    (FailureKind::Overload, "overloaded"),
    (FailureKind::WrongData, "wrong or stale data"),
    (FailureKind::NeverRan, "did not run"),
    (FailureKind::Other, "other"),
];

const CLASSES: [(EmitterClass, &str); 9] = [
    (EmitterClass::Itself, "a component itself"),
    (EmitterClass::Caller, "a caller"),
    (EmitterClass::Scraper, "the scraper"),
    (EmitterClass::Orchestrator, "the orchestrator"),
    (EmitterClass::Host, "the machine"),
    (EmitterClass::Store, "the store"),
    (EmitterClass::Outside, "a probe outside"),
    (EmitterClass::People, "people"),
    (EmitterClass::Unknown, "not said"),
];

/// The matrix of a report. Risks of a plan are none of its rows: nobody asks how those are noticed.
pub(crate) fn matrix(report: &Report) -> Matrix {
    let modes: Vec<&FailureMode> = report.facts.failure_modes.iter().filter(|m| !m.list.risks).collect();
    let named = |class: EmitterClass| modes.iter().flat_map(|m| &m.signals).any(|s| s.class == class);
    let classes: Vec<(EmitterClass, &str)> = CLASSES.into_iter().filter(|(class, _)| named(*class)).collect();
    let groups = KINDS.into_iter().filter_map(|(kind, word)| {
        let of_kind = modes.iter().filter(|m| m.kind == kind);
        let rows: Vec<Row> = of_kind.map(|mode| row(report, mode, &classes)).collect();
        (!rows.is_empty()).then_some(Group { kind: word, rows })
    });
    let groups: Vec<Group> = groups.collect();
    let noticed = groups.iter().flat_map(|g| &g.rows).filter(|r| r.verdict == Sees::Yes).count();
    Matrix { emitters: classes.into_iter().map(|(_, word)| word).collect(), groups, noticed }
}

fn row(report: &Report, mode: &FailureMode, classes: &[(EmitterClass, &str)]) -> Row {
    let cell = |class: EmitterClass| mode.signals.iter().filter(|s| s.class == class).map(signal).collect();
    let meanwhile = mode.degradation.as_ref().filter(|_| mode.degradation_state == State::Filled);
    Row {
        failure: plain(&mode.failure.text),
        line: report.document.source.line_of(mode.failure.span.start),
        cells: classes.iter().map(|(class, _)| cell(*class)).collect(),
        verdict: verdict(mode),
        meanwhile: meanwhile.map(|t| plain(&t.text)).unwrap_or_default(),
    }
}

/// Whether anything named shows the failure, as the rules see it.
fn verdict(mode: &FailureMode) -> Sees {
    if mode.signals.iter().any(|s| sees(s) == Sees::Yes) {
        return Sees::Yes;
    }
    let said = mode.detection_state == State::Filled || mode.detection_state == State::DeclaredNone;
    if mode.faulty_signal().is_some() || !said && mode.list.detects { Sees::No } else { Sees::Unknown }
}

fn sees(signal: &SignalUse) -> Sees {
    match &signal.fault {
        // Words without a known signal in them may mean one.
        Some(SignalFault::Vague(Vagueness::Logs | Vagueness::Effect)) => Sees::Unknown,
        Some(_) => Sees::No,
        None if signal.class == EmitterClass::Unknown && !signal.sees => Sees::Unknown,
        None => Sees::Yes,
    }
}

fn signal(signal: &SignalUse) -> SignalView {
    SignalView {
        name: plain(&signal.name.text).split_inclusive(['_', '/', '.']).map(str::to_owned).collect(),
        emitter: plain(&signal.emitter),
        sees: sees(signal),
        why: signal.fault.as_ref().map(why).unwrap_or_default(),
    }
}

fn why(fault: &SignalFault) -> String {
    let says = match fault {
        SignalFault::SelfReported => "emitted by what failed",
        SignalFault::AbsenceBlind(Silence::SeriesEnds) => "its series ends with the failure",
        SignalFault::AbsenceBlind(Silence::OnlyFailures) => "only failed runs report",
        SignalFault::WrongMode(Blindness::Kind) => "stays healthy in this kind of failure",
        SignalFault::WrongMode(Blindness::Average) => "an average hides the one that fails",
        SignalFault::WrongMode(Blindness::OthersReport) => "the others keep it alive",
        SignalFault::WrongMode(Blindness::ShallowCheck) => "answered by a process that runs on",
        SignalFault::Vague(Vagueness::People) => "somebody notices",
        SignalFault::Vague(Vagueness::ToLookAt) => "something to look at",
        SignalFault::Vague(Vagueness::Logs) => "logs, without what to look for",
        SignalFault::Vague(Vagueness::Effect) => "the effect, and no signal",
        SignalFault::SharedFate(link) => return fate(link),
    };
    says.to_owned()
}

fn fate(link: &FateLink) -> String {
    match link {
        FateLink::Declared { component, verb, need, .. } => plain(&format!("{component} {verb} {need}")),
        FateLink::Same(what) => plain(&format!("in the same {what}")),
        FateLink::RunBy(what) => plain(&format!("run by what failed: {what}")),
        FateLink::Reached(how) => plain(&format!("reached over what failed: {how}")),
    }
}
