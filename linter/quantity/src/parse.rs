//! Tokens to expressions, by precedence: sum, product, power, atom.

use std::ops::Range;

use crate::{
    expression::{Expression, Function, Operator},
    number::Number,
    token::{Token, TokenKind},
};

/// Deepest nesting of brackets.
pub(crate) const DEPTH: usize = 64;
/// Most tokens of one expression.
const LENGTH: usize = 256;

/// Most margins of one expression: each doubles what it is a margin of.
const MARGINS: usize = 4;

/// Most atoms that are tried for one expression. What is read in one way where another did not end takes few more than it has;
/// brackets that nothing closes, one in the exponent of another, take twice as many each.
const ATOMS: usize = 16 * LENGTH;

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
    let mut parser = Parser { text, tokens, at: from, end: (from + LENGTH).min(end), depth: 0, margins: 0, atoms: 0 };
    let expression = parser.sum()?;
    let next = parser.at;
    let last = tokens.get(next.checked_sub(1)?)?;
    let range = tokens.get(from)?.range.start..last.range.end;
    let cut_off = next >= from + LENGTH
        || parser.atoms > ATOMS
        || tokens.get(next).filter(|_| next < end).is_some_and(|t| match t.kind {
            TokenKind::Times | TokenKind::Over | TokenKind::Power | TokenKind::Plus | TokenKind::Factorial => true,
            TokenKind::PlusMinus => parser.margins == MARGINS,
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
    pub(crate) depth: usize,
    margins: usize,
    atoms: usize,
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

    pub(crate) fn sum(&mut self) -> Option<Expression> {
        let mut left = self.product()?;
        loop {
            self.skip_line_end();
            if self.peek() == Some(&TokenKind::PlusMinus) {
                if self.margins == MARGINS {
                    break;
                }
                self.margins += 1;
                let back = self.at;
                self.at += 1;
                let Some(margin) = self.product() else {
                    self.at = back;
                    break;
                };
                left = left.with_margin(margin);
                continue;
            }
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

    /// A minus needs a blank on both sides or on neither; `-num` behind a blank is a flag.
    fn minus_is_operator(&self) -> bool {
        let flag = self.peek_at(1) == Some(&TokenKind::Word);
        self.token(0).is_some_and(|t| if t.blank_before { t.blank_after || !flag } else { !t.blank_after })
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
                Some(TokenKind::Open) if self.is_juxtaposed() => (Operator::Multiply, 0),
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

    /// `(2/3)(1/3)`: two brackets with nothing between them are multiplied.
    fn is_juxtaposed(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|i| self.tokens.get(i));
        before.is_some_and(|t| t.kind == TokenKind::Close && !t.blank_after)
    }

    /// "of" multiplies a percentage or a fraction with a number; before a noun it is a label.
    fn of_multiplies(&self, left: &Expression) -> bool {
        let operand =
            |n| matches!(self.peek_at(n), Some(TokenKind::Number(_) | TokenKind::Currency(_) | TokenKind::Open));
        let article = matches!(self.word(1), Some("the" | "a"));
        // "3% short of 6%" takes nothing of it.
        let before = self.at.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or("", |t| t.text(self.text));
        if matches!(before, "short" | "shy" | "ahead" | "out" | "instead" | "outside" | "because" | "inside") {
            return false;
        }
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

    pub(crate) fn power(&mut self) -> Option<Expression> {
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
        self.attempt()?;
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

    /// Counts what is tried; `None` once it is too much.
    fn attempt(&mut self) -> Option<()> {
        self.atoms += 1;
        (self.atoms <= ATOMS).then_some(())
    }

    fn atom(&mut self) -> Option<Expression> {
        self.attempt()?;
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

    pub(crate) fn group(&mut self) -> Option<Expression> {
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
        let above = self.part_of_fraction()?;
        let below = self.part_of_fraction()?;
        Some(self.with_suffix(Expression::Binary(Operator::Divide, Box::new(above), Box::new(below))))
    }

    /// A group, or the one digit that TeX takes without braces.
    fn part_of_fraction(&mut self) -> Option<Expression> {
        match self.peek()? {
            TokenKind::Open => self.group(),
            TokenKind::Number(n) => {
                self.at += 1;
                Some(Expression::Literal(self.literal(n.clone())))
            }
            _ => None,
        }
    }

    /// A unit, a percent sign or a noun behind a group.
    pub(crate) fn with_suffix(&mut self, inner: Expression) -> Expression {
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
