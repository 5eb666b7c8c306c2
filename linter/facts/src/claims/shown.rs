//! How a stated number is written, and other numbers like it.

use designlint_quantity::{Literal, Rational, decimal, significant};

/// How a stated number is written: what stands before and behind its digits, and to how many places.
pub(crate) struct Shown {
    before: String,
    after: String,
    ulp: Rational,
    places: usize,
    /// Whether digits are grouped by `{,}`.
    tex: bool,
}

impl Shown {
    pub(crate) fn of(text: &str, literal: &Literal) -> Self {
        let start = text.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(0);
        let number = &text[start..start + number_length(&text[start..])];
        let places = number.rsplit_once('.').map_or(0, |(_, f)| f.len());
        let tex = number.contains("{,}");
        Self {
            before: text[..start].trim_end_matches(['-', '−', '+']).to_string(),
            after: text[start + number.len()..].to_string(),
            ulp: literal.number.ulp.clone(),
            places,
            tex,
        }
    }

    /// The value with up to four digits more than shown.
    pub(crate) fn write(&self, value: &Rational) -> String {
        let plain = self.mantissa(value);
        let small = plain < Rational::from(1000u16) && plain > -Rational::from(1000u16);
        let digits = if small { significant(&plain, 6) } else { decimal(&plain, self.places.max(2)) };
        self.dressed(&digits)
    }

    /// The value rounded to the places shown; with more digits where these would lose it.
    pub(crate) fn nearest(&self, value: &Rational) -> String {
        let rounded = Rational::from((value / &self.ulp).round()) * &self.ulp;
        let off = if rounded > *value { &rounded - value } else { value - &rounded };
        let size = if *value < Rational::ZERO { -value.clone() } else { value.clone() };
        if off * Rational::from(20u8) > size { self.write(value) } else { self.round(&rounded) }
    }

    fn round(&self, value: &Rational) -> String {
        self.dressed(&decimal_kept(&self.mantissa(value), self.places))
    }

    /// Digits with what stands before and behind the stated ones.
    fn dressed(&self, digits: &str) -> String {
        let digits = if self.tex { digits.replace(',', "{,}") } else { digits.to_string() };
        format!("{}{digits}{}", self.before, self.after)
    }

    /// A number with an exponent is written by its mantissa.
    fn mantissa(&self, value: &Rational) -> Rational {
        let places = (0..self.places).fold(Rational::ONE, |p, _| p * Rational::from(10u8));
        let scale = &self.ulp * places;
        if scale.is_zero() || !self.after.starts_with(['e', 'E', '×', 'x', '*', '·', '⋅', '\\', ' ']) || scale.is_one()
        {
            value.clone()
        } else {
            value / scale
        }
    }

    /// The lowest and highest number of the same precision that would be right.
    pub(crate) fn accepted(&self, value: &Rational) -> (String, String) {
        let steps = value / &self.ulp;
        let (low, high) = (Rational::from(steps.floor()) * &self.ulp, Rational::from(steps.ceil()) * &self.ulp);
        (self.round(&low), self.round(&high))
    }
}

/// Length of the digits at the start with their point and the marks that group them.
fn number_length(text: &str) -> usize {
    let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    while let Some(c) = text[end..].chars().next() {
        let mark = match c {
            '.' | ',' | '_' | '\'' | '\u{2009}' | '\u{202f}' | '\u{a0}' => c.len_utf8(),
            '{' if text[end..].starts_with("{,}") => 3,
            '\\' if text[end..].starts_with("\\,") => 2,
            c if c.is_ascii_digit() => 0,
            _ => break,
        };
        if !digit(end + mark) {
            break;
        }
        end += mark + 1;
    }
    end
}

/// Decimals with trailing zeros kept, as the stated number keeps them.
fn decimal_kept(value: &Rational, places: usize) -> String {
    let mut out = decimal(value, places);
    if places > 0 {
        let have = match out.rfind('.') {
            Some(at) => out.len() - at - 1,
            None => {
                out.push('.');
                0
            }
        };
        out.push_str(&"0".repeat(places - have));
    }
    out
}
