//! `--format rdjson`: the diagnostic format of reviewdog. Its columns count bytes of UTF-8, and ends are exclusive.

use designlint_core::{RuleEntry, Severity};
use designlint_document::{Source, Span};
use serde_json::{Value, json};

use crate::Checked;
use crate::base::Base;
use crate::escape::line;
use crate::found::{Found, as_one_edit};
use crate::json::to_text;
use crate::place::shown;

/// The first findings, at most `limit`, as one JSON value and a line end. `rules` is the table of rules; paths count from
/// the root of the repository. A safe fix is a suggestion.
pub fn rdjson(checked: &[Checked], rules: &[RuleEntry], base: &Base, limit: Option<usize>) -> String {
    let found = Found::first(checked, limit);
    let worst = found.iter().map(|found| found.diagnostic.severity).max().unwrap_or(Severity::Info);
    let diagnostics: Vec<Value> = found.iter().map(|found| diagnostic(found, rules, base)).collect();
    to_text(&json!({
        "source": {"name": "designlint", "url": env!("CARGO_PKG_REPOSITORY")},
        "severity": severity(worst),
        "diagnostics": diagnostics,
    }))
}

fn diagnostic(found: &Found<'_>, rules: &[RuleEntry], base: &Base) -> Value {
    let source = found.source();
    let finding = &found.diagnostic.finding;
    let path = base.relative(found.path);
    let help = finding.help.iter().map(|help| format!("\nhelp: {}", line(help)));
    let message: String = std::iter::once(line(&finding.message).into_owned()).chain(help).collect();
    let mut code = json!({"value": found.diagnostic.rule});
    if let Some(meta) = found.meta(rules) {
        code["url"] = meta.page().into();
    }
    let location = |span: Span| json!({"path": path, "range": range(source, shown(source, span))});
    let suggestion = found.safe_fix().and_then(|fix| as_one_edit(source, fix));
    let suggestions = suggestion.map(|(span, text)| json!({"range": range(source, span), "text": text}));
    let related =
        finding.labels.iter().map(|label| json!({"message": line(&label.message), "location": location(label.span)}));
    json!({
        "message": message,
        "location": location(finding.span),
        "severity": severity(found.diagnostic.severity),
        "code": code,
        "suggestions": suggestions.into_iter().collect::<Vec<_>>(),
        "related_locations": related.collect::<Vec<_>>(),
    })
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Info => "INFO",
    }
}

fn range(source: &Source, span: Span) -> Value {
    let position = |byte: usize| {
        let at = source.line_of(byte);
        json!({"line": at, "column": byte - source.line_span(at).start + 1})
    };
    json!({"start": position(span.start), "end": position(span.end)})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_bytes() {
        let source = Source::new("a𐐀b\n× 2\n");
        assert_eq!(
            range(&source, Span::new(5, 6)),
            json!({"start": {"line": 1, "column": 6}, "end": {"line": 1, "column": 7}})
        );
        assert_eq!(
            range(&source, Span::new(0, 10)),
            json!({"start": {"line": 1, "column": 1}, "end": {"line": 2, "column": 4}})
        );
    }
}
