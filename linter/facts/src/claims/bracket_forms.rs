//! What a bracket behind a number says by its form: the other side of an equation, or perhaps a note.

use designlint_quantity::{
    Dimension, Expression, Literal, Operator, Parsed, Quantity, Rational, Relation, Share, TokenKind,
};

use super::{
    filters::{is_conversion, two_literals},
    passage::Passage,
};

/// Words in front of a number that name a thing by it.
const LABELS: [&str; 14] = [
    "figure", "fig", "table", "section", "step", "chapter", "phase", "version", "option", "appendix", "rfc", "issue",
    "line", "page",
];

/// How much a bracket says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The other side of an equation: what does not hold is wrong.
    Equation,
    /// An equation where both sides have one dimension, else a note.
    Measure,
    /// An equation only where it holds.
    Note,
}

/// The form of a bracket behind a number or an expression; `None` where it is a note at any rate. `signed` tells that the
/// bracket starts with `=` or `≈`.
pub(crate) fn form(passage: &Passage, outside: &Parsed, inside: &Parsed, signed: bool) -> Option<Form> {
    if is_named(passage, outside) {
        return None;
    }
    match (outside.expression.as_literal(), inside.expression.as_literal()) {
        (Some(a), Some(b)) if is_conversion(a, b) && b.suffix.noun.is_empty() => conversion(passage, a, b, signed),
        (Some(a), None) if is_formula(&inside.expression) => Some(formula(passage, a, outside, inside, signed)),
        (None, Some(b)) if outside.expression.computes() => result(&outside.expression, b, signed),
        _ => None,
    }
}

/// Whether a word such as "Figure" stands in front of the number.
fn is_named(passage: &Passage, outside: &Parsed) -> bool {
    word_before(passage, outside).is_some_and(|w| LABELS.contains(&w.to_lowercase().as_str()))
}

fn word_before<'p>(passage: &'p Passage, outside: &Parsed) -> Option<&'p str> {
    let at = passage.tokens.partition_point(|t| t.range.start < outside.range.start);
    let before = &passage.tokens[at.checked_sub(1)?];
    (before.kind == TokenKind::Word).then(|| before.text(&passage.text))
}

/// One quantity in two units. A percentage behind a count is its share of something else, so only that of a fraction is
/// the fraction again; and a small number with a scale word behind it is a rank or a year.
fn conversion(passage: &Passage, a: &Literal, b: &Literal, signed: bool) -> Option<Form> {
    if a.suffix.share != b.suffix.share {
        let bare = if a.suffix.share.is_none() { a } else { b };
        let fraction = bare.number.value > Rational::ZERO && bare.number.value < Rational::ONE;
        let exponent = passage.text[bare.range.clone()].contains(['E', 'e']);
        let certain = signed || is_value_of_a_name(passage, a);
        let form = if certain && !is_share_of_another(a, b) { Form::Equation } else { Form::Note };
        return (fraction && !exponent && bare.suffix.scales.is_empty()).then_some(form);
    }
    if Quantity::of(a, "").dimension != Dimension::NONE {
        return Some(Form::Equation);
    }
    let bare = if a.suffix.scales.is_empty() { a } else { b };
    let large = bare.suffix.scales.is_empty() && bare.number.value >= Rational::from(10_000u32);
    Some(if large && b.suffix.units.is_empty() { Form::Equation } else { Form::Note })
}

/// `fee = 0.1 (10%)`: a sign and a name of three letters or more in front. Shorter ones are statistics: `p = 0.05 (95%)`.
fn is_value_of_a_name(passage: &Passage, value: &Literal) -> bool {
    let at = passage.tokens.partition_point(|t| t.range.start < value.range.start);
    let before = |n: usize| at.checked_sub(n).and_then(|i| passage.tokens.get(i));
    let sign = before(1).is_some_and(|t| t.kind == TokenKind::Relation(Relation::Equal));
    sign && before(2).is_some_and(|t| t.kind == TokenKind::Word && t.range.len() >= 3)
}

