//! A value as a document would write it behind a calculation.

use designlint_quantity::{
    Dimension, Expression, Literal, NumberStyle, Operator, Parsed, Quantity, Rational, Reading, significant,
};

use super::{passage::Passage, rework::read};

/// Units of one kind by size, as people go from one to the next.
const FAMILIES: &[&[&str]] = &[
    &["B", "KB", "MB", "GB", "TB", "PB", "EB"],
    &["B", "kB", "MB", "GB", "TB", "PB", "EB"],
    &["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"],
    &["bit", "kbit", "Mbit", "Gbit", "Tbit"],
    &["ns", "us", "ms", "s"],
    &["ns", "µs", "ms", "s"],
    &["s", "min", "h"],
    &["W", "kW", "MW"],
];
/// Significant digits of a result, and of one that says "about".
const DIGITS: (usize, usize) = (6, 3);

/// A value in base units as a document would write it behind a side; the unit that fits best first. None where no number
/// of the side has a unit that could be that of the result.
pub(super) fn results(
    passage: &Passage,
    side: &Parsed,
    value: &Rational,
    dimension: Dimension,
    about: bool,
) -> Vec<String> {
    let digits = if about { DIGITS.1 } else { DIGITS.0 };
    let writer = Writer { passage, side, digits, reading: passage.readings.reading() };
    if dimension.is_none() { writer.plain(value) } else { writer.with_unit(value, dimension) }
}

struct Writer<'p> {
    passage: &'p Passage,
    side: &'p Parsed,
    digits: usize,
    reading: Reading,
}

impl Writer<'_> {
    fn beside(&self) -> &str {
        &self.passage.text[self.side.range.clone()]
    }

    fn number(&self, value: &Rational) -> String {
        let style = NumberStyle::of("1").map(|(style, _)| style.beside(self.beside()));
        let digits = significant(value, self.digits);
        style.map_or_else(|| digits.clone(), |style| style.dress(&digits))
    }

    /// A count or a share.
    fn plain(&self, value: &Rational) -> Vec<String> {
        let mut out = vec![self.number(value)];
        let divides = self.side.expression.any(|e| matches!(e, Expression::Binary(Operator::Divide, ..)));
        if divides && *value > Rational::ZERO && *value < Rational::ONE {
            out.push(format!("{}%", self.number(&(value * Rational::from(100u8)))));
        }
        out
    }

    /// In the unit of the first number that has one of the kind, and before it in the one of its family that fits.
    fn with_unit(&self, value: &Rational, dimension: Dimension) -> Vec<String> {
        let kind = dimension.without_time();
        let literals = self.side.expression.literals();
        let alike = |l: &&Literal| self.quantity(l).dimension.without_time() == kind;
        let same = |l: &&Literal| self.quantity(l).dimension == dimension;
        let template = literals.iter().copied().find(same).or_else(|| literals.iter().copied().find(alike));
        if let Some(money) = literals.iter().copied().find(|l| l.suffix.currency.is_some())
            && dimension.has_money()
        {
            return self.money(money, value, dimension).into_iter().collect();
        }
        let mut out = Vec::new();
        // `30 days x 86,400 s/day` goes on in seconds.
        let converts = |l: &&Literal| self.quantity(l).dimension.is_none() && self.quantity(l).unit.contains('/');
        for literal in literals.iter().copied().rev().find(converts).into_iter().chain(template) {
            out.extend(self.like(literal, value, dimension));
        }
        let mut seen = Vec::new();
        out.retain(|text| {
            !seen.contains(text) && {
                seen.push(text.clone());
                true
            }
        });
        out
    }

    fn quantity(&self, literal: &Literal) -> Quantity {
        Quantity::under(literal, &self.passage.text, &self.reading)
    }

    /// An amount of money; of less than a whole unit with all its digits.
    fn money(&self, literal: &Literal, value: &Rational, dimension: Dimension) -> Option<String> {
        let text = &self.passage.text[literal.range.clone()];
        let before = &text[..NumberStyle::of(text)?.1.start];
        if dimension != dimension.money() || *value < Rational::ZERO {
            return None;
        }
        let (style, _) = NumberStyle::of(if value.is_int() { "1" } else { "1.00" })?;
        let style = style.beside(self.beside());
        let small = *value < Rational::ONE;
        let number = if small { style.dress(&significant(value, self.digits)) } else { style.write(value) };
        Some(format!("{before}{number}"))
    }

    /// Written as a number of the side is, in its unit or in another of its family.
    fn like(&self, literal: &Literal, value: &Rational, dimension: Dimension) -> Vec<String> {
        let quantity = self.quantity(literal);
        let text = &self.passage.text[literal.range.clone()];
        let Some((_, digits)) = NumberStyle::of(text) else { return Vec::new() };
        let gap = if text[digits.end..].starts_with(char::is_alphabetic) { "" } else { " " };
        let head = quantity.unit.split('/').next().unwrap_or("").trim();
        let tail = match dimension.time() {
            _ if dimension.without_time().is_none() => "",
            0 => "",
            -1 => "/s",
            _ => return Vec::new(),
        };
        let own = format!("{head}{tail}");
        let converts = quantity.dimension.is_none();
        let family = FAMILIES.iter().find(|family| family.contains(&head)).filter(|_| !converts);
        let units = family.into_iter().flat_map(|family| family.iter()).map(|unit| format!("{unit}{tail}"));
        let sized = units.filter_map(|unit| Some((self.in_unit(value, &unit, dimension)?, unit)));
        let fits = |(n, _): &(Rational, String)| *n >= Rational::ONE;
        let best = sized.filter(fits).min_by(|a, b| a.0.cmp(&b.0));
        let mut out = Vec::new();
        let own_number = self.in_unit(value, &own, dimension).map(|n| (n, own));
        for (number, unit) in best.into_iter().chain(own_number) {
            let text = format!("{}{gap}{unit}", self.number(&number));
            if !out.contains(&text) {
                out.push(text);
            }
        }
        out
    }

    /// How many of a unit a value is; `None` where the unit does not measure it.
    fn in_unit(&self, value: &Rational, unit: &str, dimension: Dimension) -> Option<Rational> {
        let text = format!("1 {unit}");
        let quantity = Quantity::under(read(&text)?.as_literal()?, &text, &self.reading);
        (quantity.dimension == dimension && !quantity.factor.is_zero()).then(|| value / quantity.factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_family_goes_up() {
        for family in FAMILIES {
            let factor = |unit: &str| designlint_quantity::unit(unit).map(|u| (u.dimension, u.factor));
            let factors: Vec<_> = family.iter().map(|unit| factor(unit).expect(unit)).collect();
            assert!(factors.windows(2).all(|w| w[0].0 == w[1].0 && w[0].1 < w[1].1), "{family:?}");
        }
    }
}
