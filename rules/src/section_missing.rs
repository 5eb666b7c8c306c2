//! `section-missing`.

use designlint_core::{Context, Finding, KindFrom, ProfileLine, Rule, RuleMeta, Severity, declare_rule};
use designlint_document::{Document, SectionOrigin, Span};
use designlint_facts::Facts;
use serde::Deserialize;

use crate::skeleton_fix;

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
    ///
    /// Where nobody said what kind of document it is, and it lacks more than half of the sections, it is one information.
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
        let owed: Vec<&ProfileLine> = owed.collect();
        let missing = owed.iter().filter(|l| !l.topics.iter().any(|t| speaks_of(cx.facts, t)));
        let missing: Vec<&ProfileLine> = missing.copied().collect();
        // Nobody said that it is one, and most of what one has is not there.
        if cx.kind_from == KindFrom::Content
            && !cx.settings.meant
            && missing.len() > 2
            && 2 * missing.len() > owed.len()
        {
            return vec![all_in_one(cx, &missing, place)];
        }
        missing.into_iter().map(|l| finding(cx, l, place)).collect()
    }
}

fn all_in_one(cx: &Context<'_>, missing: &[&ProfileLine], place: Span) -> Finding {
    let names: Vec<String> = missing.iter().map(|l| format!("\"{}\"", l.heading)).collect();
    let message =
        format!("by what it contains this is a {}, and it has no section {}", cx.kind.name(), names.join(", "));
    let help = "say in the front matter what it is: with `kind: notes` nothing is missing";
    Finding::new(place, message).help(help).severity(Severity::Info)
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
    Finding::new(place, message)
        .help(format!("add a section \"{}\": {}", line.heading, line.write))
        .fix(skeleton_fix::heading(cx, line))
        .line(line.id.as_str())
}

#[cfg(test)]
mod tests {
    use designlint_core::{Kind, Severity, check};
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
    fn where_nobody_said_what_it_is_most_of_it_is_one_information() {
        let text = "# Cache\n\n## Problem\n\nSlow.\n\n## Design\n\nA cache.\n\n## Rollout\n\nA flag.\n";
        let found = check(Document::parse(Source::new(text)), &settings(), crate::ALL);
        let found = found.diagnostics.iter().filter(|d| d.rule == RULE);
        let found: Vec<_> = found.map(|d| (d.severity, d.finding.message.as_str())).collect();
        assert_eq!(
            found,
            [(
                Severity::Info,
                "by what it contains this is a design, and it has no section \"Options\", \"Accepted cost\", \"Interfaces\", \
                 \"Failure modes\", \"Capacity\", \"Open questions\""
            )]
        );
        assert_eq!(says(RULE, text).len(), 6, "{:?}", says(RULE, text));
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
