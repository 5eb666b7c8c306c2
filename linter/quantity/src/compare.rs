//! Whether a stated value follows from an expression: the ladder, over all readings of the line.

use crate::{
    Rational,
    evaluate::{Evaluation, Symbols, Unknown, Value, literal_value},
    expression::{Expression, Function, Literal, Operator, Share},
    number::power_of_ten,
    reading::{Reading, readings},
    repair::{Pair, repairs},
    token::Relation,
    units::Dimension,
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
    let first = compare_as_grouped(sides, symbols);
    if !matches!(first.outcome, Outcome::Wrong(_)) {
        return first;
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
    let second = compare_as_grouped(sides, symbols);
    if matches!(second.outcome, Outcome::Holds(_)) { second } else { first }
}

fn compare_as_grouped(sides: Sides<'_>, symbols: &Symbols<'_>) -> Comparison {
    let judge = Judge::new(sides);
    let all = readings([sides.computed, sides.stated]);
    let mut closest: Option<(Option<Rational>, Comparison)> = None;
    let mut rate_period = false;
    for passes in [&LADDER_EARLY[..], &LADDER_LATE[..]] {
        for (nth, reading) in all.iter().enumerate() {
            let pair = match Pair::evaluate(sides, reading, symbols) {
                Ok(pair) => pair,
                Err(Unknown::Units) => Pair::default(),
                Err(why) => return unknown(why.to_string(), reading),
            };
            for attempt in repairs(&pair, sides, reading, symbols) {
                if let Some(holds) = passes.iter().find(|step| judge.meets(**step, &attempt, symbols)) {
                    if attempt.wrong_period {
                        rate_period = true;
                        continue;
                    }
                    return judge.holds(*holds, &attempt, nth > 0 || attempt.repaired);
                }
                if attempt.comparable && (nth == 0 || closest.is_none()) && nearer(&attempt, closest.as_ref()) {
                    closest = Some((off_by(&attempt), judge.wrong(Wrong::Value, &attempt)));
                }
            }
        }
    }
    if closest.is_some() && !rate_period {
        if let Some(why) = second_thoughts(sides, &judge, symbols) {
            return unknown(why.to_string(), &all[0]);
        }
    }
    match (closest.map(|c| c.1), rate_period) {
        (Some(c), true) => Comparison { outcome: Outcome::Wrong(Wrong::RatePeriod), ..c },
        (Some(c), false) => c,
        (None, _) => judge.units_differ(rate_period, &all[0], symbols),
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

const LADDER_EARLY: [Holds; 4] = [Holds::Exact, Holds::Rounded, Holds::Truncated, Holds::Approximate];
const LADDER_LATE: [Holds; 2] = [Holds::Consistent, Holds::Coarse];

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
}

/// Readings that people do use and that are no proof: where one fits, the line is neither right nor wrong.
fn second_thoughts(sides: Sides<'_>, judge: &Judge<'_>, symbols: &Symbols<'_>) -> Option<&'static str> {
    let reading = Reading::default();
    if sides.stated.as_literal().is_none() {
        let dimension = |e| Evaluation { reading: &reading, slack: false, symbols }.value(e).ok().map(|v| v.dimension);
        if dimension(sides.computed) != dimension(sides.stated) {
            return Some("the two sides count different things");
        }
    }
    let literals = sides.computed.literals();
    let lone_b = |l: &&&Literal| l.suffix.units.iter().any(|u| matches!(u.word.as_str(), "B" | "b"));
    if literals.iter().filter(lone_b).count() >= 2 {
        return Some("B may be bytes at one number and a billion at the other");
    }
    let money = |e: &Expression| {
        e.literals().iter().any(|l| {
            l.suffix.currency.is_some()
                || l.suffix.units.iter().any(|u| crate::unit(&u.word).is_some_and(|u| u.dimension.has_money()))
        })
    };
    if money(sides.stated) && !money(sides.computed) {
        return Some("a price is missing on the computed side");
    }
    let timed = |e: &Expression| {
        e.literals()
            .iter()
            .any(|l| l.suffix.units.iter().any(|u| crate::unit(&u.word).is_some_and(|u| u.dimension.time() != 0)))
    };
    let named = literals.iter().any(|l| !l.suffix.noun.is_empty());
    if timed(sides.stated) && !timed(sides.computed) && named {
        return Some("a counted thing may have a duration that the line does not state");
    }
    let soft = Reading { soft_time: true, ..Reading::default() };
    let labels = Pair::evaluate(sides, &soft, symbols).ok();
    let complement = complement_of(sides.computed);
    let tried = labels
        .into_iter()
        .flat_map(|p| repairs(&p, sides, &soft, symbols))
        .filter(|_| {
            sides.computed.any(|e| matches!(e, Expression::Binary(Operator::Multiply, ..))) && timed(sides.stated)
        })
        .any(|a| judge.meets(Holds::Exact, &a, symbols) || judge.meets(Holds::Rounded, &a, symbols));
    if tried {
        return Some("holds only if its units of time are labels");
    }
    let complement = complement.map(|e| compare_simply(Sides { computed: &e, ..sides }, judge, symbols));
    complement.filter(|&holds| holds).map(|_| "holds for what the percentage leaves")
}

/// Whether a changed side holds as written.
fn compare_simply(sides: Sides<'_>, judge: &Judge<'_>, symbols: &Symbols<'_>) -> bool {
    let reading = Reading::default();
    let Ok(pair) = Pair::evaluate(sides, &reading, symbols) else { return false };
    repairs(&pair, sides, &reading, symbols)
        .iter()
        .any(|a| judge.meets(Holds::Exact, a, symbols) || judge.meets(Holds::Rounded, a, symbols))
}

/// The product with its one percentage replaced by what it leaves: `5M x 90% cache hits = 500K` reach the store.
fn complement_of(e: &Expression) -> Option<Expression> {
    let Expression::Binary(Operator::Multiply, a, b) = e else { return None };
    let Expression::Literal(l) = &**b else { return None };
    let hundred = Rational::from(100u8);
    if l.suffix.share != Some(Share::Percent) || l.number.value > hundred {
        return None;
    }
    let number = crate::Number { value: hundred - &l.number.value, ..l.number.clone() };
    let rest = Expression::Literal(Literal { number, ..l.clone() });
    Some(Expression::Binary(Operator::Multiply, a.clone(), Box::new(rest)))
}

/// Whether the digits of a side can be a rounded value: `0.33` can, `1/3` says exactly what it is.
fn shows_digits(e: &Expression) -> bool {
    match e {
        Expression::Literal(_) | Expression::Power(..) => true,
        Expression::Negate(a) | Expression::Scaled(a, _) => shows_digits(a),
        _ => false,
    }
}

fn unknown(why: String, reading: &Reading) -> Comparison {
    Comparison {
        outcome: Outcome::Unknown(why),
        reading: reading.name(),
        weak: false,
        computed: None,
        base: None,
        interval: None,
    }
}

/// What the shape of the line allows.
struct Judge<'e> {
    sides: Sides<'e>,
    /// One unit in the last place of the stated value, in its own unit.
    ulp: Rational,
    digits: usize,
    /// Zeros at the end of an integer.
    zeros: usize,
    /// Whether an integer result may be rounded.
    may_round: bool,
    coarse: Option<Rational>,
}

impl<'e> Judge<'e> {
    fn new(sides: Sides<'e>) -> Self {
        let stated = last_literal(sides.stated);
        let number = stated.map(|l| &l.number);
        let shown_rounded = number.is_some_and(|n| n.rounded || n.ulp != Rational::ONE);
        let rounds = sides.about || loses_digits(sides.computed);
        let scaled = stated.is_some_and(|l| is_scaled(l, sides.computed));
        let coarse = number.filter(|n| !n.rounded && n.zeros > 0 && rounds).and_then(|n| {
            (1..=n.zeros)
                .rev()
                .map(|z| power_of_ten(i64::try_from(z).unwrap_or(0)))
                .find(|u| u * Rational::from(10u8) <= n.value && !n.value.is_zero())
        });
        let order = number.is_none().then(|| order_of_magnitude(sides.stated)).flatten();
        let may_round = shown_rounded || rounds || scaled;
        if let Some(ulp) = order.filter(|_| may_round) {
            return Self { sides, ulp, digits: 1, zeros: 0, may_round, coarse: None };
        }
        Self {
            sides,
            ulp: number.map_or(Rational::ONE, |n| n.ulp.clone()),
            digits: number.map_or(1, |n| n.digits),
            zeros: number.map_or(0, |n| n.zeros.min(n.digits)),
            may_round,
            coarse,
        }
    }

    /// Whether a step of the ladder holds.
    fn meets(&self, step: Holds, a: &Attempt, symbols: &Symbols<'_>) -> bool {
        match self.sides.relation {
            Relation::Equal | Relation::About => self.equal(step, a, symbols),
            Relation::NotEqual => step == Holds::Exact && !self.equal(Holds::Rounded, a, symbols),
            Relation::Less => step == Holds::Exact && a.computed.high < a.stated.high,
            Relation::AtMost => step == Holds::Exact && a.computed.high <= a.stated.high,
            Relation::Greater => step == Holds::Exact && a.computed.low > a.stated.low,
            Relation::AtLeast => step == Holds::Exact && a.computed.low >= a.stated.low,
        }
    }

    fn equal(&self, step: Holds, a: &Attempt, symbols: &Symbols<'_>) -> bool {
        if matches!(self.sides.stated, Expression::Range(..)) || contains_range(self.sides.computed) {
            return step == Holds::Rounded && self.ranges_meet(a);
        }
        let two = Rational::from(2u8);
        let single = self.sides.stated.as_literal().is_some();
        let gap = |x: &Rational| distance(x, &a.stated.low).min(distance(x, &a.stated.high));
        let within = |bound: &Rational| gap(&a.computed.low) <= *bound || gap(&a.computed.high) <= *bound;
        match step {
            Holds::Exact => a.computed == a.stated || (a.computed.low == a.stated.low && a.computed.is_point()),
            Holds::Rounded => self.may_round && shows_digits(self.sides.stated) && within(&(&self.ulp / two)),
            Holds::Truncated => {
                self.may_round && single && gap(&a.computed.low) < self.ulp && gap(&a.computed.high) < self.ulp
            }
            Holds::Approximate => {
                let size = abs(&a.stated.high);
                let kept = self.digits - self.zeros;
                let mut bound = if kept >= 4 {
                    &self.ulp * power_of_ten(i64::try_from(self.zeros).unwrap_or(0))
                } else {
                    self.ulp.clone()
                };
                if kept <= 3 {
                    bound = bound.max(size / Rational::from(10u8));
                }
                (self.sides.about || self.sides.relation == Relation::About) && within(&bound)
            }
            Holds::Consistent => {
                let Some((low, high)) = self.interval(a, symbols) else { return false };
                if !single {
                    let Some((from, to)) = self.stated_interval(a, symbols) else { return false };
                    return low <= to && high >= from && (low != high || from != to);
                }
                let half = &self.ulp / two;
                low <= &a.stated.high + &half && high >= &a.stated.low - half && (low != high || self.may_round)
            }
            Holds::Coarse => {
                let Some(coarse) = &self.coarse else { return false };
                let Some((low, high)) = self.interval(a, symbols) else { return false };
                let half = coarse / two;
                low <= &a.stated.high + &half && high >= &a.stated.low - half
            }
        }
    }

    fn ranges_meet(&self, a: &Attempt) -> bool {
        let near = |x: &Rational, y: &Rational| {
            let bound = if self.sides.about { self.ulp.clone() } else { &self.ulp / Rational::from(2u8) };
            distance(x, y) <= bound.max(abs(y) / Rational::from(if self.sides.about { 10u8 } else { 50 }))
        };
        let both = near(&a.computed.low, &a.stated.low) && near(&a.computed.high, &a.stated.high);
        both || (a.stated.low <= a.computed.low && a.computed.high <= a.stated.high)
            || (a.stated.is_point() && a.computed.low <= a.stated.low && a.stated.low <= a.computed.high)
    }

    /// The interval of the computed side with rounded operands, in the stated unit.
    fn interval(&self, a: &Attempt, symbols: &Symbols<'_>) -> Option<(Rational, Rational)> {
        let face = Evaluation { reading: &a.reading, slack: false, symbols }.value(self.sides.computed).ok()?;
        let wide = Evaluation { reading: &a.reading, slack: true, symbols }.value(self.sides.computed).ok()?;
        if face.middle().is_zero() {
            return Some((a.computed.low.clone(), a.computed.high.clone()));
        }
        let scale = a.computed.middle() / face.middle();
        let (mut low, mut high) = (wide.low * &scale, wide.high * scale);
        if low > high {
            std::mem::swap(&mut low, &mut high);
        }
        Some((low, high))
    }

    /// The interval of a stated expression with rounded operands, in its own unit.
    fn stated_interval(&self, a: &Attempt, symbols: &Symbols<'_>) -> Option<(Rational, Rational)> {
        let face = Evaluation { reading: &a.reading, slack: false, symbols }.value(self.sides.stated).ok()?;
        let wide = Evaluation { reading: &a.reading, slack: true, symbols }.value(self.sides.stated).ok()?;
        if face.middle().is_zero() {
            return None;
        }
        let scale = a.stated.middle() / face.middle();
        Some((wide.low * &scale, wide.high * scale))
    }

    fn holds(&self, holds: Holds, a: &Attempt, other: bool) -> Comparison {
        Comparison { outcome: Outcome::Holds(holds), weak: other && self.digits <= 2, ..self.result(a) }
    }

    fn wrong(&self, wrong: Wrong, a: &Attempt) -> Comparison {
        Comparison { outcome: Outcome::Wrong(wrong), ..self.result(a) }
    }

    fn result(&self, a: &Attempt) -> Comparison {
        let reading = match (a.reading.name(), a.note) {
            (name, "") => name,
            (name, note) if name == "as written" => note.to_string(),
            (name, note) => format!("{name}, {note}"),
        };
        let middle = a.computed.middle();
        Comparison {
            outcome: Outcome::Unknown(String::new()),
            reading,
            weak: false,
            base: Some((&middle * &a.factor, a.computed.dimension)),
            computed: Some(middle),
            interval: None,
        }
    }

    /// No reading makes the dimensions equal.
    fn units_differ(&self, rate_period: bool, reading: &Reading, symbols: &Symbols<'_>) -> Comparison {
        let value = Evaluation { reading, slack: false, symbols }.value(self.sides.computed);
        let wrong = if rate_period { Wrong::RatePeriod } else { Wrong::Units };
        match value {
            Ok(v) if v.dimension.is_compound() || self.sides.stated.as_literal().is_none() => {
                unknown("the units of the two sides differ".to_string(), reading)
            }
            Ok(v) => Comparison {
                outcome: Outcome::Wrong(wrong),
                reading: reading.name(),
                weak: false,
                computed: None,
                base: Some((v.middle(), v.dimension)),
                interval: None,
            },
            Err(why) => unknown(why.to_string(), reading),
        }
    }
}

pub(crate) fn abs(x: &Rational) -> Rational {
    if *x < Rational::ZERO { -x.clone() } else { x.clone() }
}

fn distance(a: &Rational, b: &Rational) -> Rational {
    abs(&(a - b))
}

/// The power of ten that a side states and nothing else: `10^5` has one digit.
fn order_of_magnitude(e: &Expression) -> Option<Rational> {
    let Expression::Power(base, exponent) = e else { return None };
    let (base, exponent) = (base.as_literal()?, exponent.as_literal()?);
    let n = i64::try_from(exponent.number.value.trunc()).ok().filter(|n| (1..=100).contains(n))?;
    (base.number.value == Rational::from(10u8) && base.suffix.is_bare()).then(|| power_of_ten(n))
}

/// The literal whose last place counts: the only one, or the last addend of `16 min + 40 s`.
pub(crate) fn last_literal(e: &Expression) -> Option<&Literal> {
    match e {
        Expression::Literal(l) => Some(l),
        Expression::Negate(a) => last_literal(a),
        Expression::Range(_, b) | Expression::Binary(Operator::Add, _, b) => last_literal(b),
        _ => None,
    }
}

fn contains_range(e: &Expression) -> bool {
    e.any(|e| matches!(e, Expression::Range(..)))
}

/// Whether the side holds a division, a percentage, a root, a logarithm or a number shown with a point: only then may an
/// integer result be rounded.
fn loses_digits(e: &Expression) -> bool {
    e.any(|e| match e {
        Expression::Binary(Operator::Divide, ..) => true,
        Expression::Call(f, _) => {
            !matches!(f, Function::Sum | Function::Min | Function::Max | Function::Factorial | Function::Choose)
        }
        Expression::Literal(l) => {
            l.number.rounded
                || l.suffix.share.is_some()
                || l.suffix.scales.iter().any(|s| s.1 < 0)
                || l.suffix.units.iter().any(|u| u.exponent < 0)
        }
        Expression::Scaled(_, s) => s.share.is_some(),
        Expression::Symbol(..) => true,
        _ => false,
    })
}

/// Whether the stated literal carries a scale or a unit that no operand has: `= 51 GB` after `512 bytes`.
fn is_scaled(stated: &Literal, computed: &Expression) -> bool {
    let reading = Reading::default();
    let (factor, _) = literal_value(stated, &reading);
    if factor.is_one() {
        return false;
    }
    stated.suffix.share != Some(Share::Percent)
        && !computed.literals().iter().any(|l| {
            let (f, d) = literal_value(l, &reading);
            f == factor && d == literal_value(stated, &reading).1 && computed.literals().len() == 1
        })
}
