//! Signs as tokens: operators, relations, superscripts, fractions.

use crate::{
    number::Number,
    token::{Relation, Token, TokenKind},
    units::currency,
};

/// Signs of more than one character, longest first.
pub(crate) fn sign(rest: &str) -> Option<(TokenKind, usize)> {
    use Relation as R;
    use TokenKind as K;
    const SIGNS: [(&str, TokenKind); 25] = [
        ("<=>", K::Other),
        ("===", K::Other),
        ("---", K::Other),
        ("...", K::Boundary),
        (":=", K::Relation(R::Equal)),
        ("==", K::Relation(R::Equal)),
        ("=~", K::Relation(R::About)),
        ("~=", K::Relation(R::About)),
        ("=>", K::Arrow),
        ("->", K::Arrow),
        ("<=", K::Relation(R::AtMost)),
        (">=", K::Relation(R::AtLeast)),
        ("!=", K::Relation(R::NotEqual)),
        ("**", K::Power),
        ("..", K::Range),
        ("--", K::Other),
        ("++", K::Other),
        ("+=", K::Other),
        ("-=", K::Other),
        ("*=", K::Other),
        ("/=", K::Other),
        ("&&", K::Other),
        ("||", K::Boundary),
        ("//", K::Other),
        ("<<", K::Other),
    ];
    let second = *rest.as_bytes().get(1)?;
    if !second.is_ascii_punctuation() {
        return None;
    }
    SIGNS.iter().find(|(s, _)| rest.starts_with(s)).map(|(s, k)| (k.clone(), s.len()))
}

pub(crate) fn single(c: char, rest: &str, glued: bool, before: &[Token]) -> TokenKind {
    use Relation as R;
    use TokenKind as K;
    match c {
        '\n' => K::Newline,
        '+' => K::Plus,
        '-' | '−' | '–' | '‐' | '‑' => K::Minus,
        '*' | '×' | '·' | '⋅' | '∗' | '✕' | '✖' => K::Times,
        '/' | '÷' | '∕' | '⁄' => K::Over,
        '^' => K::Power,
        '!' if glued && is_factorial(rest, before) => K::Factorial,
        '%' => K::Percent,
        '‰' => K::PerMille,
        '±' => K::PlusMinus,
        '(' | '[' => K::Open,
        ')' | ']' | '⌉' | '⌋' => K::Close,
        '⌈' => K::CeilOpen,
        '⌊' => K::FloorOpen,
        ',' => K::Comma,
        ':' => K::Colon,
        '=' => K::Relation(R::Equal),
        '≠' => K::Relation(R::NotEqual),
        '≈' | '≃' | '≅' | '∼' | '~' => about(rest),
        '<' => K::Relation(R::Less),
        '≤' | '⩽' => K::Relation(R::AtMost),
        '>' => K::Relation(R::Greater),
        '≥' | '⩾' => K::Relation(R::AtLeast),
        '→' | '⇒' | '⟶' | '➜' => K::Arrow,
        ';' | '—' | '•' | '|' | '│' | '┃' | '?' | '\u{fffc}' | '…' => K::Boundary,
        '.' if rest[1..].chars().next().is_none_or(char::is_whitespace) => K::Boundary,
        '$' | '€' | '£' | '¥' => currency(&rest[..c.len_utf8()]).map_or(K::Other, K::Currency),
        _ => K::Other,
    }
}

/// `8!` in front of an operator, a relation or a bracket; a mark of surprise ends a sentence.
fn is_factorial(rest: &str, before: &[Token]) -> bool {
    let operand = matches!(before.last().map(|t| &t.kind), Some(TokenKind::Number(_) | TokenKind::Close));
    let next = rest[1..].trim_start_matches(' ');
    let times = rest.starts_with("! x ");
    operand && (times || next.starts_with(['=', '≈', '*', '×', '/', '+', '-', '−', ')', '^', '<', '>', '·']))
}

/// `~` with a number right behind it is a mark of that number; alone between two sides it is a relation.
fn about(rest: &str) -> TokenKind {
    let mut chars = rest.chars();
    let glyph = chars.next();
    let next = chars.next();
    let mark = glyph == Some('~') && next.is_some_and(|c| c.is_ascii_digit() || matches!(c, '$' | '€' | '£' | '.'));
    if mark { TokenKind::Approximately } else { TokenKind::Relation(Relation::About) }
}

pub(crate) fn fraction_glyph(c: char) -> Option<Number> {
    let (a, b) = match c {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅛' => (1, 8),
        _ => return None,
    };
    let value = crate::Rational::from_parts(dashu_int::IBig::from(a), dashu_int::UBig::from(b as u8));
    Some(Number { value, ..Number::integer(1) })
}

/// Raised digits, by value.
const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";

pub(crate) fn is_superscript(c: char) -> bool {
    !c.is_ascii() && SUPERSCRIPTS.contains(c)
}

pub(crate) fn superscript(rest: &str) -> Option<(i32, usize)> {
    if rest.as_bytes().first().is_none_or(u8::is_ascii) {
        return None;
    }
    let (mut negative, mut value, mut len, mut any) = (false, 0i32, 0, false);
    for c in rest.chars() {
        match SUPERSCRIPTS.chars().position(|d| d == c) {
            Some(d) => {
                any = true;
                value = value.saturating_mul(10).saturating_add(i32::try_from(d).unwrap_or(0)).min(1_000_000);
            }
            None if len == 0 && c == '⁻' => negative = true,
            None => break,
        }
        len += c.len_utf8();
    }
    any.then_some((if negative { -value } else { value }, len))
}
