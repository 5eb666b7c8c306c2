//! Objectives for latency, deadlines and timeouts in sentences.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use designlint_document::{Block, Document, Flat, Span};
use designlint_quantity::{Dimension, Quantity, tokens};
use regex_lite::{Captures, Regex};

use super::{
    amount::{Amount, amount_at},
    budgets::{headings, is_prose},
};
use crate::patterns::brief;

/// What a path may take.
#[derive(Clone, Debug)]
pub(crate) struct Objective {
    /// The time.
    pub time: Quantity,
    /// Where it stands.
    pub span: Span,
    /// The percentile it holds for, such as `p99`.
    pub percentile: Option<String>,
}

const TIME: &str = r"(?P<time>\d[\d,.]*\s?(?:ms|milliseconds?|s|secs?|seconds?|µs|us)\b)";

/// `SLO: p99 ≤ 150 ms`, `p95 under 200 ms`, `a budget of 150 ms`.
static OBJECTIVE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let words = r"(?:slo|sla|objective|target|budget|deadline|goal|p50|p90|p95|p99|p99\.9)";
    brief(&format!(r"(?i)\b{words}\b[^.;|\n]{{0,40}}?(?:≤|<=|<|=|:|\bof\b|\bis\b|\bunder\b|\bwithin\b|\bbelow\b|\bat most\b)\s*~?{TIME}")).ok()
});
/// What every objective and every deadline holds.
static GOALS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let words =
        ["slo", "sla", "objective", "target", "budget", "deadline", "goal", "p50", "p9", "gives up", "times out"];
    let takes = [" has", " have", " get", " must"];
    AhoCorasick::builder().ascii_case_insensitive(true).build(words.iter().chain(&takes)).ok()
});
/// `A request has 1,000 ms`, `the client gives up after 20 s`.
static DEADLINE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let who = r"(?:request|call|client|caller|user|query|search)s?";
    let has = r"(?:has|have|gets?|gives up after|times out after|must (?:answer|return|finish|complete) (?:within|in))";
    brief(&format!(r"(?i)\b(?:{who} {has}|(?:deadline|budget) (?:of|is))\s+(?:only |at most )?{TIME}")).ok()
});
/// `a timeout of 1,000 ms`, `times out after 5 s`.
static TIMEOUT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    brief(&format!(
        r"(?i)(?P<name>\b[\w-]+)?\s*(?:\bruns\b\s*)?\b(?:has|with|uses|and)?\s*(?:a |its )?timeout (?:of|is)\s+{TIME}"
    ))
    .ok()
});
static PERCENTILE: LazyLock<Option<Regex>> = LazyLock::new(|| brief(r"(?i)\bp(?:50|90|95|99(?:\.9)?)\b").ok());

/// The one objective of a section: what its sentences before and after the place say, if they say one thing.
pub(crate) fn objective_of(document: &Document, section: usize, at: Span) -> Option<Objective> {
    let own: Vec<&Block> = blocks(document, section).collect();
    let mut found: Vec<Objective> = own.iter().flat_map(|b| objectives(document, b)).collect();
    if found.is_empty() {
        let parent = document.sections.get(section)?.parent?;
        if headings(document, parent).to_lowercase().contains("latency") {
            found = blocks(document, parent).flat_map(|b| objectives(document, b)).collect();
        }
    }
    if found.iter().any(|o| o.time.value != found[0].time.value) {
        let before: Vec<Objective> = found.into_iter().filter(|o| o.span.start < at.start).collect();
        found = before;
        if found.iter().any(|o| o.time.value != found[0].time.value) {
            return None;
        }
    }
    found.into_iter().next()
}

fn blocks(document: &Document, section: usize) -> impl Iterator<Item = &Block> {
    let range = document.sections.get(section).map_or(0..0, |s| s.blocks.clone());
    document.blocks[range].iter().filter(move |b| b.section == section && is_prose(&b.kind))
}

