//! Exact numbers, units, expressions and rounding for designlint.
