//! Tokens to expressions, by precedence: sum, product, power, atom.

use std::ops::Range;

use crate::{
    expression::{Expression, Function, Literal, Operator},
    number::{Number, power_of_ten},
    token::{Token, TokenKind},
    units::{Dimension, unit},
};

/// Deepest nesting of brackets.
const DEPTH: usize = 64;
/// Most tokens of one expression.
const LENGTH: usize = 256;

/// An expression found at a place of the tokens.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// What was read.
    pub expression: Expression,
    /// Index of the first token behind it.
    pub next: usize,
    /// Bytes from its first token to its last, trailing nouns included.
    pub range: Range<usize>,
    /// Whether an operator follows that could not be read: the expression is only a part.
    pub cut_off: bool,
}

/// Reads the longest expression that starts at token `from`.
pub fn parse(text: &str, tokens: &[Token], from: usize) -> Option<Parsed> {
    parse_until(text, tokens, from, tokens.len())
}

/// Reads the longest expression that starts at token `from` and ends before token `end`.
pub fn parse_until(text: &str, tokens: &[Token], from: usize, end: usize) -> Option<Parsed> {
    let mut parser = Parser { text, tokens, at: from, end: (from + LENGTH).min(end), depth: 0 };
    let expression = parser.sum()?;
    let next = parser.at;
    let last = tokens.get(next.checked_sub(1)?)?;
    let range = tokens.get(from)?.range.start..last.range.end;
    let cut_off = next >= from + LENGTH
        || tokens.get(next).filter(|_| next < end).is_some_and(|t| match t.kind {
            TokenKind::Times | TokenKind::Over | TokenKind::Power | TokenKind::Plus | TokenKind::Factorial => true,
            TokenKind::Minus => t.blank_before == t.blank_after && t.text(text) != "–",
            _ => false,
        });
    Some(Parsed { expression, next, range, cut_off })
}

