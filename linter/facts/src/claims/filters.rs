//! What looks like a calculation and is none, and why.

use designlint_quantity::{Expression, Literal, Operator, Parsed, Quantity, Relation, TokenKind, unit};

use super::{
    equations::{Equation, has_number},
    passage::Passage,
};

/// `16 min + 40 s` states one quantity.
pub(crate) fn is_mixed(e: &Expression) -> bool {
    match e {
        Expression::Binary(Operator::Add, a, b) => {
            let unit =
                |e: &Expression| e.literals().last().and_then(|l| l.suffix.units.first()).map(|u| u.word.clone());
            b.as_literal().is_some()
                && (is_mixed(a) || a.as_literal().is_some())
                && unit(a).is_some()
                && unit(a) != unit(b)
        }
        _ => false,
    }
}

/// Words behind which a number belongs to the words, not to the relation: "over 30 days is 216 minutes".
const BINDING: [&str; 17] = [
    "each", "over", "in", "for", "of", "after", "within", "at", "by", "every", "during", "from", "to", "with", "per",
    "under", "until",
];

/// Why what looks like a calculation is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Filter {
    /// `over 30 days is 216 minutes`: the number belongs to the word before it.
    Preposition,
    /// `1 session = 12 requests`.
    UnitDefinition,
    /// `10 - 20 = 5-10`.
    Range,
    /// `99.9% = 43 minutes`: a share and a time.
    Downtime,
    /// `year=2024/month=01`.
    Path,
    /// `64 x 64 = 128 bit`.
    TypeWidth,
    /// A bracket that holds something else than the number before it.
    Bracket,
    /// A number that belongs to words, beside one that does not follow from it.
    Prose,
}

impl Filter {
    /// Its name in the statistics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Preposition => "preposition",
            Self::UnitDefinition => "unit-definition",
            Self::Range => "range",
            Self::Downtime => "downtime",
            Self::Path => "path",
            Self::TypeWidth => "type-width",
            Self::Bracket => "bracket",
            Self::Prose => "prose",
        }
    }
}

/// The filter that takes an equation for none.
pub(crate) fn filtered(passage: &Passage, left: &Parsed, equation: &Equation, backwards: bool) -> Option<Filter> {
    let right = &equation.right.expression;
    let lone = !has_operator(&left.expression);
    let at = passage.tokens.partition_point(|t| t.range.start < left.range.start);
    let before = at.checked_sub(1).map(|i| &passage.tokens[i]);
    let word = before.filter(|t| t.kind == TokenKind::Word).map(|t| t.text(&passage.text).to_lowercase());
    if lone && equation.bracket.is_none() && word.as_deref().is_some_and(|w| BINDING.contains(&w)) {
        return Some(Filter::Preposition);
    }
    let noun = |e: &Expression| match e {
        Expression::Scaled(_, suffix) => suffix.noun.clone(),
        e => e.literals().last().map_or(String::new(), |l| l.suffix.noun.clone()),
    };
    let defines_unit =
        lone && !has_operator(right) && noun(&left.expression) != noun(right) && (backwards || right.computes());
    let bounds = |e: &Expression| {
        matches!(e, Expression::Binary(Operator::Subtract, a, b)
            if [a, b].iter().all(|e| e.as_literal().is_some_and(|l| l.suffix.is_bare())))
    };
    let ranges = (matches!(left.expression, Expression::Range(..)) && !left.expression.computes())
        || (matches!(right, Expression::Range(..)) && bounds(&left.expression));
    let downtime =
        lone && left.expression.share().is_some() && !right.literals().iter().all(|l| l.suffix.units.is_empty());
    [
        (defines_unit, Filter::UnitDefinition),
        (ranges, Filter::Range),
        (downtime, Filter::Downtime),
        (is_path(passage, equation, lone), Filter::Path),
        (is_type_width(&left.expression, right), Filter::TypeWidth),
    ]
    .into_iter()
    .find_map(|(is, filter)| is.then_some(filter))
}

/// Whether two operands are joined by a sign, not only raised to a power.
pub(crate) fn has_operator(e: &Expression) -> bool {
    e.any(|e| matches!(e, Expression::Binary(..) | Expression::Call(..)))
}

