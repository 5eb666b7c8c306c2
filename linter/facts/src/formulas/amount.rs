//! A number with its unit at a place of a text, without the nouns behind it.

use std::ops::Range;

use designlint_quantity::{
    Convention, Dimension, Expression, Literal, Operator, Quantity, Suffix, Token, TokenKind, UnitTerm, parse, unit,
};

use crate::claims::value_under;

/// Tokens that a number and its unit can take.
const REACH: usize = 14;

/// A number with its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Amount {
    /// As an expression: a literal, a fraction such as `1/50`, or `2 h 30 min`.
    pub expression: Expression,
    /// Its value.
    pub quantity: Quantity,
    /// As written.
    pub text: String,
    /// Whether it is approximate.
    pub about: bool,
    /// Where it ends in its text.
    pub end: usize,
    /// The readings that are agreed on.
    pub readings: Convention,
}

impl Amount {
    /// The literal it is, unless it is a fraction or has parts.
    pub fn literal(&self) -> Option<&Literal> {
        self.expression.as_literal()
    }

    /// Whether nothing but digits stands there.
    pub fn is_bare(&self) -> bool {
        self.literal().is_some_and(|l| l.suffix.is_bare() && l.suffix.scales.is_empty())
    }

    /// `65 s per week` as 65 s, and the unit it is counted by; `None` where it is no rate per time.
    pub fn per_period(&self) -> Option<(Self, String)> {
        let literal = self.literal()?;
        let of_time = |u: &UnitTerm| u.exponent == -1 && unit(&u.word).is_some_and(|u| u.dimension == Dimension::TIME);
        let per = literal.suffix.units.iter().find(|u| of_time(u))?.word.clone();
        let mut literal = literal.clone();
        literal.suffix.units.retain(|u| !of_time(u));
        let mut out = Self { expression: Expression::Literal(literal.clone()), ..self.clone() };
        out.quantity = Quantity::under(&literal, "", &self.readings.reading());
        Some((out, per))
    }

    /// The amount that a text is, such as `2 B`.
    pub fn of(text: &str) -> Option<Self> {
        let tokens = designlint_quantity::tokens(text);
        let (amount, next) = amount_at(text, &tokens, 0)?;
        (next == tokens.len()).then_some(amount)
    }

    fn new(expression: Expression, text: &str, start: usize, end: usize) -> Option<Self> {
        let readings = Convention::default();
        let quantity = quantity(&expression, text, readings)?;
        let text = text.get(start..end)?.replace("{,}", ",");
        Some(Self { expression, quantity, text, about: false, end, readings })
    }

    /// The same where readings are agreed on.
    pub fn under(mut self, readings: Convention) -> Self {
        let known = if readings.is_open() { None } else { quantity(&self.expression, "", readings) };
        if let Some(quantity) = known {
            self.quantity = Quantity { unit: self.quantity.unit, ..quantity };
            self.readings = readings;
        }
        self
    }
}

fn quantity(expression: &Expression, text: &str, readings: Convention) -> Option<Quantity> {
    let reading = readings.reading();
    match expression.as_literal() {
        Some(literal) => Some(Quantity::under(literal, text, &reading)),
        None => {
            let (value, dimension) = value_under(expression, &|_| None, &reading)?;
            Some(Quantity { value, dimension, ..Quantity::count(0) })
        }
    }
}

/// The amount that starts at a token, and the index of the token behind it.
pub(crate) fn amount_at(text: &str, tokens: &[Token], at: usize) -> Option<(Amount, usize)> {
    if !matches!(tokens.get(at)?.kind, TokenKind::Number(_) | TokenKind::Currency(_)) {
        return None;
    }
    // `5xx` is a class of status codes.
    if text[tokens[at].range.end..].starts_with("xx") {
        return None;
    }
    if is_one_of_a_list(text, &tokens[at].range) {
        return None;
    }
    let near = &tokens[..reach(tokens, at)];
    let parsed = parse(text, near, at)?;
    let first = leftmost(&parsed.expression)?;
    let start = tokens[at].range.start;
    let next = |end: usize| tokens.partition_point(|t| t.range.start < end);
    let behind = next(first.suffix.end.max(first.range.end));
    if matches!(
        tokens.get(behind).map(|t| &t.kind),
        Some(TokenKind::Power | TokenKind::Superscript(_) | TokenKind::Factorial)
    ) {
        return None;
    }
    let (expression, end) = mixed(text, &parsed.expression)
        .or_else(|| fraction(text, near, first, behind))
        .or_else(|| hyphenated(text, near, first, behind))
        .unwrap_or_else(|| (Expression::Literal(first.clone()), first.range.end));
    let mut amount = Amount::new(expression, text, start, end)?;
    if let Some((number, unit)) = amount
        .text
        .split_once('-')
        .filter(|(n, u)| n.ends_with(|c: char| c.is_ascii_digit()) && u.chars().all(char::is_alphabetic))
    {
        // `30-day` is written out as people write it elsewhere.
        let plural = number != "1" && unit.len() > 2 && !unit.ends_with('s');
        amount.text = format!("{number} {unit}{}", if plural { "s" } else { "" });
    }
    Some((amount, next(end)))
}

/// Whether commas without blanks join the number to others: `1,2,4`, and `6,40,000` whose digits are grouped in another way.
fn is_one_of_a_list(text: &str, number: &Range<usize>) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let before = text[..number.start].strip_suffix(',').is_some_and(|t| digit(t.chars().next_back()));
    before || text[number.end..].strip_prefix(',').is_some_and(|t| digit(t.chars().next()))
}

