//! Expressions to exact intervals under one reading.

use std::fmt;

use dashu_int::IBig;

use crate::{
    Quantity, Rational,
    enclosure::{self, Enclosure},
    expression::{Expression, Literal, Operator, Share},
    factor::{literal_value, suffix_value},
    reading::Reading,
    units::Dimension,
    work::{Work, bit_length, bits_of},
};

/// Largest exponent.
pub(crate) const EXPONENT: i64 = 4096;
/// Most bits of a result.
const BITS: usize = 100_000;
/// Work to read a number and what follows it, in the units of [`Work`].
const LITERAL: u64 = 250;
/// Work to go from one part of an expression to the next.
const STEP: u64 = 50;

/// A value with its dimension: an interval, whose ends are equal where nothing is rounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Lower end, in base units.
    pub low: Rational,
    /// Upper end.
    pub high: Rational,
    /// Dimension.
    pub dimension: Dimension,
}

impl Value {
    pub(crate) fn exact(value: Rational, dimension: Dimension) -> Self {
        Self { low: value.clone(), high: value, dimension }
    }

    /// Whether both ends are equal.
    pub fn is_point(&self) -> bool {
        self.low == self.high
    }

    /// The middle of the interval.
    pub fn middle(&self) -> Rational {
        if self.is_point() { self.low.clone() } else { (&self.low + &self.high) / Rational::from(2u8) }
    }
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A name without a value.
    Symbol(String),
    /// Addends of different dimensions.
    Units,
    /// Division by zero.
    Zero,
    /// A root or logarithm that has no value, or an exponent that is no number.
    Undefined,
    /// A bound on size was hit.
    Limit,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol(name) => write!(f, "`{name}` has no value"),
            Self::Units => f.write_str("the units of a sum differ"),
            Self::Zero => f.write_str("divides by zero"),
            Self::Undefined => f.write_str("a function has no value here"),
            Self::Limit => f.write_str("too large to compute"),
        }
    }
}

/// Looks up the value of a name.
pub type Symbols<'s> = dyn Fn(&str) -> Option<Quantity> + 's;

/// How to evaluate.
#[derive(Clone, Copy)]
pub struct Evaluation<'s> {
    /// The reading.
    pub reading: &'s Reading,
    /// Whether rounded numbers are intervals of half a unit in the last place either way.
    pub slack: bool,
    /// Values of names.
    pub symbols: &'s Symbols<'s>,
}

impl Evaluation<'_> {
    /// The value of an expression, or why it has none.
    pub fn value(&self, e: &Expression) -> Result<Value, Unknown> {
        let context = Context { symbols: self.symbols, work: &Work::new() };
        context.value(e, self.reading, self.slack)
    }
}

/// What all evaluations of one comparison share.
#[derive(Clone, Copy)]
pub(crate) struct Context<'s> {
    /// Values of names.
    pub(crate) symbols: &'s Symbols<'s>,
    /// The work that is left.
    pub(crate) work: &'s Work,
}

impl Context<'_> {
    /// The value of an expression under a reading; with slack rounded numbers are intervals.
    pub(crate) fn value(self, e: &Expression, reading: &Reading, slack: bool) -> Result<Value, Unknown> {
        Evaluator { reading, slack, context: self }.value(e)
    }

    /// The value of an expression as written, where it has one.
    pub(crate) fn as_written(self, e: &Expression) -> Option<Value> {
        self.value(e, &Reading::default(), false).ok()
    }
}

/// One evaluation. Work is counted before it is done.
pub(crate) struct Evaluator<'s> {
    pub(crate) reading: &'s Reading,
    slack: bool,
    context: Context<'s>,
}

