//! The index of several documents, and what they state differently.

use designlint_core::{Diagnostic, Report};
use designlint_facts::Difference;
use designlint_render::ledger::coverage;
use designlint_render::summary::counted;

use super::Subject;
use super::document::{DecisionView, decision};
use super::html::{cut, folded, plain};

/// The longest worst finding, in characters.
const LONGEST: usize = 180;

/// A document in the index.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub id: String,
    pub title: String,
    pub path: String,
    pub kind: &'static str,
    pub decision: Option<DecisionView>,
    pub coverage: String,
    pub findings: String,
    /// The gravest finding: its line, severity and message.
    pub worst: Option<(usize, &'static str, String)>,
    pub error: Option<String>,
}

/// A quantity with two values.
#[derive(Clone, Debug)]
pub(crate) struct DifferenceView {
    pub name: String,
    /// Anchor, path, line and value of each place.
    pub places: Vec<(String, String, usize, String)>,
}

/// The entry of a subject; `id` and `title` are those of its part.
pub(crate) fn entry(subject: &Subject<'_>, id: &str, title: &str) -> Entry {
    let report = subject.file.report();
    let review = subject.file.review.as_ref();
    Entry {
        id: id.to_owned(),
        title: title.to_owned(),
        path: subject.file.path.clone(),
        kind: report.map_or("", |r| r.kind.0.name()),
        decision: review.and_then(|r| Some(decision(r.decision?, r))),
        coverage: report.map(|r| coverage(&r.coverage)).unwrap_or_default(),
        findings: report.map(findings).unwrap_or_default(),
        worst: report.and_then(worst),
        error: subject.file.outcome.as_ref().err().cloned(),
    }
}

/// The differences as the page shows them; `ids` are the anchors of the documents.
pub(crate) fn differences(subjects: &[Subject<'_>], ids: &[String], found: &[Difference]) -> Vec<DifferenceView> {
    let place = |place: &designlint_facts::Stating| {
        let subject = subjects.get(place.document)?;
        let line = subject.file.report()?.document.source.line_of(place.span.start);
        let id = ids.get(place.document)?.clone();
        Some((id, subject.file.path.clone(), line, folded(&place.text)))
    };
    let view =
        |d: &Difference| DifferenceView { name: plain(&d.name), places: d.places.iter().filter_map(place).collect() };
    found.iter().map(view).collect()
}

fn findings(report: &Report) -> String {
    match report.diagnostics.len() {
        0 => "nothing found".to_owned(),
        n => counted(n, "finding"),
    }
}

/// The first of the gravest findings.
fn worst(report: &Report) -> Option<(usize, &'static str, String)> {
    let graver = |a: &'_ Diagnostic, b: &Diagnostic| b.severity > a.severity;
    let found = report.diagnostics.iter().reduce(|a, b| if graver(a, b) { b } else { a })?;
    let line = report.document.source.line_of(found.finding.span.start);
    Some((line, found.severity.name(), cut(&plain(&found.finding.message), LONGEST)))
}
