//! `bits-bytes-mix`.

use designlint_core::{Context, Finding, Fix, Rule, RuleMeta, Safety, declare_rule};
use designlint_facts::{Fault, Verdict};
use serde::Deserialize;

declare_rule! {
    /// Bits are read as bytes, or bytes as bits.
    ///
    /// ## Why
    /// A link or a buffer sized with the wrong one of the two is eight times too small or too large.
    ///
    /// ## Example
    /// ```md,fails
    /// Each client needs 1,024 KB/s = 1 Mbit/s.
    /// ```
    /// ```md,passes
    /// Each client needs 1,024 KB/s = 8.2 Mbit/s.
    /// ```
    ///
    /// ## Silent on
    /// Sides that differ by another factor than 8 (or 8.389, with 1,024): those are plain mismatches.
    pub static META = { name: "bits-bytes-mix", family: Arithmetic, severity: Error }
}

/// `bits-bytes-mix`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BitsBytesMix {}

impl Rule for BitsBytesMix {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let claims = cx.facts.claims.iter();
        let wrong = claims.filter(|c| c.verdict == Verdict::Wrong && c.fault == Some(Fault::BitsBytes));
        wrong
            .map(|claim| {
                let computed = claim.computed.as_deref().unwrap_or("another value");
                let message = format!(
                    "this is {computed}, not {}: a factor of 8, bits taken for bytes or the reverse",
                    claim.stated
                );
                let mut finding = Finding::of_claim(claim, message);
                finding
                    .help
                    .get_or_insert_with(|| format!("write {computed}, or change the unit: B is a byte, b a bit"));
                finding.fix = Fix::of_claim(claim, Safety::Unsafe);
                finding
            })
            .collect()
    }
}