/// Where a number with its unit ends at the latest.
fn reach(tokens: &[Token], at: usize) -> usize {
    let ends = |t: &Token| {
        matches!(
            t.kind,
            TokenKind::Plus
                | TokenKind::Relation(_)
                | TokenKind::Comma
                | TokenKind::Boundary
                | TokenKind::Colon
                | TokenKind::Arrow
                | TokenKind::Open
        )
    };
    let most = tokens.len().min(at + REACH);
    tokens[at + 1..most].iter().position(ends).map_or(most, |n| at + 1 + n)
}

/// The literal an expression starts with; none for a range.
fn leftmost(e: &Expression) -> Option<&Literal> {
    match e {
        Expression::Literal(l) => Some(l),
        Expression::Binary(_, a, _) | Expression::Power(a, _) | Expression::Scaled(a, _) => leftmost(a),
        _ => None,
    }
}

/// `2 h 30 min`: no operator between the parts.
fn mixed(text: &str, e: &Expression) -> Option<(Expression, usize)> {
    let Expression::Binary(Operator::Add, a, b) = e else { return None };
    let (Expression::Literal(first), Expression::Literal(second)) = (&**a, &**b) else { return None };
    let between = text.get(first.range.end..second.range.start)?;
    between.trim().is_empty().then(|| (e.clone(), second.range.end))
}

/// `1/50`, `25/12 h`: two integers with a slash and no blanks.
fn fraction(text: &str, tokens: &[Token], first: &Literal, at: usize) -> Option<(Expression, usize)> {
    let slash = tokens.get(at).filter(|t| t.kind == TokenKind::Over && !t.blank_before && !t.blank_after)?;
    let plain = |l: &Literal| l.number.value.is_int() && l.suffix.currency.is_none() && l.suffix.share.is_none();
    if !first.suffix.is_bare()
        || !first.suffix.scales.is_empty()
        || !plain(first)
        || slash.range.start != first.range.end
    {
        return None;
    }
    let parsed = parse(text, tokens, at + 1)?;
    let second = leftmost(&parsed.expression).filter(|l| plain(l) && !l.number.value.is_zero())?;
    let behind = tokens.partition_point(|t| t.range.start < second.range.end);
    if matches!(tokens.get(behind).map(|t| &t.kind), Some(TokenKind::Over | TokenKind::Times | TokenKind::Power)) {
        return None;
    }
    let below = Literal { suffix: Suffix { end: second.range.end, ..Suffix::default() }, ..second.clone() };
    let ratio = Expression::Binary(
        Operator::Divide,
        Box::new(Expression::Literal(first.clone())),
        Box::new(Expression::Literal(below)),
    );
    let end = second.range.end;
    let expression =
        if second.suffix.units.is_empty() { ratio } else { Expression::Scaled(Box::new(ratio), second.suffix.clone()) };
    Some((expression, end))
}

/// `30-day`: a unit behind a hyphen.
fn hyphenated(text: &str, tokens: &[Token], first: &Literal, at: usize) -> Option<(Expression, usize)> {
    let hyphen = tokens.get(at).filter(|t| t.kind == TokenKind::Minus && !t.blank_before && !t.blank_after)?;
    let word = tokens.get(at + 1).filter(|t| t.kind == TokenKind::Word && t.range.start == hyphen.range.end)?;
    let name = word.text(text);
    if !first.suffix.is_bare() || name.len() < 3 || unit(name).is_none_or(|u| u.dimension.is_none()) {
        return None;
    }
    let mut literal = first.clone();
    literal.suffix.units.push(UnitTerm { word: name.to_string(), exponent: 1, noun_follows: false });
    literal.suffix.end = word.range.end;
    Some((Expression::Literal(literal), word.range.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let tokens = designlint_quantity::tokens(text);
        amount_at(text, &tokens, 0).map_or("-".into(), |(a, _)| format!("{} = {}", a.text, a.quantity.value))
    }

    #[test]
    fn numbers_with_units_and_without_nouns() {
        assert_eq!(read("8.4 KB of JSON"), "8.4 KB = 8400");
        assert_eq!(read("4 requests/s arrive"), "4 requests/s = 4");
        assert_eq!(read("32 output tokens"), "32 = 32");
        assert_eq!(read("2 h 30 min later"), "2 h 30 min = 9000");
        assert_eq!(read("30-day window"), "30 days = 2592000");
        assert_eq!(read("512-token"), "512 = 512");
        assert_eq!(read("99.5% of"), "99.5% = 199/200");
        assert_eq!(read("$40,000 a month"), "$40,000 a month = 5/324");
    }

    #[test]
    fn fractions() {
        assert_eq!(read("1/50 of it"), "1/50 = 1/50");
        assert_eq!(read("25/12 hours"), "25/12 hours = 7500");
        assert_eq!(read("1 / 50"), "1 = 1");
    }

    #[test]
    fn what_is_no_amount() {
        assert_eq!(read("5xx"), "-");
        assert_eq!(read("23,040,040,40,000 B"), "-");
        assert_eq!(read("1,2,4"), "-");
        assert_eq!(read("23,040, 40"), "23,040 = 23040");
        assert_eq!(read("10-20 GB"), "-");
        assert_eq!(read("2^10"), "-");
        assert_eq!(read("2026-03-04"), "-");
    }

    #[test]
    fn a_rate_gives_its_period() {
        let (amount, per) = Amount::of("65 s per week").and_then(|a| a.per_period()).unwrap();
        assert_eq!((amount.quantity.value.to_string(), per.as_str()), ("65".to_string(), "week"));
        assert!(Amount::of("65 s").unwrap().per_period().is_none());
    }
}
