//! Every span in a value, wherever it stands in it: read from what `Debug` writes, so that a noun that is new is held too.

use std::fmt::{self, Debug, Write};

use designlint_document::Span;

use crate::within;

/// Holds all spans in a value to the text that it was read from.
pub fn all_within(text: &str, value: &impl Debug) {
    let mut places = Places::default();
    write!(places, "{value:?}").expect("nothing is written anywhere");
    for (start, end) in places.found {
        within(text, Span::new(start, end));
    }
}

/// Takes what `Debug` writes and keeps `Span { start: 1, end: 2 }`. What stands in quotes was in the text and is nobody's span.
#[derive(Default)]
struct Places {
    quote: Option<char>,
    escaped: bool,
    /// How much of [`SHAPE`] was read, and the numbers in it.
    at: usize,
    numbers: [usize; 2],
    found: Vec<(usize, usize)>,
}

/// `#` is a number.
const SHAPE: &[u8] = b"Span { start: #, end: # }";

impl Places {
    fn take(&mut self, c: char) {
        if let Some(quote) = self.quote {
            let ends = c == quote && !self.escaped;
            self.escaped = c == '\\' && !self.escaped;
            self.quote = (!ends).then_some(quote);
            return;
        }
        if matches!(c, '"' | '\'') {
            self.quote = Some(c);
            self.at = 0;
            return;
        }
        let second = usize::from(self.at > SHAPE.len() / 2 + 2);
        match (SHAPE[self.at], c.to_digit(10)) {
            (b'#', Some(digit)) => self.numbers[second] = self.numbers[second] * 10 + digit as usize,
            (b'#', None) if SHAPE[self.at + 1] == c as u8 => self.at += 2,
            (expected, _) if char::from(expected) == c => self.at += 1,
            _ => {
                self.at = usize::from(c == 'S');
                self.numbers = [0; 2];
            }
        }
        if self.at == SHAPE.len() {
            self.found.push((self.numbers[0], self.numbers[1]));
            self.at = 0;
            self.numbers = [0; 2];
        }
    }
}

impl Write for Places {
    fn write_str(&mut self, written: &str) -> fmt::Result {
        written.chars().for_each(|c| self.take(c));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_found_and_what_is_quoted_is_not() {
        let value = (
            Some(Span::new(12, 345)),
            "Span { start: 7, end: 9 } \" '",
            '"',
            '\'',
            [Span::new(0, 0)],
            "S",
            Span::new(3, 4),
        );
        let mut places = Places::default();
        write!(places, "{value:?}").unwrap();
        assert_eq!(places.found, [(12, 345), (0, 0), (3, 4)]);
    }
}
