//! The key `formulas` of a configuration.

use designlint_facts::Formula;
use designlint_rules::packs::{OwnFormula, OwnInput, OwnMistake, Placed, own_formulas};

use crate::config_error::Wrong;
use crate::placed::{Reader, entries, needed, value};
use crate::yaml::{Key, Node, Value};

const KEYS: &[&str] = &["id", "name", "words", "inputs", "result", "silent_on", "mistakes"];
const INPUT_KEYS: &[&str] = &["kind", "words"];
const RESULT_KEYS: &[&str] = &["unit", "formula"];
const MISTAKE_KEYS: &[&str] = &["formula", "says"];

/// The formulas of a configuration, whose whole text is `text`.
///
/// # Errors
/// The first thing that is wrong with one of them.
pub(crate) fn formulas(node: &Node, text: &str) -> Result<Vec<Formula>, Wrong> {
    let items = match &node.value {
        Value::List(items) => items.as_slice(),
        Value::Null => &[],
        _ => return Err(Wrong::new(node.span, "`formulas` is a list of formulas")),
    };
    let reader = Reader::new(text);
    let stated = items.iter().map(|item| reader.formula(item)).collect::<Result<Vec<_>, Wrong>>()?;
    own_formulas(&stated).map_err(Wrong::from)
}

impl Reader<'_> {
    fn formula(&self, node: &Node) -> Result<OwnFormula, Wrong> {
        let entries = entries(node, "a formula", KEYS)?;
        let mut own = OwnFormula {
            id: self.placed(needed(node, entries, "a formula", "id")?, "an id")?,
            words: self.list(needed(node, entries, "a formula", "words")?, "a name of the result")?,
            ..OwnFormula::default()
        };
        if own.words.is_empty() {
            return Err(Wrong::new(node.span, "a formula has `words`, the names that documents give its result"));
        }
        own.name = match value(entries, "name") {
            Some(name) => self.placed(name, "a name")?,
            None => own.words.first().cloned().unwrap_or_default(),
        };
        own.inputs = self.inputs(needed(node, entries, "a formula", "inputs")?)?;
        let result = needed(node, entries, "a formula", "result")?;
        let stated = self::entries(result, "a result", RESULT_KEYS)?;
        own.formula = self.placed(needed(result, stated, "a result", "formula")?, "a formula")?;
        own.unit = value(stated, "unit").map_or(Ok(Placed::default()), |unit| self.placed(unit, "a unit"))?;
        own.silent_on = value(entries, "silent_on").map_or(Ok(Vec::new()), |words| self.list(words, "a word"))?;
        own.mistakes = value(entries, "mistakes").map_or(Ok(Vec::new()), |mistakes| self.mistakes(mistakes))?;
        Ok(own)
    }

    fn inputs(&self, node: &Node) -> Result<Vec<OwnInput>, Wrong> {
        let inputs = match &node.value {
            Value::Map(inputs) if !inputs.is_empty() => inputs,
            _ => return Err(Wrong::new(node.span, "`inputs` maps names to kinds, as in `{gpus: count, wall: time}`")),
        };
        inputs.iter().map(|(key, node)| self.input(key, node)).collect()
    }

    /// `wall: time`, or `wall: {kind: time, words: [wall time]}`.
    fn input(&self, key: &Key, node: &Node) -> Result<OwnInput, Wrong> {
        let variable = self.written(key.name.clone(), key.span);
        if !matches!(node.value, Value::Map(_)) {
            return Ok(OwnInput { variable, kind: self.placed(node, "a kind of input")?, words: Vec::new() });
        }
        let entries = entries(node, "an input", INPUT_KEYS)?;
        let kind = self.placed(needed(node, entries, "an input", "kind")?, "a kind of input")?;
        let words = value(entries, "words").map_or(Ok(Vec::new()), |words| self.list(words, "a name of the input"))?;
        Ok(OwnInput { variable, kind, words })
    }

    fn mistakes(&self, node: &Node) -> Result<Vec<OwnMistake>, Wrong> {
        let Value::List(items) = &node.value else {
            return Err(Wrong::new(node.span, "`mistakes` is a list of formulas, each with what it `says`"));
        };
        let mistake = |item: &Node| {
            let entries = entries(item, "a mistake", MISTAKE_KEYS)?;
            let formula = self.placed(needed(item, entries, "a mistake", "formula")?, "a formula")?;
            Ok(OwnMistake { formula, says: self.placed(needed(item, entries, "a mistake", "says")?, "a sentence")? })
        };
        items.iter().map(mistake).collect()
    }
}

#[cfg(test)]
#[path = "formulas_tests.rs"]
mod tests;
