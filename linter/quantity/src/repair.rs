//! Ways to make the units of two sides equal where they differ as written.

use std::cell::OnceCell;

use crate::{
    Rational,
    compare::{Attempt, Sides},
    constants::{divisors, eight},
    evaluate::{Context, Unknown, Value},
    expression::{Expression, Literal, Operator, Share, Suffix},
    factor::suffix_value,
    ladder::last_literal,
    number::power_of_ten,
    periods::{counts_what_units_count, has_period_constant, has_period_ratio, periods_clash},
    reading::Reading,
    units::{Dimension, binary_step, unit},
};

/// Work to look at what follows one number.
const LITERAL: u64 = 500;

/// Both sides under one reading, in base units; a side whose addends have different units has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pair {
    pub(crate) computed: Option<Value>,
    pub(crate) stated: Option<Value>,
}

impl Pair {
    pub(crate) fn evaluate(sides: Sides<'_>, reading: &Reading, cx: Context<'_>) -> Result<Self, Unknown> {
        let side = |e: &Expression| match cx.value(e, reading, false) {
            Ok(v) => Ok(Some(v)),
            Err(Unknown::Units) => Ok(None),
            Err(why) => Err(why),
        };
        Ok(Self { computed: side(sides.computed)?, stated: side(sides.stated)? })
    }
}

/// The values of both sides and where they come from.
#[derive(Clone, Copy)]
struct Values<'v> {
    x: &'v Value,
    c: &'v Value,
    sides: Sides<'v>,
    reading: &'v Reading,
    cx: Context<'v>,
}

/// The attempt that mends nothing, where both sides have the same units: the first of [`repairs`].
pub(crate) fn as_it_stands(pair: &Pair, sides: Sides<'_>, reading: &Reading, cx: Context<'_>) -> Option<Attempt> {
    let (x, c) = (pair.computed.as_ref()?, pair.stated.as_ref()?);
    let plain = || attempt(Values { x, c, sides, reading, cx }, "");
    (x.dimension == c.dimension).then(plain).flatten().map(|a| Attempt { comparable: true, ..a })
}

/// The attempts of a reading, most literal first.
pub(crate) fn repairs(pair: &Pair, sides: Sides<'_>, reading: &Reading, cx: Context<'_>) -> Vec<Attempt> {
    let first = as_it_stands(pair, sides, reading, cx);
    let others = Repairs::new(sides, cx).after(pair, reading);
    first.into_iter().chain(others).collect()
}

/// What the sides say under every reading.
pub(crate) struct Repairs<'e> {
    sides: Sides<'e>,
    cx: Context<'e>,
    /// Whether a rate per one period meets a constant of another.
    wrong_period: bool,
    /// Whether a count of periods is a factor.
    period_constant: bool,
    /// Whether a number is itself a ratio of periods, or says what units of time say already.
    period_ratio: bool,
    /// The product of the divisors that stand for prefixes or periods.
    constant: OnceCell<Rational>,
    /// Whether an 8 turns the bits of the operands to bytes (false) or their bytes to bits (true).
    eight: OnceCell<Option<bool>>,
}

impl<'e> Repairs<'e> {
    pub(crate) fn new(sides: Sides<'e>, cx: Context<'e>) -> Self {
        Self {
            sides,
            cx,
            wrong_period: periods_clash(sides.computed),
            period_constant: has_period_constant(sides.computed),
            period_ratio: has_period_ratio(sides.computed) || counts_what_units_count(sides.computed),
            constant: OnceCell::new(),
            eight: OnceCell::new(),
        }
    }

    /// The attempts of a reading after the one that mends nothing.
    pub(crate) fn after(&self, pair: &Pair, reading: &Reading) -> Vec<Attempt> {
        let mut out = Vec::new();
        if let (Some(x), Some(c)) = (&pair.computed, &pair.stated) {
            let values = Values { x, c, sides: self.sides, reading, cx: self.cx };
            let settled = if x.dimension == c.dimension {
                percent_label(&mut out, values);
                self.prefix_constant(&mut out, values);
                self.bits_per_byte(&mut out, values);
                let rate_of_rate = x.dimension.time() != 0 && self.period_constant;
                !rate_of_rate && !self.period_ratio
            } else {
                other_units(&mut out, values, self.wrong_period);
                is_rate_of(c.dimension, x.dimension) && !self.period_ratio
            };
            if settled {
                return out;
            }
        }
        self.without_units(&mut out, pair, reading);
        out
    }

