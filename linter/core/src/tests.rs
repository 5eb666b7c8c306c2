//! The check as a whole, with rules made for it.

use std::{collections::BTreeMap, sync::Arc};

use designlint_document::{Directive, Document, Source, Span};
use serde::Deserialize;

use crate::*;

/// A rule that says something about each place of a word.
macro_rules! word_rule {
    ($module:ident, $name:literal, $family:ident, $severity:ident $(, preview: $preview:literal)?) => {
        mod $module {
            use super::*;

            declare_rule! {
                /// A word.
                pub static META = { name: $name, family: $family, severity: $severity $(, preview: $preview)? }
            }

            #[derive(Deserialize)]
            #[serde(default, deny_unknown_fields)]
            pub struct Word {
                word: String,
            }

            impl Default for Word {
                fn default() -> Self {
                    Self { word: stringify!($module).to_owned() }
                }
            }

            impl Rule for Word {
                const META: &'static RuleMeta = &META;

                fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
                    places(&self.word, cx)
                }
            }
        }
    };
}

word_rule!(sum, "sum-wrong", Arithmetic, Error);
word_rule!(unit, "unit-wrong", Arithmetic, Warning);
word_rule!(owner, "owner-missing", Structure, Warning);
word_rule!(early, "early-bird", Arithmetic, Warning, preview: true);

mod breaks {
    use super::*;

    declare_rule! {
        /// Panics where the document says so.
        pub static META = { name: "breaks", family: Formula, severity: Error }
    }

    #[derive(Default, Deserialize)]
    pub struct Breaks {}

    impl Rule for Breaks {
        const META: &'static RuleMeta = &META;

        fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
            assert!(!cx.document.source.text().contains("boom"), "no {}", "luck");
            if !cx.document.source.text().contains("odd") {
                return Vec::new();
            }
            let outside = Finding::new(Span::new(0, 1_000), "outside");
            let split = Finding::new(Span::new(0, 1), "split").label(Span::new(5, 2_000), "outside");
            vec![outside, split]
        }
    }
}

mod engine {
    use super::*;

    declare_rule! {
        /// Says what it sees of the others.
        pub static META = { name: "sees", family: Engine, severity: Info }
    }

    #[derive(Default, Deserialize)]
    pub struct Sees {}

    impl Rule for Sees {
        const META: &'static RuleMeta = &META;

        fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
            let panics = cx.outcome.panics.iter().map(|p| format!("{:?}: {}", p.rule, p.message));
            let uses = cx
                .outcome
                .suppressions
                .iter()
                .map(|s| format!("{:?}", s.names.iter().map(|n| &n.state).collect::<Vec<_>>()));
            panics.chain(uses).map(|message| Finding::new(Span::new(0, 0), message)).collect()
        }
    }
}

static RULES: &[RuleEntry] = &[
    RuleEntry::of::<unit::Word>(),
    RuleEntry::of::<sum::Word>(),
    RuleEntry::of::<owner::Word>(),
    RuleEntry::of::<early::Word>(),
    RuleEntry::of::<breaks::Breaks>(),
    RuleEntry::of::<engine::Sees>(),
];

/// A finding at each place of the word; with a question mark after it the place is less grave, with `!` graver.
fn places(word: &str, cx: &Context<'_>) -> Vec<Finding> {
    let text = cx.document.source.text();
    let finding = |(at, _): (usize, &str)| {
        let end = at + word.len();
        let finding = Finding::new(Span::new(at, end), format!("`{word}`"));
        match text.as_bytes().get(end) {
            Some(b'?') => finding.severity(Severity::Info),
            Some(b'!') => finding.severity(Severity::Error),
            _ => finding,
        }
    };
    text.match_indices(word).map(finding).collect()
}

/// `line rule severity` for each diagnostic; the message too where it is the engine's.
fn says(report: &Report) -> Vec<String> {
    let line = |d: &Diagnostic| {
        let line = report.document.source.line_of(d.finding.span.start);
        let message = if d.rule == "sees" { format!(": {}", d.finding.message) } else { String::new() };
        format!("{line} {} {}{message}", d.rule, d.severity.name())
    };
    report.diagnostics.iter().map(line).collect()
}

