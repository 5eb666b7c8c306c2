//! Expressions with byte ranges.

use std::ops::Range;

use crate::{number::Number, units::Dimension};

/// An operator of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `×`, also "of" after a percentage or a fraction.
    Multiply,
    /// `/`, also "per".
    Divide,
}

/// A function of one or more arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Sum of the arguments.
    Sum,
    /// Least argument.
    Min,
    /// Greatest argument.
    Max,
    /// Mean of the arguments.
    Mean,
    /// Next integer up.
    Ceil,
    /// Next integer down.
    Floor,
    /// Nearest integer.
    Round,
    /// Square root.
    Sqrt,
    /// Logarithm to a base.
    Log(u32),
    /// Natural logarithm.
    Ln,
    /// Without its sign.
    Abs,
    /// `n!`.
    Factorial,
    /// Binomial coefficient `C(n, k)`.
    Choose,
}

/// How a percentage is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// `%`.
    Percent,
    /// `‰`.
    PerMille,
    /// Percentage points.
    Points,
    /// Parts per million.
    PerMillion,
    /// Parts per billion.
    PerBillion,
}

/// A unit word with its exponent: `/s` is `s` to the -1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitTerm {
    /// The word as written.
    pub word: String,
    /// Its exponent.
    pub exponent: i32,
    /// Whether a noun follows, which makes `B` a billion.
    pub noun_follows: bool,
}

/// What follows a number: scale words, units, a percent sign, nouns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suffix {
    /// Scale words and suffixes, with 1 or (after a slash or "per") -1.
    pub scales: Vec<(String, i32)>,
    /// Units.
    pub units: Vec<UnitTerm>,
    /// Percent and the like.
    pub share: Option<Share>,
    /// Currency sign before the number.
    pub currency: Option<Dimension>,
    /// Counting nouns, as written.
    pub noun: String,
    /// Where the number with its scale, unit and percent sign ends: without the nouns.
    pub end: usize,
}

impl Suffix {
    /// Whether nothing but nouns follows the number.
    pub fn is_bare(&self) -> bool {
        self.units.is_empty() && self.share.is_none() && self.currency.is_none()
    }
}

/// A number with what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The number without scale.
    pub number: Number,
    /// Scale, unit and noun.
    pub suffix: Suffix,
    /// From the currency sign to the end of the unit.
    pub range: Range<usize>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number with its unit.
    Literal(Literal),
    /// A name.
    Symbol(String, Range<usize>),
    /// `-a`.
    Negate(Box<Expression>),
    /// `a op b`.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `a ^ b`.
    Power(Box<Expression>, Box<Expression>),
    /// `f(a, b)`.
    Call(Function, Vec<Expression>),
    /// A unit on a group: `(a / b) GB`.
    Scaled(Box<Expression>, Suffix),
    /// `10-20 GB`: from, to.
    Range(Box<Expression>, Box<Expression>),
}

impl Expression {
    /// Calls `f` on every part, outermost first.
    pub fn walk<'e>(&'e self, f: &mut impl FnMut(&'e Expression)) {
        f(self);
        match self {
            Self::Literal(_) | Self::Symbol(..) => {}
            Self::Negate(a) | Self::Scaled(a, _) => a.walk(f),
            Self::Binary(_, a, b) | Self::Power(a, b) | Self::Range(a, b) => {
                a.walk(f);
                b.walk(f);
            }
            Self::Call(_, args) => args.iter().for_each(|a| a.walk(f)),
        }
    }

    /// Calls `f` on every literal.
    pub fn each_literal_mut(&mut self, f: &mut impl FnMut(&mut Literal)) {
        match self {
            Self::Literal(l) => f(l),
            Self::Symbol(..) => {}
            Self::Negate(a) | Self::Scaled(a, _) => a.each_literal_mut(f),
            Self::Binary(_, a, b) | Self::Power(a, b) | Self::Range(a, b) => {
                a.each_literal_mut(f);
                b.each_literal_mut(f);
            }
            Self::Call(_, args) => args.iter_mut().for_each(|a| a.each_literal_mut(f)),
        }
    }

