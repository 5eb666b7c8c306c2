//! Whether a stated value follows from an expression: the ladder, over all readings of the line.

use crate::{
    Convention, Rational,
    doubts::{complement_of, second_thoughts},
    evaluate::{Context, Symbols, Unknown, Value},
    expression::{Expression, Literal, Share},
    ladder::{Judge, abs},
    reading::{Reading, readings},
    repair::{Pair, Repairs, as_it_stands},
    token::Relation,
    units::{Dimension, unit},
    work::Work,
};

/// How a stated value holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holds {
    /// To the digit.
    Exact,
    /// Within half a unit in the last place.
    Rounded,
    /// Cut off at the last digit shown.
    Truncated,
    /// Within what an approximation mark allows.
    Approximate,
    /// The interval of rounded operands meets it.
    Consistent,
    /// Right to the digits before the trailing zeros.
    Coarse,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The values differ.
    Value,
    /// The dimensions differ and no reading makes them equal.
    Units,
    /// Right only where a rate per one period is multiplied by a constant of another.
    RatePeriod,
}

/// What became of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Holds.
    Holds(Holds),
    /// Does not hold under any reading.
    Wrong(Wrong),
    /// Cannot be told.
    Unknown(String),
}

/// A comparison with what a message needs.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What became of it.
    pub outcome: Outcome,
    /// The reading under which it holds, or under which it was computed.
    pub reading: String,
    /// Holds only by another reading than "as written" on a result of one or two digits.
    pub weak: bool,
    /// The recomputed value divided by the unit of the stated one.
    pub computed: Option<Rational>,
    /// The recomputed value in base units, with its dimension.
    pub base: Option<(Rational, Dimension)>,
    /// The interval of the expression with rounded operands, in the stated unit.
    pub interval: Option<(Rational, Rational)>,
    /// The work it took, all readings included; it depends on nothing but the two sides.
    pub work: u64,
}

/// The sides of a comparison: what is computed and what is stated.
#[derive(Clone, Copy)]
pub struct Sides<'e> {
    /// What is computed.
    pub computed: &'e Expression,
    /// What is stated: one literal, or an expression.
    pub stated: &'e Expression,
    /// The relation, from computed to stated.
    pub relation: Relation,
    /// Whether an approximation mark or word stands on either side.
    pub about: bool,
}

/// Compares two sides. A unit behind a division belongs to the last number first, then to the quotient.
pub fn compare(sides: Sides<'_>, symbols: &Symbols<'_>) -> Comparison {
    compare_under(sides, symbols, Convention::default())
}

/// Compares two sides where some readings are agreed on.
pub fn compare_under(sides: Sides<'_>, symbols: &Symbols<'_>, convention: Convention) -> Comparison {
    let work = Work::new();
    let found = compare_regrouped(sides, Context { symbols, work: &work }, convention);
    Comparison { work: work.done(), ..found }
}

fn compare_regrouped(sides: Sides<'_>, cx: Context<'_>, convention: Convention) -> Comparison {
    let first = compare_as_grouped(sides, cx, convention);
    if matches!(first.outcome, Outcome::Holds(_)) || cx.work.is_spent() {
        return first;
    }
    if let Some(downtime) = downtime(sides, cx, convention) {
        return downtime;
    }
    let computed = sides.computed.regrouped();
    let stated = sides.stated.regrouped();
    if computed.is_none() && stated.is_none() {
        return first;
    }
    let sides = Sides {
        computed: computed.as_ref().unwrap_or(sides.computed),
        stated: stated.as_ref().unwrap_or(sides.stated),
        ..sides
    };
    let second = compare_as_grouped(sides, cx, convention);
    match second.outcome {
        Outcome::Holds(_) => second,
        // What else would hold was not tried to the end.
        _ if cx.work.is_spent() => unknown(Unknown::Limit.to_string(), &Reading::default()),
        _ => first,
    }
}

