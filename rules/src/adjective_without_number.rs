//! `adjective-without-number`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::Adjective;
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// An adjective stands where a capacity, a latency or an objective owes a number.
    ///
    /// ## Why
    /// "Small" is not arithmetic. It cannot be checked, and it cannot be updated when the load doubles.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Capacity
    ///
    /// Memory use is small.
    /// ```
    /// ```md,passes
    /// ## Capacity
    ///
    /// Memory use is small: 4,096 entries x 8.4 KB = 34 MB.
    /// ```
    ///
    /// ## Silent on
    /// - a number in the sentence or in the next one
    /// - sections that owe no number: only capacity, latency budgets, objectives, and measured rows of tables of options
    /// - conditions ("if the load is high") and adjectives that dress something else ("a small team")
    /// - kinds of documents that promise no arithmetic
    pub static META = { name: "adjective-without-number", family: Arithmetic, severity: Warning }
}

/// `adjective-without-number`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AdjectiveWithoutNumber {}

impl Rule for AdjectiveWithoutNumber {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let profile = cx.settings.profile(cx.kind);
        let promised = profile.is_some_and(|p| p.lines.iter().any(|l| l.no_when.iter().any(|r| r == META.name)));
        if promised { cx.facts.adjectives.iter().map(finding).collect() } else { Vec::new() }
    }
}

fn finding(adjective: &Adjective) -> Finding {
    let word = quoted(&adjective.word.text);
    let (message, help) = match adjective.topic.as_str() {
        "slo" => (
            format!("{word} is no objective: nobody can tell whether it is met"),
            "an objective needs a ratio, a threshold and a period: 99.9% of requests under 300 ms over 30 days",
        ),
        "options" => (
            format!("{word} compares nothing"),
            "give the number that the choice rests on, in the same unit for each option",
        ),
        "latency-budget" => (
            format!("{word} is no budget: it has no number"),
            "give each hop its milliseconds and the sum against the objective",
        ),
        _ => (
            format!("{word} is not arithmetic: the sentence has no number"),
            "give the number and its factors: 4,096 entries x 8.4 KB = 34 MB",
        ),
    };
    Finding::new(adjective.sentence.span, message).help(help)
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::{says, says_of};

    const RULE: &str = "adjective-without-number";

    #[test]
    fn where_a_number_is_due() {
        assert_eq!(
            says(RULE, "## Capacity\n\nMemory use is small and throughput is high.\n"),
            ["3:1-3:44 warning: \"small\" is not arithmetic: the sentence has no number"]
        );
        assert_eq!(
            says(RULE, "## SLO\n\nThe objective: responses stay fast.\n"),
            ["3:1-3:36 warning: \"fast\" is no objective: nobody can tell whether it is met"]
        );
        assert_eq!(
            says(RULE, "Problem: slow. Options: none. Choice: B. Capacity: small.\n"),
            ["1:52-1:58 warning: \"small\" is not arithmetic: the sentence has no number"]
        );
    }

    #[test]
    fn a_number_bears_the_adjective_out() {
        for text in [
            "Memory use is small: 34 MB (4,096 x 8.4 KB) of 128 MiB.",
            "Throughput is high, 2,000 requests/s measured.",
            "If the load is high, a pod is added.",
            "The small pods restart.",
        ] {
            assert_eq!(says(RULE, &format!("## Capacity\n\n{text}\n")), [""; 0], "{text}");
        }
    }

    #[test]
    fn only_where_arithmetic_is_promised() {
        assert_eq!(says(RULE, "## Design\n\nMemory use is small.\n"), [""; 0]);
        assert_eq!(says_of(RULE, Kind::Notes, "## Capacity\n\nMemory use is small.\n"), [""; 0]);
    }
}
