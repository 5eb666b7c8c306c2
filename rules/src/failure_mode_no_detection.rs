//! `failure-mode-no-detection`.

use std::collections::BTreeSet;

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{FailureKind, FailureMode, State};
use serde::Deserialize;

use crate::failure_wording::{failures, is_unanswered, none_of, quoted};
use crate::skeleton_fix;

declare_rule! {
    /// A way to fail does not say how anybody notices it.
    ///
    /// ## Why
    /// A failure that no signal shows is found by users, later than by any alert. An empty cell, a dash, "N/A" or "TBD"
    /// is not an answer; neither is a table of failures that has no column for one.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | queue full | TBD | new jobs get 429 |
    /// ```
    /// ```md,passes
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | queue full | `queue_depth / queue_capacity > 0.9` for 1 m | new jobs get 429 |
    /// ```
    ///
    /// ## Silent on
    /// - a gap that is accepted in words: "none automatic; we accept up to 7 days until the weekly scrub finds it"
    /// - risks and threats of a plan: nobody asks how those are noticed
    /// - a table without the column where a sentence beside it says how its failures are noticed
    /// - prose that speaks of alerts, probes, logs or the like in its own way
    pub static META = { name: "failure-mode-no-detection", family: Failure, severity: Error }
}

/// `failure-mode-no-detection`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FailureModeNoDetection {}

impl Rule for FailureModeNoDetection {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let modes = &cx.facts.failure_modes;
        let words = cx.settings.knowledge.vocabulary.list("failure-column.detection");
        let mut said = BTreeSet::new();
        let mut found = Vec::new();
        for mode in failures(modes) {
            match mode.list.head.filter(|_| mode.detection.is_none()) {
                Some(head) if !mode.list.detects && said.insert(head) => {
                    let count = failures(modes).filter(|m| m.list.head == Some(head)).count();
                    let message = format!("{} how it is noticed", none_of(count));
                    let fix = skeleton_fix::column(cx.document, head, words);
                    found.push(Finding { fix, ..Finding::new(head, message).help(help(mode, true)) });
                }
                None if is_unanswered(mode.detection_state) => found.push(row(mode)),
                _ => {}
            }
        }
        found
    }
}

fn row(mode: &FailureMode) -> Finding {
    let failure = quoted(&mode.failure.text);
    match &mode.detection {
        Some(text) if mode.detection_state == State::Placeholder => {
            Finding::new(text.span, format!("{} is not a detection of {failure}", quoted(&text.text)))
        }
        _ => Finding::new(mode.failure.span, format!("nothing says how anybody notices {failure}")),
    }
    .help(help(mode, false))
}

