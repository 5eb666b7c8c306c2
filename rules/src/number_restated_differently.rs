//! `number-restated-differently`.

use designlint_core::{Calculation, Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Claim, Fault, Restatement};
use serde::Deserialize;

declare_rule! {
    /// One quantity is stated with two values.
    ///
    /// ## Why
    /// Readers size on the one they see first. Nobody can tell from the document which of the two is meant.
    ///
    /// ## Example
    /// ```md,fails
    /// The block size is 128 tokens.
    ///
    /// ~~~yaml
    /// block_size: 16
    /// ~~~
    /// ```
    /// ```md,passes
    /// The block size is 16 tokens.
    ///
    /// ~~~yaml
    /// block_size: 16
    /// ~~~
    /// ```
    ///
    /// ## Silent on
    /// Values with different words about when or for what they hold (today and target, p50 and p99, per node and total),
    /// sections on options, phases or examples, quantities with three values and more, and roundings of one value.
    pub static META = { name: "number-restated-differently", family: Arithmetic, severity: Warning }
}

/// `number-restated-differently`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NumberRestatedDifferently {}

impl Rule for NumberRestatedDifferently {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.wrong(Fault::Restated).map(in_brackets).chain(cx.facts.restatements.iter().map(apart)).collect()
    }
}

fn in_brackets(claim: &Claim) -> Finding {
    let right = claim.computed.as_deref().unwrap_or("another value");
    let message = format!("{} is {right}, and {} stands beside it", claim.computed_text, claim.stated);
    let mut finding = Finding::of_claim(claim, message).help(format!("write {right}, or mend {}", claim.computed_text));
    // Nobody can say which of the two is wrong.
    finding.calculation = Some(Calculation { stated: None, ..Calculation::of_claim(claim) });
    finding
}

fn apart(found: &Restatement) -> Finding {
    let Restatement { name, first, other, .. } = found;
    let message = format!("{name} is {} here and {} in another place", other.1, first.1);
    Finding::new(other.0, message)
        .label(first.0, format!("here it is {}", first.1))
        .help("state it once, or say what each of the two holds for")
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "number-restated-differently";

    #[test]
    fn a_fraction_and_its_percentage() {
        assert_eq!(
            says(RULE, "VM overhead is 0.075 (7.25%) of memory.\n"),
            ["1:16-1:28 warning: 0.075 is 7.5%, and 7.25% stands beside it"]
        );
        assert_eq!(says(RULE, "VM overhead is 0.075 (7.5%) of memory. The loss is 0.5 (2%).\n"), [""; 0]);
    }

    #[test]
    fn a_setting_and_its_sentence() {
        assert_eq!(
            says(RULE, "```yaml\nrequest_timeout: 30 s\n```\n\nThe request timeout is 20 s.\n"),
            ["5:24-5:28 warning: request_timeout is 20 s here and 30 s in another place"]
        );
    }

    #[test]
    fn two_sentences() {
        assert_eq!(
            says(RULE, "The retention period is 30 days. Disks hold it.\n\nThe retention period is 14 days.\n"),
            ["3:25-3:32 warning: retention period is 14 days here and 30 days in another place"]
        );
    }

    #[test]
    fn other_qualifiers_and_the_same_value() {
        for text in [
            "Today the retention period is 30 days. The retention period is 14 days",
            "The p50 latency is 20 ms. The p99 latency is 80 ms",
            "The request timeout is 2 s. The request timeout is 2,000 ms",
            "The batch size is 8 per node. The batch size is 64",
            "The cache size is 1.5 GB. The cache size is 1.53 GB",
            "The request timeout is about 30 s. The request timeout is 29 s",
        ] {
            assert_eq!(says(RULE, &format!("{text}.\n")), [""; 0], "{text}");
        }
        let options = "## Option A\n\nThe block size is 16 tokens.\n\n## Option B\n\nThe block size is 128 tokens.\n";
        assert_eq!(says(RULE, options), [""; 0]);
        let several = "```yaml\nmax_replicas: 3\n```\n\n```yaml\nmax_replicas: 5\n```\n\nThe max replicas are 9.\n";
        assert_eq!(says(RULE, several), [""; 0]);
    }
}
