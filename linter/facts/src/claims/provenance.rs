//! Numbers that re-occur: a rounded result is still rounded where a later line uses it.

use std::collections::BTreeSet;

use designlint_quantity::{Expression, Literal, Number, Parsed, Rational};

use super::{Claim, How, Verdict, equations::Equation};

/// The rounded results of the document so far.
#[derive(Default)]
pub(crate) struct Provenance {
    results: BTreeSet<(String, Vec<String>)>,
}

impl Provenance {
    /// Remembers the stated value of a claim that holds by rounding.
    pub fn learn(&mut self, claim: &Claim, equation: &Equation) {
        let holds = claim.verdict == Verdict::Holds;
        let rounded = holds && claim.how != Some(How::Exact);
        if !holds && !equation.about {
            return;
        }
        for side in [&equation.right].into_iter().chain(&equation.left) {
            if let Some(l) = side.expression.as_literal().filter(|l| l.number.digits >= 2) {
                if rounded || equation.about {
                    self.results.insert(key(l));
                }
                self.learn_shorter(l);
            }
        }
    }

    /// `5,555.6` stands again as `5,556`.
    fn learn_shorter(&mut self, l: &Literal) {
        let ten = Rational::from(10u8);
        let mut ulp = &l.number.ulp * &ten;
        while l.number.rounded && ulp <= Rational::ONE {
            let value = Rational::from((&l.number.value / &ulp).round()) * &ulp;
            if value >= Rational::from(100u8) {
                let number = Number { value, ..l.number.clone() };
                self.results.insert(key(&Literal { number, ..l.clone() }));
            }
            ulp *= &ten;
        }
    }

    /// Marks the numbers of an equation that an earlier line rounded; a number that is what this one states stays.
    pub fn mark(&self, equation: &mut Equation) {
        let mark = |side: &mut Parsed| {
            if !matches!(side.expression, Expression::Literal(_)) || equation.chained {
                side.expression.each_literal_mut(&mut |l| l.number.rounded |= self.results.contains(&key(l)));
            }
        };
        if !self.results.is_empty() {
            equation.left.iter_mut().for_each(mark);
        }
    }
}

/// The number with its scale and unit.
fn key(l: &Literal) -> (String, Vec<String>) {
    let scales = l.suffix.scales.iter().filter(|s| s.1 > 0).map(|s| s.0.clone());
    let units = l.suffix.units.iter().filter(|u| u.exponent > 0).map(|u| u.word.clone());
    (l.number.value.to_string(), scales.chain(units).collect())
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use crate::{Knowledge, Verdict, extract};

    fn verdicts(text: &str) -> Vec<Verdict> {
        let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
        facts.claims.iter().map(|c| c.verdict).collect()
    }

    #[test]
    fn a_rounded_result_stays_rounded_where_it_stands_again() {
        use Verdict::{Holds, Wrong};
        assert_eq!(verdicts("50,000 / 9 = 5,555.6.\n\n5,556 x 5 = 27,778.\n"), [Holds, Holds]);
        assert_eq!(verdicts("50,000 / 9 = 5,556.\n\n5,556 x 5 = 27,778.\n"), [Holds, Holds]);
        assert_eq!(verdicts("5,556 x 5 = 27,778.\n"), [Wrong]);
        assert_eq!(verdicts("50,000 / 9 = 5,555.6.\n\n5,557 x 5 = 27,778.\n"), [Holds, Wrong]);
    }
}
