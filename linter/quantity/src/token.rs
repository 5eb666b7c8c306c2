//! Text to tokens, with byte positions.

use std::ops::Range;

use crate::{
    number::{Number, Scanned, scan},
    signs::{fraction_glyph, sign, single, superscript},
    tex,
    units::Dimension,
};

/// A relation between two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`, `==`, `:=`, "is", "equals", "gives", "makes".
    Equal,
    /// `≈`, `~=`, `≃`, "is about".
    About,
    /// `≠`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`, "at most".
    AtMost,
    /// `>`.
    Greater,
    /// `>=`, "at least".
    AtLeast,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A numeric literal.
    Number(Number),
    /// A word or identifier.
    Word,
    /// `+`.
    Plus,
    /// `-`, `−`; `–` where blanks allow it.
    Minus,
    /// `*`, `×`, `·`, `x` as an operator.
    Times,
    /// `/`, `÷`.
    Over,
    /// `^`, `**`.
    Power,
    /// `²`, `⁻³`.
    Superscript(i32),
    /// `!` after an operand.
    Factorial,
    /// `%`.
    Percent,
    /// `‰`.
    PerMille,
    /// `±`.
    PlusMinus,
    /// `$`, `€`, `£`.
    Currency(Dimension),
    /// `(`, `[`, and `{` of TeX.
    Open,
    /// `)`, `]`, and `}` of TeX.
    Close,
    /// `⌈`, `\lceil`.
    CeilOpen,
    /// `⌊`, `\lfloor`.
    FloorOpen,
    /// `\frac`.
    Fraction,
    /// `,`.
    Comma,
    /// `;`, a full stop that ends a sentence, a dash between phrases, a cell border.
    Boundary,
    /// `:`.
    Colon,
    /// `→`, `->`, `=>`.
    Arrow,
    /// `..`, and a dash between two bare numbers without blanks.
    Range,
    /// `~` or `≈` before a number.
    Approximately,
    /// A relation.
    Relation(Relation),
    /// A line end.
    Newline,
    /// Digits that are no number, and why.
    NoNumber(&'static str),
    /// Anything else.
    Other,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands in the text.
    pub range: Range<usize>,
    /// Whether a blank or the start of the text stands before it.
    pub blank_before: bool,
    /// Whether a blank or the end of the text follows.
    pub blank_after: bool,
}

impl Token {
    /// The token's text; of a word in TeX without the brace that ends it: `GB` of `\text{3 GB}`.
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        let whole = text.get(self.range.clone()).unwrap_or("");
        if self.kind == TokenKind::Word { tex::bare_word(whole) } else { whole }
    }

    /// Whether it is the word `word`, in any case.
    pub fn is_word(&self, text: &str, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text(text).eq_ignore_ascii_case(word)
    }
}

/// Splits a text into tokens.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(text.len() / 4);
    let mut braces: Vec<Brace> = Vec::new();
    let (mut at, mut blank_before) = (0, true);
    while let Some(c) = text[at..].chars().next() {
        if let Some(len) = gap(&text[at..], c, &mut out, &mut braces, at) {
            (at, blank_before) = (at + len, true);
            continue;
        }
        let (kind, end) = next_token(text, at, c, &out, &mut braces);
        let end = end.max(at + c.len_utf8());
        let rest = &text[end..];
        let blank_after = rest.chars().next().is_none_or(char::is_whitespace) || tex::blank(rest).is_some();
        let behind = kind == TokenKind::Newline;
        out.push(Token { kind, range: at..end, blank_before, blank_after });
        (at, blank_before) = (end, behind);
    }
    out
}

/// What an open `{` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Brace {
    /// Plain text.
    Plain,
    /// A bracket.
    Group,
    /// Nothing: its content is read as if it stood there alone.
    Text,
}

/// Length of what only parts tokens: a blank, a TeX command that shows nothing, the marks around a TeX text.
fn gap(rest: &str, c: char, out: &mut [Token], braces: &mut Vec<Brace>, at: usize) -> Option<usize> {
    match c {
        '\n' => None,
        '\\' => tex::blank(rest).or_else(|| tex::opens_text(rest).inspect(|_| braces.push(Brace::Text))),
        '&' => tex::blank(rest),
        '}' if braces.last() == Some(&Brace::Text) => {
            braces.pop();
            if let Some(last) = out.last_mut().filter(|t| t.range.end == at && t.kind == TokenKind::Word) {
                last.range.end += 1;
            }
            Some(1 + tex::brace_label(&rest[1..]))
        }
        c if c.is_whitespace() => Some(c.len_utf8()),
        _ => None,
    }
}