/// Whether two numbers make one together, or one is the square of the other: two shares of a thing, not one.
fn is_share_of_another(a: &Literal, b: &Literal) -> bool {
    let share = |l: &Literal| Quantity::of(l, "").value;
    let (a, b) = (share(a), share(b));
    let square = &a * &a;
    &a + &b == Rational::ONE
        || (square > &b - Rational::ONE / Rational::from(100u8) && square < &b + Rational::ONE / Rational::from(100u8))
}

/// Whether numbers are joined, or a function is applied.
fn is_formula(e: &Expression) -> bool {
    e.computes() && (e.literals().len() > 1 || matches!(e, Expression::Call(..)))
}

/// `96 bytes (3 × 32)`. What may be a range (`16-bit (0-65535)`), a pair (`32 cores / 64 threads`), a shape (`256x256`), a
/// rate (`1 per 20 ms loop`) or a count of other things is a note.
fn formula(passage: &Passage, value: &Literal, outside: &Parsed, inside: &Parsed, signed: bool) -> Form {
    if value.number.value.is_zero() || is_binary_scale(value, &inside.expression) {
        return Form::Note;
    }
    if signed {
        return Form::Equation;
    }
    let open = passage.tokens.partition_point(|t| t.range.start < inside.range.start);
    if open.checked_sub(1).is_some_and(|i| !passage.tokens[i].blank_before) {
        return if is_apart(passage, outside, inside) { Form::Equation } else { Form::Note };
    }
    // `11 chunks (8 data + 3 parity)`: the parts of a whole have other names than the whole.
    if is_only(Operator::Add, &inside.expression) {
        return Form::Equation;
    }
    let name = word_before(passage, outside).is_some_and(|w| w.starts_with(char::is_uppercase))
        && value.suffix.is_bare()
        && value.suffix.noun.is_empty()
        && value.number.digits < 5;
    let other = match &inside.expression {
        Expression::Binary(Operator::Subtract, ..) => is_only(Operator::Subtract, &inside.expression),
        Expression::Binary(Operator::Divide, a, b) => {
            is_pair(a, b) && !counts_the_first(value, a) && !passage.text[inside.range.clone()].contains('÷')
        }
        Expression::Binary(Operator::Multiply, a, b) => two_literals(a, b) && is_shape(passage, inside),
        _ => false,
    };
    if name || other || has_per(passage, inside) || counts_other_things(value, &inside.expression) {
        return Form::Measure;
    }
    Form::Equation
}

/// Whether a bracket glued to its number is no factor of a product. `80(30 + 11)` may be one; who writes a sign in
/// `10(3*3+1)` would also write it in front of the bracket, and a product is part of an equation.
fn is_apart(passage: &Passage, outside: &Parsed, inside: &Parsed) -> bool {
    let index = |byte: usize| passage.tokens.partition_point(|t| t.range.start < byte);
    let (first, from, to) = (index(outside.range.start), index(inside.range.start), index(inside.range.end));
    let joins = |at: Option<usize>| {
        at.and_then(|i| passage.tokens.get(i)).is_some_and(|t| {
            let operator = matches!(t.kind, TokenKind::Times | TokenKind::Over | TokenKind::Power | TokenKind::Plus);
            operator || matches!(t.kind, TokenKind::Minus | TokenKind::Relation(_) | TokenKind::Superscript(_))
        })
    };
    let signed = passage.tokens[from..to].iter().any(|t| t.kind == TokenKind::Times);
    signed && !joins(first.checked_sub(1)) && !joins(Some(to + 1))
}

/// `4-4-4`: numbers joined by one sign only.
fn is_only(sign: Operator, e: &Expression) -> bool {
    let mut only = true;
    e.walk(&mut |e| {
        only &= matches!(e, Expression::Literal(_)) || matches!(e, Expression::Binary(o, ..) if *o == sign)
    });
    only
}