/// `99.9% of 30 days = 43.2 min`: what an availability, 90% at least, leaves of a duration.
fn downtime(sides: Sides<'_>, cx: Context<'_>, convention: Convention) -> Option<Comparison> {
    let timed = |l: &Literal| {
        l.suffix.units.iter().any(|u| unit(&u.word).is_some_and(|u| u.dimension == Dimension::TIME) && u.exponent == 1)
    };
    let available = |l: &&Literal| l.suffix.share == Some(Share::Percent) && l.number.value >= Rational::from(90u8);
    sides.stated.as_literal().filter(|l| timed(l))?;
    sides.computed.literals().iter().find(|l| available(l))?;
    let rest = complement_of(sides.computed)?;
    let comparison = compare_as_grouped(Sides { computed: &rest, ..sides }, cx, convention);
    let holds = matches!(comparison.outcome, Outcome::Holds(_));
    holds.then(|| Comparison { reading: "what the percentage leaves".to_string(), ..comparison })
}

/// Work of the looks at all parts of the sides, for each part.
const LOOKS: u64 = 1_000;

fn compare_as_grouped(sides: Sides<'_>, cx: Context<'_>, convention: Convention) -> Comparison {
    let mut parts = 0u64;
    [sides.computed, sides.stated].iter().for_each(|side| side.walk(&mut |_| parts += 1));
    let looked = cx.work.spend(parts.saturating_mul(LOOKS));
    let all = convention.of(readings([sides.computed, sides.stated]));
    let too_large = || unknown(Unknown::Limit.to_string(), &all[0]);
    if looked.is_err() {
        return too_large();
    }
    let mut search = Search::new(sides, cx);
    let repairs = Repairs::new(sides, cx);
    let mut kept: Vec<Vec<Attempt>> = Vec::new();
    for (nth, reading) in all.iter().enumerate() {
        let pair = match Pair::evaluate(sides, reading, cx) {
            Ok(pair) => pair,
            Err(Unknown::Units) => Pair::default(),
            Err(why) => return unknown(why.to_string(), reading),
        };
        let first = as_it_stands(&pair, sides, reading, cx);
        if let Some(found) = first.as_ref().and_then(|a| search.climb(a, &LADDER_EARLY, nth > 0)) {
            return found;
        }
        let others = repairs.after(&pair, reading);
        if let Some(found) = others.iter().find_map(|a| search.climb(a, &LADDER_EARLY, nth > 0)) {
            return found;
        }
        kept.push(first.into_iter().chain(others).collect());
    }
    for (nth, attempts) in kept.iter().enumerate() {
        if let Some(found) = attempts.iter().find_map(|a| search.climb(a, &LADDER_LATE, nth > 0)) {
            return found;
        }
    }
    let none = (!cx.work.is_spent()).then(|| search.none_holds(&all[0]));
    none.filter(|_| !cx.work.is_spent()).unwrap_or_else(too_large)
}

const LADDER_EARLY: [Holds; 4] = [Holds::Exact, Holds::Rounded, Holds::Truncated, Holds::Approximate];
const LADDER_LATE: [Holds; 2] = [Holds::Consistent, Holds::Coarse];
/// Operations of an attempt on all steps.
const STEPS: u64 = 10;
/// As written the whole ladder is tried before any other reading.
const LADDER_AS_WRITTEN: [Holds; 4] = [Holds::Exact, Holds::Rounded, Holds::Consistent, Holds::Truncated];

/// What was met on the way through readings and attempts.
struct Search<'s> {
    judge: Judge<'s>,
    sides: Sides<'s>,
    cx: Context<'s>,
    /// The attempt to report where none holds, and how far off it is.
    closest: Option<(Option<Rational>, Comparison)>,
    /// The reading of that attempt.
    closest_reading: Option<Reading>,
    /// What would hold if a rate were per another period.
    rate_period: Option<Comparison>,
    /// What would hold if numbers had no units.
    clash: Option<Comparison>,
    too_close: Option<String>,
}

impl<'s> Search<'s> {
    fn new(sides: Sides<'s>, cx: Context<'s>) -> Self {
        let judge = Judge::new(sides, cx);
        Self { judge, sides, cx, closest: None, closest_reading: None, rate_period: None, clash: None, too_close: None }
    }

