//! The nouns of a system that learns.

use crate::Text;

/// What a system is to improve, and what must not get worse meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metrics {
    /// The first sentence or row that says what is to improve.
    pub success: Text,
    /// The guardrails that are written as a label, a list or rows.
    pub guardrails: Vec<Guardrail>,
    /// Whether anything is called a guardrail or bounded from above, in whatever form.
    pub guarded: bool,
}

/// A metric that must not get worse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guardrail {
    /// What it watches.
    pub text: Text,
    /// Whether a number, or that nothing may change, stands with it.
    pub limit: bool,
}

/// Data with an order in time that is divided at random.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomSplit {
    /// The sentence or row.
    pub text: Text,
    /// The words that give the data an order: "clicks", "90 days of".
    pub ordered: String,
}

/// A fallback that runs only once it is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColdFallback {
    /// The sentence or row.
    pub text: Text,
    /// The words that say so: "spun up".
    pub start: String,
}

/// A ranker that learns from what it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedbackLoop {
    /// The sentence or row that says what it learns from.
    pub text: Text,
    /// Whether exploration or a group without it breaks the loop anywhere.
    pub broken: bool,
}

/// What training and serving compute each for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServingSkew {
    /// The sentence, or the first of two.
    pub text: Text,
    /// Which two may differ.
    pub between: SkewBetween,
    /// Whether anything compares the two, logs what was served, or keeps them one.
    pub guarded: bool,
}

/// Which two may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkewBetween {
    /// Features of training and of serving.
    Features,
    /// The vectors of an index and the encoder of queries.
    Encoders,
}

/// What all of it costs for some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TotalCost {
    /// The first sentence or row that states it.
    pub text: Text,
    /// Whether the document states a price of one request, token, user or the like.
    pub per_unit: bool,
}

/// The load a design is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignLoad {
    /// The heading of the section that sizes it.
    pub title: Text,
    /// The load as written, folded.
    pub load: String,
    /// Whether anything says what happens at a multiple of it.
    pub grows: bool,
}

/// A number that somebody assumed and that a calculation uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The sentence or row that states it.
    pub text: Text,
    /// What is assumed: "hit rate".
    pub name: String,
    /// The number as written.
    pub number: String,
    /// The calculation that uses it.
    pub used: designlint_document::Span,
    /// Whether anything says that it is assumed, measured or required, or where it comes from.
    pub labelled: bool,
}

/// What the design of a system that learns states besides its metrics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learning {
    /// Data with an order that is split at random.
    pub random_splits: Vec<RandomSplit>,
    /// Fallbacks that start when they are needed.
    pub cold_fallbacks: Vec<ColdFallback>,
    /// The first sentence by which a ranker learns from what it shows.
    pub feedback_loop: Option<FeedbackLoop>,
    /// What training and serving compute apart, the first of each kind.
    pub skews: Vec<ServingSkew>,
    /// The total cost.
    pub cost: Option<TotalCost>,
    /// The load it is made for.
    pub load: Option<DesignLoad>,
    /// Numbers that were assumed.
    pub assumptions: Vec<Assumption>,
}
