//! All numbers of a derivation calculated again.

use std::{collections::BTreeMap, fmt};

use designlint_quantity::{Dimension, Evaluation, Quantity, Rational, Reading};

use super::{Calculation, Derivation, Step};

/// The exact values of the nodes in base units, by index; why there is none, where there is none.
pub type Values = Vec<Result<Rational, NoValue>>;

/// Why a node has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoValue {
    /// One of the nodes that it uses has none.
    Inherited(usize),
    /// It cannot be calculated, as where it divides by zero.
    Undefined(String),
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inherited(_) => f.write_str("what it uses has no value"),
            Self::Undefined(why) => f.write_str(why),
        }
    }
}

impl Derivation {
    /// The values of all nodes, where some have another value, in base units, than the document gives them.
    pub fn values(&self, set: &BTreeMap<usize, Rational>) -> Values {
        let mut out: Values = vec![Err(NoValue::Undefined("it uses itself".to_string())); self.nodes.len()];
        for &at in &self.order {
            out[at] = match set.get(&at) {
                Some(value) => Ok(value.clone()),
                None => self.value(at, &out),
            };
        }
        out
    }

    /// The value of one node, those that it uses being known.
    pub(super) fn value(&self, at: usize, known: &Values) -> Result<Rational, NoValue> {
        let node = &self.nodes[at];
        match (&node.step, &node.value) {
            (None, Some(value)) => Ok(value.value.clone()),
            (None, None) => Err(NoValue::Undefined("it has no value".to_string())),
            (Some(step), _) => {
                let result = |used: usize| known[used].as_ref().map_err(|_| NoValue::Inherited(used));
                match step {
                    Step::Same(other) => result(*other).cloned(),
                    Step::Sum(parts) => parts.iter().try_fold(Rational::ZERO, |sum, &(part, taken)| {
                        let value = result(part)?;
                        Ok(if taken { sum - value } else { sum + value })
                    }),
                    Step::Calculation(calculation) => {
                        if let Some(used) = node.uses().into_iter().find(|&used| known[used].is_err()) {
                            return Err(NoValue::Inherited(used));
                        }
                        self.calculated(calculation, known).map(|(value, _)| value)
                    }
                }
            }
        }
    }

    /// The value of a calculation and the dimension of its expression.
    pub(super) fn calculated(&self, step: &Calculation, known: &Values) -> Result<(Rational, Dimension), NoValue> {
        let value_of = |at: usize| known.get(at).and_then(|v| v.as_ref().ok());
        let mut expression = step.expression.clone();
        let mut nth = 0;
        expression.each_literal_mut(&mut |literal| {
            if let Some(leaf) = step.leaves.get(nth).and_then(Option::as_ref)
                && let Some(value) = value_of(leaf.node)
            {
                literal.number.value = value * &leaf.per;
                literal.number.rounded = false;
            }
            nth += 1;
        });
        let symbols = |name: &str| {
            let at = step.names.iter().find(|(known, _)| known == name)?.1;
            let dimension = self.nodes.get(at)?.dimension;
            Some(Quantity { value: value_of(at)?.clone(), dimension, ..Quantity::count(0) })
        };
        let evaluation = Evaluation { reading: &Reading::default(), slack: false, symbols: &symbols };
        let value = evaluation.value(&expression).map_err(|why| NoValue::Undefined(why.to_string()))?;
        Ok((value.middle() * &step.factor, value.dimension))
    }
}
