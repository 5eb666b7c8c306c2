//! `shares-do-not-sum`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Claim, ClaimKind, Fault};
use serde::Deserialize;

declare_rule! {
    /// Shares do not make 100 %, or one is not that of its own amount.
    ///
    /// ## Why
    /// A share says which part matters. Shares that make 116 % were taken of another sum than the one in the table, and
    /// whoever cuts costs by them cuts in the wrong place.
    ///
    /// ## Example
    /// ```md,fails
    /// | item | USD | share |
    /// |---|---|---|
    /// | compute | $6,200 | 74% |
    /// | database | $2,100 | 25% |
    /// | network | $1,900 | 23% |
    /// | **Total** | **$10,200** | **100%** |
    /// ```
    /// ```md,passes
    /// | item | USD | share |
    /// |---|---|---|
    /// | compute | $6,200 | 61% |
    /// | database | $2,100 | 21% |
    /// | network | $1,900 | 19% |
    /// | **Total** | **$10,200** | **100%** |
    /// ```
    ///
    /// ## Silent on
    /// Half a point a row, which is rounding; shares that may overlap, such as multiple answers; percentages that have no
    /// sum, such as utilisation; columns without a total.
    pub static META = { name: "shares-do-not-sum", family: Arithmetic, severity: Warning }
}

/// `shares-do-not-sum`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SharesDoNotSum {}

impl Rule for SharesDoNotSum {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.wrong(Fault::Shares).filter_map(finding).collect()
    }
}

fn finding(claim: &Claim) -> Option<Finding> {
    let (computed, stated) = (claim.computed.as_ref()?, &claim.stated);
    if claim.kind == ClaimKind::Change {
        let mut finding = Finding::of_claim(claim, format!("{} is {computed}, not {stated}", claim.computed_text));
        finding.help = claim.rounded.as_ref().map(|r| format!("write {r}, or mend the amount"));
        return Some(finding);
    }
    let base =
        claim.notes.first().map_or(String::new(), |(_, of)| format!("; {}", of.replacen("the shares", "they", 1)));
    let mut finding = Finding::of_claim(claim, format!("the shares sum to {computed}, not {stated}{base}"));
    finding.help = Some("take each share of the sum of the rows".to_string());
    Some(finding)
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "shares-do-not-sum";

    fn table(rows: &[&str]) -> String {
        let rows: String = rows.iter().map(|r| format!("| {r} |\n")).collect();
        format!("| item | USD | share |\n|---|---|---|\n{rows}")
    }

    #[test]
    fn the_base_of_the_shares_is_named() {
        let rows = ["a | $6,000 | 60%", "b | $3,000 | 30%", "c | $2,500 | 25%", "Total | $10,000 | 100%"];
        assert_eq!(
            says(RULE, &table(&rows)),
            ["6:1-6:27 warning: the shares sum to 115%, not 100%; they were taken of $10,000"]
        );
    }

    #[test]
    fn half_a_point_a_row_is_rounding() {
        let rows = ["a | $1 | 33%", "b | $1 | 33%", "c | $1 | 33%", "Total | $3 | 100%"];
        assert_eq!(says(RULE, &table(&rows)), [""; 0]);
    }

    #[test]
    fn a_share_is_that_of_its_own_amount() {
        let rows = [
            "a | $600 | 60%",
            "b | $200 | 20%",
            "c | $100 | 10%",
            "d | $50 | 5%",
            "e | $50 | 8%",
            "Total | $1,000 | 100%",
        ];
        assert_eq!(says(RULE, &table(&rows)), ["7:1-7:17 warning: $50 of $1,000 is 5%, not 8%"]);
    }

    #[test]
    fn overlaps_and_percentages_without_a_sum_are_silent() {
        let answers = "| answer | share (multiple answers) |\n|---|---|\n| a | 70% |\n| b | 60% |\n| Total | 100% |\n";
        assert_eq!(says(RULE, answers), [""; 0]);
        let load = "| node | utilization |\n|---|---|\n| a | 70% |\n| b | 60% |\n| c | 90% |\n| Total | 100% |\n";
        assert_eq!(says(RULE, load), [""; 0]);
        let bound = "| item | share |\n|---|---|\n| a | 98% |\n| b | <1% |\n| c | <1% |\n| Total | 100% |\n";
        assert_eq!(says(RULE, bound), [""; 0]);
    }
}
