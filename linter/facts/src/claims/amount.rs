//! Numbers as cells and the ends of lines show them.

use std::{borrow::Cow, ops::Range};

use designlint_document::{Document, Flat, RegionKind, Span};
use designlint_quantity::{
    Convention, Evaluation, Expression, Literal, Number, Parsed, Quantity, Rational, Reading, Relation, Token,
    TokenKind, parse, tokens,
};

/// A number with its unit.
#[derive(Clone, Debug)]
pub(crate) struct Amount {
    /// The number with its unit, without sign and approximation mark.
    pub span: Span,
    /// The same as written.
    pub text: String,
    /// The number as read.
    pub literal: Literal,
    /// Whether a minus stands before it.
    pub negative: bool,
    /// Whether `~`, "about" or the like stands before it.
    pub about: bool,
    /// Whether it is a bound: `< 5`, `50+`, "up to 5".
    pub bound: bool,
    /// Whether "times" follows: `3.33×`, `5.5x`.
    pub times: bool,
    /// What follows the unit in a cell, lower case: nouns and a note in brackets. Empty in prose, where it would be all that
    /// comes.
    pub rest: String,
    /// The readings that are agreed on.
    pub readings: Convention,
}

/// What a cell holds.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// Nothing, or a dash.
    Empty,
    /// Words without a number.
    Words,
    /// One number; what else stands there is a note.
    Amount(Box<Amount>),
    /// A number, and behind a comma more: `+21%, 2.1x capacity`.
    Several(Box<Amount>),
    /// Digits that are no single number.
    Unreadable,
}

impl Content {
    /// The number, or the first of several.
    pub fn first(&self) -> Option<&Amount> {
        match self {
            Self::Amount(a) | Self::Several(a) => Some(a),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn amount(&self) -> Option<&Amount> {
        match self {
            Self::Amount(a) => Some(a),
            _ => None,
        }
    }

    /// The same where readings are agreed on.
    pub fn under(mut self, readings: Convention) -> Self {
        if let Self::Amount(a) | Self::Several(a) = &mut self {
            a.readings = readings;
        }
        self
    }
}

impl Amount {
    /// The digits as shown.
    pub fn number(&self) -> &Number {
        &self.literal.number
    }

    /// The number in its own unit, with its sign.
    pub fn shown(&self) -> Rational {
        let value = self.literal.number.value.clone();
        if self.negative { -value } else { value }
    }

    /// The same where readings are agreed on.
    pub fn under(self, readings: Convention) -> Self {
        Self { readings, ..self }
    }

    /// As a quantity with its sign, read as written where nothing else is agreed on.
    pub fn quantity(&self) -> Quantity {
        let mut quantity = Quantity::under(&self.literal, "", &self.readings.reading());
        quantity.unit = self.text.trim_start_matches(|c: char| !c.is_ascii_digit()).to_string();
        let digits = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '_' | '\'' | '’');
        quantity.unit = quantity.unit.trim_start_matches(digits).trim().to_string();
        if self.negative {
            quantity.value = -quantity.value;
        }
        quantity
    }

    /// One of its unit in base units, and the dimension, under a reading.
    pub fn unit_in(&self, reading: &Reading) -> Option<(Rational, designlint_quantity::Dimension)> {
        let one = Literal { number: Number::integer(1), ..self.literal.clone() };
        let value = Evaluation { reading, slack: false, symbols: &|_| None }.value(&Expression::Literal(one)).ok()?;
        Some((value.low, value.dimension))
    }

    /// Whether it is a percentage.
    pub fn is_percent(&self) -> bool {
        self.literal.suffix.share.is_some()
    }

    /// Whether nothing but a noun follows the digits.
    pub fn is_bare(&self) -> bool {
        self.literal.suffix.is_bare() && self.literal.suffix.scales.is_empty()
    }

    /// Whether it is a whole number of something, as shown.
    pub fn is_integer(&self) -> bool {
        !self.number().rounded && self.number().ulp.is_one()
    }

    /// Whether the number says of itself that it may be rounded: it has a point or an exponent, is a percentage, or is
    /// called approximate.
    pub fn rounds(&self) -> bool {
        self.number().rounded || !self.number().ulp.is_one() || self.is_percent() || self.about
    }
}

/// Reads a cell of a table.
pub(crate) fn cell(document: &Document, cell: &designlint_document::Cell, readings: Convention) -> Content {
    content(&document.flat_cell(cell)).under(readings)
}

/// Reads a text that should hold one number.
pub(crate) fn content(flat: &Flat) -> Content {
    content_of(flat, 0..flat.text.len())
}

/// Reads a part of a text that should hold one number.
pub(crate) fn content_of(flat: &Flat, range: Range<usize>) -> Content {
    let text = visible(flat);
    let Some(text) = text.get(range.clone()) else { return Content::Empty };
    if says_nothing(text) {
        return Content::Empty;
    }
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return Content::Words;
    }
    let tokens = tokens(text);
    let reader = Reader { text, tokens: &tokens, flat, at: range.start };
    match reader.read() {
        Some((amount, After::Notes)) => Content::Amount(Box::new(amount)),
        Some((amount, After::Comma)) => Content::Several(Box::new(amount)),
        _ => Content::Unreadable,
    }
}

