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

#[cfg(test)]
mod tests {
    use crate::testing::says;

    #[test]
    fn a_size_alone_in_a_capacity_section() {
        assert_eq!(
            says("bare-result", "## Capacity\n\nThe cache needs 34 MB.\n"),
            ["3:17-3:22 warning: 34 MB has no factors on its line, so it can be neither checked nor updated"]
        );
        assert_eq!(
            says("bare-result", "## Cost\n\nThe fleet costs about $40,000 a month.\n"),
            ["3:23-3:38 warning: $40,000 a month has no factors on its line, so it can be neither checked nor updated"]
        );
    }

    #[test]
    fn silent_where_the_number_has_a_source() {
        for text in [
            "The cache needs 34 MB, measured at 2,000 requests/s.",
            "The cache needs 34 MB.\n\n4,096 entries x 8.4 KB = 34 MB.",
            "The container's limit is 128 MiB and it uses up to 90 MiB.",
            "Each node costs $310.",
            "The cache needs 34 MB of 128 MiB.",
        ] {
            assert_eq!(says("bare-result", &format!("## Capacity\n\n{text}\n")), [""; 0], "{text}");
        }
        assert_eq!(says("bare-result", "## Background\n\nThe cache needs 34 MB.\n"), [""; 0]);
    }
}
