//! Ways to make the units of two sides equal where they differ as written.

use crate::{
    Rational,
    compare::{Attempt, Sides},
    evaluate::{Evaluation, Symbols, Unknown, Value},
    expression::{Expression, Literal, Operator, Share, Suffix},
    factor::suffix_value,
    ladder::last_literal,
    number::power_of_ten,
    periods::{has_period_constant, has_period_ratio, periods_clash},
    reading::Reading,
    units::{Dimension, binary_step, unit},
};

/// Both sides under one reading, in base units; a side whose addends have different units has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pair {
    pub(crate) computed: Option<Value>,
    pub(crate) stated: Option<Value>,
}

impl Pair {
    pub(crate) fn evaluate(sides: Sides<'_>, reading: &Reading, symbols: &Symbols<'_>) -> Result<Self, Unknown> {
        let evaluation = Evaluation { reading, slack: false, symbols };
        let side = |e: &Expression| match evaluation.value(e) {
            Ok(v) => Ok(Some(v)),
            Err(Unknown::Units) => Ok(None),
            Err(why) => Err(why),
        };
        Ok(Self { computed: side(sides.computed)?, stated: side(sides.stated)? })
    }
}

/// The attempt that mends nothing, where both sides have the same units: the first of [`repairs`].
pub(crate) fn as_it_stands(pair: &Pair, sides: Sides<'_>, reading: &Reading) -> Option<Attempt> {
    let (x, c) = (pair.computed.as_ref()?, pair.stated.as_ref()?);
    (x.dimension == c.dimension).then(|| Attempt { comparable: true, ..attempt(x, c, sides, reading, "") })
}

/// The attempts of a reading, most literal first.
pub(crate) fn repairs(pair: &Pair, sides: Sides<'_>, reading: &Reading, symbols: &Symbols<'_>) -> Vec<Attempt> {
    let mut out = Vec::new();
    let wrong_period = periods_clash(sides.computed);
    if let (Some(x), Some(c)) = (&pair.computed, &pair.stated) {
        let settled = if x.dimension == c.dimension {
            equal_units(&mut out, x, c, sides, reading);
            let rate_of_rate = x.dimension.time() != 0 && has_period_constant(sides.computed);
            !rate_of_rate && !has_period_ratio(sides.computed)
        } else {
            other_units(&mut out, x, c, sides, reading, wrong_period);
            is_rate_of(c.dimension, x.dimension) && !has_period_ratio(sides.computed)
        };
        if settled {
            return out;
        }
    }
    without_units(&mut out, pair, sides, reading, symbols, wrong_period);
    out
}

/// Attempts where both sides have the same units.
fn equal_units(out: &mut Vec<Attempt>, x: &Value, c: &Value, sides: Sides<'_>, reading: &Reading) {
    out.push(Attempt { comparable: true, ..attempt(x, c, sides, reading, "") });
    percent_label(out, x, c, sides, reading);
    prefix_constant(out, x, c, sides, reading);
    bits_per_byte(out, x, c, sides, reading);
}

/// Attempts where the units of the sides differ.
fn other_units(out: &mut Vec<Attempt>, x: &Value, c: &Value, sides: Sides<'_>, reading: &Reading, wrong_period: bool) {
    bare_sides(out, x, c, sides, reading);
    prices(out, x, c, sides, reading);
    // A bare result may be per the period of its operands; a counted one says what it counts.
    let counted = stated_suffix(sides.stated).is_some_and(|s| !s.units.is_empty() || !s.noun.is_empty());
    for a in out.iter_mut().filter(|_| counted) {
        a.wrong_period = wrong_period;
    }
    if is_rate_of(c.dimension, x.dimension) {
        // A rate on the stated side only, as in `64 KB x 5 = 320 KB/s`: the period is a label.
        let (factor, _) = without_rates(sides.stated, reading);
        out.push(Attempt { comparable: true, ..with_factor(x, c, sides, reading, factor, "rate as a label") });
    }
}

