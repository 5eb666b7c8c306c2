//! Objectives of availability and latency, and whether their period is stated.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use designlint_document::{Document, Span};
use designlint_quantity::{Dimension, Rational};
use regex::Regex;

use super::Reader;
use super::words::{has_any, said, section_text, titles};
use crate::formulas::{Amount, Form, Kind, Statement};
use crate::patterns::compile;
use crate::text::without_comments;

/// What makes a share an objective.
const OBJECTIVES: &[&str] = &[
    "slo",
    "slos",
    "sla",
    "slas",
    "sli",
    "slis",
    "objective",
    "objectives",
    "target",
    "targets",
    "requirement",
    "requirements",
    "service level",
    "service levels",
    "goal",
    "goals",
    "nfr",
    "nfrs",
    "non-functional",
    "must",
    "shall",
    "should",
    "promise",
    "promises",
    "aim",
    "aims",
    "guarantee",
    "guarantees",
];
/// What makes a time an objective: nothing less than its name.
const STRICT: &[&str] = &["slo", "slos", "sli", "slis", "service level", "service levels"];
/// Words on what is, was, or belongs to somebody else, and on parts of a whole.
const OTHERS: &[&str] = &[
    "we measured",
    "measured availability",
    "measured uptime",
    "observed",
    "achieved",
    "was",
    "were",
    "today",
    "currently",
    "last",
    "historical",
    "actual",
    "example",
    "each",
    "either",
    "both",
    "aws",
    "amazon",
    "azure",
    "gcp",
    "google",
    "s3",
    "vendor",
    "provider",
    "providers",
    "cloudflare",
    "offers",
    "durability",
    "durable",
    "accuracy",
    "accurate",
    "hit",
    "confidence",
    "rather than",
    "instead of",
    "means",
    "if",
    "per-component",
    "typically",
    "usually",
    "often",
    "range",
    "between",
];
/// Words that make a share right behind them an objective of availability.
const PROMISES: &[&str] = &["slo", "slos"];
const AVAILABLE: &[&str] = &["available", "availability", "uptime", "reachable"];
const REQUESTS: &[&str] = &[
    "request",
    "query",
    "querie",
    "call",
    "response",
    "read",
    "write",
    "transaction",
    "operation",
    "message",
    "job",
    "event",
    "lookup",
    "search",
    "searche",
    "upload",
    "download",
    "probe",
    "session",
    "page",
    "push",
    "notification",
    "login",
    "checkout",
    "order",
    "payment",
    "delivery",
];
const PERCENTILES: &[&str] = &["p50", "p90", "p95", "p99", "p999"];

/// A period in words or numbers, or words that speak of one.
static PERIOD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(
        r"(?ix)
        \b(?:per|a|each|every|rolling|calendar|any|this|over)[\s-](?:given[\s-])?(?:day|week|month|quarter|year)s?\b
        | \b(?:monthly|yearly|annual|annually|annum|weekly|daily|quarterly|rolling|window|windows|period|periods)\b
        | \b\d+[\s-]?(?:d|days?|weeks?|months?|quarters?|years?)\b
        | \b(?:one|two|three|four|thirty)[\s-](?:days?|weeks?|months?|quarters?|years?)\b
        | /\s?(?:year|yr|month|mo|week|day|quarter)\b | \b\d+\s?(?:h|hours?|min|minutes?)[\s-](?:windows?|rolling)\b",
    )
    .ok()
});

/// An objective that a document states.
#[derive(Clone, Debug)]
pub struct ServiceObjective {
    /// The number with the words that make it an objective, as written.
    pub text: String,
    /// The number with its unit, as written.
    pub number: String,
    /// Where it stands.
    pub span: Span,
    /// Whether it is one of latency.
    pub latency: bool,
    /// The share it promises, where it promises one.
    pub share: Option<Rational>,
    /// Whether its section, or a sentence on objectives, states a period.
    pub has_period: bool,
}

/// The objectives of a document.
pub(super) fn objectives(reader: &Reader<'_>) -> Vec<ServiceObjective> {
    let mut out: Vec<ServiceObjective> = Vec::new();
    let mut whole = None;
    let mut sections: BTreeMap<usize, bool> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for statement in reader.statements.iter().filter(|s| s.form != Form::Setting) {
        let Some(found) = objective(reader, statement) else { continue };
        let global = *whole.get_or_insert_with(|| document_states_a_period(reader));
        let has_period = global
            || *sections.entry(statement.section).or_insert_with(|| {
                speaks_of_a_period(&section_text(reader.document, statement.section))
                    || sections_below_state_a_period(reader.document, statement.section)
            });
        if seen.insert(found.span) {
            out.push(ServiceObjective { has_period, ..found });
        }
    }
    out
}

