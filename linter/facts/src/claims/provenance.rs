//! Numbers that re-occur: a rounded result is still rounded where a later line uses it.

use std::collections::BTreeSet;

use designlint_quantity::{Expression, Literal, Parsed};

use super::{Claim, How, Verdict, equations::Equation};

/// The rounded results of the document so far.
#[derive(Default)]
pub(crate) struct Provenance {
    results: BTreeSet<(String, Vec<String>)>,
}

impl Provenance {
    /// Remembers the stated value of a claim that holds by rounding.
    pub fn learn(&mut self, claim: &Claim, equation: &Equation) {
        let rounded = claim.verdict == Verdict::Holds && claim.how != Some(How::Exact);
        if !rounded && !equation.about {
            return;
        }
        for side in [&equation.right].into_iter().chain(&equation.left) {
            if let Some(l) = side.expression.as_literal().filter(|l| l.number.digits >= 2) {
                self.results.insert(key(l));
            }
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