fn next_token(text: &str, at: usize, c: char, before: &[Token], braces: &mut Vec<Brace>) -> (TokenKind, usize) {
    let rest = &text[at..];
    let glued = before.last().is_some_and(|t| t.range.end == at);
    let after_number = glued && matches!(before.last().map(|t| &t.kind), Some(TokenKind::Number(_)));
    // Most tokens are words.
    if c.is_ascii_alphabetic() {
        return word(text, at, after_number);
    }
    if c.is_ascii_digit() && in_short_fraction(at, before) {
        return (TokenKind::Number(Number::integer(i32::from(rest.as_bytes()[0] - b'0'))), at + 1);
    }
    if (c.is_ascii_digit() || (c == '.' && rest[1..].starts_with(|d: char| d.is_ascii_digit())))
        && let Some((scanned, end)) = scan(text, at, in_arguments(text, before))
    {
        return match scanned {
            Scanned::Number(n) => (TokenKind::Number(n), end),
            Scanned::Other(why) => (TokenKind::NoNumber(why), end),
        };
    }
    if let Some(n) = fraction_glyph(c) {
        return (TokenKind::Number(n), at + c.len_utf8());
    }
    if let Some((n, len)) = superscript(rest) {
        return (TokenKind::Superscript(n), at + len);
    }
    if c == '\\' {
        return tex::command(text, at);
    }
    if c.is_alphabetic() || (c == '_' && !after_number) {
        return word(text, at, after_number);
    }
    if let Some((kind, len)) = sign(rest) {
        return (kind, at + len);
    }
    if matches!(c, '{' | '}') {
        return (brace(c, before, braces), at + 1);
    }
    let kind = single(c, rest, glued, before);
    (kind, at + c.len_utf8())
}

/// `\frac34`: each argument without braces is one digit.
fn in_short_fraction(at: usize, before: &[Token]) -> bool {
    let glued = |t: &Token, next: usize| t.range.end == next;
    match before {
        [.., f, n] if matches!(n.kind, TokenKind::Number(_)) => {
            f.kind == TokenKind::Fraction && glued(f, n.range.start) && glued(n, at) && n.range.len() == 1
        }
        [.., f] => f.kind == TokenKind::Fraction && glued(f, at),
        [] => false,
    }
}

/// Whether a bracket of `min(`, `max(` and the like is open: there a comma parts arguments.
fn in_arguments(text: &str, before: &[Token]) -> bool {
    let mut depth = 0i32;
    for (i, token) in before.iter().enumerate().rev().take(64) {
        match token.kind {
            TokenKind::Close => depth += 1,
            TokenKind::Open if depth > 0 => depth -= 1,
            TokenKind::Open => {
                let name = i.checked_sub(1).and_then(|n| before.get(n)).filter(|t| t.range.end == token.range.start);
                if name.is_some_and(|t| matches!(t.text(text), "min" | "max" | "sum" | "avg" | "mean" | "C")) {
                    return !spaced_arguments(&text[token.range.end..]);
                }
            }
            TokenKind::Boundary | TokenKind::Newline => return false,
            _ => {}
        }
    }
    false
}

/// Whether a comma with a blank parts the arguments: then one without a blank may group digits.
fn spaced_arguments(inside: &str) -> bool {
    let mut depth = 0i32;
    for (i, c) in inside.char_indices().take(200) {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => depth -= 1,
            ',' if depth == 0 && inside[i + 1..].starts_with(' ') => return true,
            _ => {}
        }
    }
    false
}

/// `{` groups after `^`, `_`, `\frac`, `\sqrt` and after the first group of a fraction; elsewhere it is plain text.
fn brace(c: char, before: &[Token], braces: &mut Vec<Brace>) -> TokenKind {
    if c == '}' {
        return if braces.pop() == Some(Brace::Group) { TokenKind::Close } else { TokenKind::Other };
    }
    let groups = match before.last().map(|t| &t.kind) {
        Some(TokenKind::Power | TokenKind::Fraction | TokenKind::Word) => true,
        Some(TokenKind::Close) => before.iter().rev().take(64).any(|t| t.kind == TokenKind::Fraction),
        _ => false,
    };
    braces.push(if groups { Brace::Group } else { Brace::Plain });
    if groups { TokenKind::Open } else { TokenKind::Other }
}