/// Whether a dimension is the other one per time.
fn is_rate_of(rate: Dimension, amount: Dimension) -> bool {
    amount.time() == 0 && rate.without_time() == amount && rate != amount
}

/// Attempts with units of time as counts, then with all units as counts.
fn without_units(
    out: &mut Vec<Attempt>,
    pair: &Pair,
    sides: Sides<'_>,
    reading: &Reading,
    symbols: &Symbols<'_>,
    wrong_period: bool,
) {
    let again = |change: Reading| Pair::evaluate(sides, &change, symbols).ok().map(|p| (p, change));
    if let Some((p, change)) = again(Reading { soft_time: true, ..reading.clone() })
        && let (Some(x), Some(c)) = (&p.computed, &p.stated)
    {
        if x.dimension == c.dimension {
            out.push(Attempt { wrong_period, repaired: true, comparable: true, ..attempt(x, c, sides, &change, "") });
        } else {
            let from = out.len();
            bare_sides(out, x, c, sides, &change);
            prices(out, x, c, sides, &change);
            for a in &mut out[from..] {
                a.wrong_period = wrong_period;
            }
        }
    }
    if let Some((p, change)) = again(Reading { numbers_only: true, ..reading.clone() })
        && let (Some(x), Some(c)) = (&p.computed, &p.stated)
    {
        let clash = units_clash(pair, sides, reading, symbols);
        out.push(Attempt { wrong_period, clash, repaired: true, ..attempt(x, c, sides, &change, "") });
    }
}

/// Whether no reading makes the units equal: two currencies, or addends that measure different things, each with a unit
/// of at least two letters.
fn units_clash(pair: &Pair, sides: Sides<'_>, reading: &Reading, symbols: &Symbols<'_>) -> bool {
    if let (Some(x), Some(c)) = (&pair.computed, &pair.stated) {
        let both = x.dimension.has_money() && c.dimension.has_money();
        return both && x.dimension.money() != c.dimension.money();
    }
    let measure = |e: &Expression| {
        let l = e.as_literal()?;
        let clear = l.suffix.currency.is_some() || l.suffix.units.iter().any(|u| u.word.len() > 1);
        let value = Evaluation { reading, slack: false, symbols }.value(e).ok()?;
        (clear && !value.dimension.is_none() && !value.dimension.is_compound()).then_some(value.dimension)
    };
    sides.computed.any(|e| match e {
        Expression::Binary(Operator::Add | Operator::Subtract, a, b) => {
            matches!((measure(a), measure(b)), (Some(a), Some(b)) if a != b)
        }
        _ => false,
    })
}

/// The computed value over the unit of the stated one.
fn attempt(x: &Value, c: &Value, sides: Sides<'_>, reading: &Reading, note: &'static str) -> Attempt {
    let factor = unit_factor(sides.stated, reading);
    let over = |v: &Value| Value { low: &v.low / &factor, high: &v.high / &factor, dimension: v.dimension };
    Attempt {
        computed: over(x),
        stated: over(c),
        factor,
        reading: reading.clone(),
        repaired: !note.is_empty(),
        note,
        comparable: false,
        wrong_period: false,
        clash: false,
    }
}

/// The computed value over `factor`, against the stated number as it is shown.
fn with_factor(
    x: &Value,
    c: &Value,
    sides: Sides<'_>,
    reading: &Reading,
    factor: Rational,
    note: &'static str,
) -> Attempt {
    let stated = match sides.stated {
        Expression::Negate(a) => a.as_literal().map(|l| -l.number.value.clone()),
        e => e.as_literal().map(|l| l.number.value.clone()),
    };
    let unit = unit_factor(sides.stated, reading);
    let (low, high) = match (stated, sides.stated) {
        (Some(v), _) => (v.clone(), v),
        (None, Expression::Range(a, b)) => {
            let v = |e: &Expression| e.as_literal().map_or(Rational::ZERO, |l| l.number.value.clone());
            (v(a), v(b))
        }
        _ => (c.low.clone(), c.high.clone()),
    };
    let dimension = x.dimension;
    Attempt {
        computed: Value { low: &x.low / &factor, high: &x.high / &factor, dimension },
        stated: Value { low, high, dimension },
        factor: if factor.is_zero() { unit } else { factor },
        reading: reading.clone(),
        repaired: true,
        note,
        comparable: false,
        wrong_period: false,
        clash: false,
    }
}