pub(crate) struct Parser<'t> {
    pub(crate) text: &'t str,
    pub(crate) tokens: &'t [Token],
    pub(crate) at: usize,
    end: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    pub(crate) fn peek(&self) -> Option<&'t TokenKind> {
        self.peek_at(0)
    }

    pub(crate) fn peek_at(&self, n: usize) -> Option<&'t TokenKind> {
        self.token(n).map(|t| &t.kind)
    }

    pub(crate) fn token(&self, n: usize) -> Option<&'t Token> {
        let tokens: &'t [Token] = self.tokens;
        tokens.get(self.at + n).filter(|_| self.at + n < self.end)
    }

    pub(crate) fn word(&self, n: usize) -> Option<&'t str> {
        let token = self.token(n)?;
        (token.kind == TokenKind::Word).then(|| token.text(self.text))
    }

    fn sum(&mut self) -> Option<Expression> {
        let mut left = self.product()?;
        loop {
            self.skip_line_end();
            let (operator, words) = match self.peek() {
                Some(TokenKind::Plus) => (Operator::Add, 1),
                Some(TokenKind::Minus) if self.minus_is_operator() => (Operator::Subtract, 1),
                Some(TokenKind::Word) => match self.word(0) {
                    Some("plus") => (Operator::Add, 1),
                    Some("minus") => (Operator::Subtract, 1),
                    _ => break,
                },
                _ => break,
            };
            let back = self.at;
            self.at += words;
            self.skip_line_end();
            match self.product() {
                Some(right) => left = Expression::Binary(operator, Box::new(left), Box::new(right)),
                None => {
                    self.at = back;
                    break;
                }
            }
        }
        Some(left)
    }

    /// A minus needs a blank on both sides or on neither.
    fn minus_is_operator(&self) -> bool {
        self.token(0).is_some_and(|t| t.blank_before || !t.blank_after)
    }

    /// A formula may go on in the next line where that line starts with an operator, or the last one ended in one.
    fn skip_line_end(&mut self) {
        if self.peek() != Some(&TokenKind::Newline) {
            return;
        }
        let before = self.at.checked_sub(1).and_then(|i| self.tokens.get(i)).map(|t| &t.kind);
        let operator = |k: Option<&TokenKind>| {
            matches!(k, Some(TokenKind::Plus | TokenKind::Times | TokenKind::Over | TokenKind::Minus))
        };
        let leads = operator(self.peek_at(1)) && self.token(1).is_some_and(|t| t.blank_after);
        let bullet = matches!(self.peek_at(1), Some(TokenKind::Minus | TokenKind::Plus));
        if operator(before) || (leads && !bullet) {
            self.at += 1;
        }
    }

    fn product(&mut self) -> Option<Expression> {
        let mut left = self.factor()?;
        loop {
            self.skip_line_end();
            let (operator, words) = match self.peek() {
                Some(TokenKind::Times) => (Operator::Multiply, 1),
                Some(TokenKind::Over) => (Operator::Divide, 1),
                Some(TokenKind::Word) => match (self.word(0), self.word(1)) {
                    (Some("of"), _) if self.of_multiplies(&left) => (Operator::Multiply, 1),
                    (Some("per"), _) if matches!(self.peek_at(1), Some(TokenKind::Number(_))) => (Operator::Divide, 1),
                    (Some("divided"), Some("by")) => (Operator::Divide, 2),
                    (Some("pi" | "π"), _) => (Operator::Multiply, 0),
                    _ => break,
                },
                _ => break,
            };
            let back = self.at;
            self.at += words;
            self.skip_line_end();
            match self.factor() {
                Some(right) => left = Expression::Binary(operator, Box::new(left), Box::new(right)),
                None => {
                    self.at = back;
                    break;
                }
            }
        }
        Some(left)
    }

    /// "of" multiplies a percentage or a fraction with a number; before a noun it is a label.
    fn of_multiplies(&self, left: &Expression) -> bool {
        let operand =
            |n| matches!(self.peek_at(n), Some(TokenKind::Number(_) | TokenKind::Currency(_) | TokenKind::Open));
        let article = matches!(self.word(1), Some("the" | "a"));
        (left.share().is_some() || is_fraction(left)) && (operand(1) || (article && operand(2)))
    }

    fn factor(&mut self) -> Option<Expression> {
        let average = matches!(self.word(0), Some("avg" | "average" | "mean" | "about" | "approx"));
        if average && matches!(self.peek_at(1), Some(TokenKind::Number(_) | TokenKind::Approximately)) {
            self.at += 1;
        }
        match self.peek()? {
            TokenKind::Minus => {
                self.at += 1;
                Some(Expression::Negate(Box::new(self.factor()?)))
            }
            TokenKind::Plus | TokenKind::Approximately => {
                self.at += 1;
                self.factor()
            }
            _ => self.power(),
        }
    }

    fn power(&mut self) -> Option<Expression> {
        let mut base = self.atom()?;
        loop {
            match self.peek() {
                Some(TokenKind::Factorial) => {
                    self.at += 1;
                    base = Expression::Call(Function::Factorial, vec![base]);
                }
                Some(&TokenKind::Superscript(n)) => {
                    self.at += 1;
                    let exponent = Expression::Literal(self.literal(Number::integer(n)));
                    base = self.with_suffix(Expression::Power(Box::new(base), Box::new(exponent)));
                }
                Some(TokenKind::Power) => {
                    let back = self.at;
                    self.at += 1;
                    let Some(exponent) = self.exponent() else {
                        self.at = back;
                        return Some(base);
                    };
                    base = self.with_suffix(Expression::Power(Box::new(base), Box::new(exponent)));
                }
                _ => return Some(base),
            }
        }
    }

    fn exponent(&mut self) -> Option<Expression> {
        if matches!(self.peek(), Some(TokenKind::Minus)) {
            self.at += 1;
            return Some(Expression::Negate(Box::new(self.exponent()?)));
        }
        let base = match self.peek()? {
            TokenKind::Number(n) => {
                self.at += 1;
                Expression::Literal(self.literal(n.clone()))
            }
            TokenKind::Open => self.group()?,
            TokenKind::Fraction => self.fraction()?,
            TokenKind::Word => self.symbol()?,
            _ => return None,
        };
        if self.peek() == Some(&TokenKind::Power) {
            self.at += 1;
            return Some(Expression::Power(Box::new(base), Box::new(self.exponent()?)));
        }
        Some(base)
    }

    fn literal(&self, number: Number) -> Literal {
        let range = self.tokens[self.at - 1].range.clone();
        Literal { number, suffix: crate::Suffix { end: range.end, ..Default::default() }, range }
    }

    fn atom(&mut self) -> Option<Expression> {
        match self.peek()? {
            TokenKind::Number(n) => self.number(n.clone(), None),
            TokenKind::Currency(c) => {
                let c = *c;
                self.at += 1;
                match self.peek()? {
                    TokenKind::Number(n) => self.number(n.clone(), Some(c)),
                    _ => None,
                }
            }
            TokenKind::Open => {
                let group = self.group()?;
                Some(self.with_suffix(group))
            }
            TokenKind::CeilOpen => self.rounding(Function::Ceil),
            TokenKind::FloorOpen => self.rounding(Function::Floor),
            TokenKind::Fraction => self.fraction(),
            TokenKind::Word => self.call_or_symbol(),
            _ => None,
        }
    }

    fn number(&mut self, number: Number, currency: Option<Dimension>) -> Option<Expression> {
        let start = self.tokens[self.at - usize::from(currency.is_some())].range.start;
        self.at += 1;
        if matches!(self.peek(), Some(TokenKind::NoNumber(_))) && !self.token(0)?.blank_before {
            return None;
        }
        let number = self.scientific(number);
        if matches!(self.peek(), Some(TokenKind::Power | TokenKind::Superscript(_))) {
            return Some(Expression::Literal(self.literal(number)));
        }
        if let Some(range) = self.range(&number, currency, start) {
            return Some(range);
        }
        let suffix = self.suffix(currency, true)?;
        let literal = Literal { number, range: start..suffix.end, suffix };
        if let Some(high) = self.upper_bound(&literal) {
            return Some(Expression::Range(Box::new(Expression::Literal(literal)), Box::new(high)));
        }
        Some(self.mixed(Expression::Literal(literal)))
    }

    /// `m x 10^k` is one number, as precise as its mantissa.
    fn scientific(&mut self, number: Number) -> Number {
        let ten = |k: Option<&TokenKind>| matches!(k, Some(TokenKind::Number(n)) if n.digits == 2 && n.value == crate::Rational::from(10u8));
        if self.peek() != Some(&TokenKind::Times) || !ten(self.peek_at(1)) {
            return number;
        }
        let (exponent, used) = match (self.peek_at(2), self.peek_at(3), self.peek_at(4), self.peek_at(5)) {
            (Some(TokenKind::Superscript(n)), ..) => (i64::from(*n), 3),
            (Some(TokenKind::Power), Some(TokenKind::Number(n)), ..) => (small(n), 4),
            (Some(TokenKind::Power), Some(TokenKind::Minus), Some(TokenKind::Number(n)), _) => (-small(n), 5),
            (Some(TokenKind::Power), Some(TokenKind::Open), Some(TokenKind::Number(n)), Some(TokenKind::Close)) => {
                (small(n), 6)
            }
            _ => return number,
        };
        if exponent.abs() > 4096 || matches!(self.peek_at(used), Some(TokenKind::Power)) {
            return number;
        }
        self.at += used;
        let scale = power_of_ten(exponent);
        Number { value: &number.value * &scale, ulp: &number.ulp * &scale, rounded: true, ..number }
    }

    /// `10-20 GB`, `10 to 20 GB`: not where an operator, a relation or a bracket follows.
    fn range(&mut self, low: &Number, currency: Option<Dimension>, start: usize) -> Option<Expression> {
        let dash = self.token(0)?;
        let tight = matches!(dash.kind, TokenKind::Minus) && !dash.blank_before && !dash.blank_after;
        let is_range = tight || dash.kind == TokenKind::Range || dash.is_word(self.text, "to");
        let sign = usize::from(matches!(self.peek_at(1), Some(TokenKind::Currency(_))));
        let Some(TokenKind::Number(high)) = self.peek_at(1 + sign).filter(|_| is_range) else { return None };
        let follows = self.tokens.get(self.at + 2 + sign).map(|t| &t.kind);
        let arithmetic = tight
            && matches!(
                follows,
                Some(
                    TokenKind::Plus
                        | TokenKind::Minus
                        | TokenKind::Times
                        | TokenKind::Over
                        | TokenKind::Power
                        | TokenKind::Close
                        | TokenKind::Relation(_)
                )
            );
        if arithmetic {
            return None;
        }
        let (low_end, high) = (self.tokens[self.at - 1].range.end, high.clone());
        self.at += 2 + sign;
        let suffix = self.suffix(currency, true)?;
        let low = Literal { number: low.clone(), range: start..low_end, suffix: suffix.clone() };
        let high = Literal { number: high, range: low_end + 1..suffix.end, suffix };
        Some(Expression::Range(Box::new(Expression::Literal(low)), Box::new(Expression::Literal(high))))
    }

    /// `0%-100%`, `10ms-20ms`: the upper bound of a range whose bounds both carry the unit.
    fn upper_bound(&mut self, low: &Literal) -> Option<Expression> {
        let dash = self.token(0).filter(|t| t.kind == TokenKind::Minus && !t.blank_before && !t.blank_after)?;
        let Some(TokenKind::Number(high)) = self.peek_at(1) else { return None };
        let (back, start) = (self.at, dash.range.end);
        if low.suffix.is_bare() {
            return None;
        }
        self.at += 2;
        let suffix = self.suffix(None, true);
        let arithmetic = matches!(
            self.tokens.get(self.at).map(|t| &t.kind),
            Some(TokenKind::Plus | TokenKind::Minus | TokenKind::Times | TokenKind::Over | TokenKind::Relation(_))
        );
        match suffix {
            Some(suffix) if !arithmetic && suffix.units == low.suffix.units && suffix.share == low.suffix.share => {
                Some(Expression::Literal(Literal { number: high.clone(), range: start..suffix.end, suffix }))
            }
            _ => {
                self.at = back;
                None
            }
        }
    }

    /// `2 h 30 min`, `5 feet 12 inch`: units of one dimension, without an operator.
    fn mixed(&mut self, first: Expression) -> Expression {
        let Expression::Literal(literal) = &first else { return first };
        let one = |s: &crate::Suffix| match s.units.as_slice() {
            [u] if u.exponent == 1 && s.noun.is_empty() => unit(&u.word).map(|u| u.dimension),
            _ => None,
        };
        let Some(dimension) = one(&literal.suffix).filter(|d| !d.is_none()) else { return first };
        let Some(TokenKind::Number(number)) = self.peek() else { return first };
        let back = self.at;
        let start = self.tokens[self.at].range.start;
        self.at += 1;
        match self.suffix(None, false) {
            Some(suffix) if one(&suffix) == Some(dimension) => {
                let second = Expression::Literal(Literal { number: number.clone(), range: start..suffix.end, suffix });
                let second = self.mixed(second);
                Expression::Binary(Operator::Add, Box::new(first), Box::new(second))
            }
            _ => {
                self.at = back;
                first
            }
        }
    }

    fn group(&mut self) -> Option<Expression> {
        if self.depth >= DEPTH {
            return None;
        }
        self.depth += 1;
        self.at += 1;
        let inner = self.sum();
        self.depth -= 1;
        let inner = inner?;
        (self.peek()? == &TokenKind::Close).then(|| self.at += 1)?;
        Some(inner)
    }

    fn rounding(&mut self, function: Function) -> Option<Expression> {
        let inner = self.group()?;
        Some(self.with_suffix(Expression::Call(function, vec![inner])))
    }

    fn fraction(&mut self) -> Option<Expression> {
        self.at += 1;
        (self.peek()? == &TokenKind::Open).then_some(())?;
        let above = self.group()?;
        (self.peek()? == &TokenKind::Open).then_some(())?;
        let below = self.group()?;
        Some(self.with_suffix(Expression::Binary(Operator::Divide, Box::new(above), Box::new(below))))
    }

    /// A unit, a percent sign or a noun behind a group.
    fn with_suffix(&mut self, inner: Expression) -> Expression {
        let back = self.at;
        match self.suffix(None, true) {
            Some(s) if !s.is_bare() || !s.scales.is_empty() || !s.noun.is_empty() => {
                Expression::Scaled(Box::new(inner), s)
            }
            Some(_) => inner,
            None => {
                self.at = back;
                inner
            }
        }
    }

    fn call_or_symbol(&mut self) -> Option<Expression> {
        let name = self.word(0)?;
        let mut used = 1;
        let mut function = function(name);
        if name.trim_start_matches('\\') == "log" && self.word(1).is_some_and(|w| w.starts_with('_')) {
            if let (Some(TokenKind::Open), Some(TokenKind::Number(n)), Some(TokenKind::Close)) =
                (self.peek_at(2), self.peek_at(3), self.peek_at(4))
            {
                function = u32::try_from(small(n)).ok().map(Function::Log);
                used = 5;
            } else if let Some(base) = self.word(1).and_then(|w| w[1..].parse().ok()) {
                function = Some(Function::Log(base));
                used = 2;
            }
        }
        if let (Some(function), Some(TokenKind::Open)) = (function, self.peek_at(used)) {
            self.at += used;
            return self.arguments(function);
        }
        if matches!(self.peek_at(1), Some(TokenKind::Open)) && !self.token(1)?.blank_before {
            return None;
        }
        self.symbol()
    }

    fn arguments(&mut self, function: Function) -> Option<Expression> {
        if self.depth >= DEPTH {
            return None;
        }
        self.depth += 1;
        let mut arguments = Vec::new();
        loop {
            self.at += 1;
            let Some(argument) = self.sum() else {
                self.depth -= 1;
                return None;
            };
            arguments.push(argument);
            match self.peek() {
                Some(TokenKind::Comma) => {}
                Some(TokenKind::Close) => break,
                _ => {
                    self.depth -= 1;
                    return None;
                }
            }
        }
        self.depth -= 1;
        self.at += 1;
        Some(self.with_suffix(Expression::Call(function, arguments)))
    }

    /// A name of up to four words, such as `kv heads`.
    fn symbol(&mut self) -> Option<Expression> {
        let first = self.token(0)?;
        self.word(0).filter(|w| !crate::suffix::is_stop_word(w))?;
        let mut last = first;
        self.at += 1;
        for _ in 0..3 {
            match self.word(0) {
                Some(w) if !crate::suffix::is_stop_word(w) && !matches!(w, "of" | "per" | "pi" | "π") => {
                    last = self.token(0)?;
                    self.at += 1;
                }
                _ => break,
            }
        }
        let range = first.range.start..last.range.end;
        Some(Expression::Symbol(self.text[range.clone()].to_string(), range))
    }
}

