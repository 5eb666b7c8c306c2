//! `options-too-few`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Options, State};
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// A decision has fewer than two options.
    ///
    /// ## Why
    /// One option is a decision already made: nobody can tell what it was better than. Leaving everything as it is is an
    /// option too, and often the one that shows what the change buys.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Options
    ///
    /// | criterion | A: queue |
    /// |---|---|
    /// | p99 latency | 40 ms |
    /// ```
    /// ```md,passes
    /// ## Options
    ///
    /// | criterion | A: queue | B: do nothing |
    /// |---|---|---|
    /// | p99 latency | 40 ms | 900 ms |
    /// ```
    ///
    /// ## Silent on
    /// - a forced choice that says what forces it: "only one option is possible: the regulator prescribes the format"
    /// - one alternative to the choice that the rest of the document describes
    /// - options in running text that cannot be counted, and sections that are not written yet (`section-hollow`)
    pub static META = { name: "options-too-few", family: Decision, severity: Error }
}

/// `options-too-few`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OptionsTooFew {}

impl Rule for OptionsTooFew {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.options.iter().filter(|o| is_single(o)).map(finding).collect()
    }
}

fn is_single(options: &Options) -> bool {
    options.state == State::Filled && !options.forced && options.items.len() == 1 && !options.besides_choice
}

fn finding(options: &Options) -> Finding {
    let name = options.items.first().map(|i| quoted(&i.name.text)).unwrap_or_default();
    let message = format!("{name} is the only option, and one option is a decision already made");
    Finding::new(options.span, message).help(
        "add at least one more with the same criteria (\"do nothing\" counts), or say what makes this the only possible one",
    )
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "options-too-few";

    #[test]
    fn one_column_or_one_mark_is_one_option() {
        assert_eq!(
            says(RULE, "## Options\n\n| criterion | A: queue |\n|---|---|\n| p99 | 40 ms |\n\nWe choose A.\n"),
            ["3:1-5:16 error: \"A: queue\" is the only option, and one option is a decision already made"]
        );
        assert_eq!(
            says(RULE, "## Considered options\n\n### Option A: queue\n\n40 ms.\n"),
            ["1:1-1:22 error: \"Option A: queue\" is the only option, and one option is a decision already made"]
        );
    }

    #[test]
    fn doing_nothing_counts() {
        assert_eq!(says(RULE, "## Options\n\n- queue: 40 ms\n- do nothing: 900 ms\n"), [""; 0]);
        assert_eq!(
            says(RULE, "## Options\n\n| option | p99 |\n|---|---|\n| do nothing | 1 s |\n| queue | 9 ms |\n"),
            [""; 0]
        );
    }

    #[test]
    fn a_forced_choice_needs_no_second_option() {
        let forced = "## Options\n\n(A) ISO 20022. Only one option is possible: the regulator prescribes the format.\n";
        assert_eq!(says(RULE, forced), [""; 0]);
    }

    #[test]
    fn one_alternative_stands_beside_the_choice() {
        assert_eq!(says(RULE, "## Alternatives considered\n\n### Option B: log\n\n9 ms.\n"), [""; 0]);
    }

    #[test]
    fn what_cannot_be_counted_is_left_alone() {
        assert_eq!(says(RULE, "## Options\n\nBrokers with a log, or a cron export.\n"), [""; 0]);
        assert_eq!(says(RULE, "## Options\n\nTBD\n"), [""; 0]);
        assert_eq!(says(RULE, "## Options\n\n| flag | default |\n|---|---|\n| --ttl | 60 |\n"), [""; 0]);
    }
}
