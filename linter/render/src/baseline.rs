//! `--baseline`: findings that were there when a repository took the tool up, and are not told again.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::Checked;
use crate::json::{fingerprints, to_pretty};

/// Known findings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    version: u32,
    findings: BTreeSet<Known>,
}

/// A known finding: its fingerprint is what it is known by, path and rule are for readers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Known {
    path: String,
    rule: String,
    fingerprint: String,
}

/// What a baseline left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Findings that it knows.
    pub known: usize,
    /// Its entries, for the files that were checked, that are found no more.
    pub gone: usize,
}

impl Baseline {
    /// All findings of some files.
    pub fn of(checked: &[Checked]) -> Self {
        let known = |file: &Checked| -> Vec<Known> {
            let Some(report) = file.report() else { return Vec::new() };
            let prints = fingerprints(&file.path, report);
            let entry = |(rule, fingerprint): (&str, String)| Known {
                path: file.path.clone(),
                rule: rule.to_owned(),
                fingerprint,
            };
            report.diagnostics.iter().map(|d| d.rule.as_ref()).zip(prints).map(entry).collect()
        };
        Self { version: 1, findings: checked.iter().flat_map(known).collect() }
    }

    /// Reads a baseline.
    ///
    /// # Errors
    /// What is wrong with the text and at which line and column, or that a later version wrote it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let read: Self = serde_json::from_str(text).map_err(|error| format!("not a baseline: {error}"))?;
        match read.version {
            1 => Ok(read),
            other => Err(format!("version {other} of a baseline, and this designlint reads version 1")),
        }
    }

    /// The baseline as JSON and a line end, one finding a line or more, in an order that keeps differences small.
    pub fn to_text(&self) -> String {
        to_pretty(self)
    }

    /// Number of its findings.
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// Whether it knows no finding.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// Takes what it knows out of the reports.
    pub fn leave_out(&self, checked: &mut [Checked]) -> LeftOut {
        let prints: BTreeSet<&str> = self.findings.iter().map(|known| known.fingerprint.as_str()).collect();
        let mut left = LeftOut::default();
        for file in checked.iter_mut() {
            let entries = self.findings.iter().filter(|known| known.path == file.path).count();
            let Ok(report) = &mut file.outcome else { continue };
            let before = report.diagnostics.len();
            let mut own = fingerprints(&file.path, report).into_iter();
            report.diagnostics.retain(|_| own.next().is_none_or(|print| !prints.contains(print.as_str())));
            let known = before - report.diagnostics.len();
            left.known += known;
            left.gone += entries.saturating_sub(known);
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_baseline_says_where() {
        assert_eq!(
            Baseline::parse("{\"version\": 1,\n \"finding\": []}").unwrap_err(),
            "not a baseline: unknown field `finding`, expected `version` or `findings` at line 2 column 10"
        );
        assert_eq!(
            Baseline::parse("{\"version\": 2, \"findings\": []}").unwrap_err(),
            "version 2 of a baseline, and this designlint reads version 1"
        );
    }

    #[test]
    fn an_empty_one_is_read_back() {
        let empty = Baseline::of(&[]);
        assert!(empty.is_empty());
        assert_eq!(Baseline::parse(&empty.to_text()), Ok(empty));
    }
}
