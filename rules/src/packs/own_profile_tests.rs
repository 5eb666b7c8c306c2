use designlint_core::{Report, Settings, check};
use designlint_document::{Document, Source};

use super::*;
use crate::packs::own_checks::Asks;
use crate::packs::{knowledge, profiles};

fn placed(text: &str) -> Placed {
    Placed { text: text.to_owned(), span: Span::new(0, text.len()) }
}

fn name(name: &str, synonyms: &[&str]) -> OwnName {
    OwnName { name: placed(name), synonyms: Some(synonyms.iter().map(|s| placed(s)).collect()) }
}

fn known(name: &str) -> OwnName {
    OwnName { name: placed(name), synonyms: None }
}

fn ours() -> OwnProfile {
    OwnProfile { id: placed("ours"), like: placed("design"), ..OwnProfile::default() }
}

fn line(id: &str, sections: Vec<OwnName>) -> OwnLine {
    OwnLine { id: placed(id), says: placed("it says"), sections, ..OwnLine::default() }
}

fn made(stated: &OwnProfile) -> Result<Profile, Misstated> {
    own_profile(stated, &profiles())
}

/// What the checks of a profile say about a document: `line id message`.
fn says(stated: &OwnProfile, text: &str) -> Vec<String> {
    let profile = made(stated).unwrap();
    let mut knowledge = (*knowledge()).clone();
    knowledge.vocabulary.topics.extend(profile.sections.iter().cloned());
    let settings = Settings {
        kind_from_command_line: Some("ours".to_owned()),
        profiles: vec![profile].into(),
        knowledge: knowledge.into(),
        ..Settings::default()
    };
    let Report { document, diagnostics, .. } = check(Document::parse(Source::new(text)), &settings, &[]);
    let place = |at: usize| document.source.position(at);
    let line = |d: &designlint_core::Diagnostic| {
        let (start, end) = (place(d.finding.span.start), place(d.finding.span.end));
        format!("{}:{}-{} {} {}", start.line, start.column, end.column, d.rule, d.finding.message)
    };
    diagnostics.iter().map(line).collect()
}

#[test]
fn a_profile_starts_from_the_one_it_is_like() {
    let stated = OwnProfile {
        lines: vec![
            OwnLine { no_when: vec![placed("ours/steps-columns")], ..line("problem", vec![known("problem")]) },
            OwnLine { columns: vec![known("who")], ..line("steps", vec![name("steps", &["how we go"])]) },
        ],
        rules: vec![
            (placed("section-missing"), placed("error")),
            (placed("rollback-missing"), placed("off")),
            (placed("arith-mismatch"), placed("off")),
            (placed("ours/steps-columns"), placed("info")),
        ],
        ..ours()
    };
    let profile = made(&stated).unwrap();
    assert_eq!((profile.id.as_str(), profile.kind), ("ours", Kind::Design));
    let lines: Vec<&str> = profile.lines.iter().map(|l| l.id.as_str()).collect();
    assert_eq!((lines[0], lines[lines.len() - 1], lines.len()), ("problem", "steps", 9));
    assert_eq!(profile.lines[8].no_when, ["ours/steps-columns"]);
    assert_eq!((profile.lines[0].says.as_str(), profile.lines[0].heading.as_str()), ("it says", "Problem"));
    assert_eq!(profile.rules.get("section-missing"), Some(&Severity::Error));
    assert_eq!(profile.rules.get("rollback-missing"), None);
    assert!(profile.off.contains("arith-mismatch"));
    assert_eq!(profile.sections[0].headings, ["steps", "how we go"]);
}

#[test]
fn a_profile_may_be_like_an_earlier_one_and_take_the_place_of_a_kind() {
    let first = made(&OwnProfile { lines: vec![line("steps", vec![name("steps", &[])])], ..ours() }).unwrap();
    let known: Vec<Profile> = profiles().iter().cloned().chain([first]).collect();
    let second = OwnProfile { id: placed("theirs"), like: placed("ours"), ..OwnProfile::default() };
    let second = own_profile(&second, &known).unwrap();
    assert_eq!((second.kind, second.sections.len(), second.lines.len()), (Kind::Design, 1, 9));
    let rfc = made(&OwnProfile { id: placed("rfc"), ..ours() }).unwrap();
    assert_eq!((rfc.id.as_str(), rfc.kind), ("rfc", Kind::Rfc));
}

#[test]
fn the_table_of_a_section_has_its_columns() {
    let columns = vec![known("region"), name("date", &["by when", "day"])];
    let stated = OwnProfile { lines: vec![OwnLine { columns, ..line("steps", vec![known("rollout")]) }], ..ours() };
    let table = |head: &str| format!("# A\n\n## Rollout\n\n| {head} |\n|---|---|\n| a | b |\n");
    assert_eq!(says(&stated, &table("Region (EU) | By when")), [""; 0]);
    assert_eq!(says(&stated, &table("Region | who")), ["5:1-17 ours/steps-columns \"Rollout\" has no column \"date\""]);
    assert_eq!(
        says(&stated, &table("Regional | update")),
        ["5:1-22 ours/steps-columns \"Rollout\" has no column \"region\", \"date\""]
    );
    let prose = "# A\n\n## Rollout\n\nBy region.\n";
    assert_eq!(says(&stated, prose), ["3:1-11 ours/steps-columns \"Rollout\" has no column \"region\", \"date\""]);
    for silent in ["# A\n\n## Rollout\n\nNone, nothing is rolled out: it is a library.\n", "# A\n\nText.\n", ""] {
        assert_eq!(says(&stated, silent), [""; 0], "{silent}");
    }
}

