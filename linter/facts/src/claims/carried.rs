//! Totals over a period that are multiplied by the period once more.

use designlint_document::{Document, Span};
use designlint_quantity::{Dimension, Quantity, Rational, unit};

use super::{Claim, Explanation, Fault, Operand, Verdict, graph::is_telling, rework::written};
use crate::{formulas::fold, text::has_word};

/// Words that say that a price or a rate holds for each period, so that their number multiplies rightly.
const RATES: &[&str] = &[
    "annual",
    "annually",
    "daily",
    "hourly",
    "monthly",
    "weekly",
    "yearly",
    "a year",
    "a month",
    "a day",
    "a week",
    "an hour",
    "per year",
    "per month",
    "per day",
    "per week",
    "per hour",
    "each year",
    "each month",
    "each day",
    "every year",
    "every month",
    "every day",
    "/yr",
    "/year",
    "/mo",
    "/month",
    "/day",
];

/// Marks the claims that count a period twice: they are wrong, whatever their digits say.
pub(crate) fn count_periods_once(document: &Document, claims: &mut [Claim]) {
    let mut totals: Vec<Total> = Vec::new();
    for claim in claims.iter_mut() {
        if let Some((total, at)) = twice(document, claim, &totals) {
            mark(document, claim, &total, at);
            continue;
        }
        totals.extend(total_of(document, claim, totals.len()));
    }
}

/// A result over a period.
#[derive(Clone)]
struct Total {
    value: Quantity,
    text: String,
    stated: Span,
    /// `10`.
    count: Rational,
    /// `year`.
    period: String,
}

/// The result of a claim that says over which period it is.
fn total_of(document: &Document, claim: &Claim, known: usize) -> Option<Total> {
    const MOST: usize = 1_000;
    let value = claim.value.clone().filter(|v| v.dimension.time() == 0)?;
    if claim.verdict == Verdict::Wrong || known > MOST || !is_telling(&value) {
        return None;
    }
    let own = claim.operands.iter().find_map(period_of);
    let (count, period) = own.or_else(|| labelled(document, claim))?;
    Some(Total { value, text: claim.stated.clone(), stated: claim.stated_span, count, period })
}

/// `Over 10 years: … x 10 = …`: the line names the period, and its number is a factor.
fn labelled(document: &Document, claim: &Claim) -> Option<(Rational, String)> {
    let line = document.source.line_span(document.source.line_of(claim.span.start));
    let before = document.source.slice(Span::new(line.start, claim.span.start.max(line.start)));
    let words: Vec<&str> = before.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.windows(2).rev().find_map(|pair| {
        let count = Rational::from(pair[0].parse::<u32>().ok().filter(|n| *n >= 2)?);
        let period = period_name(pair[1])?;
        let bare = |o: &Operand| o.value.dimension.is_none() && o.value.value == count;
        claim.operands.iter().any(bare).then_some((count, period))
    })
}

/// The number and the name of a period: `10 years`.
fn period_of(operand: &Operand) -> Option<(Rational, String)> {
    let quantity = &operand.value;
    if quantity.dimension != Dimension::TIME || quantity.factor.is_zero() {
        return None;
    }
    let count = &quantity.value / &quantity.factor;
    Some((count, period_name(&quantity.unit)?)).filter(|(count, _)| *count >= Rational::from(2u8))
}

/// Days and longer: hours and seconds are rates as often as periods.
fn period_name(word: &str) -> Option<String> {
    let word = fold(word.trim());
    let long = unit(&word).is_some_and(|u| u.dimension == Dimension::TIME && u.factor >= Rational::from(86_400u32));
    (long && word.len() > 2).then_some(word)
}

/// The total that a claim multiplies by its own period, and the index of that factor.
fn twice(document: &Document, claim: &Claim, totals: &[Total]) -> Option<(Total, usize)> {
    let rated = |o: &Operand| o.value.dimension.time() < 0;
    let plain = claim.value.as_ref().is_some_and(|v| v.dimension.time() == 0);
    if totals.is_empty() || !plain || claim.verdict == Verdict::Wrong || claim.operands.iter().any(rated) {
        return None;
    }
    let product = !claim.computed_text.contains(['+', '-', '−', '/', '÷']);
    if !product {
        return None;
    }
    let (at, (count, period)) = claim.operands.iter().enumerate().find_map(|(at, o)| Some((at, period_of(o)?)))?;
    let uses = |t: &&Total| {
        let used = |o: &Operand| o.value.value == t.value.value && o.span.start >= t.stated.end;
        t.count == count && t.period == period && claim.operands.iter().any(used)
    };
    let total = totals.iter().rev().find(uses)?;
    let line = |byte: usize| document.source.line_span(document.source.line_of(byte));
    let near = Span::new(line(claim.span.start).start.max(total.stated.end), line(claim.span.end).end);
    let lower = document.source.slice(near).to_lowercase();
    let by_rate = RATES.iter().any(|w| if w.starts_with('/') { lower.contains(w) } else { has_word(&lower, w) });
    (!by_rate).then(|| (total.clone(), at))
}

fn mark(document: &Document, claim: &mut Claim, total: &Total, at: usize) {
    let Some(value) = claim.value.clone().filter(|v| !v.factor.is_zero()) else { return };
    let Some(shown) = written(claim, &(&value.value / &value.factor / &total.count)) else { return };
    let line = document.source.line_of(total.stated.start);
    let many = format!("{} {}s", designlint_quantity::decimal(&total.count, 2), total.period);
    claim.verdict = Verdict::Wrong;
    claim.how = None;
    claim.reason = None;
    claim.fault = Some(Fault::RatePeriod);
    claim.recomputed = Some(Quantity { value: &value.value / &total.count, ..value });
    claim.computed = Some(shown.clone());
    claim.accepted = Some((shown.clone(), shown.clone()));
    claim.rounded = Some(shown);
    claim.explanation = Some(Explanation {
        kind: "period-twice".to_string(),
        text: format!("{} of line {line} is already the total over {many}, which count twice here", total.text),
    });
    claim.notes.push((total.stated, format!("the total over {many}")));
    if let Some(operand) = claim.operands.get(at) {
        claim.notes.push((operand.span, "the same period again".to_string()));
    }
}
