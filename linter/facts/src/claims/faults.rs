//! How a wrong claim is wrong.

use designlint_quantity::{Comparison, Expression, Literal, Outcome, Quantity, Rational, Sides, Wrong};

use super::{
    Fault,
    doubt::{is_fraction_and_percent, is_slightly_off},
};

/// How a claim is wrong.
pub(super) fn fault(comparison: &Comparison, sides: Sides<'_>) -> Fault {
    match comparison.outcome {
        Outcome::Wrong(Wrong::RatePeriod) => Fault::RatePeriod,
        Outcome::Wrong(Wrong::Units) => Fault::Unit,
        _ if is_bits_for_bytes(comparison, sides) => Fault::BitsBytes,
        _ => Fault::Value,
    }
}

/// `0.075 (7.25%)`: a fraction and a percentage that are nearly equal, of which nobody can say which is wrong.
pub(super) fn is_restated(sides: Sides<'_>, stated: Option<&Literal>, comparison: &Comparison, text: &str) -> bool {
    let (Some(literal), Some((value, _))) = (stated, &comparison.base) else { return false };
    is_fraction_and_percent(sides.computed, sides.stated) && is_slightly_off(&Quantity::of(literal, text), value)
}

/// Off by 8 (or 8.389) with a unit of bits on one side and of bytes on the other.
fn is_bits_for_bytes(comparison: &Comparison, sides: Sides<'_>) -> bool {
    let data = |e: &Expression| {
        e.literals()
            .iter()
            .flat_map(|l| &l.suffix.units)
            .filter(|u| u.exponent == 1)
            .any(|u| designlint_quantity::unit(&u.word).is_some_and(|u| u.dimension.data() != 0))
    };
    let (Some(x), Some(stated)) = (&comparison.computed, sides.stated.as_literal()) else { return false };
    let v = &stated.number.value;
    if x.is_zero() || v.is_zero() || !data(sides.computed) || !data(sides.stated) {
        return false;
    }
    let ratio = if x > v { x / v } else { v / x };
    let near = |target: Rational| {
        let gap = if ratio > target { &ratio - &target } else { &target - &ratio };
        gap * Rational::from(40u8) <= target
    };
    near(Rational::from(8u8)) || near(Rational::from(8_388_608u32) / Rational::from(1_000_000u32))
}