/// What follows a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// Words and brackets.
    Notes,
    /// A comma and another number.
    Comma,
    /// Another number.
    More,
}

/// The text without what is struck out.
fn visible(flat: &Flat) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(flat.text.as_str());
    for region in flat.regions.iter().filter(|r| r.kind == RegionKind::Struck) {
        if let Some(part) = text.get(region.range.clone()) {
            let blank = " ".repeat(part.len());
            text.to_mut().replace_range(region.range.clone(), &blank);
        }
    }
    text
}

/// The number that starts at a token of a text, and the index of the token behind it with its nouns.
pub(crate) fn amount_at(flat: &Flat, text: &str, tokens: &[Token], at: usize) -> Option<(Amount, usize)> {
    let reader = Reader { text, tokens, flat, at: 0 };
    let before = at.checked_sub(1).and_then(|i| tokens.get(i));
    let about = before.is_some_and(|t| t.kind == TokenKind::Word && is_about(t.text(text)));
    let (mut amount, next) = reader.number(at)?;
    amount.about |= about;
    Some((amount, next))
}

/// Empty, a dash, "n/a", "none".
fn says_nothing(text: &str) -> bool {
    let text = text.trim().trim_matches(['*', '`', '_', '(', ')']).trim().to_lowercase();
    text.chars().all(|c| matches!(c, '-' | '–' | '—' | '−' | '.' | '…' | '/' | ' '))
        || matches!(text.as_str(), "n/a" | "na" | "none" | "nil" | "n.a.")
}

/// Whether the word says that a number is approximate.
pub(crate) fn is_about(word: &str) -> bool {
    const WORDS: [&str; 13] = [
        "about",
        "approx",
        "approx.",
        "approximately",
        "around",
        "ca",
        "ca.",
        "circa",
        "est",
        "roughly",
        "nearly",
        "almost",
        "some",
    ];
    WORDS.contains(&word.to_ascii_lowercase().as_str())
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    flat: &'t Flat,
    /// Where the text starts in the flat text.
    at: usize,
}

impl Reader<'_> {
    fn read(&self) -> Option<(Amount, After)> {
        let (mut at, mut about, mut bound) = self.start();
        while let Some(token) = self.tokens.get(at).filter(|t| t.kind == TokenKind::Word) {
            match token.text(self.text).to_ascii_lowercase().as_str() {
                "up" | "to" | "max" | "min" | "at" | "most" | "least" | "over" | "under" | "only" => bound = true,
                word if is_about(word) => about = true,
                _ => return None,
            }
            at += 1;
        }
        let (mut amount, next) = self.number(at)?;
        amount.about |= about;
        amount.bound |= bound;
        amount.rest = self.text.get(amount.literal.range.end..)?.trim().to_lowercase();
        Some((amount, self.after(next)))
    }

    /// The number at a token, and the index of the token behind it.
    fn number(&self, mut at: usize) -> Option<(Amount, usize)> {
        let mut about = false;
        if self.tokens.get(at)?.kind == TokenKind::Approximately {
            about = true;
            at += 1;
        }
        let end = self.times_sign(at).unwrap_or(self.tokens.len());
        let parsed = parse(self.text, &self.tokens[..end], at)?;
        let literal = parsed.expression.as_literal()?.clone();
        about |= self.tokens[at..parsed.next].iter().any(|t| t.kind == TokenKind::Approximately);
        let text = self.text.get(literal.range.clone())?.trim().to_string();
        let amount = Amount {
            span: self.flat.source_span(self.at + literal.range.start..self.at + literal.range.end),
            times: end < self.tokens.len() || text.ends_with(['x', 'X']),
            text,
            rest: String::new(),
            negative: negations(&parsed.expression) % 2 == 1,
            bound: self.closes_with_a_bound(&parsed),
            literal,
            about,
            readings: Convention::default(),
        };
        Some((amount, parsed.next))
    }

    /// The `×` right behind the first number, where no other factor follows: "16× capacity".
    fn times_sign(&self, at: usize) -> Option<usize> {
        let number = |t: &Token| matches!(t.kind, TokenKind::Number(_));
        let first = at + self.tokens.get(at..)?.iter().take(3).position(number)?;
        let sign = self.tokens.get(first + 1).filter(|t| t.kind == TokenKind::Times && !t.blank_before)?;
        let factor = self.tokens.get(first + 2).is_some_and(|t| number(t) || t.kind == TokenKind::Open);
        (!factor && sign.text(self.text) == "×").then_some(first + 1)
    }

    /// Where the number starts: behind the last relation outside brackets.
    fn start(&self) -> (usize, bool, bool) {
        let (mut depth, mut start) = (0usize, (0, false, false));
        for (at, token) in self.tokens.iter().enumerate() {
            match &token.kind {
                TokenKind::Open | TokenKind::CeilOpen | TokenKind::FloorOpen => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Relation(relation) if depth == 0 => {
                    let about = *relation == Relation::About;
                    let bound = !matches!(relation, Relation::About | Relation::Equal);
                    start = (at + 1, about, bound);
                }
                _ => {}
            }
        }
        start
    }

    /// `50+`.
    fn closes_with_a_bound(&self, parsed: &Parsed) -> bool {
        self.tokens.get(parsed.next).is_some_and(|t| t.kind == TokenKind::Plus && !t.blank_before)
    }

    /// What follows outside brackets.
    fn after(&self, next: usize) -> After {
        let (mut depth, mut comma) = (0usize, false);
        for token in &self.tokens[next..] {
            match &token.kind {
                TokenKind::Open | TokenKind::CeilOpen | TokenKind::FloorOpen => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Comma | TokenKind::Boundary if depth == 0 => comma = true,
                TokenKind::Number(_) | TokenKind::NoNumber(_) | TokenKind::Range | TokenKind::PlusMinus
                    if depth == 0 =>
                {
                    return if comma { After::Comma } else { After::More };
                }
                _ => {}
            }
        }
        After::Notes
    }
}

