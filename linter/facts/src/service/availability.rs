//! Availabilities of parts that a document joins to one of the whole.

use designlint_document::{Document, Span};
use designlint_quantity::{Quantity, Rational};

use super::arrangement::{Arrangement, Shape, percent, shape};
use super::words::{count, has_any, said};
use crate::formulas::{Form, FormulaUse, Item, Kind, Statement};
use crate::{Claim, ClaimKind, Fault, How, Verdict};

/// The rule that reports a wrong one.
const RULE: &str = "availability-composition";

/// The statements of a paragraph before one in which its arrangement is looked for.
const BEFORE: usize = 16;
const SERIES: &[&str] = &[
    "series",
    "serial",
    "serially",
    "chain",
    "chained",
    "depends on",
    "depend on",
    "dependencies",
    "dependency",
    "needs",
    "need both",
    "need all",
    "requires",
    "relies on",
    "rely on",
    "all must",
    "both must",
    "must all",
    "must both",
    "one after another",
    "one after the other",
    "goes through",
    "passes through",
    "passes",
    "critical path",
    "sequence",
    "sequential",
    "sequentially",
    "every hop",
    "every one of",
];
const PARALLEL: &[&str] = &[
    "either",
    "any one",
    "any of",
    "one of them",
    "one of the two",
    "one of two",
    "one is enough",
    "one suffices",
    "in parallel",
    "parallel",
    "redundant",
    "redundancy",
    "redundantly",
    "failover",
    "fails over",
    "active-active",
    "active/active",
    "at least one",
    "standby",
    "fallback",
    "falls back",
];
/// Words before the number of the whole.
const WHOLE: &[&str] = &[
    "so",
    "gives",
    "give",
    "is",
    "are",
    "makes",
    "total",
    "overall",
    "composite",
    "combined",
    "together",
    "end-to-end",
    "therefore",
    "hence",
    "thus",
    "service",
    "system",
    "path",
    "whole",
    "promise",
    "slo",
    "availability",
    "reaches",
    "yields",
    "get",
    "means",
    "be",
    "offers",
    "offer",
    "has",
    "have",
];
/// Words on failure instead of availability.
const DOWN: &[&str] = &[
    "unavailable",
    "unavailability",
    "down",
    "downtime",
    "fail",
    "fails",
    "failure",
    "outage",
    "both down",
    "error",
    "errors",
    "probability",
    "chance",
];

/// Joins parts wherever a document does: marks the claims it gets wrong, adds claims for sentences without a calculation.
pub(crate) fn compositions(document: &Document, statements: &[Statement], claims: &mut Vec<Claim>) -> Vec<FormulaUse> {
    let mut out = Vec::new();
    let mut added = Vec::new();
    for (at, statement) in statements.iter().enumerate().filter(|(_, s)| s.form == Form::Prose && has_share(s)) {
        let before = statements[..at].iter().rev().take_while(|s| s.block == statement.block).take(BEFORE);
        let mut texts = std::iter::once(statement).chain(before).map(|s| said(document, s.span()));
        let arrangement = texts.find_map(|text| arrangement(&text));
        let hull = statement.span();
        let first = claims.partition_point(|c| c.span.start < hull.start);
        let last = claims.partition_point(|c| c.span.start < hull.end);
        let inside = &mut claims[first..last];
        for claim in inside.iter_mut().filter(|c| hull.contains(c.stated_span) && hull.contains(c.computed_span)) {
            out.extend(shown(document, claim, arrangement, hull));
        }
        let calculated = inside.iter().any(|c| hull.contains(c.span) && c.kind != ClaimKind::Formula);
        if let Some(arrangement) = arrangement.filter(|_| !calculated) {
            let mut counted = statement.clone();
            count(document, &mut counted);
            out.extend(told(document, &counted, arrangement, &mut added));
        }
    }
    claims.append(&mut added);
    claims.sort_by_key(|c| (c.span.start, c.span.end));
    out
}

/// Whether a number between 0 and 1 stands in a statement.
fn has_share(statement: &Statement) -> bool {
    let between = |v: &Rational| *v > Rational::ZERO && *v < Rational::ONE;
    statement.items.iter().filter_map(Item::amount).any(|a| between(&a.quantity.value))
}

