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

use designlint_document::Document;

use crate::formulas::Statement;
use crate::knowledge::Input;
use crate::lookup::Lookup;
use crate::{Claim, definitions};

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
    quantities: &[Input],
    claims: &[Claim],
) -> Service {
    statements.iter_mut().for_each(|s| words::count(document, s));
    let inputs: Vec<&Input> = quantities.iter().collect();
    let mut named = definitions::named(document, &statements, &inputs);
    named.retain(|n| n.variable.is_some());
    let reader = Reader { document, statements: &statements, lookup: Lookup::new(&named, &inputs, document), claims };
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
    /// Its statements, numbers in words as numbers.
    pub statements: &'a [Statement],
    /// The quantities of services that it states.
    pub lookup: Lookup<'a>,
    /// Its calculations.
    pub claims: &'a [Claim],
}
