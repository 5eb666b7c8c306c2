//! `capacity-rounding`.

use designlint_core::{Context, Finding, Fix, Rule, RuleMeta, declare_rule};
use designlint_facts::{Claim, Fault};
use serde::Deserialize;

declare_rule! {
    /// How many fit is rounded up, or how many are needed is rounded down.
    ///
    /// ## Why
    /// The last stream does not fit, and the last hundred requests have no server. A whole number of things has a
    /// direction, whatever the nearest integer is.
    ///
    /// ## Example
    /// ```md,fails
    /// 3,557,129 tokens / 2,048 tokens per stream = 1,737 streams fit.
    /// ```
    /// ```md,passes
    /// 3,557,129 tokens / 2,048 tokens per stream = 1,736 streams fit.
    /// ```
    ///
    /// ## Silent on
    /// Results called approximate, averages (per node, each), results without a word such as fits, holds, needs or
    /// servers, and operands rounded so far that the number may be exact.
    pub static META = { name: "capacity-rounding", family: Arithmetic, severity: Warning }
}

/// `capacity-rounding`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CapacityRounding {}

impl Rule for CapacityRounding {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.wrong(Fault::Rounding).map(|c| finding(cx, c)).collect()
    }
}

fn finding(cx: &Context<'_>, claim: &Claim) -> Finding {
    let exact = claim.computed.as_deref().unwrap_or("no whole number");
    let right = claim.rounded.as_deref().unwrap_or(exact);
    let why = claim.explanation.as_ref().map_or("", |e| e.text.as_str());
    let message = format!("`{}` is {exact}, not {}; {why}, to {right}", claim.computed_text, claim.stated);
    let mut finding = Finding::of_claim(claim, message).help(format!("write {right}"));
    finding.fix = Fix::of_claim(cx, claim);
    finding
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "capacity-rounding";

    #[test]
    fn what_is_needed_rounds_up() {
        assert_eq!(
            says(RULE, "The peak needs 9,200 rps / 1,100 rps = 8 nodes.\n"),
            ["1:16-1:41 warning: `9,200 rps / 1,100 rps` is 8.36364, not 8; \"needs\": what is needed rounds up, to 9"]
        );
        assert_eq!(
            says(RULE, "- servers: 25,000 / 1,200 = 20 servers\n"),
            ["1:12-1:31 warning: `25,000 / 1,200` is 20.8333, not 20; \"servers\": what is needed rounds up, to 21"]
        );
    }

    #[test]
    fn what_fits_rounds_down() {
        assert_eq!(
            says(RULE, "| disk | 3,800 / 480 = 8 segments fit |\n|---|---|\n"),
            ["1:10-1:25 warning: `3,800 / 480` is 7.91667, not 8; \"fit\": what fits rounds down, to 7"]
        );
    }

    #[test]
    fn right_ways_and_numbers_without_one() {
        for text in [
            "The peak needs 9,200 / 1,100 = 9 nodes",
            "3,557,129 / 2,048 = 1,736 streams fit",
            "We need about 9,200 / 1,100 ≈ 8 nodes",
            "That is 9,200 / 1,100 = 8 requests per node",
            "500 nodes / 3 = 166 nodes in each zone",
            "9,000 / 1,000 = 9 servers",
            "Fits: ceil(9,200 / 1,100) = 9 pages",
            "100.4 GB / 12.5 GB = 8 shards fit",
        ] {
            assert_eq!(says(RULE, &format!("{text}.\n")), [""; 0], "{text}");
        }
    }
}
