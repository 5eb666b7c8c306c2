//! `no-accepted-cost`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::skeleton_fix;

declare_rule! {
    /// A choice is made, and nothing says what it gives up.
    ///
    /// ## Why
    /// Every option costs something. A cost that is written down is a decision; one that is not surprises whoever is on
    /// call. Of thousands of public design documents only a handful have the sentence.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Decision
    ///
    /// We choose the in-process cache because it is the fastest.
    /// ```
    /// ```md,passes
    /// ## Decision
    ///
    /// We choose the in-process cache. We accept 60 s of staleness and 34 MB per replica.
    /// ```
    ///
    /// ## Silent on
    /// - "we accept", "at the cost of", "we give up", "an acceptable trade-off", "Bad, because" and the like, anywhere
    /// - a section of drawbacks, trade-offs or consequences
    /// - a document that decides nothing
    ///
    /// "We accept JSON bodies" names what a program takes in, not a cost.
    pub static META = { name: "no-accepted-cost", family: Decision, severity: Error }
}

/// `no-accepted-cost`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NoAcceptedCost {}

impl Rule for NoAcceptedCost {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let named = !cx.facts.accepted_costs.is_empty() || cx.facts.topics_of("accepted-cost").next().is_some();
        let Some(decision) = cx.facts.decisions.first().filter(|_| !named) else { return Vec::new() };
        let message = "a choice is made here, and no sentence of the document says what it gives up";
        let help =
            "add one that starts \"We accept\" and names the cost: \"We accept answers that are up to 60 s old\"";
        let fix = skeleton_fix::heading_for(cx, META.name);
        vec![Finding { fix, ..Finding::new(decision.text.span, message).help(help) }]
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "no-accepted-cost";
    const MESSAGE: &str = "error: a choice is made here, and no sentence of the document says what it gives up";

    #[test]
    fn a_choice_without_a_cost() {
        assert_eq!(says(RULE, "## Decision\n\nWe choose B because it is fast.\n"), [format!("1:1-1:12 {MESSAGE}")]);
        assert_eq!(says(RULE, "## Options\n\n- A\n- B\n\nWe choose B.\n"), [format!("6:1-6:13 {MESSAGE}")]);
    }

    #[test]
    fn what_a_program_accepts_is_no_cost() {
        let text = "## Interface\n\nWe accept JSON and protobuf bodies.\n\n## Decision\n\nB.\n";
        assert_eq!(says(RULE, text), [format!("5:1-5:12 {MESSAGE}")]);
        assert_eq!(says(RULE, &text.replace("B.", "We accept 60 s of staleness.")), [""; 0]);
    }

    #[test]
    fn the_cost_may_stand_anywhere() {
        for cost in [
            "At the cost of 34 MB per replica.",
            "An acceptable trade-off: answers may be 60 s old.",
            "We are willing to lose the cache on a restart.",
            "Bad, because a restart empties it.",
            "We give up cross-region reads.",
        ] {
            assert_eq!(says(RULE, &format!("## Decision\n\nB.\n\n## Notes\n\n{cost}\n")), [""; 0], "{cost}");
        }
        assert_eq!(says(RULE, "## Decision\n\nB.\n\n## Drawbacks\n\nOne more process.\n"), [""; 0]);
    }

    #[test]
    fn a_limitation_is_a_cost_where_a_sentence_accepts_it() {
        let text = "## Decision\n\nB.\n\n## Known limitations\n\nThe search stops at the first match.\n";
        assert_eq!(says(RULE, text), [format!("1:1-1:12 {MESSAGE}")]);
        let text = text.replace("first match.", "first match. We accept that a later one may be cheaper.");
        assert_eq!(says(RULE, &text), [""; 0]);
    }

    #[test]
    fn a_price_list_accepts_nothing() {
        let text = "## Decision\n\nB.\n\n## Cost\n\n| Item | Price |\n|---|---|\n| bucket | $20 |\n";
        assert_eq!(says(RULE, text), [format!("1:1-1:12 {MESSAGE}")]);
    }

    #[test]
    fn without_a_decision_nothing_is_given_up() {
        assert_eq!(says(RULE, "## Design\n\nThree brokers.\n"), [""; 0]);
    }
}
