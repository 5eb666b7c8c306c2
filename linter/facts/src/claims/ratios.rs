//! What lies between two numbers: difference, ratio, percentage; with the room that rounding leaves.

use designlint_quantity::{Dimension, Quantity, Rational};

use super::{How, amount::Amount, sums::magnitude};

/// How a number follows from two others, `x` and `y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// `x + y`.
    Sum,
    /// `x - y`.
    Difference,
    /// `x * y`.
    Product,
    /// `x / y`.
    Ratio,
    /// `(y - x) / x`.
    Change,
    /// `(y - x) / y`.
    ChangeOfNew,
}

impl Operation {
    /// The calculation as text, from the two numbers as written.
    pub fn text(self, x: &Amount, y: &Amount) -> String {
        let (x, y) = (signed(x), signed(y));
        match self {
            Self::Sum => format!("{x} + {y}"),
            Self::Difference => format!("{x} − {y}"),
            Self::Product => format!("{x} × {y}"),
            Self::Ratio => format!("{x} / {y}"),
            Self::Change | Self::ChangeOfNew => format!("{x} → {y}"),
        }
    }

    /// How it is read, for people.
    pub fn reading(self) -> &'static str {
        match self {
            Self::Change => "percent of the old value",
            Self::ChangeOfNew => "percent of the new value",
            _ => "as written",
        }
    }

    fn apply(self, x: &Rational, y: &Rational) -> Option<Rational> {
        let over = |a: Rational, b: &Rational| (!b.is_zero()).then(|| a / b);
        match self {
            Self::Sum => Some(x + y),
            Self::Difference => Some(x - y),
            Self::Product => Some(x * y),
            Self::Ratio => over(x.clone(), y),
            Self::Change => over(y - x, x),
            Self::ChangeOfNew => over(y - x, y),
        }
    }

    /// The dimension of the result; `None` where the two do not go together.
    fn dimension(self, x: Dimension, y: Dimension) -> Option<Dimension> {
        match self {
            Self::Sum | Self::Difference => (x == y).then_some(x),
            Self::Product => Some(x.plus(y, 1)),
            Self::Ratio => Some(x.plus(y, -1)),
            Self::Change | Self::ChangeOfNew => (x == y).then_some(Dimension::NONE),
        }
    }
}

fn signed(amount: &Amount) -> String {
    if amount.negative { format!("−{}", amount.text) } else { amount.text.clone() }
}

/// A computed value with the interval that rounding of the operands leaves.
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    /// The operation.
    pub operation: Operation,
    /// The value at face value, in base units.
    pub face: Rational,
    low: Rational,
    high: Rational,
}

/// Computes an operation on two numbers; `None` where units do not allow it, or where it divides by zero. A number may
/// have been rounded, or cut off, at its last place.
pub(crate) fn compute(operation: Operation, x: &Amount, y: &Amount, stated: &Amount) -> Option<Computed> {
    compute_from(operation, [x, y, stated], [&x.quantity(), &y.quantity(), &stated.quantity()])
}

/// The same where the quantities of the numbers are known already.
pub(crate) fn compute_from(
    operation: Operation,
    [x, y, stated]: [&Amount; 3],
    [p, q, c]: [&Quantity; 3],
) -> Option<Computed> {
    let dimension = operation.dimension(p.dimension, q.dimension)?;
    let points = operation == Operation::Difference && x.is_percent() != stated.is_percent();
    if dimension != c.dimension || points {
        return None;
    }
    let ends = |amount: &Amount, value: &Rational, ulp: &Rational| -> [Rational; 2] {
        if amount.is_integer() && amount.is_bare() && !amount.about {
            return [value.clone(), value.clone()];
        }
        let half = ulp / Rational::from(2u8);
        if amount.negative { [value - ulp, value + half] } else { [value - half, value + ulp] }
    };
    let (xs, ys) = (ends(x, &p.value, &p.ulp), ends(y, &q.value, &q.ulp));
    let face = operation.apply(&p.value, &q.value)?;
    let (mut low, mut high) = (face.clone(), face.clone());
    for (a, b) in xs.iter().flat_map(|a| ys.iter().map(move |b| (a, b))) {
        let corner = operation.apply(a, b)?;
        low = low.min(corner.clone());
        high = high.max(corner);
    }
    Some(Computed { operation, face, low, high })
}

impl Computed {
    /// How a stated number agrees; `None` where not even rounded operands explain it. A change is compared by its size:
    /// whether it is called a gain or a loss is a matter of words. `percent` says that bare numbers are percentages.
    pub fn agrees(&self, stated: &Amount, percent: bool) -> Option<How> {
        self.agrees_with(stated, &stated.quantity(), percent)
    }

    /// The same where the quantity of the number is known already.
    pub fn agrees_with(&self, stated: &Amount, quantity: &Quantity, percent: bool) -> Option<How> {
        let hundred = if percent && stated.is_bare() { Rational::from(100u8) } else { Rational::ONE };
        let (value, ulp) = (magnitude(&(&quantity.value / &hundred)), &quantity.ulp / &hundred);
        let (low, high) = self.sizes();
        let face = magnitude(&self.face);
        let gap = magnitude(&(&face - &value));
        if gap.is_zero() {
            return Some(How::Exact);
        }
        let may_round = !matches!(self.operation, Operation::Sum | Operation::Difference | Operation::Product)
            || stated.rounds()
            || low != high;
        if may_round && gap <= &ulp / Rational::from(2u8) {
            return Some(How::Rounded);
        }
        if may_round && gap < ulp {
            return Some(How::Truncated);
        }
        let meets = low < &value + &ulp && high >= &value - &ulp / Rational::from(2u8);
        if low != high && meets {
            return Some(How::Consistent);
        }
        let near = stated.about && stated.number().digits <= 2 && gap * Rational::from(10u8) <= value;
        near.then_some(How::Approximate)
    }

    fn sizes(&self) -> (Rational, Rational) {
        let (low, high) = (magnitude(&self.low), magnitude(&self.high));
        if self.low < Rational::ZERO && self.high > Rational::ZERO {
            (Rational::ZERO, low.max(high))
        } else if low < high {
            (low, high)
        } else {
            (high, low)
        }
    }

    /// The value in the unit of a stated number, with its sign.
    pub fn in_unit_of(&self, stated: &Amount, percent: bool) -> Rational {
        let hundred = if percent && stated.is_bare() { Rational::from(100u8) } else { Rational::ONE };
        let factor = stated.quantity().factor;
        let size = magnitude(&self.face) * hundred / if factor.is_zero() { Rational::ONE } else { factor };
        let signed = matches!(self.operation, Operation::Sum | Operation::Product | Operation::Ratio);
        let negative = if signed { self.face < Rational::ZERO } else { stated.negative };
        if negative { -size } else { size }
    }
}