/// `year=2024/month=01`, `TP=4 + PP=4`: a sign glued to a word on its left assigns, also behind an operator with blanks.
fn is_path(passage: &Passage, equation: &Equation, lone: bool) -> bool {
    let at = passage.tokens.partition_point(|t| t.range.start < equation.sign.start);
    let sign = &passage.tokens[at];
    let word = at.checked_sub(1).is_some_and(|i| passage.tokens[i].kind == TokenKind::Word);
    let apart = at.checked_sub(2).is_some_and(|i| passage.tokens[i].blank_before && passage.tokens[i].blank_after);
    (lone || apart) && word && !sign.blank_before && !sign.blank_after
}

/// `64 x 64 = 128 bit`: the width of a product, not a product.
fn is_type_width(left: &Expression, right: &Expression) -> bool {
    for (power, width) in [(left, right), (right, left)] {
        if let (Expression::Power(_, n), Some(c)) = (power, width.as_literal()) {
            return n.as_literal().is_some_and(|n| n.number.value == c.number.value) && is_bits(c);
        }
    }
    let Expression::Binary(Operator::Multiply, a, b) = left else { return false };
    let (Some(a), Some(b), Some(c)) = (a.as_literal(), b.as_literal(), right.as_literal()) else { return false };
    is_bits(c) && &a.number.value + &b.number.value == c.number.value
}

fn is_bits(l: &Literal) -> bool {
    l.suffix.units.iter().any(|u| matches!(u.word.as_str(), "bit" | "bits" | "b"))
}

/// Two numbers joined on one side and a number on the other, or one quantity in two units.
pub(crate) fn is_calculation(left: &Expression, right: &Expression, relation: Relation) -> bool {
    let joined = |e: &Expression| {
        e.computes() && has_number(e) && (e.literals().len() + e.symbols().len() >= 2 || constant_call(e))
    };
    if has_number(left) && has_number(right) && (joined(left) || joined(right)) {
        return true;
    }
    match (left.as_literal(), right.as_literal()) {
        (Some(a), Some(b)) => is_conversion(a, b) || (relation == Relation::About && is_rounding(a, b)),
        _ => joined(left) && matches!(right, Expression::Range(..)),
    }
}

/// Whether both are single numbers.
pub(crate) fn two_literals(a: &Expression, b: &Expression) -> bool {
    a.as_literal().is_some() && b.as_literal().is_some()
}

fn constant_call(e: &Expression) -> bool {
    matches!(e, Expression::Call(..) | Expression::Power(..))
}

/// One value in two units of a dimension, or a bare number with its scale word or percent sign spelt out.
pub(crate) fn is_conversion(a: &Literal, b: &Literal) -> bool {
    let value = |l: &Literal| Quantity::of(l, "");
    let (x, y) = (value(a), value(b));
    if x.dimension != y.dimension || counted(a) != counted(b) {
        return false;
    }
    let named = |l: &Literal| !l.suffix.noun.is_empty();
    if x.dimension.is_none() {
        let dressed = |l: &Literal| !l.suffix.scales.is_empty() || l.suffix.share.is_some();
        let rate = |l: &Literal| l.suffix.units.len() > 1;
        return (rate(b) || dressed(a) != dressed(b) || a.suffix.share != b.suffix.share) && !named(a) && !named(b);
    }
    a.suffix.units != b.suffix.units && !named(a)
}

/// The nouns of a literal: `msg` of `300 msg/sec`.
fn counted(l: &Literal) -> Vec<&str> {
    let counts = |w: &str| unit(w).is_some_and(|u| u.counts && u.dimension.is_none());
    let mut words: Vec<&str> = l.suffix.units.iter().map(|u| u.word.as_str()).filter(|w| counts(w)).collect();
    words.extend(l.suffix.noun.split_whitespace().filter(|w| !w.starts_with('/')).take(1));
    words
}

/// `1.234 m ≈ 1.2 m`: one number with fewer digits.
fn is_rounding(a: &Literal, b: &Literal) -> bool {
    !a.suffix.units.is_empty() && a.suffix.units == b.suffix.units && a.number.rounded
}
