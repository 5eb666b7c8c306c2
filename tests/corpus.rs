//! Every document of the corpus, checked with all rules.
//!
//! `corpus/clean/*/doc.md` is right and must be silent. `corpus/faulty/*/doc.md` has planted mistakes, and
//! `expected.txt` beside it holds every finding in full. `UPDATE=1 cargo test --test corpus` rewrites the expectations.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test ends where a document is missing")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use common::{lines, report, root, update};
use designlint_core::{Edit, Report, Safety, apply_fixes};
use designlint_render::{Checked, json, ledger};

/// One document of the corpus.
struct Case {
    /// `faulty/serving-platform`.
    name: String,
    /// Where it lies.
    folder: PathBuf,
    text: String,
}

impl Case {
    fn is_clean(&self) -> bool {
        self.name.starts_with("clean/")
    }

    fn report(&self) -> Report {
        report(&self.text)
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for group in ["clean", "faulty"] {
        for entry in fs::read_dir(root("corpus").join(group)).unwrap() {
            let folder = entry.unwrap().path();
            let name = format!("{group}/{}", folder.file_name().unwrap().to_str().unwrap());
            let text = fs::read_to_string(folder.join("doc.md")).unwrap_or_else(|e| panic!("{name}/doc.md: {e}"));
            cases.push(Case { name, folder, text });
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(cases.len() >= 16, "the corpus has only {} documents", cases.len());
    cases
}

#[test]
fn clean_documents_are_silent() {
    let mut noise = String::new();
    let mut verified = 0;
    for case in cases().iter().filter(|c| c.is_clean()) {
        assert!(!case.folder.join("expected.txt").exists(), "{}: a clean document expects nothing", case.name);
        let report = case.report();
        for line in lines(&report).lines() {
            noise += &format!("{}/doc.md:{line}\n", case.name);
        }
        let coverage = report.coverage;
        verified += coverage.verified;
        println!("{}: {} calculations, {} not understood", case.name, coverage.claims, coverage.not_understood);
    }
    println!("{verified} calculations of clean documents verified");
    assert!(noise.is_empty(), "false alarms:\n{noise}");
}

#[test]
fn faulty_documents_say_what_is_expected() {
    let (mut documents, mut findings, mut wrong) = (0, 0, String::new());
    for case in cases().iter().filter(|c| !c.is_clean()) {
        let found = lines(&case.report());
        let path = case.folder.join("expected.txt");
        if update() {
            fs::write(&path, &found).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}/expected.txt: {e}", case.name));
        let expected = expected.replace("\r\n", "\n");
        assert!(!expected.trim().is_empty(), "{}/expected.txt is empty: a faulty document expects findings", case.name);
        wrong += &difference(&case.name, &expected, &found);
        documents += 1;
        findings += found.lines().count();
    }
    println!("{findings} findings in {documents} faulty documents");
    assert!(wrong.is_empty(), "after a look at each, `UPDATE=1 cargo test --test corpus` accepts:\n{wrong}");
}

/// Lines that one side has more often than the other: `-` missing, `+` unexpected.
fn difference(name: &str, expected: &str, found: &str) -> String {
    let mut counts: BTreeMap<&str, i32> = BTreeMap::new();
    for line in expected.lines() {
        *counts.entry(line).or_default() -= 1;
    }
    for line in found.lines() {
        *counts.entry(line).or_default() += 1;
    }
    counts.retain(|_, n| *n != 0);
    if counts.is_empty() && expected != found {
        return format!("{name}: the findings come in another order\n");
    }
    counts.iter().map(|(line, n)| format!("{name}: {} {line}\n", if *n < 0 { '-' } else { '+' })).collect()
}

#[test]
fn every_rule_but_three_has_a_finding_in_the_corpus() {
    // These need bytes that are no text, a rule that panics, or a folder in which files are looked for.
    let outside = ["unreadable-file", "internal-error", "contract-file-missing"];
    let cases = cases();
    let found: BTreeSet<String> = cases.iter().flat_map(|c| common::rules(&c.report())).collect();
    let missing: Vec<&str> = designlint_rules::ALL
        .iter()
        .filter(|r| !r.meta.preview && !outside.contains(&r.meta.name) && !found.contains(r.meta.name))
        .map(|r| r.meta.name)
        .collect();
    assert!(missing.is_empty(), "plant a mistake for {missing:?} in corpus/faulty");
}

#[test]
fn fixes_converge_and_mending_twice_is_mending_once() {
    let mut taken = 0;
    for case in cases() {
        for safety in [Safety::Safe, Safety::Unsafe] {
            let (text, n) = mended(&case, safety);
            taken += n;
            assert_eq!(
                mend(&case.name, &text, safety),
                (text.clone(), 0),
                "{}: a second run changes something",
                case.name
            );
            assert!(!case.is_clean() || text == case.text, "{}: a clean document was changed", case.name);
        }
    }
    println!("{taken} fixes applied");
}

/// The text when no fix is left, and how many it took.
fn mended(case: &Case, safety: Safety) -> (String, usize) {
    let (mut text, mut all) = (case.text.clone(), 0);
    for _ in 0..10 {
        let (next, taken) = mend(&case.name, &text, safety);
        if taken == 0 {
            return (text, all);
        }
        (text, all) = (next, all + taken);
    }
    panic!("{}: fixes go round in circles:\n{}", case.name, lines(&report(&text)));
}

/// The text after one round of fixes, and how many it took. Whatever they do, the rest of the text is still there.
fn mend(name: &str, text: &str, safety: Safety) -> (String, usize) {
    let report = report(text);
    let fixes = report.diagnostics.iter().filter_map(|d| d.finding.fix.as_ref()).filter(|f| f.safety >= safety);
    let mut edits: Vec<_> = fixes.flat_map(|f| &f.edits).collect();
    edits.sort_by_key(|e| e.span);
    let (mended, taken) = apply_fixes(text, &report.diagnostics, safety);
    let (mut kept, mut found) = (0, 0);
    for end in edits.iter().map(|e| e.span.start).chain([text.len()]) {
        let untouched = text.get(kept..end.max(kept)).unwrap_or_else(|| panic!("{name}: an edit splits a character"));
        let at = mended[found..].find(untouched);
        found += at.unwrap_or_else(|| panic!("{name}: lost {untouched:?}")) + untouched.len();
        kept = edits.iter().filter(|e| e.span.start <= end).map(|e| e.span.end).max().unwrap_or(0).max(kept);
    }
    let bare = |e: &&&Edit| e.text.replace("\r\n", "").contains('\n');
    let foreign = edits.iter().find(bare).filter(|_| text.contains("\r\n"));
    assert!(foreign.is_none(), "{name}: a line end that is not the document's: {foreign:?}");
    (mended, taken)
}

#[test]
fn the_same_bytes_in_give_the_same_bytes_out() {
    for case in cases() {
        let output = || {
            let checked = [Checked { path: case.name.clone(), outcome: Ok(case.report()), review: None }];
            json::json(&checked, None, json::Also { review: true, statistics: true }) + &ledger::json(&checked, true)
        };
        assert_eq!(output(), output(), "{}", case.name);
    }
}
