//! Known formulas with what finds their phrases and tells their units. Built once for many documents.

use super::statement::Item;
use crate::input_index::{NearWords, PhraseIndex, Start, Wanted};
use crate::knowledge::{Formula, Input};

/// Formulas in the order of the packs.
#[derive(Debug, Default)]
pub(crate) struct FormulaIndex {
    formulas: Vec<Ready>,
    phrases: PhraseIndex,
}

/// A formula whose units and words are read.
#[derive(Debug)]
pub(crate) struct Ready {
    /// Its result.
    pub result: Wanted,
    /// Its inputs, in their order.
    pub inputs: Vec<Wanted>,
    /// The words that must be near.
    pub near: NearWords,
}

impl FormulaIndex {
    /// Over formulas.
    pub fn new(formulas: &[Formula]) -> Self {
        let ready = |formula: &Formula| Ready {
            result: Wanted::of(&Input { unit: formula.unit.clone(), ..Input::default() }),
            inputs: formula.inputs.iter().map(Wanted::of).collect(),
            near: NearWords::new(&formula.near),
        };
        Self {
            formulas: formulas.iter().map(ready).collect(),
            phrases: PhraseIndex::new(formulas.iter().map(|f| f.says.as_slice())),
        }
    }

    /// The formula at an index.
    pub fn get(&self, formula: usize) -> Option<&Ready> {
        self.formulas.get(formula)
    }

    /// The phrases that may match: the index of the formula, of the phrase, and where it may start.
    pub fn candidates(&self, items: &[Item]) -> Vec<(usize, usize, Start)> {
        self.phrases.candidates(items)
    }
}
