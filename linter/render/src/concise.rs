//! `--format concise`: one line a finding, as problem matchers and editors read it.

use std::fmt::Write;

use crate::Checked;
use crate::escape::line;
use crate::place::shown;

/// `path:line:column: severity[rule] message`, at most `limit` of them.
pub fn concise(checked: &[Checked], limit: Option<usize>) -> String {
    let mut out = String::new();
    let reports = checked.iter().filter_map(|file| Some((line(&file.path), file.report()?)));
    let all = reports.flat_map(|(path, report)| report.diagnostics.iter().map(move |d| (path.clone(), report, d)));
    for (path, report, d) in all.take(limit.unwrap_or(usize::MAX)) {
        let source = &report.document.source;
        let at = source.position(shown(source, d.finding.span).start);
        let (severity, rule, message) = (d.severity.name(), &d.rule, line(&d.finding.message));
        _ = writeln!(out, "{path}:{}:{}: {severity}[{rule}] {message}", at.line, at.column);
    }
    out
}
