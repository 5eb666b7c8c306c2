//! Constants that say again what a unit says already: an 8 for bits, a 1024 for a prefix, an 86,400 for a day.

use crate::{
    Rational,
    compare::Sides,
    evaluate::Context,
    expression::{Expression, Operator},
    number::power_of_ten,
    units::{binary_step, unit},
};

/// Whether the operands are multiplied by 8 for bits (true) or divided by 8 for bytes (false) that the units say already.
pub(crate) fn eight(sides: Sides<'_>) -> Option<bool> {
    let eight = Rational::from(8u8);
    let is_eight = |e: &Expression| e.as_literal().is_some_and(|l| l.suffix.is_bare() && l.number.value == eight);
    let has = |wanted: Operator| {
        sides.computed.any(|e| match e {
            Expression::Binary(Operator::Multiply, a, b) if wanted == Operator::Multiply => is_eight(a) || is_eight(b),
            Expression::Binary(Operator::Divide, _, b) if wanted == Operator::Divide => is_eight(b),
            _ => false,
        })
    };
    match (counts_bits(sides.computed), counts_bits(sides.stated)) {
        (Some(false), Some(true)) if has(Operator::Multiply) => Some(true),
        (Some(true), Some(false)) if has(Operator::Divide) => Some(false),
        _ => None,
    }
}

/// Whether the data of a side is in bits; `None` where it has none, or both.
pub(crate) fn counts_bits(side: &Expression) -> Option<bool> {
    let units = side.literals().into_iter().flat_map(|l| &l.suffix.units).filter_map(|u| unit(&u.word));
    let in_bits = |factor: &Rational| {
        let eightfold = factor * Rational::from(8u8);
        (0..=6u32).any(|n| eightfold == power_of_ten(i64::from(n) * 3) || eightfold == binary_step(n))
    };
    let kinds: Vec<bool> = units.filter(|u| u.dimension.data() != 0).map(|u| in_bits(&u.factor)).collect();
    kinds.first().copied().filter(|first| kinds.iter().all(|kind| kind == first))
}

/// Bare powers of 1000 or 1024 and lengths of periods that a side divides by.
pub(crate) fn divisors(side: &Expression, cx: Context<'_>) -> Vec<Rational> {
    let cx = Context { symbols: &|_| None, ..cx };
    let mut out = Vec::new();
    side.walk(&mut |e| {
        if let Expression::Binary(Operator::Divide, _, b) = e
            && let Some(v) = cx.as_written(b).map(|v| v.middle())
        {
            let period = [60u32, 3_600, 24, 86_400, 7].iter().any(|n| v == Rational::from(*n));
            if period || (1..=5u32).any(|n| v == power_of_ten(i64::from(n) * 3) || v == binary_step(n)) {
                out.push(v);
            }
        }
    });
    out
}
