//! What holds for every rule of the table.

use std::collections::BTreeSet;

use designlint_core::{Kind, RuleDocs, Settings};

use crate::ALL;
use crate::testing::{report, report_with, settings};

/// What no document can show.
const WITHOUT_EXAMPLES: &[&str] = &["internal-error", "unreadable-file"];

#[test]
fn every_rule_says_what_and_why() {
    for rule in ALL {
        let docs = RuleDocs::parse(rule.meta.docs);
        assert!(docs.what.ends_with('.'), "{}: the doc comment begins with a sentence", rule.meta.name);
        for heading in ["Why", "Example", "Silent on"] {
            let text = docs.section(heading);
            assert!(text.is_some_and(|t| !t.is_empty()), "{}: `## {heading}` is missing or empty", rule.meta.name);
        }
    }
}

#[test]
fn every_example_does_what_it_says() {
    for rule in ALL.iter().filter(|r| !WITHOUT_EXAMPLES.contains(&r.meta.name)) {
        let name = rule.meta.name;
        let docs = RuleDocs::parse(rule.meta.docs);
        for fails in [true, false] {
            assert!(docs.examples.iter().any(|e| e.fails == fails), "{name}: no example with fails = {fails}");
        }
        for example in &docs.examples {
            let settings = Settings { known_files: example.files.clone(), ..settings() };
            let report = report_with(name, example.kind, &example.text, settings);
            let found = !report.diagnostics.is_empty();
            assert_eq!(found, example.fails, "{name}, on\n{}\nit says {:#?}", example.text, report.diagnostics);
        }
    }
}

#[test]
fn names_are_unique_and_those_of_the_files() {
    let mut names = BTreeSet::new();
    for rule in ALL {
        let name = rule.meta.name;
        assert!(names.insert(name), "{name} is there twice");
        let kebab = name.split('-').all(|w| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase()));
        assert!(kebab, "{name} is not kebab-case");
        let file = format!("rules/src/{}.rs", name.replace('-', "_"));
        assert_eq!(rule.meta.file.replace('\\', "/"), file);
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a forgotten file can only be found on the disk")]
fn every_file_that_declares_a_rule_is_in_the_table() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if text.lines().any(|l| l == "declare_rule! {") {
            let name = path.file_stem().unwrap().to_str().unwrap().replace('_', "-");
            assert!(ALL.iter().any(|r| r.meta.name == name), "{} is not in the table", path.display());
        }
    }
}

#[test]
fn every_rule_reads_its_options() {
    for rule in ALL {
        let name = rule.meta.name;
        assert!((rule.configure)(serde_json::json!({})).is_ok(), "{name} does not take empty options");
        let error = (rule.configure)(serde_json::json!({"no-such-option": 1})).err();
        assert!(error.is_some_and(|e| e.contains("no-such-option")), "{name} takes options that it does not have");
    }
}

#[test]
fn every_kind_is_checked_without_a_finding_on_an_empty_document() {
    for &kind in Kind::ALL {
        for rule in ALL.iter().filter(|r| !r.meta.family.needs_profile()) {
            assert_eq!(report(rule.meta.name, kind, "").diagnostics, [], "{}", rule.meta.name);
        }
    }
}
