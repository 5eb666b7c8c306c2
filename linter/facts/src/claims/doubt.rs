//! Where a side that does not hold may be no side at all.

use designlint_quantity::{Expression, Literal, Parsed, Quantity, Rational, Share, TokenKind};

use super::{
    Claim, ClaimKind, Fault, arrows::is_behind_arrow, bracket_forms::Form, cues::line_around, equations::Equation,
    filters::has_operator, passage::Passage,
};

/// Words that lead to an equation and name nothing: "where 625 = 5^4".
const LEADS: [&str; 14] =
    ["where", "so", "since", "because", "as", "that", "then", "thus", "and", "but", "or", "hence", "with", "if"];

fn has_noun(e: &Expression) -> bool {
    e.literals().iter().any(|l| !l.suffix.noun.is_empty())
}

/// Whether a bracket that does not hold is wrong.
fn bracket_may_be_wrong(left: &Parsed, equation: &Equation, form: Form, claim: &Claim) -> bool {
    if claim.value.is_none() || claim.recomputed.is_none() {
        return false;
    }
    if claim.fault == Some(Fault::Restated) {
        return true;
    }
    let share = equation.right.expression.share().is_some() && left.expression.computes();
    match form {
        Form::Equation => claim.fault != Some(Fault::Unit),
        Form::Measure => share || is_measured(claim),
        Form::Note => false,
    }
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
pub(crate) fn is_slightly_off(a: &Quantity, b: &Rational) -> bool {
    if a.value.is_zero() || b.is_zero() {
        return false;
    }
    let (small, large) = if a.value < *b { (&a.value, b) } else { (b, &a.value) };
    // One may be rounded and the other cut off.
    if large - small <= a.ulp {
        return false;
    }
    let ratio = large / small;
    ratio <= Rational::from(6u8) / Rational::from(5u8)
        || [10u32, 100, 1000].into_iter().any(|n| ratio == Rational::from(n))
}

/// Whether both values have one dimension that is not a plain number.
fn is_measured(claim: &Claim) -> bool {
    let dimension = |q: &Option<Quantity>| q.as_ref().map(|q| q.dimension).filter(|d| !d.is_none());
    dimension(&claim.value).is_some() && dimension(&claim.value) == dimension(&claim.recomputed)
}

/// `` `4,500` is `45,000/10` ``: both sides stand whole in code.
fn are_quoted(passage: &Passage, left: &Parsed, right: &Parsed) -> bool {
    let span = |side: &Parsed| {
        let at = passage.tokens.partition_point(|t| t.range.start < side.range.start);
        passage.enclosing(at)
    };
    let (a, b) = (span(left), span(right));
    a.end <= b.start && a.len() == 1 && b.end < passage.tokens.len()
}

/// Whether an exponent has decimals: the power is as rounded as they are.
fn has_rounded_exponent(e: &Expression) -> bool {
    e.any(|e| matches!(e, Expression::Power(_, n) if n.literals().iter().any(|l| l.number.rounded)))
}

/// A lone number behind a word may belong to the word: what does not hold there is no claim. One quantity in two units
/// of a dimension is.
pub(crate) fn may_be_wrong(passage: &Passage, left: &Parsed, equation: &Equation, claim: &Claim) -> bool {
    let at = passage.tokens.partition_point(|t| t.range.start < left.range.start);
    let before = at.checked_sub(1).map(|i| &passage.tokens[i]).filter(|t| t.kind == TokenKind::Word);
    let before = before.map(|t| t.text(&passage.text));
    let behind_word = before.is_some();
    let spoken = claim.relation.chars().all(|c| c.is_alphabetic() || c == ' ');
    if let Some(form) = equation.bracket {
        return bracket_may_be_wrong(left, equation, form, claim);
    }
    if is_behind_arrow(passage, left) {
        return false;
    }
    if equation.about && [left, &equation.right].iter().any(|side| has_rounded_exponent(&side.expression)) {
        return false;
    }
    match claim.kind {
        ClaimKind::Conversion => !spoken || (!behind_word && is_measured(claim)),
        ClaimKind::Comparison if spoken => has_operator(&left.expression),
        _ if spoken && equation.right.expression.computes() => are_quoted(passage, left, &equation.right),
        _ => {
            let power = !spoken && matches!(left.expression, Expression::Power(..)) && !has_noun(&left.expression);
            let operand = before.is_some_and(|w| !LEADS.contains(&w.to_lowercase().as_str()));
            let named = has_noun(&left.expression) && !is_measured(claim);
            has_operator(&left.expression) || power || equation.chained || !(operand || named)
        }
    }
}

/// Whether a number has digits that nobody wrote, as where a formula was copied with its alternative text and without its
/// raised digits: `264264` for 2^64, `365×109365×109` for a product, or `264365×109365×109264` for a fraction.
pub(crate) fn is_doubled(passage: &Passage, literal: &Literal) -> bool {
    let Some((first, second)) = halves(&passage.text[literal.range.clone()]) else { return false };
    let line = line_around(&passage.text, literal.range.start);
    let runs = || line.split(|c: char| !c.is_ascii_digit());
    let others = || runs().filter_map(halves).filter(|o| *o != (first, second));
    let recurs = |half: &str| runs().any(|run| run == half) || others().any(|o| o.0 == half || o.1 == half);
    first == second || (recurs(first) && recurs(second))
}

/// The halves of a number of six digits or more without grouping; not of one that repeats one digit.
fn halves(text: &str) -> Option<(&str, &str)> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
    let (first, second) = digits.split_at(digits.len() / 2);
    let repeats = first.bytes().all(|b| Some(&b) == first.as_bytes().first());
    (first.len() >= 3 && first.len() == second.len() && !repeats).then_some((first, second))
}
