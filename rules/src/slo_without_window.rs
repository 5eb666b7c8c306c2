//! `slo-without-window`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::ServiceObjective;
use designlint_quantity::{Rational, significant};
use serde::Deserialize;

declare_rule! {
    /// An objective names no period.
    ///
    /// ## Why
    /// 99.9% is 43 minutes in 30 days and 8.8 hours in a year. Without the period nobody can compute the error budget, and two
    /// teams that read the sentence allow different outages.
    ///
    /// ## Example
    /// ```md,fails
    /// ## SLO
    ///
    /// The service is 99.9% available, so we may be down for 43 minutes.
    /// ```
    /// ```md,passes
    /// ## SLO
    ///
    /// The service is 99.9% available over 30 days, so we may be down for 43 minutes.
    /// ```
    ///
    /// ## Silent on
    /// Objectives whose section, or whose document in a sentence on objectives, states a period or the downtime per month or year;
    /// measured values; what providers promise; durability; hops under a latency budget.
    pub static META = { name: "slo-without-window", family: Formula, severity: Warning }
}

/// `slo-without-window`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SloWithoutWindow {}

impl Rule for SloWithoutWindow {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.service.objectives.iter().filter(|o| !o.has_period).map(finding).collect()
    }
}

fn finding(objective: &ServiceObjective) -> Finding {
    let number = &objective.number;
    let help = format!("write the period with it, such as {number} over 30 days");
    let Some(share) = &objective.share else {
        let message = format!(
            "the objective of {number} has no period: it does not say over how many days the percentile is taken"
        );
        return Finding::new(objective.span, message).help(help);
    };
    let minutes =
        |days: u16| significant(&((Rational::ONE - share) * Rational::from(days) * Rational::from(1440u16)), 3);
    let message = format!(
        "the objective of {number} has no period: it allows {} minutes of failure in 30 days and {} in 90",
        minutes(30),
        minutes(90)
    );
    Finding::new(objective.span, message).help(help)
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    fn found(text: &str) -> Vec<String> {
        says("slo-without-window", text)
    }

    #[test]
    fn an_availability_in_many_forms() {
        let message =
            "the objective of 99.9% has no period: it allows 43.2 minutes of failure in 30 days and 130 in 90";
        assert_eq!(
            found("## SLO\n\nThe service is 99.9% available, so we may be down for 43 minutes.\n"),
            [format!("3:16-3:31 warning: {message}")]
        );
        assert_eq!(found("## Requirements\n\n- Availability: 99.9%\n"), [format!("3:17-3:22 warning: {message}")]);
        assert_eq!(
            found("## Objectives\n\n| indicator | objective |\n|---|---|\n| availability | 99.9% |\n"),
            [format!("5:18-5:23 warning: {message}")]
        );
        assert_eq!(found("## API\n\nThe uptime target is 99.9%.\n"), [format!("3:22-3:27 warning: {message}")]);
        assert_eq!(found("## SLO\n\n99.9% of requests succeed.\n"), [format!("3:1-3:6 warning: {message}")]);
    }

    #[test]
    fn a_latency() {
        assert_eq!(
            found("## SLO\n\np99 below 300 ms for reads.\n"),
            [
                "3:11-3:17 warning: the objective of 300 ms has no period: it does not say over how many days the percentile is taken"
            ]
        );
        assert_eq!(found("## Latency budget\n\nSLO: p99 ≤ 150 ms.\n"), [""; 0]);
    }

    #[test]
    fn a_period_anywhere_near() {
        for text in [
            "## SLO\n\n99.9% of requests under 300 ms over 30 days.\n",
            "## SLO\n\n99.9% available. The window is a rolling 28 days.\n",
            "## SLO\n\n<!-- agreed -->\n99.9% available. The window is a rolling 28 days.\n",
            "## SLO\n\nAvailability: 99.9% (8.76 hours of downtime per year)\n",
            "## SLO\n\n| objective | window |\n|---|---|\n| 99.9% availability | 30 d |\n",
            "# A\n\nAll SLOs are measured over a month.\n\n## B\n\nThe target is 99.9% availability.\n",
            "## SLO\n\nMonthly uptime must be 99.9%.\n",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn what_is_no_objective() {
        for text in [
            "## SLO\n\nLast month we measured 99.9% availability.\n",
            "## Storage targets\n\nS3 offers 99.99% availability.\n",
            "## Requirements\n\n- Durability: 99.999999999%\n- Accuracy: 99%\n",
            "## Requirements\n\nA cache hit rate of 95%.\n",
            "## Background\n\n99.9% availability is what people call three nines.\n",
            "## Availability targets\n\nTwo regions at 99.95% each.\n",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
