//! `review-record-incomplete`.

use designlint_core::{Context, Finding, Kind, Reviewed, Rule, RuleMeta, declare_rule};
use designlint_document::{SectionOrigin, Span};
use designlint_facts::{Answer, ReviewAnswer, ReviewDecision, ReviewRecord, State, Verdict};
use serde::Deserialize;

use crate::failure_wording::quoted;
use crate::reviewed_design;

declare_rule! {
    /// The record of a review leaves something open: a line without an answer, a "no" that asks for nothing, no number that
    /// was computed again, no failure that was doubted, no decision, or nothing that closes it.
    ///
    /// ## Why
    /// The record is what the review leaves behind. A "no" that names no place and no change is an opinion, and an approval
    /// with changes that nothing closes stays open for good.
    ///
    /// ## Example
    /// ```md,fails,kind=review
    /// | line of the rubric | answer | comment |
    /// |---|---|---|
    /// | failure modes, detection | no | |
    ///
    /// 8 x 6 GB = 48 GB holds. Decision: approve with changes, closed when section 5 has the row.
    /// ```
    /// ```md,passes,kind=review
    /// | line of the rubric | answer | comment |
    /// |---|---|---|
    /// | problem, users | yes | |
    /// | options with numbers | yes | |
    /// | what it gives up | yes | |
    /// | interfaces and contracts | yes | |
    /// | failure modes, detection | no | section 5: a broker that is down counts nothing; add a probe from outside |
    /// | capacity | yes | 8 x 6 GB = 48 GB, holds |
    /// | rollout and rollback | yes | |
    /// | open questions | yes | |
    ///
    /// Decision: approve with changes, closed when section 5 has the probe.
    /// ```
    ///
    /// Where the front matter names the document (`reviews: q7.md`), it is read: the sections that comments name must be there, what the
    /// record says of a number must be what the number is, and a failure that it doubts must be listed there or be called missing.
    ///
    /// ## Silent on
    /// - lines of another rubric than that of designs: they are not counted
    /// - a "no" whose comment stands under a heading of its own
    pub static META = { name: "review-record-incomplete", family: Structure, severity: Warning }
}

/// Lines of the profile of reviews, by id.
pub(crate) const ANSWERS: &str = "answers";
pub(crate) const NUMBERS: &str = "numbers";
const COMMENTS: &str = "comments";
pub(crate) const FAILURES: &str = "failures";
const CLOSING: &str = "closing";

/// `review-record-incomplete`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewRecordIncomplete {
    /// Lines of the rubric, by id, that a record may leave out.
    pub optional: Vec<String>,
}

impl Rule for ReviewRecordIncomplete {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let record = &cx.facts.review;
        let Some(head) = record.head else {
            let message = "this review answers no line of the rubric with yes or no";
            let help = "write a table: line of the rubric, answer, comment";
            return start(cx).map(|place| Finding::new(place, message).help(help).line(ANSWERS)).into_iter().collect();
        };
        let mut found: Vec<Finding> = record.answers.iter().filter_map(of_answer).collect();
        match cx.settings.reviewed.as_deref() {
            Some(Reviewed::Read(design)) => found.extend(reviewed_design::compared(cx, design)),
            Some(Reviewed::Missing) => found.extend(missing(cx)),
            None => {}
        }
        found.extend(self.skipped(cx, record, head));
        let computed = cx.facts.claims.iter().any(|c| c.verdict != Verdict::Unknown);
        if !computed && !record.recomputes {
            let message = "this review computes no number of the design again";
            let help =
                "take one size, budget or rate, multiply it out and say whether it holds: \"8 x 6 GB = 48 GB, holds\"";
            found.push(Finding::new(head, message).help(help).line(NUMBERS));
        }
        if !record.challenges_failure {
            let message = "this review doubts no failure mode";
            let help = "name a way to fail that the design does not list, or a detection that would not fire, and why";
            found.push(Finding::new(head, message).help(help).line(FAILURES));
        }
        found.extend(of_decision(cx, record));
        found
    }
}

