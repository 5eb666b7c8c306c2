//! Which of several definitions a place means.

use designlint_document::{Document, Section};
use designlint_quantity::Quantity;

use crate::Definition;
use crate::definitions::{Named, key_of};
use crate::knowledge::Input;

/// How near a definition stands to its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Nearness {
    /// In the same sentence or row.
    Statement,
    /// In the same paragraph.
    Block,
    /// In the same section.
    Section,
    /// In a section above.
    Above,
    /// Elsewhere in the document.
    Document,
}

/// Where a number is used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// Index of the statement.
    pub statement: usize,
    /// Its block.
    pub block: usize,
    /// Its section.
    pub section: usize,
}

/// The nearest of some definitions of one thing; none where two different values are equally near.
pub(crate) fn nearest<'n>(
    found: impl Iterator<Item = &'n Named>,
    place: Place,
    sections: &[Section],
) -> Option<(&'n Named, Nearness)> {
    let mut best: Option<(&Named, Nearness)> = None;
    let mut clash = false;
    for named in found {
        let Some(nearness) = nearness(named, place, sections) else { continue };
        match best {
            Some((_, n)) if nearness > n => {}
            Some((other, n)) if nearness == n => clash |= !same(&other.definition.value, &named.definition.value),
            _ => (best, clash) = (Some((named, nearness)), false),
        }
    }
    best.filter(|_| !clash)
}

fn same(a: &Quantity, b: &Quantity) -> bool {
    a.value == b.value && a.dimension == b.dimension
}

fn nearness(named: &Named, place: Place, sections: &[Section]) -> Option<Nearness> {
    let mut above = std::iter::successors(sections.get(place.section).and_then(|s| s.parent), |p| {
        sections.get(*p).and_then(|s| s.parent)
    });
    Some(match named {
        n if n.statement == place.statement => Nearness::Statement,
        n if n.row => return None,
        n if n.block == place.block => Nearness::Block,
        n if n.definition.section == place.section => Nearness::Section,
        n if above.any(|s| s == n.definition.section) => Nearness::Above,
        _ => Nearness::Document,
    })
}

/// Looks up names where they stand.
pub(crate) struct Lookup<'a> {
    named: &'a [Named],
    inputs: &'a [&'a Input],
    sections: &'a [Section],
}

impl<'a> Lookup<'a> {
    /// Over the definitions of a document.
    pub fn new(named: &'a [Named], inputs: &'a [&'a Input], document: &'a Document) -> Self {
        Self { named, inputs, sections: &document.sections }
    }

    /// The value of a name used in a section, also where the document defines it by another of its usual names: `L` by
    /// "30 layers". A definition of the section goes before one of the document; where two different values are equally
    /// near there is none.
    pub fn lookup(&self, name: &str, section: usize) -> Option<&'a Definition> {
        let key = key_of(name);
        let variable =
            self.inputs.iter().find(|i| i.words.iter().any(|w| key_of(w) == key)).map(|i| i.variable.as_str());
        let is_it = |n: &&Named| n.definition.key == key || variable.is_some() && n.variable.as_deref() == variable;
        let place = Place { statement: usize::MAX - 1, block: usize::MAX - 1, section };
        nearest(self.named.iter().filter(is_it), place, self.sections).map(|(n, _)| &n.definition)
    }
}
