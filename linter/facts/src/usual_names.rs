//! The names that documents have for one input of a formula: `L`, `n_layers`, "30 layers".

use std::collections::BTreeMap;

use crate::{
    Definition, Input, Knowledge,
    definitions::key_of,
    input_index::{Wanted, unit_dimension},
};

/// The inputs whose values a document states, by their names.
pub(crate) struct UsualNames<'f> {
    stated: Vec<Stated<'f>>,
    /// Index of the input by name, folded; the first one that has the name.
    by_name: BTreeMap<String, usize>,
}

/// An input with its values.
struct Stated<'f> {
    definitions: Vec<&'f Definition>,
    /// Its names that have no value in the document, folded.
    undefined: Vec<String>,
}

impl<'f> UsualNames<'f> {
    /// Over the definitions of a document by name.
    pub fn new(by_key: &BTreeMap<&str, Vec<&'f Definition>>, knowledge: &Knowledge) -> Self {
        let mut out = Self { stated: Vec::new(), by_name: BTreeMap::new() };
        for Wanted { input, .. } in &knowledge.inputs().inputs {
            let mut names: Vec<String> = input.words.iter().map(|word| key_of(word)).collect();
            names.sort_unstable();
            names.dedup();
            let values = names.iter().flat_map(|name| by_key.get(name.as_str()).into_iter().flatten());
            let mut definitions: Vec<&Definition> = values.copied().filter(|d| fits(input, d)).collect();
            definitions.sort_by_key(|d| d.value_span);
            definitions.dedup_by_key(|d| d.value_span);
            for name in &names {
                out.by_name.entry(name.clone()).or_insert(out.stated.len());
            }
            names.retain(|name| !by_key.contains_key(name.as_str()));
            out.stated.push(Stated { definitions, undefined: names });
        }
        out
    }

    /// The names without a value whose input has one.
    pub fn undefined(&self) -> impl Iterator<Item = &str> {
        let undefined = self.by_name.iter().filter(|(name, at)| {
            let input = &self.stated[**at];
            !input.definitions.is_empty() && input.undefined.contains(name)
        });
        undefined.map(|(name, _)| name.as_str())
    }

    /// Whether a name is one of those.
    pub fn is_one(&self, name: &str) -> bool {
        self.undefined().any(|one| one == name)
    }

    /// What gives the input of such a name its value, and all names that it goes by in the document.
    pub fn meant(&self, name: &str) -> Option<(Vec<&'f Definition>, Vec<String>)> {
        let input = &self.stated[*self.by_name.get(name)?];
        let mut names: Vec<String> = input.definitions.iter().map(|d| d.key.clone()).collect();
        names.extend(self.own(input));
        names.sort_unstable();
        names.dedup();
        (!input.definitions.is_empty()).then(|| (input.definitions.clone(), names))
    }

    /// The names without a value that mean what a name with one does: those of its input, where that has one value.
    pub fn others_of(&self, name: &str) -> Vec<String> {
        let Some(input) = self.by_name.get(name).map(|at| &self.stated[*at]) else { return Vec::new() };
        let mut values = input.definitions.iter().map(|d| (&d.value.value, d.value.dimension));
        let first = values.next();
        let one = first.is_some() && values.all(|value| Some(value) == first);
        if one { self.own(input).collect() } else { Vec::new() }
    }

    /// The undefined names of an input that no other input before it has.
    fn own<'a>(&'a self, input: &'a Stated<'f>) -> impl Iterator<Item = String> + 'a {
        let first = |name: &&String| self.by_name.get(*name).is_some_and(|at| std::ptr::eq(&self.stated[*at], input));
        input.undefined.iter().filter(first).cloned()
    }
}

/// Whether a value can be that of an input.
fn fits(input: &Input, definition: &Definition) -> bool {
    let dimension = definition.value.dimension;
    dimension.is_none() || dimension == unit_dimension(&input.unit)
}
