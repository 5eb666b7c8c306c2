//! `known-constant-wrong`.

use designlint_core::{Context, Finding, Fix, Rule, RuleMeta, declare_rule};
use designlint_facts::{Claim, Fault};
use serde::Deserialize;

declare_rule! {
    /// A size or a length that never changes is stated otherwise.
    ///
    /// ## Why
    /// A UUID counted as 128 bytes is the 128 of its bits, and every total built on the row carries it.
    ///
    /// ## Example
    /// ```md,fails
    /// | column | type | bytes |
    /// |---|---|---|
    /// | id | UUID | 128 |
    /// | created_at | int64 | 8 |
    /// ```
    /// ```md,passes
    /// | column | type | bytes |
    /// |---|---|---|
    /// | id | UUID | 16 |
    /// | created_at | int64 | 8 |
    /// ```
    ///
    /// ## Silent on
    /// Text forms (36 characters of a UUID, 64 of a SHA-256 in hexadecimal), sizes of several, and numbers without bits or
    /// bytes beside them.
    pub static META = { name: "known-constant-wrong", family: Arithmetic, severity: Error }
}

/// `known-constant-wrong`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KnownConstantWrong {}

impl Rule for KnownConstantWrong {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.wrong(Fault::Constant).map(|c| finding(cx, c)).collect()
    }
}

fn finding(cx: &Context<'_>, claim: &Claim) -> Finding {
    let right = claim.rounded.as_deref().or(claim.computed.as_deref()).unwrap_or("the right size");
    let message = format!("{}, not {}", claim.relation, claim.stated);
    let mut finding =
        Finding::of_claim(claim, message).help(format!("write {right}, here and in what is computed from it"));
    finding.fix = Fix::of_claim(cx, claim);
    finding
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "known-constant-wrong";

    #[test]
    fn sizes_in_sentences() {
        assert_eq!(
            says(RULE, "Each key is a SHA-256 (32 bits) of the body.\n"),
            ["1:24-1:31 error: a SHA-256 digest has 256 bits, 32 bytes, not 32 bits"]
        );
        assert_eq!(
            says(RULE, "- An IPv6 address takes 128 bytes, an int64 is 64 bytes.\n"),
            [
                "1:25-1:34 error: an IPv6 address has 128 bits, 16 bytes, not 128 bytes",
                "1:48-1:56 error: an int64 has 64 bits, 8 bytes, not 64 bytes",
            ]
        );
    }

    #[test]
    fn sizes_in_tables() {
        assert_eq!(
            says(
                RULE,
                "| field | type | size (B) |\n|---|---|---|\n| ts | `uint64` | 4 |\n| ip | IPv4 address | 32 |\n"
            ),
            [
                "3:19-3:20 error: an int64 has 64 bits, 8 bytes, not 4",
                "4:23-4:25 error: an IPv4 address has 32 bits, 4 bytes, not 32",
            ]
        );
    }

    #[test]
    fn lengths_of_periods() {
        assert_eq!(
            says(RULE, "There are 84,600 seconds in a day and 43,800 minutes per 30 days.\n"),
            [
                "1:11-1:25 error: a day has 86,400 seconds, not 84,600 seconds",
                "1:39-1:53 error: 30 days has 43,200 minutes, not 43,800 minutes",
            ]
        );
    }

    #[test]
    fn text_forms_products_and_other_things() {
        for text in [
            "The id is a UUID (128 bits, 16 bytes). In the log it is text: 36 characters, 36 bytes",
            "a SHA-256 in hex is 64 bytes",
            "two UUIDs take 32 bytes",
            "an IPv4 header is 20 bytes",
            "a UUID index of 128 bytes",
            "4 x int64 = 32 bytes",
            "86,400 seconds in a day, about 86,500 seconds per day",
            "20 hours per day",
            "the budget is 864 seconds per day",
        ] {
            assert_eq!(says(RULE, &format!("{text}.\n")), [""; 0], "{text}");
        }
    }
}
