//! What a document or a project has agreed on: readings that are not open.

use crate::{Rational, expression::Expression, parse, quantity::Quantity, reading::MONTHS, reading::Reading, tokens};

/// Which of the usual readings hold; the others are not tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Convention {
    /// Whether `KB`, `MB` ... count in 1024 (true) or in 1000 (false).
    pub binary: Option<bool>,
    /// Which of the usual lengths a month has; see [`Convention::month_of`].
    pub month: Option<usize>,
}

impl Convention {
    /// The usual length of a month that a text states: `30 d`, `30.4375 d`, `30.436875 d` or `730 h`.
    pub fn month_of(text: &str) -> Option<usize> {
        let tokens = tokens(text);
        let parsed = parse(text, &tokens, 0).filter(|p| p.next == tokens.len())?;
        let Expression::Literal(literal) = &parsed.expression else { return None };
        let seconds = Quantity::of(literal, text).value;
        MONTHS.iter().position(|(n, _)| Rational::from(*n) == &seconds * Rational::from(10_000u32))
    }

    /// Whether anything is agreed on.
    pub fn is_open(self) -> bool {
        self == Self::default()
    }

    /// What is agreed on, and all else as written.
    pub fn reading(self) -> Reading {
        Reading { binary: self.binary.unwrap_or(false), month: self.month.unwrap_or(0), ..Reading::default() }
    }

    /// The readings that are left, each once, in their order.
    pub fn of(self, all: Vec<Reading>) -> Vec<Reading> {
        if self.is_open() {
            return all;
        }
        let mut out: Vec<Reading> = Vec::new();
        for reading in all {
            let binary = self.binary.unwrap_or(reading.binary);
            let month = self.month.unwrap_or(reading.month);
            let reading = Reading { binary, month, ..reading };
            if !out.contains(&reading) {
                out.push(reading);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_a_month() {
        let lengths = ["30 d", "30 days", "720 h", "30.4375 d", "730 h", "31 d", "a month"];
        assert_eq!(lengths.map(Convention::month_of), [Some(0), Some(0), Some(0), Some(1), Some(2), None, None]);
    }
}
