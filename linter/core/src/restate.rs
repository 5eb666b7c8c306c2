//! One value written where another stands, in the style of that place.

use designlint_document::{Source, Span};
use designlint_quantity::{NumberStyle, Quantity, Rational};

use crate::Edit;

/// Most digits behind the point that are written where fewer stood.
const PLACES: usize = 6;

impl Edit {
    /// Writes a value over the number at a span, in that number's unit and style. A number without a unit is in the unit
    /// of the other, as `timeout_s = 30` beside "30 s".
    ///
    /// `None` where the two do not measure the same, where the number is not shown digit by digit (`2.5e9`), and where the
    /// value has no end in that unit.
    pub fn restating(source: &Source, span: Span, here: &Quantity, value: &Quantity) -> Option<Self> {
        let text = source.slice(span);
        let (style, digits) = NumberStyle::of(text)?;
        let bare = |q: &Quantity| q.dimension.is_none() && q.unit.is_empty();
        let number = match here.dimension == value.dimension {
            true if !here.factor.is_zero() => &value.value / &here.factor,
            false if (bare(here) || bare(value)) && !value.factor.is_zero() => &value.value / &value.factor,
            _ => return None,
        };
        let places = power_of_ten(style.places());
        let plain = here.factor.is_zero() || &here.ulp / &here.factor * places == Rational::ONE;
        let negative = text[..digits.start].contains(['-', '−']);
        if !plain || negative || number < Rational::ZERO {
            return None;
        }
        let ends = |places: usize| (&number * power_of_ten(places)).is_int();
        let places = (style.places()..=PLACES.max(style.places())).find(|&places| ends(places))?;
        let text = style.with_places(places).write(&number);
        Some(Self { span: Span::new(span.start + digits.start, span.start + digits.end), text })
    }
}

fn power_of_ten(places: usize) -> Rational {
    Rational::from(10u8).pow(isize::try_from(places).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use designlint_quantity::{parse, tokens};

    use super::*;

    fn quantity(text: &str) -> Quantity {
        let parsed = parse(text, &tokens(text), 0).unwrap();
        Quantity::of(parsed.expression.as_literal().unwrap(), text)
    }

    fn restated(here: &str, value: &str) -> Option<String> {
        let source = Source::new(format!("é {here}."));
        let span = Span::new(3, 3 + here.len());
        let edit = Edit::restating(&source, span, &quantity(here), &quantity(value))?;
        let text = source.text();
        Some(format!("{}{}{}", &text[3..edit.span.start], edit.text, &text[edit.span.end..text.len() - 1]))
    }

    #[test]
    fn a_value_is_written_in_the_unit_and_style_of_its_place() {
        for (here, value, expected) in [
            ("30 s", "2 min", "120 s"),
            ("2 min", "30 s", "0.5 min"),
            ("30", "20 s", "20"),
            ("20 s", "30", "30 s"),
            ("1_500 B", "64 KB", "64_000 B"),
            ("1.50 GB", "2 GB", "2.00 GB"),
            ("5M", "1,200,000", "1.2M"),
            ("12 KB", "1 MiB", "1,048.576 KB"),
        ] {
            assert_eq!(restated(here, value).as_deref(), Some(expected), "{here} {value}");
        }
    }

    #[test]
    fn what_cannot_be_said_there_is_left_alone() {
        for (here, value) in [("30 s", "3 KB"), ("2.5e9", "7"), ("2 h", "10 s")] {
            assert_eq!(restated(here, value), None, "{here} {value}");
        }
    }
}