fn word(text: &str, at: usize, after_number: bool) -> (TokenKind, usize) {
    let rest = &text[at..];
    let len =
        if after_number { rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len()) } else { word_length(rest) };
    // A small raised digit is the power of a unit; behind any other word it may be a footnote.
    let raised = rest[..len].find(crate::signs::is_superscript).filter(|&n| crate::units::unit(&rest[..n]).is_some());
    let len = raised.unwrap_or(len);
    let (mut end, mut word) = (at + len, &rest[..len]);
    if after_number && len > 1 && (word.starts_with('x') || word.starts_with('X')) && crate::units::unit(word).is_none()
    {
        (end, word) = (at + 1, &rest[..1]);
    }
    let digit_follows = text[end..].starts_with(|c: char| c.is_ascii_digit());
    if after_number && digit_follows && !matches!(word, "x" | "X") {
        return (
            TokenKind::NoNumber("identifier"),
            end + text[end..].find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len() - end),
        );
    }
    let mut named = word.chars().any(char::is_uppercase);
    while !after_number && joins(&text[end..], named && end - at >= 2) {
        let more = &text[end + 1..];
        let len = more.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(more.len());
        named |= more[..len].chars().any(char::is_uppercase);
        end += 1 + len;
    }
    if text[..end].ends_with('_') {
        end += tex::subscript_length(&text[end..]);
    }
    let kind = match &text[at..end] {
        "x" | "X" if after_number && !digit_follows => TokenKind::Word,
        "x" | "X" if after_number || spaced(text, at, end) => TokenKind::Times,
        "times" => TokenKind::Times,
        _ => TokenKind::Word,
    };
    (kind, end)
}

/// How much of a text is one word, that holds digits, `_` and apostrophes.
fn word_length(rest: &str) -> usize {
    let plain = rest.bytes().take_while(|b| b.is_ascii_alphanumeric()).count();
    if rest.as_bytes().get(plain).is_none_or(|b| matches!(b, b' ' | b'\n')) {
        return plain;
    }
    rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '\'' | '’'))).unwrap_or(rest.len())
}

/// Whether the operator stands between blanks (or brackets), as in `2 x 3` and `(a)x(b)`.
fn spaced(text: &str, at: usize, end: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[end..].chars().next();
    before.is_some_and(|c| c.is_whitespace() || matches!(c, ')' | ']' | '%'))
        && after.is_some_and(|c| c.is_whitespace() || c == '(' || c.is_ascii_digit() || c == '$')
        && !text[..at].trim_end().is_empty()
}

/// Words joined by a dot or a hyphen stay one word: `tl.kv.v1`, `GPU-hours`, and behind a name `SHA-256`.
fn joins(rest: &str, named: bool) -> bool {
    let mut chars = rest.chars();
    let mark = chars.next();
    matches!(mark, Some('.' | '-'))
        && chars
            .next()
            .is_some_and(|c| c.is_alphabetic() || c == '_' || (mark == Some('-') && named && c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        let short = |t: &Token| match &t.kind {
            TokenKind::Number(n) => n.value.to_string(),
            TokenKind::Word => t.text(text).to_string(),
            TokenKind::Relation(r) => format!("{r:?}"),
            k => format!("{k:?}"),
        };
        tokens(text).iter().map(short).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn operators_by_their_surroundings() {
        assert_eq!(shape("2 x 30 * 9"), "2 Times 30 Times 9");
        assert_eq!(shape("64x64"), "64 Times 64");
        assert_eq!(shape("x86 and 3x"), "x86 and 3 x");
        assert_eq!(shape("4,096 entries x 8.4 KB = 34 MB"), "4096 entries Times 42/5 KB Equal 34 MB");
        assert_eq!(shape("10^9 / 2**3"), "10 Power 9 Over 2 Power 3");
        assert_eq!(shape("~34 ≈ 5"), "Approximately 34 About 5");
        assert_eq!(shape("8! = 5²"), "8 Factorial Equal 5 Superscript(2)");
        assert_eq!(shape("3 m² n²"), "3 m Superscript(2) n²");
        assert_eq!(shape("a -> b. Next"), "a Arrow b Boundary Next");
        assert_eq!(
            shape("3a5f 640822f7fd61"),
            "NoNumber(\"identifier\") NoNumber(\"identifier\")".replacen("NoNumber", "3 NoNumber", 1).replacen(
                "\") N",
                "\") 640822 N",
                1
            )
        );
    }

    #[test]
    fn tex_commands() {
        assert_eq!(shape(r"\frac{35{,}000}{7} \approx 5\,000"), "Fraction Open 35000 Close Open 7 Close About 5000");
        assert_eq!(shape(r"2 \cdot L"), "2 Times L");
        assert_eq!(shape(r"2^{10} \text{GB}"), "2 Power Open 10 Close GB");
    }
}
