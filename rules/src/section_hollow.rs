//! `section-hollow`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_document::Source;
use designlint_facts::{State, Topic, Vocabulary};
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// A section is only a heading, a TODO, or the text its template came with.
    ///
    /// ## Why
    /// A heading looks like an answer. Whoever counts sections says yes, and the question stays open.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Drawbacks
    ///
    /// <!-- Why should this not be implemented? -->
    /// ```
    /// ```md,passes
    /// ## Drawbacks
    ///
    /// One more process to run; 34 MB per replica.
    /// ```
    ///
    /// ## Silent on
    /// - "None", and "N/A" with a reason
    /// - "N/A" under a heading that holds only sometimes ("if applicable", "removing a deprecated feature"), or that is about
    ///   what another section says is not applicable; an empty section that calls itself optional
    /// - a section that holds a table, code, a picture or filled sub-sections
    /// - headings outside the rubric, and those of the record keeping: status, owners, history, future work
    pub static META = { name: "section-hollow", family: Structure, severity: Warning }
}

/// `section-hollow`.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SectionHollow {
    /// Topics of the vocabulary that may stay empty.
    pub may_be_empty: Vec<String>,
}

impl Default for SectionHollow {
    fn default() -> Self {
        Self { may_be_empty: ["status", "owners", "history", "future", "review"].map(str::to_owned).into() }
    }
}

impl Rule for SectionHollow {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let mut found = Vec::new();
        let mut end = 0;
        for topic in &cx.facts.topics {
            let hollow = matches!(topic.state, State::Empty | State::Placeholder);
            let counts = topic.kinds.iter().any(|k| !self.may_be_empty.contains(k));
            // What stands in a hollow section is as hollow.
            if hollow && counts && topic.title.span.start >= end {
                end = topic.body.end;
                found.extend((!may_be_so(cx, topic)).then(|| finding(topic, &cx.document.source)));
            }
        }
        found
    }
}

/// Whether the heading says itself that there may be nothing, or another section does.
fn may_be_so(cx: &Context<'_>, topic: &Topic) -> bool {
    let words = &cx.settings.knowledge.vocabulary;
    let says_not = |t: &Topic| is_not_applicable(cx.document.source.slice(t.body), words);
    let title = topic.title.text.to_lowercase();
    let about = |other: &&Topic| {
        let name = other.title.text.to_lowercase();
        name.contains(' ') && title.len() > name.len() && title.contains(&name) && says_not(other)
    };
    words.says("heading.optional", &title) && (topic.state == State::Empty || says_not(topic))
        || says_not(topic) && (words.says("heading.sometimes", &title) || cx.facts.topics.iter().any(|t| about(&t)))
}

fn is_not_applicable(body: &str, words: &Vocabulary) -> bool {
    let line = first_line(body).unwrap_or_default().trim_end_matches('.').to_lowercase();
    words.list("review.not-applicable").contains(&line)
}

fn finding(topic: &Topic, source: &Source) -> Finding {
    let title = quoted(&topic.title.text);
    let message = match (topic.state, first_line(source.slice(topic.body))) {
        (State::Placeholder, Some(line)) => format!("{title} holds nothing but {}", quoted(line)),
        (State::Placeholder, None) => format!("{title} holds nothing but the text of its template"),
        _ => format!("{title} is only a heading"),
    };
    Finding::new(topic.title.span, message).help("write at least one sentence, or \"None\" and why")
}

/// The first line that is neither a comment nor a heading, without marks.
fn first_line(body: &str) -> Option<&str> {
    let mut comment = false;
    for line in body.lines().map(str::trim) {
        comment |= line.starts_with("<!--");
        if !comment && !line.is_empty() && !line.starts_with('#') {
            return Some(line.trim_matches(['-', '*', '_', ' ', '>']));
        }
        comment &= !line.contains("-->");
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "section-hollow";

    #[test]
    fn what_need_not_apply() {
        for text in [
            "## Rollback (optional)\n\n## Notes\n\nx\n",
            "## Rollback, if applicable\n\nN/A.\n",
            "## Interfaces\n\nNone: it is a script.\n\n## Rollback of a deprecated feature\n\nN/A\n",
        ] {
            assert_eq!(says(RULE, text), [""; 0], "{text}");
        }
        let two = "## API extensions\n\nN/A\n\n## Monitoring of API extensions\n\nN/A\n";
        assert_eq!(says(RULE, two), ["1:1-1:18 warning: \"API extensions\" holds nothing but \"N/A\""]);
        assert_eq!(
            says(RULE, "## Rollback, if applicable\n\nTODO\n"),
            ["1:1-1:27 warning: \"Rollback, if applicable\" holds nothing but \"TODO\""]
        );
    }

    #[test]
    fn nothing_is_said() {
        for (body, message) in [
            ("", "\"Rollback\" is only a heading"),
            ("TODO", "\"Rollback\" holds nothing but \"TODO\""),
            ("_TBD_", "\"Rollback\" holds nothing but \"TBD\""),
            ("N/A", "\"Rollback\" holds nothing but \"N/A\""),
            ("<!--\nHow does it leave?\n-->", "\"Rollback\" holds nothing but the text of its template"),
        ] {
            let text = format!("## Rollback\n\n{body}\n\n## Notes\n\nx\n");
            assert_eq!(says(RULE, &text), [format!("1:1-1:12 warning: {message}")], "{body}");
        }
    }

    #[test]
    fn something_is_said() {
        for body in [
            "Flag off; nothing is stored.",
            "None, settled on 2026-03-02.",
            "N/A: nothing is stored.",
            "```\nmake back\n```",
        ] {
            assert_eq!(says(RULE, &format!("## Rollback\n\n{body}\n")), [""; 0], "{body}");
        }
    }

    #[test]
    fn only_the_outermost_is_named() {
        let text = "## Capacity\n\n### Memory\n\n### Storage estimation\n\nTBD\n";
        assert_eq!(says(RULE, text), ["1:1-1:12 warning: \"Capacity\" holds nothing but \"TBD\""]);
    }

    #[test]
    fn records_may_be_empty() {
        assert_eq!(says(RULE, "## Implementation history\n\n## Appendix\n"), [""; 0]);
    }
}
