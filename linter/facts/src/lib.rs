//! What a document states. Facts are nouns; rules ask about them.
//!
//! [`extract`] reads a [`designlint_document::Document`] once and gives [`Facts`]. It does no I/O and cannot fail.

#![deny(clippy::float_arithmetic)]

mod accepted_costs;
mod adjectives;
mod chosen;
mod claims;
mod components;
mod contracts;
mod criteria;
mod dates;
mod decisions;
mod declared_emitters;
mod definitions;
mod degradation;
mod derivation;
mod detection;
mod detection_delays;
mod differences;
mod failover;
mod failure_kind;
mod failure_labels;
mod failure_lists;
mod failure_modes;
mod failure_nouns;
mod failure_prose;
mod failure_tables;
#[cfg(test)]
mod failure_words;
mod flowcharts;
mod formulas;
mod header;
mod headings;
mod input_index;
mod interface_labels;
mod interface_prose;
mod interfaces;
mod knowledge;
mod labelled_options;
mod learning;
mod learning_nouns;
mod lookup;
mod markers;
mod mechanisms;
mod mentions;
mod migrations;
mod needs;
mod nouns;
mod option_tables;
mod options;
mod owners;
mod patterns;
mod places;
mod prose;
mod questions;
mod remarks;
mod restatements;
mod review_nouns;
mod review_record;
mod rollout;
mod sampled_percentiles;
mod scores;
mod service;
mod signal_fates;
mod signal_faults;
mod signal_text;
mod silence;
mod standing;
mod state;
mod text;
mod topics;
mod triggers;
mod usual_names;
mod word_lists;

pub use claims::{
    Budget, Claim, ClaimKind, Definition, Explanation, Fault, Hop, How, Inheritance, Mixes, MonthLength, MonthUse,
    OpenEquation, Operand, PrefixMix, Verdict, open_equations,
};
pub use dates::{Date, Due};
pub use derivation::{
    Calculation, Derivation, Leaf, Limit, Named, NoValue, Node, NodeKind, Step, Unfollowed, Values, derivation,
    written_exactly_like, written_like,
};
pub use differences::{Difference, Stating, differences};
pub use failure_nouns::*;
pub use formulas::{BareResult, BurnAlert, FormulaUse, Phrase, Stated};
pub use headings::heading_key;
pub use knowledge::{
    BareResults, Constant, Conventions, Formula, Input, Knowledge, Mistake, Pattern, Prepared, Signal, TopicWords,
    Vocabulary,
};
pub use learning_nouns::*;
pub use mentions::{Mention, NamedQuantity, named_quantity};
pub use nouns::*;
pub use places::has_section;
pub use review_nouns::*;
pub use scores::{Band, Criterion, SCORED_FACTS, Scale, ScaleDimension, ScaleLevel, Scored, scored};
pub use service::{
    Call, ExcludedErrors, FanOut, MeanRate, Path, PoolLoad, Service, ServiceObjective, UnreplicatedSize,
};
pub use word_lists::WordLists;

use designlint_document::Document;

/// Everything a document states.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Calculations, in order of the source.
    pub claims: Vec<Claim>,
    /// Calculations that use a result which the document gets wrong.
    pub inheritances: Vec<Inheritance>,
    /// Calculations that mix prefixes of 1,000 and of 1,024.
    pub prefix_mixes: Vec<PrefixMix>,
    /// Numbers that are right for one length of a month only.
    pub month_uses: Vec<MonthUse>,
    /// What a named filter dropped, by filter.
    pub dropped: Vec<(&'static str, usize)>,
    /// Latency budgets, in order of the source.
    pub budgets: Vec<Budget>,
    /// Named numbers, in order of the source.
    pub definitions: Vec<Definition>,
    /// Quantities that are stated with two values.
    pub restatements: Vec<Restatement>,
    /// Percentiles of too few samples.
    pub sampled_percentiles: Vec<SampledPercentile>,
    /// Known formulas that contradict a stated number.
    pub formula_uses: Vec<FormulaUse>,
    /// What a service promises and what it is given.
    pub service: Service,
    /// Burn-rate alerts.
    pub burn_alerts: Vec<BurnAlert>,
    /// Sizes and costs without their factors.
    pub bare_results: Vec<BareResult>,
    /// Sections of the rubric.
    pub topics: Vec<Topic>,
    /// Number of words of running text before the first section of the rubric.
    pub introduction_words: usize,
    /// Parts of the system.
    pub components: Vec<Component>,
    /// Ways to fail.
    pub failure_modes: Vec<FailureMode>,
    /// Detections that are slower than what they promise.
    pub detection_delays: Vec<DetectionDelay>,
    /// What happens under overload, section by section.
    pub degradations: Vec<Degradation>,
    /// The first automatic failover of something that is written to.
    pub failover: Option<Failover>,
    /// Sentences that take missing data for health.
    pub silent_passes: Vec<Text>,
    /// Options, one entry a decision.
    pub options: Vec<Options>,
    /// Choices that were made.
    pub decisions: Vec<Decision>,
    /// Boundaries.
    pub interfaces: Vec<Interface>,
    /// Open questions.
    pub questions: Vec<Question>,
    /// How versions come and go.
    pub rollout: Option<Rollout>,
    /// Destructive changes of stored data whose only way back is the old program.
    pub migrations: Vec<Migration>,
    /// The fields at its top.
    pub header: Vec<Field>,
    /// What the document says about itself.
    pub standing: Standing,
    /// Marks of what is not settled in an accepted document, outside open questions.
    pub markers: Vec<Text>,
    /// Mechanisms of the design that no stated limit asks for.
    pub mechanisms: Vec<Text>,
    /// Sentences that accept a cost.
    pub accepted_costs: Vec<AcceptedCost>,
    /// Adjectives where a number is due.
    pub adjectives: Vec<Adjective>,
    /// What is to improve, and its guardrails.
    pub metrics: Option<Metrics>,
    /// What a system that learns states besides its metrics.
    pub learning: Learning,
    /// Answers and decision of a review.
    pub review: ReviewRecord,
}

