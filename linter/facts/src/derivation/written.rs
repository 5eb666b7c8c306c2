//! A value as the document writes a number.

use designlint_quantity::{Dimension, NumberStyle, Quantity, Rational, significant, unit};

use super::{Derivation, Node, Step};
use crate::claims::{Shown, read};

/// Units from which that of a result without a stated number is chosen, the largest first.
const FAMILIES: [&[&str]; 2] = [&["h", "min", "s", "ms", "us"], &["B"]];
/// Most places behind the point of an input.
const PLACES: usize = 9;

impl Node {
    /// A value in base units as the document writes the number: its unit, its places, its marks between groups.
    pub fn write(&self, value: &Rational) -> Option<String> {
        let mut own = in_unit(value, self.stated_value()?)?;
        if self.rounds_down && own > Rational::ZERO {
            own = Rational::from(own.floor());
        }
        written_like(&self.stated, &self.text, &own)
    }

    /// The same with as many places as the value needs.
    pub fn write_exactly(&self, value: &Rational) -> Option<String> {
        written_exactly_like(&self.stated, &self.text, &in_unit(value, self.stated_value()?)?)
    }

    fn stated_value(&self) -> Option<&Quantity> {
        self.value.as_ref().filter(|_| !self.stated.is_empty())
    }
}

/// A number in the unit of another, written as that one is: its places, its marks between groups. What its marks do not
/// tell, the text beside it does.
pub fn written_like(stated: &str, beside: &str, number: &Rational) -> Option<String> {
    let expression = read(stated)?;
    let (size, sign) = signed(stated, number);
    Some(format!("{sign}{}", Shown::of(stated, expression.as_literal()?, beside)?.nearest(&size)))
}

/// The same with as many places as the number needs, where it ends.
pub fn written_exactly_like(stated: &str, beside: &str, number: &Rational) -> Option<String> {
    let expression = read(stated)?;
    let (size, sign) = signed(stated, number);
    let (style, digits) = NumberStyle::of(stated)?;
    let plain = &expression.as_literal()?.number.ulp * power_of_ten(style.places()) == Rational::ONE;
    let ends = |places: &usize| (&size * power_of_ten(*places)).is_int();
    let places = (style.places()..=PLACES.max(style.places())).find(ends).filter(|_| plain);
    let Some(places) = places else { return written_like(stated, beside, number) };
    let (before, after) = (&stated[..digits.start], &stated[digits.end..]);
    let before = before.trim_end_matches(['-', '−', '+']);
    Some(format!("{sign}{before}{}{after}", style.beside(beside).with_places(places).write(&size)))
}

/// A size and the sign before it, where the stated number has one.
fn signed(stated: &str, value: &Rational) -> (Rational, &'static str) {
    if *value < Rational::ZERO {
        return (-value.clone(), if stated.contains('−') { "−" } else { "-" });
    }
    let plus = stated.trim_start_matches(['*', '`', ' ']).starts_with('+');
    (value.clone(), if plus { "+" } else { "" })
}

fn in_unit(value: &Rational, stated: &Quantity) -> Option<Rational> {
    (!stated.factor.is_zero()).then(|| value / &stated.factor)
}

fn power_of_ten(places: usize) -> Rational {
    Rational::from(10u8).pow(isize::try_from(places).unwrap_or(0))
}

impl Derivation {
    /// A value of a node as text: as the document writes that number, else in a unit that fits its size.
    pub fn write(&self, at: usize, value: &Rational) -> String {
        let node = &self.nodes[at];
        node.write(value).unwrap_or_else(|| self.fitting(at, value))
    }

    /// In the unit of a number that it is made of, or in one of the same kind.
    fn fitting(&self, at: usize, value: &Rational) -> String {
        let dimension = self.nodes[at].dimension;
        if dimension.is_none() {
            return significant(value, 6);
        }
        let used = self.units_of(at, dimension);
        let whole = |n: &Rational| n.is_int() && !n.is_zero();
        let short = |n: &Rational| *n >= Rational::ONE;
        let known = FAMILIES.iter().flat_map(|f| f.iter()).filter_map(|word| {
            let unit = unit(word).filter(|u| u.dimension == dimension)?;
            Some(((*word).to_string(), unit.factor))
        });
        let known: Vec<(String, Rational)> = known.collect();
        let long = |word: &str| matches!(word, "h" | "min" | "s" | "B");
        let of = |(word, factor): &(String, Rational)| (word.clone(), value / factor);
        let chosen = (used.iter().map(of).find(|(_, n)| whole(n)))
            .or_else(|| known.iter().map(of).find(|(word, n)| whole(n) && long(word)))
            .or_else(|| used.iter().map(of).find(|(_, n)| short(n)))
            .or_else(|| known.iter().map(of).find(|(_, n)| short(n)))
            .or_else(|| used.iter().map(of).next());
        match chosen {
            Some((word, number)) => format!("{} {word}", significant(&number, 6)),
            None => significant(value, 6),
        }
    }

    /// The units of the numbers that a node uses, directly or not, with a factor for each.
    fn units_of(&self, at: usize, dimension: Dimension) -> Vec<(String, Rational)> {
        let mut out = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let node = &self.nodes[at];
            if let Some(value) = node.value.as_ref().filter(|v| v.dimension == dimension && !v.unit.is_empty()) {
                out.push((value.unit.clone(), value.factor.clone()));
            }
            if let Some(Step::Calculation(c)) = &node.step {
                open.extend(c.names.iter().rev().map(|n| n.1));
            }
        }
        out.retain(|(_, factor)| !factor.is_zero());
        out
    }
}