#[test]
fn sections_stand_in_order() {
    let stated = OwnProfile { order: ["problem", "options", "rollout"].map(placed).into(), ..ours() };
    let sections = |names: &[&str]| names.iter().map(|name| format!("## {name}\n\nText.\n\n")).collect::<String>();
    assert_eq!(says(&stated, &sections(&["Problem", "Options", "Rollout"])), [""; 0]);
    assert_eq!(says(&stated, &sections(&["Problem", "Rollout"])), [""; 0]);
    assert_eq!(
        says(&stated, &sections(&["Rollout", "Problem", "Options"])),
        ["1:1-11 ours/order \"Rollout\" stands before \"Options\""]
    );
}

fn pattern(asks: Asks, section: Option<&str>) -> OwnProfile {
    let check = OwnCheck {
        id: placed("ours/x"),
        asks,
        section: section.map(placed),
        message: placed("the message"),
        ..OwnCheck::default()
    };
    OwnProfile { checks: vec![check], ..ours() }
}

#[test]
fn a_pattern_must_or_must_not_be_found() {
    let text = "# A\n\n## Rollout\n\nBy OPS-1, then legacy.\n\n## Problem\n\nLegacy is slow.\n";
    let must = |source: &str, section| pattern(Asks::Must(placed(source)), section);
    let must_not = |source: &str, section| pattern(Asks::MustNot(placed(source)), section);
    assert_eq!(says(&must("ops-[0-9]", Some("rollout")), text), [""; 0]);
    assert_eq!(says(&must("ops-[0-9]{2}", Some("rollout")), text), ["3:1-11 ours/x the message"]);
    assert_eq!(says(&must("ops-[0-9]{2}", Some("capacity")), text), [""; 0]);
    assert_eq!(says(&must("ops-[0-9]{2}", None), text), ["1:1-4 ours/x the message"]);
    assert_eq!(says(&must_not("legacy", Some("rollout")), text), ["5:16-22 ours/x the message"]);
    assert_eq!(says(&must_not("legacy", None), text), ["5:16-22 ours/x the message", "9:1-7 ours/x the message"]);
    let hidden = text.replace("Legacy is", "<!-- designlint-disable-next-line ours/x: legacy stays -->\nLegacy is");
    assert_eq!(says(&must_not("legacy", Some("problem")), &hidden), [""; 0]);
    assert_eq!(says(&must_not("z*", None), text), [""; 0]);
}

#[test]
fn what_is_wrong_is_told() {
    let error = |stated: &OwnProfile| {
        let wrong = made(stated).unwrap_err();
        format!("{}; {}", wrong.message, wrong.help.unwrap_or_default())
    };
    let with = |line: OwnLine| OwnProfile { lines: vec![line], ..ours() };
    let checks = |id: &str| {
        let mut stated = pattern(Asks::Must(placed("a")), None);
        stated.checks[0].id = placed(id);
        stated
    };
    for (stated, said) in [
        (OwnProfile { like: placed("desing"), ..ours() }, "no profile is called `desing`; did you mean `design`?"),
        (OwnProfile { id: placed("Our Own"), ..ours() }, "`Our Own` is not an id: small letters, digits and hyphens; "),
        (with(line("a", vec![known("rolout")])), "no section is called `rolout`; did you mean `rollout`?"),
        (
            with(line("a", vec![known("xyzzy")])),
            "no section is called `xyzzy`; `{name: xyzzy, synonyms: [xyzzy]}` in a line's `sections` adds one",
        ),
        (
            with(OwnLine { write: Some(placed("w")), ..line("a", vec![known("rollout")]) }),
            "`write` says what stands under the `heading`, and the line has none; ",
        ),
        (
            with(OwnLine { no_when: vec![placed("section-mising")], ..line("a", vec![]) }),
            "no rule or check is called `section-mising`; did you mean `section-missing`?",
        ),
        (OwnProfile { lines: vec![line("a", vec![]), line("a", vec![])], ..ours() }, "a line `a` stands above; "),
        (
            OwnProfile { rules: vec![(placed("bare-result"), placed("warn"))], ..ours() },
            "no severity is called `warn`; possible: off, info, warning, error",
        ),
        (
            OwnProfile { order: vec![placed("rolout")], ..ours() },
            "no section is called `rolout`; did you mean `rollout`?",
        ),
        (checks("x"), "`x` is no id of a check; write `ours/` and a name of small letters, digits and hyphens"),
        (
            checks("theirs/x"),
            "`theirs/x` is no id of a check; write `ours/` and a name of small letters, digits and hyphens",
        ),
        (pattern(Asks::Must(placed("a[")), None), "this is no pattern: unclosed character class; "),
        (pattern(Asks::Must(placed("a")), Some("rolout")), "no section is called `rolout`; did you mean `rollout`?"),
    ] {
        assert_eq!(error(&stated), said);
    }
}
