//! The nouns of a review record.

use designlint_document::Span;

use crate::{State, Text};

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
    /// What it says of numbers.
    pub recomputations: Vec<Recomputation>,
    /// The failures that it doubts by their row or their words.
    pub challenges: Vec<Challenge>,
    /// What it ends with.
    pub decision: Option<ReviewDecision>,
}

/// A sentence or row of a review that says of a number whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recomputation {
    /// The sentence or row.
    pub text: Text,
    /// Whether it says that the number holds; `None` where it says neither or both.
    pub holds: Option<bool>,
    /// Whether it says that the number was computed again.
    pub again: bool,
}

/// A sentence or row of a review that doubts a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The sentence or row.
    pub text: Text,
    /// The row it names: "row 2".
    pub row: Option<usize>,
    /// What it quotes.
    pub quotes: Vec<String>,
    /// Whether it says that the failure is missing.
    pub missing: bool,
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
