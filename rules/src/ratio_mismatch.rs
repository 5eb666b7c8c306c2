//! `ratio-mismatch`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Claim, Fault};
use serde::Deserialize;

declare_rule! {
    /// A ratio of reads to writes is not that of the two rates beside it.
    ///
    /// ## Why
    /// Caches, replicas and indexes are chosen by this ratio. A service that calls itself read-heavy and writes more than it
    /// reads gets the wrong ones.
    ///
    /// ## Example
    /// ```md,fails
    /// The feed is read-heavy, 10:1 read:write, at 800 reads/s and 400 writes/s.
    /// ```
    /// ```md,passes
    /// The feed is read-heavy, 2:1 read:write, at 800 reads/s and 400 writes/s.
    /// ```
    ///
    /// ## Silent on
    /// Ratios without the words read and write; more than one ratio, or more than one rate of a kind, in the sentence; rates
    /// that are bounds; what rounding explains.
    pub static META = { name: "ratio-mismatch", family: Arithmetic, severity: Warning }
}

/// `ratio-mismatch`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RatioMismatch {}

impl Rule for RatioMismatch {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.wrong(Fault::Ratio).filter_map(finding).collect()
    }
}

fn finding(claim: &Claim) -> Option<Finding> {
    let (rates, computed, stated) = (&claim.computed_text, claim.computed.as_ref()?, &claim.stated);
    let needs = claim.notes.first().map_or(String::new(), |(_, note)| format!("; {note}"));
    let mut finding = Finding::of_claim(claim, format!("{rates} is {computed}, not {stated}{needs}"));
    finding.help = Some(format!("write {computed}, or mend the rate that is wrong"));
    Some(finding)
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "ratio-mismatch";

    #[test]
    fn the_rate_that_the_ratio_needs_is_named() {
        assert_eq!(
            says(RULE, "It is read-heavy, 3:1 read:write, at 500 reads/s and 1,200 writes/s.\n"),
            ["1:19-1:68 warning: 500:1,200 is 0.42:1, not 3:1; at 1,200 writes/s a ratio of 3:1 needs 3,600 reads/s"]
        );
    }

    #[test]
    fn what_rounding_explains_is_silent() {
        assert_eq!(says(RULE, "It is 0.4:1 read:write, at 500 reads/s and 1,200 writes/s.\n"), [""; 0]);
        assert_eq!(says(RULE, "A read to write ratio of 100:1: 99,800 reads/s and 1,000 writes/s.\n"), [""; 0]);
    }

    #[test]
    fn without_two_rates_nothing_is_said() {
        assert_eq!(says(RULE, "It is 3:1 read:write, at 1,200 writes/s.\n"), [""; 0]);
        assert_eq!(says(RULE, "Meet at 3:15, read:write is open; 500 reads/s and 1,200 writes/s.\n"), [""; 0]);
        assert_eq!(says(RULE, "A 16:9 image; 500 reads/s and 1,200 writes/s.\n"), [""; 0]);
    }
}