fn objectives(document: &Document, block: &Block) -> Vec<Objective> {
    if !block.lines.iter().any(|l| document.source.slice(*l).bytes().any(|b| b.is_ascii_digit())) {
        return Vec::new();
    }
    let flat = document.flat(block);
    if !GOALS.as_ref().is_some_and(|goals| goals.is_match(&flat.text)) {
        return Vec::new();
    }
    let patterns = [&OBJECTIVE, &DEADLINE].into_iter().filter_map(|pattern| pattern.as_ref());
    let found = patterns.flat_map(|pattern| pattern.captures_iter(&flat.text));
    let mut out: Vec<Objective> = found.filter_map(|c| objective(&flat, &c)).collect();
    out.retain(|o| !is_measured(&flat, o.span));
    out
}

fn objective(flat: &Flat, found: &Captures<'_>) -> Option<Objective> {
    let amount = time_in(flat, found)?;
    let whole = found.get(0)?.as_str();
    let percentile = PERCENTILE.as_ref()?.find(whole).map(|p| p.as_str().to_lowercase());
    Some(Objective { time: amount.quantity(), span: amount.span, percentile })
}

/// Whether the sentence tells what is, not what shall be.
fn is_measured(flat: &Flat, span: Span) -> bool {
    let start = flat.source_span(0..flat.text.len()).start;
    let at = span.start.saturating_sub(start).min(flat.text.len());
    let mut from = at;
    while !flat.text.is_char_boundary(from) {
        from -= 1;
    }
    let sentence = flat.text[..from].rsplit(['.', ';', '\n']).next().unwrap_or("").to_lowercase();
    ["measured", "observed", "today", "currently", "was ", "were "].iter().any(|w| sentence.contains(w))
}

/// The time of a match, as a number with its place.
fn time_in(flat: &Flat, found: &Captures<'_>) -> Option<Amount> {
    let range = found.name("time")?.range();
    let tokens = tokens(&flat.text);
    let at = tokens.iter().position(|t| t.range.start == range.start)?;
    let (amount, _) = amount_at(flat, &flat.text, &tokens, at)?;
    (amount.quantity().dimension == Dimension::TIME).then_some(amount)
}

type Timeouts = (Vec<(String, Amount)>, Objective, usize);

/// Calls one after another, each with a timeout, under a deadline of the whole.
pub(crate) fn timeouts(document: &Document) -> Vec<Timeouts> {
    let mut out = Vec::new();
    for block in document.blocks.iter().filter(|b| is_prose(&b.kind)) {
        let raw = block.lines.iter().map(|l| document.source.slice(*l));
        if !raw.clone().any(|l| l.contains("timeout")) {
            continue;
        }
        let flat = document.flat(block);
        let lower = flat.text.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|w| lower.contains(w));
        let serial =
            says(&[" then ", "after that", "afterwards", "followed by", "sequential", "in sequence", "one after"]);
        let shares = says(&[
            "parallel",
            "concurrent",
            "remaining",
            "what is left",
            "left over",
            "leftover",
            "hedge",
            "whichever",
            "attempt",
            "retry",
            "retries",
            "minus",
            "propagat",
            "passes on",
            "pass on",
            "rest of",
        ]);
        if !serial || shares {
            continue;
        }
        let (Some(deadline), Some(timeout)) = (DEADLINE.as_ref(), TIMEOUT.as_ref()) else { continue };
        let Some(objective) = deadline.captures(&flat.text).and_then(|c| objective(&flat, &c)) else { continue };
        let hops: Vec<(String, Amount)> = timeout
            .captures_iter(&flat.text)
            .filter_map(|c| Some((c.name("name").map_or("", |n| n.as_str()).to_string(), time_in(&flat, &c)?)))
            .filter(|h| h.1.span != objective.span)
            .collect();
        if hops.len() >= 2 {
            out.push((hops, objective, block.section));
        }
    }
    out
}