/// What the words say of the arrangement; none where they speak of both or of neither.
fn arrangement(text: &str) -> Option<Arrangement> {
    match (has_any(text, SERIES), has_any(text, PARALLEL)) {
        (true, false) => Some(Arrangement::Series),
        (false, true) => Some(Arrangement::Parallel),
        _ => None,
    }
}

/// A calculation of availabilities with the wrong formula.
fn shown(document: &Document, claim: &mut Claim, said: Option<Arrangement>, hull: Span) -> Option<FormulaUse> {
    let kind = matches!(claim.kind, ClaimKind::Equation | ClaimKind::Chain);
    let stated =
        claim.value.as_ref().filter(|v| kind && v.dimension.is_none() && v.value < Rational::ONE)?.value.clone();
    let high = stated > Rational::ONE / Rational::from(2u8);
    let (parts, right, says) = match (shape(&claim.computed_text)?, said) {
        (Shape::NotAllUp(p), a) if high && claim.verdict == Verdict::Wrong && a != Some(Arrangement::Series) => {
            (p, Arrangement::Parallel, "is the chance that not all of them are up")
        }
        (Shape::AllDown(p), a)
            if (high || called_available(document, claim, hull)) && a != Some(Arrangement::Series) =>
        {
            (p, Arrangement::Parallel, "is the chance that all of them are down")
        }
        (Shape::AllUp(p), Some(Arrangement::Parallel)) if high => {
            (p, Arrangement::Parallel, "asks that all of them be up, where one is enough")
        }
        (Shape::NotAllDown(p), Some(Arrangement::Series)) if high => {
            (p, Arrangement::Series, "asks that one of them be up, where all are needed")
        }
        _ => return None,
    };
    if claim.verdict == Verdict::Holds && speaks_of_failure(document, claim, hull) {
        return None;
    }
    mark(claim, &parts, right);
    let found =
        FormulaUse { side: Some(claim.computed_span), says: Some(says.to_string()), ..used(claim, &parts, right) };
    Some(found)
}

/// Makes a claim wrong by a formula.
fn mark(claim: &mut Claim, parts: &[Rational], right: Arrangement) {
    let whole = right.whole(parts);
    claim.verdict = Verdict::Wrong;
    claim.fault = Some(Fault::Formula(right.id().to_string()));
    (claim.how, claim.weak, claim.reason, claim.explanation) = (None, false, None, None);
    claim.computed = Some(percent(&whole));
    claim.rounded = Some(percent(&whole));
    claim.accepted = Some((percent(&whole), percent(&whole)));
    claim.recomputed = Some(Quantity { value: whole, ..Quantity::count(0) });
}

fn used(claim: &Claim, parts: &[Rational], right: Arrangement) -> FormulaUse {
    FormulaUse {
        formula: right.id().to_string(),
        name: right.name().to_string(),
        rule: RULE.to_string(),
        stated_span: claim.stated_span,
        side: None,
        worked: right.worked(parts),
        gives: percent(&right.whole(parts)),
        says: None,
        operand: None,
    }
}

/// Whether the words right behind the result, or right before the calculation, call it an availability.
fn called_available(document: &Document, claim: &Claim, hull: Span) -> bool {
    let behind = said(document, Span::new(claim.stated_span.end, hull.end.max(claim.stated_span.end)));
    let before = said(document, Span::new(hull.start.min(claim.span.start), claim.span.start));
    let first = behind.split_whitespace().next().unwrap_or("").trim_matches(|c: char| !c.is_alphanumeric()).to_string();
    let label = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let label = label.strip_suffix(" is").unwrap_or(label);
    ["available", "availability", "uptime"].contains(&first.as_str())
        || label.ends_with("availability") && !label.ends_with("unavailability")
}

fn speaks_of_failure(document: &Document, claim: &Claim, hull: Span) -> bool {
    let around = said(document, hull);
    has_any(&around, DOWN) && !called_available(document, claim, hull)
}

