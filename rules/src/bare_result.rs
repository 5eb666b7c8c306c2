//! `bare-result`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// A size or a cost stands without the factors it comes from.
    ///
    /// ## Why
    /// A number without its multiplication can be neither checked nor updated when a factor changes.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Capacity
    ///
    /// The cache needs 34 MB.
    /// ```
    /// ```md,passes
    /// ## Capacity
    ///
    /// The cache needs 4,096 entries x 8.4 KB = 34 MB.
    /// ```
    ///
    /// ## Silent on
    /// Sections other than capacity and cost, measured values, limits, settings and prices, numbers that the document computes
    /// elsewhere, and sentences with more than one number.
    pub static META = { name: "bare-result", family: Arithmetic, severity: Warning }
}

/// `bare-result`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BareResult {}

impl Rule for BareResult {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let bare = cx.facts.bare_results.iter();
        bare.map(|found| {
            let message =
                format!("{} has no factors on its line, so it can be neither checked nor updated", found.text);
            Finding::new(found.span, message)
                .help("show the multiplication, such as `4,096 entries x 8.4 KB = 34 MB`, or say how it was measured")
        })
        .collect()
    }
}
