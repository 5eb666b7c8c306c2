//! Calls that are tried again under a deadline, and calls that become many under a cap.

use designlint_document::Span;
use designlint_quantity::Rational;

use super::Reader;
use super::words::{counts, has_any, place, said};
use crate::definitions::Named;
use crate::formulas::Stated;

/// What makes attempts share the deadline, or run side by side.
const SHARES: &[&str] = &[
    "remaining",
    "remains",
    "left over",
    "leftover",
    "what is left",
    "is left",
    "rest of the",
    "propagate",
    "propagates",
    "propagated",
    "propagation",
    "parallel",
    "concurrently",
    "hedged",
    "hedging",
    "hedge",
    "whichever",
    "race",
    "races",
    "across attempts",
    "across all attempts",
    "across retries",
    "over all attempts",
    "total of all attempts",
    "all attempts together",
    "all attempts share",
    "share the deadline",
    "shares the deadline",
    "shared deadline",
    "until the deadline",
    "deadline passes",
    "deadline expires",
    "stops when",
    "asynchronous",
    "asynchronously",
    "background",
    "capped at the deadline",
    "minus",
];

/// A call that is tried several times while its caller waits.
#[derive(Clone, Debug)]
pub struct Call {
    /// Places that are tried one after another, each with all attempts.
    pub routes: Option<Stated>,
    /// Attempts, or retries: those after the first; none where each route is tried once.
    pub attempts: Option<Stated>,
    /// Whether `attempts` counts the retries after the first.
    pub retries: bool,
    /// Timeout of each attempt.
    pub timeout: Stated,
    /// Pause between two attempts.
    pub backoff: Option<Stated>,
    /// When the caller gives up.
    pub deadline: Stated,
    /// How many attempts there are in all.
    pub count: Rational,
    /// The longest that all take, in seconds.
    pub longest: Rational,
}

/// A request that becomes many, each of which is tried several times.
#[derive(Clone, Debug)]
pub struct FanOut {
    /// Calls of one request.
    pub width: Stated,
    /// Attempts, or retries: those after the first.
    pub attempts: Stated,
    /// Whether `attempts` counts the retries after the first.
    pub retries: bool,
    /// The most calls allowed.
    pub cap: Stated,
    /// Calls when all attempts are made.
    pub calls: Rational,
}

/// The calls of a document that are tried again under a deadline.
pub(super) fn calls(reader: &Reader<'_>) -> Vec<Call> {
    let mut out: Vec<Call> = Vec::new();
    for deadline in reader.lookup.of("deadline") {
        let found = call(reader, deadline);
        out.extend(found.filter(|c| !out.iter().any(|o| o.timeout.span == c.timeout.span)));
    }
    out
}

fn call(reader: &Reader<'_>, deadline: &Named) -> Option<Call> {
    let at = place(deadline);
    let is_deadline =
        |n: &Named| reader.lookup.of("deadline").iter().any(|d| d.definition.value_span == n.definition.value_span);
    let timeout = reader.near("attempt_timeout", at, &|n| !is_deadline(n))?;
    let found = attempts(reader, deadline);
    let attempts = found.map(|(attempts, _)| attempts);
    let retries = found.is_some_and(|(_, retries)| retries);
    let is_attempts = |n: &Named| attempts.is_some_and(|a| a.definition.value_span == n.definition.value_span);
    let routes = reader.near("routes", at, &|n| counts(n, 2) && !is_attempts(n));
    if attempts.is_none() && (routes.is_none() || !reader.lookup.of("attempts").is_empty()) {
        return None;
    }
    let backoff = reader.near("backoff", at, &|n| n.definition.value_span != timeout.definition.value_span);
    if shares(reader, &[Some(deadline), Some(timeout), attempts, routes]) {
        return None;
    }
    let value = |n: &Named| n.definition.value.value.clone();
    let tries = attempts.map_or(Rational::ONE, value) + if retries { Rational::ONE } else { Rational::ZERO };
    let count = &tries * routes.map_or(Rational::ONE, value);
    let pauses = backoff.map_or(Rational::ZERO, value) * (&count - Rational::ONE);
    let longest = &count * value(timeout) + pauses;
    let (routes, backoff) = (routes.map(Stated::of), backoff.map(Stated::of));
    Some(Call {
        routes,
        attempts: attempts.map(Stated::of),
        retries,
        timeout: Stated::of(timeout),
        backoff,
        deadline: Stated::of(deadline),
        count,
        longest,
    })
}

/// The attempts that a place means, and whether they are retries.
fn attempts<'r>(reader: &'r Reader<'_>, near: &Named) -> Option<(&'r Named, bool)> {
    let retries = reader.near("retries", place(near), &|n| counts(n, 1));
    let attempts = reader.near("attempts", place(near), &|n| counts(n, 2));
    match (attempts, retries) {
        (Some(a), Some(r)) if a.definition.value_span == r.definition.value_span => Some((r, true)),
        (Some(_), Some(_)) => None,
        (Some(a), None) => Some((a, false)),
        (None, r) => r.map(|r| (r, true)),
    }
}

/// Whether a block that states one of the numbers says that the attempts share what time there is.
fn shares(reader: &Reader<'_>, all: &[Option<&Named>]) -> bool {
    let blocks = all.iter().flatten().filter_map(|n| reader.document.blocks.get(n.block));
    blocks.map(|b| said(reader.document, b.span)).any(|text| has_any(&text, SHARES))
}

/// The requests of a document that become many.
pub(super) fn fan_outs(reader: &Reader<'_>) -> Vec<FanOut> {
    let mut out: Vec<FanOut> = Vec::new();
    for width in reader.lookup.of("fan_out").iter().filter(|n| counts(n, 2)) {
        let found = fan_out(reader, width);
        out.extend(found.filter(|f| !out.iter().any(|o: &FanOut| o.cap.span == f.cap.span)));
    }
    out
}

fn fan_out(reader: &Reader<'_>, width: &Named) -> Option<FanOut> {
    let spans: Vec<Span> = vec![width.definition.value_span];
    let cap = reader.near("call_cap", place(width), &|n| counts(n, 1) && !spans.contains(&n.definition.value_span))?;
    let (attempts, retries) = attempts(reader, width)?;
    let same = |n: &Named| n.definition.value_span == attempts.definition.value_span;
    if same(cap) || same(width) {
        return None;
    }
    let value = |n: &Named| n.definition.value.value.clone();
    let tries = value(attempts) + if retries { Rational::ONE } else { Rational::ZERO };
    let calls = value(width) * tries;
    Some(FanOut { width: Stated::of(width), attempts: Stated::of(attempts), retries, cap: Stated::of(cap), calls })
}
