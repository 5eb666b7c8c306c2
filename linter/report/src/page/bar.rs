//! Lengths of bars. The only floats are those of pictures; every number beside them is exact.

use designlint_quantity::Rational;

/// The width of every bar, in units of its picture.
pub(crate) const WIDTH: f64 = 1000.0;

/// A piece of a bar, in units of its picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Piece {
    pub x: f64,
    pub width: f64,
}

impl Piece {
    /// What lies between two values on a scale from zero to `whole`.
    pub(crate) fn between(from: &Rational, to: &Rational, whole: &Rational) -> Self {
        let (x, end) = (at(from, whole), at(to, whole));
        Self { x, width: rounded(end - x).max(0.0) }
    }
}

/// Where a value lies on a scale from zero to `whole`.
pub(crate) fn at(value: &Rational, whole: &Rational) -> f64 {
    if *whole <= Rational::ZERO {
        return 0.0;
    }
    let share = (value / whole).to_f64().value();
    rounded((share * WIDTH).clamp(0.0, WIDTH))
}

/// To a tenth of a unit, so that the same numbers give the same bytes everywhere.
pub(crate) fn rounded(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_never_leaves_its_picture() {
        let n = |n: i64| Rational::from(n);
        assert_eq!(Piece::between(&n(15), &n(25), &n(400)), Piece { x: 37.5, width: 25.0 });
        assert_eq!(Piece::between(&n(300), &n(500), &n(400)), Piece { x: 750.0, width: 250.0 });
        assert_eq!(Piece::between(&n(5), &n(1), &n(10)), Piece { x: 500.0, width: 0.0 });
        assert_eq!(Piece::between(&n(1), &n(2), &n(0)), Piece { x: 0.0, width: 0.0 });
    }
}
