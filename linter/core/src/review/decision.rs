//! The decision.

use designlint_facts::{ClaimKind, Verdict};

use super::{Decision, Line};
use crate::{Report, Severity};

/// More lines answered with "no" than this, and the document is to be written again.
const MOST_NOES: usize = 5;

/// The line of the problem.
const PROBLEM: &str = "problem";

/// The line of the options.
const OPTIONS: &str = "options";

/// Rules that find a limit which the document states and does not keep.
const LIMITS: &[&str] = &["latency-budget-over", "pool-vs-limit", "retry-budget"];

/// Rules whose finding on the line of the options says that there are fewer than two.
const TOO_FEW: &[&str] = &["options-too-few", "section-missing", "section-hollow"];

/// The decision and why it is not the better one; `None` without a rubric.
pub(super) fn decision(report: &Report, lines: &[Line]) -> Option<(Decision, Vec<String>)> {
    if lines.is_empty() {
        return None;
    }
    let grave = rework(report, lines);
    if !grave.is_empty() {
        return Some((Decision::Rework, grave));
    }
    let open = changes(report, lines);
    let decision = if open.is_empty() { Decision::Approve } else { Decision::ApproveWithChanges };
    Some((decision, open))
}

fn rework(report: &Report, lines: &[Line]) -> Vec<String> {
    let mut because = Vec::new();
    if lines.iter().any(|l| l.id == PROBLEM && !l.yes) {
        because.push("the problem is not settled".to_owned());
    }
    let too_few = |l: &Line| l.findings.iter().any(|&i| TOO_FEW.contains(&report.diagnostics[i].rule.as_ref()));
    if lines.iter().any(|l| l.id == OPTIONS && too_few(l)) {
        because.push("there are fewer than two options".to_owned());
    }
    because.extend(broken_limit(report).map(|says| format!("a stated limit does not hold: {says}")));
    let noes = lines.iter().filter(|l| !l.yes).count();
    if noes > MOST_NOES {
        because.push(format!("{noes} of {} lines are answered with no", lines.len()));
    }
    because
}

/// The first limit that the document states and its numbers do not keep.
fn broken_limit(report: &Report) -> Option<&str> {
    let compared = |d: &crate::Diagnostic| {
        let wrong = |c: &&designlint_facts::Claim| c.kind == ClaimKind::Comparison && c.verdict == Verdict::Wrong;
        let ordered = |relation: &str| relation.contains(['<', '>', '≤', '≥']);
        report.facts.claims.iter().filter(wrong).any(|c| c.span == d.finding.span && ordered(&c.relation))
    };
    let found = report.diagnostics.iter().find(|d| LIMITS.contains(&d.rule.as_ref()) || compared(d));
    found.map(|d| d.finding.message.as_str())
}

fn changes(report: &Report, lines: &[Line]) -> Vec<String> {
    let mut because = Vec::new();
    let noes = lines.iter().filter(|l| !l.yes).count();
    if noes > 0 {
        let are = if noes == 1 { "is" } else { "are" };
        because.push(format!("{noes} of {} lines {are} answered with no", lines.len()));
    }
    let counted = |i: usize| lines.iter().any(|l| l.findings.contains(&i));
    let errors = report.diagnostics.iter().enumerate();
    let errors = errors.filter(|(i, d)| d.severity == Severity::Error && !counted(*i)).count();
    match errors {
        0 => {}
        1 => because.push("there is one more error".to_owned()),
        n => because.push(format!("there are {n} more errors")),
    }
    because
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source, Span};

    use super::*;
    use crate::{Diagnostic, Family, Finding, Settings, check};

    /// A report with findings, each a rule and its severity.
    fn report(found: &[(&'static str, Severity)]) -> Report {
        let mut report = check(Document::parse(Source::new("# Cache\n")), &Settings::default(), &[]);
        report.diagnostics = found
            .iter()
            .map(|&(rule, severity)| Diagnostic {
                rule: rule.into(),
                family: Family::Structure,
                severity,
                finding: Finding::new(Span::new(0, 7), rule),
            })
            .collect();
        report
    }

    /// Eight lines, of which these are answered with no by these findings.
    fn lines(noes: &[(&str, &[usize])]) -> Vec<Line> {
        let ids = [
            "problem",
            "options",
            "accepted-cost",
            "interfaces",
            "failure-modes",
            "capacity",
            "rollout",
            "open-questions",
        ];
        let line = |id: &str| {
            let findings = noes.iter().find(|(no, _)| *no == id).map(|(_, findings)| findings.to_vec());
            Line {
                id: id.to_owned(),
                says: id.to_owned(),
                yes: findings.is_none(),
                reason: String::new(),
                span: None,
                findings: findings.unwrap_or_default(),
                reader: String::new(),
            }
        };
        ids.map(line).into()
    }

    fn decided(found: &[(&'static str, Severity)], noes: &[(&str, &[usize])]) -> (Decision, String) {
        let (decision, because) = decision(&report(found), &lines(noes)).unwrap();
        (decision, because.join("; "))
    }

    #[test]
    fn approved_where_every_line_is_yes_and_nothing_is_wrong() {
        assert_eq!(decided(&[], &[]), (Decision::Approve, String::new()));
        assert_eq!(decided(&[("unit-prefix-mix", Severity::Warning)], &[]).0, Decision::Approve);
        let wrong = decided(&[("arith-mismatch", Severity::Error)], &[]);
        assert_eq!(wrong, (Decision::ApproveWithChanges, "there is one more error".to_owned()));
    }

    #[test]
    fn five_noes_are_changes_and_six_are_too_many() {
        let noes = ["accepted-cost", "interfaces", "failure-modes", "capacity", "rollout", "open-questions"];
        let found = [("section-missing", Severity::Warning); 6];
        let all: Vec<(&str, &[usize])> = noes.iter().map(|no| (*no, &[0][..])).collect();
        let changes = (Decision::ApproveWithChanges, "5 of 8 lines are answered with no".to_owned());
        assert_eq!(decided(&found, &all[..5]), changes);
        assert_eq!(decided(&found, &all), (Decision::Rework, "6 of 8 lines are answered with no".to_owned()));
    }

    #[test]
    fn a_problem_that_is_not_settled_is_rework() {
        let decided = decided(&[("section-hollow", Severity::Warning)], &[("problem", &[0])]);
        assert_eq!(decided, (Decision::Rework, "the problem is not settled".to_owned()));
    }

    #[test]
    fn fewer_than_two_options_are_rework_and_two_without_numbers_are_not() {
        for rule in ["options-too-few", "section-missing", "section-hollow"] {
            let decided = decided(&[(rule, Severity::Error)], &[("options", &[0])]);
            assert_eq!(decided, (Decision::Rework, "there are fewer than two options".to_owned()), "{rule}");
        }
        let decided = decided(&[("options-no-numbers", Severity::Warning)], &[("options", &[0])]);
        assert_eq!(decided, (Decision::ApproveWithChanges, "1 of 8 lines is answered with no".to_owned()));
    }

    #[test]
    fn a_limit_that_does_not_hold_is_rework() {
        for rule in ["latency-budget-over", "pool-vs-limit", "retry-budget"] {
            let decided = decided(&[(rule, Severity::Error)], &[]);
            assert_eq!(decided, (Decision::Rework, format!("a stated limit does not hold: {rule}")));
        }
    }

    #[test]
    fn without_a_rubric_nothing_is_decided() {
        assert_eq!(decision(&report(&[]), &[]), None);
    }
}
