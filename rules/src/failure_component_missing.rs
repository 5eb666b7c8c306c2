//! `failure-component-missing`.

use std::collections::BTreeSet;

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_document::Document;
use designlint_facts::{Component, FailureMode, Vocabulary};
use serde::Deserialize;

use crate::failure_wording::{failures, the};
use crate::skeleton_fix;

declare_rule! {
    /// A part of the interfaces or of the path has no row among the failures.
    ///
    /// ## Why
    /// The failure that was listed has a plan. The part that everybody drew and nobody listed is the one that fails.
    ///
    /// ## Example
    /// ```md,fails
    /// Path: client → gateway → ranker → index
    ///
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | gateway down | `probe_success == 0` | errors |
    /// | ranker slow | p99 > 300 ms | answers wait |
    /// ```
    /// ```md,passes
    /// Path: client → gateway → ranker → index
    ///
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | gateway down | `probe_success == 0` | errors |
    /// | ranker slow | p99 > 300 ms | answers wait |
    /// | index stale | index age > 15 m | old items |
    /// ```
    ///
    /// ## Silent on
    /// - clients, users and others outside of the system
    /// - failures that speak of any dependency or any component
    /// - documents with fewer than two failures, or in which more parts are missing than listed
    pub static META = { name: "failure-component-missing", family: Failure, severity: Info }
}

/// `failure-component-missing`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FailureComponentMissing {}

impl Rule for FailureComponentMissing {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        finding(cx).into_iter().collect()
    }
}

fn finding(cx: &Context<'_>) -> Option<Finding> {
    let (facts, words) = (cx.facts, &cx.settings.knowledge.vocabulary);
    let told: Vec<String> = failures(&facts.failure_modes).map(|m| m.failure.text.to_lowercase()).collect();
    let named = failures(&facts.failure_modes).filter_map(|m| m.component.as_ref()).map(|c| c.to_lowercase());
    let said: BTreeSet<String> = told.iter().cloned().chain(named).flat_map(|text| words_of(&text)).collect();
    let first = failures(&facts.failure_modes).next()?;
    let groups = words.list("component.grouping").iter().any(|g| told.iter().any(|t| t.contains(g.as_str())));
    if told.len() < 2 || groups {
        return None;
    }
    let counts = |c: &&Component| c.called && !is_outside(&c.name, words);
    let (known, missing): (Vec<&Component>, Vec<&Component>) = facts
        .components
        .iter()
        .filter(counts)
        .partition(|c| words_of(&c.name.to_lowercase()).iter().any(|word| said.contains(word)));
    if missing.is_empty() || missing.len() > known.len() {
        return None;
    }
    let names: Vec<String> = missing.iter().map(|c| the(&c.name, words)).collect();
    let fail = if names.len() == 1 { "fails" } else { "fail" };
    let message = format!("no row says what happens when {} {fail}", names.join(" or "));
    let place = first.list.head.unwrap_or(first.failure.span);
    let finding = missing.iter().fold(Finding::new(place, message), |finding, component| {
        if component.span.is_empty() { finding } else { finding.label(component.span, "this is a part of the system") }
    });
    let rows: Vec<String> = missing.iter().map(|c| format!("{} down", c.name)).collect();
    let fix = column_of(cx.document, first).and_then(|at| skeleton_fix::rows(cx.document, first.span, at, &rows));
    Some(Finding { fix, ..finding }.help("add a row for each: how it is noticed, and what users see meanwhile"))
}

/// The column of the table that says what fails.
fn column_of(document: &Document, mode: &FailureMode) -> Option<usize> {
    let rows = document.tables.iter().flat_map(|t| &t.rows);
    let row = rows.into_iter().find(|r| r.span.contains(mode.failure.span))?;
    row.cells.iter().position(|c| c.span.contains(mode.failure.span))
}

fn is_outside(name: &str, words: &Vocabulary) -> bool {
    let low = name.to_lowercase();
    let outsiders = words.list("component.outsider");
    low.split(|c: char| !c.is_alphanumeric()).any(|w| outsiders.iter().any(|o| o == w))
}

/// The words by which a failure may speak of a part, singular.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| w.len() > 1);
    words.map(|w| w.trim_end_matches('s').to_string()).collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "failure-component-missing";

    fn rows(before: &str, failures: &[&str]) -> Vec<String> {
        let rows: String = failures.iter().map(|f| format!("| {f} | alert | errors |\n")).collect();
        says(
            RULE,
            &format!("{before}\n\n## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n{rows}"),
        )
    }

    #[test]
    fn every_part_has_a_row() {
        let path = "Request path: browser → edge proxy → orders → ledger";
        assert_eq!(
            rows(path, &["edge proxy down", "orders slow"]),
            ["5:1-5:38 info: no row says what happens when ledger fails"]
        );
        assert_eq!(rows(path, &["edge proxy down", "orders slow", "the ledger's disk is full"]), [""; 0]);
        assert_eq!(rows(path, &["edge proxy down", "any dependency is slow"]), [""; 0]);
        assert_eq!(rows(path, &["edge proxy down"]), [""; 0]);
        assert_eq!(rows(path, &["edge proxy down", "clock skew"]), [""; 0], "more are missing than listed");
    }
}
