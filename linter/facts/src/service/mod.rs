//! What a document promises of a service, and what it gives it to keep the promise.

mod arrangement;
mod availability;
mod calls;
mod exclusions;
mod objectives;
mod paths;
mod peaks;
mod pools;
mod replicas;
mod words;

pub(crate) use availability::compositions;
pub use calls::{Call, FanOut};
pub use exclusions::ExcludedErrors;
pub use objectives::ServiceObjective;
pub use paths::Path;
pub use peaks::MeanRate;
pub use pools::PoolLoad;
pub use replicas::UnreplicatedSize;

use std::collections::BTreeMap;

use designlint_document::{Document, Span};
use designlint_quantity::Rational;

use crate::formulas::{Amount, Statement};
use crate::input_index::InputIndex;
use crate::lookup::Lookup;
use crate::{Claim, definitions};

/// Most places that may state one quantity: of more nobody can tell which one a sentence means.
const MOST: usize = 128;

/// What a document promises of a service and gives it, each list in order of the source.
#[derive(Clone, Debug, Default)]
pub struct Service {
    /// Objectives of availability and latency.
    pub objectives: Vec<ServiceObjective>,
    /// Errors that an indicator leaves out.
    pub excluded_errors: Vec<ExcludedErrors>,
    /// Paths of a request.
    pub paths: Vec<Path>,
    /// Calls that are tried again under a deadline.
    pub calls: Vec<Call>,
    /// Calls that become many under a cap.
    pub fan_outs: Vec<FanOut>,
    /// Connection pools under the limit of a server.
    pub pools: Vec<PoolLoad>,
    /// Means of a day that stand for a peak.
    pub mean_rates: Vec<MeanRate>,
    /// Sizes on disk without the replication that their section states.
    pub unreplicated: Vec<UnreplicatedSize>,
}

/// Reads what a document says of its services. Takes the statements, since it writes numbers for words into them.
pub(crate) fn service(
    document: &Document,
    mut statements: Vec<Statement>,
    inputs: &InputIndex,
    claims: &[Claim],
) -> Service {
    statements.iter_mut().for_each(|s| words::count(document, s));
    let mut named = definitions::named(document, &statements, inputs);
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    named.iter().filter_map(|n| n.variable.clone()).for_each(|v| *count.entry(v).or_default() += 1);
    named.retain(|n| n.variable.as_ref().is_some_and(|v| count.get(v).is_some_and(|&n| n <= MOST)));
    let starts = statements.iter().map(|s| s.span().start).collect();
    let lookup = Lookup::new(&named, inputs, document);
    let reader = Reader { document, statements: &statements, starts, lookup, claims };
    Service {
        objectives: objectives::objectives(&reader),
        excluded_errors: exclusions::excluded_errors(document),
        paths: paths::paths(document),
        calls: calls::calls(&reader),
        fan_outs: calls::fan_outs(&reader),
        pools: pools::pools(&reader),
        mean_rates: peaks::mean_rates(&reader),
        unreplicated: replicas::unreplicated(&reader),
    }
}

/// What all readers of a service look at.
pub(crate) struct Reader<'a> {
    /// The document.
    pub document: &'a Document,
    /// Its statements in order of the source, numbers in words as numbers.
    pub statements: &'a [Statement],
    /// Where each statement starts.
    starts: Vec<usize>,
    /// The quantities of services that it states.
    pub lookup: Lookup<'a>,
    /// Its calculations.
    pub claims: &'a [Claim],
}

impl Reader<'_> {
    /// The first statement that holds a part of the source, with its index.
    pub fn statement_at(&self, span: Span) -> Option<(usize, &Statement)> {
        let end = self.starts.partition_point(|&start| start <= span.start);
        let before = self.statements.get(..end)?.iter().enumerate().rev();
        before.take_while(|(_, s)| s.span().contains(span)).last()
    }

    /// The statements of a block.
    pub fn of_block(&self, block: usize) -> &[Statement] {
        let (from, to) = (
            self.statements.partition_point(|s| s.block < block),
            self.statements.partition_point(|s| s.block <= block),
        );
        self.statements.get(from..to).unwrap_or(&[])
    }

    /// The values of each section that pass, in ascending order.
    pub fn values_by_section(&self, pass: impl Fn(&Amount) -> bool) -> BTreeMap<usize, Vec<Rational>> {
        let mut out: BTreeMap<usize, Vec<Rational>> = BTreeMap::new();
        for statement in self.statements {
            let amounts = statement.items.iter().filter_map(|i| i.amount()).filter(|a| pass(a));
            out.entry(statement.section).or_default().extend(amounts.map(|a| a.quantity.value.clone()));
        }
        out.values_mut().for_each(|values| values.sort());
        out
    }
}

/// Whether one of ascending values is a value or off by at most one part in `parts` of it.
pub(crate) fn has_near(values: &[Rational], value: &Rational, parts: u8) -> bool {
    let slack = value / Rational::from(parts);
    let low = value - &slack;
    values.get(values.partition_point(|v| *v < low)).is_some_and(|v| *v <= value + slack)
}