fn help(mode: &FailureMode, column: bool) -> String {
    let place = if column { "add a detection to each" } else { "write a detection" };
    let example = match mode.kind {
        FailureKind::Crash => "`probe_success == 0` for 1 m, probed from outside",
        FailureKind::Hang => "timeouts at the caller above a number, or no unit of work finished for 5 m",
        FailureKind::Slow => "p99 at the edge above 0.5 s for 5 m",
        FailureKind::WrongData => "a query with a known answer that fails twice, or the age of the data above 15 m",
        FailureKind::NeverRan => "`time() - last_success_timestamp_seconds > 26 * 3600`",
        FailureKind::Overload => "depth / capacity above 0.9 for 1 m",
        FailureKind::Other => "such errors above a number in 5 m, counted by whoever calls it",
    };
    format!(
        "{place}: a metric, a probe or a query, with the value that raises the alarm, that shows this failure while it \
         lasts; here for example {example}"
    )
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::{report, says};

    const RULE: &str = "failure-mode-no-detection";

    #[test]
    fn a_row_without_a_detection_is_named() {
        let text = "## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n| queue full | - | new jobs get 429 |\n| worker killed | TBD | job retried |\n| cache node lost |  | slower |\n| engine down | N/A | 503 |\n";
        assert_eq!(
            says(RULE, text),
            [
                "5:3-5:13 error: nothing says how anybody notices \"queue full\"",
                "6:19-6:22 error: \"TBD\" is not a detection of \"worker killed\"",
                "7:3-7:18 error: nothing says how anybody notices \"cache node lost\"",
                "8:17-8:20 error: \"N/A\" is not a detection of \"engine down\"",
            ]
        );
    }

    #[test]
    fn the_help_gives_an_example_of_the_kind() {
        let text = "## Failure modes\n\n| failure | detection |\n|---|---|\n| queue full | |\n";
        let report = report(RULE, Kind::Design, text);
        assert_eq!(
            report.diagnostics[0].finding.help.as_deref(),
            Some(
                "write a detection: a metric, a probe or a query, with the value that raises the alarm, that shows this \
                 failure while it lasts; here for example depth / capacity above 0.9 for 1 m"
            )
        );
    }

    #[test]
    fn a_table_without_the_column_is_named_once() {
        let text = "## Failure modes\n\n| failure | degradation |\n|---|---|\n| queue full | new jobs get 429 |\n| worker killed | job retried |\n";
        assert_eq!(says(RULE, text), ["3:1-3:26 error: none of these 2 failures says how it is noticed"]);
        let beside = format!("{text}\nEach of them raises an alert of the edge.\n");
        assert_eq!(says(RULE, &beside), [""; 0]);
    }

    #[test]
    fn an_accepted_gap_is_an_answer() {
        let row = "none automatic; we accept up to 7 days until the weekly scrub finds it (owner: storage)";
        let text = format!("## Failure modes\n\n| failure | detection |\n|---|---|\n| disk corruption | {row} |\n");
        assert_eq!(says(RULE, &text), [""; 0]);
    }

    #[test]
    fn risks_of_a_plan_are_not_asked() {
        let table = "| risk | mitigation |\n|---|---|\n| nobody adopts it | talk to users |\n";
        for heading in ["Risks and mitigations", "Failure modes", "Drawbacks"] {
            assert_eq!(says(RULE, &format!("## {heading}\n\n{table}")), [""; 0], "{heading}");
        }
        assert_eq!(says(RULE, "## Drawbacks\n\nA node that fails loses its cache. More memory is used.\n"), [""; 0]);
    }

    #[test]
    fn lists_are_read_by_their_labels() {
        let text = "###### What are other known failure modes?\n\n- Livelock of the pool\n  - Detection: `pool_wait_seconds` p99 > 1\n  - Mitigations: restart\n- Quota ignored\n  - Detection: TBD\n  - Mitigations: none\n- Driver lost\n  - Mitigations: restart\n- [Failure mode brief description]\n  - Detection: How can it be detected via metrics?\n";
        assert_eq!(
            says(RULE, text),
            [
                "7:16-7:19 error: \"TBD\" is not a detection of \"Quota ignored\"",
                "9:3-9:14 error: nothing says how anybody notices \"Driver lost\"",
            ]
        );
    }

    #[test]
    fn sub_headings_are_read_by_their_labels() {
        let text = "## Failure modes\n\n### Redis down\n\n- **Impact**: slower\n- **Recovery**: failover\n\n### Engine hangs\n\nDetection: timeouts at the gateway\nMitigation: restart\n";
        assert_eq!(says(RULE, text), ["3:1-3:15 error: nothing says how anybody notices \"Redis down\""]);
    }

    #[test]
    fn a_plain_list_is_named_once() {
        let text =
            "## Failure modes\n\n- Server failure: traffic moves to the others\n- Cache down: ten times slower\n";
        assert_eq!(says(RULE, text), ["1:1-1:17 error: none of these 2 failures says how it is noticed"]);
        let one = text.replace("ten times slower", "`up{job=\"cache\"} == 0` raises an alert; slower");
        assert_eq!(says(RULE, &one), ["3:3-3:17 error: nothing says how anybody notices \"Server failure\""]);
        assert_eq!(says(RULE, "## Failure modes\n\n- See the runbook\n- Retries use jitter\n"), [""; 0]);
    }

    #[test]
    fn a_label_in_a_paragraph_is_a_list_of_its_failures() {
        let text = "Response cache. Problem: identical requests recompute. Options: (A) no cache; (B) LRU. Choice: B. Failure modes: a stale answer after a model rollout. Capacity: small.\n";
        assert_eq!(
            says(RULE, text),
            ["1:114-1:150 error: nothing says how anybody notices \"a stale answer after a model rollout\""]
        );
    }

    #[test]
    fn prose_that_refers_or_declines_is_left_alone() {
        for body in ["N/A", "None.", "See the table in section 5.", "We do not expect any new failure mode."] {
            assert_eq!(says(RULE, &format!("## Failure modes\n\n{body}\n")), [""; 0], "{body}");
        }
    }
}
