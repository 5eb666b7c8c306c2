//! The nouns of a design document other than its numbers.

use designlint_document::Span;

use crate::{Date, Due};

/// A piece of the document: its text without marks, and where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Emphasis, links and escapes removed; code keeps its backticks.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// Whether something was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Says something.
    Filled,
    /// Nothing at all.
    Empty,
    /// TBD, TODO, a dash, template text, a comment only, "N/A" without a reason.
    Placeholder,
    /// "None", with a reason.
    DeclaredNone,
}

/// A section of the rubric, found by a heading, a bold line or a `Label: text.` run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The vocabulary's ids, such as `problem`, `options`, `failure-modes`; a combined heading has several.
    pub kinds: Vec<String>,
    /// The heading or label as written.
    pub title: Text,
    /// What stands under it, sub-sections included, without the heading.
    pub body: Span,
    /// Number of words under it (sub-sections included).
    pub words: usize,
    /// Whether anything is said there.
    pub state: State,
    /// The sentence that says there is nothing, where no reason follows.
    pub bare_none: Option<Text>,
    /// Index in `Document::sections`; for a label, the section it stands in.
    pub section: usize,
    /// Whether it is a `Label: text.` run.
    pub label: bool,
    /// Heading level; a label is one deeper than its section.
    pub level: u8,
}

/// A part of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The name as first written, without code marks.
    pub name: String,
    /// Where it was named first.
    pub span: Span,
    /// What it needs: depends on, stores in, runs on, scraped by, notifies through. `(verb, name)`.
    pub needs: Vec<(String, String)>,
    /// Whether an interface table or a path shows that another part calls it.
    pub called: bool,
}

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
}

/// A detection that takes longer than its row promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetectionDelay {
    /// The promise: "we know within 30 s".
    pub promise: Text,
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

/// How options are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionsForm {
    /// A table with options as columns or rows.
    Table,
    /// One sub-heading or bold line an option.
    Headings,
    /// List items.
    List,
    /// `(A) ...; (B) ...` or sentences.
    Prose,
}

/// The options of one decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The table, list or run that holds them.
    pub span: Span,
    /// The heading or label.
    pub title: Text,
    /// How they are written.
    pub form: OptionsForm,
    /// The options.
    pub items: Vec<Choice>,
    /// Criteria, where options share a table.
    pub criteria: Vec<Text>,
    /// Whether the text says that only one is possible, and why.
    pub forced: bool,
    /// Whether the heading speaks of alternatives to a choice that stands elsewhere, which counts as one more option.
    pub besides_choice: bool,
    /// Whether a number stands anywhere under the heading; "option 1", "v2" and names such as S3 are none.
    pub numbers: bool,
    /// Whether options are unwritten: empty section, "None" or a template's prompt.
    pub state: State,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name.
    pub name: Text,
    /// Its cells, bullets or text.
    pub cells: Vec<Text>,
}

impl Choice {
    /// What the option is judged on by labels of its own: `p99 latency: 3 ms`. None where options share a table.
    pub fn criteria(&self) -> Vec<Text> {
        self.cells.iter().filter_map(crate::criteria::criterion).collect()
    }

    /// Whether a criterion of another option is named anywhere in this one.
    pub fn speaks_of(&self, criterion: &str) -> bool {
        let wanted = crate::criteria::words_of(criterion);
        let names = |t: &Text| !crate::criteria::words_of(&t.text).is_disjoint(&wanted);
        self.cells.iter().any(names)
    }
}

/// A boundary between two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// The row or item.
    pub span: Span,
    /// What talks to what.
    pub boundary: Text,
    /// The contract cell; `None` where the table has no such column.
    pub contract: Option<Text>,
    /// What the contract is.
    pub contract_kind: ContractKind,
    /// The files that the contract names, as written.
    pub files: Vec<Text>,
}

/// What a contract cell names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContractKind {
    /// A file, a schema with a version, a standard with a version.
    Named,
    /// Only a transport or a format: HTTP, JSON, gRPC.
    TransportOnly,
    /// Nothing, a dash, TBD.
    Missing,
    /// Words that cannot be told; rules stay silent.
    Unclear,
}

