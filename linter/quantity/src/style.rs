//! How the digits of a number are written: the marks between groups and the digits behind the point.

use std::ops::Range;

use crate::{Rational, decimal};

/// Marks that people set between groups of digits.
const MARKS: [&str; 9] = ["{,}", "\\,", ",", "_", "'", "\u{2009}", "\u{202f}", "\u{a0}", " "];

/// How the digits of a number are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberStyle {
    /// What stands between groups of three digits; `None` where the number is too short to tell.
    mark: Option<String>,
    /// Digits behind the point.
    places: usize,
    /// Whether `0.5` is written `.5`.
    bare_point: bool,
}

impl NumberStyle {
    /// The style of the first number in a text, and the bytes of its digits, without sign and exponent.
    pub fn of(text: &str) -> Option<(Self, Range<usize>)> {
        let bytes = text.as_bytes();
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let start = (0..bytes.len()).find(|&at| digit(at) || (bytes[at] == b'.' && digit(at + 1)))?;
        let mut end = digits_end(bytes, start);
        let first = end - start;
        let mut mark = (first > 3).then(String::new);
        if (1..=3).contains(&first)
            && let Some(found) = MARKS.iter().find(|m| is_group(text, end, m))
        {
            while is_group(text, end, found) {
                end += found.len() + 3;
            }
            mark = Some((*found).to_string());
        } else if bytes.get(end) == Some(&b'_') && digit(end + 1) {
            // `1_0000`: groups of another length are read as one number, and written without marks.
            while bytes.get(end) == Some(&b'_') && digit(end + 1) {
                end = digits_end(bytes, end + 1);
            }
            mark = Some(String::new());
        }
        let mut places = 0;
        if bytes.get(end) == Some(&b'.') && digit(end + 1) {
            let from = end + 1;
            end = digits_end(bytes, from);
            places = end - from;
        }
        Some((Self { mark, places, bare_point: first == 0 }, start..end))
    }

    /// Digits behind the point.
    pub fn places(&self) -> usize {
        self.places
    }

    /// The same with so many digits behind the point.
    #[must_use]
    pub fn with_places(self, places: usize) -> Self {
        Self { places, ..self }
    }

    /// The same, with the marks of the first long enough number of another text where this one is too short to tell.
    #[must_use]
    pub fn beside(mut self, text: &str) -> Self {
        let mut rest = text;
        while self.mark.is_none()
            && let Some((style, range)) = Self::of(rest)
        {
            self.mark = style.mark;
            rest = rest.get(range.end..).unwrap_or("");
        }
        self
    }

    /// A value with the places of this style, zeros at the end included.
    pub fn write(&self, value: &Rational) -> String {
        let mut out = decimal(value, self.places);
        if self.places > 0 {
            let have = out.rfind('.').map(|at| out.len() - at - 1);
            if have.is_none() {
                out.push('.');
            }
            out.push_str(&"0".repeat(self.places - have.unwrap_or(0)));
        }
        self.dress(&out)
    }

    /// Whether large numbers have marks between their groups.
    pub fn has_groups(&self) -> bool {
        self.mark.as_deref() != Some("")
    }

    /// A number with commas between its groups, such as `-1,234.5`, in this style.
    pub fn dress(&self, number: &str) -> String {
        let mark = self.mark.as_deref().unwrap_or(",");
        let number = if mark == "," { number.to_string() } else { number.replace(',', mark) };
        match number.strip_prefix("0.").filter(|_| self.bare_point) {
            Some(fraction) => format!(".{fraction}"),
            None => number,
        }
    }
}

fn digits_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

/// Whether a mark and three digits, not more, stand at a place.
fn is_group(text: &str, at: usize, mark: &str) -> bool {
    let from = at + mark.len();
    text.get(at..from) == Some(mark) && digits_end(text.as_bytes(), from) == from + 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(stated: &str, value: &str) -> String {
        let (style, range) = NumberStyle::of(stated).unwrap();
        let value: Rational = value.parse().unwrap();
        format!("{}{}{}", &stated[..range.start], style.write(&value), &stated[range.end..])
    }

    #[test]
    fn a_value_in_the_style_of_another_number() {
        for (stated, value, expected) in [
            ("1,234", "56789", "56,789"),
            ("1_234", "56789", "56_789"),
            ("1 234", "56789", "56 789"),
            ("1\u{202f}234 B", "56789", "56\u{202f}789 B"),
            ("9{,}216\\ \\text{B}", "12288", "12{,}288\\ \\text{B}"),
            ("9\\,216", "12288", "12\\,288"),
            ("1234", "56789", "56789"),
            ("12", "56789", "56,789"),
            ("1_0000", "12345", "12345"),
            ("$1.20/GB", "3", "$3.00/GB"),
            ("~.25 s", "1/2", "~.50 s"),
            ("1,536.0 MiB", "2/3", "0.7 MiB"),
            ("3 GB", "5/2", "3 GB"),
            ("2.50e9", "3", "3.00e9"),
        ] {
            assert_eq!(rewritten(stated, value), expected, "{stated}");
        }
    }

    #[test]
    fn a_short_number_is_written_like_its_neighbours() {
        let of = |text: &str, beside: &str| {
            NumberStyle::of(text).unwrap().0.beside(beside).write(&Rational::from(12_345u32))
        };
        assert_eq!(of("960", "5 x 4096 + 1"), "12345");
        assert_eq!(of("960", "5 x 4_096"), "12_345");
        assert_eq!(of("960", "5 x 96"), "12,345");
        assert_eq!(of("9600", "5 x 4,096"), "12345");
    }
}
