//! `accepted-cost-empty`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{State, Topic};
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// The cost of the choice is "none", or "the trade-offs".
    ///
    /// ## Why
    /// Every option costs something: memory, money, staleness, one more thing to run. A sentence that accepts whatever it
    /// may be tells whoever is on call nothing.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Drawbacks
    ///
    /// None.
    /// ```
    /// ```md,passes
    /// ## Drawbacks
    ///
    /// 34 MB per replica, and answers that are up to 60 s old.
    /// ```
    ///
    /// ## Silent on
    /// - "none" with a reason
    /// - "we accept the trade-offs" where another sentence or a section names them
    /// - a section that is not written yet (`section-hollow`)
    pub static META = { name: "accepted-cost-empty", family: Decision, severity: Warning }
}

/// `accepted-cost-empty`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AcceptedCostEmpty {}

const HELP: &str =
    "name the largest cost and accept it: \"We accept 34 MB per replica and answers that are up to 60 s old\"";

impl Rule for AcceptedCostEmpty {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let facts = cx.facts;
        let topics = || facts.topics_of("accepted-cost");
        let costs = || facts.accepted_costs.iter();
        // A section whose one sentence is idle names nothing either.
        let idle =
            |t: &Topic| costs().any(|c| !c.names_cost && t.body.contains(c.text.span)) && t.words <= LONGEST_IDLE;
        let named = costs().any(|c| c.names_cost) || topics().any(|t| t.state == State::Filled && !idle(t));
        if named {
            return Vec::new();
        }
        let none = topics().filter_map(|t| Some((t, t.bare_none.as_ref()?)));
        let none = none.map(|(t, none)| {
            let message = format!(
                "every option costs something, and {} under {} names no cost",
                quoted(&none.text),
                quoted(&t.title.text)
            );
            Finding::new(none.span, message).help(HELP)
        });
        let costs = costs().filter(|c| !c.names_cost).map(|c| {
            let message = format!("{} accepts whatever it may be: it names no cost", quoted(&c.text.text));
            Finding::new(c.text.span, message).help(HELP)
        });
        none.chain(costs).collect()
    }
}

/// The longest section, in words, that an idle sentence leaves empty.
const LONGEST_IDLE: usize = 15;

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "accepted-cost-empty";

    #[test]
    fn none_is_no_cost() {
        assert_eq!(
            says(RULE, "## Drawbacks\n\nNone.\n"),
            ["3:1-3:6 warning: every option costs something, and \"None\" under \"Drawbacks\" names no cost"]
        );
        assert_eq!(
            says(RULE, "## Consequences\n\nThere are no drawbacks.\n"),
            [
                "3:1-3:24 warning: every option costs something, and \"There are no drawbacks\" under \"Consequences\" names no cost"
            ]
        );
    }

    #[test]
    fn the_trade_offs_are_no_cost() {
        assert_eq!(
            says(RULE, "## Decision\n\nB. We accept the trade-offs.\n"),
            ["3:4-3:29 warning: \"We accept the trade-offs\" accepts whatever it may be: it names no cost"]
        );
        assert_eq!(says(RULE, "## Trade-offs\n\nWe accept the costs of this choice.\n").len(), 1);
    }

    #[test]
    fn a_reason_or_a_named_cost() {
        for text in [
            "## Drawbacks\n\nNone: the change only renames a label that nobody reads.\n",
            "## Drawbacks\n\nNone. The old path stays as it is.\n",
            "## Drawbacks\n\nOne more process to run; 34 MB per replica.\n",
            "## Drawbacks\n\nNone.\n\n## Decision\n\nB, at the cost of 34 MB.\n",
            "## Decision\n\nB. We accept the trade-offs.\n\n## Drawbacks\n\nA restart empties the cache, and p99 doubles for an hour while it fills.\n",
            "## Drawbacks\n\nTBD\n",
        ] {
            assert_eq!(says(RULE, text), [""; 0], "{text}");
        }
    }
}
