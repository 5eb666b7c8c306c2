//! `rollback-no-trigger`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// There is a way back, and nothing says what starts it.
    ///
    /// ## Why
    /// "If something looks wrong" is decided by a tired person under pressure, and late. A metric with its limit is decided
    /// now, and a machine can act on it.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Rollout
    ///
    /// 5% for one hour, then all. If anything looks odd we set the flag off.
    /// ```
    /// ```md,passes
    /// ## Rollout
    ///
    /// 5% for one hour, then all. We set the flag off when the edge 5xx ratio is above 1% for 5 m.
    /// ```
    ///
    /// ## Silent on
    /// - a limit with its number, or a condition on a metric, an alert or an SLO, anywhere the rollout or rollback is described
    /// - a flag or a gate of which nothing says when it is set back
    /// - a rollout without a way back (`rollback-missing`)
    pub static META = { name: "rollback-no-trigger", family: Structure, severity: Warning }
}

/// `rollback-no-trigger`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RollbackNoTrigger {}

impl Rule for RollbackNoTrigger {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let rollout = cx.facts.rollout.as_ref().filter(|r| r.trigger.is_none());
        let Some(back) = rollout.and_then(|r| r.act.as_ref()) else { return Vec::new() };
        let message = "this says how the version leaves, and nothing says which number makes it leave";
        let help = "name the metric, its limit and the time: \"when the edge 5xx ratio is above 1% for 5 m\"";
        vec![Finding::new(back.span, message).help(help)]
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "rollback-no-trigger";
    const MESSAGE: &str = "warning: this says how the version leaves, and nothing says which number makes it leave";

    #[test]
    fn a_feeling_starts_it() {
        assert_eq!(
            says(RULE, "## Rollout\n\n5%, then all. If something looks wrong we set the flag off.\n"),
            [format!("3:15-3:60 {MESSAGE}")]
        );
        assert_eq!(
            says(RULE, "## Rollout\n\n5%, then all.\n\n## Rollback\n\nRedeploy v1, 2 min.\n"),
            [format!("7:1-7:20 {MESSAGE}")]
        );
    }

    #[test]
    fn a_number_or_a_metric_starts_it() {
        for text in [
            "Roll back when 5xx rises.",
            "The flag goes off at p99 > 30 ms.",
            "Revert if more than 3 logins fail.",
            "| step | back when |\n|---|---|\n| flag on | burn rate above 14.4 |",
        ] {
            assert_eq!(
                says(RULE, &format!("## Rollout\n\n5%, then all, behind a flag.\n\n{text}\n")),
                [""; 0],
                "{text}"
            );
        }
    }

    #[test]
    fn without_a_way_back_another_rule_speaks() {
        assert_eq!(says(RULE, "## Rollout\n\n5%, then all.\n"), [""; 0]);
        assert_eq!(says(RULE, "## Rollback\n\nFlag off; nothing is stored.\n"), [""; 0]);
    }
}
