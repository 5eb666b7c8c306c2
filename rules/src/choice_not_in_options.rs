//! `choice-not-in-options`.

use std::collections::BTreeSet;

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Choice, Options, State, Text};
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// The choice is none of the options that were compared.
    ///
    /// ## Why
    /// The comparison then supports nothing: the option that was taken was never held against the others. Usually a letter
    /// is left from an earlier version.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Options
    ///
    /// | criterion | A: queue | B: cron |
    /// |---|---|---|
    /// | p99 delay | 2 s | 60 s |
    ///
    /// We choose option C.
    /// ```
    /// ```md,passes
    /// ## Options
    ///
    /// | criterion | A: queue | B: cron |
    /// |---|---|---|
    /// | p99 delay | 2 s | 60 s |
    ///
    /// We choose option B.
    /// ```
    ///
    /// ## Silent on
    /// - options without letters or numbers, where the choice names a letter or a number
    /// - a mixture of options, and a name that shares a word with one of them
    /// - a choice in words that name no option for sure
    pub static META = { name: "choice-not-in-options", family: Decision, severity: Error }
}

/// `choice-not-in-options`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChoiceNotInOptions {}

impl Rule for ChoiceNotInOptions {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let options: Vec<&Options> =
            cx.facts.options.iter().filter(|o| o.state == State::Filled && o.items.len() >= 2).collect();
        // Alternatives to a choice that stands elsewhere are without it.
        if options.is_empty() || options.iter().any(|o| o.besides_choice) {
            return Vec::new();
        }
        let items: Vec<&Choice> = options.iter().flat_map(|o| &o.items).collect();
        let chosen = cx.facts.decisions.iter().filter_map(|d| d.chosen.as_ref());
        chosen.filter(|c| is_missing(&c.text, &items)).map(|c| finding(c, &items)).collect()
    }
}

fn is_missing(chosen: &str, items: &[&Choice]) -> bool {
    if is_label(chosen) {
        let labels: BTreeSet<String> = items.iter().filter_map(|i| label(&i.name.text)).collect();
        // Where one option has no letter, nobody can tell which it would be.
        let letters = chosen.starts_with(|c: char| c.is_ascii_alphabetic());
        let alike = |l: &String| l.starts_with(|c: char| c.is_ascii_alphabetic()) == letters;
        return labels.len() == items.len() && labels.iter().all(alike) && !labels.contains(chosen);
    }
    let words = words(chosen);
    !words.is_empty() && items.iter().all(|i| self::words(&i.name.text).is_disjoint(&words))
}

fn is_label(text: &str) -> bool {
    text.len() == 1 && text.starts_with(|c: char| c.is_ascii_uppercase())
        || !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The letter or number of an option: `A: queue`, `Option 2 — log`, `(B) cron`.
fn label(name: &str) -> Option<String> {
    let word = |s: &str| s.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let mut tokens = name.split_whitespace().map(|t| (t, word(t)));
    let (first, bare) = tokens.next()?;
    if is_label(&bare) && (first != bare || tokens.clone().next().is_none()) {
        return Some(bare);
    }
    let named = ["option", "alternative", "approach", "variant", "candidate", "solution", "proposal"];
    let second = tokens.next().filter(|_| named.contains(&bare.to_lowercase().as_str()));
    second.map(|(_, bare)| bare).filter(|b| is_label(b))
}

fn words(name: &str) -> BTreeSet<String> {
    let words = name.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words
        .filter(|w| w.len() > 2 && !["the", "and", "for", "with", "use", "option"].contains(&w.as_str()))
        .map(|w| w.trim_end_matches('s').to_owned())
        .collect()
}

fn finding(chosen: &Text, items: &[&Choice]) -> Finding {
    let names = items
        .iter()
        .map(|i| if is_label(&chosen.text) { label(&i.name.text).unwrap_or_default() } else { quoted(&i.name.text) });
    let message =
        format!("{} is none of the options compared: {}", quoted(&chosen.text), names.collect::<Vec<_>>().join(", "));
    Finding::new(chosen.span, message).help("compare it with the others, or choose one of them")
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "choice-not-in-options";

    fn table(choice: &str) -> String {
        format!("## Options\n\n| criterion | A: queue | B: cron |\n|---|---|---|\n| delay | 2 s | 60 s |\n\n{choice}\n")
    }

    #[test]
    fn a_letter_that_no_option_has() {
        assert_eq!(
            says(RULE, &table("We choose option C.")),
            ["7:18-7:19 error: \"C\" is none of the options compared: A, B"]
        );
        let text = "## Options\n\n### Option 1: queue\n\nx\n\n### Option 2: cron\n\ny\n\n## Decision\n\nWe will use option 3.\n";
        assert_eq!(says(RULE, text), ["13:20-13:21 error: \"3\" is none of the options compared: 1, 2"]);
    }

    #[test]
    fn a_name_that_no_option_has() {
        let text = "## Considered options\n\n- Postgres\n- a file\n\n## Decision outcome\n\nChosen option: \"message broker\", because it is there.\n";
        assert_eq!(
            says(RULE, text),
            ["8:17-8:31 error: \"message broker\" is none of the options compared: \"Postgres\", \"a file\""]
        );
        assert_eq!(says(RULE, &text.replace("message broker", "Postgres 16")), [""; 0]);
    }

    #[test]
    fn what_is_one_of_them_or_cannot_be_told() {
        for choice in [
            "We choose option B.",
            "We choose A and C.",
            "We choose a hybrid of A and C.",
            "We choose the log.",
            "We choose B because option C is late.",
        ] {
            assert_eq!(says(RULE, &table(choice)), [""; 0], "{choice}");
        }
        let unlabelled = "## Options\n\n- queue\n- cron\n\nWe choose option C.\n";
        assert_eq!(says(RULE, unlabelled), [""; 0]);
        let beside = "## Alternatives considered\n\n### Option B\n\nx\n\n### Option C\n\ny\n\n## Decision\n\nWe choose option A.\n";
        assert_eq!(says(RULE, beside), [""; 0]);
    }
}
