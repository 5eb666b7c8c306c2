//! Means of a day that stand for a peak.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use designlint_document::Span;
use designlint_quantity::{Rational, significant};
use regex::Regex;

use super::words::{has_any, said};
use super::{Reader, has_near};
use crate::formulas::{Stated, Statement};
use crate::lookup::Place;
use crate::patterns::compile;
use crate::{Claim, ClaimKind, Verdict};

/// Divided by the seconds of a day, and by nothing else behind it.
static OVER_A_DAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(r"(?i)^(?P<above>.+?)\s*(?:/|÷|\bover\b|\bdivided by\b)\s*\(?\s*(?:86[, _]?400|86\.4\s?k|24\s*[x×*·]\s*(?:3[, ]?600|60\s*[x×*·]\s*60)|60\s*[x×*·]\s*60\s*[x×*·]\s*24|1 day|a day)(?:\s*(?:s|sec|secs|seconds?)(?:\s*(?:/|per|a|in a)\s*day)?)?\s*\)?\s*$").ok()
});
/// A total per day alone.
static PER_DAY: LazyLock<Option<Regex>> =
    LazyLock::new(|| compile(r"(?i)^[^/x×*·]*(?:/\s?day|per day|a day|daily|each day)\s*$").ok());
/// "peak" right before the calculation, or right behind its result.
static BEFORE: LazyLock<Option<Regex>> =
    LazyLock::new(|| compile(r"(?i)\bpeak(?:s|ing)?\b(?:[\s\w/|*`-]|\([^()]*\)){0,40}[:=≈~|]?[\s|*`~≈]*$").ok());
static BEHIND: LazyLock<Option<Regex>> =
    LazyLock::new(|| compile(r"(?i)^[\s*`]*(?:\w+[\s/]){0,3}(?:at (?:the )?)?peak\b").ok());

/// Words that say what the number is.
const MEAN: &[&str] = &["average", "avg", "mean", "averaged", "on average", "sustained", "steady"];
/// Words on what a number is used for.
const SIZES: &[&str] = &[
    "size",
    "sized",
    "sizing",
    "provision",
    "provisioned",
    "enough",
    "suffice",
    "suffices",
    "capacity for",
    "so we need",
    "we need",
    "needs",
    "requires",
    "plan for",
    "planned for",
    "design for",
    "designed for",
];

/// A total per day over the seconds of a day, taken for a peak.
#[derive(Clone, Debug)]
pub struct MeanRate {
    /// The calculation and its result.
    pub span: Span,
    /// The result as written.
    pub stated: String,
    /// Whether it is called a peak; else it is what something is sized by.
    pub called_peak: bool,
    /// The calculation of the total, as written.
    pub total: String,
    /// The hours in which the total falls, where the document states them.
    pub active: Option<Stated>,
    /// The peak factor, where the document states it.
    pub factor: Option<Stated>,
    /// The rate at the peak, by the hours or the factor.
    pub peak: Option<Rational>,
}

/// The means of a document that stand for a peak.
pub(super) fn mean_rates(reader: &Reader<'_>) -> Vec<MeanRate> {
    let claims = reader.claims.iter().filter(|c| {
        matches!(c.kind, ClaimKind::Equation | ClaimKind::Chain | ClaimKind::Conversion | ClaimKind::Formula)
            && c.verdict == Verdict::Holds
    });
    let candidates: Vec<(&Claim, String)> = claims.filter_map(|c| Some((c, total_of(c)?))).collect();
    if candidates.is_empty() {
        return Vec::new();
    }
    let mut around = Around::default();
    candidates.into_iter().filter_map(|(claim, total)| mean_rate(reader, &mut around, claim, total)).collect()
}

/// What stands around the rates of a document, as far as asked.
#[derive(Default)]
struct Around {
    /// Of each block the statements that speak of a mean.
    means: BTreeMap<usize, Vec<Span>>,
    /// Of each section the numbers, in ascending order.
    numbers: Option<BTreeMap<usize, Vec<Rational>>>,
}

impl Around {
    /// The statements of a block that speak of a mean.
    fn means(&mut self, reader: &Reader<'_>, block: usize) -> &[Span] {
        self.means.entry(block).or_insert_with(|| {
            let of_block = reader.of_block(block).iter().map(Statement::span);
            of_block.filter(|&span| has_any(&said(reader.document, span), MEAN)).collect()
        })
    }

    /// The numbers of a section.
    fn numbers(&mut self, reader: &Reader<'_>, section: usize) -> &[Rational] {
        let numbers = self.numbers.get_or_insert_with(|| reader.values_by_section(|_| true));
        numbers.get(&section).map_or(&[], Vec::as_slice)
    }
}

