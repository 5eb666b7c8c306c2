//! How a stated number is written, and other numbers like it.

use designlint_quantity::{Literal, Rational, decimal, significant};

/// How a stated number is written: what stands before and behind its digits, and to how many places.
pub(crate) struct Shown {
    before: String,
    after: String,
    ulp: Rational,
    places: usize,
}

impl Shown {
    pub(crate) fn of(text: &str, literal: &Literal) -> Self {
        let start = text.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(0);
        let tail = &text[start..];
        let len = tail
            .find(|c: char| {
                !(c.is_ascii_digit() || matches!(c, '.' | ',' | '_' | '\'' | '\u{2009}' | '\u{202f}' | '\u{a0}'))
            })
            .unwrap_or(tail.len());
        let number = tail[..len].trim_end_matches([',', '.']);
        let places = number.rsplit_once('.').map_or(0, |(_, f)| f.len());
        Self {
            before: text[..start].trim_end_matches(['-', '−', '+']).to_string(),
            after: tail[number.len()..].to_string(),
            ulp: literal.number.ulp.clone(),
            places,
        }
    }

    /// The value with up to four digits more than shown.
    pub(crate) fn write(&self, value: &Rational) -> String {
        let plain = self.mantissa(value);
        let small = plain < Rational::from(1000u16) && plain > -Rational::from(1000u16);
        let digits = if small { significant(&plain, 6) } else { decimal(&plain, self.places.max(2)) };
        format!("{}{digits}{}", self.before, self.after)
    }

    /// The value rounded to the places shown; with more digits where these would lose it.
    pub(crate) fn nearest(&self, value: &Rational) -> String {
        let rounded = Rational::from((value / &self.ulp).round()) * &self.ulp;
        let off = if rounded > *value { &rounded - value } else { value - &rounded };
        let size = if *value < Rational::ZERO { -value.clone() } else { value.clone() };
        if off * Rational::from(20u8) > size { self.write(value) } else { self.round(&rounded) }
    }

    fn round(&self, value: &Rational) -> String {
        format!("{}{}{}", self.before, decimal_kept(&self.mantissa(value), self.places), self.after)
    }

    /// A number with an exponent is written by its mantissa.
    fn mantissa(&self, value: &Rational) -> Rational {
        let places = (0..self.places).fold(Rational::ONE, |p, _| p * Rational::from(10u8));
        let scale = &self.ulp * places;
        if scale.is_zero() || !self.after.starts_with(['e', 'E', '×', 'x', '*', ' ']) || scale.is_one() {
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
