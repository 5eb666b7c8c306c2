//! `metric-without-guardrail`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// A metric is to improve, and nothing says what must not get worse meanwhile.
    ///
    /// ## Why
    /// Whatever is optimised alone is reached by the shortest way: clicks by louder titles, speed by worse answers. A
    /// guardrail is the metric that would show it, with the number that stops the launch.
    ///
    /// ## Example
    /// ```md,fails,kind=ml-design
    /// ## Success metrics
    ///
    /// Primary metric: `watch_minutes` per session, +2%.
    /// ```
    /// ```md,passes,kind=ml-design
    /// ## Success metrics
    ///
    /// Primary metric: `watch_minutes` per session, +2%. Guardrails: hides per 1,000 impressions ≤ 3; p99 ≤ 250 ms.
    /// ```
    ///
    /// ## Silent on
    /// - counter-metrics, "must not get worse" and limits from above under any name
    /// - metrics that a service emits about itself
    pub static META = { name: "metric-without-guardrail", family: Structure, severity: Warning }
}

/// `metric-without-guardrail`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MetricWithoutGuardrail {}

impl Rule for MetricWithoutGuardrail {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let Some(metrics) = cx.facts.metrics.as_ref().filter(|m| !m.guarded) else { return Vec::new() };
        let message = "this is to improve, and no metric beside it must not get worse";
        let help = "name what the launch may not spoil (complaints, latency, cost), each with its limit: \"guardrail: hides per \
                    1,000 impressions ≤ 3\"";
        vec![Finding::new(metrics.success.span, message).help(help)]
    }
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::says_of;

    fn found(text: &str) -> Vec<String> {
        says_of("metric-without-guardrail", Kind::MlDesign, text)
    }

    const MESSAGE: &str = "warning: this is to improve, and no metric beside it must not get worse";

    #[test]
    fn one_metric_alone() {
        assert_eq!(found("## Success metrics\n\nWe ship when `saves` rise by 4%.\n"), [format!("3:1-3:33 {MESSAGE}")]);
        assert_eq!(
            found("## Metrics\n\nIntro.\n\n| role | metric | target |\n|---|---|---|\n| primary | `saves` | +4% |\n"),
            [format!("7:1-7:28 {MESSAGE}")]
        );
        assert_eq!(found("## Offline evaluation\n\n- NDCG@20 on a split by time\n"), [format!("3:3-3:29 {MESSAGE}")]);
    }

    #[test]
    fn guardrails_in_any_words() {
        for text in [
            "Guardrails: hides ≤ 3 per 1,000.",
            "Counter-metric: hides.",
            "Hides must not get worse.",
            "p99 stays below 250 ms.",
            "p99 ≤ 250 ms.",
            "No regression of the complaint rate.",
        ] {
            assert_eq!(found(&format!("## Success metrics\n\nPrimary: `saves` +4%.\n\n{text}\n")), [""; 0], "{text}");
        }
        assert_eq!(
            found("## Success metrics\n\nPrimary: `saves`.\n\n## Rollout\n\nStopped when a guardrail is crossed.\n"),
            [""; 0]
        );
    }

    #[test]
    fn metrics_that_a_service_emits() {
        assert_eq!(found("## Metrics\n\nWe export `http_requests_total` and `queue_depth`.\n"), [""; 0]);
        assert_eq!(found("## Monitoring\n\nPrimary: `saves`.\n"), [""; 0]);
    }
}
