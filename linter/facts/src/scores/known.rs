//! Facts that show a level of a scale.

use designlint_document::{Document, Row};
use designlint_quantity::Rational;

use crate::text::{folded, has_word};
use crate::{Claim, Facts, State, Text, Verdict, WordLists};

/// What a criterion may name.
pub const SCORED_FACTS: &[&str] = &[
    "guarded",
    "guardrails",
    "guardrail-limits",
    "parts",
    "flow",
    "hops",
    "hops-in-objective",
    "reserve",
    "derived-size",
    "rollback-trigger",
    "signals",
    "thresholds",
    "ladder",
    "total-cost",
    "unit-cost",
];

/// Where a document shows a fact; `None` where it does not, or no fact has this name.
pub(super) fn known(name: &str, document: &Document, facts: &Facts, words: &WordLists) -> Option<Text> {
    match name {
        "guarded" => facts.metrics.as_ref().filter(|m| m.guarded).map(|m| m.success.clone()),
        "guardrails" | "guardrail-limits" => guardrail(facts, name == "guardrail-limits"),
        "parts" => parts(facts),
        "flow" => flow(document, facts),
        "hops" | "hops-in-objective" | "reserve" => budget(document, facts, name, words),
        "derived-size" => facts.claims.iter().find(|c| derives(c, words)).map(|c| at(document, c.span)),
        "rollback-trigger" => facts.rollout.as_ref()?.trigger.clone(),
        "signals" => facts.failure_modes.iter().flat_map(|m| &m.signals).next().map(|s| s.name.clone()),
        "thresholds" => threshold(facts),
        "ladder" => facts.degradations.iter().find(|d| d.with_trigger >= 2).map(|d| d.title.clone()),
        "total-cost" => facts.learning.cost.as_ref().map(|c| c.text.clone()),
        "unit-cost" => facts.learning.cost.as_ref().filter(|c| c.per_unit).map(|c| c.text.clone()),
        _ => None,
    }
}

fn at(document: &Document, span: designlint_document::Span) -> Text {
    let text = crate::text::fold_blanks(document.source.slice(span));
    Text { text, span }
}

/// The first guardrail, of those with limits where all have one.
fn guardrail(facts: &Facts, limits: bool) -> Option<Text> {
    let guardrails = &facts.metrics.as_ref()?.guardrails;
    let shown = !limits || guardrails.iter().all(|g| g.limit);
    guardrails.first().filter(|_| shown).map(|g| g.text.clone())
}

/// A section on the design, or the first part of it.
fn parts(facts: &Facts) -> Option<Text> {
    let section = facts.topics_of("design").find(|t| t.state == State::Filled).map(|t| t.title.clone());
    section.or_else(|| facts.components.first().map(|c| Text { text: c.name.clone(), span: c.span }))
}

/// A diagram, or a part that another one calls.
fn flow(document: &Document, facts: &Facts) -> Option<Text> {
    let called = || facts.components.iter().find(|c| c.called);
    let diagram = document.diagrams.first().map(|d| Text { text: "the diagram".to_owned(), span: d.span });
    diagram.or_else(|| called().map(|c| Text { text: c.name.clone(), span: c.span }))
}

fn budget(document: &Document, facts: &Facts, name: &str, words: &WordLists) -> Option<Text> {
    let several = facts.budgets.iter().filter(|b| b.hops.iter().filter(|h| !h.spare).count() >= 2);
    let mut shown = several.filter(|b| match name {
        "hops" => true,
        "hops-in-objective" => b.sum <= b.objective.value,
        _ => b.sum < b.objective.value || b.hops.iter().any(|h| h.spare && h.time.value > Rational::ZERO),
    });
    shown.next().map(|b| at(document, b.span)).or_else(|| match name {
        "hops" => stages(document, words),
        _ => facts.claims.iter().find(|c| leaves_time(c, words)).map(|c| at(document, c.span)),
    })
}

/// The first row of a table that gives a time to each of several stages, although no objective stands with it.
fn stages(document: &Document, words: &WordLists) -> Option<Text> {
    let times = |head: &str| words.words("time-column").iter().any(|w| has_word(&folded(head), w));
    document.tables.iter().find_map(|table| {
        let column = table.header.cells.iter().position(|c| times(&c.text))?;
        let timed = |row: &&Row| row.cells.get(column).is_some_and(|c| c.text.contains(|c: char| c.is_ascii_digit()));
        let rows: Vec<&Row> = table.rows.iter().filter(timed).collect();
        rows.first().filter(|_| rows.len() > 2).map(|row| at(document, row.span))
    })
}

/// Whether a calculation says how much time is left: `150 - 120 = 30 ms`.
fn leaves_time(claim: &Claim, words: &WordLists) -> bool {
    let bears = |unit: &String| claim.stated.strip_suffix(unit.as_str()).is_some_and(|number| number.ends_with(' '));
    let time = words.words("time-unit").iter().any(bears);
    claim.verdict == Verdict::Holds && time && claim.computed_text.contains(['-', '−'])
}

/// Whether a calculation that holds makes a size of bytes, operations or bandwidth.
fn derives(claim: &Claim, words: &WordLists) -> bool {
    let sized = |text: &str| words.words("size-unit").iter().any(|unit| text.contains(unit.as_str()));
    claim.verdict == Verdict::Holds
        && claim.operands.len() >= 2
        && (sized(&claim.stated) || sized(&claim.computed_text))
}

/// A detection with a number.
fn threshold(facts: &Facts) -> Option<Text> {
    let detections = facts.failure_modes.iter().filter_map(|m| m.detection.as_ref());
    detections.into_iter().find(|d| d.text.contains(|c: char| c.is_ascii_digit())).cloned()
}
