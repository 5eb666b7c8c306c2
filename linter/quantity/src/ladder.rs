//! The ladder of a comparison: exact, rounded, truncated, approximate, consistent, coarse.

use std::cell::RefCell;

use crate::{
    Rational,
    compare::{Attempt, Comparison, Holds, Outcome, Sides, Wrong, unknown},
    evaluate::{Context, Value},
    expression::{Expression, Function, Literal, Operator, Share},
    factor::literal_value,
    format::significant,
    number::power_of_ten,
    reading::Reading,
    token::Relation,
    units::Dimension,
    work::bits_of,
};

/// What the shape of the line allows.
pub(crate) struct Judge<'e> {
    sides: Sides<'e>,
    cx: Context<'e>,
    /// Whether an operand may be rounded.
    slack: bool,
    /// The computed side with rounded operands, under the reading that was asked for last.
    wide: RefCell<Option<(Reading, Option<Value>)>>,
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
    pub(crate) fn new(sides: Sides<'e>, cx: Context<'e>) -> Self {
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
        let order = order.filter(|_| may_round);
        let (digits, zeros) = number.filter(|_| order.is_none()).map_or((1, 0), |n| (n.digits, n.zeros.min(n.digits)));
        let coarse = coarse.filter(|_| order.is_none());
        let last_place = || number.map_or_else(|| place_of_power(sides.stated, cx), |n| n.ulp.clone());
        let ulp = order.unwrap_or_else(last_place);
        let slack = sides.computed.any(|e| match e {
            Expression::Literal(l) => l.number.rounded,
            Expression::Symbol(..) => true,
            _ => false,
        });
        Self { sides, cx, slack, wide: RefCell::default(), ulp, digits, zeros, may_round, coarse }
    }

    /// Whether a step of the ladder holds.
    pub(crate) fn meets(&self, step: Holds, a: &Attempt) -> bool {
        match self.sides.relation {
            Relation::Equal | Relation::About => self.equal(step, a),
            Relation::NotEqual => {
                step == Holds::Exact && ![Holds::Exact, Holds::Rounded].iter().any(|s| self.equal(*s, a))
            }
            Relation::Less => step == Holds::Exact && a.computed.high < a.stated.high,
            Relation::AtMost => step == Holds::Exact && a.computed.high <= a.stated.high,
            Relation::Greater => step == Holds::Exact && a.computed.low > a.stated.low,
            Relation::AtLeast => step == Holds::Exact && a.computed.low >= a.stated.low,
        }
    }

    fn equal(&self, step: Holds, a: &Attempt) -> bool {
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
                let size = abs(&a.stated.high).max(abs(&a.computed.middle()));
                let kept = self.digits - self.zeros;
                let mut bound = if kept >= 4 {
                    &self.ulp * power_of_ten(i64::try_from(self.zeros).unwrap_or(0))
                } else {
                    self.ulp.clone()
                };
                if kept <= 3 {
                    bound = bound.max(size / Rational::from(10u8));
                }
                let about = self.sides.about || self.sides.relation == Relation::About;
                about && (within(&bound) || self.shows_order(&a.stated.high, &a.computed.middle()))
            }
            Holds::Consistent => {
                let Some((low, high)) = self.interval(a) else { return false };
                if !single {
                    let Some((from, to)) = self.stated_interval(a) else { return false };
                    return low <= to && high >= from && (low != high || from != to);
                }
                let half = &self.ulp / two;
                low <= &a.stated.high + &half && high >= &a.stated.low - half && (low != high || self.may_round)
            }
            Holds::Coarse => {
                let Some(coarse) = &self.coarse else { return false };
                let Some((low, high)) = self.interval(a) else { return false };
                let half = coarse / two;
                low <= &a.stated.high + &half && high >= &a.stated.low - half
            }
        }
    }

    /// Whether the stated number is a power of ten and nothing else, as `1e38` is, and the computed one has that order.
    fn shows_order(&self, stated: &Rational, computed: &Rational) -> bool {
        let ten = Rational::from(10u8);
        let power = self.digits == 1 && *stated == self.ulp && *stated >= ten;
        power && *computed < stated * &ten && &(stated / &ten) < computed
    }

    /// Why a comparison that does not hold at face value cannot be told: with the digits that rounding took it may hold.
    pub(crate) fn too_close(&self, a: &Attempt) -> Option<String> {
        if !a.comparable {
            return None;
        }
        let (low, high) = self.interval(a)?;
        let rounded = last_literal(self.sides.stated).is_some_and(|l| l.number.rounded);
        let half = if rounded { &self.ulp / Rational::from(2u8) } else { Rational::ZERO };
        let (from, to) = (&a.stated.low - &half, &a.stated.high + half);
        let may_hold = match self.sides.relation {
            Relation::Less => low < to,
            Relation::AtMost => low <= to,
            Relation::Greater => high > from,
            Relation::AtLeast => high >= from,
            Relation::Equal | Relation::About | Relation::NotEqual => false,
        };
        may_hold.then(|| {
            let show = |x: &Rational| significant(x, 6);
            format!("too close to call: {} to {} against {}", show(&low), show(&high), show(&a.stated.middle()))
        })
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
    fn interval(&self, a: &Attempt) -> Option<(Rational, Rational)> {
        let (mut low, mut high) = if self.slack && !a.computed.middle().is_zero() {
            let wide = self.wide(&a.reading)?;
            self.cx.work.operate(2, &wide.low, &a.factor).ok()?;
            self.cx.work.operate(1, &wide.high, &a.factor).ok()?;
            (wide.low / &a.factor, wide.high / &a.factor)
        } else {
            (a.computed.low.clone(), a.computed.high.clone())
        };
        if low > high {
            std::mem::swap(&mut low, &mut high);
        }
        Some((low, high))
    }

    fn wide(&self, reading: &Reading) -> Option<Value> {
        let mut last = self.wide.borrow_mut();
        if let Some((_, value)) = last.as_ref().filter(|(of, _)| of == reading) {
            return value.clone();
        }
        let value = self.cx.value(self.sides.computed, reading, true).ok();
        *last = Some((reading.clone(), value.clone()));
        value
    }

    /// The interval of a stated expression with rounded operands, in its own unit.
    fn stated_interval(&self, a: &Attempt) -> Option<(Rational, Rational)> {
        let face = self.cx.value(self.sides.stated, &a.reading, false).ok()?;
        let wide = self.cx.value(self.sides.stated, &a.reading, true).ok()?;
        if face.middle().is_zero() {
            return None;
        }
        let scale = a.stated.middle() / face.middle();
        Some((wide.low * &scale, wide.high * scale))
    }

    pub(crate) fn holds(&self, holds: Holds, a: &Attempt, other: bool) -> Comparison {
        Comparison { outcome: Outcome::Holds(holds), weak: other && self.digits <= 2, ..self.result(a) }
    }

    pub(crate) fn wrong(&self, wrong: Wrong, a: &Attempt) -> Comparison {
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
            work: 0,
        }
    }

    /// No reading makes the dimensions equal.
    pub(crate) fn units_differ(&self, reading: &Reading) -> Comparison {
        let value = self.cx.value(self.sides.computed, reading, false);
        match value {
            Ok(v) if v.dimension.is_compound() || self.sides.stated.as_literal().is_none() => {
                unknown("the units of the two sides differ".to_string(), reading)
            }
            Ok(v) if self.exchanges(v.dimension) => {
                unknown("no rate of exchange is known between its two currencies".to_string(), reading)
            }
            Ok(v) => Comparison {
                outcome: Outcome::Wrong(Wrong::Units),
                reading: reading.name(),
                weak: false,
                computed: None,
                base: Some((v.middle(), v.dimension)),
                interval: None,
                work: 0,
            },
            Err(why) => unknown(why.to_string(), reading),
        }
    }
}

