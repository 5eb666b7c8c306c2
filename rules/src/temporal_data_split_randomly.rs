//! `temporal-data-split-randomly`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// Interactions, events or a time series are split at random, so that a model is tested on days it has seen.
    ///
    /// ## Why
    /// Tomorrow predicts today: with neighbours of each event on both sides of the split the offline number rises, and
    /// nothing of it is left in production.
    ///
    /// ## Example
    /// ```md,fails,kind=ml-design
    /// ## Data
    ///
    /// Ninety days of clicks. A random split holds out 10% as the test set.
    /// ```
    /// ```md,passes,kind=ml-design
    /// ## Data
    ///
    /// Ninety days of clicks. The split is by time: days 1 to 83 train, days 84 to 90 test, with 5% of users held out.
    /// ```
    ///
    /// ## Silent on
    /// - data without an order in time, such as photographs
    /// - splits by time, by user or by another key; experiments, which divide traffic at random
    pub static META = { name: "temporal-data-split-randomly", family: Structure, severity: Warning }
}

/// `temporal-data-split-randomly`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TemporalDataSplitRandomly {}

impl Rule for TemporalDataSplitRandomly {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.learning.random_splits.iter().map(finding).collect()
    }
}

fn finding(split: &designlint_facts::RandomSplit) -> Finding {
    let message = format!(
        "split at random, {} of the days to predict are in the training data: the offline result is too good",
        split.ordered
    );
    let help = "split by time: train up to a day, test on the days after it, and hold out some users as well";
    Finding::new(split.text.span, message).help(help)
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::says_of;

    fn found(text: &str) -> Vec<String> {
        says_of("temporal-data-split-randomly", Kind::MlDesign, text)
    }

    const SAYS: &str = "of the days to predict are in the training data: the offline result is too good";

    #[test]
    fn a_random_split_of_what_has_an_order() {
        assert_eq!(
            found("## Training\n\nImpressions of 30 days, randomly split 80/20 into training and test.\n"),
            [format!("3:1-3:69 warning: split at random, impressions {SAYS}")]
        );
        assert_eq!(
            found(
                "## Data\n\n### Source\n\nThe click log.\n\n### Split\n\n| part | how |\n|---|---|\n| test set | random 10% |\n"
            ),
            [format!("11:1-11:26 warning: split at random, click log {SAYS}")]
        );
    }

    #[test]
    fn other_splits() {
        for text in [
            "Clicks are split by time, never randomly.",
            "Clicks of 30 days. The test set is drawn at random by user.",
            "Clicks are logged. Traffic is split randomly between control and treatment.",
            "Photographs, split randomly 80/20.",
            "Clicks are shuffled before each epoch.",
        ] {
            assert_eq!(found(&format!("## Data\n\n{text}\n")), [""; 0], "{text}");
        }
    }
}
