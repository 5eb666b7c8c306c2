//! As JSON.

use std::collections::BTreeMap;

use designlint_core::whatif::{Change, Kept, Sensitivity, Solution, Sweep, WhatIf};
use designlint_document::Source;
use designlint_facts::Unfollowed;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::json::to_text;

#[derive(Serialize)]
struct Output {
    version: u32,
    inputs: Vec<ChangeOut>,
    results: Vec<ChangeOut>,
    limits: Vec<LimitOut>,
    unfollowed: Vec<UnfollowedOut>,
}

#[derive(Serialize)]
struct ChangeOut {
    name: String,
    before: String,
    after: String,
    line: usize,
}

#[derive(Serialize)]
struct LimitOut {
    name: String,
    limit: String,
    before: String,
    after: String,
    holds: bool,
    line: usize,
}

#[derive(Serialize)]
struct UnfollowedOut {
    line: usize,
    text: String,
    reason: String,
}

/// What becomes of the numbers, as JSON and a line end.
pub fn whatif_json(source: &Source, found: &WhatIf) -> String {
    to_text(&Output {
        version: 1,
        inputs: found.inputs.iter().map(|c| change(source, c)).collect(),
        results: found.results.iter().map(|c| change(source, c)).collect(),
        limits: found.limits.iter().map(|l| limit(source, l)).collect(),
        unfollowed: found.unfollowed.iter().map(|u| unfollowed(source, u)).collect(),
    })
}

fn change(source: &Source, change: &Change) -> ChangeOut {
    let Change { name, before, after, span, .. } = change.clone();
    ChangeOut { name, before, after, line: source.line_of(span.start) }
}

fn limit(source: &Source, kept: &Kept) -> LimitOut {
    let Kept { name, limit, before, after, holds, span, .. } = kept.clone();
    LimitOut { name, limit, before, after, holds, line: source.line_of(span.start) }
}

fn unfollowed(source: &Source, left: &Unfollowed) -> UnfollowedOut {
    let Unfollowed { span, text, reason, .. } = left.clone();
    UnfollowedOut { line: source.line_of(span.start), text, reason }
}

/// A sweep as JSON and a line end. A row has the value of the one input, or the values of several.
pub fn sweep_json(found: &Sweep) -> String {
    let rows = found.rows.iter().map(|row| {
        let mut out = Map::new();
        match &row.values[..] {
            [value] => out.insert("value".to_owned(), json!(value)),
            values => out.insert("values".to_owned(), json!(values)),
        };
        let results = found.columns.iter().zip(&row.results);
        let results: Map<String, Value> = results.map(|(name, text)| (name.clone(), json!(text))).collect();
        out.insert("results".to_owned(), Value::Object(results));
        out.insert("broken".to_owned(), json!(row.broken));
        Value::Object(out)
    });
    let rows: Vec<Value> = rows.collect();
    let sweep = match &found.names[..] {
        [name] => json!({"name": name, "rows": rows}),
        names => json!({"names": names, "rows": rows}),
    };
    to_text(&json!({"version": 1, "sweep": sweep}))
}

/// What keeps a limit, as JSON and a line end.
pub fn solved_json(limit: &str, input: &str, found: &Solution) -> String {
    let mut out = solution(found);
    out.insert("limit".to_owned(), json!(limit));
    out.insert("for".to_owned(), json!(input));
    to_text(&json!({"version": 1, "solve": out}))
}

/// `kind` says what the value is; the other fields stand where there is one.
fn solution(found: &Solution) -> Map<String, Value> {
    let fields: BTreeMap<&str, &str> = match found {
        Solution::Largest { value, at, next, beyond, .. } => BTreeMap::from([
            ("kind", "largest"),
            ("value", value.as_str()),
            ("at", at),
            ("next", next),
            ("beyond", beyond),
        ]),
        Solution::Least { value, at, .. } => BTreeMap::from([("kind", "least"), ("value", value.as_str()), ("at", at)]),
        Solution::Always => BTreeMap::from([("kind", "always")]),
        Solution::Never => BTreeMap::from([("kind", "never")]),
        Solution::Independent => BTreeMap::from([("kind", "independent")]),
        Solution::Unclear => BTreeMap::from([("kind", "unclear")]),
    };
    fields.into_iter().map(|(key, text)| (key.to_owned(), json!(text))).collect()
}

/// What matters most, as JSON and a line end. Changes are in hundredths, as text.
pub fn sensitivity_json(found: &Sensitivity) -> String {
    let results = found.results.iter().map(|(at, name, stated)| {
        let effects = found.effects.iter().filter(|e| e.result == *at).map(|e| {
            let change = |nth: usize| e.changes[nth].as_ref().map(super::text::percent);
            json!({
                "input": e.name, "stated": e.stated,
                "minus_10": {"result": e.results[0], "change": change(0)},
                "plus_10": {"result": e.results[1], "change": change(1)},
                "doubled": {"result": e.results[2], "change": change(2)},
            })
        });
        json!({"name": name, "stated": stated, "effects": effects.collect::<Vec<_>>()})
    });
    let breaks = found.breaks.iter().map(|b| {
        let mut out = Map::new();
        out.insert("input".to_owned(), json!(b.name));
        out.insert("stated".to_owned(), json!(b.stated));
        out.insert("name".to_owned(), json!(b.limited));
        out.insert("limit".to_owned(), json!(b.limit));
        out.extend(solution(&b.at));
        Value::Object(out)
    });
    let (results, breaks): (Vec<Value>, Vec<Value>) = (results.collect(), breaks.collect());
    to_text(&json!({"version": 1, "results": results, "limits": breaks}))
}
