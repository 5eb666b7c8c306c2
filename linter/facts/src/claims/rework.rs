//! A claim calculated once more with other numbers in it.

use designlint_quantity::{
    Comparison, Convention, Expression, Holds, Outcome, Quantity, Rational, Relation, Sides, TokenKind, compare_under,
    parse, tokens,
};

use super::{Claim, ClaimKind, How, judge::Names, shown::Shown};

/// What becomes of a claim with other numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reworked {
    /// The stated value holds.
    Holds,
    /// It does not: what it would be, written like it, and as a number in its unit; `None` for a comparison.
    Differs(Option<String>, Option<Rational>),
}

/// A claim read again from its text.
pub(crate) struct Rework<'c> {
    claim: &'c Claim,
    computed: Expression,
    stated: Expression,
    relation: Relation,
    about: bool,
}

impl<'c> Rework<'c> {
    /// `None` where the text alone does not say what was calculated.
    pub fn of(claim: &'c Claim) -> Option<Self> {
        let stated = read(&claim.stated)?;
        let computed = if claim.kind == ClaimKind::Total { stated.clone() } else { read(&claim.computed_text)? };
        let signs = tokens(&claim.relation);
        let written = signs.iter().find_map(|t| match t.kind {
            TokenKind::Relation(relation) => Some(relation),
            _ => None,
        });
        let relation = match written.unwrap_or(Relation::Equal) {
            relation if claim.computed_span.start < claim.stated_span.start => relation,
            Relation::Less => Relation::Greater,
            Relation::AtMost => Relation::AtLeast,
            Relation::Greater => Relation::Less,
            Relation::AtLeast => Relation::AtMost,
            same => same,
        };
        let about = claim.how == Some(How::Approximate) || relation == Relation::About;
        let out = Self { claim, computed, stated, relation, about };
        (claim.kind == ClaimKind::Total || out.shows_the_operands()).then_some(out)
    }

    /// The stated value of a claim against the calculated side of another: the first and the last side of a chain.
    pub fn across(first: &'c Claim, last: &'c Claim) -> Option<Self> {
        let computed = read(&first.computed_text)?;
        Some(Self { computed, ..Self::of(last)? })
    }

    /// What is calculated.
    pub fn computed(&self) -> &Expression {
        &self.computed
    }

    /// Whether the stated value holds.
    pub fn holds(&self, names: &Names<'_>) -> bool {
        matches!(self.compared(&[], names, Convention::default()).outcome, Outcome::Holds(_))
    }

    /// The names on the calculated side.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.computed.symbols().into_iter().map(|(name, _)| name)
    }

    /// What becomes of it where some operands, by index, have other values in base units.
    pub fn with(&self, replaced: &[(usize, Rational)], names: &Names<'_>) -> Option<Reworked> {
        match self.claim.kind {
            ClaimKind::Total => self.sum(replaced),
            _ => self.judged(&self.compared(replaced, names, Convention::default())),
        }
    }

    /// What becomes of it where readings are agreed on.
    pub fn under(&self, convention: Convention, names: &Names<'_>) -> Option<Reworked> {
        match self.claim.kind {
            ClaimKind::Total => None,
            _ => self.judged(&self.compared(&[], names, convention)),
        }
    }

    /// Whether the stated value is what is computed, to the digit, where readings are agreed on.
    pub fn is_exact_under(&self, convention: Convention, names: &Names<'_>) -> bool {
        let compared = || self.compared(&[], names, convention).outcome;
        self.claim.kind != ClaimKind::Total && compared() == Outcome::Holds(Holds::Exact)
    }

    /// Whether the numbers of the text are the operands of the claim.
    fn shows_the_operands(&self) -> bool {
        let literals = self.computed.literals();
        let same = |(l, o): (&&designlint_quantity::Literal, &super::Operand)| {
            &l.number.value * &o.value.factor == o.value.value
        };
        literals.len() == self.claim.operands.len() && literals.iter().zip(&self.claim.operands).all(same)
    }

    fn compared(&self, replaced: &[(usize, Rational)], names: &Names<'_>, convention: Convention) -> Comparison {
        let mut computed = self.computed.clone();
        let mut nth = 0;
        computed.each_literal_mut(&mut |l| {
            if let Some((_, value)) = replaced.iter().find(|(at, _)| *at == nth) {
                let factor = self.claim.operands.get(nth).map_or(Rational::ONE, |o| o.value.factor.clone());
                if !factor.is_zero() {
                    l.number.value = value / factor;
                    l.number.rounded |= !(&l.number.value / &l.number.ulp).is_int();
                }
            }
            nth += 1;
        });
        let sides = Sides { computed: &computed, stated: &self.stated, relation: self.relation, about: self.about };
        compare_under(sides, names, convention)
    }

    fn judged(&self, comparison: &Comparison) -> Option<Reworked> {
        match comparison.outcome {
            Outcome::Holds(_) => Some(Reworked::Holds),
            Outcome::Unknown(_) => None,
            Outcome::Wrong(_) if self.claim.kind == ClaimKind::Comparison => Some(Reworked::Differs(None, None)),
            Outcome::Wrong(_) => {
                let number = comparison.computed.clone()?;
                Some(Reworked::Differs(Some(self.shown()?.nearest(&number)), Some(number)))
            }
        }
    }

    /// A total changes by what its addends change by.
    fn sum(&self, replaced: &[(usize, Rational)]) -> Option<Reworked> {
        let (value, recomputed) = (self.claim.value.as_ref()?, self.claim.recomputed.as_ref()?);
        let operands = &self.claim.operands;
        let sum = operands.iter().fold(Rational::ZERO, |sum, o| sum + &o.value.value);
        // "$810M/month" as the sum of prices that show no month.
        let alike = |q: &Quantity| q.dimension == value.dimension;
        let factor = match operands.first() {
            Some(_) if operands.iter().all(|o| alike(&o.value)) => &value.factor,
            Some(first) if operands.iter().all(|o| o.value.factor == first.value.factor) => &first.value.factor,
            _ => return None,
        };
        if sum != recomputed.value || value.factor.is_zero() || factor.is_zero() {
            return None;
        }
        let old = |at: usize| operands.get(at).map(|o| &o.value.value);
        let by = replaced.iter().filter_map(|(at, new)| Some(new - old(*at)?)).fold(Rational::ZERO, |all, x| all + x);
        let (new, stated) = ((&recomputed.value + &by) / factor, &value.value / &value.factor);
        let gap = if new > stated { &new - &stated } else { &stated - &new };
        if gap < &value.ulp / &value.factor {
            return Some(Reworked::Holds);
        }
        Some(Reworked::Differs(Some(self.shown()?.nearest(&new)), Some(new)))
    }

    fn shown(&self) -> Option<Shown> {
        Shown::of(&self.claim.stated, self.stated.as_literal()?, &self.claim.computed_text)
    }
}

/// A number written as the claim writes its stated one, with as many digits as it needs.
pub(crate) fn written(claim: &Claim, value: &Rational) -> Option<String> {
    Some(Shown::of(&claim.stated, read(&claim.stated)?.as_literal()?, &claim.computed_text)?.write(value))
}

/// A text that is one expression.
pub(crate) fn read(text: &str) -> Option<Expression> {
    let tokens = tokens(text);
    parse(text, &tokens, 0).filter(|p| p.next == tokens.len() && !p.cut_off).map(|p| p.expression)
}
