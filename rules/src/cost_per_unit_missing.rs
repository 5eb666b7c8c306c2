//! `cost-per-unit-missing`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// The whole costs so much a month, and nothing says what a request, a token or a user costs.
    ///
    /// ## Why
    /// A total moves with the load, so nobody can tell whether it is too high. The price of one unit can be compared with what
    /// the unit earns, with the price of a hosted service, and with last month.
    ///
    /// ## Example
    /// ```md,fails,kind=ml-design
    /// ## Cost
    ///
    /// 208 GPUs x $3.00/h x 720 h = $449,280 per month.
    /// ```
    /// ```md,passes,kind=ml-design
    /// ## Cost
    ///
    /// 208 GPUs x $3.00/h x 720 h = $449,280 per month, which is $2.45 per million output tokens.
    /// ```
    ///
    /// ## Silent on
    /// - designs without a total, and prices per unit anywhere in the document
    pub static META = { name: "cost-per-unit-missing", family: Structure, severity: Warning }
}

/// `cost-per-unit-missing`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CostPerUnitMissing {}

impl Rule for CostPerUnitMissing {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let total = cx.facts.learning.cost.iter().filter(|c| !c.per_unit);
        total.map(finding).collect()
    }
}

fn finding(cost: &designlint_facts::TotalCost) -> Finding {
    let message = "this is what all of it costs, and nothing says what a request, a token or a user costs";
    let help = "divide by the load of the same time: \"$0.0051 per 1,000 requests\"";
    Finding::new(cost.text.span, message).help(help)
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::says_of;

    fn found(text: &str) -> Vec<String> {
        says_of("cost-per-unit-missing", Kind::MlDesign, text)
    }

    const MESSAGE: &str =
        "warning: this is what all of it costs, and nothing says what a request, a token or a user costs";

    #[test]
    fn a_total_alone() {
        assert_eq!(found("## Cost\n\nThe fleet costs $49,000 a month.\n"), [format!("3:1-3:33 {MESSAGE}")]);
        assert_eq!(
            found("## Cost\n\n| part | per month |\n|---|---|\n| ranker, monthly | $8,000 |\n"),
            [format!("5:1-5:29 {MESSAGE}")]
        );
    }

    #[test]
    fn prices_of_a_unit() {
        for text in [
            "That is $0.004 per 1,000 requests.",
            "1,000 feeds cost $0.0051.",
            "A million output tokens cost $297.60 / 121.5 = $2.45.",
            "Cost per query: 0.2 cents.",
            "| cost per million tokens | $2.10 |",
            "We pay $1.20/user.",
        ] {
            assert_eq!(found(&format!("## Cost\n\nThe fleet costs $49,000 a month.\n\n{text}\n")), [""; 0], "{text}");
        }
        assert_eq!(found("## Cost\n\nA GPU costs $3.00 per hour.\n"), [""; 0]);
    }
}
