//! Values as text.

use dashu_int::{IBig, UBig};

use crate::{Rational, number::power_of_ten};

/// A value in decimals: all digits where they end within `places`, else rounded to `places`, trailing zeros cut.
pub fn decimal(value: &Rational, places: usize) -> String {
    let scale = power_of_ten(i64::try_from(places).unwrap_or(0));
    let rounded = round_half_up(&(value * scale));
    let negative = rounded < IBig::ZERO;
    let digits = rounded.to_string();
    let digits = digits.trim_start_matches('-');
    let padded = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = padded.split_at(padded.len() - places);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{}{}{point}{fraction}", if negative { "-" } else { "" }, grouped(whole))
}

/// A value with at least `digits` significant digits, and every digit of its whole part.
pub fn significant(value: &Rational, digits: usize) -> String {
    if value.is_zero() {
        return "0".to_string();
    }
    let magnitude = magnitude(value);
    if !(-9..=18).contains(&magnitude) {
        return scientific(value, digits, magnitude);
    }
    let places = i64::try_from(digits).unwrap_or(0) - 1 - magnitude;
    decimal(value, usize::try_from(places.max(0)).unwrap_or(0))
}

/// One unit in the last of so many significant digits; zero has no first digit and is taken for 1.
pub fn last_place(value: &Rational, digits: usize) -> Rational {
    let first = if value.is_zero() { 0 } else { magnitude(value) };
    power_of_ten(first + 1 - i64::try_from(digits).unwrap_or(i64::MAX / 2))
}

/// The power of ten of the first digit.
fn magnitude(value: &Rational) -> i64 {
    use dashu_int::ops::UnsignedAbs;
    let length = |n: &UBig| i64::try_from(n.to_string().len()).unwrap_or(0);
    let n = value.numerator().clone().unsigned_abs();
    let guess = length(&n) - length(value.denominator());
    let size = Rational::from_parts(IBig::from(n), value.denominator().clone());
    if size >= power_of_ten(guess) { guess } else { guess - 1 }
}

fn scientific(value: &Rational, digits: usize, magnitude: i64) -> String {
    let mantissa = decimal(&(value / power_of_ten(magnitude)), digits.saturating_sub(1));
    format!("{mantissa}e{magnitude}")
}

fn round_half_up(value: &Rational) -> IBig {
    (value + Rational::from_parts(IBig::ONE, UBig::from(2u8))).floor()
}

/// Groups of three, from five digits on as from four: `1,024`.
fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_as_people_write_them() {
        let x = |n: i64, d: u32| Rational::from_parts(IBig::from(n), UBig::from(d));
        assert_eq!(decimal(&x(344_064, 10_000), 4), "34.4064");
        assert_eq!(decimal(&x(-1, 3), 3), "-0.333");
        assert_eq!(significant(&x(69_120, 1), 6), "69,120");
        assert_eq!(significant(&x(10, 3), 6), "3.33333");
        assert_eq!(significant(&x(1, 1_000_000), 6), "0.000001");
        assert_eq!(significant(&x(33_61, 371_000), 4), "0.009059");
    }
}