fn objective(reader: &Reader<'_>, statement: &Statement) -> Option<ServiceObjective> {
    let shares: Vec<usize> = (0..statement.items.len()).filter(|&at| is_high_share(statement, at)).collect();
    let percentile = statement.items.iter().position(|i| PERCENTILES.contains(&i.raw.as_str()));
    if shares.is_empty() && percentile.is_none() {
        return None;
    }
    let text = said(reader.document, statement.span());
    if has_any(&text, OTHERS) {
        return None;
    }
    let titles = titles(reader.document, statement.section);
    let named = |words: &[&str]| has_any(&text, words) || has_any(&titles, words);
    if let [share] = shares.as_slice() {
        let subject = names_availability(statement, *share) || (counts_requests(statement, *share) && named(STRICT));
        return (subject && named(OBJECTIVES)).then(|| found(reader, statement, *share, false)).flatten();
    }
    let at = percentile.filter(|_| shares.is_empty() && named(STRICT) && !named(&["budget", "budgets"]))?;
    let time = (at..statement.items.len().min(at + 8))
        .find(|&n| statement.items[n].amount().is_some_and(|a| a.quantity.dimension == Dimension::TIME))?;
    let bound = time.checked_sub(1).and_then(|n| statement.items.get(n)).is_some_and(|item| {
        let sign = reader.document.source.slice(item.span);
        item.kind == Kind::Compare && sign.starts_with(['<', '≤', '⩽'])
            || matches!(item.kind, Kind::Relation { .. })
            || matches!(item.raw.as_str(), "under" | "below" | "within" | "of" | "most" | "is" | "than")
    });
    bound.then(|| found(reader, statement, time, true)).flatten()
}

fn found(reader: &Reader<'_>, statement: &Statement, at: usize, latency: bool) -> Option<ServiceObjective> {
    let item = statement.items.get(at)?;
    let amount = item.amount()?;
    let mut span = item.span;
    let behind = statement.items.get(at + 1).filter(|i| AVAILABLE.contains(&i.raw.as_str()));
    if let Some(word) = behind {
        span = span.cover(word.span);
    }
    Some(ServiceObjective {
        text: reader.document.source.slice(span).to_string(),
        number: amount.text.clone(),
        span,
        latency,
        share: (!latency).then(|| amount.quantity.value.clone()),
        has_period: false,
    })
}

/// A percentage from 90 up to, and without, 100.
fn is_high_share(statement: &Statement, at: usize) -> bool {
    let is_share = |a: &Amount| a.literal().is_some_and(|l| l.suffix.share.is_some());
    statement.items[at].amount().is_some_and(|a| {
        let value = &a.quantity.value;
        is_share(a) && *value >= Rational::from(9u8) / Rational::from(10u8) && *value < Rational::ONE
    })
}

/// Whether a word for availability stands beside an item: up to three behind it, up to six before.
fn names_availability(statement: &Statement, at: usize) -> bool {
    let from = at.saturating_sub(6);
    let to = statement.items.len().min(at + 4);
    let others = |i: &&crate::formulas::Item| i.amount().is_some();
    let before = statement.items[from..at].iter().rev().take_while(|i| !others(i));
    let of_something = statement.items.get(at + 1).is_some_and(|i| i.raw == "of");
    if !of_something && before.clone().take(3).any(|i| PROMISES.contains(&i.raw.as_str())) {
        return true;
    }
    let behind = statement.items[at + 1..to].iter().take_while(|i| !others(i) && i.kind != Kind::Cell);
    before.chain(behind).any(|i| AVAILABLE.contains(&i.raw.as_str()))
}

/// `99.9% of requests`.
fn counts_requests(statement: &Statement, at: usize) -> bool {
    let behind = statement.items.get(at + 1..statement.items.len().min(at + 5)).unwrap_or(&[]);
    behind.first().is_some_and(|i| i.raw == "of") && behind.iter().any(|i| REQUESTS.contains(&i.word.as_str()))
}

/// Comments say nothing of it: the one that hides what is said about an objective names a rule, and the rule a window.
fn speaks_of_a_period(text: &str) -> bool {
    PERIOD.as_ref().is_some_and(|period| period.is_match(&without_comments(text)))
}

/// Whether a sentence on objectives states a period for all of them.
fn document_states_a_period(reader: &Reader<'_>) -> bool {
    const ALL: &[&str] = &["slo", "slos", "sla", "objective", "objectives", "error budget", "error budgets"];
    let blocks = reader.document.blocks.iter().map(|b| said(reader.document, b.span));
    blocks.into_iter().any(|text| has_any(&text, ALL) && speaks_of_a_period(&text))
}

fn sections_below_state_a_period(document: &Document, section: usize) -> bool {
    let Some(own) = document.sections.get(section).filter(|s| s.level > 1) else { return false };
    speaks_of_a_period(&document.source.slice(own.whole).to_lowercase())
}
