//! Which node a number of a calculation is.

use std::collections::BTreeMap;

use designlint_quantity::{Quantity, Rational};

use super::{Derivation, Leaf, index::Index, index::Named};
use crate::{
    Operand,
    claims::{digits, is_same, is_telling},
};

/// What a number of a calculation is.
pub(super) enum Link {
    /// Nothing but itself.
    Nothing,
    /// A node.
    Node(Leaf),
    /// One of several nodes.
    Several(Vec<usize>),
}

/// What finds the nodes of numbers.
pub(super) struct Links<'d> {
    index: &'d Index<'d>,
    /// Nodes by the digits they show, those that cannot be told from others left out.
    by_digits: BTreeMap<Rational, Vec<usize>>,
}

impl<'d> Links<'d> {
    pub fn new(derivation: &Derivation, index: &'d Index<'d>) -> Self {
        let mut by_digits: BTreeMap<Rational, Vec<usize>> = BTreeMap::new();
        for (at, node) in derivation.nodes.iter().enumerate() {
            if let Some(value) = node.value.as_ref().filter(|v| is_telling(v) || is_vast(v)) {
                by_digits.entry(digits(value)).or_default().push(at);
            }
        }
        Self { index, by_digits }
    }

    /// The node that a number is: by the name it stands for, by its place, or by its digits. By its digits it is a result
    /// before it or an input anywhere.
    pub fn of(&self, derivation: &Derivation, own: usize, operand: &Operand, section: usize) -> Link {
        let nodes = &derivation.nodes;
        if let Some(name) = &operand.symbol
            && let Named::One(node) = self.index.resolve(derivation, name, section)
            && let Some(leaf) = leaf(derivation, node, operand).filter(|_| node != own)
        {
            return Link::Node(leaf);
        }
        let here = self.index.around(nodes, operand.span.start).filter(|&n| n != own);
        if let Some(leaf) = here.and_then(|n| leaf(derivation, n, operand)) {
            return Link::Node(leaf);
        }
        let same = |&at: &usize| {
            let node = &nodes[at];
            let before = node.claim.is_none() || node.span.end <= operand.span.start;
            at != own && before && node.value.as_ref().is_some_and(|v| is_same(&operand.value, v))
        };
        let found = self.by_digits.get(&digits(&operand.value)).into_iter().flatten().copied().filter(same);
        let found: Vec<usize> = found.collect();
        let in_its_unit = |&at: &usize| nodes[at].value.as_ref().is_some_and(|v| is_alike(v, &operand.value));
        let alike: Vec<usize> = found.iter().copied().filter(in_its_unit).collect();
        let found = if alike.is_empty() { found } else { alike };
        // Cells and sentences repeat results more often than they happen to state the same digits.
        let results: Vec<usize> = found.iter().copied().filter(|&at| nodes[at].claim.is_some()).collect();
        let found = if results.is_empty() { found } else { results };
        match derivation.one_of(found.iter().copied()) {
            Named::Nothing => Link::Nothing,
            Named::One(node) if node != own => leaf(derivation, node, operand).map_or(Link::Nothing, Link::Node),
            Named::One(_) => Link::Nothing,
            Named::Several(nodes) => Link::Several(nodes),
        }
    }
}

/// Whether a number without a unit is so large that nobody writes it twice by chance: `70e9`.
fn is_vast(value: &Quantity) -> bool {
    digits(value) >= Rational::from(1_000_000_000u32)
}

fn is_alike(a: &Quantity, b: &Quantity) -> bool {
    a.dimension == b.dimension && a.factor == b.factor
}

/// The number as a part of a node, where it states the same: to the digit in base units, or by its digits without a unit.
fn leaf(derivation: &Derivation, node: usize, operand: &Operand) -> Option<Leaf> {
    let stated = derivation.nodes[node].value.as_ref()?;
    let used = &operand.value;
    let same = stated.dimension == used.dimension && stated.value == used.value;
    let by_digits = digits(stated) == digits(used);
    let bare = used.dimension.is_none() && stated.value == used.value;
    if !(same || by_digits || bare) || used.factor.is_zero() {
        return None;
    }
    if stated.value.is_zero() {
        return same.then(|| Leaf { node, per: Rational::ONE / &used.factor });
    }
    Some(Leaf { node, per: digits(used) / &stated.value })
}
