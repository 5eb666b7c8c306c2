//! `failure-mode-no-degradation`.

use std::collections::BTreeSet;

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{FailureMode, State};
use serde::Deserialize;

use crate::failure_wording::{failures, is_unanswered, none_of, quoted};
use crate::skeleton_fix;

declare_rule! {
    /// A way to fail does not say what users see meanwhile.
    ///
    /// ## Why
    /// What is slower, stale or refused while the failure lasts is part of the design. Where it is not written down, whoever
    /// is on call decides it at night.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | cache node lost | `up{job="cache"} == 0` for 1 m | |
    /// ```
    /// ```md,passes
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | cache node lost | `up{job="cache"} == 0` for 1 m | answers are slower, none are lost |
    /// ```
    ///
    /// ## Silent on
    /// - a row that states the impact or what is done about it instead
    /// - risks and threats of a plan
    /// - a failure that is told in a sentence of its own
    pub static META = { name: "failure-mode-no-degradation", family: Failure, severity: Warning }
}

/// `failure-mode-no-degradation`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FailureModeNoDegradation {}

const HELP: &str =
    "for example \"answers are slower, none are lost\", \"prices are up to 60 s old\" or \"new jobs get 429\"";

impl Rule for FailureModeNoDegradation {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let modes = &cx.facts.failure_modes;
        let words = cx.settings.knowledge.vocabulary.list("failure-column.degradation");
        let mut said = BTreeSet::new();
        let mut found = Vec::new();
        for mode in failures(modes).filter(|m| is_unanswered(m.degradation_state)) {
            let of_list = |m: &&FailureMode| m.list.head == mode.list.head && m.degradation.is_none();
            match mode.list.head.filter(|_| mode.degradation.is_none()) {
                Some(head) if said.insert(head) => {
                    let count = failures(modes).filter(of_list).count();
                    let message = format!("{} what users see meanwhile", none_of(count));
                    let fix = skeleton_fix::column(cx.document, head, words);
                    found.push(Finding { fix, ..Finding::new(head, message).help(format!("say it for each, {HELP}")) });
                }
                Some(_) => {}
                None => found.push(row(mode)),
            }
        }
        found
    }
}

fn row(mode: &FailureMode) -> Finding {
    let failure = quoted(&mode.failure.text);
    match &mode.degradation {
        Some(text) if mode.degradation_state == State::Placeholder => {
            let message = format!("{} does not say what users see while it lasts: {failure}", quoted(&text.text));
            Finding::new(text.span, message)
        }
        _ => Finding::new(mode.failure.span, format!("nothing says what users see while it lasts: {failure}")),
    }
    .help(format!("say it, {HELP}"))
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "failure-mode-no-degradation";

    #[test]
    fn a_row_without_a_degradation_is_named() {
        let text = "## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n| cache node lost | `up{job=\"cache\"} == 0` for 1 m |  |\n| queue full | depth > 0.9 | TODO |\n| worker dies | restarts | none: the job is retried within 30 s |\n";
        assert_eq!(
            says(RULE, text),
            [
                "5:3-5:18 warning: nothing says what users see while it lasts: \"cache node lost\"",
                "6:30-6:34 warning: \"TODO\" does not say what users see while it lasts: \"queue full\"",
            ]
        );
    }

    #[test]
    fn impact_and_mitigation_answer_too() {
        let text = "| failure mode | impact | detection | mitigation |\n|---|---|---|---|\n| db down |  | pg_up == 0 | reads from the replica |\n";
        assert_eq!(says(RULE, text), [""; 0]);
    }

    #[test]
    fn a_table_without_the_column_is_named_once() {
        let text = "## Failure modes\n\n| failure | detection |\n|---|---|\n| db down | `pg_up == 0` |\n| queue full | depth > 0.9 |\n";
        assert_eq!(says(RULE, text), ["3:1-3:24 warning: none of these 2 failures says what users see meanwhile"]);
    }

    #[test]
    fn a_failure_in_a_sentence_is_left_alone() {
        let text = "## Failure modes\n\n- Server failure: traffic moves to the others\n- If the disk is full the writer waits until the janitor has made room.\n";
        assert_eq!(says(RULE, text), [""; 0]);
        assert_eq!(
            says(RULE, "## Failure modes\n\n- queue full\n- worker killed\n"),
            ["1:1-1:17 warning: none of these 2 failures says what users see meanwhile"]
        );
    }
}