fn negations(e: &Expression) -> usize {
    match e {
        Expression::Negate(a) => 1 + negations(a),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    fn read(text: &str) -> String {
        let source = Source::new(text);
        let flat = Flat::of(&source, &[Span::new(0, text.len())], false);
        match content(&flat) {
            Content::Empty => "empty".to_string(),
            Content::Words => "words".to_string(),
            Content::Unreadable => "unreadable".to_string(),
            Content::Several(a) => format!("{} and more", a.text),
            Content::Amount(a) => {
                let marks = [(a.negative, " negative"), (a.about, " about"), (a.bound, " bound")];
                let marks: String = marks.iter().filter(|m| m.0).map(|m| m.1).collect();
                assert_eq!(source.slice(a.span), a.text);
                format!("{}{marks}", a.text)
            }
        }
    }

    #[test]
    fn one_number_whatever_dresses_it() {
        let cases = [
            ("**~$18,400**", "$18,400 about"),
            ("1,973M (43%)", "1,973M"),
            ("317,536 FIL", "317,536"),
            ("428.765µs*", "428.765µs"),
            ("**-1.3%**", "1.3% negative"),
            ("−60% prefill fleet", "60% negative"),
            ("+0.5%", "0.5%"),
            ("< 5 ms", "5 ms bound"),
            ("50+", "50 bound"),
            ("197,244 x 0.05 = 9,862", "9,862"),
            ("5.5x", "5.5x"),
            ("16× capacity", "16"),
            ("3.33×", "3.33"),
            ("+21%, 2.1× KV capacity", "21% and more"),
            ("~~12~~ 15 ms", "15 ms"),
            ("~$68,000/month", "$68,000/month about"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn a_number_in_prose_holds_nothing_of_what_comes_behind_it() {
        let (text, notes) = ("15 nodes (all of them), 16 pods and so on", "nodes (all of them), 16 pods and so on");
        let source = Source::new(text);
        let flat = Flat::of(&source, &[Span::new(0, text.len())], false);
        let (amount, next) = amount_at(&flat, text, &tokens(text), 0).unwrap();
        assert_eq!((amount.text.as_str(), amount.rest.as_str(), next), ("15", "", 2));
        assert_eq!(content(&flat).first().unwrap().rest, notes);
    }

    #[test]
    fn what_is_not_one_number() {
        for text in ["10-20 ms", "4/16", "2 x 3", "RAID 10", "14336x15360"] {
            assert_eq!(read(text), "unreadable", "{text}");
        }
        for text in ["", "—", "n/a", " - "] {
            assert_eq!(read(text), "empty", "{text}");
        }
        assert_eq!(read("varies"), "words");
    }
}
