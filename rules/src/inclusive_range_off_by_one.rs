//! `inclusive-range-off-by-one`.

use designlint_core::{Context, Edit, Finding, Fix, Rule, RuleMeta, Safety, declare_rule};
use designlint_facts::{Claim, Fault};
use serde::Deserialize;

declare_rule! {
    /// The size of a range that holds both its ends is given as their difference.
    ///
    /// ## Why
    /// From a to b, both included, there are b - a + 1. The one that is missing is the port, the shard or the id that
    /// somebody hands out twice.
    ///
    /// ## Example
    /// ```md,fails
    /// Ports 30000-32767 inclusive: 32767 - 30000 = 2767 ports.
    /// ```
    /// ```md,passes
    /// Ports 30000-32767 inclusive: 32767 - 30000 + 1 = 2768 ports.
    /// ```
    ///
    /// ## Silent on
    /// Differences without the range beside them, distances, gaps and steps, half-open ranges, and numbers with a unit.
    pub static META = { name: "inclusive-range-off-by-one", family: Arithmetic, severity: Warning }
}

/// `inclusive-range-off-by-one`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InclusiveRangeOffByOne {}

impl Rule for InclusiveRangeOffByOne {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.wrong(Fault::InclusiveRange).map(|c| finding(cx, c)).collect()
    }
}

fn finding(cx: &Context<'_>, claim: &Claim) -> Finding {
    let right = claim.rounded.as_deref().unwrap_or("one more");
    let side = &claim.computed_text;
    let why = claim.explanation.as_ref().map_or("", |e| e.text.as_str());
    let message = format!("{why} = {right}, not {}", claim.stated);
    let mut finding = Finding::of_claim(claim, message).help(format!("write {side} + 1 = {right}"));
    let result = Edit { span: claim.stated_span, text: right.to_string() };
    // Where the calculation stands there, the one is added to it too.
    let written = cx.document.source.slice(claim.computed_span);
    let calculation = (written.split_whitespace().eq(side.split_whitespace()))
        .then(|| Edit { span: claim.computed_span, text: format!("{written} + 1") });
    let edits = calculation.into_iter().chain([result]).collect();
    finding.fix = Some(Fix { title: format!("write {side} + 1 = {right}"), safety: Safety::Unsafe, edits });
    finding
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "inclusive-range-off-by-one";

    #[test]
    fn sizes_of_ranges_that_hold_both_ends() {
        let ids = "1000 to 1999 holds both its ends, so the size is 1999 - 1000 + 1 = 1000, not 999";
        assert_eq!(says(RULE, "Ids 1000-1999: 1999 - 1000 = 999 ids.\n"), [format!("1:16-1:33 warning: {ids}")]);
        assert_eq!(
            says(RULE, "The ids 1000 through 1999 are reserved, which is 999 ids.\n"),
            [format!("1:9-1:53 warning: {ids}")]
        );
        assert_eq!(
            says(RULE, "- shards 16 to 47 (inclusive), 31 shards each\n"),
            ["1:10-1:34 warning: 16 to 47 holds both its ends, so the size is 47 - 16 + 1 = 32, not 31"]
        );
    }

    #[test]
    fn distances_and_right_sizes() {
        for text in [
            "Ports 30000-32767 inclusive: 32767 - 30000 + 1 = 2768 ports",
            "Dynamic band: 32767 - 20000 = 12767 above the first port",
            "Between ids 1000-1999 lie 1999 - 1000 = 999 steps",
            "Offsets 1000-1999 are half-open: 1999 - 1000 = 999 ids",
            "From 10-20 ms: 20 ms - 10 ms = 10 ms",
            "Shards 16 to 47 inclusive hold 32 shards, 31 of them warm",
            "32767 - 30000 = 2767",
        ] {
            assert_eq!(says(RULE, &format!("{text}.\n")), [""; 0], "{text}");
        }
    }
}