impl ReviewRecordIncomplete {
    /// The lines of the rubric that have no answer, where most of the record's lines are of that rubric.
    fn skipped(&self, cx: &Context<'_>, record: &ReviewRecord, head: Span) -> Option<Finding> {
        let ours = record.answers.iter().filter(|a| !a.lines.is_empty()).count();
        if 2 * ours <= record.answers.len() {
            return None;
        }
        let profile = match cx.settings.reviewed.as_deref() {
            Some(Reviewed::Read(design)) => cx.settings.profiles.iter().find(|p| p.id == design.profile),
            _ => None,
        };
        // Nobody can tell which answer is to a line without words of its own.
        let known = |id: &String| !cx.settings.knowledge.vocabulary.list(&format!("review.line.{id}")).is_empty();
        let lines = &profile.or_else(|| cx.settings.profile(Kind::Design))?.lines;
        let answered = |id: &String| !known(id) || record.answers.iter().any(|a| a.lines.contains(id));
        let skipped: Vec<&str> = lines
            .iter()
            .filter(|l| !self.optional.contains(&l.id) && !answered(&l.id))
            .map(|l| l.says.as_str())
            .collect();
        let message = match skipped.as_slice() {
            [] => return None,
            [one] => format!("the line \"{one}\" of the rubric has no answer"),
            several => format!("{} lines of the rubric have no answer: {}", several.len(), several.join("; ")),
        };
        Some(
            Finding::new(head, message)
                .help("answer each line with yes or no, a \"no\" with the section and what to change")
                .line(ANSWERS),
        )
    }
}

fn of_answer(answer: &ReviewAnswer) -> Option<Finding> {
    let line = quoted(&answer.line.text);
    let commented = answer.comment_state == State::Filled;
    let (message, help, about) = match answer.answer {
        Answer::Yes | Answer::NotApplicable => return None,
        Answer::Missing => (format!("{line} is answered with neither yes nor no"), "write yes or no", ANSWERS),
        Answer::No if !commented && answer.elsewhere => return None,
        Answer::No if !commented => (
            format!("\"no\" to {line}, and no comment says why"),
            "name the section and what to change in it, or ask and say who answers",
            COMMENTS,
        ),
        Answer::No if !answer.acts && answer.asks => (
            format!("the comment on {line} asks, and nobody is named who answers"),
            "name who answers: \"the storage on-call answers\"",
            COMMENTS,
        ),
        Answer::No if !answer.acts => (
            format!("the comment on {line} asks for no change"),
            "say what to write instead, or ask and name who answers",
            COMMENTS,
        ),
        Answer::No if !answer.names_section => (
            format!("the comment on {line} does not say which section it concerns"),
            "begin with the section, by its number or its heading",
            ANSWERS,
        ),
        Answer::No => return None,
    };
    Some(Finding::new(answer.line.span, message).help(help).line(about))
}

/// `reviews:` names a document that is not there.
fn missing(cx: &Context<'_>) -> Option<Finding> {
    let entry = cx.document.front_matter.as_ref()?.get("reviews")?;
    let message = format!("this is a review of {}, and there is no such file", quoted(&entry.value));
    let help = "write the way to the document from the folder of this record";
    Some(Finding::new(entry.span, message).help(help).line(ANSWERS))
}

fn of_decision(cx: &Context<'_>, record: &ReviewRecord) -> Option<Finding> {
    let Some(ReviewDecision { text, verdict, closes }) = &record.decision else {
        let message = "this review ends without a decision";
        let help = "write \"Decision:\" and approve, approve with changes or rework, and what closes each comment";
        return Some(Finding::new(start(cx)?, message).help(help).line(CLOSING));
    };
    let open = record.answers.iter().any(|a| a.answer == Answer::No);
    let settled = !open && matches!(verdict.as_str(), "approve" | "approved");
    if *closes || settled {
        return None;
    }
    let message = format!("{} does not say what closes each comment", quoted(verdict));
    let help = "write for each comment what closes it: \"comment 1 is closed when the table has the probe\"";
    Some(Finding::new(text.span, message).help(help).line(CLOSING))
}

