//! `percentile-needs-samples`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// A percentile is taken of fewer samples than it needs to differ from the maximum.
    ///
    /// ## Why
    /// The p95 of five runs is the slowest of the five. One slow run fails the check, and none says anything about the
    /// tail.
    ///
    /// ## Example
    /// ```md,fails
    /// We run the scan 5 times and require p95 ≤ 3,000 ms.
    /// ```
    /// ```md,passes
    /// We run the scan 5 times and require a median ≤ 2,000 ms.
    /// ```
    ///
    /// ## Silent on
    /// Percentiles over a period, runs with many samples each, and clauses that state two numbers of samples.
    pub static META = { name: "percentile-needs-samples", family: Arithmetic, severity: Info, preview: true }
}

/// `percentile-needs-samples`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PercentileNeedsSamples {}

impl Rule for PercentileNeedsSamples {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let found = cx.facts.sampled_percentiles.iter();
        found
            .map(|p| {
                let message = format!(
                    "with {} samples the {} is the largest of them; below {} samples it always is",
                    p.samples, p.name, p.needed
                );
                let help = format!("take the median, or at least {} samples", p.needed);
                Finding::new(p.span, message).help(help).label(p.samples_span, "the samples")
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "percentile-needs-samples";

    #[test]
    fn too_few() {
        assert_eq!(
            says(RULE, "The p99 of 50 requests must stay under 10 ms.\n"),
            ["1:5-1:8 info: with 50 samples the p99 is the largest of them; below 100 samples it always is"]
        );
        assert_eq!(
            says(RULE, "| gate | 10 runs, 95th percentile under 2 s |\n|---|---|\n| x | p90 over 8 runs |\n"),
            ["3:7-3:10 info: with 8 samples the p90 is the largest of them; below 10 samples it always is"]
        );
    }

    #[test]
    fn enough_or_another_number() {
        for text in [
            "Median of 5 runs ≤ 2,000 ms; in production p95 over 30 days ≤ 3,000 ms",
            "p95 of 200 requests",
            "5 runs of 1,000 requests, p95 under 10 ms",
            "p95 of each of the 5 runs",
            "p95 is 3 times the median",
            "p50 of 5 runs",
            "p95 at 10 requests/s",
        ] {
            assert_eq!(says(RULE, &format!("{text}.\n")), [""; 0], "{text}");
        }
    }
}
