//! How many wrong results are found: every result of the clean documents is changed, one at a time.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test says what it found and ends where a file is missing"
)]

mod common;

use std::fs;

use common::{report, root};
use designlint_core::Report;
use designlint_facts::{Claim, ClaimKind, Verdict};

/// The share of changed results that must be found, in percent.
const FOUND: usize = 92;

#[test]
fn a_changed_result_is_found() {
    let (mut found, mut survivors) = (0, Vec::new());
    for entry in fs::read_dir(root("corpus/clean")).unwrap() {
        let path = entry.unwrap().path().join("doc.md");
        let text = fs::read_to_string(&path).unwrap();
        for claim in changeable(&report(&text)) {
            let Some(wrong) = wrong(&text, &claim) else { continue };
            let line = text[..claim.stated_span.start].matches('\n').count() + 1;
            if speaks_of(&report(&wrong), line) {
                found += 1;
            } else {
                let after = wrong.lines().nth(line - 1).unwrap_or_default();
                survivors.push(format!("{}:{line}: {after}", path.display()));
            }
        }
    }
    let all = found + survivors.len();
    println!("{found} of {all} changed results found; not found:\n{}", survivors.join("\n"));
    assert!(all >= 150 && found * 100 >= all * FOUND, "{found} of {all} found:\n{}", survivors.join("\n"));
}

/// The claims whose result is a number that holds. A bound holds with a larger number, too.
fn changeable(report: &Report) -> Vec<Claim> {
    let holds = |c: &&Claim| c.verdict == Verdict::Holds && !c.weak && c.kind != ClaimKind::Comparison;
    report.facts.claims.iter().filter(holds).cloned().collect()
}

/// The text with another first digit in the result: three more or five less, for one more may be a rounding.
fn wrong(text: &str, claim: &Claim) -> Option<String> {
    let stated = &text[claim.stated_span.range()];
    let at = claim.stated_span.start + stated.find(|c: char| ('1'..='9').contains(&c))?;
    let digit = text.as_bytes()[at];
    let other = if digit <= b'6' { digit + 3 } else { digit - 5 };
    let mut wrong = text.to_owned();
    wrong.replace_range(at..=at, &char::from(other).to_string());
    Some(wrong)
}

/// Whether there is a finding on the line.
fn speaks_of(report: &Report, line: usize) -> bool {
    report.diagnostics.iter().any(|d| {
        let source = &report.document.source;
        let (first, last) = (source.line_of(d.finding.span.start), source.line_of(d.finding.span.end));
        (first..=last).contains(&line)
    })
}
