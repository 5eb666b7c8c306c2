//! `rate-period-mismatch`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Fault, Verdict};
use serde::Deserialize;

declare_rule! {
    /// A rate per one period is multiplied by the length of a day, an hour or a year in another.
    ///
    /// ## Why
    /// A per-minute rate times the seconds of a day is sixty times too large, and looks right.
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
    /// Rates without a period, and constants with a unit of their own.
    pub static META = { name: "rate-period-mismatch", family: Arithmetic, severity: Error }
}

/// `rate-period-mismatch`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RatePeriodMismatch {}

impl Rule for RatePeriodMismatch {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let claims = cx.facts.claims.iter();
        let wrong = claims.filter(|c| c.verdict == Verdict::Wrong && c.fault == Some(Fault::RatePeriod));
        wrong
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
                finding.help =
                    Some("multiply a rate per second by 86,400, per minute by 1,440, per hour by 24 for a day".into());
                finding
            })
            .collect()
    }
}
