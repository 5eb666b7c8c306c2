//! Values of functions.

use dashu_int::IBig;

use crate::{
    Rational,
    enclosure::{self, Enclosure},
    evaluate::{Evaluator, Unknown, Value, small},
    expression::{Expression, Function},
    factor::literal_value,
    units::Dimension,
    work::Work,
};

impl Evaluator<'_> {
    pub(crate) fn call(&self, function: Function, args: &[Expression]) -> Result<Value, Unknown> {
        let values = args.iter().map(|a| self.value(a)).collect::<Result<Vec<_>, _>>()?;
        let first = values.first().ok_or(Unknown::Undefined)?;
        if values.iter().any(|v| v.dimension != first.dimension) {
            return Err(Unknown::Units);
        }
        let dimension = first.dimension;
        for v in &values {
            self.work().operate(4, &v.low, &first.low)?;
            self.work().operate(4, &v.high, &first.high)?;
        }
        // A whole number of the unit it is written in, not of base units.
        let rounding = |f: &dyn Fn(&Rational) -> IBig| {
            let unit = args[0].literals().first().map_or(Rational::ONE, |l| literal_value(l, self.reading).0);
            let unit = if dimension.is_none() || unit.is_zero() { Rational::ONE } else { unit };
            let whole = |x: &Rational| Rational::from(f(&(x / &unit))) * &unit;
            Value { low: whole(&first.low), high: whole(&first.high), dimension }
        };
        Ok(match function {
            Function::Sum => total(&values, dimension),
            Function::Mean => {
                let n = Rational::from(u32::try_from(values.len()).unwrap_or(1));
                let t = total(&values, dimension);
                Value { low: t.low / &n, high: t.high / n, dimension }
            }
            Function::Min => each_end(&values, dimension, |a, b| a < b),
            Function::Max => each_end(&values, dimension, |a, b| a > b),
            Function::Ceil => rounding(&Rational::ceil),
            Function::Floor => rounding(&Rational::floor),
            Function::Round => rounding(&Rational::round),
            Function::Abs => magnitude(first),
            Function::Sqrt => self.enclosed(first, |x| enclosure::root(x, 2, self.work()))?,
            Function::Ln => self.enclosed(first, |x| enclosure::ln(x, self.work()))?,
            Function::Log(base) => self.enclosed(first, |x| enclosure::log(x, base, self.work()))?,
            Function::Factorial => Value::exact(factorial(&first.low, self.work())?, dimension),
            Function::Choose => {
                let k = values.get(1).ok_or(Unknown::Undefined)?;
                let factorial = |n: &Rational| factorial(n, self.work());
                let below = factorial(&k.low)? * factorial(&(&first.low - &k.low))?;
                let above = factorial(&first.low)?;
                self.work().operate(1, &above, &below)?;
                Value::exact(above / below, dimension)
            }
        })
    }

    fn enclosed(&self, v: &Value, f: impl Fn(&Rational) -> Result<Enclosure, Unknown>) -> Result<Value, Unknown> {
        if !v.dimension.is_none() {
            return Err(Unknown::Undefined);
        }
        let low = f(&v.low)?;
        let high = if v.is_point() { low.1 } else { f(&v.high)?.1 };
        Ok(Value { low: low.0, high, dimension: v.dimension })
    }
}

fn total(values: &[Value], dimension: Dimension) -> Value {
    Value {
        low: values.iter().fold(Rational::ZERO, |s, v| s + &v.low),
        high: values.iter().fold(Rational::ZERO, |s, v| s + &v.high),
        dimension,
    }
}

/// Of the low ends and of the high ends the one that goes before all others.
fn each_end(values: &[Value], dimension: Dimension, before: impl Fn(&Rational, &Rational) -> bool) -> Value {
    let pick = |a: Rational, b: &Rational| if before(b, &a) { b.clone() } else { a };
    let first = |end: fn(&Value) -> &Rational| values.first().map_or(Rational::ZERO, |v| end(v).clone());
    Value {
        low: values.iter().fold(first(|v| &v.low), |low, v| pick(low, &v.low)),
        high: values.iter().fold(first(|v| &v.high), |high, v| pick(high, &v.high)),
        dimension,
    }
}

fn magnitude(v: &Value) -> Value {
    let dimension = v.dimension;
    if v.low >= Rational::ZERO {
        return v.clone();
    }
    if v.high <= Rational::ZERO {
        return Value { low: -v.high.clone(), high: -v.low.clone(), dimension };
    }
    Value { low: Rational::ZERO, high: v.high.clone().max(-v.low.clone()), dimension }
}

fn factorial(n: &Rational, work: &Work) -> Result<Rational, Unknown> {
    let n = if n.is_int() { small(n.numerator())? } else { return Err(Unknown::Undefined) };
    match n {
        0..=1000 => {
            work.multiply(n.unsigned_abs(), n.unsigned_abs() / 50)?;
            Ok(Rational::from((2..=n).fold(IBig::ONE, |p, k| p * IBig::from(k))))
        }
        1001.. => Err(Unknown::Limit),
        _ => Err(Unknown::Undefined),
    }
}
