//! `section-missing`.

use designlint_core::{Context, Finding, Kind, KindFrom, ProfileLine, Rule, RuleMeta, declare_rule};
use designlint_document::{Document, SectionOrigin, Span};
use designlint_facts::Facts;
use serde::Deserialize;

use crate::skeleton_fix;

/// How many sections a document may lack whose sections alone say what it is.
const MOST_MISSING: usize = 2;

declare_rule! {
    /// A section that this kind of document promises is there under none of its names.
    ///
    /// ## Why
    /// A question that the document does not ask is answered by default. Which sections a document owes depends on its
    /// kind: a design owes the whole rubric, a proposal what its template asks for, notes owe nothing.
    ///
    /// ## Example
    /// ```md,fails
    /// # Cache
    ///
    /// ## Problem
    ///
    /// Identical requests are computed again.
    /// ```
    /// ```md,passes,kind=notes
    /// # Cache
    ///
    /// ## Problem
    ///
    /// Identical requests are computed again.
    /// ```
    ///
    /// ## Silent on
    /// - a section under another name, as a bold line, or as a label in a run of labels
    /// - a cost that is accepted in a sentence, and one that `no-accepted-cost` asks for
    /// - a section that is there and empty (`section-hollow`)
    /// - a document that only its content makes a design, and that lacks more than two of the sections: what it owes was never
    ///   said. `designlint review`, a `kind:` in its front matter or in the configuration says it.
    pub static META = { name: "section-missing", family: Structure, severity: Warning }
}

/// `section-missing`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SectionMissing {
    /// Ids of lines of the profile that may stay without a section.
    pub optional: Vec<String>,
}

impl Rule for SectionMissing {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let Some(profile) = cx.profile else { return Vec::new() };
        let Some(place) = place(cx.document) else { return Vec::new() };
        let owed = profile.lines.iter().filter(|l| !l.heading.is_empty() && !self.optional.contains(&l.id));
        let missing = owed.filter(|l| !l.topics.iter().any(|t| speaks_of(cx.facts, t)));
        let missing: Vec<&ProfileLine> = missing.collect();
        // A template bears its name; a design is known by no more than the sections that it has.
        let by_its_sections = matches!(cx.kind, Kind::Design | Kind::MlDesign) && cx.kind_from == KindFrom::Content;
        if by_its_sections && !cx.settings.meant && missing.len() > MOST_MISSING {
            return Vec::new();
        }
        missing.into_iter().map(|l| finding(cx, l, place)).collect()
    }
}

/// The first heading, or the first line of text.
pub(crate) fn place(document: &Document) -> Option<Span> {
    let heading = document.sections.iter().find(|s| s.origin != SectionOrigin::Preamble).map(|s| s.heading);
    let text = || document.blocks.iter().find_map(|b| b.lines.first().copied());
    heading.or_else(text)
}

fn speaks_of(facts: &Facts, topic: &str) -> bool {
    let elsewhere = match topic {
        // Where a choice is made, `no-accepted-cost` asks for its cost.
        "accepted-cost" => !facts.accepted_costs.is_empty() || !facts.decisions.is_empty(),
        "options" => !facts.options.is_empty(),
        "interfaces" => !facts.interfaces.is_empty(),
        "failure-modes" => !facts.failure_modes.is_empty(),
        _ => false,
    };
    elsewhere || facts.topics_of(topic).next().is_some()
}

fn finding(cx: &Context<'_>, line: &ProfileLine, place: Span) -> Finding {
    let message = format!("no section is headed \"{}\" or the like: {}", line.heading, line.says);
    let help = format!("add a section \"{}\": {}", line.heading, line.write);
    let fix = skeleton_fix::heading(cx, line);
    Finding { fix, ..Finding::new(place, message).help(help).line(line.id.as_str()) }
}

#[cfg(test)]
mod tests {
    use designlint_core::{Kind, Settings, check};
    use designlint_document::{Document, Source};

    use crate::testing::{report, says, says_of, settings};

    const RULE: &str = "section-missing";

    /// A document with every section of the rubric but one.
    fn without(missing: &str) -> String {
        let sections = [
            ("Problem", "Slow."),
            ("Options", "A or B."),
            ("Drawbacks", "Memory."),
            ("Interfaces", "`x.yaml`"),
            ("Failure modes", "None."),
            ("Capacity", "3 MB."),
            ("Rollout", "A flag."),
            ("Open questions", "None."),
        ];
        let rest = sections.iter().filter(|(title, _)| *title != missing);
        rest.fold("# Cache\n".to_owned(), |text, (title, body)| text + &format!("\n## {title}\n\n{body}\n"))
    }