impl Judge<'_> {
    /// Whether the stated number is money of another currency than the computed one.
    fn exchanges(&self, computed: Dimension) -> bool {
        let stated = self.sides.stated.as_literal().map(|l| literal_value(l, &Reading::default()).1.money());
        stated.is_some_and(|money| money != computed.money() && !money.is_none() && computed.has_money())
    }
}

/// Whether the digits of a side can be a rounded value: `0.33` can, `1/3` says exactly what it is.
fn shows_digits(e: &Expression) -> bool {
    match e {
        Expression::Literal(_) | Expression::Power(..) => true,
        Expression::Negate(a) | Expression::Scaled(a, _) => shows_digits(a),
        _ => false,
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
    let negative = matches!(**exponent, Expression::Negate(_));
    let (base, exponent) = (base.as_literal()?, exponent.as_literal()?);
    let n = i64::try_from(exponent.number.value.trunc()).ok().filter(|n| (1..=100).contains(n))?;
    let n = if negative { -n } else { n };
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

/// What the last place of an exponent is worth: `2^-2.3` may be 3.5% off either way. Of other powers and expressions no
/// digit can be rounded: a one where that is not told from the value, as for a sum.
fn place_of_power(e: &Expression, cx: Context<'_>) -> Rational {
    let Expression::Power(base, exponent) = e else { return Rational::ONE };
    let cx = Context { symbols: &|_| None, ..cx };
    let (Some(base), Some(whole)) = (cx.as_written(base), cx.as_written(e)) else { return Rational::ONE };
    let places = exponent.literals().iter().filter(|l| l.number.rounded).map(|l| l.number.ulp.clone()).max();
    let bits = bits_of(&base.high.ceil()).saturating_sub(1);
    let share = places.unwrap_or(Rational::ZERO) * Rational::from(bits * 7) / Rational::from(10u8);
    abs(&whole.middle()) * share.max(power_of_ten(-9))
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
    let (factor, dimension) = literal_value(stated, &reading);
    if factor.is_one() {
        return false;
    }
    let literals = computed.literals();
    let [only] = literals.as_slice() else { return stated.suffix.share != Some(Share::Percent) };
    stated.suffix.share != Some(Share::Percent) && literal_value(only, &reading) != (factor, dimension)
}