/// An open question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The row, item or sentence.
    pub span: Span,
    /// The question.
    pub text: Text,
    /// Who answers it.
    pub owner: Option<Text>,
    /// By when, as written.
    pub due: Option<Text>,
    /// What that fixes.
    pub due_kind: Due,
    /// Answered, struck or ticked off.
    pub resolved: bool,
}

/// How a version arrives and how it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// The heading or label of the first rollout section.
    pub title: Text,
    /// What says how a version arrives.
    pub forward: Option<Text>,
    /// What says how it leaves: roll back, revert, downgrade, disable, flag.
    pub way_back: Option<Text>,
    /// What somebody does to go back: "we set the flag off". A flag alone is none.
    pub act: Option<Text>,
    /// What starts the way back: a limit, or a condition on a metric.
    pub trigger: Option<Text>,
}

/// A destructive change of stored data whose only way back is the old program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migration {
    /// `DROP COLUMN`, "renames the table".
    pub change: Text,
    /// The text that goes back by the old program alone.
    pub way_back: Text,
}

/// What a document says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Its own date, and where it stands; of several the latest.
    pub date: Option<(Date, Text)>,
    /// Its status as written.
    pub status: Option<Text>,
    /// Whether the status says that it was accepted.
    pub accepted: bool,
}

/// A sentence that says what a choice costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedCost {
    /// The sentence.
    pub text: Text,
    /// The words that accept: "we accept", "at the cost of".
    pub phrase: Text,
    /// Whether it names a cost: "we accept the trade-offs" names none.
    pub names_cost: bool,
}

/// An adjective where a number is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjective {
    /// The word.
    pub word: Text,
    /// Its sentence or cell.
    pub sentence: Text,
    /// Id of the topic it stands under (`capacity`, `slo`, `options`).
    pub topic: String,
}

/// A choice that was made: the heading or label of a decision, or a sentence under the options that chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The heading, the label or the sentence.
    pub text: Text,
    /// The option that it names, where that can be told: `C` of "we choose option C", the name after "Chosen option:".
    pub chosen: Option<Text>,
}

/// One quantity with two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restatement {
    /// What it is called.
    pub name: String,
    /// Where it is stated first, and the number as written.
    pub first: (Span, String),
    /// Where it is stated otherwise, and the number as written.
    pub other: (Span, String),
}

/// A percentile of fewer samples than it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledPercentile {
    /// Where the percentile stands.
    pub span: Span,
    /// `p95`.
    pub name: String,
    /// How many samples it is of.
    pub samples: i64,
    /// Where their number stands.
    pub samples_span: Span,
    /// From how many samples on it can differ from the largest.
    pub needed: i64,
}

/// The record of a design review.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewRecord {
    /// Its answers, in order of the source.
    pub answers: Vec<ReviewAnswer>,
    /// The header of the table of answers, or their first item.
    pub head: Option<Span>,
    /// Whether it says that a number was computed again.
    pub recomputes: bool,
    /// Whether it doubts a way to fail: one that is not listed, or a detection that would not fire.
    pub challenges_failure: bool,
    /// What it ends with.
    pub decision: Option<ReviewDecision>,
}

/// What a review answers to a line of the rubric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewAnswer {
    /// The line as the record has it.
    pub line: Text,
    /// The lines of the rubric it speaks of, by id; several where the record joins them.
    pub lines: Vec<String>,
    /// The answer.
    pub answer: Answer,
    /// The comment; `None` where there is none.
    pub comment: Option<Text>,
    /// State of the comment.
    pub comment_state: State,
    /// Whether the comment names the section it concerns.
    pub names_section: bool,
    /// The sections that the comment names: `3.2`, `Failure modes`.
    pub places: Vec<String>,
    /// Whether it proposes a change, or asks and names who answers.
    pub acts: bool,
    /// Whether it asks.
    pub asks: bool,
    /// Whether a heading of the record speaks of the same line, so that the comment may stand there.
    pub elsewhere: bool,
}

/// An answer to a line of the rubric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No, or only partly.
    No,
    /// The line does not apply.
    NotApplicable,
    /// None of these words.
    Missing,
}

/// How a review ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewDecision {
    /// The sentence or heading.
    pub text: Text,
    /// `approve with changes`, as written, folded.
    pub verdict: String,
    /// Whether it says what closes the comments.
    pub closes: bool,
}
