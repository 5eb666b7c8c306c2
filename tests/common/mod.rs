//! What the tests of documents share: the check as every caller runs it.

#![allow(dead_code, reason = "each test file is a crate of its own and uses its part")]

pub mod editor;
pub mod edits;
pub mod page;
pub mod run;

use std::path::{Path, PathBuf};

use designlint_core::{Diagnostic, Report, Settings, check};
use designlint_document::{Document, Source};
use designlint_rules::packs;

/// A path of the repository.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The report on a text with all rules, the packs and nothing configured.
pub fn report(text: &str) -> Report {
    let settings = Settings { knowledge: packs::knowledge(), profiles: packs::profiles(), ..Settings::default() };
    check(Document::parse(Source::new(text)), &settings, designlint_rules::ALL)
}

/// One line a finding: `line:column-end_line:end_column severity[rule] message`.
pub fn lines(report: &Report) -> String {
    report.diagnostics.iter().map(|d| line(report, d) + "\n").collect()
}

fn line(report: &Report, diagnostic: &Diagnostic) -> String {
    let source = &report.document.source;
    let finding = &diagnostic.finding;
    let (start, end) = (source.position(finding.span.start), source.position(finding.span.end));
    format!(
        "{}:{}-{}:{} {}[{}] {}",
        start.line,
        start.column,
        end.line,
        end.column,
        diagnostic.severity.name(),
        diagnostic.rule,
        designlint_render::escape::line(&finding.message)
    )
}

/// The names of the rules that have something to say, in order of the source.
pub fn rules(report: &Report) -> Vec<String> {
    report.diagnostics.iter().map(|d| d.rule.to_string()).collect()
}

/// Whether the expectations are to be written instead of compared.
pub fn update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}
