//! Parts in series and in parallel, and the calculations that join them.

use designlint_quantity::{Expression, Operator, Rational, parse, significant, tokens};

/// How parts make a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// All must work.
    Series,
    /// One is enough.
    Parallel,
}

impl Arrangement {
    /// The availability of the whole.
    pub fn whole(self, parts: &[Rational]) -> Rational {
        let one = Rational::ONE;
        match self {
            Self::Series => parts.iter().fold(one, |p, a| p * a),
            Self::Parallel => &one - parts.iter().fold(Rational::ONE, |p, a| p * (Rational::ONE - a)),
        }
    }

    /// `1 - (1 - 0.9995)^2`, `0.999 x 0.9995`.
    pub fn worked(self, parts: &[Rational]) -> String {
        let same = parts.windows(2).all(|w| w[0] == w[1]);
        let shown = |a: &Rational| match self {
            Self::Series => significant(a, 4),
            Self::Parallel => format!("(1 - {})", significant(a, 4)),
        };
        let product = match parts.first().filter(|_| same && parts.len() > 1) {
            Some(part) => format!("{}^{}", shown(part), parts.len()),
            None => parts.iter().map(shown).collect::<Vec<_>>().join(" x "),
        };
        match self {
            Self::Series => product,
            Self::Parallel => format!("1 - {product}"),
        }
    }

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Series => "the availability of parts in series",
            Self::Parallel => "the availability of parts in parallel",
        }
    }

    /// Id of its formula.
    pub fn id(self) -> &'static str {
        match self {
            Self::Series => "availability-series",
            Self::Parallel => "availability-parallel",
        }
    }
}

/// What a calculation joins.
pub(super) enum Shape {
    /// `a * b`, `a^n`.
    AllUp(Vec<Rational>),
    /// `1 - a^n`.
    NotAllUp(Vec<Rational>),
    /// `(1 - a) * (1 - b)`.
    AllDown(Vec<Rational>),
    /// `1 - (1 - a)^n`.
    NotAllDown(Vec<Rational>),
}

/// A share with as many digits as tell it from 100%.
pub(super) fn percent(share: &Rational) -> String {
    let hundred = Rational::from(100u8);
    let down = (Rational::ONE - share) * &hundred;
    let mut digits = 4;
    let mut step = Rational::ONE;
    while step > down && digits < 16 && down > Rational::ZERO {
        step /= Rational::from(10u8);
        digits += 1;
    }
    format!("{}%", significant(&(share * hundred), digits))
}

/// The shape of a calculation.
pub(super) fn shape(text: &str) -> Option<Shape> {
    let found = tokens(text);
    let parsed = parse(text, &found, 0).filter(|p| p.next == found.len())?;
    let up = |factors: &[&Expression]| factors.iter().map(|f| availability(f)).collect::<Option<Vec<_>>>();
    let down = |factors: &[&Expression]| factors.iter().map(|f| part_down(f)).collect::<Option<Vec<_>>>();
    let outer = one_minus(&parsed.expression);
    let factors = factors(outer.unwrap_or(&parsed.expression));
    if factors.len() < 2 {
        return None;
    }
    match (outer.is_some(), up(&factors), down(&factors)) {
        (false, Some(parts), _) => Some(Shape::AllUp(parts)),
        (true, Some(parts), _) => Some(Shape::NotAllUp(parts)),
        (false, _, Some(parts)) => Some(Shape::AllDown(parts)),
        (true, _, Some(parts)) => Some(Shape::NotAllDown(parts)),
        _ => None,
    }
}

/// `x` of `1 - x`.
fn one_minus(e: &Expression) -> Option<&Expression> {
    match e {
        Expression::Binary(Operator::Subtract, one, x) if value(one)? == Rational::ONE => Some(x),
        _ => None,
    }
}

/// The factors of a product, those of a power one by one.
fn factors(e: &Expression) -> Vec<&Expression> {
    match e {
        Expression::Binary(Operator::Multiply, a, b) => [factors(a), factors(b)].concat(),
        Expression::Power(base, times) => {
            let n = (2u8..=9).find(|n| value(times) == Some(Rational::from(*n)));
            n.map_or_else(|| vec![e], |n| vec![&**base; usize::from(n)])
        }
        e => vec![e],
    }
}

fn value(e: &Expression) -> Option<Rational> {
    let (value, dimension) = crate::claims::value_of(e, &|_| None)?;
    dimension.is_none().then_some(value)
}

/// A share that can be an availability.
fn availability(e: &Expression) -> Option<Rational> {
    e.as_literal()?;
    value(e).filter(|v| *v >= Rational::from(9u8) / Rational::from(10u8) && *v < Rational::ONE)
}

/// The availability of a part by the share of time it is down: `(1 - a)`, or a small share.
fn part_down(e: &Expression) -> Option<Rational> {
    one_minus(e).and_then(availability).or_else(|| {
        e.as_literal()?;
        let small = value(e).filter(|v| *v > Rational::ZERO && *v <= Rational::ONE / Rational::from(10u8))?;
        Some(Rational::ONE - small)
    })
}
