//! `open-question-overdue`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Date, Due, Question};
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// An open question was due before the document's own date.
    ///
    /// ## Why
    /// A date that has passed says that nobody looked again. The question is either answered and the document stale, or it
    /// is open and the date wrong.
    ///
    /// ## Example
    /// ```md,fails
    /// ---
    /// date: 2026-03-10
    /// ---
    ///
    /// ## Open questions
    ///
    /// - How long is the ledger kept? (owner: @storage-oncall, 2026-02-01)
    /// ```
    /// ```md,passes
    /// ---
    /// date: 2026-03-10
    /// ---
    ///
    /// ## Open questions
    ///
    /// - How long is the ledger kept? (owner: @storage-oncall, 2026-04-15)
    /// ```
    ///
    /// ## Silent on
    /// - documents without a date, unless `--today` gives one; the clock is never asked
    /// - milestones, days without a year, and a month or quarter that is not over
    pub static META = { name: "open-question-overdue", family: Structure, severity: Info }
}

/// `open-question-overdue`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpenQuestionOverdue {}

impl Rule for OpenQuestionOverdue {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let own = cx.facts.standing.date.as_ref();
        let Some(today) = cx.settings.today.or(own.map(|(date, _)| *date)) else { return Vec::new() };
        let open = cx.facts.questions.iter().filter(|q| !q.resolved);
        let findings = open.filter_map(|q| finding(q, today, cx.settings.today.is_some()));
        findings
            .map(|f| match own.filter(|_| cx.settings.today.is_none()) {
                Some((_, text)) => f.label(text.span, "the document's own date"),
                None => f,
            })
            .collect()
    }
}

fn finding(question: &Question, today: Date, given: bool) -> Option<Finding> {
    let Due::Day(due) = question.due_kind else { return None };
    if due >= today {
        return None;
    }
    let asked = quoted(&question.text.text);
    let before = if given { "" } else { "the document's own date, " };
    let message = format!("{asked} was due on {due}, before {before}{today}");
    let span = question.due.as_ref().map_or(question.text.span, |d| d.span);
    Some(Finding::new(span, message).help("answer it, or move the date"))
}

#[cfg(test)]
mod tests {
    use designlint_core::{Settings, check};
    use designlint_document::{Document, Source};
    use designlint_facts::Date;

    use crate::testing::{says, settings};

    const RULE: &str = "open-question-overdue";

    fn text(date: &str, due: &str) -> String {
        format!("{date}## Open questions\n\n| question | owner | by |\n|---|---|---|\n| Which key? | Ana | {due} |\n")
    }

    #[test]
    fn due_before_the_documents_date() {
        assert_eq!(
            says(RULE, &text("---\ndate: 2026-03-10\n---\n\n", "2026-02-01")),
            ["9:22-9:32 info: \"Which key?\" was due on 2026-02-01, before the document's own date, 2026-03-10"]
        );
    }

    #[test]
    fn not_over_or_not_known() {
        for (date, due) in [
            ("---\ndate: 2026-03-10\n---\n\n", "2026-03-10"),
            ("---\ndate: 2026-03-10\n---\n\n", "March 2026"),
            ("---\ndate: 2026-03-10\n---\n\n", "Q1 2026"),
            ("---\ndate: 2026-03-10\n---\n\n", "beta"),
            ("", "2026-02-01"),
        ] {
            assert_eq!(says(RULE, &text(date, due)), [""; 0], "{date}{due}");
        }
    }

    #[test]
    fn a_given_day_goes_before_the_documents() {
        let settings = Settings {
            today: Date::find("2026-05-01"),
            kind_from_command_line: Some("design".to_owned()),
            ..settings()
        };
        let text = text("---\ndate: 2026-03-10\n---\n\n", "2026-04-15");
        let report = check(Document::parse(Source::new(text)), &settings, crate::ALL);
        let own: Vec<_> = report.diagnostics.iter().filter(|d| d.rule == RULE).map(|d| &d.finding.message).collect();
        assert_eq!(own, ["\"Which key?\" was due on 2026-04-15, before 2026-05-01"]);
    }
}