fn mean_rate(reader: &Reader<'_>, around: &mut Around, claim: &Claim, total: String) -> Option<MeanRate> {
    let (at, statement) = reader.statement_at(claim.stated_span)?;
    let text = said(reader.document, statement.span());
    let place = Place { statement: at, block: statement.block, section: statement.section };
    let day = Rational::from(24u8) * Rational::from(3600u16);
    let active = reader.near("active_hours", place, &|n| n.definition.value.value < day);
    let factor = reader.near("peak_factor", place, &|n| n.definition.value.value > Rational::ONE);
    let called_peak = is_called_peak(reader, claim, statement);
    let rate = claim.recomputed.as_ref().map(|q| q.value.clone())?;
    let hours = |n: &crate::definitions::Named| {
        let value = &n.definition.value;
        if value.dimension.is_none() { &value.value * Rational::from(3600u16) } else { value.value.clone() }
    };
    let peak = match (active, factor) {
        (_, Some(f)) => Some(&rate * &f.definition.value.value),
        (Some(a), None) if hours(a) > Rational::ZERO => Some(&rate * &day / hours(a)),
        _ => None,
    };
    let mean = has_any(&text, MEAN)
        || reader.statements[..at]
            .last()
            .is_some_and(|s| s.block == statement.block && has_any(&said(reader.document, s.span()), &["on average"]));
    let given = factor.or(active).map(|n| n.definition.value_span);
    let mean = mean || around.means(reader, statement.block).iter().any(|s| given.is_none_or(|g| !s.contains(g)));
    let sizes = !called_peak && !mean && peak.is_some() && sizes_something(reader, claim, &text);
    // The section states the rate at the peak to three digits.
    let stated = peak.as_ref().is_some_and(|p| has_near(around.numbers(reader, statement.section), p, 50));
    if (!called_peak || mean) && !sizes || stated {
        return None;
    }
    Some(MeanRate {
        span: claim.span,
        stated: claim.stated.clone(),
        called_peak,
        total,
        active: active.map(Stated::of),
        factor: factor.map(Stated::of),
        peak,
    })
}

/// The total of a day that a claim divides by a day; none where a peak factor may be among its factors.
fn total_of(claim: &Claim) -> Option<String> {
    let text = claim.computed_text.trim();
    if let Some(found) = OVER_A_DAY.as_ref()?.captures(text) {
        let above = found["above"].trim().to_string();
        let end = claim.computed_span.end;
        let factors: Vec<_> = claim.operands.iter().filter(|o| o.span.end <= end && !is_of_time(o)).collect();
        let small =
            |o: &&crate::Operand| o.noun.is_empty() && o.value.unit.is_empty() && o.value.value <= Rational::from(20u8);
        let risky = factors.len() > 1 && factors.iter().any(small);
        return (!risky).then_some(above);
    }
    PER_DAY.as_ref()?.is_match(text).then(|| text.to_string())
}

/// Whether an operand is a part of the day that is divided by.
fn is_of_time(operand: &crate::Operand) -> bool {
    [86_400u32, 24, 3_600, 60].iter().any(|&n| operand.value.value == Rational::from(n))
}

fn is_called_peak(reader: &Reader<'_>, claim: &Claim, statement: &Statement) -> bool {
    let hull = statement.span();
    let source = &reader.document.source;
    let before = source.slice(Span::new(hull.start.min(claim.span.start), claim.span.start));
    let behind = source.slice(Span::new(claim.span.end, hull.end.max(claim.span.end)));
    let tail = before.len().saturating_sub(80);
    let tail = (tail..=before.len()).find(|&i| before.is_char_boundary(i)).unwrap_or(before.len());
    BEFORE.as_ref().is_some_and(|r| r.is_match(&before[tail..])) || BEHIND.as_ref().is_some_and(|r| r.is_match(behind))
}

/// Whether its own sentence, or a calculation of the section with its result, sizes something by a rate.
fn sizes_something(reader: &Reader<'_>, claim: &Claim, text: &str) -> bool {
    let Some(value) = &claim.value else { return false };
    let used = |c: &Claim| {
        let here = c.section == claim.section && c.computed_text.contains('/');
        here && c.operands.first().is_some_and(|o| o.value.value == value.value)
    };
    let from = reader.claims.partition_point(|c| c.span.start <= claim.span.end);
    let near = reader.claims[from..].iter().take_while(|c| c.span.start < claim.span.end + 400);
    has_any(text, SIZES) || near.into_iter().any(used)
}

impl MeanRate {
    /// The rate at the peak, per second.
    pub fn peak_text(&self) -> Option<String> {
        self.peak.as_ref().map(|p| format!("{}/s", significant(p, 3)))
    }
}
