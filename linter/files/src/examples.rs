//! The examples of profiles: whether each shows what its check says.

use std::sync::Arc;

use designlint_core::{Context, Example, Outcome, Profile, ProfileCheck, Report, Seen, Settings, Severity, check};
use designlint_document::{Document, Source};

use crate::profiles::ProfileFile;

/// An example, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// File of the profile.
    pub path: String,
    /// Line of the example in that file.
    pub line: usize,
    /// Id of the check.
    pub check: String,
    /// Whether the check should find something.
    pub fails: bool,
    /// What came of it; what happened instead where it does not show what it should.
    pub result: Result<Shown, String>,
}

/// An example that shows what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// By all of the check.
    Whole,
    /// By `assert` alone: `when` is not true of the example, and why.
    AssertAlone(String),
}

/// Tries the examples of profiles, in the order of the files. `settings` are those of the configuration that names them;
/// what it says of severities does not count.
pub fn try_examples(files: &[Arc<ProfileFile>], settings: &Settings) -> Vec<Tried> {
    files.iter().flat_map(|file| of_file(file, settings)).collect()
}

fn of_file(file: &ProfileFile, settings: &Settings) -> Vec<Tried> {
    let profile = &file.profile;
    let mut tried = Vec::new();
    for (id, spans) in &file.examples {
        let Some(asked) = profile.checks.iter().find(|check| check.id == *id) else { continue };
        for (example, span) in asked.examples.iter().zip(spans) {
            tried.push(Tried {
                path: file.path.clone(),
                line: file.source.line_of(span.start),
                check: id.clone(),
                fails: example.fails,
                result: shown(asked, example, profile, settings),
            });
        }
    }
    tried
}

/// What comes of an example. It may be short: one that `when` leaves out still shows what `assert` does not take.
fn shown(asked: &ProfileCheck, example: &Example, profile: &Profile, settings: &Settings) -> Result<Shown, String> {
    let settings = Settings {
        kind_from_command_line: Some(profile.id.clone()),
        // The file that was read, whatever another of the same id says.
        profiles: Arc::new(vec![profile.clone()]),
        severities: [(asked.id.clone(), Some(Severity::Warning))].into(),
        knowledge: Arc::clone(&settings.knowledge),
        ..Settings::default()
    };
    let report = check(Document::parse(Source::new(example.text.as_str())), &settings, &[]);
    let found = report.diagnostics.iter().find(|d| d.rule == asked.id);
    let seen = || explained(asked, &report, profile, &settings);
    match found {
        None if example.fails => match seen() {
            Seen { words, left_out: true } => Ok(Shown::AssertAlone(words)),
            Seen { words, .. } => Err(format!("nothing was found; {words}")),
        },
        Some(found) if !example.fails => {
            let line = report.document.source.line_of(found.finding.span.start);
            Err(format!("it was found in line {line} of the example; {}", seen().words))
        }
        _ => Ok(Shown::Whole),
    }
}

fn explained(asked: &ProfileCheck, report: &Report, profile: &Profile, settings: &Settings) -> Seen {
    let outcome = Outcome::default();
    let (document, facts, (kind, kind_from)) = (&report.document, &report.facts, report.kind);
    (asked.explain.0)(&Context {
        document,
        facts,
        settings,
        kind,
        kind_from,
        profile: Some(profile),
        outcome: &outcome,
    })
}