/// A sentence that names the parts and the whole without a calculation.
fn told(
    document: &Document,
    statement: &Statement,
    arrangement: Arrangement,
    claims: &mut Vec<Claim>,
) -> Option<FormulaUse> {
    let shares: Vec<usize> = (0..statement.items.len()).filter(|&at| is_availability(&statement.items[at])).collect();
    let (last, parts) = shares.split_last()?;
    let whole = &statement.items[*last];
    if parts.is_empty() || !is_of_the_whole(&statement.items[..*last], *parts.last()?) {
        return None;
    }
    let values: Vec<Rational> = parts.iter().filter_map(|&at| share(&statement.items[at])).collect();
    let values = match values.as_slice() {
        [one] => vec![one.clone(); count_before(statement, *parts.first()?)?],
        _ => values,
    };
    let stated = whole.amount()?;
    let right = arrangement.whole(&values);
    let half = &stated.quantity.ulp / Rational::from(2u8);
    let off = &stated.quantity.value - &right;
    let other = match arrangement {
        Arrangement::Series => Arrangement::Parallel,
        Arrangement::Parallel => Arrangement::Series,
    };
    let by_the_other = distance(&stated.quantity.value, &other.whole(&values)) <= half;
    let holds = distance(&stated.quantity.value, &right) <= half;
    let span = statement.items[*parts.first()?].span.cover(whole.span);
    if holds {
        claims.push(claim(document, statement, whole, span, &right, arrangement));
        return None;
    }
    let flawed = match arrangement {
        Arrangement::Series => values.iter().any(|part| stated.quantity.value >= *part),
        Arrangement::Parallel => by_the_other,
    };
    if off <= stated.quantity.ulp && !flawed {
        return None;
    }
    let mut wrong = claim(document, statement, whole, span, &right, arrangement);
    mark(&mut wrong, &values, arrangement);
    let found = used(&wrong, &values, arrangement);
    claims.push(wrong);
    Some(found)
}

fn distance(a: &Rational, b: &Rational) -> Rational {
    if a > b { a - b } else { b - a }
}

fn claim(
    document: &Document,
    statement: &Statement,
    whole: &Item,
    span: Span,
    right: &Rational,
    arrangement: Arrangement,
) -> Claim {
    let side = Span::new(span.start, whole.span.start.max(span.start));
    let quantity = whole.amount().map(|a| a.quantity.clone());
    Claim {
        kind: ClaimKind::Formula,
        span,
        stated_span: whole.span,
        computed_span: side,
        computed_text: crate::text::plain(document.source.slice(side)),
        relation: String::new(),
        verdict: Verdict::Holds,
        how: Some(How::Rounded),
        weak: false,
        stated: document.source.slice(whole.span).to_string(),
        computed: Some(percent(right)),
        accepted: None,
        rounded: Some(percent(right)),
        plain: false,
        reading: format!("{}, as written", arrangement.name()),
        reason: None,
        explanation: None,
        fault: None,
        value: quantity,
        recomputed: Some(Quantity { value: right.clone(), ..Quantity::count(0) }),
        operands: Vec::new(),
        notes: Vec::new(),
        section: statement.section,
    }
}

fn share(item: &Item) -> Option<Rational> {
    item.amount().map(|a| a.quantity.value.clone())
}

/// A percentage from 90 up to, and without, 100.
fn is_availability(item: &Item) -> bool {
    item.amount().is_some_and(|a| {
        let is_share = a.literal().is_some_and(|l| l.suffix.share.is_some());
        let value = &a.quantity.value;
        is_share && *value >= Rational::from(9u8) / Rational::from(10u8) && *value < Rational::ONE
    })
}

/// Whether a word or sign for the whole stands between the last part and its number.
fn is_of_the_whole(items: &[Item], part: usize) -> bool {
    let between = items.get(part + 1..).unwrap_or(&[]);
    between.iter().any(|i| WHOLE.contains(&i.raw.as_str()) || matches!(i.kind, Kind::Relation { .. }))
}

/// The number of equal parts: `two regions at 99.95% each`.
fn count_before(statement: &Statement, part: usize) -> Option<usize> {
    let items = &statement.items[part.saturating_sub(6)..part];
    let count = items.iter().rev().find_map(|i| i.amount())?;
    (2usize..=9).find(|n| count.quantity.value == Rational::from(*n) && count.is_bare())
}
