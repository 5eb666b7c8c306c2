//! The review of documents: as text, as a record in Markdown, as JSON.

pub mod across;
pub mod json;
pub mod markdown;
pub mod text;

use designlint_core::Report;
use designlint_core::review::Doubt;
use designlint_document::{SectionOrigin, Span};
use designlint_facts::Scored;

/// What the section that holds a place is called: the label of a run, or the nearest heading under the title.
fn section_of(report: &Report, span: Span) -> Option<&str> {
    let holds = |whole: Span| whole.start <= span.start && span.start < whole.end;
    let topics = report.facts.topics.iter().filter(|t| t.label && holds(t.title.span.cover(t.body)));
    if let Some(label) = topics.max_by_key(|t| t.title.span.start) {
        return Some(&label.title.text);
    }
    let sections = report.document.sections.iter().filter(|s| s.origin != SectionOrigin::Preamble && holds(s.whole));
    sections.max_by_key(|s| s.heading.start).map(|s| s.title.as_str()).filter(|title| !title.is_empty())
}

/// The line of a place, from 1.
fn line_of(report: &Report, span: Span) -> usize {
    report.document.source.position(span.start).line
}

/// The failure in doubt and why, where that does not name it already.
pub fn reason(doubt: &Doubt) -> String {
    let start: String = doubt.failure.chars().take(30).collect();
    if doubt.why.contains(&start) { doubt.why.clone() } else { format!("{}: {}", doubt.failure, doubt.why) }
}

/// Longest piece of a document that shows a level, in characters.
const LONGEST: usize = 70;

/// What shows a level: "a"; "b".
pub fn evidence(dimension: &Scored) -> String {
    let short = |text: &str| {
        let cut: String = text.trim_end_matches('.').chars().take(LONGEST).collect();
        if cut.len() < text.trim_end_matches('.').len() {
            format!("\"{}…\"", cut.trim_end())
        } else {
            format!("\"{cut}\"")
        }
    };
    dimension.evidence.iter().map(|e| short(&e.text)).collect::<Vec<_>>().join("; ")
}
