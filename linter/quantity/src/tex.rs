//! TeX: commands that are operators, relations and brackets, commands that show nothing, and text within formulas.

use crate::{
    token::{Relation, TokenKind},
    units::currency,
};

/// Longest argument of a command that shows nothing, in bytes.
const LONGEST_ARGUMENT: usize = 64;

/// Length of what shows nothing but a gap at the start of `rest`: `\,`, `\quad`, `\left`, `\begin{aligned}`, the `&` of
/// `&=`.
pub(crate) fn blank(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    match *bytes.first()? {
        b'&' => aligns(&rest[1..]).then_some(1),
        b'\\' => match *bytes.get(1)? {
            b',' | b';' | b':' | b'!' | b' ' | b'>' => Some(2),
            b if b.is_ascii_alphabetic() => silent_command(rest),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a relation or an operator follows the `&` of aligned lines.
fn aligns(behind: &str) -> bool {
    let next = behind.trim_start_matches([' ', '&']);
    next.starts_with(['=', '<', '>', '≈', '≤', '≥'])
        || ["\\approx", "\\le", "\\ge", "\\sim", "\\times", "\\cdot", "\\quad"].iter().any(|c| next.starts_with(c))
}

fn silent_command(rest: &str) -> Option<usize> {
    let len = 1 + name_length(rest);
    match &rest[1..len] {
        "left" | "right" => Some(len + usize::from(rest[len..].starts_with('.'))),
        "quad" | "qquad" | "space" | "enspace" | "enskip" | "thinspace" | "medspace" | "thickspace"
        | "displaystyle" | "textstyle" | "limits" | "nonumber" | "notag" | "big" | "Big" | "bigg" | "Bigg" | "bigl"
        | "bigr" | "Bigl" | "Bigr" | "biggl" | "biggr" => Some(len),
        "begin" | "end" | "label" | "tag" | "hspace" | "phantom" => Some(len + argument_length(&rest[len..])?),
        _ => None,
    }
}

/// Length of `{…}` at the start, braces included.
fn argument_length(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let end = bytes.iter().take(LONGEST_ARGUMENT).position(|&b| b == b'}' || b == b'\n')?;
    (bytes.first() == Some(&b'{') && bytes[end] == b'}').then_some(end + 1)
}

/// Number of letters of the command at the start.
fn name_length(rest: &str) -> usize {
    rest.bytes().skip(1).take_while(u8::is_ascii_alphabetic).count()
}

/// Length of a command with its brace whose content is read as if it stood there alone: `\text{`, `\mathbf{`, `\boxed{`.
pub(crate) fn opens_text(rest: &str) -> Option<usize> {
    let len = 1 + name_length(rest);
    let shows = matches!(
        rest.get(1..len)?,
        "text"
            | "textrm"
            | "textbf"
            | "textit"
            | "texttt"
            | "mathrm"
            | "mathbf"
            | "mathit"
            | "mathsf"
            | "mathtt"
            | "mbox"
            | "boxed"
            | "underline"
            | "underbrace"
            | "overbrace"
    );
    (shows && rest[len..].starts_with('{')).then_some(len + 1)
}

/// Length of the label under or over a brace: `_{…}`.
pub(crate) fn brace_label(rest: &str) -> usize {
    let mark = usize::from(rest.starts_with(['_', '^']));
    if mark == 0 { 0 } else { nested_length(&rest[1..]).map_or(0, |len| len + 1) }
}

/// Length of the subscript behind a `_`: `{cpu}`, `\Phi`.
pub(crate) fn subscript_length(rest: &str) -> usize {
    let command = 1 + name_length(rest);
    if rest.starts_with('\\') && command > 1 { command } else { nested_length(rest).unwrap_or(0) }
}

/// Length of the braces at the start with all that is nested in them, in one line.
pub(crate) fn nested_length(rest: &str) -> Option<usize> {
    if !rest.starts_with('{') {
        return None;
    }
    let mut depth = 0usize;
    for (at, byte) in rest.bytes().enumerate().take(LONGEST_ARGUMENT) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at + 1),
            b'}' => depth -= 1,
            b'\n' => return None,
            _ => {}
        }
    }
    None
}

/// The word itself, where its token also covers the brace that ends a text.
pub(crate) fn bare_word(token: &str) -> &str {
    match token.strip_suffix('}') {
        Some(word) if !word.contains('{') => word,
        _ => token,
    }
}

/// The token of a command or of an escaped sign, and where it ends.
pub(crate) fn command(text: &str, at: usize) -> (TokenKind, usize) {
    use Relation as R;
    use TokenKind as K;
    let rest = &text[at..];
    let len = name_length(rest);
    if len == 0 {
        return escaped(rest, at);
    }
    let kind = match &rest[1..=len] {
        "cdot" | "times" | "ast" => K::Times,
        "div" => K::Over,
        "frac" | "dfrac" | "tfrac" | "cfrac" => K::Fraction,
        "approx" | "simeq" | "sim" | "cong" => K::Relation(R::About),
        "neq" | "ne" => K::Relation(R::NotEqual),
        "leq" | "le" | "leqslant" => K::Relation(R::AtMost),
        "geq" | "ge" | "geqslant" => K::Relation(R::AtLeast),
        "lt" => K::Relation(R::Less),
        "gt" => K::Relation(R::Greater),
        "lceil" => K::CeilOpen,
        "lfloor" => K::FloorOpen,
        "rceil" | "rfloor" => K::Close,
        "to" | "rightarrow" | "implies" | "Rightarrow" | "Longrightarrow" => K::Arrow,
        "ldots" | "dots" | "cdots" => K::Boundary,
        "pm" => K::PlusMinus,
        _ => K::Word,
    };
    (kind, at + 1 + len)
}

/// `\%`, `\$`, and `\\` at the end of a line of a formula.
fn escaped(rest: &str, at: usize) -> (TokenKind, usize) {
    let sign = rest[1..].chars().next();
    let end = at + 1 + sign.map_or(0, char::len_utf8);
    let kind = match sign {
        Some('%') => TokenKind::Percent,
        Some('$') => currency("$").map_or(TokenKind::Other, TokenKind::Currency),
        Some('\\') if rest[2..].chars().next().is_none_or(char::is_whitespace) => TokenKind::Newline,
        _ => TokenKind::Other,
    };
    (kind, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_nothing_is_a_gap() {
        let cases = [
            (r"\, 3", Some(2)),
            (r"\quad 3", Some(5)),
            (r"\left\lceil", Some(5)),
            (r"\right. x", Some(7)),
            (r"\begin{aligned} a", Some(15)),
            (r"&= 7", Some(1)),
            (r"& \approx 7", Some(1)),
            (r"& b", None),
            (r"\times 3", None),
            (r"\begin{aligned", None),
        ];
        for (text, len) in cases {
            assert_eq!(blank(text), len, "{text}");
        }
    }

    #[test]
    fn a_brace_behind_a_text_is_no_part_of_its_last_word() {
        assert_eq!(bare_word("GB}"), "GB");
        assert_eq!(bare_word(r"N_{cpu}"), r"N_{cpu}");
        assert_eq!(opens_text(r"\text{GB}"), Some(6));
        assert_eq!(opens_text(r"\texting{GB}"), None);
        assert_eq!(brace_label(r"_{\text{KV}} = 6"), 12);
        assert_eq!(subscript_length(r"\Phi}"), 4);
        assert_eq!(subscript_length("{cpu} = 2"), 5);
        assert_eq!(subscript_length("2"), 0);
    }
}
