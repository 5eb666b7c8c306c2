//! Which of several definitions a place means.

use designlint_document::{Document, Section, Span};
use designlint_quantity::Quantity;
use rustc_hash::FxHashMap;

use crate::Definition;
use crate::definitions::{Named, key_of};
use crate::input_index::InputIndex;

/// How near a definition stands to its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Nearness {
    /// Only there, by the shape of the calculation that is judged.
    Calculation,
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

/// The definitions of a document by name and by what they state.
pub(crate) struct Lookup<'a> {
    /// The document's sections.
    pub sections: &'a [Section],
    by_key: FxHashMap<&'a str, Vec<&'a Named>>,
    by_variable: FxHashMap<&'a str, Vec<&'a Named>>,
    inputs: &'a InputIndex,
}

impl<'a> Lookup<'a> {
    /// Over the definitions of a document.
    pub fn new(named: &'a [Named], inputs: &'a InputIndex, document: &'a Document) -> Self {
        let mut out = Self {
            sections: &document.sections,
            by_key: FxHashMap::default(),
            by_variable: FxHashMap::default(),
            inputs,
        };
        for n in named {
            out.by_key.entry(&n.definition.key).or_default().push(n);
            if let Some(variable) = &n.variable {
                out.by_variable.entry(variable).or_default().push(n);
            }
        }
        out
    }

    /// What states a quantity, in order of the source.
    pub fn of(&self, variable: &str) -> &[&'a Named] {
        self.by_variable.get(variable).map_or(&[], Vec::as_slice)
    }

    /// The definition of a name used in a section, also where the document defines it by another of its usual names: `L` by
    /// "30 layers". A definition of the section goes before one of the document; where two different values are equally
    /// near there is none.
    pub fn lookup(&self, name: &str, section: usize) -> Option<&'a Definition> {
        self.nearest(name, section, |_| true)
    }

    /// The definition of a name whose value does not stand in a span or come of it: neither `TP=4 + PP=4` nor
    /// `size = 3 x size = 12 TB` gives a name in it its value.
    pub fn lookup_outside(&self, name: &str, section: usize, own: Span) -> Option<&'a Definition> {
        self.nearest(name, section, |d| d.value_span.end <= own.start || own.end <= d.span.start)
    }

    fn nearest(&self, name: &str, section: usize, is_meant: impl Fn(&Definition) -> bool) -> Option<&'a Definition> {
        let key = key_of(name);
        let named = self.by_key.get(key.as_str()).into_iter().flatten();
        let stated = self.inputs.named(&key).next().map_or(&[][..], |wanted| self.of(&wanted.input.variable));
        let place = Place { statement: usize::MAX - 1, block: usize::MAX - 1, section };
        let found = named.chain(stated).copied().filter(|n| is_meant(&n.definition));
        nearest(found, place, self.sections).map(|(n, _)| &n.definition)
    }
}
