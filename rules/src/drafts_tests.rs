//! What a reviewer says of a one-page draft, line by line of the rubric.

use std::collections::BTreeSet;

use designlint_core::{Family, Kind, check};
use designlint_document::{Document, Source};

use crate::testing::settings;

/// A page in one paragraph: five lines of the rubric are answered by no number, no cost, no signal, an adjective and
/// nothing.
const DRAFT: &str = "Token cache. Problem: each call asks the identity provider again for the same key. Users: the four \
    services behind the edge. Constraints: one pod, 256 MiB. Options: (A) ask each time; (B) a map in the pod with a time to \
    live. Choice: B with 10,000 keys and 5 min. Interfaces: Cache-Status: hit or miss (edge-headers.v2). Failure modes: a \
    revoked key that still opens doors. Capacity: negligible. Rollout: behind a flag.\n";

fn rules(text: &str) -> (Kind, BTreeSet<&'static str>) {
    let report = check(Document::parse(Source::new(text)), &settings(), crate::ALL);
    let families = [Family::Failure, Family::Decision, Family::Structure];
    let judges = |name: &str| {
        let rule = crate::ALL.iter().find(|r| r.meta.name == name);
        rule.is_some_and(|r| families.contains(&r.meta.family)) || name == "adjective-without-number"
    };
    let names = report.diagnostics.iter().map(|d| d.rule).filter(|r| judges(r));
    let missing = report.diagnostics.iter().filter(|d| d.rule == "section-missing").map(|d| &d.finding.message);
    for message in missing {
        assert_eq!(message, "no section is headed \"Open questions\" or the like: open questions with an owner");
    }
    (report.kind.0, names.collect())
}

fn expected() -> BTreeSet<&'static str> {
    BTreeSet::from([
        "adjective-without-number",
        "failure-mode-no-degradation",
        "failure-mode-no-detection",
        "no-accepted-cost",
        "options-no-numbers",
        "section-missing",
    ])
}

#[test]
fn the_five_lines_that_are_not_answered_are_named_and_no_other() {
    assert_eq!(rules(DRAFT), (Kind::Design, expected()));
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that does not run says so")]
fn the_draft_of_the_worked_review() {
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/seeds/review01.md");
    let Ok(text) = std::fs::read_to_string(seeds) else {
        eprintln!("skipped: no ../shared");
        return;
    };
    let draft = text.lines().find(|l| l.contains("Problem: ") && l.contains("Rollout: ")).unwrap();
    assert_eq!(rules(draft), (Kind::Design, expected()));
}

#[test]
fn the_draft_with_its_answers_is_approved() {
    let answers = [
        ("(A) ask each time;", "(A) ask each time, 40 ms a call;"),
        ("Choice: B", "Choice: we accept that a revoked key opens doors for 5 min. B"),
        (
            "a revoked key that still opens doors.",
            "| failure | detection | degradation |\n|---|---|---|\n| a revoked key still opens doors | a canary key, \
             revoked every hour, is let in after 6 min | nothing, until then |\n\n",
        ),
        ("negligible.", "10,000 keys x 1.2 KB = 12 MB."),
        ("behind a flag.", "behind a flag. Open questions: none, settled on 2026-03-02."),
    ];
    let mended = answers.iter().fold(DRAFT.to_owned(), |text, (old, new)| text.replace(old, new));
    assert_eq!(rules(&mended), (Kind::Design, BTreeSet::new()));
}
