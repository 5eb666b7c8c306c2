//! `serving-skew-unguarded`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{ServingSkew, SkewBetween};
use serde::Deserialize;

declare_rule! {
    /// Training and serving compute the same thing apart, and nothing notices when the two differ.
    ///
    /// ## Why
    /// A feature that is written twice drifts, and vectors of an old encoder are near the wrong queries. Neither raises an
    /// error: the answers only get worse. Logging what was served, or a version that is compared and refused, shows it on the
    /// first day.
    ///
    /// ## Example
    /// ```md,fails,kind=ml-design
    /// ## Features
    ///
    /// Features are computed in Spark for training, and in the Go service at request time.
    /// ```
    /// ```md,passes,kind=ml-design
    /// ## Features
    ///
    /// Features are computed in the Go service at request time; training reads the logged features.
    /// ```
    ///
    /// ## Silent on
    /// - features that are logged as served, one definition, checks of parity
    /// - versions that are compared, and indexes that are switched together with their encoder
    pub static META = { name: "serving-skew-unguarded", family: Structure, severity: Warning }
}

/// `serving-skew-unguarded`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServingSkewUnguarded {}

impl Rule for ServingSkewUnguarded {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let open = cx.facts.learning.skews.iter().filter(|s| !s.guarded);
        open.map(finding).collect()
    }
}

fn finding(skew: &ServingSkew) -> Finding {
    let (message, help) = match skew.between {
        SkewBetween::Features => (
            "training and serving compute these features apart, and nothing notices when they differ",
            "train on the features as they were served and logged, or compute them by one definition and compare a sample daily",
        ),
        SkewBetween::Encoders => (
            "vectors and queries come from encoders that change, and nothing keeps two versions apart",
            "stamp the index with the version of its encoder and refuse a query of another, or switch both as one",
        ),
    };
    Finding::new(skew.text.span, message).help(help)
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::says_of;

    fn found(text: &str) -> Vec<String> {
        says_of("serving-skew-unguarded", Kind::MlDesign, text)
    }

    #[test]
    fn features_in_two_places() {
        let message =
            "warning: training and serving compute these features apart, and nothing notices when they differ";
        assert_eq!(
            found(
                "## Features\n\nThe batch job computes user features nightly. The API computes item features at request time.\n"
            ),
            [format!("3:1-3:46 {message}")]
        );
        assert_eq!(
            found("## Features\n\nFeatures are derived by SQL for training and reimplemented in C++ for serving.\n"),
            [format!("3:1-3:79 {message}")]
        );
    }

    #[test]
    fn an_index_and_an_encoder() {
        assert_eq!(
            found("## Retrieval\n\nThe vector index is rebuilt every night; the query encoder is released weekly.\n"),
            [
                "3:1-3:79 warning: vectors and queries come from encoders that change, and nothing keeps two versions apart"
            ]
        );
    }

    #[test]
    fn guards() {
        for text in [
            "Features are computed in Spark for training and in Go for serving; a parity check compares them daily.",
            "Features are computed once, by the same code, for training and serving.",
            "Features are computed offline in the feature store and served online.",
            "The index is rebuilt nightly with the tower; the version is compared and a mismatch is refused.",
            "Features are computed at request time.",
        ] {
            assert_eq!(found(&format!("## Serving\n\n{text}\n")), [""; 0], "{text}");
        }
    }
}