/// The first heading, or the first line of text.
fn start(cx: &Context<'_>) -> Option<Span> {
    let heading = cx.document.sections.iter().find(|s| s.origin != SectionOrigin::Preamble).map(|s| s.heading);
    heading.or_else(|| cx.document.blocks.iter().find_map(|b| b.lines.first().copied()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use designlint_core::{Kind, Report, Reviewed, Settings, check};
    use designlint_document::{Document, Source};

    use crate::testing::{says_of, settings};

    /// What is said of a table of answers; each row without its outer bars.
    fn found(rows: &[&str], below: &str) -> Vec<String> {
        let rows: String = rows.iter().map(|r| format!("| {r} |\n")).collect();
        says_of(
            "review-record-incomplete",
            Kind::Review,
            &format!("| line | answer | comment |\n|---|---|---|\n{rows}\n{below}\n"),
        )
    }

    const YES: [&str; 6] = [
        "problem | yes |",
        "options | yes |",
        "what it gives up | yes |",
        "interfaces | yes |",
        "rollout | yes |",
        "open questions | yes |",
    ];
    const FAILURE: &str = "failure modes | no | section 5: add a probe";
    const CAPACITY: &str = "capacity | yes | 8 x 6 GB = 48 GB, holds";

    /// A complete record, with one more or another row.
    fn with(rows: &[&str], below: &str) -> Vec<String> {
        found(&[YES.as_slice(), rows].concat(), below)
    }

    #[test]
    fn a_complete_record() {
        assert_eq!(with(&[FAILURE, CAPACITY], "Decision: rework, closed when the probe stands in section 5."), [""; 0]);
        assert_eq!(
            with(&[FAILURE, CAPACITY], "## Decision\n\nApprove with changes.\n\n- 5 is closed by the probe."),
            [""; 0]
        );
    }

    #[test]
    fn comments_on_a_no() {
        let says = |row: &str| with(&[FAILURE, CAPACITY, row], "Decision: rework, closed when the probe is there.");
        for (row, message) in [
            ("options | no |", "\"no\" to \"options\", and no comment says why"),
            ("options | no | TBD", "\"no\" to \"options\", and no comment says why"),
            ("options | no | not convincing", "the comment on \"options\" asks for no change"),
            (
                "options | no | section 2: is B cheaper?",
                "the comment on \"options\" asks, and nobody is named who answers",
            ),
            ("options | no | add a price", "the comment on \"options\" does not say which section it concerns"),
        ] {
            assert_eq!(says(row), [format!("11:3-11:10 warning: {message}")], "{row}");
        }
        for row in [
            "options | no | section 2: add a price",
            "options | no | section 2: is B cheaper? The author answers",
            "options | no | Options: add a price",
            "options | n/a |",
            "options | no: section 2, add a price |",
        ] {
            assert_eq!(says(row), [""; 0], "{row}");
        }
    }

    /// The report on a record beside the document it is about.
    fn against(record: &str, design: &str) -> Report {
        let design = check(Document::parse(Source::new(design)), &settings(), crate::ALL);
        let reviewed = Some(Arc::new(Reviewed::Read(Box::new(design))));
        let settings = Settings { kind_from_command_line: Some("review".to_owned()), reviewed, ..settings() };
        check(Document::parse(Source::new(record)), &settings, crate::ALL)
    }

    /// What a complete record with one more line below says against a design.
    fn compared(below: &str, design: &str) -> Vec<String> {
        let rows: String = YES.iter().chain(&[FAILURE, "capacity | yes |"]).map(|r| format!("| {r} |\n")).collect();
        let closed = "Decision: rework, closed when the probe is there.";
        let record = format!("| line | answer | comment |\n|---|---|---|\n{rows}\n{below}\n\n{closed}\n");
        let design = format!("---\nkind: design\n---\n\n# Cache\n\n## 5 Sizes\n\n{design}\n");
        let said = against(&record, &design).diagnostics;
        let said = said.into_iter().filter(|d| d.rule == "review-record-incomplete");
        said.map(|d| d.finding.message).filter(|m| !m.starts_with("this comment")).collect()
    }

    #[test]
    fn what_is_said_of_a_number_is_what_the_number_is() {
        let design = "The cache takes 4,096 x 8.4 KB = 64 MB, the index 8 x 6 GB = 48 GB.";
        assert_eq!(
            compared("4,096 x 8.4 KB = 34 MB holds.", design),
            ["this says that the number holds, but line 9 of the document states 64 MB, and it is 34.4064 MB"]
        );
        assert_eq!(
            compared("8 x 6 GB = 48 GB does not hold.", design),
            ["this says that the number does not hold, but 48 GB on line 9 of the document does"]
        );
        assert_eq!(
            compared("Recomputed: 7 x 31 MB = 217 MB.", design),
            [
                "\"7 x 31 MB = 217 MB\" is computed again here, and none of its numbers stands in the document under review"
            ]
        );
        for record in [
            "4,096 x 8.4 KB = 34 MB: the 64 MB do not hold.",
            "8 x 6 GB = 48 GB holds.",
            "With twice the entries it would be 8,192 x 8.4 KB = 69 MB, which fits.",
            "Recomputed: 8 x 6 GB = 48 GB.",
        ] {
            assert_eq!(compared(record, design), [""; 0], "{record}");
        }
    }

    #[test]
    fn a_failure_that_is_doubted_is_listed_or_called_missing() {
        let design = "8 x 6 GB = 48 GB.\n\n## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n| the relay dies | probe fails for 1 min | mail waits |";
        let says = |challenge: &str| compared(&format!("8 x 6 GB = 48 GB holds. {challenge}"), design);
        assert_eq!(
            says("The alert of row 4 would not fire."),
            ["this doubts row 4, and the document under review lists 1 failures"]
        );
        assert_eq!(
            says("The alert on \"a full disk\" would not fire."),
            ["\"a full disk\" stands nowhere in the document under review, and nothing says that it is missing there"]
        );
        for challenge in [
            "The alert of row 1 would not fire.",
            "\"The relay dies\" would not fire: the probe asks the relay.",
            "\"a full disk\" is not listed.",
        ] {
            assert_eq!(says(challenge), [""; 0], "{challenge}");
        }
    }

    #[test]
    fn a_document_that_is_not_there() {
        let record = "---\nkind: review\nreviews: q9.md\n---\n\n# Review\n\n- Tone: yes.\n- Speed: yes.\n\n8 x 6 GB = 48 GB. The probe would not fire. Decision: approve.\n";
        let said = |reviewed: Option<Arc<Reviewed>>| {
            let report = check(Document::parse(Source::new(record)), &Settings { reviewed, ..settings() }, crate::ALL);
            report.diagnostics.into_iter().map(|d| d.finding.message).collect::<Vec<_>>()
        };
        assert_eq!(
            said(Some(Arc::new(Reviewed::Missing))),
            ["this is a review of \"q9.md\", and there is no such file"]
        );
        assert_eq!(said(None), [""; 0]);
    }

    #[test]
    fn comments_on_sections_that_are_not_there() {
        let text = "| line | answer | comment |\n|---|---|---|\n| tone | no | section 9: add a price |\n| options | no | section Options: add a price |\n";
        let report = against(text, "# Cache\n\n## 1. Problem\n\n## 2. Options\n");
        let astray = report.diagnostics.iter().map(|d| &d.finding).filter(|f| f.message.starts_with("this comment"));
        let said: Vec<(&str, &str)> =
            astray.map(|f| (report.document.source.slice(f.span), f.message.as_str())).collect();
        assert_eq!(
            said,
            [("section 9: add a price", "this comment is about section \"9\", and the document under review has none")]
        );
    }

    #[test]
    fn what_a_record_must_hold() {
        let closed = "Decision: rework, closed when the probe is there.";
        assert_eq!(
            with(&[FAILURE, "capacity | yes |"], closed),
            ["1:1-1:28 warning: this review computes no number of the design again"]
        );
        assert_eq!(
            with(&["failure modes | yes |", CAPACITY], closed),
            ["1:1-1:28 warning: this review doubts no failure mode"]
        );
        assert_eq!(
            with(&[FAILURE], "8 x 6 GB = 48 GB holds. Decision: rework, closed when the probe is there."),
            [
                "1:1-1:28 warning: the line \"capacity and latency budgets with the arithmetic shown\" of the rubric has no answer"
            ]
        );
        assert_eq!(
            with(&[FAILURE, CAPACITY], "Decision: approve with changes."),
            ["12:1-12:32 warning: \"approve with changes\" does not say what closes each comment"]
        );
        assert_eq!(with(&[FAILURE, CAPACITY], "Thanks."), ["1:1-1:28 warning: this review ends without a decision"]);
    }

    #[test]
    fn another_rubric_and_another_form() {
        let other = ["spelling | yes |", "tone | yes |", "capacity | yes | 8 x 6 GB = 48 GB, holds"];
        let below = "The alert would not fire. Decision: approve.";
        assert_eq!(found(&other, below), [""; 0]);
        assert_eq!(
            says_of("review-record-incomplete", Kind::Review, "# Review\n\nFine.\n"),
            ["1:1-1:9 warning: this review answers no line of the rubric with yes or no"]
        );
        let list = "- Tone: yes.\n- Spelling: no. Section 3: correct the title.\n\n8 x 6 GB = 48 GB; the probe would not fire.\n\nDecision: rework, closed when it is corrected.\n";
        assert_eq!(says_of("review-record-incomplete", Kind::Review, list), [""; 0]);
    }
}