    #[test]
    fn a_complete_document_misses_nothing() {
        assert_eq!(says(RULE, &without("")), [""; 0]);
    }

    #[test]
    fn who_is_a_design_by_its_sections_owes_the_last_two_of_them() {
        let messages = |text: &str, settings: &Settings| {
            let report = check(Document::parse(Source::new(text)), settings, crate::ALL);
            let found = report.diagnostics.into_iter().filter(|d| d.rule == RULE);
            found.map(|d| d.finding.message).collect::<Vec<_>>()
        };
        let few = "# Cache\n\n## Problem\n\nSlow.\n\n## Design\n\nA cache.\n\n## Rollout\n\nA flag.\n";
        assert_eq!(messages(few, &settings()), [""; 0]);
        let meant = Settings { meant: true, ..settings() };
        assert_eq!(messages(few, &meant).len(), 6, "{:?}", messages(few, &meant));
        assert_eq!(says(RULE, few).len(), 6, "{:?}", says(RULE, few));
        let most = without("Open questions") + "\n## Design\n\nA cache.\n";
        assert_eq!(
            messages(&most, &settings()),
            ["no section is headed \"Open questions\" or the like: open questions with an owner"]
        );
    }

    #[test]
    fn each_line_of_the_rubric_is_asked_for() {
        for (missing, heading, line) in [
            ("Problem", "Problem", "problem, users and constraints before the solution"),
            ("Options", "Options", "at least two options on the same criteria, with numbers"),
            ("Drawbacks", "Accepted cost", "a sentence that says what the choice gives up"),
            ("Interfaces", "Interfaces", "every interface names its contract"),
            ("Failure modes", "Failure modes", "failure modes with detection and degradation"),
            ("Capacity", "Capacity", "capacity and latency budgets with the arithmetic shown"),
            ("Rollout", "Rollout and rollback", "rollout and rollback, migrations"),
            ("Open questions", "Open questions", "open questions with an owner"),
        ] {
            let expected = format!("1:1-1:8 warning: no section is headed \"{heading}\" or the like: {line}");
            assert_eq!(says(RULE, &without(missing)), [expected], "{missing}");
        }
    }

    #[test]
    fn nothing_is_appended_to_a_comment_that_nothing_closes() {
        let fix = |end: &str| {
            let text = without("Open questions") + end;
            report(RULE, Kind::Design, &text).diagnostics[0].finding.fix.is_some()
        };
        let ends = ["\n<!-- left for later\n", "\n<pre>\nfree\n\ntext\n", "\n<!-- done -->\n", "\n<div>\n"];
        assert_eq!(ends.map(fix), [false, false, true, true]);
    }

    #[test]
    fn the_fix_appends_the_heading() {
        let report = report(RULE, Kind::Design, &without("Open questions"));
        let fix = report.diagnostics[0].finding.fix.as_ref().unwrap();
        assert_eq!(fix.title, "add the heading \"Open questions\" at the end");
        assert_eq!(
            fix.edits[0].text,
            "\n## Open questions\n\nTODO: a table: question, owner, by when; or \"None\" and where they were settled.\n"
        );
        assert_eq!(fix.edits[0].span.start, report.document.source.text().len());
    }

    #[test]
    fn a_cost_in_a_sentence_is_a_cost() {
        let text = without("Drawbacks").replace("A or B.", "A or B. We accept 60 s of staleness.");
        assert_eq!(says(RULE, &text), [""; 0]);
    }

    #[test]
    fn notes_owe_nothing_and_a_proposal_what_its_template_asks() {
        assert_eq!(says_of(RULE, Kind::Notes, "# Cache\n\nFast.\n"), [""; 0]);
        assert_eq!(
            says_of(RULE, Kind::Rfc, "# Cache\n\nFast.\n"),
            ["1:1-1:8 info: no section is headed \"Motivation\" or the like: motivation before the proposal"]
        );
    }

    #[test]
    fn an_empty_document_is_left_alone() {
        assert_eq!(says(RULE, ""), [""; 0]);
    }
}
