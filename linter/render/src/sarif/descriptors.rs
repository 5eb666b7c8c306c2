//! The rules of a run, as code scanning shows them.

use std::collections::{BTreeMap, BTreeSet};

use designlint_core::{Family, RuleDocs, RuleEntry, RuleMeta, Severity};
use serde_json::{Value, json};

use super::level;
use super::text::cut;
use crate::escape::line;
use crate::found::Found;
use crate::rule_page;

/// How many characters the short and the full description may have.
const MOST_TEXT: usize = 1024;

/// The rules that have results: those of the table in its order, then the checks of profiles by their ids.
pub(super) struct Descriptors<'a> {
    rules: Vec<&'static RuleMeta>,
    own: Vec<(&'a str, Severity)>,
    index: BTreeMap<&'a str, usize>,
}

impl<'a> Descriptors<'a> {
    pub(super) fn of(found: &[Found<'a>], table: &[RuleEntry]) -> Self {
        let used: BTreeSet<&str> = found.iter().map(|found| found.diagnostic.rule.as_ref()).collect();
        let rules: Vec<&'static RuleMeta> =
            table.iter().map(|entry| entry.meta).filter(|meta| used.contains(meta.name)).collect();
        let mut own: BTreeMap<&str, Severity> = BTreeMap::new();
        for found in found.iter().filter(|found| found.meta(table).is_none()) {
            own.entry(&found.diagnostic.rule).or_insert(found.diagnostic.severity);
        }
        let own: Vec<(&str, Severity)> = own.into_iter().collect();
        let names = rules.iter().map(|meta| meta.name).chain(own.iter().map(|(id, _)| *id));
        let index = names.enumerate().map(|(i, name)| (name, i)).collect();
        Self { rules, own, index }
    }

    /// Where a rule stands in the list.
    pub(super) fn index(&self, rule: &str) -> Option<usize> {
        self.index.get(rule).copied()
    }

    pub(super) fn to_json(&self) -> Vec<Value> {
        let own = self.own.iter().map(|(id, severity)| own_check(id, *severity));
        self.rules.iter().map(|meta| rule(meta)).chain(own).collect()
    }
}

fn rule(meta: &RuleMeta) -> Value {
    let docs = RuleDocs::parse(meta.docs);
    let folded = |text: &str| cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), MOST_TEXT);
    let what = folded(&docs.what);
    let page = rule_page::page(meta);
    let mut tags = vec!["design-document", meta.family.name()];
    if meta.preview {
        tags.push("preview");
    }
    json!({
        "id": meta.name,
        "shortDescription": {"text": what},
        "fullDescription": {"text": docs.section("Why").map_or(what, folded)},
        "help": {"text": page, "markdown": page},
        "helpUri": meta.page(),
        "defaultConfiguration": {"level": level(meta.severity)},
        "properties": {
            "precision": precision(meta),
            "problem.severity": problem(meta.severity),
            "tags": tags,
        },
    })
}

/// A check that a team wrote. What it looks for stands in the team's own file, and in its message.
fn own_check(id: &str, severity: Severity) -> Value {
    let what = cut(&format!("A check of a profile of your own: {}", line(id)), MOST_TEXT);
    json!({
        "id": id,
        "shortDescription": {"text": what},
        "fullDescription": {"text": what},
        "help": {"text": "The profile that `profiles` of the configuration names says what this check asks for."},
        "defaultConfiguration": {"level": level(severity)},
        "properties": {
            "precision": "medium",
            "problem.severity": problem(severity),
            "tags": ["design-document", Family::Structure.name()],
        },
    })
}

/// How often a finding is right: what is computed can be told, what is read in words less so.
fn precision(meta: &RuleMeta) -> &'static str {
    match meta.family {
        _ if meta.preview => "medium",
        Family::Arithmetic | Family::Formula | Family::Engine => "very-high",
        Family::Failure | Family::Decision | Family::Structure => "high",
    }
}

fn problem(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "recommendation",
    }
}
