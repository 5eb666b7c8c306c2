//! `section-hollow`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_document::{Source, Span};
use designlint_facts::{State, Topic, Vocabulary};
use serde::Deserialize;

use crate::failure_wording::quoted;

/// How many words a reason has at least.
const FEWEST_REASON: usize = 3;

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
    /// - "N/A" under a heading that holds only sometimes ("if applicable", "version skew", "removing a deprecated feature"), under
    ///   one that no line of the profile asks for, or about what another section says is not applicable
    /// - what stands in a section that says why it does not apply; a section that calls itself optional and holds nothing
    /// - a section that holds a table, code, a picture or filled sub-sections
    /// - headings outside the rubric, and those of the record keeping: status, owners, history, future work
    pub static META = { name: "section-hollow", family: Structure, severity: Warning }
}

/// `section-hollow`.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SectionHollow {
    /// Topics of the vocabulary that may stay empty; status, owners, history, future and review unless it is set.
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
            if !hollow || !counts || topic.title.span.start < end {
                continue;
            }
            let excuses = Excuses { cx, topic };
            if excuses.lies_in_parts() {
                continue;
            }
            // What stands in a hollow section is as hollow.
            end = topic.body.end;
            found.extend((!excuses.may_be_so()).then(|| finding(topic, &cx.document.source)));
        }
        found
    }
}

/// Why a section may hold nothing.
struct Excuses<'a> {
    cx: &'a Context<'a>,
    topic: &'a Topic,
}

impl Excuses<'_> {
    /// Whether the heading says itself that there may be nothing, or another section does, or nobody asks for it.
    fn may_be_so(&self) -> bool {
        let (topic, words) = (self.topic, self.words());
        let title = topic.title.text.to_lowercase();
        let about = |other: &&Topic| {
            let name = other.title.text.to_lowercase();
            name.contains(' ') && title.len() > name.len() && title.contains(&name) && self.says_not(other.body)
        };
        let invisible = || first_line(self.cx.document.source.slice(topic.body)).is_none();
        let not = self.says_not(topic.body);
        words.says("heading.optional", &title) && (topic.state == State::Empty || not || invisible())
            || not && (words.says("heading.sometimes", &title) || !self.is_owed() || self.topics().any(|t| about(&t)))
            || self.above().any(|body| self.gives_reason(body))
    }

    /// Whether nothing but "N/A" stands in its sub-sections and nobody asks for the whole: each of them is looked at.
    fn lies_in_parts(&self) -> bool {
        let own = self.cx.document.sections.get(self.topic.section).map(|s| s.body).filter(|_| !self.topic.label);
        let silent = own.is_some_and(|own| first_line(self.cx.document.source.slice(own)).is_none());
        silent && self.says_not(self.topic.body) && !self.is_owed()
    }

    fn words(&self) -> &Vocabulary {
        &self.cx.settings.knowledge.vocabulary
    }

    fn topics(&self) -> impl Iterator<Item = &Topic> {
        self.cx.facts.topics.iter()
    }

    /// Whether a line of the profile asks for all that the heading names.
    fn is_owed(&self) -> bool {
        let lines = self.cx.profile.map(|p| p.lines.as_slice()).unwrap_or_default();
        self.topic.kinds.iter().all(|kind| lines.iter().any(|l| l.topics.contains(kind)))
    }

    fn says_not(&self, body: Span) -> bool {
        let line = first_line(self.cx.document.source.slice(body)).unwrap_or_default();
        self.words().list("review.not-applicable").contains(&line.trim_end_matches('.').to_lowercase())
    }

    /// What stands right under the headings around it.
    fn above(&self) -> impl Iterator<Item = Span> {
        let sections = &self.cx.document.sections;
        let parent = |&s: &usize| sections.get(s).and_then(|s| s.parent);
        let around = std::iter::successors(Some(self.topic.section), parent).skip(usize::from(!self.topic.label));
        around.filter_map(|s| sections.get(s)).map(|s| s.body)
    }

    /// "Not applicable because it is a test suite."
    fn gives_reason(&self, body: Span) -> bool {
        let line = first_line(self.cx.document.source.slice(body)).unwrap_or_default().to_lowercase();
        let mut words = self.words().list("review.not-applicable").iter();
        words.any(|word| {
            let rest = line.strip_prefix(word.as_str()).filter(|r| !r.starts_with(char::is_alphanumeric));
            rest.is_some_and(|r| r.split_whitespace().count() >= FEWEST_REASON)
        })
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
    use designlint_core::Kind;

    use crate::testing::{says, says_of};

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
    fn what_nobody_asks_for_need_not_apply() {
        let text = "## Drawbacks\n\nN/A\n\n## Security considerations\n\nN/A\n\n## Integration tests\n\nTODO\n";
        assert_eq!(
            says_of(RULE, Kind::Rfc, text),
            [
                "1:1-1:13 warning: \"Drawbacks\" holds nothing but \"N/A\"",
                "9:1-9:21 warning: \"Integration tests\" holds nothing but \"TODO\""
            ]
        );
        // Nobody asks a proposal for its alerts, but for its failures.
        let parts = "## Troubleshooting\n\n### What if etcd is away?\n\nN/A\n\n### Failure modes\n\nN/A\n";
        assert_eq!(says_of(RULE, Kind::Kep, parts), ["7:1-7:18 warning: \"Failure modes\" holds nothing but \"N/A\""]);
        let whole = "## Alerting\n\nN/A\n\n### Failure modes\n\nN/A\n";
        assert_eq!(says_of(RULE, Kind::Kep, whole), [""; 0]);
    }

    #[test]
    fn what_stands_in_a_section_that_does_not_apply() {
        let parts = "### Rollback\n\n### Drawbacks\n\nN/A\n";
        let text = format!("## Questionnaire\n\nNot applicable because it is a test suite.\n\n{parts}");
        assert_eq!(says(RULE, &text), [""; 0]);
        let bare = format!("## Questionnaire\n\nN/A\n\n{parts}");
        assert_eq!(says(RULE, &bare).len(), 2, "{:?}", says(RULE, &bare));
    }

    #[test]
    fn an_optional_section_may_hold_a_comment() {
        let prompt = "<!--\nWhat are the caveats?\n-->\n";
        assert_eq!(says(RULE, &format!("## Constraints (optional)\n\n{prompt}")), [""; 0]);
        assert_eq!(
            says(RULE, &format!("## Constraints\n\n{prompt}")),
            ["1:1-1:15 warning: \"Constraints\" holds nothing but the text of its template"]
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
