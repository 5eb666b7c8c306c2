//! Short documents, each with a mistake that has a name, and what is said about it.

#![allow(clippy::unwrap_used, reason = "a test ends where a finding is missing")]

mod common;

use common::report;
use designlint_core::Diagnostic;

/// The one finding of a rule.
fn only(text: &str, rule: &str) -> (Diagnostic, String) {
    let report = report(text);
    let found: Vec<_> = report.diagnostics.iter().filter(|d| d.rule == rule).cloned().collect();
    assert_eq!(found.len(), 1, "{rule}:\n{}", common::lines(&report));
    let diagnostic = found.into_iter().next().unwrap();
    let said = format!("{} {}", diagnostic.finding.message, diagnostic.finding.help.as_deref().unwrap_or_default());
    (diagnostic, said)
}

fn holds_all(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "no {part:?} in {said:?}");
    }
}

const MODEL: &str = "# Sizing\n\nThe model has 30 layers, 9 query heads, 3 key/value heads and head dimension 64.\n\n";

#[test]
fn query_heads_in_the_place_of_key_value_heads() {
    let text = format!("{MODEL}KV bytes per token: `2*30*9*64*2 = 69,120`\n");
    let (diagnostic, said) = only(&text, "kv-bytes");
    holds_all(&said, &["query heads", "9", "3", "23,040"]);
    let nine = text.find("*9*").unwrap() + 1;
    let label = diagnostic.finding.labels.iter().find(|l| l.span.start == nine && l.span.len() == 1);
    assert!(label.is_some(), "nothing points at the 9: {:?}", diagnostic.finding.labels);
}

#[test]
fn keys_without_values() {
    let text = format!("{MODEL}KV bytes per token: `30*3*64*2 = 11,520`\n");
    holds_all(&only(&text, "kv-bytes").1, &["values", "23,040"]);
}

#[test]
fn blocks_read_as_tokens() {
    let text = "# Sizing\n\nA token takes 23,040 B of KV cache. With kv_blocks = 2048 and block_size = 16 tokens the KV pool \
                holds 2,048 x 23,040 B = 47,185,920 B.\n";
    holds_all(&only(text, "kv-pool-blocks").1, &["blocks", "16", "754,974,720"]);
}

#[test]
fn a_gap_for_every_token() {
    let text = "# Time\n\nA request streams 32 output tokens: time to first token 0.5 s, then 0.06 s between tokens, so it takes \
                0.5 + 32 x 0.06 = 2.42 s.\n";
    holds_all(&only(text, "gap-count-off-by-one").1, &["31", "2.36 s"]);
}

#[test]
fn time_in_the_system_as_concurrency() {
    let text = "# Load\n\nRequests arrive at 4 per second and each spends 2.36 s in the system, so by Little's law 2.36 requests \
                are in flight.\n";
    holds_all(&only(text, "little-law").1, &["9.44"]);
}

#[test]
fn hours_over_days() {
    let text = "# Alerts\n\nThe objective is 99.5% over 30 days. A burn rate of 14.4 spends 14.4 x 1 / 30 = 12/25 of the budget in \
                one hour.\n";
    holds_all(&only(text, "burn-rate").1, &["1/50"]);
    let text = "# Alerts\n\nThe objective is 99.5% over 30 days. At a constant burn rate of 14.4 the whole budget is gone after \
                30 / 14.4 = 25/12 hours.\n";
    holds_all(&only(text, "burn-rate").1, &["50"]);
}

#[test]
fn minutes_of_another_objective() {
    let text = "# SLO\n\n99.5% over 30 days is 21.6 minutes of error budget.\n";
    holds_all(&only(text, "error-budget").1, &["216"]);
}
