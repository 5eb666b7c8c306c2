//! `rate-period-mismatch`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::Fault;
use serde::Deserialize;

declare_rule! {
    /// A rate per one period is multiplied by the length of another, or a total over a period by the period again.
    ///
    /// ## Why
    /// A per-minute rate times the seconds of a day is sixty times too large, and looks right. So does a total over ten
    /// years that the next line multiplies by ten years.
    ///
    /// ## Example
    /// ```md,fails
    /// Per day that is 15 KB/min x 86,400 = 1.3 GB.
    /// ```
    /// ```md,passes
    /// Per day that is 15 KB/min x 1,440 = 21.6 MB.
    /// ```
    ///
    /// ## Silent on
    /// Rates without a period, constants with a unit of their own, and totals that are multiplied by a price or a rate for
    /// each period.
    pub static META = { name: "rate-period-mismatch", family: Arithmetic, severity: Error }
}

/// `rate-period-mismatch`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RatePeriodMismatch {}

impl Rule for RatePeriodMismatch {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.wrong(Fault::RatePeriod)
            .map(|claim| {
                let side = &claim.computed_text;
                let right = claim.rounded.as_deref().unwrap_or("another value");
                let message = match &claim.explanation {
                    Some(e) if right == claim.stated => {
                        format!("`{side}`: {}, which gives the {right}; the factor shown does not", e.text)
                    }
                    Some(e) => format!("`{side}`: {}, so it is {right}, not {}", e.text, claim.stated),
                    None => format!("`{side}` mixes two periods, so it is not {}", claim.stated),
                };
                let mut finding = Finding::of_claim(claim, message);
                let twice = claim.explanation.as_ref().is_some_and(|e| e.kind == "period-twice");
                finding.help = if twice {
                    Some(format!("leave the period out: write {right}"))
                } else {
                    Some("multiply a rate per second by 86,400, per minute by 1,440, per hour by 24 for a day".into())
                };
                finding
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "rate-period-mismatch";

    #[test]
    fn a_total_over_a_period_times_the_period() {
        assert_eq!(
            says(
                RULE,
                "For 3 years: 2.35 TB/day x 365 x 3 = 2,573.25 TB.\n\nCopied: 2,573.25 TB x 3 copies x 3 years = \
                 23,159.25 TB.\n"
            ),
            ["3:9-3:56 error: `2,573.25 TB x 3 copies x 3 years`: 2,573.25 TB of line 1 is already the total over 3 \
                 years, which count twice here, so it is 7,719.75 TB, not 23,159.25 TB"]
        );
        assert_eq!(
            says(RULE, "1.25 million/day x 90 days = 112.5 million. 112.5 million x 200 B x 90 days = 2,025 GB.\n"),
            [
                "1:45-1:87 error: `112.5 million x 200 B x 90 days`: 112.5 million of line 1 is already the total over 90 \
                 days, which count twice here, so it is 22.5 GB, not 2,025 GB"
            ]
        );
    }

    #[test]
    fn a_price_for_each_period_counts_it_rightly() {
        for text in [
            "Over 3 years: 2.35 TB/day x 365 x 3 = 2,573.25 TB.\n\nAt $15 per TB each year: 2,573.25 TB x $15 x 3 years = \
             $115,796.25.\n",
            "1.25 million/day x 90 days = 112.5 million. 112.5 million x 200 B = 22.5 GB, kept 90 days.\n",
            "1.25 million/day x 90 days = 112.5 million. 112.5 million x 30 days = 3,375 million.\n",
        ] {
            assert_eq!(says(RULE, text), [""; 0], "{text}");
        }
    }
}