    /// Attempts with units of time as counts, then with all units as counts.
    fn without_units(&self, out: &mut Vec<Attempt>, pair: &Pair, reading: &Reading) {
        let (sides, cx, wrong_period) = (self.sides, self.cx, self.wrong_period);
        let again = |change: Reading| Pair::evaluate(sides, &change, cx).ok().map(|p| (p, change));
        if let Some((p, change)) = again(Reading { soft_time: true, ..reading.clone() })
            && let (Some(x), Some(c)) = (&p.computed, &p.stated)
        {
            let values = Values { x, c, sides, reading: &change, cx };
            if x.dimension == c.dimension {
                self.bits_per_byte(out, values);
                let soft = attempt(values, "");
                out.extend(soft.map(|a| Attempt { wrong_period, repaired: true, comparable: true, ..a }));
            } else {
                let from = out.len();
                bare_sides(out, values);
                prices(out, values);
                for a in &mut out[from..] {
                    a.wrong_period = wrong_period;
                }
            }
        }
        if let Some((p, change)) = again(Reading { numbers_only: true, ..reading.clone() })
            && let (Some(x), Some(c)) = (&p.computed, &p.stated)
        {
            let clash = units_clash(pair, sides, reading, cx);
            let numbers = attempt(Values { x, c, sides, reading: &change, cx }, "");
            out.extend(numbers.map(|a| Attempt { wrong_period, clash, repaired: true, ..a }));
        }
    }

    /// `7e9 x 4 B / 1024^3 = 26 GB`: a constant that stands for a prefix turns the unit of the result.
    fn prefix_constant(&self, out: &mut Vec<Attempt>, v: Values<'_>) {
        let Some(suffix) = stated_suffix(v.sides.stated) else { return };
        let product = || divisors(v.sides.computed, v.cx).into_iter().fold(Rational::ONE, |p, d| p * d);
        let constant = self.constant.get_or_init(product);
        if constant.is_one() {
            return;
        }
        let scaled = suffix_value(suffix, v.reading).0;
        if scaled.is_one() {
            return;
        }
        if v.c.dimension == Dimension::TIME && *constant == scaled {
            out.extend(with_factor(v, Rational::ONE, "the constant as a unit of time"));
        }
        let mut steps = (1..=5u32).flat_map(|n| [power_of_ten(i64::from(n) * 3), binary_step(n)]);
        if steps.any(|s| s == *constant) {
            let from = literal_units(v).pop().unwrap_or(Rational::ONE);
            out.extend(with_factor(v, from, "the constant as a prefix"));
        }
    }

    /// `5.1 MB/s x 8 = 40.8 Mbit/s`, `10 Gbit/s / 8 = 1.25 GB/s`: an 8 that says what the units say already.
    fn bits_per_byte(&self, out: &mut Vec<Attempt>, v: Values<'_>) {
        let Some(to_bits) = *self.eight.get_or_init(|| eight(v.sides)) else { return };
        let (eight, unit) = (Rational::from(8u8), unit_factor(v.sides.stated, v.reading));
        let factor = if to_bits { eight * unit } else { unit / eight };
        out.extend(with_factor(v, factor, "the 8 as bits per byte"));
    }
}

/// Attempts where the units of the sides differ.
fn other_units(out: &mut Vec<Attempt>, v: Values<'_>, wrong_period: bool) {
    bare_sides(out, v);
    prices(out, v);
    // A bare result may be per the period of its operands; a counted one says what it counts.
    let counted = stated_suffix(v.sides.stated).is_some_and(|s| !s.units.is_empty() || !s.noun.is_empty());
    for a in out.iter_mut().filter(|_| counted) {
        a.wrong_period = wrong_period;
    }
    if is_rate_of(v.c.dimension, v.x.dimension) {
        // A rate on the stated side only, as in `64 KB x 5 = 320 KB/s`: the period is a label.
        let (factor, _) = without_rates(v.sides.stated, v.reading);
        let label = with_factor(v, factor, "rate as a label");
        out.extend(label.map(|a| Attempt { comparable: true, ..a }));
    }
}