/// The value of a small integer; 0 for anything else.
fn small(n: &Number) -> i64 {
    i64::try_from(n.value.trunc()).unwrap_or(0)
}

/// `1/3`, `¼`: what "of" multiplies.
fn is_fraction(e: &Expression) -> bool {
    match e {
        Expression::Binary(Operator::Divide, a, b) => [a, b]
            .iter()
            .all(|x| matches!(&***x, Expression::Literal(l) if l.suffix.is_bare() && l.suffix.noun.is_empty())),
        Expression::Literal(l) => {
            l.suffix.is_bare() && l.number.value < crate::Rational::ONE && !l.number.value.is_zero()
        }
        _ => false,
    }
}

fn function(name: &str) -> Option<Function> {
    Some(match name.trim_start_matches('\\').to_lowercase().as_str() {
        "sum" => Function::Sum,
        "min" => Function::Min,
        "max" => Function::Max,
        "avg" | "mean" | "average" => Function::Mean,
        "ceil" | "ceiling" => Function::Ceil,
        "floor" => Function::Floor,
        "round" => Function::Round,
        "sqrt" => Function::Sqrt,
        "log2" | "log_2" | "lg" => Function::Log(2),
        "log10" | "log_10" => Function::Log(10),
        "ln" => Function::Ln,
        "abs" => Function::Abs,
        "c" | "choose" => Function::Choose,
        _ => return None,
    })
}
