//! `open-question-no-owner`.

use designlint_core::{Context, Finding, Kind, Rule, RuleMeta, declare_rule};
use designlint_facts::{Field, Question};
use serde::Deserialize;

use crate::failure_wording::quoted;
use crate::skeleton_fix;

declare_rule! {
    /// An open question names nobody who answers it.
    ///
    /// ## Why
    /// A question without an owner is answered by whoever writes the code first. Public documents hardly ever name one;
    /// reviewed designs have to.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Open questions
    ///
    /// - How long is the ledger kept?
    /// ```
    /// ```md,passes
    /// ## Open questions
    ///
    /// | question | owner | by when |
    /// |---|---|---|
    /// | How long is the ledger kept? | @storage-oncall | 2026-04-15 |
    ///
    /// - Which key is it partitioned by? (owner: the platform team, before beta)
    /// ```
    ///
    /// ## Silent on
    /// - questions that are answered, struck or ticked off; "None"; the prompts of a template
    /// - answered questions, frequently asked questions and the like
    /// - proposals (kep, rfc, adr) that name owners or authors in front matter or in the fields at their top, or link there where
    ///   they are discussed
    ///
    /// Who only said, pointed out or proposed something owns nothing.
    pub static META = { name: "open-question-no-owner", family: Structure, severity: Warning }
}

/// `open-question-no-owner`.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpenQuestionNoOwner {
    /// Fields at the top whose people answer the questions of a kep, rfc or adr; owner, dri and author unless it is set.
    pub fields: Vec<String>,
    /// Fields at the top whose link leads to where a kep, rfc or adr is discussed; those of pull requests, issues and discussions
    /// unless it is set.
    pub discussed: Vec<String>,
}

impl Default for OpenQuestionNoOwner {
    fn default() -> Self {
        let places = [
            "rfc pr",
            "pr",
            "pull request",
            "issue",
            "issues",
            "rust issue",
            "tracking issue",
            "tracking link",
            "discussion",
            "discussions to",
            "related issues and prs",
        ];
        Self {
            fields: ["owner", "owners", "dri", "author", "authors"].map(str::to_owned).into(),
            discussed: places.map(str::to_owned).into(),
        }
    }
}

impl Rule for OpenQuestionNoOwner {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let proposal = matches!(cx.kind, Kind::Kep | Kind::Rfc | Kind::Adr);
        let linked = |f: &Field| {
            let source = cx.document.source.slice(f.value.span);
            self.discussed.contains(&f.name) && (source.contains("://") || source.contains("]("))
        };
        if proposal && cx.facts.header.iter().any(|f| self.fields.contains(&f.name) || linked(f)) {
            return Vec::new();
        }
        let open = cx.facts.questions.iter().filter(|q| !q.resolved && q.owner.is_none());
        open.map(|q| finding(cx, q)).collect()
    }
}

fn finding(cx: &Context<'_>, question: &Question) -> Finding {
    let message = format!("nobody answers {}", quoted(&question.text.text));
    let help = "name a person, a team or a handle, and by when: \"(owner: @storage-oncall, 2026-04-15)\"";
    let words = cx.settings.knowledge.vocabulary.list("owner-column");
    let fix = skeleton_fix::column(cx.document, question.span, words);
    Finding { fix, ..Finding::new(question.text.span, message).help(help) }
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::{says, says_of};

    const RULE: &str = "open-question-no-owner";

    #[test]
    fn a_question_without_an_owner() {
        assert_eq!(
            says(RULE, "## Open questions\n\n- How long is it kept?\n"),
            ["3:3-3:23 error: nobody answers \"How long is it kept?\""]
        );
        assert_eq!(
            says(
                RULE,
                "## Open questions\n\n| question | owner |\n|---|---|\n| Which key? | TBD |\n| Which disk? | @ana |\n"
            ),
            ["5:3-5:13 error: nobody answers \"Which key?\""]
        );
    }

    #[test]
    fn the_severity_is_that_of_the_kind() {
        let text = "## Open questions\n\n- How long is it kept?\n";
        assert_eq!(says_of(RULE, Kind::Kep, text), ["3:3-3:23 info: nobody answers \"How long is it kept?\""]);
        let owned = format!("---\nauthors: [\"@x\"]\n---\n\n{text}");
        assert_eq!(says_of(RULE, Kind::Kep, &owned), [""; 0]);
        let listed = format!("# A\n\n- **Author(s):** Ana\n\n{text}");
        assert_eq!(says_of(RULE, Kind::Rfc, &listed), [""; 0]);
        let linked = format!("- RFC PR: [rfcs#79](https://example.org/79)\n\n{text}");
        assert_eq!(says_of(RULE, Kind::Rfc, &linked), [""; 0]);
        let numbered = format!("- RFC PR: 0079\n- Website: https://example.org\n\n{text}");
        assert_eq!(says_of(RULE, Kind::Rfc, &numbered).len(), 1);
        assert_eq!(says_of(RULE, Kind::Design, &linked).len(), 1);
        assert_eq!(says_of(RULE, Kind::Design, &owned).len(), 1);
    }

    #[test]
    fn owners_that_count() {
        for item in [
            "How long? @storage-oncall",
            "How long? (owner: Maria)",
            "Storage team: how long?",
            "How long?\n  - Owner: Maria\n  - Due: 2026-04-15",
            "~~How long?~~ Seven days.",
            "[x] How long?",
            "[resolved] How long?",
            "How long? Answer: seven days.",
            "None",
        ] {
            assert_eq!(says(RULE, &format!("## Open questions\n\n- {item}\n")), [""; 0], "{item}");
        }
    }

    #[test]
    fn sections_that_are_no_open_questions() {
        for heading in ["Frequently asked questions", "Answered questions", "Production Readiness Review Questionnaire"]
        {
            assert_eq!(says(RULE, &format!("## {heading}\n\n- How long is it kept?\n")), [""; 0], "{heading}");
        }
        assert_eq!(says(RULE, "## Open questions\n\nNone. All were settled in the review of 2026-03-02.\n"), [""; 0]);
    }

    #[test]
    fn who_only_spoke_owns_nothing() {
        let text = "## Open questions\n\n- As @ana pointed out, is the key stable?\n";
        assert_eq!(says(RULE, text), ["3:3-3:42 error: nobody answers \"As @ana pointed out, is the key stable?\""]);
    }
}
