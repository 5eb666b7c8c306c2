//! A value with its formula, or with itself in another unit, in brackets: `16,777,216 (2^24)`, `7 days (604,800 s)`.

use designlint_quantity::{Expression, Parsed, Relation, Share, TokenKind, parse};

use super::{
    equations::{Equation, about_before, about_words, has_number, left_sides},
    filters::is_conversion,
    passage::Passage,
};

/// Words in front of a number that name a thing by it.
const LABELS: [&str; 14] = [
    "figure", "fig", "table", "section", "step", "chapter", "phase", "version", "option", "appendix", "rfc", "issue",
    "line", "page",
];

/// The equations that brackets state, in order.
pub(crate) fn brackets(passage: &Passage) -> Vec<Equation> {
    let mut out = Vec::new();
    for (at, token) in passage.tokens.iter().enumerate() {
        if token.kind == TokenKind::Open && at > 0 {
            out.extend(bracket(passage, at));
        }
    }
    out
}

fn bracket(passage: &Passage, at: usize) -> Option<Equation> {
    let (sign_about, from) = behind_sign(passage, at + 1);
    let (word_about, from) = about_words(passage, from);
    let inside = parse(&passage.text, &passage.tokens, from)?;
    let closes = matches!(
        passage.tokens.get(inside.next).map(|t| &t.kind),
        Some(TokenKind::Close | TokenKind::Comma | TokenKind::Boundary)
    );
    if !closes || inside.cut_off || !has_number(&inside.expression) || !inside.expression.symbols().is_empty() {
        return None;
    }
    let left = left_sides(passage, at);
    let outside = left.first()?;
    if is_named(passage, outside) || !states(&outside.expression, &inside.expression) {
        return None;
    }
    let marked = |p: &Parsed| passage.text[p.range.clone()].contains(['~', '≈']);
    let about = sign_about || word_about || marked(&inside) || marked(outside) || about_before(passage, &left);
    let sign = passage.tokens[at].range.clone();
    Some(Equation {
        left: vec![outside.clone()],
        relation: Relation::Equal,
        sign,
        right: inside,
        about,
        chained: false,
        bracket: true,
    })
}

/// `(= 8,192)`, `(≈ 8 GB)`.
fn behind_sign(passage: &Passage, at: usize) -> (bool, usize) {
    match passage.tokens.get(at).map(|t| &t.kind) {
        Some(TokenKind::Relation(Relation::Equal)) => (false, at + 1),
        Some(TokenKind::Relation(Relation::About)) => (true, at + 1),
        _ => (false, at),
    }
}

/// Whether a word such as "Figure" stands in front of the number.
fn is_named(passage: &Passage, outside: &Parsed) -> bool {
    let at = passage.tokens.partition_point(|t| t.range.start < outside.range.start);
    at.checked_sub(1)
        .map(|i| passage.tokens[i].text(&passage.text).to_lowercase())
        .is_some_and(|w| LABELS.contains(&w.as_str()))
}

/// Whether the bracket says what the value before it is made of, or what it is in another unit.
fn states(outside: &Expression, inside: &Expression) -> bool {
    match (outside.as_literal(), inside.as_literal()) {
        (Some(a), Some(b)) => is_conversion(a, b) && b.suffix.noun.is_empty(),
        (Some(_), None) => inside.computes() && (inside.literals().len() > 1 || matches!(inside, Expression::Call(..))),
        (None, Some(b)) => {
            let share = b.suffix.share == Some(Share::Percent) && divides(outside);
            let power = matches!(outside, Expression::Power(..)) && b.suffix.noun.is_empty();
            outside.computes() && (share || power || (!b.suffix.units.is_empty() && b.suffix.noun.is_empty()))
        }
        (None, None) => false,
    }
}

fn divides(e: &Expression) -> bool {
    matches!(e, Expression::Binary(designlint_quantity::Operator::Divide, ..))
}
