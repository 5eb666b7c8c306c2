//! A value with its formula, or with itself in another unit, in brackets: `16,777,216 (2^24)`, `7 days (604,800 s)`.

use designlint_quantity::{Parsed, Relation, TokenKind, parse};

use super::{
    bracket_forms::form,
    equations::{Equation, about_before, about_words, has_number, left_sides},
    passage::Passage,
};

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
    if passage.preformatted && passage.tokens[at - 1].kind == TokenKind::Newline {
        return None;
    }
    let (sign_about, start) = behind_sign(passage, at + 1);
    let (word_about, from) = about_words(passage, start);
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
    let form = form(passage, outside, &inside, start > at + 1)?;
    let marked = |p: &Parsed| passage.text[p.range.clone()].contains(['~', '≈']);
    let about = sign_about || word_about || marked(&inside) || marked(outside) || about_before(passage, &left);
    let sign = passage.tokens[at].range.clone();
    Some(Equation {
        left: vec![outside.clone()],
        relation: Relation::Equal,
        sign,
        right: inside,
        about,
        at_least: false,
        chained: false,
        bracket: Some(form),
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