impl Evaluator<'_> {
    pub(crate) fn value(&self, e: &Expression) -> Result<Value, Unknown> {
        self.work().spend(STEP)?;
        let value = match e {
            Expression::Literal(l) => self.literal(l),
            Expression::Symbol(name, _) => self.symbol(name),
            Expression::Negate(a) => {
                let a = self.value(a)?;
                Ok(Value { low: -a.high, high: -a.low, dimension: a.dimension })
            }
            Expression::Binary(op, a, b) => self.binary(*op, a, b),
            Expression::Power(a, b) => self.power(a, b),
            Expression::Call(f, args) => self.call(*f, args),
            Expression::Scaled(a, suffix) => {
                self.work().spend(LITERAL)?;
                let (factor, dimension) = suffix_value(suffix, self.reading);
                let a = self.value(a)?;
                let dimension = a.dimension.plus(dimension, 1);
                let scaled = |x: &Rational| self.times(x, &factor);
                if a.is_point() {
                    return self.bounded(Value::exact(scaled(&a.low)?, dimension));
                }
                Ok(Value { low: scaled(&a.low)?, high: scaled(&a.high)?, dimension })
            }
            Expression::Range(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                // The margin of a range may be negative: then its ends stand the other way round.
                self.work().operate(1, &a.low, &b.high)?;
                let (low, high) = if a.low <= b.high { (a.low, b.high) } else { (b.high, a.low) };
                Ok(Value { low, high, dimension: a.dimension })
            }
        }?;
        self.bounded(value)
    }

    pub(crate) fn work(&self) -> &Work {
        self.context.work
    }

    fn bounded(&self, value: Value) -> Result<Value, Unknown> {
        let large = |r: &Rational| bit_length(r.denominator()) > BITS || bits_of(r.numerator()) > BITS;
        if large(&value.low) || large(&value.high) { Err(Unknown::Limit) } else { Ok(value) }
    }

    fn times(&self, a: &Rational, b: &Rational) -> Result<Rational, Unknown> {
        self.work().operate(1, a, b)?;
        Ok(a * b)
    }

    fn literal(&self, l: &Literal) -> Result<Value, Unknown> {
        let units = u64::try_from(l.suffix.units.len() + l.suffix.scales.len()).unwrap_or(u64::MAX);
        self.work().spend(LITERAL.saturating_mul(1 + units))?;
        let (factor, dimension) = literal_value(l, self.reading);
        let n = &l.number;
        self.work().operate(1, &n.value, &factor)?;
        if self.slack && n.rounded {
            self.work().operate(4, &n.value, &n.ulp)?;
            let half = &n.ulp / Rational::from(2u8);
            return Ok(Value { low: (&n.value - &half) * &factor, high: (&n.value + half) * factor, dimension });
        }
        if factor.is_one() {
            return Ok(Value::exact(n.value.clone(), dimension));
        }
        Ok(Value::exact(&n.value * factor, dimension))
    }

    fn symbol(&self, name: &str) -> Result<Value, Unknown> {
        self.work().spend(LITERAL)?;
        if let Some(q) = (self.context.symbols)(name) {
            if self.slack && q.rounded {
                let half = &q.ulp / Rational::from(2u8);
                return Ok(Value { low: &q.value - &half, high: q.value + half, dimension: q.dimension });
            }
            return Ok(Value::exact(q.value, q.dimension));
        }
        let (low, high) = match name {
            "pi" | "π" | "\\pi" => enclosure::pi(),
            "e" => enclosure::e(),
            _ => return Err(Unknown::Symbol(name.to_string())),
        };
        Ok(Value { low, high, dimension: Dimension::NONE })
    }

    fn binary(&self, op: Operator, left: &Expression, right: &Expression) -> Result<Value, Unknown> {
        let (a, b) = (self.value(left)?, self.value(right)?);
        match op {
            Operator::Add | Operator::Subtract => self.sum(op, left, right, a, b),
            Operator::Multiply => {
                let dimension = a.dimension.plus(b.dimension, 1);
                self.product(&a, &b, dimension)
            }
            Operator::Divide => self.quotient(&a, b),
        }
    }

    fn quotient(&self, a: &Value, b: Value) -> Result<Value, Unknown> {
        let dimension = a.dimension.plus(b.dimension, -1);
        if b.low <= Rational::ZERO && b.high >= Rational::ZERO {
            return Err(Unknown::Zero);
        }
        if a.is_point() && b.is_point() {
            self.work().operate(1, &a.low, &b.low)?;
            let mut value = &a.low / b.low;
            if self.reading.integer_division && dimension.is_none() {
                value = Rational::from(value.floor());
            }
            return Ok(Value::exact(value, dimension));
        }
        let inverse = Value { low: Rational::ONE / b.high, high: Rational::ONE / b.low, dimension: b.dimension };
        self.product(a, &inverse, dimension)
    }

    fn product(&self, a: &Value, b: &Value, dimension: Dimension) -> Result<Value, Unknown> {
        if a.is_point() && b.is_point() {
            return Ok(Value::exact(self.times(&a.low, &b.low)?, dimension));
        }
        if a.low >= Rational::ZERO && b.low >= Rational::ZERO {
            return Ok(Value { low: self.times(&a.low, &b.low)?, high: self.times(&a.high, &b.high)?, dimension });
        }
        let ends = [
            self.times(&a.low, &b.low)?,
            self.times(&a.low, &b.high)?,
            self.times(&a.high, &b.low)?,
            self.times(&a.high, &b.high)?,
        ];
        let (low, high) = self.hull(&ends)?;
        Ok(Value { low, high, dimension })
    }

    /// The least and the greatest.
    fn hull(&self, ends: &[Rational]) -> Result<Enclosure, Unknown> {
        let Some(first) = ends.first() else { return Ok((Rational::ZERO, Rational::ZERO)) };
        let (mut low, mut high) = (first, first);
        for end in &ends[1..] {
            self.work().operate(1, end, low)?;
            self.work().operate(1, end, high)?;
            if end < low {
                low = end;
            } else if end > high {
                high = end;
            }
        }
        Ok((low.clone(), high.clone()))
    }

    /// `x ± p%` takes p percent of x, unless x is itself a share or the reading adds.
    fn sum(&self, op: Operator, left: &Expression, right: &Expression, a: Value, b: Value) -> Result<Value, Unknown> {
        let sign = if op == Operator::Add { Rational::ONE } else { -Rational::ONE };
        let relative = right.share() == Some(Share::Percent)
            && left.share().is_none()
            && (!self.reading.additive_percent || !a.dimension.is_none());
        if relative {
            let part = |x: &Rational, p: &Rational| {
                self.work().operate(2, x, p)?;
                self.work().operate(1, x, x)?;
                Ok(x + x * p * &sign)
            };
            if a.is_point() && b.is_point() {
                return Ok(Value::exact(part(&a.low, &b.low)?, a.dimension));
            }
            let ends = [part(&a.low, &b.low)?, part(&a.low, &b.high)?, part(&a.high, &b.low)?, part(&a.high, &b.high)?];
            let (low, high) = self.hull(&ends)?;
            return Ok(Value { low, high, dimension: a.dimension });
        }
        if a.dimension != b.dimension {
            return Err(Unknown::Units);
        }
        let dimension = a.dimension;
        self.work().operate(1, &a.low, &b.low)?;
        if a.is_point() && b.is_point() {
            let value = if op == Operator::Add { a.low + b.low } else { a.low - b.low };
            return Ok(Value::exact(value, dimension));
        }
        self.work().operate(1, &a.high, &b.high)?;
        Ok(match op {
            Operator::Add => Value { low: a.low + b.low, high: a.high + b.high, dimension },
            _ => Value { low: a.low - b.high, high: a.high - b.low, dimension },
        })
    }

    fn power(&self, base: &Expression, exponent: &Expression) -> Result<Value, Unknown> {
        let (a, b) = (self.value(base)?, Evaluator { slack: false, ..*self }.value(exponent)?);
        if !b.is_point() || !b.dimension.is_none() {
            return Err(Unknown::Undefined);
        }
        let (p, q) = (small(b.low.numerator())?, small(&IBig::from(b.low.denominator().clone()))?);
        if p.abs() > EXPONENT || q > 64 {
            return Err(Unknown::Limit);
        }
        let mut ends = vec![self.raised(&a.low, p)?];
        if !a.is_point() {
            ends.push(self.raised(&a.high, p)?);
        }
        if p != 0 && a.low < Rational::ZERO && a.high > Rational::ZERO {
            ends.push(self.raised(&Rational::ZERO, p)?);
        }
        if q > 1 {
            let q = u32::try_from(q).map_err(|_| Unknown::Limit)?;
            let mut roots = Vec::new();
            for end in &ends {
                let (low, high) = enclosure::root(end, q, self.work())?;
                roots.extend([low, high]);
            }
            ends = roots;
        }
        let times = i32::try_from(p / q).unwrap_or(0);
        let (low, high) = self.hull(&ends)?;
        Ok(Value { low, high, dimension: Dimension::NONE.plus(a.dimension, times) })
    }

    fn raised(&self, x: &Rational, p: i64) -> Result<Rational, Unknown> {
        let size = bits_of(x.numerator()).max(bit_length(x.denominator()));
        let bits = size.saturating_mul(usize::try_from(p.unsigned_abs()).unwrap_or(usize::MAX));
        if bits > BITS {
            return Err(Unknown::Limit);
        }
        if p < 0 && x.is_zero() {
            return Err(Unknown::Zero);
        }
        self.work().multiply(4, u64::try_from(bits / 64).unwrap_or(u64::MAX))?;
        Ok(x.pow(isize::try_from(p).unwrap_or(0)))
    }
}

pub(crate) fn small(n: &IBig) -> Result<i64, Unknown> {
    i64::try_from(n.clone()).map_err(|_| Unknown::Limit)
}