/// One of the stated unit in base units, scale included.
pub(crate) fn unit_factor(stated: &Expression, reading: &Reading) -> Rational {
    last_literal(stated).map_or(Rational::ONE, |l| suffix_value(&l.suffix, reading).0)
}

fn stated_suffix(stated: &Expression) -> Option<&Suffix> {
    last_literal(stated).map(|l: &Literal| &l.suffix)
}

/// A unit on one side only: the bare side takes the unit of the other, or its base.
fn bare_sides(out: &mut Vec<Attempt>, x: &Value, c: &Value, sides: Sides<'_>, reading: &Reading) {
    let none = Suffix::default();
    let suffix = stated_suffix(sides.stated).unwrap_or(&none);
    let scale = reading.scale_of(suffix);
    if x.dimension.is_none() {
        out.push(with_factor(x, c, sides, reading, unit_factor(sides.stated, reading), "a bare number in base units"));
        out.push(with_factor(x, c, sides, reading, scale.clone(), "a bare number in the unit of the result"));
        // The nearer of the two is what a message shows.
        out.iter_mut().rev().take(2).for_each(|a| a.comparable = true);
        let (factor, dimension) = without_rates(sides.stated, reading);
        if dimension != c.dimension {
            out.push(with_factor(x, c, sides, reading, factor, "a bare number in base units"));
        }
    }
    if c.dimension.is_none() {
        for unit in literal_units(sides.computed, reading, x.dimension) {
            out.push(with_factor(x, c, sides, reading, unit * &scale, "a result in the unit of its operands"));
        }
    }
}

