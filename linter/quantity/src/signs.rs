//! Signs as tokens: operators, relations, superscripts, fractions, TeX commands.

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

/// TeX commands that stand for operators, relations and brackets.
pub(crate) fn tex(text: &str, at: usize) -> (TokenKind, usize) {
    use Relation as R;
    use TokenKind as K;
    let rest = &text[at + 1..];
    let len = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    if len == 0 {
        let c = rest.chars().next();
        let end = at + 1 + c.map_or(0, char::len_utf8);
        return match c {
            Some('%') => (K::Percent, end),
            Some('$') => (currency("$").map_or(K::Other, K::Currency), end),
            _ => (K::Other, end.max(at + 1)),
        };
    }
    let end = at + 1 + len;
    let kind = match &rest[..len] {
        "cdot" | "times" | "ast" => K::Times,
        "div" => K::Over,
        "frac" | "dfrac" | "tfrac" => K::Fraction,
        "approx" | "simeq" | "sim" => K::Relation(R::About),
        "neq" | "ne" => K::Relation(R::NotEqual),
        "leq" | "le" => K::Relation(R::AtMost),
        "geq" | "ge" => K::Relation(R::AtLeast),
        "lt" => K::Relation(R::Less),
        "gt" => K::Relation(R::Greater),
        "lceil" => K::CeilOpen,
        "lfloor" => K::FloorOpen,
        "rceil" | "rfloor" => K::Close,
        "to" | "rightarrow" => K::Arrow,
        "pm" => K::PlusMinus,
        "left" | "right" | "quad" | "qquad" | "displaystyle" => return skip_command(text, end),
        "text" | "mathrm" | "operatorname" | "textbf" | "mathbf" => return braced_word(text, end),
        _ => K::Word,
    };
    (kind, end)
}

/// `\left(` is the bracket itself; a spacing command is nothing.
fn skip_command(text: &str, at: usize) -> (TokenKind, usize) {
    match text[at..].chars().next() {
        Some('(' | '[') => (TokenKind::Open, at + 1),
        Some(')' | ']') => (TokenKind::Close, at + 1),
        _ => (TokenKind::Other, at),
    }
}

/// `\text{GB per node}` is a word; a brace that does not close in the line is none of it.
fn braced_word(text: &str, at: usize) -> (TokenKind, usize) {
    let end = text[at..].strip_prefix('{').and_then(|r| {
        let (len, c) = r.char_indices().take(256).find(|(_, c)| matches!(c, '}' | '\n'))?;
        (c == '}').then_some(at + len + 2)
    });
    (TokenKind::Word, end.unwrap_or(at))
}
