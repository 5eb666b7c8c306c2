//! `--format sarif`: SARIF 2.1.0 with what code scanning shows.

mod descriptors;
mod text;

use std::collections::BTreeMap;

use designlint_core::{Edit, RuleEntry, Severity};
use designlint_document::{Source, Span};
use serde_json::{Value, json};

use self::descriptors::Descriptors;
use self::text::message;
use crate::Checked;
use crate::base::Base;
use crate::found::Found;
use crate::json::to_text;
use crate::line_hash::line_hashes;
use crate::place::{Place, shown};
use crate::summary::counted;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// How many results code scanning takes of a run.
const MOST_RESULTS: usize = 25_000;
/// How many places it takes of a result.
const MOST_PLACES: usize = 1_000;

/// The findings as one JSON value and a line end: all of them in their order, or where there are more than `limit` or
/// than code scanning takes, the most severe and a note that counts the others. `rules` is the table of rules; paths count
/// from the root of the repository.
pub fn sarif(checked: &[Checked], rules: &[RuleEntry], base: &Base, limit: Option<usize>) -> String {
    let most = limit.unwrap_or(MOST_RESULTS).min(MOST_RESULTS);
    let mut found = Found::all(checked);
    let left_out = found.len().saturating_sub(most);
    if left_out > 0 {
        found = Found::most_severe_first(checked);
        found.truncate(most);
    }
    let descriptors = Descriptors::of(&found, rules);
    let mut hashes = BTreeMap::new();
    let results: Vec<Value> = found.iter().map(|found| result(found, &descriptors, base, &mut hashes)).collect();
    to_text(&json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "designlint",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": descriptors.to_json(),
            }},
            "automationDetails": {"id": "designlint/"},
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation(checked, left_out, base)],
            "results": results,
        }],
    }))
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// How the run went: files that could not be read, and results that are left out.
fn invocation(checked: &[Checked], left_out: usize, base: &Base) -> Value {
    let failures = checked.iter().filter_map(|file| Some((&file.path, file.outcome.as_ref().err()?)));
    let mut notes: Vec<Value> = failures
        .map(|(path, reason)| {
            json!({
                "level": "error",
                "message": {"text": message(&format!("not checked: {reason}"))},
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": base.uri(path)}}}],
            })
        })
        .collect();
    let successful = notes.is_empty();
    if left_out > 0 {
        let text = format!("{} left out, none more severe than those that are here", counted(left_out, "result"));
        notes.push(json!({"level": "warning", "message": {"text": text}}));
    }
    json!({"executionSuccessful": successful, "toolExecutionNotifications": notes})
}

fn result<'a>(
    found: &Found<'a>,
    descriptors: &Descriptors<'_>,
    base: &Base,
    hashes: &mut BTreeMap<&'a str, Vec<String>>,
) -> Value {
    let (source, finding) = (found.source(), &found.diagnostic.finding);
    let uri = base.uri(found.path);
    let help = finding.help.iter().map(|help| format!("\nhelp: {}", message(help)));
    let text: String = std::iter::once(message(&finding.message)).chain(help).collect();
    let mut result = json!({
        "ruleId": found.diagnostic.rule,
        "ruleIndex": descriptors.index(&found.diagnostic.rule),
        "level": level(found.diagnostic.severity),
        "message": {"text": text},
        "locations": [{"physicalLocation": physical(&uri, source, finding.span)}],
        "partialFingerprints": {"designlint/v1": found.fingerprint},
    });
    // Of a file that is no text, only the part up to its first bad byte is known here.
    if found.diagnostic.rule != "unreadable-file" {
        let hashes = hashes.entry(found.path).or_insert_with(|| line_hashes(source.text()));
        if let Some(hash) = hashes.get(found.place().line - 1) {
            result["partialFingerprints"]["primaryLocationLineHash"] = hash.as_str().into();
        }
    }
    let related = finding.labels.iter().take(MOST_PLACES).enumerate().map(|(i, label)| {
        json!({
            "id": i + 1,
            "physicalLocation": physical(&uri, source, label.span),
            "message": {"text": message(&label.message)},
        })
    });
    let related: Vec<Value> = related.collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    if let Some(fix) = found.safe_fix() {
        let replacements: Vec<Value> = fix.edits.iter().map(|edit| replacement(source, edit)).collect();
        result["fixes"] = json!([{
            "description": {"text": message(&fix.title)},
            "artifactChanges": [{"artifactLocation": {"uri": uri}, "replacements": replacements}],
        }]);
    }
    result
}

fn physical(uri: &str, source: &Source, span: Span) -> Value {
    json!({"artifactLocation": {"uri": uri}, "region": region(source, shown(source, span))})
}

fn replacement(source: &Source, edit: &Edit) -> Value {
    json!({"deletedRegion": region(source, edit.span), "insertedContent": {"text": edit.text}})
}

fn region(source: &Source, span: Span) -> Value {
    let place = Place::of(source, span);
    json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    })
}
