//! Documents that lie beside the repository and are not shipped; skipped where they are not there.

#![allow(clippy::panic, clippy::print_stdout, reason = "a test says what it did and ends where it must")]

mod common;

use std::fs;

use common::{lines, report, root};

/// The paragraph that starts with these words, as it stands in a file beside the repository.
fn paragraph(path: &str, start: &str) -> Option<String> {
    let Ok(text) = fs::read_to_string(root("..").join(path)) else {
        println!("skipped: no ../{}", path.split('/').next().unwrap_or_default());
        return None;
    };
    let line = text.lines().find(|line| line.starts_with(start));
    Some(line.unwrap_or_else(|| panic!("{path} has no paragraph that starts with {start:?}")).to_owned() + "\n")
}

#[test]
fn a_one_page_draft_gets_a_finding_for_each_line_that_its_review_answers_with_no() {
    let Some(draft) = paragraph("shared/seeds/review01.md", "Response cache. Problem:") else { return };
    let report = report(&draft);
    let found = common::rules(&report);
    println!("{}", lines(&report));
    let says = |rules: &[&str]| found.iter().any(|rule| rules.contains(&rule.as_str()));
    assert!(says(&["options-no-numbers"]), "the options have no numbers: {found:?}");
    assert!(says(&["no-accepted-cost"]), "nothing is given up: {found:?}");
    assert!(says(&["failure-mode-no-detection"]), "the stale answer has no detection: {found:?}");
    assert!(says(&["adjective-without-number", "bare-result"]), "\"small\" is no arithmetic: {found:?}");
    assert!(
        report.diagnostics.iter().any(|d| speaks_of(&d.rule, &d.finding.message, "question")),
        "no open questions: {found:?}"
    );
    for (line, rules) in [
        ("problem", &["solution-before-problem"][..]),
        ("contracts", &["interface-no-contract", "contract-file-missing"]),
        ("rollout", &["rollback-missing", "rollback-no-trigger", "migration-irreversible"]),
    ] {
        assert!(!says(rules), "nothing is wrong with the {line}: {found:?}");
        let about = report.diagnostics.iter().find(|d| speaks_of(&d.rule, &d.finding.message, line));
        assert!(about.is_none(), "nothing is wrong with the {line}: {about:?}");
    }
}

/// Whether a finding of the rule for missing or hollow sections is about the section.
fn speaks_of(rule: &str, message: &str, section: &str) -> bool {
    matches!(rule, "section-missing" | "section-hollow") && message.to_lowercase().contains(section)
}
