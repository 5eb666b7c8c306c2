//! A number with its unit, as displayed.

use crate::{Rational, expression::Literal, factor::literal_value, reading::Reading, units::Dimension};

/// An exact value in base units, with the unit and precision it was written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// The value in base units (bytes, seconds, dollars, counts).
    pub value: Rational,
    /// One unit in the last place shown, in base units.
    pub ulp: Rational,
    /// Whether the number is shown with a point, and so may be rounded.
    pub rounded: bool,
    /// Dimension; nouns have none.
    pub dimension: Dimension,
    /// The base value of one of the unit as written, scale included: 10^6 for `34 MB` and for `34 million`.
    pub factor: Rational,
    /// Scale, unit and percent sign as written, such as `MB/s`; empty for a bare number.
    pub unit: String,
}

impl Quantity {
    /// The quantity of a literal, read as written. `text` is what the literal was read from.
    pub fn of(literal: &Literal, text: &str) -> Self {
        Self::under(literal, text, &Reading::default())
    }

    /// The quantity of a literal under a reading. `text` is what the literal was read from.
    pub fn under(literal: &Literal, text: &str, reading: &Reading) -> Self {
        let (factor, dimension) = literal_value(literal, reading);
        let number = text.get(literal.range.clone()).unwrap_or("");
        let unit = number.trim_start_matches(|c: char| !c.is_ascii_digit());
        let unit = unit.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '_')).trim();
        Self {
            value: &literal.number.value * &factor,
            ulp: &literal.number.ulp * &factor,
            rounded: literal.number.rounded,
            dimension,
            factor,
            unit: unit.to_string(),
        }
    }

    /// A bare integer.
    pub fn count(n: i64) -> Self {
        Self {
            value: Rational::from(n),
            ulp: Rational::ONE,
            rounded: false,
            dimension: Dimension::NONE,
            factor: Rational::ONE,
            unit: String::new(),
        }
    }
}
