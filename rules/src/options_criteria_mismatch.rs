//! `options-criteria-mismatch`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Choice, Options, OptionsForm, State, Text, Vocabulary};
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// Options are judged on different criteria, or one of them is not judged at all.
    ///
    /// ## Why
    /// 3 ms on one side and $60 a month on the other compare nothing: whoever prefers an option finds the criterion it wins.
    /// An empty cell is usually the number nobody looked up.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Options
    ///
    /// ### A: in-process cache
    ///
    /// - p99 latency: 3 ms
    ///
    /// ### B: shared cache
    ///
    /// - cost per month: $60
    /// ```
    /// ```md,passes
    /// ## Options
    ///
    /// | | A: in-process cache | B: shared cache |
    /// |---|---|---|
    /// | p99 latency | 3 ms | 5 ms |
    /// | cost per month | $0 | $60 |
    /// ```
    ///
    /// ## Silent on
    /// - options with one criterion in common, also where one of them says it in other words
    /// - criteria without numbers, pros and cons, options in running text
    /// - a criterion that no option or only one option answers, and columns of remarks
    pub static META = { name: "options-criteria-mismatch", family: Decision, severity: Error }
}

/// `options-criteria-mismatch`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OptionsCriteriaMismatch {}

impl Rule for OptionsCriteriaMismatch {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let words = &cx.settings.knowledge.vocabulary;
        let compared = cx.facts.options.iter().filter(|o| o.state == State::Filled && !o.forced && o.items.len() >= 2);
        compared
            .flat_map(|o| match o.form {
                OptionsForm::Table => unanswered(o),
                _ => nothing_in_common(o, words).into_iter().collect(),
            })
            .collect()
    }
}

/// The first two options that are judged by numbers and share no criterion.
fn nothing_in_common(options: &Options, words: &Vocabulary) -> Option<Finding> {
    let judged: Vec<(&Choice, Vec<Text>)> =
        options.items.iter().map(|i| (i, i.criteria(words))).filter(|(_, c)| !c.is_empty()).collect();
    let (first, others) = judged.split_first()?;
    let apart = |one: &(&Choice, Vec<Text>), other: &(&Choice, Vec<Text>)| {
        !one.1.iter().any(|c| other.0.speaks_of(&c.text)) && !other.1.iter().any(|c| one.0.speaks_of(&c.text))
    };
    let other = others.iter().find(|other| apart(first, other))?;
    let names = |criteria: &[Text]| criteria.iter().map(|c| quoted(&c.text)).collect::<Vec<_>>().join(", ");
    let message = format!(
        "{} is judged on {}, {} on {}: they have no criterion in common",
        quoted(&first.0.name.text),
        names(&first.1),
        quoted(&other.0.name.text),
        names(&other.1)
    );
    Some(
        Finding::new(other.0.name.span, message)
            .help("give each option the same criteria, best in one table")
            .label(first.0.name.span, "the other option"),
    )
}

/// Cells without an answer in the row of a criterion that the other options answer.
fn unanswered(options: &Options) -> Vec<Finding> {
    let answered = |c: &Text| !is_open(&c.text);
    let mut found = Vec::new();
    for (i, criterion) in options.criteria.iter().enumerate().filter(|(_, c)| !c.text.is_empty()) {
        let cells: Vec<(&Choice, &Text)> = options.items.iter().filter_map(|o| Some((o, o.cells.get(i)?))).collect();
        let others = cells.iter().filter(|(_, c)| answered(c)).count();
        if cells.len() < options.items.len() || others + 1 != cells.len() || others == 0 {
            continue;
        }
        let Some((option, cell)) = cells.into_iter().find(|(_, c)| !answered(c)) else { continue };
        let message = format!(
            "{} has no answer for {}, which the other options have",
            quoted(&option.name.text),
            quoted(&criterion.text)
        );
        let span = if cell.span.is_empty() { option.name.span } else { cell.span };
        found.push(Finding::new(span, message).help("measure or estimate it too, or say why it does not apply"));
    }
    found
}

fn is_open(cell: &str) -> bool {
    ["", "?", "??", "???", "tbd", "todo", "unknown"].contains(&cell.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "options-criteria-mismatch";

    #[test]
    fn nothing_in_common() {
        let text = "## Options\n\n### A: local\n\n- p99 latency: 3 ms\n- memory: 34 MB\n\n### B: shared\n\n- cost per month: $60\n";
        assert_eq!(
            says(RULE, text),
            [
                "8:1-8:14 error: \"A: local\" is judged on \"p99 latency\", \"memory\", \"B: shared\" on \"cost per month\": they have no criterion in common"
            ]
        );
    }

    #[test]
    fn a_cell_that_nobody_filled() {
        let text = "## Options\n\n| | A: local | B: shared |\n|---|---|---|\n| p99 | 3 ms | TBD |\n| memory | | |\n";
        assert_eq!(
            says(RULE, text),
            ["5:16-5:19 error: \"B: shared\" has no answer for \"p99\", which the other options have"]
        );
    }

    #[test]
    fn one_criterion_in_common_is_enough() {
        for b in [
            "- latency (p99): 5 ms",
            "- It has a higher latency.",
            "- runs on 3 hosts",
            "- pros: 2 of them, latency too",
        ] {
            let text = format!("## Options\n\n### A: local\n\n- p99 latency: 3 ms\n\n### B: shared\n\n{b}\n");
            assert_eq!(says(RULE, &text), [""; 0], "{b}");
        }
    }

    #[test]
    fn pros_and_cons_are_no_criteria() {
        let text = "## Options\n\n### A\n\n- Pros: 3 ms\n\n### B\n\n- Cons: 60 ms\n";
        assert_eq!(says(RULE, text), [""; 0]);
        let text = "## Options\n\n| option | pros | cons |\n|---|---|---|\n| A | 3 ms | - |\n| B | 5 ms | $60 |\n";
        assert_eq!(says(RULE, text), [""; 0]);
    }
}
