//! `designlint.json`, read as what a stranger may have written: small, of exactly the shape that `check --format json`
//! has, with paths that stay inside the repository.

mod reading;

pub use reading::is_fingerprint;

use designlint_core::{Family, Safety, Severity};
use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer};

/// What a run of designlint found.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Artifact {
    version: u32,
    /// The findings.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that were asked for.
    pub files: Vec<File>,
    summary: Summary,
    #[serde(default, rename = "statistics")]
    _statistics: IgnoredAny,
    /// The reviews, where `--review` asked for them.
    #[serde(default)]
    pub review: Vec<Review>,
}

fn family<'de, D: Deserializer<'de>>(word: D) -> Result<Family, D::Error> {
    one_of(word, Family::ALL, Family::name)
}

fn severity<'de, D: Deserializer<'de>>(word: D) -> Result<Severity, D::Error> {
    one_of(word, Severity::ALL, Severity::name)
}

fn safety<'de, D: Deserializer<'de>>(word: D) -> Result<Safety, D::Error> {
    one_of(word, Safety::ALL, Safety::name)
}

/// The one of all that goes by a word.
fn one_of<'de, D: Deserializer<'de>, T: Copy>(word: D, all: &[T], name: fn(T) -> &'static str) -> Result<T, D::Error> {
    let word = String::deserialize(word)?;
    let found = all.iter().copied().find(|&one| name(one) == word);
    let names = || all.iter().map(|&one| name(one)).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| D::Error::custom(format!("{word:?} is none of {}", names())))
}

/// A finding.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagnostic {
    /// Name of the rule, or the id of a profile's check.
    pub rule: String,
    #[serde(rename = "family", deserialize_with = "family")]
    _family: Family,
    /// How grave it is.
    #[serde(deserialize_with = "severity")]
    pub severity: Severity,
    /// The file, from the folder in which designlint ran.
    pub path: String,
    /// The same from the root of the repository.
    #[serde(skip)]
    pub file: String,
    #[serde(rename = "line")]
    _line: usize,
    #[serde(rename = "column")]
    _column: usize,
    #[serde(rename = "end_line")]
    _end_line: usize,
    #[serde(rename = "end_column")]
    _end_column: usize,
    /// Bytes of the file, half-open.
    pub span: [usize; 2],
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    #[serde(rename = "stated")]
    _stated: Option<String>,
    #[serde(rename = "computed")]
    _computed: Option<String>,
    #[serde(rename = "accepted")]
    _accepted: Vec<String>,
    #[serde(rename = "reading")]
    _reading: String,
    #[serde(rename = "explanation")]
    _explanation: Option<Explanation>,
    /// 16 hex digits.
    pub fingerprint: String,
    /// Other places.
    pub related: Vec<Related>,
    /// How to mend it.
    pub fix: Option<Fix>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Explanation {
    #[serde(rename = "kind")]
    _kind: String,
    #[serde(rename = "text")]
    _text: String,
}

/// Another place that a finding points at.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Related {
    #[serde(rename = "path")]
    _path: String,
    /// From 1.
    pub line: usize,
    #[serde(rename = "column")]
    _column: usize,
    #[serde(rename = "end_line")]
    _end_line: usize,
    #[serde(rename = "end_column")]
    _end_column: usize,
    /// What it has to do with the finding.
    pub message: String,
}

/// How to mend a finding.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fix {
    #[serde(rename = "title")]
    _title: String,
    /// How far it can be trusted.
    #[serde(deserialize_with = "safety")]
    pub safety: Safety,
    /// What to replace.
    pub edits: Vec<Edit>,
}

/// Replaces the bytes of a span.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// Bytes of the file, half-open; empty to insert.
    pub span: [usize; 2],
    /// The new text.
    pub text: String,
}

/// A file that was asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// From the folder in which designlint ran; once read, from the root of the repository.
    pub path: String,
    /// Its kind.
    pub kind: Option<String>,
    #[serde(rename = "kind_from")]
    _kind_from: Option<String>,
    #[serde(rename = "profile")]
    _profile: Option<String>,
    /// Calculations: all.
    pub claims: usize,
    /// Calculations that hold.
    pub verified: usize,
    /// Calculations that hold only weakly.
    pub weak: usize,
    /// Calculations that are wrong.
    pub wrong: usize,
    /// Calculations that inherit a wrong input.
    pub inherits: usize,
    /// Calculations that were not understood.
    pub not_understood: usize,
    /// Why it was not checked.
    #[serde(default)]
    pub error: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Summary {
    #[serde(rename = "files")]
    _files: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    #[serde(rename = "fixable")]
    _fixable: usize,
    #[serde(rename = "suppressed")]
    _suppressed: usize,
}

/// The review of a file. What is not said again in a comment may be anything.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// From the folder in which designlint ran; once read, from the root of the repository.
    pub path: String,
    /// Its kind.
    pub kind: Option<String>,
    /// The lines of the rubric.
    pub lines: Vec<Line>,
    /// The decision, where the kind has one.
    pub decision: Option<Decision>,
    #[serde(default, rename = "because")]
    _because: IgnoredAny,
    #[serde(default, rename = "closes")]
    _closes: IgnoredAny,
    #[serde(default, rename = "numbers")]
    _numbers: IgnoredAny,
    #[serde(default, rename = "doubt")]
    _doubt: IgnoredAny,
    #[serde(default, rename = "score")]
    _score: IgnoredAny,
    #[serde(default, rename = "error")]
    _error: IgnoredAny,
}

/// A line of the rubric.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Id.
    pub id: String,
    /// The line as people read it.
    pub says: String,
    /// The answer.
    pub answer: Yes,
    /// Why.
    pub reason: String,
    #[serde(default, rename = "line")]
    _line: IgnoredAny,
    #[serde(default, rename = "reader")]
    _reader: IgnoredAny,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Yes {
    /// It is answered.
    Yes,
    /// It is not.
    No,
}

/// How a review ends.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Nothing is left to do.
    Approve,
    /// Sound, once the comments are closed.
    #[serde(rename = "approve with changes")]
    ApproveWithChanges,
    /// To be written again.
    Rework,
}

impl Decision {
    /// As people read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::ApproveWithChanges => "approve with changes",
            Self::Rework => "rework",
        }
    }
}