/// `a / b` of two bare numbers or of two amounts of one kind, or numbers with slashes between them.
fn is_pair(a: &Expression, b: &Expression) -> bool {
    let (Some(a), Some(b)) = (a.as_literal(), b.as_literal()) else {
        return b.as_literal().is_some() && is_only(Operator::Divide, a);
    };
    let plain = |l: &Literal| l.suffix.is_bare() && l.suffix.scales.is_empty() && l.number.digits < 5;
    let same = a.suffix.units == b.suffix.units && !a.suffix.units.is_empty();
    let nouns = !a.suffix.noun.is_empty() && a.suffix.noun.split(' ').next() == b.suffix.noun.split(' ').next();
    same || (plain(a) && plain(b) && !nouns)
}

/// `3840x2160`: a sign glued to both numbers, of a letter or before a noun.
fn is_shape(passage: &Passage, inside: &Parsed) -> bool {
    let tokens = passage.tokens.iter().filter(|t| inside.range.contains(&t.range.start));
    let glued = |sign: &designlint_quantity::Token| !sign.blank_before && !sign.blank_after;
    let noun = inside.expression.literals().iter().any(|l| !l.suffix.noun.is_empty());
    tokens
        .filter(|t| t.kind == TokenKind::Times)
        .any(|t| glued(t) && (noun || matches!(t.text(&passage.text), "x" | "X")))
}

/// A word that divides: "1 per 20 ms".
fn has_per(passage: &Passage, inside: &Parsed) -> bool {
    let from = passage.tokens.partition_point(|t| t.range.start < inside.range.start);
    let to = passage.tokens.partition_point(|t| t.range.start < inside.range.end);
    passage.tokens[from..to]
        .windows(2)
        .any(|w| w[0].is_word(&passage.text, "per") && matches!(w[1].kind, TokenKind::Number(_)))
}

/// `128k (128 * 1024)`: a letter that scales may mean a power of 1024 there.
fn is_binary_scale(value: &Literal, inside: &Expression) -> bool {
    let two = |e: &Expression| e.as_literal().is_some_and(|l| l.number.value == Rational::from(2u8));
    let thousand = |l: &&Literal| l.number.value == Rational::from(1024u32);
    !value.suffix.scales.is_empty()
        && (inside.literals().iter().any(thousand) || inside.any(|e| matches!(e, Expression::Power(b, _) if two(b))))
}

/// `32.5 tokens (65 tokens / 2 users)`: what is divided is what the value counts.
fn counts_the_first(value: &Literal, first: &Expression) -> bool {
    let words = |l: &Literal| l.suffix.noun.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    first.as_literal().is_some_and(|first| words(value).iter().any(|w| words(first).contains(w)))
}

/// Whether the noun of the value is none of those in the bracket, where there are any.
fn counts_other_things(value: &Literal, inside: &Expression) -> bool {
    let words = |l: &Literal| -> Vec<String> {
        l.suffix
            .noun
            .split(|c: char| !c.is_alphabetic())
            .filter(|w| !w.is_empty())
            .map(|w| w.to_lowercase().trim_end_matches('s').to_string())
            .collect()
    };
    let outside = words(value);
    let inside: Vec<String> = inside.literals().into_iter().flat_map(words).collect();
    !outside.is_empty() && !inside.is_empty() && !outside.iter().any(|w| inside.contains(w))
}

/// `2^24 (16,777,216)`, `7/13 (55%)`, `3 x 32 B (96 B)`.
fn result(outside: &Expression, b: &Literal, signed: bool) -> Option<Form> {
    let divides = matches!(outside, Expression::Binary(Operator::Divide, ..));
    let billion = matches!(b.suffix.units.as_slice(), [u] if u.word == "B");
    let power = matches!(outside, Expression::Power(..)) && (b.suffix.is_bare() || billion) && b.suffix.noun.is_empty();
    let footnote = b.number.digits < 2 && b.suffix.scales.is_empty() && !billion;
    match () {
        () if power && (signed || !footnote) => Some(Form::Equation),
        () if power || (b.suffix.share == Some(Share::Percent) && divides) => Some(Form::Measure),
        () if !b.suffix.units.is_empty() && b.suffix.noun.is_empty() => Some(Form::Measure),
        () => None,
    }
}
