//! The failure most in doubt.

use designlint_document::Span;
use designlint_facts::{EmitterClass, FailureMode, State};

use super::Doubt;
use crate::{Diagnostic, Family, Report, Severity};

/// The failure most in doubt, and why: what a rule says of one, gravest first; then one that is not listed; then the one
/// whose detection says least.
pub(super) fn doubt(report: &Report) -> Option<Doubt> {
    let modes: Vec<&FailureMode> = report.facts.failure_modes.iter().filter(|m| !m.list.risks).collect();
    found(report, &modes).or_else(|| weakest(&modes)).or_else(|| unlisted(report, &modes)).or_else(|| unread(report))
}

/// What the gravest finding on failures says.
fn found(report: &Report, modes: &[&FailureMode]) -> Option<Doubt> {
    let failure = |d: &&Diagnostic| d.family == Family::Failure;
    let doubts = report.diagnostics.iter().filter(failure).filter_map(|d| Some((d.severity, about(d, modes)?)));
    let (_, doubt) = doubts.reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    Some(doubt)
}

/// The failure that a finding is about: that of its row, the first without a detection where it stands on the head of a
/// list, or its own words where it misses one.
fn about(diagnostic: &Diagnostic, modes: &[&FailureMode]) -> Option<Doubt> {
    let Diagnostic { finding, severity, .. } = diagnostic;
    let touches = |span: Span| span.start < finding.span.end && finding.span.start < span.end;
    let row = modes.iter().find(|m| touches(m.span));
    let headed = |m: &&&FailureMode| m.list.head.is_some_and(touches) && m.detection_state != State::Filled;
    let doubt = |failure: &str| Doubt { failure: failure.to_owned(), why: finding.message.clone(), span: finding.span };
    match row.or_else(|| modes.iter().find(headed)) {
        Some(mode) => Some(doubt(&mode.failure.text)),
        None if *severity == Severity::Info => Some(doubt("a failure that is not listed")),
        None => None,
    }
}

/// The failure whose detection says least about who would notice.
fn weakest(modes: &[&FailureMode]) -> Option<Doubt> {
    let mode = modes.iter().min_by_key(|m| {
        let known = m.signals.iter().filter(|s| s.class != EmitterClass::Unknown).count();
        (known, m.signals.len())
    })?;
    let why = match mode.signals.as_slice() {
        [] => "no signal that is known is named, so a reader must tell whether anything would fire".to_owned(),
        [one] if one.class == EmitterClass::Unknown => {
            format!("nothing says who emits {}, so a reader must tell whether it outlives the failure", one.name.text)
        }
        [one] => format!("it is noticed by {} alone", one.name.text),
        several => format!("it is noticed by {} signals, fewer than any other", several.len()),
    };
    Some(Doubt { failure: mode.failure.text.clone(), why, span: mode.failure.span })
}

/// The section on failures, where it holds none that can be told apart.
fn unread(report: &Report) -> Option<Doubt> {
    let topic = report.facts.topics_of("failure-modes").next()?;
    let why = "no failure in it can be told apart, so a reader must ask of each who would notice".to_owned();
    Some(Doubt { failure: topic.title.text.clone(), why, span: topic.title.span })
}

/// A component of which no failure is listed.
fn unlisted(report: &Report, modes: &[&FailureMode]) -> Option<Doubt> {
    let listed = |name: &str| modes.iter().any(|m| m.component.as_deref() == Some(name));
    let component = report.facts.components.iter().find(|c| !listed(&c.name))?;
    let failure = format!("{} fails", component.name);
    Some(Doubt { failure, why: "the document lists no such failure".to_owned(), span: component.span })
}
