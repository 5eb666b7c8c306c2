//! `fallback-not-warm`.

use crate::failure_wording::quoted;
use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// A fallback is started only once it is needed.
    ///
    /// ## Why
    /// It is needed while everything is overloaded, and then loading a model takes minutes: the fallback arrives after the
    /// outage. A fallback that does not run is not tested either.
    ///
    /// ## Example
    /// ```md,fails,kind=ml-design
    /// ## Degradation
    ///
    /// Above 200 ms of queue wait we fall back to the 8B model, which is scaled from zero.
    /// ```
    /// ```md,passes,kind=ml-design
    /// ## Degradation
    ///
    /// Above 200 ms of queue wait we fall back to the 8B model, which is always warm on two nodes.
    /// ```
    ///
    /// ## Silent on
    /// - fallbacks that are called warm, loaded or running, and those of which nothing is said
    pub static META = { name: "fallback-not-warm", family: Structure, severity: Warning }
}

/// `fallback-not-warm`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FallbackNotWarm {}

impl Rule for FallbackNotWarm {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.learning.cold_fallbacks.iter().map(finding).collect()
    }
}

fn finding(fallback: &designlint_facts::ColdFallback) -> Finding {
    let start = quoted(&fallback.start);
    let message = format!(
        "this fallback is {start} only when it is needed, which is when there is neither time nor room to load it"
    );
    let help = "keep it loaded and say how much it carries: \"already warm on two nodes, 40% of the peak\"";
    Finding::new(fallback.text.span, message).help(help)
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::says_of;

    fn found(text: &str) -> Vec<String> {
        says_of("fallback-not-warm", Kind::MlDesign, text)
    }

    const LATE: &str = "only when it is needed, which is when there is neither time nor room to load it";

    #[test]
    fn fallbacks_that_start_late() {
        assert_eq!(
            found("## Degradation\n\nThe fallback is a smaller model. It is spun up when the queue grows.\n"),
            [format!("3:34-3:69 warning: this fallback is \"spun up\" {LATE}")]
        );
        assert_eq!(
            found("| step | what |\n|---|---|\n| 2 | fallback model, loaded on demand |\n"),
            [format!("3:1-3:41 warning: this fallback is \"loaded on demand\" {LATE}")]
        );
    }

    #[test]
    fn fallbacks_that_run() {
        for text in [
            "The fallback is warm and never scaled to zero.",
            "The fallback model is not started on demand.",
            "We fall back to popular items.",
            "Batch jobs are spun up at night. The fallback is a list.",
        ] {
            assert_eq!(found(&format!("## Degradation\n\n{text}\n")), [""; 0], "{text}");
        }
    }
}