    /// The comparison where the attempt holds on one of the steps; else what it is good for is kept.
    fn climb(&mut self, attempt: &Attempt, steps: &[Holds], other_reading: bool) -> Option<Comparison> {
        if attempt.reading.integer_division && attempt.computed.middle().is_zero() {
            return None; // Rounding down to nothing is no proof of anything.
        }
        let equation = self.sides.relation == Relation::Equal && !self.sides.about;
        let (x, c) = (&attempt.computed, &attempt.stated);
        self.cx.work.operate(STEPS, &x.high, &c.high).ok()?;
        // The middle of an interval.
        self.cx.work.operate(if x.is_point() { 0 } else { 3 }, &x.low, &x.high).ok()?;
        let as_written = !other_reading && attempt.comparable && equation && steps.len() == LADDER_EARLY.len();
        let steps = if as_written { &LADDER_AS_WRITTEN } else { steps };
        let held = steps.iter().find(|step| self.judge.meets(**step, attempt));
        match held {
            Some(_) if attempt.wrong_period => {
                self.rate_period.get_or_insert_with(|| self.judge.wrong(Wrong::RatePeriod, attempt));
            }
            Some(_) if attempt.clash => {
                self.clash.get_or_insert_with(|| self.judge.wrong(Wrong::Units, attempt));
            }
            Some(holds) => return Some(self.judge.holds(*holds, attempt, other_reading || attempt.repaired)),
            None => {
                let same = || self.closest_reading.as_ref().is_none_or(|reading| *reading == attempt.reading);
                if attempt.comparable && (!other_reading || same()) && nearer(attempt, self.closest.as_ref()) {
                    self.closest = Some((off_by(attempt), self.judge.wrong(Wrong::Value, attempt)));
                    self.closest_reading = Some(attempt.reading.clone());
                }
                self.too_close = self.too_close.take().or_else(|| self.judge.too_close(attempt));
            }
        }
        None
    }

    /// The verdict where no attempt holds.
    fn none_holds(self, reading: &Reading) -> Comparison {
        if let Some(slip) = self.rate_period.or(self.clash) {
            return slip;
        }
        let Some((_, closest)) = self.closest else {
            return self.judge.units_differ(reading);
        };
        let doubt = || second_thoughts(self.sides, &self.judge, self.cx).map(str::to_string);
        match self.too_close.or_else(doubt) {
            Some(why) => unknown(why, reading),
            None => closest,
        }
    }
}

/// How many times the computed value is the stated one, or the other way round: at least 1.
fn off_by(a: &Attempt) -> Option<Rational> {
    let (x, c) = (abs(&a.computed.middle()), abs(&a.stated.middle()));
    if x.is_zero() || c.is_zero() {
        return None;
    }
    Some(if x > c { x / c } else { c / x })
}

/// Whether an attempt comes closer to the stated value than the closest so far.
fn nearer(a: &Attempt, closest: Option<&(Option<Rational>, Comparison)>) -> bool {
    match closest {
        None => true,
        Some((None, _)) => off_by(a).is_some(),
        Some((Some(best), _)) => off_by(a).is_some_and(|off| off < *best),
    }
}

/// The computed value against the stated one, in one unit, under one reading.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// The computed value over the unit of the stated one; an interval for enclosures and ranges.
    pub(crate) computed: Value,
    /// The stated value in its own unit.
    pub(crate) stated: Value,
    /// One of the stated unit, in base units of the reading.
    pub(crate) factor: Rational,
    /// The reading.
    pub(crate) reading: Reading,
    /// Whether units had to be mended.
    pub(crate) repaired: bool,
    /// What was mended, for people.
    pub(crate) note: &'static str,
    /// Whether the dimensions are equal without mending, so that a difference is a difference of values.
    pub(crate) comparable: bool,
    /// Whether a rate per one period meets a constant of another.
    pub(crate) wrong_period: bool,
    /// Whether the numbers are compared although their units can never be equal.
    pub(crate) clash: bool,
}

pub(crate) fn unknown(why: String, reading: &Reading) -> Comparison {
    Comparison {
        outcome: Outcome::Unknown(why),
        reading: reading.name(),
        weak: false,
        computed: None,
        base: None,
        interval: None,
        work: 0,
    }
}