/// Whether a dimension is the other one per time.
fn is_rate_of(rate: Dimension, amount: Dimension) -> bool {
    amount.time() == 0 && rate.without_time() == amount && rate != amount
}

/// Whether no reading makes the units equal: two currencies, or addends that measure different things, each with a unit
/// of at least two letters.
fn units_clash(pair: &Pair, sides: Sides<'_>, reading: &Reading, cx: Context<'_>) -> bool {
    if let (Some(x), Some(c)) = (&pair.computed, &pair.stated) {
        let both = x.dimension.has_money() && c.dimension.has_money();
        return both && x.dimension.money() != c.dimension.money();
    }
    let measure = |e: &Expression| {
        let l = e.as_literal()?;
        let clear = l.suffix.currency.is_some() || l.suffix.units.iter().any(|u| u.word.len() > 1);
        let value = cx.value(e, reading, false).ok()?;
        (clear && !value.dimension.is_none() && !value.dimension.is_compound()).then_some(value.dimension)
    };
    sides.computed.any(|e| match e {
        Expression::Binary(Operator::Add | Operator::Subtract, a, b) => {
            matches!((measure(a), measure(b)), (Some(a), Some(b)) if a != b)
        }
        _ => false,
    })
}

/// The computed value over the unit of the stated one; `None` where no work is left.
fn attempt(v: Values<'_>, note: &'static str) -> Option<Attempt> {
    let factor = unit_factor(v.sides.stated, v.reading);
    v.cx.work.operate(4, &v.x.high, &factor).ok()?;
    v.cx.work.operate(2, &v.c.high, &factor).ok()?;
    Some(Attempt {
        computed: over(v.x, &factor),
        stated: over(v.c, &factor),
        factor,
        reading: v.reading.clone(),
        repaired: !note.is_empty(),
        note,
        comparable: false,
        wrong_period: false,
        clash: false,
    })
}

fn over(v: &Value, factor: &Rational) -> Value {
    if factor.is_one() {
        v.clone()
    } else if v.is_point() {
        Value::exact(&v.low / factor, v.dimension)
    } else {
        Value { low: &v.low / factor, high: &v.high / factor, dimension: v.dimension }
    }
}

/// The computed value over `factor`, against the stated number as it is shown; `None` where no work is left.
fn with_factor(v: Values<'_>, factor: Rational, note: &'static str) -> Option<Attempt> {
    v.cx.work.operate(4, &v.x.high, &factor).ok()?;
    let shown = |e: &Expression| match e {
        Expression::Negate(a) => a.as_literal().map(|l| -l.number.value.clone()),
        e => e.as_literal().map(|l| l.number.value.clone()),
    };
    let dimension = v.x.dimension;
    let stated = match (shown(v.sides.stated), v.sides.stated) {
        (Some(n), _) => Value::exact(n, dimension),
        (None, Expression::Range(a, b)) => {
            let n = |e: &Expression| e.as_literal().map_or(Rational::ZERO, |l| l.number.value.clone());
            Value { low: n(a), high: n(b), dimension }
        }
        _ => Value { low: v.c.low.clone(), high: v.c.high.clone(), dimension },
    };
    Some(Attempt {
        computed: over(v.x, &factor),
        stated,
        factor,
        reading: v.reading.clone(),
        repaired: true,
        note,
        comparable: false,
        wrong_period: false,
        clash: false,
    })
}

/// One of the stated unit in base units, scale included.
pub(crate) fn unit_factor(stated: &Expression, reading: &Reading) -> Rational {
    last_literal(stated).map_or(Rational::ONE, |l| suffix_value(&l.suffix, reading).0)
}

fn stated_suffix(stated: &Expression) -> Option<&Suffix> {
    last_literal(stated).map(|l: &Literal| &l.suffix)
}

