//! `precedence-ambiguous`.

use designlint_core::{Context, Edit, Finding, Fix, Rule, RuleMeta, Safety, declare_rule};
use designlint_facts::{Claim, Fault};
use serde::Deserialize;

declare_rule! {
    /// A result fits only if the factors behind a division are taken together, which the line does not say.
    ///
    /// ## Why
    /// `a / b * c` is `(a / b) * c`. Who reads it so gets another number than the one that stands there, and cannot tell
    /// what the denominator was meant to be.
    ///
    /// ## Example
    /// ```md,fails
    /// The pod has 16 * 20 * 28 / 2 * 2 = 2,240 hosts.
    /// ```
    /// ```md,passes
    /// The pod has 16 * 20 * 28 / (2 * 2) = 2,240 hosts.
    /// ```
    ///
    /// ## Silent on
    /// Lines that are right as written, and wrong ones that no brackets make right: those are plain mismatches.
    pub static META = { name: "precedence-ambiguous", family: Arithmetic, severity: Warning }
}

/// `precedence-ambiguous`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PrecedenceAmbiguous {}

impl Rule for PrecedenceAmbiguous {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.wrong(Fault::Grouping).map(finding).collect()
    }
}

fn finding(claim: &Claim) -> Finding {
    let computed = claim.computed.as_deref().unwrap_or("another value");
    let mended = claim.explanation.as_ref().map_or("", |e| e.text.as_str());
    let message = format!("`{}` is {computed} as written; {} is `{mended}`", claim.computed_text, claim.stated);
    let mut finding = Finding::of_claim(claim, message).help(format!("write `{mended} = {}`", claim.stated));
    finding.fix = claim.notes.last().map(|(divisor, _)| {
        let bracket = |at, text: &str| Edit { span: designlint_document::Span::new(at, at), text: text.to_string() };
        let edits = vec![bracket(divisor.start, "("), bracket(divisor.end, ")")];
        Fix { title: format!("write `{mended}`"), safety: Safety::Unsafe, edits }
    });
    finding
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "precedence-ambiguous";

    #[test]
    fn the_divisor_is_what_follows() {
        assert_eq!(
            says(RULE, "Each node takes 4,096 GB / 8 x 2 = 256 GB.\n"),
            ["1:17-1:42 warning: `4,096 GB / 8 x 2` is 1,024 GB as written; 256 GB is `4,096 GB / (8 x 2)`"]
        );
        assert_eq!(
            says(RULE, "| shards | 48,000 / 12 * 5 = 800 |\n|---|---|\n| rows | 9,600 / 4 * 3 * 2 = 400 |\n"),
            [
                "1:12-1:33 warning: `48,000 / 12 * 5` is 20,000 as written; 800 is `48,000 / (12 * 5)`",
                "3:10-3:33 warning: `9,600 / 4 * 3 * 2` is 14,400 as written; 400 is `9,600 / (4 * 3 * 2)`",
            ]
        );
        assert_eq!(says("arith-mismatch", "4,096 GB / 8 x 2 = 256 GB.\n"), [""; 0]);
    }

    #[test]
    fn what_is_right_or_merely_wrong() {
        for text in ["4,096 / 8 x 2 = 1,024", "4,096 / (8 x 2) = 256", "4,096 / 8 x 2 = 300", "100 x 4 / 2 = 200"] {
            assert_eq!(says(RULE, &format!("It is {text}.\n")), [""; 0], "{text}");
        }
    }
}
