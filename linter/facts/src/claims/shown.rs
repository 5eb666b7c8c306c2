//! How a stated number is written, and other numbers like it.

use designlint_quantity::{Literal, NumberStyle, Rational, decimal, significant};

/// How a stated number is written: what stands before and behind its digits, and how these are.
pub(crate) struct Shown {
    before: String,
    after: String,
    ulp: Rational,
    style: NumberStyle,
}

impl Shown {
    /// How a number is written in `text`; what its marks between groups do not tell, the numbers in `beside` do.
    pub(crate) fn of(text: &str, literal: &Literal, beside: &str) -> Option<Self> {
        let (style, digits) = NumberStyle::of(text)?;
        Some(Self {
            before: text[..digits.start].trim_end_matches(['-', '−', '+']).to_string(),
            after: text[digits.end..].to_string(),
            ulp: literal.number.ulp.clone(),
            style: style.beside(beside),
        })
    }

    /// The value with six digits, or one more than shown.
    pub(crate) fn write(&self, value: &Rational) -> String {
        let digits = self.digits(value);
        let digits = if self.style.has_groups() { self.style.dress(&digits) } else { digits };
        format!("{}{digits}{}", self.before, self.after)
    }

    fn digits(&self, value: &Rational) -> String {
        let plain = self.mantissa(value);
        let small = plain < Rational::from(1000u16) && plain > -Rational::from(1000u16);
        let text = significant(&plain, 6);
        let places = text.split_once('.').map_or(0, |(_, places)| places.len());
        match self.style.places() {
            shown if !small => decimal(&plain, shown.max(2)),
            // `99.999999995%` is not to be called 100%.
            shown if shown > places && !text.contains('e') => decimal(&plain, shown + 1),
            _ => text,
        }
    }

    /// The value rounded to the places shown; with more digits where these would lose it.
    pub(crate) fn nearest(&self, value: &Rational) -> String {
        let rounded = Rational::from((value / &self.ulp).round()) * &self.ulp;
        let off = if rounded > *value { &rounded - value } else { value - &rounded };
        let size = if *value < Rational::ZERO { -value.clone() } else { value.clone() };
        if off * Rational::from(20u8) <= size {
            return self.round(&rounded);
        }
        format!("{}{}{}", self.before, self.style.dress(&self.digits(value)), self.after)
    }

    fn round(&self, value: &Rational) -> String {
        format!("{}{}{}", self.before, self.style.write(&self.mantissa(value)), self.after)
    }

    /// A number with an exponent is written by its mantissa.
    fn mantissa(&self, value: &Rational) -> Rational {
        let places = (0..self.style.places()).fold(Rational::ONE, |p, _| p * Rational::from(10u8));
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
