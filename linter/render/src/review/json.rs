//! `review --format json`: stable, fields are only ever added.

use designlint_core::Report;
use designlint_core::review::{Review, Score};
use designlint_document::Span;
use designlint_facts::{Difference, Stating};
use serde::Serialize;

use super::across::places;
use super::{evidence, line_of};
use crate::Checked;
use crate::json::to_text;

/// The reviews of all files as one JSON value and a line end; with `across` what they state differently.
pub fn json(checked: &[Checked], across: Option<&[Difference]>) -> String {
    let across = across.map(|found| found.iter().map(|d| difference(checked, d)).collect());
    to_text(&Output { version: 1, files: files(checked), across })
}

/// One entry a file, in their order.
pub(crate) fn files(checked: &[Checked]) -> Vec<FileOut<'_>> {
    checked.iter().map(file).collect()
}

#[derive(Serialize)]
struct Output<'a> {
    version: u32,
    files: Vec<FileOut<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    across: Option<Vec<DifferenceOut<'a>>>,
}

#[derive(Serialize)]
struct DifferenceOut<'a> {
    name: &'a str,
    places: Vec<StatingOut<'a>>,
}

#[derive(Serialize)]
struct StatingOut<'a> {
    path: &'a str,
    line: usize,
    span: [usize; 2],
    value: &'a str,
}

#[derive(Serialize)]
pub(crate) struct FileOut<'a> {
    path: &'a str,
    kind: Option<&'a str>,
    lines: Vec<LineOut<'a>>,
    decision: Option<&'a str>,
    because: &'a [String],
    closes: Vec<ClosingOut<'a>>,
    numbers: Vec<NumberOut<'a>>,
    doubt: Option<DoubtOut<'a>>,
    score: Option<ScoreOut<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct LineOut<'a> {
    id: &'a str,
    says: &'a str,
    answer: &'a str,
    reason: &'a str,
    line: Option<usize>,
    reader: &'a str,
}

#[derive(Serialize)]
struct ClosingOut<'a> {
    id: &'a str,
    text: &'a str,
    line: usize,
}

#[derive(Serialize)]
struct NumberOut<'a> {
    says: &'a str,
    stated: Option<&'a str>,
    computed: Option<&'a str>,
    line: usize,
}

#[derive(Serialize)]
struct DoubtOut<'a> {
    failure: &'a str,
    why: &'a str,
    line: usize,
}

#[derive(Serialize)]
struct ScoreOut<'a> {
    total: usize,
    of: usize,
    band: &'a str,
    dimensions: Vec<DimensionOut<'a>>,
}

#[derive(Serialize)]
struct DimensionOut<'a> {
    id: &'a str,
    says: &'a str,
    level: usize,
    evidence: Option<String>,
    line: Option<usize>,
    unjudged: &'a [String],
    next: Option<&'a str>,
}

fn difference<'a>(checked: &'a [Checked], found: &'a Difference) -> DifferenceOut<'a> {
    let place = |(file, line, stating): (&'a Checked, usize, &'a Stating)| StatingOut {
        path: &file.path,
        line,
        span: [stating.span.start, stating.span.end],
        value: &stating.text,
    };
    DifferenceOut { name: &found.name, places: places(checked, found).map(place).collect() }
}

fn file(checked: &Checked) -> FileOut<'_> {
    let nothing = FileOut {
        path: &checked.path,
        kind: None,
        lines: Vec::new(),
        decision: None,
        because: &[],
        closes: Vec::new(),
        numbers: Vec::new(),
        doubt: None,
        score: None,
        error: checked.outcome.as_ref().err().map(String::as_str),
    };
    let Some((report, review)) = checked.report().zip(checked.review.as_ref()) else { return nothing };
    FileOut { kind: Some(report.kind.0.name()), ..reviewed(report, review, nothing) }
}

fn reviewed<'a>(report: &'a Report, review: &'a Review, nothing: FileOut<'a>) -> FileOut<'a> {
    let line = |span: Span| line_of(report, span);
    let lines = review.lines.iter().map(|l| LineOut {
        id: &l.id,
        says: &l.says,
        answer: if l.yes { "yes" } else { "no" },
        reason: &l.reason,
        line: l.span.map(line),
        reader: &l.reader,
    });
    let closes = review.closes.iter().map(|c| ClosingOut { id: &c.id, text: &c.text, line: line(c.span) });
    let numbers = review.numbers.iter().map(|n| NumberOut {
        says: &n.says,
        stated: n.stated.as_deref(),
        computed: n.computed.as_deref(),
        line: line(n.span),
    });
    let doubt = review.doubt.as_ref().map(|d| DoubtOut { failure: &d.failure, why: &d.why, line: line(d.span) });
    FileOut {
        lines: lines.collect(),
        decision: review.decision.map(|d| d.name()),
        because: &review.because,
        closes: closes.collect(),
        numbers: numbers.collect(),
        doubt,
        score: review.score.as_ref().map(|s| score(report, s)),
        ..nothing
    }
}

fn score<'a>(report: &Report, score: &'a Score) -> ScoreOut<'a> {
    let dimensions = score.dimensions.iter().map(|d| DimensionOut {
        id: &d.id,
        says: &d.says,
        level: d.level,
        evidence: (!d.evidence.is_empty()).then(|| evidence(d)),
        line: d.evidence.first().map(|e| line_of(report, e.span)),
        unjudged: &d.unjudged,
        next: d.next.as_deref(),
    });
    ScoreOut { total: score.total, of: score.of, band: &score.band, dimensions: dimensions.collect() }
}
