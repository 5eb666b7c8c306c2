//! Numbers as operands: with their unit, their power of ten, as a range or in mixed units.

use crate::{
    expression::{Expression, Literal, Operator},
    number::{Number, power_of_ten},
    parse::Parser,
    token::TokenKind,
    units::{Dimension, unit},
};

impl Parser<'_> {
    pub(crate) fn number(&mut self, number: Number, currency: Option<Dimension>) -> Option<Expression> {
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
        let minus = usize::from(self.peek_at(4) == Some(&TokenKind::Minus));
        let braced = (self.peek_at(4 + minus), self.peek_at(5 + minus));
        let (exponent, used) = match (self.peek_at(2), self.peek_at(3), self.peek_at(4), braced) {
            (Some(TokenKind::Superscript(n)), ..) => (i64::from(*n), 3),
            (Some(TokenKind::Power), Some(TokenKind::Number(n)), ..) => (small(n), 4),
            (Some(TokenKind::Power), Some(TokenKind::Minus), Some(TokenKind::Number(n)), _) => (-small(n), 5),
            (
                Some(TokenKind::Power),
                Some(TokenKind::Open),
                _,
                (Some(TokenKind::Number(n)), Some(TokenKind::Close)),
            ) => (if minus > 0 { -small(n) } else { small(n) }, 6 + minus),
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
        let high_start = self.tokens[self.at + 1].range.start;
        self.at += 2 + sign;
        let suffix = self.suffix(currency, true)?;
        let low = Literal { number: low.clone(), range: start..low_end, suffix: suffix.clone() };
        let high = Literal { number: high, range: high_start..suffix.end, suffix };
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

    pub(crate) fn literal(&self, number: Number) -> Literal {
        let range = self.tokens[self.at - 1].range.clone();
        Literal { number, suffix: crate::Suffix { end: range.end, ..Default::default() }, range }
    }
}

/// The value of a small integer; 0 for anything else.
pub(crate) fn small(n: &Number) -> i64 {
    i64::try_from(n.value.trunc()).unwrap_or(0)
}
