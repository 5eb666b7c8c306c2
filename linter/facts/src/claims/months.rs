//! How long a month is in each calculation that needs one.

use designlint_document::{Document, Span};
use designlint_quantity::{Convention, Dimension, Quantity, Rational};

use super::{
    Claim, ClaimKind, Verdict,
    rework::{Rework, Reworked},
};
use crate::{
    definitions::headings,
    formulas::{Amount, Form, Item, Kind, Statement},
    lookup::Lookup,
};

/// A number that is right for one length of a month only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthUse {
    /// The number, or the calculation that takes the length.
    pub span: Span,
    /// The length.
    pub length: MonthLength,
}

/// Usual lengths of a month that differ by more than rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MonthLength {
    /// 30 days, 720 hours.
    Days30,
    /// A twelfth of a year: 30.4 days, 730 or 730.5 hours.
    Twelfth,
}

impl MonthLength {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Days30 => "30 days",
            Self::Twelfth => "30.4 days (730 hours)",
        }
    }

    /// Its usual values in seconds.
    fn seconds(self) -> &'static [u32] {
        match self {
            Self::Days30 => &[2_592_000],
            Self::Twelfth => &[2_628_000, 2_629_746, 2_629_800],
        }
    }
}

const LENGTHS: [MonthLength; 2] = [MonthLength::Days30, MonthLength::Twelfth];

/// Numbers that stand for the hours, minutes, seconds or days of a twelfth of a year, times 10,000.
const TWELFTHS: [u64; 10] = [
    7_300_000,
    7_305_000,
    7_304_800,
    438_000_000,
    438_300_000,
    26_280_000_000,
    26_298_000_000,
    304_000,
    304_400,
    304_375,
];

/// The months of a document, in order of the source.
pub(crate) fn month_uses(
    document: &Document,
    statements: &[Statement],
    lookup: &Lookup<'_>,
    claims: &[Claim],
) -> Vec<MonthUse> {
    if memchr::memmem::find(document.source.text().as_bytes(), b"onth").is_none() {
        return Vec::new();
    }
    let mut out: Vec<MonthUse> = statements.iter().flat_map(|s| downtimes(document, s)).collect();
    for claim in claims.iter().filter(|c| c.verdict != Verdict::Wrong) {
        let held = claim.verdict == Verdict::Holds;
        let read = held.then(|| by_reading(claim, lookup)).flatten();
        let span = if claim.kind == ClaimKind::Formula { claim.stated_span } else { claim.span };
        let length = read.or_else(|| by_factors(document, claim));
        out.extend(length.map(|length| MonthUse { span, length }));
    }
    out.sort_by_key(|m| (m.span, m.length));
    out.dedup();
    out
}

fn is_month(i: &Item) -> bool {
    let per = || i.amount().and_then(Amount::per_period).is_some_and(|(_, per)| per.starts_with("mo"));
    (i.kind == Kind::Word && matches!(i.word.as_str(), "month" | "monthly")) || per()
}

/// `99.9%` and `43.8 min` under "downtime per month": what an objective leaves of a month.
fn downtimes(document: &Document, statement: &Statement) -> Vec<MonthUse> {
    let parts: Vec<&[Item]> = match statement.form {
        Form::Headed => statement.items.split(|i| i.kind == Kind::Cell).collect(),
        Form::Prose => vec![&statement.items],
        Form::Row | Form::Setting => return Vec::new(),
    };
    let shares: Vec<&Item> = statement.items.iter().filter(|i| objective(i).is_some()).collect();
    let [share] = shares.as_slice() else { return Vec::new() };
    let Some(left) = objective(share).map(|p| Rational::ONE - p) else { return Vec::new() };
    let titled = statement.form == Form::Headed
        && headings(&document.sections, statement.section).next().is_some_and(|t| t.to_lowercase().contains("month"));
    let mut out = Vec::new();
    for part in parts {
        let other = |i: &Item| {
            matches!(i.word.as_str(), "year" | "yearly" | "annual" | "week" | "weekly" | "day" | "daily" | "quarter")
        };
        if !(part.iter().any(is_month) || titled) || part.iter().any(other) {
            continue;
        }
        // The length is stated: "per 30-day month".
        if part.iter().any(|i| i.amount().is_some_and(|a| is_long(&a.quantity))) {
            continue;
        }
        for item in part {
            let Some(amount) = item.amount().filter(|a| !a.about) else { continue };
            let amount = match amount.per_period() {
                Some((amount, per)) if per.starts_with("mo") => amount,
                _ => amount.clone(),
            };
            if amount.quantity.dimension != Dimension::TIME {
                continue;
            }
            if let Some(length) = length_of(&left, &amount.quantity) {
                out.push(MonthUse { span: item.number_span(), length });
            }
        }
    }
    out
}