    /// `1 / 200 s` with the unit on the quotient: `(1 / 200) s`. `None` where no unit ends a division.
    pub fn regrouped(&self) -> Option<Self> {
        let Self::Binary(Operator::Divide, a, b) = self else { return None };
        let Self::Literal(l) = &**b else { return None };
        let dressed = a.any(|e| match e {
            Self::Literal(l) => !l.suffix.is_bare(),
            Self::Scaled(_, s) => !s.is_bare(),
            _ => false,
        });
        if dressed || l.suffix.is_bare() || l.suffix.currency.is_some() {
            return None;
        }
        let bare = Literal { suffix: Suffix { end: l.suffix.end, ..Suffix::default() }, ..l.clone() };
        let quotient = Self::Binary(Operator::Divide, a.clone(), Box::new(Self::Literal(bare)));
        Some(Self::Scaled(Box::new(quotient), l.suffix.clone()))
    }

    /// `a ± b` as the range from `a - b` to `a + b`; a unit behind the margin counts for both.
    pub(crate) fn with_margin(mut self, margin: Self) -> Self {
        if let (Self::Literal(l), Self::Literal(m)) = (&mut self, &margin)
            && l.suffix.is_bare()
            && l.suffix.scales.is_empty()
            && m.suffix.share.is_none()
        {
            l.suffix = Suffix { end: l.suffix.end, ..m.suffix.clone() };
        }
        let end = |operator| Box::new(Self::Binary(operator, Box::new(self.clone()), Box::new(margin.clone())));
        Self::Range(end(Operator::Subtract), end(Operator::Add))
    }

    /// `5-10 x 20`, read as a product of a range, where the first minus joins two bare numbers, the smaller one first.
    pub fn of_range(&self) -> Option<Self> {
        let Self::Binary(Operator::Subtract, a, rest) = self else { return None };
        let low = a.as_literal().filter(|l| l.suffix.is_bare() && l.suffix.noun.is_empty())?;
        let high =
            rest.leftmost().filter(|l| l.number.value > low.number.value && l.range.start == low.range.end + 1)?;
        let low = Self::Literal(Literal { suffix: high.suffix.clone(), ..low.clone() });
        let range = Self::Range(Box::new(low), Box::new(Self::Literal(high.clone())));
        rest.computes().then(|| rest.with_leftmost(range))
    }

    /// The first number of a product.
    fn leftmost(&self) -> Option<&Literal> {
        match self {
            Self::Literal(l) => Some(l),
            Self::Binary(Operator::Multiply | Operator::Divide, a, _) => a.leftmost(),
            _ => None,
        }
    }

    fn with_leftmost(&self, first: Self) -> Self {
        match self {
            Self::Binary(operator, a, b) => Self::Binary(*operator, Box::new(a.with_leftmost(first)), b.clone()),
            _ => first,
        }
    }

    /// Whether any part answers yes.
    pub fn any(&self, test: impl Fn(&Expression) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= test(e));
        found
    }

    /// The numbers in it, from left to right.
    pub fn literals(&self) -> Vec<&Literal> {
        let mut out = Vec::new();
        self.walk(&mut |e| {
            if let Self::Literal(l) = e {
                out.push(l);
            }
        });
        out
    }

    /// The names in it, from left to right.
    pub fn symbols(&self) -> Vec<(&str, Range<usize>)> {
        let mut out = Vec::new();
        self.walk(&mut |e| {
            if let Self::Symbol(name, range) = e {
                out.push((name.as_str(), range.clone()));
            }
        });
        out
    }

    /// The literal, where it is one number and nothing else; a sign is looked through.
    pub fn as_literal(&self) -> Option<&Literal> {
        match self {
            Self::Literal(l) => Some(l),
            Self::Negate(a) => a.as_literal(),
            _ => None,
        }
    }

    /// Whether anything is computed: an operator, a power, a function.
    pub fn computes(&self) -> bool {
        self.any(|e| matches!(e, Self::Binary(..) | Self::Power(..) | Self::Call(..)))
    }

    /// The percent sign or the like that the whole carries.
    pub fn share(&self) -> Option<Share> {
        match self {
            Self::Literal(l) => l.suffix.share,
            Self::Scaled(_, s) => s.share,
            Self::Negate(a) => a.share(),
            _ => None,
        }
    }
}
