//! What holds for one file: kind, rules, knowledge.

use std::collections::{BTreeMap, BTreeSet};

use designlint_facts::Knowledge;

use crate::Severity;

/// What kind of document it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A design document.
    Design,
    /// A design document of a machine-learning system.
    MlDesign,
    /// The record of a review.
    Review,
    /// An architecture decision record.
    Adr,
    /// A request for comments or another public proposal.
    Rfc,
    /// A Kubernetes enhancement proposal.
    Kep,
    /// Anything else.
    Notes,
}

/// Where the kind was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindFrom {
    /// `--kind`.
    CommandLine,
    /// `kind:` in the front matter.
    FrontMatter,
    /// The configuration.
    Configuration,
    /// What the document contains.
    Content,
}

/// What a kind of document promises: the lines of its rubric, and the severities of its rules.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// Id, which is the kind's name for the profiles that come with designlint.
    pub id: String,
    /// The lines of the rubric.
    pub lines: Vec<ProfileLine>,
    /// Rules of the failure, decision and structure families that hold, each with its severity; the others are off.
    pub rules: BTreeMap<String, Severity>,
}

/// A line of the rubric.
#[derive(Clone, Debug, Default)]
pub struct ProfileLine {
    /// Id.
    pub id: String,
    /// The line as people read it.
    pub says: String,
    /// Topics of the vocabulary, any of which answers it.
    pub topics: Vec<String>,
    /// Heading to insert where all are missing; empty where the line wants none.
    pub heading: String,
    /// Rules whose finding makes the answer "no".
    pub no_when: Vec<String>,
}

/// What holds for one file.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Kind given by the caller, and where it got it.
    pub kind: Option<(Kind, KindFrom)>,
    /// Severity by rule; `None` switches it off.
    pub severities: BTreeMap<String, Option<Severity>>,
    /// Rules that run, where the caller selects.
    pub select: Option<BTreeSet<String>>,
    /// Rules that do not run.
    pub ignore: BTreeSet<String>,
    /// Whether preview rules run.
    pub preview: bool,
    /// Options by rule, as JSON-like text that the rule's own type reads.
    pub options: BTreeMap<String, String>,
    /// What packs and configuration teach.
    pub knowledge: std::sync::Arc<Knowledge>,
    /// The profiles by kind.
    pub profiles: std::sync::Arc<Vec<Profile>>,
    /// Which of the paths the document names exist; `None` where nobody looked.
    pub known_files: Option<BTreeSet<String>>,
}
