//! Exact numbers, units, expressions and rounding. Knows no document.

#![deny(clippy::float_arithmetic)]

mod quantity;

pub use dashu_ratio::RBig as Rational;
pub use quantity::Quantity;
