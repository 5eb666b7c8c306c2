//! `guardrail-no-threshold`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// A guardrail has no limit.
    ///
    /// ## Why
    /// A guardrail stops a launch, and without a number nothing is ever crossed: after the experiment somebody argues that the
    /// rise is small.
    ///
    /// ## Example
    /// ```md,fails,kind=ml-design
    /// ## Success metrics
    ///
    /// Primary metric: `watch_minutes` +2%. Guardrail: hides and reports.
    /// ```
    /// ```md,passes,kind=ml-design
    /// ## Success metrics
    ///
    /// Primary metric: `watch_minutes` +2%. Guardrail: hides and reports per 1,000 impressions ≤ 3.
    /// ```
    ///
    /// ## Silent on
    /// - "unchanged", "must not rise" and the like, which are a limit of zero
    /// - a list in one sentence, divided by commas, where one of its members has a number
    /// - guardrails that filter what a model reads or writes
    pub static META = { name: "guardrail-no-threshold", family: Structure, severity: Warning }
}

/// `guardrail-no-threshold`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GuardrailNoThreshold {}

impl Rule for GuardrailNoThreshold {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let guardrails = cx.facts.metrics.iter().flat_map(|m| &m.guardrails).filter(|g| !g.limit);
        let finding = |name: &str| format!("the guardrail {} has no limit, so it stops nothing", quoted(name));
        let help = "write the value that stops the launch: \"hides per 1,000 impressions ≤ 3\"";
        guardrails.map(|g| Finding::new(g.text.span, finding(&g.text.text)).help(help)).collect()
    }
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::says_of;

    fn found(text: &str) -> Vec<String> {
        says_of("guardrail-no-threshold", Kind::MlDesign, text)
    }

    fn metrics(text: &str) -> Vec<String> {
        found(&format!("## Success metrics\n\nPrimary: `saves` +4%.\n\n{text}\n"))
    }

    #[test]
    fn a_label_a_list_and_a_row() {
        assert_eq!(
            metrics("Guardrails: hides; p99 ≤ 250 ms."),
            ["5:13-5:18 warning: the guardrail \"hides\" has no limit, so it stops nothing"]
        );
        assert_eq!(
            metrics("Guardrails:\n\n- hide rate\n- p99 latency below 250 ms"),
            ["7:3-7:12 warning: the guardrail \"hide rate\" has no limit, so it stops nothing"]
        );
        assert_eq!(
            found(
                "## Metrics\n\n| role | metric | limit |\n|---|---|---|\n| primary | saves | +4% |\n| guardrail | p99 latency | |\n| guardrail | hides | ≤ 3 |\n"
            ),
            ["6:15-6:26 warning: the guardrail \"p99 latency\" has no limit, so it stops nothing"]
        );
        assert_eq!(
            found(
                "## Metrics\n\nPrimary: saves +4%.\n\n### Guardrails\n\nBoth are watched:\n\n- hide rate\n- churn: at most 2%\n"
            ),
            ["9:3-9:12 warning: the guardrail \"hide rate\" has no limit, so it stops nothing"]
        );
    }

    #[test]
    fn limits() {
        for text in [
            "Guardrails: hides, reports and p99 ≤ 250 ms.",
            "Guardrail: hides. They stay under 3 per 1,000.",
            "Guardrail: hides must not rise.",
            "Guardrails:\n\n- hide rate\n  - at most 0.3%",
            "A guardrail that is crossed stops the launch.",
        ] {
            assert_eq!(metrics(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn filters_of_a_model_are_no_metrics() {
        assert_eq!(
            found("## Metrics\n\nPrimary: saves +4%.\n\n## Guardrails\n\n- a prompt filter\n- redaction of names\n"),
            [""; 0]
        );
    }
}
