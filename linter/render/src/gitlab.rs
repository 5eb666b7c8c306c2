//! `--format gitlab`: a report of code quality.

use designlint_core::Severity;
use serde_json::{Value, json};

use crate::Checked;
use crate::base::Base;
use crate::escape::line;
use crate::found::Found;
use crate::json::to_text;

/// The first findings, at most `limit`, as one JSON array and a line end. Paths count from the root of the repository.
pub fn gitlab(checked: &[Checked], base: &Base, limit: Option<usize>) -> String {
    let issues: Vec<Value> = Found::first(checked, limit).iter().map(|found| issue(found, base)).collect();
    to_text(&issues)
}

fn issue(found: &Found<'_>, base: &Base) -> Value {
    let place = found.place();
    let finding = &found.diagnostic.finding;
    let help = finding.help.iter().map(|help| format!(" (help: {})", line(help)));
    let description: String = std::iter::once(line(&finding.message).into_owned()).chain(help).collect();
    let severity = match found.diagnostic.severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Info => "info",
    };
    json!({
        "description": description,
        "check_name": found.diagnostic.rule,
        "fingerprint": found.fingerprint,
        "severity": severity,
        "location": {
            "path": base.relative(found.path),
            "lines": {"begin": place.line, "end": place.end_line},
        },
    })
}
