//! `feedback-loop-open`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// A ranker learns from what it showed, and nothing shows anything else.
    ///
    /// ## Why
    /// What is not shown is not clicked, and what is not clicked is not shown again. Both of two models share that, so no
    /// comparison between them sees it: it takes a share of random exposure, or users who are ranked by nobody.
    ///
    /// ## Example
    /// ```md,fails,kind=ml-design
    /// ## Training
    ///
    /// The ranker is retrained every night on the impressions and clicks of the last 30 days.
    /// ```
    /// ```md,passes,kind=ml-design
    /// ## Training
    ///
    /// The ranker is retrained every night on the impressions and clicks of the last 30 days. Exploration fills one slot on 2% of feeds.
    /// ```
    ///
    /// ## Silent on
    /// - exploration, bandits, propensities and groups that are held out, anywhere in the document
    /// - models that rank nothing
    pub static META = { name: "feedback-loop-open", family: Structure, severity: Warning }
}

/// `feedback-loop-open`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FeedbackLoopOpen {}

impl Rule for FeedbackLoopOpen {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let open = cx.facts.learning.feedback_loop.iter().filter(|l| !l.broken);
        open.map(finding).collect()
    }
}

fn finding(open: &designlint_facts::FeedbackLoop) -> Finding {
    let message = "this ranker learns from what it showed, and neither exploration nor a group of users without it shows anything else";
    let help = "give a share of the slots to exploration and log its probabilities, or keep some users without ranking, and \
                say what that costs: \"2% of feeds x 1 slot of 10\"";
    Finding::new(open.text.span, message).help(help)
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::says_of;

    fn found(text: &str) -> Vec<String> {
        says_of("feedback-loop-open", Kind::MlDesign, text)
    }

    const MESSAGE: &str = "warning: this ranker learns from what it showed, and neither exploration nor a group of users without it \
                           shows anything else";

    #[test]
    fn a_loop_that_nothing_breaks() {
        assert_eq!(
            found("## Data\n\nLabels come from the click log. The ranker reads 200 features.\n"),
            [format!("3:1-3:32 {MESSAGE}")]
        );
        assert_eq!(
            found(
                "## Recommendations\n\nThe model is trained on clicks, split by time, the last week held out as test set.\n"
            ),
            [format!("3:1-3:83 {MESSAGE}")]
        );
    }

    #[test]
    fn loops_that_are_broken_and_no_loops() {
        for text in [
            "Trained on views that reviewers confirmed.",
            "Trained on clicks. Epsilon is 2%.",
            "Trained on clicks. A holdout of 0.5% of users gets popular items.",
            "Trained on editors' ratings.",
        ] {
            assert_eq!(found(&format!("## Ranking\n\nThe ranker.\n\n{text}\n")), [""; 0], "{text}");
        }
        assert_eq!(found("## Fraud\n\nThe classifier is trained on clicks.\n\n## Ranking\n\nNone.\n"), [""; 0]);
    }
}
