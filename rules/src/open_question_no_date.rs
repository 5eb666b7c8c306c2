//! `open-question-no-date`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Due, Question};
use serde::Deserialize;

use crate::failure_wording::quoted;
use crate::skeleton_fix;

declare_rule! {
    /// Somebody answers an open question, and nothing says by when.
    ///
    /// ## Why
    /// A question without a date is answered when it hurts. A milestone is as good as a day: it says what must wait.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Open questions
    ///
    /// | question | owner | by |
    /// |---|---|---|
    /// | How long is the ledger kept? | @storage-oncall | soon |
    /// ```
    /// ```md,passes
    /// ## Open questions
    ///
    /// | question | owner | by |
    /// |---|---|---|
    /// | How long is the ledger kept? | @storage-oncall | 2026-04-15 |
    /// | Which key is it partitioned by? | @storage-oncall | before beta |
    /// ```
    ///
    /// ## Silent on
    /// - a day, a month, a quarter, a milestone, a release
    /// - questions that nobody answers (`open-question-no-owner` asks for both)
    /// - questions that are answered, struck or ticked off
    pub static META = { name: "open-question-no-date", family: Structure, severity: Warning }
}

/// `open-question-no-date`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpenQuestionNoDate {}

impl Rule for OpenQuestionNoDate {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let owned = cx.facts.questions.iter().filter(|q| !q.resolved && q.owner.is_some());
        owned.filter_map(|q| finding(cx, q)).collect()
    }
}

fn finding(cx: &Context<'_>, question: &Question) -> Option<Finding> {
    let asked = quoted(&question.text.text);
    let message = match (question.due_kind, &question.due) {
        (Due::Vague, Some(due)) => format!("{} is no date by which {asked} is answered", quoted(&due.text)),
        (Due::Missing | Due::Vague, _) => format!("nothing says by when {asked} is answered"),
        (Due::Milestone | Due::Day(_), _) => return None,
    };
    let help = "write a day, a milestone or a release: 2026-04-15, \"before beta\"";
    let words = cx.settings.knowledge.vocabulary.list("due-column");
    let fix = skeleton_fix::column(cx.document, question.span, words);
    Some(Finding { fix, ..Finding::new(question.text.span, message).help(help) })
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "open-question-no-date";

    #[test]
    fn soon_is_no_date() {
        let table = "## Open questions\n\n| question | owner | by |\n|---|---|---|\n| Which key? | Ana | soon |\n| Which disk? | Bo | |\n";
        assert_eq!(
            says(RULE, table),
            [
                "5:3-5:13 warning: \"soon\" is no date by which \"Which key?\" is answered",
                "6:3-6:14 warning: nothing says by when \"Which disk?\" is answered"
            ]
        );
        assert_eq!(
            says(RULE, "## Open questions\n\n- Which key? (owner: Ana)\n"),
            ["3:3-3:26 warning: nothing says by when \"Which key? (owner: Ana)\" is answered"]
        );
    }

    #[test]
    fn a_day_or_a_milestone_is_one() {
        for due in ["2026-04-15", "April 2026", "Q3", "before beta", "v1.2", "the design review", "M3"] {
            let table =
                format!("## Open questions\n\n| question | owner | by |\n|---|---|---|\n| Key? | Ana | {due} |\n");
            assert_eq!(says(RULE, &table), [""; 0], "{due}");
        }
    }

    #[test]
    fn who_and_when_are_asked_for_once() {
        assert_eq!(says(RULE, "## Open questions\n\n- Which key?\n"), [""; 0]);
        assert_eq!(says(RULE, "## Open questions\n\n- ~~Which key?~~ @ana\n"), [""; 0]);
    }
}
