//! A number with its unit, as displayed.

use crate::Rational;

/// An exact value in base units, with the unit and precision it was written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// The value in base units (bytes, seconds, dollars, counts).
    pub value: Rational,
    /// One unit in the last place shown, in base units.
    pub ulp: Rational,
    /// The unit as written, such as `MB/s`; empty for a bare number.
    pub unit: String,
}
