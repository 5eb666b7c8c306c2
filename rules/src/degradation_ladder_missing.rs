//! `degradation-ladder-missing`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::Degradation;
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// Under overload a person decides, or the steps have no triggers.
    ///
    /// ## Why
    /// By the time somebody has looked, every queue is full. An ordered list of what goes first, each step with the number
    /// that starts it and what users lose by it, works in seconds and is the same every time.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Degradation
    ///
    /// Under load the operator decides which features to turn off.
    /// ```
    /// ```md,passes
    /// ## Degradation
    ///
    /// | step | trigger | users lose |
    /// |---|---|---|
    /// | 1 | queue > 150 | recommendations |
    /// | 2 | queue > 400 | exports wait |
    ///
    /// Load-tested at twice the peak.
    /// ```
    ///
    /// ## Silent on
    /// Sections whose steps start by themselves, whoever may switch more off by hand.
    pub static META = { name: "degradation-ladder-missing", family: Failure, severity: Warning }
}

/// `degradation-ladder-missing`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DegradationLadderMissing {}

impl Rule for DegradationLadderMissing {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let starts = cx.facts.degradations.iter().any(|d| d.with_trigger > 0);
        cx.facts.degradations.iter().filter(|_| !starts).filter_map(finding).collect()
    }
}

fn finding(degradation: &Degradation) -> Option<Finding> {
    let help = "list the steps in order: what starts each (a metric and its limit), what users lose by it";
    if let Some(said) = &degradation.by_person {
        let message = format!("{}: a person is too late, and decides otherwise each time", quoted(&said.text));
        return Some(Finding::new(said.span, message).help(help));
    }
    let steps = degradation.steps.filter(|_| degradation.without_trigger > 0)?;
    let message = format!(
        "none of these {} steps says what starts it: somebody has to decide while the queues fill",
        degradation.without_trigger
    );
    Some(Finding::new(steps, message).label(degradation.title.span, "steps of this").help(help))
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "degradation-ladder-missing";

    #[test]
    fn a_person_is_no_ladder() {
        assert_eq!(
            says(RULE, "## Load shedding\n\nIf it gets hot, somebody chooses what to turn off.\n"),
            [
                "3:1-3:51 warning: \"If it gets hot, somebody chooses what to turn off\": a person is too late, and decides \
              otherwise each time"
            ]
        );
        assert_eq!(
            says(RULE, "## Load shedding\n\nNo on-call engineer decides: the queue length sheds load.\n"),
            [""; 0]
        );
    }

    #[test]
    fn steps_need_triggers() {
        let table = "## Degradation\n\n| step | users lose |\n|---|---|\n| 1 | search |\n| 2 | exports |\n";
        assert_eq!(
            says(RULE, table),
            [
                "3:1-6:16 warning: none of these 2 steps says what starts it: somebody has to decide while the queues fill"
            ]
        );
        let list = "## Degradation\n\n1. Suggestions go when the queue exceeds 200.\n2. Exports wait at 90% memory.\n\nThe team picks what to disable next.\n";
        assert_eq!(says(RULE, list), [""; 0]);
    }
}
