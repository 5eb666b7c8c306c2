//! `range-inverted`.

use designlint_core::{Context, Edit, Finding, Fix, Rule, RuleMeta, Safety, declare_rule};
use designlint_facts::{Claim, Fault};
use serde::Deserialize;

declare_rule! {
    /// The lower end of a range is above its upper end, so that nothing lies in it.
    ///
    /// ## Why
    /// A band that holds nothing never matches: no credit is paid, no alert fires, no tier applies, and nobody notices.
    ///
    /// ## Example
    /// ```md,fails
    /// A month of 99.50% to < 99.00% pays back 10%.
    /// ```
    /// ```md,passes
    /// A month of 99.00% to < 99.50% pays back 10%.
    /// ```
    ///
    /// ## Silent on
    /// Changes ("from 40 ms down to 30 ms"), arrows, differences between two numbers, dates, versions and plain
    /// `a to b` or `a-b` where nothing says that it is a range.
    pub static META = { name: "range-inverted", family: Arithmetic, severity: Error }
}

/// `range-inverted`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RangeInverted {}

impl Rule for RangeInverted {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.wrong(Fault::InvertedRange).map(finding).collect()
    }
}

fn finding(claim: &Claim) -> Finding {
    let right = claim.rounded.as_deref().unwrap_or("the lower end first");
    let message = format!("the range `{}` holds nothing: its lower end is above its upper end", claim.stated);
    let mut finding = Finding::of_claim(claim, message).help(format!("write {right}"));
    finding.fix = claim.rounded.clone().map(|text| Fix {
        title: format!("write {text}"),
        safety: Safety::Unsafe,
        edits: vec![Edit { span: claim.stated_span, text }],
    });
    finding
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "range-inverted";

    fn message(range: &str) -> String {
        format!("error: the range `{range}` holds nothing: its lower end is above its upper end")
    }

    #[test]
    fn empty_ranges_in_every_notation() {
        for range in ["≥ 500 ms and < 200 ms", "[500, 200)", "(99.9%, 99.5%]", "≥ 8 GB to < 4 GB"] {
            let found = says(RULE, &format!("The band {range} is red.\n"));
            let range = range.trim_start_matches(['≥', '[', '(', ' ']).trim_end_matches([')', ']']);
            assert_eq!(found.len(), 1, "{range}");
            assert!(found[0].ends_with(&message(range)), "{found:?}");
        }
        assert_eq!(
            says(RULE, "Retry between 30 s and 5 s after the failure.\n"),
            [format!("1:15-1:27 {}", message("30 s and 5 s"))]
        );
        assert_eq!(says(RULE, "Sizes lie in the range 64-16 KiB.\n"), [format!("1:24-1:33 {}", message("64-16 KiB"))]);
    }

    #[test]
    fn what_falls_is_no_range() {
        for text in [
            "The error rate went from 99.50% to 99.00%",
            "Latency falls 40 ms to 30 ms",
            "Prices range from $10 down to $2",
            "the difference between 500 MB and 200 MB is small",
            "we switch between 8 and 4 replicas",
            "between 3 and 2 years ago",
            "the range 2-10 ms",
            "between 5 ms and 2 s",
            "99.00% to < 99.50%",
            "a score of 3-2",
            "the call f(500, 200)",
        ] {
            assert_eq!(says(RULE, &format!("{text}.\n")), [""; 0], "{text}");
        }
    }
}
