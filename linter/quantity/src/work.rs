//! How much work a comparison may do, counted while it is done: the same for the same text, on every machine.

use std::cell::Cell;

use dashu_int::{IBig, UBig, Word};

use crate::{Rational, evaluate::Unknown};

/// Most work of one comparison, all readings included. A unit is about a nanosecond of a release build, so that a text
/// that is made to be slow costs a millisecond or two; what documents hold costs a tenth of that at most.
const MOST: u64 = 2_000_000;
/// One operation on small fractions, memory included.
const OPERATION: u64 = 150;
/// Each pair of words that an operation on large fractions goes over: a product, or a step of a greatest common divisor.
const PAIR: u64 = 6;

/// The work that is left.
#[derive(Debug)]
pub(crate) struct Work {
    left: Cell<u64>,
}

impl Work {
    pub(crate) fn new() -> Self {
        Self { left: Cell::new(MOST) }
    }

    /// Counts work that is about to be done.
    ///
    /// # Errors
    /// [`Unknown::Limit`] where it is more than is left, from then on for any work.
    pub(crate) fn spend(&self, units: u64) -> Result<(), Unknown> {
        let left = self.left.get().saturating_sub(units);
        self.left.set(left);
        if left == 0 { Err(Unknown::Limit) } else { Ok(()) }
    }

    /// Counts `times` operations on two fractions.
    pub(crate) fn operate(&self, times: u64, a: &Rational, b: &Rational) -> Result<(), Unknown> {
        self.spend(times.saturating_mul(OPERATION + PAIR.saturating_mul(words(a).saturating_mul(words(b)))))
    }

    /// Counts products or roots whose operands are `words` long: less than the square of them.
    pub(crate) fn multiply(&self, times: u64, words: u64) -> Result<(), Unknown> {
        let each = PAIR.saturating_mul(words.saturating_mul(words.isqrt()));
        self.spend(times.saturating_mul(OPERATION.saturating_add(each)))
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// What has been done.
    pub(crate) fn done(&self) -> u64 {
        MOST - self.left.get()
    }
}

/// Words of both parts of a fraction beyond the two that need no memory.
fn words(x: &Rational) -> u64 {
    let beyond = |words: &[Word]| u64::try_from(words.len().saturating_sub(2)).unwrap_or(u64::MAX);
    beyond(x.numerator().as_sign_words().1) + beyond(x.denominator().as_words())
}

/// Number of bits of a magnitude.
pub(crate) fn bit_length(n: &UBig) -> usize {
    bits(n.as_words())
}

/// Number of bits of an integer without its sign.
pub(crate) fn bits_of(n: &IBig) -> usize {
    bits(n.as_sign_words().1)
}

fn bits(words: &[Word]) -> usize {
    let Some(last) = words.last() else { return 0 };
    let spare = usize::try_from(last.leading_zeros()).unwrap_or(0);
    words.len() * usize::try_from(Word::BITS).unwrap_or(64) - spare
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Relation, Sides, compare, parse, tokens};

    /// Whether all readings can be tried.
    fn is_affordable(computed: &str, stated: &str) -> bool {
        outcome(computed, stated, false) != Outcome::Unknown(Unknown::Limit.to_string())
    }

    fn outcome(computed: &str, stated: &str, about: bool) -> Outcome {
        let side = |text: &str| parse(text, &tokens(text), 0).unwrap().expression;
        let (computed, stated) = (side(computed), side(stated));
        let sides = Sides { computed: &computed, stated: &stated, relation: Relation::Equal, about };
        compare(sides, &|_| None).outcome
    }

    #[test]
    fn a_logarithm_of_a_rounded_number_is_judged_by_all_readings() {
        assert_eq!(outcome("log2(2.82 trillion)", "91.4 bits", true), Outcome::Wrong(crate::Wrong::Value));
        assert!(matches!(outcome("log2(2.82 trillion)", "41.4 bits", true), Outcome::Holds(_)));
    }

    #[test]
    fn what_documents_hold_gets_all_readings() {
        let sum = vec!["1,234.56 KB"; 80].join(" + ");
        let product = ["12,345.6 KB"; 10].join(" x ");
        for side in [sum.as_str(), &product, "2^64 B / (3.5 months x 2)", "1.05^(12 - 2) x 5 B", "sqrt(2) x 3 MB"] {
            assert!(is_affordable(side, "34.5 MB"), "{side}");
        }
    }

    #[test]
    fn what_is_too_much_ends() {
        let sum = (3..33).map(|n| format!("1/{n}^4000")).collect::<Vec<_>>().join(" + ");
        for side in [sum.as_str(), "((1/3^4000)^15)^(1/63)", &["C(1000, 500)"; 40].join(" + ")] {
            assert!(!is_affordable(side, "5 KB"), "{side}");
        }
    }
}
