//! Values of functions.

use dashu_int::IBig;

use crate::{
    Rational, enclosure,
    evaluate::{Evaluation, Unknown, Value, small},
    expression::{Expression, Function},
    factor::literal_value,
};

impl Evaluation<'_> {
    pub(crate) fn call(&self, function: Function, args: &[Expression]) -> Result<Value, Unknown> {
        let values = args.iter().map(|a| self.value(a)).collect::<Result<Vec<_>, _>>()?;
        let first = values.first().ok_or(Unknown::Undefined)?;
        if values.iter().any(|v| v.dimension != first.dimension) {
            return Err(Unknown::Units);
        }
        let dimension = first.dimension;
        let each = |f: &dyn Fn(&Rational) -> Rational| Value { low: f(&first.low), high: f(&first.high), dimension };
        let rounding = |f: &dyn Fn(&Rational) -> IBig| {
            // A whole number of the unit it is written in, not of base units.
            let unit = args[0].literals().first().map_or(Rational::ONE, |l| literal_value(l, self.reading).0);
            let unit = if dimension.is_none() || unit.is_zero() { Rational::ONE } else { unit };
            each(&|x| Rational::from(f(&(x / &unit))) * &unit)
        };
        let fold = |pick: &dyn Fn(&Rational, &Rational) -> bool| {
            let (mut low, mut high) = (first.low.clone(), first.high.clone());
            for v in &values[1..] {
                if pick(&v.low, &low) {
                    low = v.low.clone();
                }
                if pick(&v.high, &high) {
                    high = v.high.clone();
                }
            }
            Value { low, high, dimension }
        };
        let total = || Value {
            low: values.iter().fold(Rational::ZERO, |s, v| s + &v.low),
            high: values.iter().fold(Rational::ZERO, |s, v| s + &v.high),
            dimension,
        };
        Ok(match function {
            Function::Sum => total(),
            Function::Mean => {
                let n = Rational::from(u32::try_from(values.len()).unwrap_or(1));
                let t = total();
                Value { low: t.low / &n, high: t.high / n, dimension }
            }
            Function::Min => fold(&|a, b| a < b),
            Function::Max => fold(&|a, b| a > b),
            Function::Ceil => rounding(&Rational::ceil),
            Function::Floor => rounding(&Rational::floor),
            Function::Round => rounding(&Rational::round),
            Function::Abs if first.low < Rational::ZERO && first.high > Rational::ZERO => {
                let high = first.high.clone().max(-first.low.clone());
                Value { low: Rational::ZERO, high, dimension }
            }
            Function::Abs if first.low < Rational::ZERO => {
                Value { low: -first.high.clone(), high: -first.low.clone(), dimension }
            }
            Function::Abs => first.clone(),
            Function::Sqrt => self.enclosed(first, |x| enclosure::root(x, 2))?,
            Function::Ln => self.enclosed(first, enclosure::ln)?,
            Function::Log(base) => self.enclosed(first, |x| enclosure::log(x, base))?,
            Function::Factorial => Value::exact(factorial(&first.low)?, dimension),
            Function::Choose => {
                let k = values.get(1).ok_or(Unknown::Undefined)?;
                let below = factorial(&k.low)? * factorial(&(&first.low - &k.low))?;
                Value::exact(factorial(&first.low)? / below, dimension)
            }
        })
    }

    fn enclosed(&self, v: &Value, f: impl Fn(&Rational) -> Option<enclosure::Enclosure>) -> Result<Value, Unknown> {
        if !v.dimension.is_none() {
            return Err(Unknown::Undefined);
        }
        let (a, b) = (f(&v.low).ok_or(Unknown::Undefined)?, f(&v.high).ok_or(Unknown::Undefined)?);
        Ok(Value { low: a.0, high: b.1, dimension: v.dimension })
    }
}

fn factorial(n: &Rational) -> Result<Rational, Unknown> {
    let n = if n.is_int() { small(n.numerator())? } else { return Err(Unknown::Undefined) };
    match n {
        0..=1000 => Ok((2..=n).fold(Rational::ONE, |p, k| p * Rational::from(k))),
        1001.. => Err(Unknown::Limit),
        _ => Err(Unknown::Undefined),
    }
}
