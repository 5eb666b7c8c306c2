//! Expressions to exact intervals under one reading.

use std::fmt;

use dashu_int::{IBig, UBig};

use crate::{
    Quantity, Rational,
    enclosure::{self, bit_length},
    expression::{Expression, Literal, Operator, Share},
    factor::{literal_value, suffix_value},
    reading::Reading,
    units::Dimension,
};

/// Largest exponent.
pub(crate) const EXPONENT: i64 = 4096;
/// Most bits of a result.
const BITS: usize = 100_000;

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
        let value = match e {
            Expression::Literal(l) => Ok(self.literal(l)),
            Expression::Symbol(name, _) => self.symbol(name),
            Expression::Negate(a) => {
                let a = self.value(a)?;
                Ok(Value { low: -a.high, high: -a.low, dimension: a.dimension })
            }
            Expression::Binary(op, a, b) => self.binary(*op, a, b),
            Expression::Power(a, b) => self.power(a, b),
            Expression::Call(f, args) => self.call(*f, args),
            Expression::Scaled(a, suffix) => {
                let (factor, dimension) = suffix_value(suffix, self.reading);
                let a = self.value(a)?;
                Ok(Value { low: a.low * &factor, high: a.high * &factor, dimension: a.dimension.plus(dimension, 1) })
            }
            Expression::Range(a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                Ok(Value { low: a.low, high: b.high, dimension: a.dimension })
            }
        }?;
        let large = |r: &Rational| bit_length(r.denominator()) > BITS || bit_length(&magnitude(r)) > BITS;
        if large(&value.low) || large(&value.high) { Err(Unknown::Limit) } else { Ok(value) }
    }

    fn literal(&self, l: &Literal) -> Value {
        let (factor, dimension) = literal_value(l, self.reading);
        let n = &l.number;
        if self.slack && n.rounded {
            let half = &n.ulp / Rational::from(2u8);
            return Value { low: (&n.value - &half) * &factor, high: (&n.value + half) * factor, dimension };
        }
        Value::exact(&n.value * factor, dimension)
    }

    fn symbol(&self, name: &str) -> Result<Value, Unknown> {
        if let Some(q) = (self.symbols)(name) {
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
        if matches!(op, Operator::Add | Operator::Subtract) {
            return self.sum(op, left, right, a, b);
        }
        let dimension = a.dimension.plus(b.dimension, if op == Operator::Multiply { 1 } else { -1 });
        let b = if op == Operator::Divide {
            if b.low <= Rational::ZERO && b.high >= Rational::ZERO {
                return Err(Unknown::Zero);
            }
            Value { low: Rational::ONE / b.high, high: Rational::ONE / b.low, dimension: b.dimension }
        } else {
            b
        };
        if a.is_point() && b.is_point() {
            let mut value = a.low * b.low;
            if op == Operator::Divide && self.reading.integer_division && dimension.is_none() {
                value = Rational::from(value.floor());
            }
            return Ok(Value::exact(value, dimension));
        }
        let ends = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
        let [mut low, mut high] = [ends[0].clone(), ends[0].clone()];
        for end in ends {
            if end < low {
                low = end;
            } else if end > high {
                high = end;
            }
        }
        Ok(Value { low, high, dimension })
    }

    /// `x ± p%` takes p percent of x, unless x is itself a share or the reading adds.
    fn sum(&self, op: Operator, left: &Expression, right: &Expression, a: Value, b: Value) -> Result<Value, Unknown> {
        let sign = if op == Operator::Add { Rational::ONE } else { -Rational::ONE };
        let relative = right.share() == Some(Share::Percent)
            && left.share().is_none()
            && (!self.reading.additive_percent || !a.dimension.is_none());
        if relative {
            let part = |x: &Rational, p: &Rational| x + x * p * &sign;
            let ends = [part(&a.low, &b.low), part(&a.low, &b.high), part(&a.high, &b.low), part(&a.high, &b.high)];
            let low = ends.iter().min().cloned().unwrap_or(Rational::ZERO);
            let high = ends.iter().max().cloned().unwrap_or(Rational::ZERO);
            return Ok(Value { low, high, dimension: a.dimension });
        }
        if a.dimension != b.dimension {
            return Err(Unknown::Units);
        }
        let dimension = a.dimension;
        Ok(match op {
            Operator::Add => Value { low: a.low + b.low, high: a.high + b.high, dimension },
            _ => Value { low: a.low - b.high, high: a.high - b.low, dimension },
        })
    }

    fn power(&self, base: &Expression, exponent: &Expression) -> Result<Value, Unknown> {
        let (a, b) = (self.value(base)?, Evaluation { slack: false, ..*self }.value(exponent)?);
        if !b.is_point() || !b.dimension.is_none() {
            return Err(Unknown::Undefined);
        }
        let (p, q) = (small(b.low.numerator())?, small(&IBig::from(b.low.denominator().clone()))?);
        if p.abs() > EXPONENT || q > 64 {
            return Err(Unknown::Limit);
        }
        let raise = |x: &Rational| -> Result<Rational, Unknown> {
            let size = bit_length(&magnitude(x)).max(bit_length(x.denominator()));
            if size.saturating_mul(usize::try_from(p.unsigned_abs()).unwrap_or(usize::MAX)) > BITS {
                return Err(Unknown::Limit);
            }
            if p < 0 && x.is_zero() {
                return Err(Unknown::Zero);
            }
            Ok(x.pow(isize::try_from(p).unwrap_or(0)))
        };
        let mut ends = vec![raise(&a.low)?, raise(&a.high)?];
        if p != 0 && a.low < Rational::ZERO && a.high > Rational::ZERO {
            ends.push(raise(&Rational::ZERO)?);
        }
        if q > 1 {
            let q = u32::try_from(q).map_err(|_| Unknown::Limit)?;
            let mut roots = Vec::new();
            for end in &ends {
                let (low, high) = enclosure::root(end, q).ok_or(Unknown::Undefined)?;
                roots.extend([low, high]);
            }
            ends = roots;
        }
        let times = i32::try_from(p / q).unwrap_or(0);
        Ok(Value {
            low: ends.iter().min().cloned().unwrap_or(Rational::ZERO),
            high: ends.iter().max().cloned().unwrap_or(Rational::ZERO),
            dimension: Dimension::NONE.plus(a.dimension, times),
        })
    }
}

fn magnitude(r: &Rational) -> UBig {
    use dashu_int::ops::UnsignedAbs;
    r.numerator().clone().unsigned_abs()
}

pub(crate) fn small(n: &IBig) -> Result<i64, Unknown> {
    i64::try_from(n.clone()).map_err(|_| Unknown::Limit)
}
