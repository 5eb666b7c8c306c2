//! The findings of all files, in one row.

use std::cmp::Reverse;

use designlint_core::{Diagnostic, Edit, Fix, Report, RuleEntry, RuleMeta, Safety};
use designlint_document::{Source, Span};

use crate::Checked;
use crate::json::fingerprints;
use crate::place::{Place, shown};

/// A finding, its file and what it is known by.
#[derive(Clone, Debug)]
pub(crate) struct Found<'a> {
    /// The path as the caller wrote it.
    pub path: &'a str,
    pub report: &'a Report,
    pub diagnostic: &'a Diagnostic,
    pub fingerprint: String,
}

impl<'a> Found<'a> {
    /// All findings, by file and place.
    pub fn all(checked: &'a [Checked]) -> Vec<Self> {
        let reports = checked.iter().filter_map(|file| Some((file.path.as_str(), file.report()?)));
        let of_file = |(path, report): (&'a str, &'a Report)| {
            let prints = fingerprints(path, report);
            let found = report.diagnostics.iter().zip(prints);
            found.map(move |(diagnostic, fingerprint)| Self { path, report, diagnostic, fingerprint })
        };
        reports.flat_map(of_file).collect()
    }

    /// The first findings, at most `limit`.
    pub fn first(checked: &'a [Checked], limit: Option<usize>) -> Vec<Self> {
        let mut all = Self::all(checked);
        all.truncate(limit.unwrap_or(usize::MAX));
        all
    }

    /// All findings, the most severe first; those of one severity stay in their order.
    pub fn most_severe_first(checked: &'a [Checked]) -> Vec<Self> {
        let mut all = Self::all(checked);
        all.sort_by_key(|found| Reverse(found.diagnostic.severity));
        all
    }

    /// The text of its document.
    pub fn source(&self) -> &'a Source {
        &self.report.document.source
    }

    /// Its own place.
    pub fn place(&self) -> Place {
        Place::of(self.source(), shown(self.source(), self.diagnostic.finding.span))
    }

    /// What is known about its rule; nothing about a check that a team wrote.
    pub fn meta(&self, rules: &'a [RuleEntry]) -> Option<&'static RuleMeta> {
        rules.iter().map(|entry| entry.meta).find(|meta| meta.name == self.diagnostic.rule)
    }

    /// Its fix, if nobody needs to look at it first.
    pub fn safe_fix(&self) -> Option<&'a Fix> {
        self.diagnostic.finding.fix.as_ref().filter(|fix| fix.safety == Safety::Safe)
    }
}

/// The edits of a fix as one: the span from the first to the last of them, and the text it becomes. `None` where there is
/// no edit.
pub(crate) fn as_one_edit(source: &Source, fix: &Fix) -> Option<(Span, String)> {
    let mut edits: Vec<&Edit> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let whole = edits.iter().map(|edit| edit.span).reduce(Span::cover)?;
    let mut text = String::new();
    let mut done = whole.start;
    for edit in edits {
        text.push_str(source.slice(Span::new(done, edit.span.start)));
        text.push_str(&edit.text);
        done = edit.span.end;
    }
    Some((whole, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_become_one_with_what_stands_between() {
        let source = Source::new("a = 1\nb = 2\n");
        let edit = |start, end, text: &str| Edit { span: Span::new(start, end), text: text.into() };
        let edits = vec![edit(10, 11, "20"), edit(4, 5, "10"), edit(10, 10, "~")];
        let fix = |edits| Fix { title: "write it".into(), safety: Safety::Safe, edits };
        assert_eq!(as_one_edit(&source, &fix(edits)), Some((Span::new(4, 11), "10\nb = ~20".to_owned())));
        assert_eq!(as_one_edit(&source, &fix(Vec::new())), None);
    }
}