fn checked(text: &str, settings: &Settings) -> Report {
    check(Document::parse(Source::new(text)), settings, RULES)
}

/// The report on a text with comments: each `(action, names, covered lines)`.
fn suppressed(
    text: &str,
    comments: &[(&str, &[&str], std::ops::RangeInclusive<usize>)],
    settings: &Settings,
) -> Report {
    let mut document = Document::parse(Source::new(text));
    let directive =
        |(i, (action, names, lines)): (usize, &(&str, &[&str], std::ops::RangeInclusive<usize>))| Directive {
            span: Span::new(0, i),
            action: (*action).to_owned(),
            names: names.iter().map(|n| ((*n).to_owned(), Span::new(0, 0))).collect(),
            reason: None,
            covers: document.source.line_span(*lines.start()).cover(document.source.line_span(*lines.end())),
        };
    document.directives = comments.iter().enumerate().map(directive).collect();
    check(document, settings, RULES)
}

#[test]
fn diagnostics_stand_in_order_of_the_source_then_of_the_rule() {
    let report = checked("unit sum\nsum owner early\n", &Settings::default());
    assert_eq!(says(&report), ["1 unit-wrong warning", "1 sum-wrong error", "2 sum-wrong error"]);
    let unit = r#"{"word": "sum"}"#;
    let configured = (RULES[0].configure)(serde_json::from_str(unit).unwrap()).unwrap();
    let settings = Settings { configured: [("unit-wrong".to_owned(), configured)].into(), ..Settings::default() };
    assert_eq!(says(&checked("unit sum", &settings)), ["1 sum-wrong error", "1 unit-wrong warning"]);
}

#[test]
fn an_option_that_does_not_exist_is_an_error_that_says_which_do() {
    let error = (RULES[0].configure)(serde_json::json!({"words": "x"})).unwrap_err();
    assert_eq!(error, "unknown field `words`, expected `word`");
    let error = (RULES[0].configure)(serde_json::json!({"word": 3})).unwrap_err();
    assert_eq!(error, "invalid type: integer `3`, expected a string");
}

