//! `options-no-numbers`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Options, OptionsForm, State};
use serde::Deserialize;

declare_rule! {
    /// Options are compared without a single number.
    ///
    /// ## Why
    /// "High" and "low" fit every option and decide nothing. The one number that the choice rests on can be checked, and
    /// later it says whether the choice still holds.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Options
    ///
    /// | criterion | A: no cache | B: LRU |
    /// |---|---|---|
    /// | latency | high | low |
    /// ```
    /// ```md,passes
    /// ## Options
    ///
    /// | criterion | A: no cache | B: LRU |
    /// |---|---|---|
    /// | latency | 900 ms | 40 ms |
    /// ```
    ///
    /// ## Silent on
    /// - a number anywhere among the options; "option 1", "v2" and names such as S3 are none
    /// - fewer than two options (`options-too-few`), a forced choice, options in running text that cannot be counted
    /// - rejected alternatives that each have a reason of their own: no two of them speak of the same measure
    pub static META = { name: "options-no-numbers", family: Decision, severity: Warning }
}

/// `options-no-numbers`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OptionsNoNumbers {}

impl Rule for OptionsNoNumbers {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let words = &cx.settings.knowledge.vocabulary;
        let bare = |o: &&Options| o.state == State::Filled && !o.forced && !o.numbers && o.items.len() >= 2;
        cx.facts.options.iter().filter(bare).filter(|o| o.are_compared(words)).map(finding).collect()
    }
}

fn finding(options: &Options) -> Finding {
    let count = options.items.len();
    let place = if options.form == OptionsForm::Table { "no cell has a number" } else { "none of them has a number" };
    let help = match options.criteria.iter().find(|c| !c.text.is_empty()) {
        Some(first) => format!("give at least the numbers the choice rests on, for example for \"{}\"", first.text),
        None => "give at least the numbers the choice rests on, the same ones for each option: ms, bytes, $ per month"
            .into(),
    };
    Finding::new(options.span, format!("{count} options are compared, and {place}")).help(help)
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::{report, says};

    const RULE: &str = "options-no-numbers";

    #[test]
    fn adjectives_compare_nothing() {
        let text = "## Options\n\n| criterion | A: no cache | B: LRU |\n|---|---|---|\n| latency | high | low |\n";
        assert_eq!(says(RULE, text), ["3:1-5:25 warning: 2 options are compared, and no cell has a number"]);
        let help = report(RULE, Kind::Design, text).diagnostics[0].finding.help.clone();
        assert_eq!(help.as_deref(), Some("give at least the numbers the choice rests on, for example for \"latency\""));
    }

    #[test]
    fn options_in_a_sentence_are_options() {
        let text = "Cache. Problem: slow. Options: (A) no cache; (B) in-process LRU. Choice: B.\n";
        assert_eq!(says(RULE, text), ["1:32-1:65 warning: 2 options are compared, and none of them has a number"]);
    }

    #[test]
    fn one_number_is_enough() {
        let text = "## Considered options\n\n### Do nothing\n\n- p99: 900 ms\n\n### LRU\n\n- p99: low\n";
        assert_eq!(says(RULE, text), [""; 0]);
        assert_eq!(says(RULE, "## Options\n\n- A\n- B\n\nB saves $310 a month.\n"), [""; 0]);
    }

    #[test]
    fn rejected_ideas_on_different_points_are_not_compared() {
        let ideas = |one: &str, other: &str| {
            format!("## Alternatives considered\n\n### Hashing\n\n{one}\n\n### By name\n\n{other}\n")
        };
        let apart = ideas("It reshuffles nothing, which we do not need.", "The parts become uneven.");
        assert_eq!(says(RULE, &apart), [""; 0]);
        let message = "1:1-1:27 warning: 2 options are compared, and none of them has a number";
        assert_eq!(says(RULE, &ideas("Its memory use is low.", "It takes more memory.")), [message]);
        let options = apart.replace("Alternatives considered", "Considered options     ");
        assert_eq!(says(RULE, &options).len(), 1, "{:?}", says(RULE, &options));
    }

    #[test]
    fn labels_and_versions_are_no_numbers() {
        let text = "## Options\n\n1. Option 1: S3\n2. Option 2: the v2 store\n";
        assert_eq!(says(RULE, text), ["1:1-1:11 warning: 2 options are compared, and none of them has a number"]);
    }
}
