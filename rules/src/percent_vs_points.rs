//! `percent-vs-points`.

use designlint_core::{Context, Edit, Finding, Fix, Rule, RuleMeta, Safety, declare_rule};
use designlint_facts::{Claim, Fault, Verdict};
use serde::Deserialize;

declare_rule! {
    /// The difference of two percentages is called percent where it is points.
    ///
    /// ## Why
    /// From 86.77% to 15.69% are 71 points, or 82% less. Who reads "71% less" without the two numbers computes with the
    /// wrong one.
    ///
    /// ## Example
    /// ```md,fails
    /// The failing share fell from 86.77% to 15.69%, a 71% reduction.
    /// ```
    /// ```md,passes
    /// The failing share fell from 86.77% to 15.69%, a 71-point reduction.
    /// ```
    ///
    /// ## Silent on
    /// Percentages that are right as a share of the old one, and "points", "pp".
    pub static META = { name: "percent-vs-points", family: Arithmetic, severity: Warning }
}

/// `percent-vs-points`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PercentVsPoints {}

impl Rule for PercentVsPoints {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let wrong = cx.facts.claims.iter().filter(|c| c.verdict == Verdict::Wrong);
        wrong.filter(|c| c.fault == Some(Fault::Points)).map(|c| finding(cx, c)).collect()
    }
}

fn finding(cx: &Context<'_>, claim: &Claim) -> Finding {
    let right = claim.computed.as_deref().unwrap_or("another percentage");
    let word = &claim.relation;
    let points = claim.explanation.as_ref().map_or("", |e| e.text.as_str());
    let message = format!("{points}; as a share of the old value \"{word}\" is {right}, not {}", claim.stated);
    let number = claim.stated.trim_end_matches(['%', ' ']);
    // Before a noun it is one word: "a 71-point reduction"; behind a verb two: "fell by 71 points".
    let behind = cx.document.source.text().get(claim.stated_span.end..).unwrap_or("");
    let before_word = behind.trim_start().to_lowercase().starts_with(word.as_str());
    let text = if before_word && !matches!(word.as_str(), "less" | "more" | "lower" | "higher" | "fewer" | "better") {
        format!("{number}-point")
    } else {
        format!("{number} points")
    };
    let mut finding = Finding::of_claim(claim, message).help(format!("write {text}, or {right}"));
    let title = format!("write {text}");
    finding.fix = Some(Fix { title, safety: Safety::Unsafe, edits: vec![Edit { span: claim.stated_span, text }] });
    finding
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "percent-vs-points";

    #[test]
    fn points_called_percent() {
        assert_eq!(
            says(RULE, "The hit rate rose by 12% (from 70% to 82%).\n"),
            [
                "1:22-1:42 warning: 82% less 70% is 12 percentage points; as a share of the old value \"rose\" is 17.1429%, not 12%"
            ]
        );
        assert_eq!(
            says(RULE, "| errors | 4.5% → 1.5%, 3% lower |\n|---|---|\n"),
            [
                "1:12-1:27 warning: 4.5% less 1.5% is 3 percentage points; as a share of the old value \"lower\" is 66.6667%, not 3%"
            ]
        );
    }

    #[test]
    fn points_named_and_right_shares() {
        for text in [
            "The share fell from 26% to 16%, 10 points or 38% of its value",
            "The share fell from 26% to 16%, a 10-point reduction",
            "The share fell from 26% to 16%, a 38% reduction",
            "from 80% to 40%, a 50% reduction",
            "from 26% to 16%, 10 percentage points less",
            "from 26% to 16%, 10 pp less",
        ] {
            assert_eq!(says(RULE, &format!("{text}.\n")), [""; 0], "{text}");
        }
    }
}