/// The availability that an item states.
fn objective(item: &Item) -> Option<Rational> {
    let amount = item.amount()?;
    amount.literal()?.suffix.share?;
    let value = &amount.quantity.value;
    let high = *value > Rational::from(9u8) / Rational::from(10u8) && *value < Rational::ONE;
    high.then(|| value.clone())
}

/// Two weeks or more: a period, no downtime.
fn is_long(quantity: &Quantity) -> bool {
    quantity.dimension == Dimension::TIME && quantity.value >= Rational::from(1_209_600u32)
}

/// The one length of which a share is the duration, to the digits shown.
fn length_of(share: &Rational, duration: &Quantity) -> Option<MonthLength> {
    let shown =
        if duration.ulp.is_zero() { return None } else { (&duration.value / &duration.ulp).round().to_string() };
    let fits = |seconds: &u32| {
        let x = share * Rational::from(*seconds);
        let gap = if x > duration.value { &x - &duration.value } else { &duration.value - &x };
        gap.is_zero() || (shown.len() >= 3 && gap * Rational::from(2u8) <= duration.ulp)
    };
    let mut found = LENGTHS.into_iter().filter(|l| l.seconds().iter().any(fits));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// A claim with months in it that holds for one length only.
fn by_reading(claim: &Claim, lookup: &Lookup<'_>) -> Option<MonthLength> {
    if claim.reading.contains("1 month = ") {
        return Some(MonthLength::Twelfth);
    }
    let quantities = || claim.value.iter().chain(claim.operands.iter().map(|o| &o.value));
    if !quantities().any(|q| q.unit.to_lowercase().contains("month")) || claim.weak {
        return None;
    }
    let names = |name: &str| lookup.lookup(name, claim.section).map(|d| d.value.clone());
    let rework = Rework::of(claim)?;
    let fails = |month: usize| {
        let convention = Convention { month: Some(month), ..Convention::default() };
        matches!(rework.under(convention, &names), Some(Reworked::Differs(..)))
    };
    (fails(1) && fails(2)).then_some(MonthLength::Days30)
}

/// `$0.504/h x 730`, `100 GB/day x 30 days`: the hours or days of a month as a factor, on a line that speaks of a month.
fn by_factors(document: &Document, claim: &Claim) -> Option<MonthLength> {
    let line = |byte: usize| document.source.line_span(document.source.line_of(byte));
    let near = Span::new(line(claim.span.start).start, line(claim.span.end).end);
    let text = document.source.slice(near).to_lowercase();
    if !(text.contains("month") || text.contains("/mo")) {
        return None;
    }
    let bare = |o: &super::Operand, n: u64| {
        o.value.dimension.is_none() && &o.value.value * Rational::from(10_000u32) == Rational::from(n)
    };
    let lasts = |o: &super::Operand, seconds: u32| {
        o.value.dimension == Dimension::TIME && o.value.value == Rational::from(seconds)
    };
    let any = |test: &dyn Fn(&super::Operand) -> bool| claim.operands.iter().any(test);
    let hourly = any(&|o| o.value.dimension.time() < 0 || o.noun.contains("hour") || o.noun.starts_with('h'));
    let clock = any(&|o| [240_000, 14_400_000, 36_000_000, 864_000_000].iter().any(|n| bare(o, *n)));
    let twelfth = any(&|o| MonthLength::Twelfth.seconds().iter().any(|s| lasts(o, *s)))
        || (hourly && any(&|o| TWELFTHS.iter().any(|n| bare(o, *n))));
    let thirty = any(&|o| lasts(o, 2_592_000))
        || ((hourly || clock)
            && any(&|o| [300_000, 7_200_000, 432_000_000, 25_920_000_000].iter().any(|n| bare(o, *n))));
    match (thirty, twelfth) {
        (true, false) => Some(MonthLength::Days30),
        (false, true) => Some(MonthLength::Twelfth),
        _ => None,
    }
}
