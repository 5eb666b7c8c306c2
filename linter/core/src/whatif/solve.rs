//! The largest value of an input that keeps a limit.

use designlint_document::Source;
use designlint_facts::Derivation;
use designlint_quantity::{Rational, Relation, TokenKind, tokens};

use super::{Refused, Scenario, is_kept, scenario::value_for, text};

/// Doublings before a limit counts as out of reach.
const DOUBLINGS: usize = 40;
/// Points between that are looked at, since a limit may be kept, passed and kept again.
const BETWEEN: u32 = 64;

/// A limit that is asked about: `TPOT <= 30 ms`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The number that must keep it.
    pub node: usize,
    /// The limit in base units.
    pub bound: Rational,
    /// Whether the number must stay at or below it.
    pub at_most: bool,
    /// Whether the limit itself is not allowed.
    pub strict: bool,
}

/// What keeps a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The largest value that keeps it, and the number that must keep it at that value and one step further.
    Largest {
        /// The value as text.
        value: String,
        /// The same in base units.
        number: Rational,
        /// The number there.
        at: String,
        /// The next value.
        next: String,
        /// The number there.
        beyond: String,
    },
    /// The least value that keeps it; every larger one that was tried does, too.
    Least {
        /// The value as text.
        value: String,
        /// The same in base units.
        number: Rational,
        /// The number there.
        at: String,
    },
    /// Every value that was tried keeps it.
    Always,
    /// No value that was tried does.
    Never,
    /// The number does not depend on the input.
    Independent,
    /// It is kept, passed and kept again, so there is no one answer.
    Unclear,
}

impl Asked {
    /// Reads `NAME <= VALUE`.
    ///
    /// # Errors
    /// What cannot be read, or what the name does not mean.
    pub fn of(derivation: &Derivation, source: &Source, limit: &str) -> Result<Self, Refused> {
        let refused = |why: &str| Refused::Unreadable(limit.to_owned(), why.to_owned());
        let tokens = tokens(limit);
        let sign = tokens.iter().find_map(|t| match t.kind {
            TokenKind::Relation(relation) => Some((relation, t.range.clone())),
            _ => None,
        });
        let (relation, range) = sign.ok_or_else(|| refused("write it as NAME <= VALUE"))?;
        let (at_most, strict) = match relation {
            Relation::AtMost => (true, false),
            Relation::Less => (true, true),
            Relation::AtLeast => (false, false),
            Relation::Greater => (false, true),
            _ => return Err(refused("a limit is <=, <, >= or >")),
        };
        let node = Scenario::node(derivation, source, limit[..range.start].trim())?;
        let bound = value_for(derivation, node, limit[range.end..].trim())?;
        Ok(Self { node, bound, at_most, strict })
    }

    fn holds(&self, derivation: &Derivation, scenario: &Scenario) -> bool {
        let values = derivation.values(&scenario.values);
        values[self.node].as_ref().is_ok_and(|v| is_kept(v, &self.bound, self.at_most, self.strict))
    }
}

/// The largest value of an input that keeps a limit, in steps of the last place that the document shows.
pub fn solve(derivation: &Derivation, scenario: &Scenario, asked: &Asked, input: usize) -> Solution {
    let Some(stated) = &derivation.nodes[input].value else { return Solution::Independent };
    if !derivation.depends_on(&[input])[asked.node] {
        return Solution::Independent;
    }
    let step = if stated.ulp.is_zero() { stated.factor.clone() } else { stated.ulp.clone() };
    let start = scenario.values.get(&input).unwrap_or(&stated.value);
    let search = Search { derivation, scenario, asked, input, step };
    let begin = Rational::from((start / &search.step).round());
    search.from(if begin > Rational::ZERO { begin } else { Rational::ONE })
}

struct Search<'d> {
    derivation: &'d Derivation,
    scenario: &'d Scenario,
    asked: &'d Asked,
    input: usize,
    step: Rational,
}

impl Search<'_> {
    fn at(&self, steps: &Rational) -> Scenario {
        self.scenario.with(self.input, steps * &self.step)
    }

    fn holds(&self, steps: &Rational) -> bool {
        self.asked.holds(self.derivation, &self.at(steps))
    }

    fn from(&self, begin: Rational) -> Solution {
        let two = Rational::from(2u8);
        if self.holds(&begin) {
            let mut low = begin.clone();
            for _ in 0..DOUBLINGS {
                let high = &low * &two;
                if !self.holds(&high) {
                    return self.largest(low, high);
                }
                low = high;
            }
            return self.least(begin);
        }
        let mut high = begin.clone();
        while high > Rational::ONE {
            let low = Rational::from((&high / &two).floor());
            if self.holds(&low) {
                return self.largest(low, high);
            }
            high = low;
        }
        // Nothing below keeps it; a number that must be large enough may be so further up.
        let mut high = begin;
        for _ in 0..DOUBLINGS {
            high *= &two;
            if self.holds(&high) {
                return self.least(high);
            }
        }
        Solution::Never
    }

    /// Between a value that keeps the limit and a larger one that does not.
    fn largest(&self, low: Rational, high: Rational) -> Solution {
        let (low, high) = self.between(low, high);
        if !self.is_one_sided(&low, &high) {
            return Solution::Unclear;
        }
        let (value, at) = self.texts(&low);
        let (next, mut beyond) = self.texts(&high);
        if beyond == at {
            // The places that the document shows do not tell the two apart.
            let values = self.derivation.values(&self.at(&high).values);
            let exact = values[self.asked.node].as_ref().ok();
            let node = &self.derivation.nodes[self.asked.node];
            beyond = exact.and_then(|v| node.write_exactly(v)).unwrap_or(beyond);
        }
        Solution::Largest { value, number: &low * &self.step, at, next, beyond }
    }

    fn between(&self, mut low: Rational, mut high: Rational) -> (Rational, Rational) {
        let kept = self.holds(&low);
        while &high - &low > Rational::ONE {
            let middle = Rational::from(((&low + &high) / Rational::from(2u8)).floor());
            if self.holds(&middle) == kept { low = middle } else { high = middle }
        }
        (low, high)
    }

    /// Of values that keep it up to where was looked, the least.
    fn least(&self, begin: Rational) -> Solution {
        if self.holds(&Rational::ONE) {
            return Solution::Always;
        }
        let (_, least) = self.between(Rational::ONE, begin);
        let (value, at) = self.texts(&least);
        Solution::Least { value, number: &least * &self.step, at }
    }

    /// Whether what lies below keeps the limit and what lies beyond passes it, as far as a look tells.
    fn is_one_sided(&self, low: &Rational, high: &Rational) -> bool {
        (1..BETWEEN).all(|n| {
            let share = Rational::from(n) / Rational::from(BETWEEN);
            let below = Rational::from((low * &share).floor());
            let beyond = Rational::from((high * (Rational::ONE + share)).ceil());
            (below < Rational::ONE || self.holds(&below)) && !self.holds(&beyond)
        })
    }

    /// The value and the number that must keep the limit, as the document would write them.
    fn texts(&self, steps: &Rational) -> (String, String) {
        let values = self.derivation.values(&self.at(steps).values);
        (text(self.derivation, self.input, &values), text(self.derivation, self.asked.node, &values))
    }
}