/// A unit on one side only: the bare side takes the unit of the other, or its base.
fn bare_sides(out: &mut Vec<Attempt>, v: Values<'_>) {
    let Values { x, c, sides, reading, .. } = v;
    let none = Suffix::default();
    let suffix = stated_suffix(sides.stated).unwrap_or(&none);
    let scale = reading.scale_of(suffix);
    if x.dimension.is_none() {
        out.extend(with_factor(v, unit_factor(sides.stated, reading), "a bare number in base units"));
        out.extend(with_factor(v, scale.clone(), "a bare number in the unit of the result"));
        // The nearer of the two is what a message shows.
        out.iter_mut().rev().take(2).for_each(|a| a.comparable = true);
        let (factor, dimension) = without_rates(sides.stated, reading);
        if dimension != c.dimension {
            out.extend(with_factor(v, factor, "a bare number in base units"));
        }
    }
    if c.dimension.is_none() {
        for unit in literal_units(v) {
            let bare = with_factor(v, unit * &scale, "a result in the unit of its operands");
            // Where the numbers nearly agree, one of them is wrong and the unit is only left out.
            out.extend(bare.map(|a| Attempt { comparable: nearly_agrees(&a), ..a }));
        }
    }
}

/// Whether the stated number is within a tenth of the computed one.
fn nearly_agrees(a: &Attempt) -> bool {
    let (x, c) = (a.computed.middle(), a.stated.middle());
    let gap = if x > c { &x - &c } else { &c - &x };
    let size = if x < Rational::ZERO { -x } else { x };
    gap * Rational::from(10u8) <= size
}

/// The units on the computed side that have the wanted dimension, smallest first, and 1: those of its numbers and those of
/// its groups, as in `2^14 bits`.
fn literal_units(v: Values<'_>) -> Vec<Rational> {
    let mut suffixes = Vec::new();
    v.sides.computed.walk(&mut |e| match e {
        Expression::Literal(Literal { suffix, .. }) | Expression::Scaled(_, suffix) => suffixes.push(suffix),
        _ => {}
    });
    let affordable = suffixes.into_iter().take_while(|_| v.cx.work.spend(LITERAL).is_ok());
    let mut units: Vec<Rational> = affordable
        .map(|suffix| suffix_value(&Suffix { scales: Vec::new(), ..suffix.clone() }, v.reading))
        .filter(|(_, d)| *d == v.x.dimension)
        .map(|(f, _)| f)
        .collect();
    units.push(Rational::ONE);
    units.sort();
    units.dedup();
    units
}

/// The stated unit without its rates: `KB` of `KB/s`.
fn without_rates(stated: &Expression, reading: &Reading) -> (Rational, Dimension) {
    let Some(suffix) = stated_suffix(stated) else { return (Rational::ONE, Dimension::NONE) };
    let is_time = |word: &str| unit(word).is_some_and(|u| u.dimension == Dimension::TIME);
    let units = suffix.units.iter().filter(|u| !(u.exponent < 0 && is_time(&u.word))).cloned().collect();
    let soft = Reading { soft_time: true, ..reading.clone() };
    suffix_value(&Suffix { units, ..suffix.clone() }, &soft)
}

/// `0.99 x 3 = 2.97%`, `3 / 4 x 100 = 75%`: the percent sign as a label of the number.
fn percent_label(out: &mut Vec<Attempt>, v: Values<'_>) {
    let Values { x, c, sides, .. } = v;
    let none = Suffix::default();
    let suffix = stated_suffix(sides.stated).unwrap_or(&none);
    if !x.dimension.is_none() || !c.dimension.is_none() {
        return;
    }
    let shares = sides.computed.literals().iter().any(|l| l.suffix.share.is_some());
    let fraction = x.high <= Rational::from(2u8);
    if suffix.share.is_none() && shares && suffix.is_bare() && fraction {
        out.extend(with_factor(v, Rational::ONE / Rational::from(100u8), "a result in percent"));
    }
    if suffix.share == Some(Share::Percent) && !shares {
        out.extend(with_factor(v, Rational::ONE, "the percent sign as a label"));
    }
}

/// `55 TB x $0.02 = $1,100`: a price is per GB, TB, thousand or million even where that is not written.
fn prices(out: &mut Vec<Attempt>, v: Values<'_>) {
    let Values { x, c, sides, reading, .. } = v;
    if !c.dimension.has_money() || !x.dimension.has_money() || x.dimension.money() != c.dimension.money() {
        return;
    }
    let rest = x.dimension.plus(c.dimension, -1);
    if rest == Dimension::DATA {
        for n in [3i64, 2, 4, 1] {
            let factor = power_of_ten(n * 3) * unit_factor(sides.stated, reading);
            out.extend(with_factor(v, factor, "a price per unit of data"));
        }
    }
}
