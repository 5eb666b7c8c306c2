//! What the page says of one document.

use designlint_core::Report;
use designlint_core::review::{Closing, Decision, Line, Review, Score};
use designlint_document::Span;
use designlint_render::summary::kind;
use designlint_render::{ledger::coverage, review::evidence, review::reason};

use super::Subject;
use super::budgets::{BudgetView, LimitView, budgets, limits};
use super::failures::{Matrix, matrix};
use super::graph::{Drawing, drawing};
use super::html::plain;
use super::ledger::{Chapter, chapters};
use super::questions::{Owner, owners};
use super::sensitivity::{Tornado, tornado};

/// A document on the page.
#[derive(Clone, Debug)]
pub(crate) struct DocumentView {
    /// What its anchors begin with, and the level of its heading.
    pub id: String,
    pub level: u8,
    pub path: String,
    pub title: String,
    /// What there is to say; why there is nothing where it could not be read.
    pub body: Result<Body, String>,
}

/// What there is to say of a document that could be read.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub kind: String,
    pub decision: Option<DecisionView>,
    pub coverage: String,
    pub facts: Vec<(String, String)>,
    pub rubric: Vec<LineView>,
    pub changes: Vec<ChangeView>,
    pub budgets: Vec<BudgetView>,
    pub limits: Vec<LimitView>,
    pub failures: Matrix,
    pub doubt: Option<(usize, String)>,
    pub chapters: Vec<Chapter>,
    pub questions: Vec<Owner>,
    pub score: Option<ScoreView>,
    pub graph: Option<Drawing>,
    pub tornados: Vec<Tornado>,
}

/// How a review ends.
#[derive(Clone, Debug)]
pub(crate) struct DecisionView {
    pub name: &'static str,
    /// Its class in the style sheet: yes, open, no.
    pub class: &'static str,
    pub because: Vec<String>,
}

/// A line of the rubric.
#[derive(Clone, Debug)]
pub(crate) struct LineView {
    pub yes: bool,
    pub says: String,
    pub reason: String,
    pub line: Option<usize>,
    pub more: usize,
    pub reader: String,
}

/// What closes a comment.
#[derive(Clone, Debug)]
pub(crate) struct ChangeView {
    pub line: usize,
    pub id: String,
    pub message: String,
    pub text: String,
}

/// The score of a design of a system that learns.
#[derive(Clone, Debug)]
pub(crate) struct ScoreView {
    pub total: usize,
    pub of: usize,
    pub band: String,
    pub dimensions: Vec<DimensionView>,
}

/// A dimension of the score.
#[derive(Clone, Debug)]
pub(crate) struct DimensionView {
    pub says: String,
    pub level: usize,
    /// A box for each level, full or empty.
    pub steps: Vec<bool>,
    pub evidence: String,
    pub line: Option<usize>,
    pub next: String,
}

/// The view of a subject, the `nth` of the page; its heading has this level.
pub(crate) fn view(subject: &Subject<'_>, nth: usize, level: u8) -> DocumentView {
    let file = subject.file;
    let body = match (&file.outcome, &file.review) {
        (Ok(report), review) => Ok(body(subject, report, review.as_ref().unwrap_or(&Review::default()))),
        (Err(error), _) => Err(error.clone()),
    };
    let title = file.report().and_then(title).unwrap_or_else(|| file.path.clone());
    DocumentView { id: format!("d{nth}"), level, path: file.path.clone(), title, body }
}

/// The title of a document.
fn title(report: &Report) -> Option<String> {
    let titles = report.document.sections.iter().filter(|s| s.level == 1 && !s.title.is_empty());
    titles.map(|s| plain(&s.title)).next()
}

fn body(subject: &Subject<'_>, report: &Report, review: &Review) -> Body {
    let failures = matrix(report);
    let line = |span: Span| report.document.source.line_of(span.start);
    Body {
        kind: kind(report),
        decision: review.decision.map(|d| decision(d, review)),
        coverage: coverage(&report.coverage),
        facts: key_figures(report, review, &failures),
        rubric: review.lines.iter().map(|l| rubric_line(report, l)).collect(),
        changes: review.closes.iter().map(|c| change(report, c)).collect(),
        budgets: budgets(report),
        limits: limits(report),
        doubt: review.doubt.as_ref().map(|d| (line(d.span), plain(&reason(d)))),
        failures,
        chapters: chapters(report),
        questions: owners(report),
        score: review.score.as_ref().map(|s| score(report, s)),
        graph: subject.graph.as_ref().and_then(drawing),
        tornados: subject.sensitivities.iter().filter_map(tornado).collect(),
    }
}

pub(crate) fn decision(decision: Decision, review: &Review) -> DecisionView {
    let class = match decision {
        Decision::Approve => "yes",
        Decision::ApproveWithChanges => "open",
        Decision::Rework => "no",
    };
    let because = review.because.iter().map(|b| plain(b)).collect();
    DecisionView { name: decision.name(), class, because }
}

/// The figures at the top, each a number and what it counts.
fn key_figures(report: &Report, review: &Review, failures: &Matrix) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut add = |number: String, what: &str| out.push((number, what.to_owned()));
    if !review.lines.is_empty() {
        let yes = review.lines.iter().filter(|l| l.yes).count();
        add(format!("{yes} of {}", review.lines.len()), "lines of the rubric hold");
    }
    let coverage = &report.coverage;
    if coverage.claims > 0 {
        add(format!("{} of {}", coverage.verified + coverage.weak, coverage.claims), "calculations hold");
    }
    let rows = failures.groups.iter().map(|g| g.rows.len()).sum::<usize>();
    if rows > 0 {
        add(format!("{} of {rows}", failures.noticed), "failures are shown by a signal");
    }
    let open = report.facts.questions.iter().filter(|q| !q.resolved).count();
    if open > 0 {
        add(open.to_string(), if open == 1 { "open question" } else { "open questions" });
    }
    out
}

fn rubric_line(report: &Report, line: &Line) -> LineView {
    LineView {
        yes: line.yes,
        says: plain(&line.says),
        reason: plain(&line.reason),
        line: line.span.map(|span| report.document.source.line_of(span.start)),
        more: line.findings.len().saturating_sub(1),
        reader: plain(&line.reader),
    }
}

fn change(report: &Report, closing: &Closing) -> ChangeView {
    let message = report.diagnostics.get(closing.finding).map(|d| plain(&d.finding.message));
    ChangeView {
        line: report.document.source.line_of(closing.span.start),
        id: closing.id.clone(),
        message: message.unwrap_or_default(),
        text: plain(&closing.text),
    }
}

fn score(report: &Report, score: &Score) -> ScoreView {
    let most = score.of.checked_div(score.dimensions.len()).unwrap_or(0);
    let dimensions = score.dimensions.iter().map(|d| DimensionView {
        says: plain(&d.says),
        level: d.level,
        steps: (1..=most.max(d.level)).map(|step| step <= d.level).collect(),
        evidence: if d.evidence.is_empty() { String::new() } else { plain(&evidence(d)) },
        line: d.evidence.first().map(|e| report.document.source.line_of(e.span.start)),
        next: d.next.as_deref().map(plain).unwrap_or_default(),
    });
    ScoreView { total: score.total, of: score.of, band: plain(&score.band), dimensions: dimensions.collect() }
}