impl Facts {
    /// The topics of a kind, such as `rollout`.
    pub fn topics_of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Topic> {
        self.topics.iter().filter(move |t| t.kinds.iter().any(|k| k == kind))
    }
}

/// Reads the facts of a document.
pub fn extract(document: &Document, knowledge: &Knowledge) -> Facts {
    let words = &knowledge.vocabulary;
    let topics = topics::topics(document, words);
    let components = components::components(document, &topics, knowledge);
    let numbers = numbers(document, &topics, knowledge);
    let header = header::header(document);
    let remarks = remarks::Remarks::new(document, words);
    let standing = standing::standing(document, &header, &topics, words);
    let failure_modes = failure_modes::failure_modes(document, &topics, &components, knowledge);
    Facts {
        introduction_words: topics::introduction_words(document, &topics),
        detection_delays: detection_delays::detection_delays(document, &topics, &failure_modes),
        degradations: degradation::degradations(document, &topics, words),
        failover: failover::failover(document, &failure_modes, words),
        silent_passes: silence::silent_passes(document),
        options: options::options(document, &topics, words),
        decisions: decisions::decisions(document, &topics, words),
        interfaces: interfaces::interfaces(document, &topics, words),
        questions: questions::questions(document, &topics, words),
        rollout: rollout::rollout(document, &topics, words),
        migrations: migrations::migrations(document, &topics, words),
        markers: markers::markers(document, &topics, &standing, words),
        mechanisms: mechanisms::mechanisms(document, &topics, words),
        accepted_costs: accepted_costs::accepted_costs(&remarks),
        adjectives: adjectives::adjectives(document, &topics, words),
        metrics: learning::metrics(&remarks, &topics),
        learning: learning::learning(&remarks, &topics, &numbers.claims),
        review: review_record::review_record(document, words),
        header,
        standing,
        failure_modes,
        components,
        topics,
        ..numbers
    }
}

/// The facts about numbers; the others are empty.
fn numbers(document: &Document, topics: &[Topic], knowledge: &Knowledge) -> Facts {
    let statements = formulas::statements(document, knowledge.conventions.readings);
    let inputs = knowledge.inputs();
    let named = definitions::named(document, &statements, inputs);
    let lookup = lookup::Lookup::new(&named, inputs, document);
    let conventions = &knowledge.conventions;
    let lists = claims::lists(document);
    let (mut claims, dropped) = claims::claims(document, &lookup, conventions, &knowledge.constants, &lists);
    let mut formula_uses =
        formulas::formula_uses(document, knowledge, &statements, &lookup, &mut claims, conventions.readings);
    formula_uses.extend(service::compositions(document, &statements, &mut claims));
    claims::align_symbols(document, &named, &lookup, &mut claims);
    claims::explain_counts(document, &statements, &mut claims);
    claims::mark_counts(&mut claims);
    claims::count_periods_once(document, &mut claims);
    Facts {
        prefix_mixes: claims::prefix_mixes(document, conventions.readings, &lookup, &mut claims),
        inheritances: claims::inherit(document, &named, &lookup, &mut claims),
        burn_alerts: formulas::burn_alerts(&statements, &lookup),
        bare_results: formulas::bare_results(&statements, topics, &claims, &knowledge.bare_results),
        month_uses: claims::month_uses(document, &statements, &lookup, &claims),
        restatements: restatements::restatements(document, &statements, &named),
        sampled_percentiles: sampled_percentiles::sampled_percentiles(document, &statements),
        service: service::service(document, statements, knowledge.service_inputs(), &claims),
        budgets: claims::budgets(document, &lists, conventions.readings),
        definitions: named.into_iter().map(|n| n.definition).collect(),
        claims,
        dropped,
        formula_uses,
        ..Facts::default()
    }
}
