//! Where a side that does not hold may be no side at all.

use designlint_quantity::{Expression, Literal, Parsed, Quantity, Rational, Share, TokenKind};

use super::{Claim, ClaimKind, Fault, equations::Equation, filters::has_operator, passage::Passage};

fn has_noun(e: &Expression) -> bool {
    e.literals().iter().any(|l| !l.suffix.noun.is_empty())
}

/// A bracket that does not hold is wrong only where both sides have one dimension; else it is a note.
fn bracket_may_be_wrong(left: &Parsed, equation: &Equation, claim: &Claim) -> bool {
    let (Some(value), Some(recomputed)) = (&claim.value, &claim.recomputed) else { return false };
    let same = value.dimension == recomputed.dimension;
    let share = equation.right.expression.share().is_some();
    if claim.fault == Some(Fault::Restated) {
        return is_slightly_off(value, recomputed);
    }
    if share && left.expression.computes() {
        return true;
    }
    same && !value.dimension.is_none() && (claim.kind != ClaimKind::Conversion || is_near(value, recomputed))
}

/// `0.075 (7.25%)`: a fraction between 0 and 1 beside a percentage.
pub(crate) fn is_fraction_and_percent(left: &Expression, right: &Expression) -> bool {
    let (Some(a), Some(b)) = (left.as_literal(), right.as_literal()) else { return false };
    let fraction = |l: &Literal| {
        let value = &l.number.value;
        l.suffix.is_bare() && l.number.rounded && *value > Rational::ZERO && *value < Rational::ONE
    };
    let percent = |l: &Literal| l.suffix.share == Some(Share::Percent);
    (fraction(a) && percent(b)) || (percent(a) && fraction(b))
}

/// Two values that could be one: a fifth apart at most, or the same digits with the point elsewhere.
fn is_slightly_off(a: &Quantity, b: &Quantity) -> bool {
    if a.value.is_zero() || b.value.is_zero() {
        return false;
    }
    let (small, large) = if a.value < b.value { (&a.value, &b.value) } else { (&b.value, &a.value) };
    // One may be rounded and the other cut off.
    if large - small <= a.ulp {
        return false;
    }
    let ratio = large / small;
    ratio <= Rational::from(6u8) / Rational::from(5u8)
        || [10u32, 100, 1000].into_iter().any(|n| ratio == Rational::from(n))
}

/// Two values that could be one: within a factor of two, or off by a step of prefixes or by bits for bytes.
fn is_near(a: &Quantity, b: &Quantity) -> bool {
    if a.value.is_zero() || b.value.is_zero() {
        return false;
    }
    let ratio = if a.value > b.value { &a.value / &b.value } else { &b.value / &a.value };
    let near = |n: u32| {
        let n = Rational::from(n);
        ratio >= &n * Rational::from(19u8) / Rational::from(20u8)
            && ratio <= n * Rational::from(21u8) / Rational::from(20u8)
    };
    ratio < Rational::from(2u8) || [8, 10, 60, 100, 1000, 1024].into_iter().any(near)
}

/// A lone number behind a word may belong to the word: what does not hold there is no claim. One quantity in two units
/// of a dimension is.
pub(crate) fn may_be_wrong(passage: &Passage, left: &Parsed, equation: &Equation, claim: &Claim) -> bool {
    let at = passage.tokens.partition_point(|t| t.range.start < left.range.start);
    let behind_word = at.checked_sub(1).is_some_and(|i| passage.tokens[i].kind == TokenKind::Word);
    let spoken = claim.relation.chars().all(char::is_alphabetic);
    if equation.bracket {
        return bracket_may_be_wrong(left, equation, claim);
    }
    match claim.kind {
        ClaimKind::Conversion => !spoken,
        _ if spoken && equation.right.expression.computes() => false,
        _ => has_operator(&left.expression) || !(behind_word || has_noun(&left.expression)),
    }
}
