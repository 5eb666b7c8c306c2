//! What the numbers of a document are made of: every named quantity and every result as a node, every use as an edge.
//!
//! [`derivation`] reads it from the facts of a document. [`Derivation::values`] calculates all of it again, exactly, also
//! with other inputs; [`Node::write`] says a value as the document writes that number. What could not be followed is in
//! [`Derivation::unfollowed`], each with its reason: nothing is guessed.

mod build;
mod formulas;
mod index;
mod labels;
mod limits;
mod links;
mod nodes;
mod steps;
mod values;
mod written;

use designlint_document::Span;
use designlint_quantity::{Dimension, Expression, Quantity, Rational};

pub use build::derivation;
pub use index::Named;
pub use values::{NoValue, Values};
pub use written::{written_exactly_like, written_like};

/// The numbers of a document, and how each follows from others.
#[derive(Clone, Debug, Default)]
pub struct Derivation {
    /// Named numbers and results, in order of the source. Edges are indices into it.
    pub nodes: Vec<Node>,
    /// What may not be passed, in order of the source.
    pub limits: Vec<Limit>,
    /// What was not followed, in order of the source.
    pub unfollowed: Vec<Unfollowed>,
    /// Results that use another number of the document: how many were read, followed or not.
    pub linked: usize,
    /// The nodes, each after those that it uses.
    order: Vec<usize>,
}

/// A number of the document.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is called, the name that is shown first; never empty. A result without a name is `L12`, a second one of its
    /// line `L12.2`.
    pub names: Vec<String>,
    /// What sentences call it, such as `layers` in "30 layers"; a name of another number goes before.
    pub also: Vec<String>,
    /// What it is.
    pub kind: NodeKind,
    /// The number with its unit; of a formula without a number the formula.
    pub span: Span,
    /// The number as written; empty for a formula without one.
    pub stated: String,
    /// What is stated; `None` for a formula without a number.
    pub value: Option<Quantity>,
    /// What it measures.
    pub dimension: Dimension,
    /// How it follows from others; `None` for an input.
    pub step: Option<Step>,
    /// The calculation as the document has it; empty for an input.
    pub text: String,
    /// Numbers of that calculation that are other nodes, with their places.
    pub numbers: Vec<(Span, Leaf)>,
    /// Whether a whole number is rounded down, as where it counts what fits.
    pub rounds_down: bool,
    /// Index of the claim that states it.
    pub claim: Option<usize>,
    /// Index of its section.
    pub section: usize,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A number that the document states and does not calculate.
    Input,
    /// Another place that states a number by the same name.
    Restated,
    /// The result of a calculation.
    Result,
    /// A total of rows, lines or hops.
    Total,
    /// A change between two numbers.
    Change,
    /// A calculation in names.
    Formula,
}

/// How a number follows from others.
#[derive(Clone, Debug)]
pub enum Step {
    /// It is that of another node.
    Same(usize),
    /// The sum of nodes, each taken away where that is said.
    Sum(Vec<(usize, bool)>),
    /// A calculation.
    Calculation(Box<Calculation>),
}

/// An expression of which some numbers and names are nodes.
#[derive(Clone, Debug)]
pub struct Calculation {
    /// As it stands in the document.
    pub expression: Expression,
    /// What each number of the expression is, from left to right; `None` for one that is nothing but itself.
    pub leaves: Vec<Option<Leaf>>,
    /// The nodes that its names are.
    pub names: Vec<(String, usize)>,
    /// What the value of the expression is multiplied with, so that it is in the base units of the result.
    pub factor: Rational,
}

/// A number of an expression that is a node.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The node.
    pub node: usize,
    /// The number as it stands there, over the value of the node: its unit may be another one.
    pub per: Rational,
}

/// A limit that a number is held against.
#[derive(Clone, Debug)]
pub struct Limit {
    /// What the document calls it.
    pub name: String,
    /// The node that must keep it.
    pub node: usize,
    /// Whether the number must stay at or below it, else at or above it.
    pub at_most: bool,
    /// Whether the limit itself is not allowed.
    pub strict: bool,
    /// The limit.
    pub limit: Quantity,
    /// The node that is the limit, where it is one: it may be set like any other.
    pub bound: Option<usize>,
    /// The limit as written.
    pub text: String,
    /// Where the limit stands.
    pub span: Span,
}

/// A calculation that is not followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfollowed {
    /// Where it stands.
    pub span: Span,
    /// Its text, blanks folded.
    pub text: String,
    /// Why.
    pub reason: String,
    /// Whether it uses another number of the document.
    pub linked: bool,
}

impl Node {
    /// The name that is shown.
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    /// The nodes that it uses, each once, in order.
    pub fn uses(&self) -> Vec<usize> {
        let mut out: Vec<usize> = match &self.step {
            None => Vec::new(),
            Some(Step::Same(node)) => vec![*node],
            Some(Step::Sum(parts)) => parts.iter().map(|p| p.0).collect(),
            Some(Step::Calculation(c)) => {
                c.leaves.iter().flatten().map(|l| l.node).chain(c.names.iter().map(|n| n.1)).collect()
            }
        };
        out.sort_unstable();
        out.dedup();
        out
    }
}

impl Derivation {
    /// The nodes, each after those that it uses.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The node that a node restates, or itself.
    pub fn root(&self, node: usize) -> usize {
        let mut at = node;
        // A chain of restatements is no longer than the document has nodes.
        for _ in 0..self.nodes.len() {
            match self.nodes.get(at).and_then(|n| n.step.as_ref()) {
                Some(Step::Same(next)) => at = *next,
                _ => break,
            }
        }
        at
    }

    /// Whether each node depends on one of these, itself included.
    pub fn depends_on(&self, inputs: &[usize]) -> Vec<bool> {
        let mut out = vec![false; self.nodes.len()];
        for &at in &self.order {
            out[at] = inputs.contains(&at) || self.nodes[at].uses().iter().any(|&used| out[used]);
        }
        out
    }
}
