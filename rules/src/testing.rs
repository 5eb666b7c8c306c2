//! What the tests of rules share: one rule on one text, with the packs that ship.

use designlint_core::{Diagnostic, Kind, Report, RuleEntry, Settings, check};
use designlint_document::{Document, Source};

pub(crate) use crate::packs::settings;

/// What a rule says about a design document: `3:1-3:4 warning: message`, one a finding.
///
/// The rule is on whatever the profile of the kind says; the severity is the profile's where it has one.
pub(crate) fn says(rule: &str, text: &str) -> Vec<String> {
    says_of(rule, Kind::Design, text)
}

/// What a rule says about a document of a kind.
pub(crate) fn says_of(rule: &str, kind: Kind, text: &str) -> Vec<String> {
    let report = report(rule, kind, text);
    report.diagnostics.iter().map(|d| line(&report.document.source, d)).collect()
}

/// What a rule says about a table of failures with one row, behind some text: the messages, without place and severity.
pub(crate) fn says_of_row(rule: &str, before: &str, failure: &str, detection: &str) -> Vec<String> {
    let text = format!(
        "{before}## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n| {failure} | {detection} | errors |\n"
    );
    let report = report(rule, Kind::Design, &text);
    report.diagnostics.into_iter().map(|d| d.finding.message).collect()
}

/// The report of one rule; rules of the engine family see what all the others do.
pub(crate) fn report(rule: &str, kind: Kind, text: &str) -> Report {
    report_with(rule, kind, text, settings())
}

/// The report of one rule under other settings than those that ship.
pub(crate) fn report_with(rule: &str, kind: Kind, text: &str, settings: Settings) -> Report {
    let entry = entry(rule);
    let mut settings = Settings { kind_from_command_line: Some(kind.name().to_owned()), preview: true, ..settings };
    if settings.severity(entry.meta, settings.profile(kind)).is_none() {
        settings.severities.insert(rule.to_owned(), Some(entry.meta.severity));
    }
    let mut report = check(Document::parse(Source::new(text)), &settings, crate::ALL);
    report.diagnostics.retain(|d| d.rule == rule);
    report
}

/// The entry of a rule in the table.
pub(crate) fn entry(rule: &str) -> &'static RuleEntry {
    let found = crate::ALL.iter().find(|r| r.meta.name == rule);
    found.unwrap_or_else(|| panic!("no rule is called {rule}: is it in the table of rules/src/lib.rs?"))
}

fn line(source: &Source, diagnostic: &Diagnostic) -> String {
    let (start, end) = (source.position(diagnostic.finding.span.start), source.position(diagnostic.finding.span.end));
    let severity = diagnostic.severity.name();
    let message = &diagnostic.finding.message;
    format!("{}:{}-{}:{} {severity}: {message}", start.line, start.column, end.line, end.column)
}
