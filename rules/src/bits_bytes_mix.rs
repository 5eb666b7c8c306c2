//! `bits-bytes-mix`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::Fault;
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
        cx.wrong(Fault::BitsBytes)
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
                finding
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "bits-bytes-mix";

    #[test]
    fn an_eight_may_say_what_the_units_say() {
        for right in
            ["5.1 MB/s x 8 = 40.8 Mbit/s", "10 Gbit/s / 8 = 1.25 GB/s", "8 x 2 MiB = 16.8 Mbit", "1 GB = 8 Gbit"]
        {
            assert_eq!(says(RULE, &format!("{right}.\n")), [""; 0], "{right}");
        }
    }

    #[test]
    fn an_eight_the_wrong_way_is_no_excuse() {
        assert_eq!(
            says(RULE, "10 Gbit/s = 10 GB/s.\n"),
            ["1:1-1:20 error: this is 1.25 GB/s, not 10 GB/s: a factor of 8, bits taken for bytes or the reverse"]
        );
        assert_eq!(
            says("arith-mismatch", "16 MB x 8 = 16 Mbit.\n").len() + says(RULE, "16 MB x 8 = 16 Mbit.\n").len(),
            1
        );
    }
}
