//! `section-hollow`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_document::Source;
use designlint_facts::{State, Topic};
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
                found.push(finding(topic, &cx.document.source));
            }
        }
        found
    }
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
