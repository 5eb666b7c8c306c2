//! `mechanism-without-problem`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// The design has shards, a log or a second region, and no number says that one machine is not enough.
    ///
    /// ## Why
    /// Each such part has to be run, watched and understood for years. The number that forces it, what one machine can
    /// carry against what is asked of it, is one line.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Requirements
    ///
    /// 200 requests/s from one region.
    ///
    /// ## Design
    ///
    /// The store is sharded over 16 hosts behind Kafka.
    /// ```
    /// ```md,passes
    /// ## Requirements
    ///
    /// 40,000 writes/s from one region; one host sustains 5,000.
    ///
    /// ## Design
    ///
    /// The store is sharded: 40,000 / 5,000 = 8 hosts.
    /// ```
    ///
    /// ## Silent on
    /// - a number for one machine anywhere in the document
    /// - a reason in the same sentence
    /// - documents whose requirements state no number
    pub static META = { name: "mechanism-without-problem", family: Structure, severity: Info, preview: true }
}

/// `mechanism-without-problem`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MechanismWithoutProblem {}

impl Rule for MechanismWithoutProblem {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let Some(first) = cx.facts.mechanisms.first() else { return Vec::new() };
        let message = format!("no number says what one machine carries, so nothing asks for {}", quoted(&first.text));
        let help = "say what is asked and what one machine sustains: \"40,000 writes/s; one host sustains 5,000\"";
        vec![Finding::new(first.span, message).help(help)]
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "mechanism-without-problem";

    #[test]
    fn nothing_asks_for_it() {
        let text = "## Requirements\n\n200 requests/s.\n\n## Architecture\n\nWe shard the store over 16 nodes.\n";
        assert_eq!(
            says(RULE, text),
            [
                "7:1-7:34 info: no number says what one machine carries, so nothing asks for \"We shard the store over 16 nodes\""
            ]
        );
    }

    #[test]
    fn a_limit_asks_for_it() {
        let text =
            "## Requirements\n\n40,000 writes/s; one node sustains 5,000.\n\n## Architecture\n\nWe shard the store.\n";
        assert_eq!(says(RULE, text), [""; 0]);
    }
}