#[test]
fn the_configuration_goes_before_the_finding_the_finding_only_lowers_the_profile() {
    let text = "sum sum? sum!\nunit unit? unit!\n";
    let lines = |settings: &Settings| {
        let report = checked(text, settings);
        report.diagnostics.iter().map(|d| d.severity.name()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(lines(&Settings::default()), "error info error warning info warning");
    let configured = |name: &str, severity| BTreeMap::from([(name.to_owned(), severity)]);
    let off = Settings { severities: configured("sum-wrong", None), ..Settings::default() };
    assert_eq!(lines(&off), "warning info warning");
    let error = Settings { severities: configured("unit-wrong", Some(Severity::Error)), ..Settings::default() };
    assert_eq!(lines(&error), "error info error error error error");
    let profile = Profile {
        id: "notes".into(),
        rules: BTreeMap::from([("sum-wrong".to_owned(), Severity::Warning)]),
        ..Profile::default()
    };
    let profile = Settings { profiles: Arc::new(vec![profile]), ..Settings::default() };
    assert_eq!(lines(&profile), "warning info warning warning info warning");
}

#[test]
fn a_rule_about_structure_needs_a_kind_that_promises_it() {
    let profile = Profile {
        id: "design".into(),
        rules: BTreeMap::from([("owner-missing".to_owned(), Severity::Error)]),
        ..Profile::default()
    };
    let notes = Settings { profiles: Arc::new(vec![profile]), ..Settings::default() };
    assert_eq!(says(&checked("owner", &notes)), [""; 0]);
    let design = Settings { kind_from_command_line: Some("design".to_owned()), ..notes.clone() };
    assert_eq!(says(&checked("owner", &design)), ["1 owner-missing error"]);
    let selected = Settings { select: Some(["owner-missing".to_owned()].into()), ..notes.clone() };
    assert_eq!(says(&checked("owner", &selected)), [""; 0]);
    let severities = [("owner-missing".to_owned(), Some(Severity::Info))].into();
    assert_eq!(says(&checked("owner", &Settings { severities, ..notes })), ["1 owner-missing info"]);
}

#[test]
fn select_narrows_ignore_takes_away_and_preview_is_asked_for() {
    let all = "sum unit early";
    let set =
        |names: &[&str]| resolve_selectors(&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>(), RULES).unwrap();
    let select = Settings { select: Some(set(&["arithmetic"])), ignore: set(&["sum-wrong"]), ..Settings::default() };
    assert_eq!(says(&checked(all, &select)), ["1 unit-wrong warning"]);
    let preview = Settings { preview: true, ..select };
    assert_eq!(says(&checked(all, &preview)), ["1 unit-wrong warning", "1 early-bird warning"]);
    assert_eq!(set(&["all"]).len(), RULES.len() + 1);
    let unknown = resolve_selectors(&["all".to_owned(), "sum-worng".to_owned()], RULES).unwrap_err();
    assert_eq!(unknown.to_string(), "no rule or family is called `sum-worng`; did you mean `sum-wrong`?");
    let unknown = resolve_selectors(&["q7.md".to_owned()], RULES).unwrap_err();
    assert_eq!(unknown.to_string(), "no rule or family is called `q7.md`");
}

#[test]
fn a_rule_that_panics_takes_no_other_with_it() {
    let report = checked("boom sum", &Settings::default());
    assert_eq!(says(&report), ["1 sees info: Some(\"breaks\"): no luck", "1 sum-wrong error"]);
}

#[test]
fn what_lies_outside_the_text_reaches_nobody() {
    let report = checked("odd\r\nb", &Settings::default());
    let [diagnostic] = report.diagnostics.as_slice() else { panic!("{:?}", report.diagnostics) };
    assert_eq!((diagnostic.finding.message.as_str(), diagnostic.finding.labels.len()), ("split", 0));
    assert_eq!(checked("éodd", &Settings::default()).diagnostics, []);
}

#[test]
fn a_comment_hides_what_starts_on_its_lines_and_is_counted() {
    let text = "sum\nunit sum\nsum\n";
    let report = suppressed(text, &[("disable-line", &["sum-wrong"], 2..=2)], &Settings::default());
    let seen = ["1 sees info: [Used]", "1 sum-wrong error", "2 unit-wrong warning", "3 sum-wrong error"];
    assert_eq!((says(&report), report.suppressed), (seen.map(str::to_owned).to_vec(), 1));
    let report = suppressed(text, &[("disable", &["arithmetic"], 2..=3)], &Settings::default());
    assert_eq!((says(&report).len(), report.suppressed), (2, 3));
    let report = suppressed(text, &[("disable-file", &[], 1..=4)], &Settings::default());
    assert_eq!((says(&report), report.suppressed), (vec!["1 sees info: [Used]".to_owned()], 4));
    let report = suppressed(text, &[("enable", &["all"], 1..=4)], &Settings::default());
    assert_eq!((says(&report).len(), report.suppressed), (5, 0));
}

#[test]
fn every_name_of_a_comment_is_told_what_became_of_it() {
    let names: &[&str] = &["sum-wrong", "unit-wrong", "owner-missing", "sees", "engine", "sum-rong", "early-bird"];
    let uses =
        |settings: &Settings| says(&suppressed("sum\n", &[("disable-line", names, 1..=1)], settings)).swap_remove(0);
    assert_eq!(
        uses(&Settings::default()),
        "1 sees info: [Used, Unused, CannotTell, Engine, Engine, Unknown(Some(\"sum-wrong\")), CannotTell]"
    );
    let narrow = Settings { select: Some(["sees".to_owned()].into()), ..Settings::default() };
    let comments: &[(&str, &[&str], _)] =
        &[("disable-file", &[], 1..=1), ("disable-line", &["unit-wrong", "formula"], 1..=1)];
    assert_eq!(
        says(&suppressed("unit\n", comments, &narrow)),
        ["1 sees info: [CannotTell]", "1 sees info: [CannotTell, CannotTell]"]
    );
}

#[test]
fn coverage_adds_up() {
    let coverage = checked("7 x 6 = 42, 7 x 6 = 43", &Settings::default()).coverage;
    let parts = coverage.verified + coverage.weak + coverage.wrong + coverage.inherits + coverage.not_understood;
    assert_eq!(coverage.claims, parts);
}
