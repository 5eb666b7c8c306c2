//! The review: the rubric line by line, what the numbers say, the failure to ask about, and a decision.
//!
//! [`review`] only reads a report. What a reader has to judge is named and never guessed.

mod answers;
mod closing;
mod decision;
mod doubt;
mod score;

pub use score::Score;

use designlint_document::Span;

use crate::{Report, Settings};

/// The review of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// The lines of the rubric, in its order; none where the kind of the document has no rubric.
    pub lines: Vec<Line>,
    /// Lines of the rubric for designs that this kind is not asked, as people read them.
    pub not_asked: Vec<String>,
    /// The numbers that do not hold, in order of the source.
    pub numbers: Vec<Number>,
    /// The failure most in doubt; `None` where the document speaks of neither a failure nor a component.
    pub doubt: Option<Doubt>,
    /// The decision; `None` where there is no rubric to decide by.
    pub decision: Option<Decision>,
    /// Why it is not the better decision, a clause each.
    pub because: Vec<String>,
    /// What closes each comment.
    pub closes: Vec<Closing>,
    /// The score; `None` but for designs of systems that learn.
    pub score: Option<Score>,
}

/// A line of the rubric and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Id.
    pub id: String,
    /// The line as people read it.
    pub says: String,
    /// The answer.
    pub yes: bool,
    /// Why.
    pub reason: String,
    /// The place of the reason: the first of the gravest findings, or the heading that answers.
    pub span: Option<Span>,
    /// The findings that make it a "no", by their index in [`Report::diagnostics`], gravest first.
    pub findings: Vec<usize>,
    /// What only a reader can tell about it; empty where the profile says nothing.
    pub reader: String,
}

/// A number that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Where.
    pub span: Span,
    /// What is wrong with it.
    pub says: String,
    /// What the document states.
    pub stated: Option<String>,
    /// What it should be.
    pub computed: Option<String>,
}

/// A failure to ask about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// What fails, as the document has it.
    pub failure: String,
    /// Why it is in doubt.
    pub why: String,
    /// Where.
    pub span: Span,
}

/// How a review ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// Nothing is left to do.
    Approve,
    /// Sound, once what closes the comments is done.
    ApproveWithChanges,
    /// To be written again.
    Rework,
}

/// What closes a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// The line of the rubric, or the rule for what is wrong outside of it.
    pub id: String,
    /// What to do, in the imperative.
    pub text: String,
    /// Where.
    pub span: Span,
    /// The finding, by its index in [`Report::diagnostics`].
    pub finding: usize,
}

/// Reviews a document that was checked with these settings. Reads nothing else and cannot fail.
pub fn review(report: &Report, settings: &Settings) -> Review {
    let profile = settings.profiles.iter().find(|p| p.id == report.profile);
    let lines = profile.map(|p| answers::lines(report, p)).unwrap_or_default();
    let (decision, because) = decision::decision(report, &lines).unzip();
    Review {
        not_asked: profile.filter(|_| !lines.is_empty()).map(|p| answers::not_asked(p, settings)).unwrap_or_default(),
        numbers: numbers(report),
        doubt: doubt::doubt(report),
        decision,
        because: because.unwrap_or_default(),
        closes: closing::closes(report, &lines),
        score: score::score(report, settings),
        lines,
    }
}

fn numbers(report: &Report) -> Vec<Number> {
    let wrong = report.diagnostics.iter().filter_map(|d| Some((&d.finding, d.finding.calculation.as_ref()?)));
    let number = |(finding, calculation): (&crate::Finding, &crate::Calculation)| Number {
        span: finding.span,
        says: finding.message.clone(),
        stated: calculation.stated.clone(),
        computed: calculation.computed.clone(),
    };
    wrong.map(number).collect()
}
