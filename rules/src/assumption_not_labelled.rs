//! `assumption-not-labelled`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// A hit rate, an efficiency or the like stands as a fact, a calculation rests on it, and nothing says where it comes from.
    ///
    /// ## Why
    /// Nobody knows such a number before the system runs. Labelled as an assumption it is checked first; written as a fact it
    /// is found when the fleet is too small.
    ///
    /// ## Example
    /// ```md,fails,kind=ml-design
    /// ## Capacity
    ///
    /// The cache has a hit rate of 80%, so 9,600 reads/s x (1 - 80%) = 1,920 reads/s reach the store.
    /// ```
    /// ```md,passes,kind=ml-design
    /// ## Capacity
    ///
    /// Assumed until the load test: a hit rate of 80%. Then 9,600 reads/s x (1 - 80%) = 1,920 reads/s reach the store.
    /// ```
    ///
    /// ## Silent on
    /// - numbers that are measured, required, configured, or have a source or a link, wherever the document says so
    /// - numbers that no calculation uses
    pub static META = { name: "assumption-not-labelled", family: Structure, severity: Warning }
}

/// `assumption-not-labelled`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AssumptionNotLabelled {}

impl Rule for AssumptionNotLabelled {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let open = cx.facts.learning.assumptions.iter().filter(|a| !a.labelled);
        open.map(finding).collect()
    }
}

fn finding(assumption: &designlint_facts::Assumption) -> Finding {
    let (number, name) = (&assumption.number, &assumption.name);
    let message =
        format!("a calculation rests on {number} ({name}), and nothing says whether that is measured or assumed");
    let help = "say where it comes from, or call it an assumption and say what changes if it is wrong";
    Finding::new(assumption.text.span, message).help(help).label(assumption.used, "rests on it")
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::says_of;

    fn found(text: &str) -> Vec<String> {
        says_of("assumption-not-labelled", Kind::MlDesign, text)
    }

    #[test]
    fn a_number_as_a_fact() {
        assert_eq!(
            found("## Capacity\n\nEfficiency is 60%.\n\n14.4 ms / 60% = 24 ms per token.\n"),
            [
                "3:1-3:19 warning: a calculation rests on 60% (efficiency), and nothing says whether that is measured or assumed"
            ]
        );
    }

    #[test]
    fn numbers_with_a_source() {
        for text in [
            "Efficiency is 60%, measured in March.",
            "We assume an efficiency of 60%.",
            "Efficiency is 60% ([run 14](runs/14.md)).",
            "Efficiency is 65%.",
        ] {
            assert_eq!(
                found(&format!("## Capacity\n\n{text}\n\n14.4 ms / 60% = 24 ms per token.\n")),
                [""; 0],
                "{text}"
            );
        }
        let table = "## Assumptions\n\n| what | value |\n|---|---|\n| efficiency | 60% |\n\n## Capacity\n\nAt an efficiency of 60% it is 14.4 ms / 60% = 24 ms.\n";
        assert_eq!(found(table), [""; 0]);
    }
}
