//! Which node a name means.

use std::collections::BTreeMap;

use designlint_document::Section;

use super::{Derivation, Node};
use crate::{definitions::key_of, lookup::Lookup};

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// Nothing.
    Nothing,
    /// One number, the place of it that the others restate.
    One(usize),
    /// Several numbers with different values.
    Several(Vec<usize>),
}

impl Derivation {
    /// What a name means: case, backticks and `_` against a blank make no difference.
    pub fn named(&self, name: &str) -> Named {
        let key = key_of(name);
        let called = |names: &[String]| names.iter().any(|n| key_of(n) == key);
        let all = || 0..self.nodes.len();
        let mut found: Vec<usize> = all().filter(|&at| called(&self.nodes[at].names)).collect();
        if found.is_empty() {
            found = all().filter(|&at| called(&self.nodes[at].also)).collect();
        }
        self.one_called(&key, &found)
    }

    /// The one number that some nodes of a name are; of several that state one value the one that goes by it first.
    pub(super) fn one_called(&self, key: &str, nodes: &[usize]) -> Named {
        let found = self.one_of(nodes.iter().copied());
        let Named::Several(roots) = &found else { return found };
        let first = |&at: &usize| self.nodes[at].names.first().is_some_and(|n| key_of(n) == key);
        let named: Vec<usize> = roots.iter().copied().filter(first).collect();
        match named[..] {
            [one] if roots.iter().all(|&at| self.same_value(at, one)) => Named::One(one),
            _ => found,
        }
    }

    /// Whether two nodes state one value, to the places shown.
    pub(super) fn same_value(&self, a: usize, b: usize) -> bool {
        let (Some(a), Some(b)) = (&self.nodes[a].value, &self.nodes[b].value) else { return false };
        let ulp = if a.ulp > b.ulp { &a.ulp } else { &b.ulp };
        let off = if a.value > b.value { &a.value - &b.value } else { &b.value - &a.value };
        a.dimension == b.dimension && (off.is_zero() || (a.rounded || b.rounded) && off < *ulp)
    }

    /// The one number that some nodes are.
    pub(super) fn one_of(&self, nodes: impl Iterator<Item = usize>) -> Named {
        let mut roots: Vec<usize> = nodes.map(|at| self.root(at)).collect();
        roots.sort_unstable();
        roots.dedup();
        match roots[..] {
            [] => Named::Nothing,
            [one] => Named::One(one),
            _ => Named::Several(roots),
        }
    }
}

/// The nodes of a document by name and by place.
pub(super) struct Index<'d> {
    by_key: BTreeMap<String, Vec<usize>>,
    /// By what sentences call them.
    also: BTreeMap<String, Vec<usize>>,
    by_place: BTreeMap<usize, usize>,
    lookup: &'d Lookup<'d>,
}

impl<'d> Index<'d> {
    pub fn new(nodes: &[Node], lookup: &'d Lookup<'d>) -> Self {
        let mut out = Self { by_key: BTreeMap::new(), also: BTreeMap::new(), by_place: BTreeMap::new(), lookup };
        for (at, node) in nodes.iter().enumerate() {
            for name in &node.names {
                out.by_key.entry(key_of(name)).or_default().push(at);
            }
            for name in &node.also {
                out.also.entry(key_of(name)).or_default().push(at);
            }
            out.by_place.insert(node.span.start, at);
        }
        out
    }

    /// The nodes of each name, in order of the names.
    pub fn names(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.by_key.iter().map(|(key, nodes)| (key.as_str(), nodes.as_slice()))
    }

    /// The nodes that go by a name; where there are none, those that sentences call so.
    pub fn called(&self, name: &str) -> &[usize] {
        let key = key_of(name);
        self.by_key.get(&key).or_else(|| self.also.get(&key)).map_or(&[], Vec::as_slice)
    }

    /// The nodes that sentences call by a folded name.
    pub fn also(&self, key: &str) -> &[usize] {
        self.also.get(key).map_or(&[], Vec::as_slice)
    }

    /// The names that only sentences use, each with its nodes.
    pub fn only_said(&self) -> impl Iterator<Item = (&str, &[usize])> {
        let said = self.also.iter().filter(|(key, _)| !self.by_key.contains_key(*key));
        said.map(|(key, nodes)| (key.as_str(), nodes.as_slice()))
    }

    /// The node at or around a byte.
    pub fn around(&self, nodes: &[Node], at: usize) -> Option<usize> {
        let (_, &node) = self.by_place.range(..=at).next_back()?;
        (nodes[node].span.end > at).then_some(node)
    }

    /// The node that a name means in a section: the only one, else the only one of the section or of one above it, else
    /// what the document defines by another of its usual names.
    pub fn resolve(&self, derivation: &Derivation, name: &str, section: usize) -> Named {
        let nodes = self.called(name);
        let found = derivation.one_called(&key_of(name), nodes);
        let Named::Several(_) = found else {
            return if found == Named::Nothing { self.by_usual_name(derivation, name, section) } else { found };
        };
        let above = |s: &Section| s.parent;
        let mut at = Some(section);
        while let Some(section) = at {
            let here = nodes.iter().copied().filter(|&n| derivation.nodes[n].section == section);
            match derivation.one_of(here) {
                Named::Nothing => at = self.lookup.sections.get(section).and_then(above),
                one @ Named::One(_) => return one,
                Named::Several(_) => break,
            }
        }
        found
    }

    fn by_usual_name(&self, derivation: &Derivation, name: &str, section: usize) -> Named {
        let definition = self.lookup.lookup(name, section);
        let node = definition.and_then(|d| self.around(&derivation.nodes, d.value_span.start));
        derivation.one_of(node.into_iter())
    }
}
