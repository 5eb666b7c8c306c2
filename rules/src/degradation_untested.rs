//! `degradation-untested`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// Steps of degradation that nobody says to have tried.
    ///
    /// ## Why
    /// A fallback runs once a year, and the code around it changes every week. One that was never exercised is a second outage
    /// on top of the first.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Degradation
    ///
    /// | step | trigger | users lose |
    /// |---|---|---|
    /// | 1 | queue > 150 | recommendations |
    /// | 2 | queue > 400 | exports wait |
    /// ```
    /// ```md,passes
    /// ## Degradation
    ///
    /// | step | trigger | users lose |
    /// |---|---|---|
    /// | 1 | queue > 150 | recommendations |
    /// | 2 | queue > 400 | exports wait |
    ///
    /// Both steps are drilled every quarter.
    /// ```
    ///
    /// ## Silent on
    /// Sections without steps; documents whose test plan speaks of load, fallbacks or degradation.
    pub static META = { name: "degradation-untested", family: Failure, severity: Info }
}

/// `degradation-untested`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DegradationUntested {}

impl Rule for DegradationUntested {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let untested = cx.facts.degradations.iter().filter(|d| !d.tested && d.with_trigger > 1);
        untested
            .filter_map(|d| {
                let steps = d.steps?;
                let message =
                    format!("nothing says that these {} steps were ever exercised", d.with_trigger + d.without_trigger);
                Some(
                    Finding::new(steps, message)
                        .label(d.title.span, "steps of this")
                        .help("name the load test or the drill that goes through every step, and how often it runs"),
                )
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "degradation-untested";

    #[test]
    fn a_ladder_wants_a_test() {
        let text = "## Degradation\n\n| level | trigger | users see |\n|---|---|---|\n| 1 | p99 > 2 s | no thumbnails |\n| 2 | p99 > 5 s | 429 |\n";
        assert_eq!(says(RULE, text), ["3:1-6:24 info: nothing says that these 2 steps were ever exercised"]);
        assert_eq!(says(RULE, &format!("{text}\nGame day every April.\n")), [""; 0]);
        assert_eq!(says(RULE, &format!("{text}\n## Test plan\n\nOverload at 3x the peak.\n")), [""; 0]);
        assert_eq!(says(RULE, "## Degradation\n\nThumbnails go first.\n"), [""; 0]);
    }
}