/// The units of the side's literals that have the wanted dimension, smallest first, and 1.
fn literal_units(side: &Expression, reading: &Reading, wanted: Dimension) -> Vec<Rational> {
    let mut units: Vec<Rational> = side
        .literals()
        .iter()
        .map(|l| suffix_value(&Suffix { scales: Vec::new(), ..l.suffix.clone() }, reading))
        .filter(|(_, d)| *d == wanted)
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
fn percent_label(out: &mut Vec<Attempt>, x: &Value, c: &Value, sides: Sides<'_>, reading: &Reading) {
    let none = Suffix::default();
    let suffix = stated_suffix(sides.stated).unwrap_or(&none);
    if !x.dimension.is_none() || !c.dimension.is_none() {
        return;
    }
    let shares = sides.computed.literals().iter().any(|l| l.suffix.share.is_some());
    let fraction = x.high <= Rational::from(2u8);
    if suffix.share.is_none() && shares && suffix.is_bare() && fraction {
        out.push(with_factor(x, c, sides, reading, Rational::ONE / Rational::from(100u8), "a result in percent"));
    }
    if suffix.share == Some(Share::Percent) && !shares {
        out.push(with_factor(x, c, sides, reading, Rational::ONE, "the percent sign as a label"));
    }
}

/// `7e9 x 4 B / 1024^3 = 26 GB`: a constant that stands for a prefix turns the unit of the result.
fn prefix_constant(out: &mut Vec<Attempt>, x: &Value, c: &Value, sides: Sides<'_>, reading: &Reading) {
    let Some(suffix) = stated_suffix(sides.stated) else { return };
    let scaled = suffix_value(suffix, reading).0;
    if x.dimension != c.dimension || scaled.is_one() {
        return;
    }
    let constant = divisors(sides.computed).into_iter().fold(Rational::ONE, |p, d| p * d);
    let steps = (1..=5u32).flat_map(|n| [power_of_ten(i64::from(n) * 3), binary_step(n)]);
    let period = c.dimension == Dimension::TIME && constant == scaled;
    if period {
        out.push(with_factor(x, c, sides, reading, Rational::ONE, "the constant as a unit of time"));
    }
    if steps.clone().any(|s| s == constant) {
        let from = literal_units(sides.computed, reading, x.dimension).pop().unwrap_or(Rational::ONE);
        out.push(with_factor(x, c, sides, reading, from, "the constant as a prefix"));
    }
}

/// `5.1 MB/s x 8 = 40.8 Mbit/s`, `10 Gbit/s / 8 = 1.25 GB/s`: an 8 that says what the units say already.
fn bits_per_byte(out: &mut Vec<Attempt>, x: &Value, c: &Value, sides: Sides<'_>, reading: &Reading) {
    let eight = Rational::from(8u8);
    let is_eight = |e: &Expression| e.as_literal().is_some_and(|l| l.suffix.is_bare() && l.number.value == eight);
    let has = |wanted: Operator| {
        sides.computed.any(|e| match e {
            Expression::Binary(Operator::Multiply, a, b) if wanted == Operator::Multiply => is_eight(a) || is_eight(b),
            Expression::Binary(Operator::Divide, _, b) if wanted == Operator::Divide => is_eight(b),
            _ => false,
        })
    };
    let factor = match (counts_bits(sides.computed), counts_bits(sides.stated)) {
        (Some(false), Some(true)) if has(Operator::Multiply) => &eight * unit_factor(sides.stated, reading),
        (Some(true), Some(false)) if has(Operator::Divide) => unit_factor(sides.stated, reading) / &eight,
        _ => return,
    };
    out.push(with_factor(x, c, sides, reading, factor, "the 8 as bits per byte"));
}

/// Whether the data of a side is in bits; `None` where it has none, or both.
fn counts_bits(side: &Expression) -> Option<bool> {
    let units = side.literals().into_iter().flat_map(|l| &l.suffix.units).filter_map(|u| unit(&u.word));
    let in_bits = |factor: &Rational| {
        let eightfold = factor * Rational::from(8u8);
        (0..=6u32).any(|n| eightfold == power_of_ten(i64::from(n) * 3) || eightfold == binary_step(n))
    };
    let kinds: Vec<bool> = units.filter(|u| u.dimension.data() != 0).map(|u| in_bits(&u.factor)).collect();
    kinds.first().copied().filter(|first| kinds.iter().all(|kind| kind == first))
}

/// Bare powers of 1000 or 1024 and lengths of periods that a side divides by.
fn divisors(side: &Expression) -> Vec<Rational> {
    let none: &Symbols<'_> = &|_| None;
    let reading = Reading::default();
    let mut out = Vec::new();
    side.walk(&mut |e| {
        if let Expression::Binary(Operator::Divide, _, b) = e {
            let value = Evaluation { reading: &reading, slack: false, symbols: none }.value(b);
            if let Ok(v) = value.as_ref().map(Value::middle) {
                let period = [60u32, 3_600, 24, 86_400, 7].iter().any(|n| v == Rational::from(*n));
                if period || (1..=5u32).any(|n| v == power_of_ten(i64::from(n) * 3) || v == binary_step(n)) {
                    out.push(v);
                }
            }
        }
    });
    out
}

/// `55 TB x $0.02 = $1,100`: a price is per GB, TB, thousand or million even where that is not written.
fn prices(out: &mut Vec<Attempt>, x: &Value, c: &Value, sides: Sides<'_>, reading: &Reading) {
    if !c.dimension.has_money() || !x.dimension.has_money() || x.dimension.money() != c.dimension.money() {
        return;
    }
    let rest = x.dimension.plus(c.dimension, -1);
    if rest == Dimension::DATA {
        for n in [3i64, 2, 4, 1] {
            let factor = power_of_ten(n * 3) * unit_factor(sides.stated, reading);
            out.push(with_factor(x, c, sides, reading, factor, "a price per unit of data"));
        }
    }
}
