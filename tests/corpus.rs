//! Every document of the corpus, checked with all rules.
//!
//! `corpus/clean/*/doc.md` is right and must be silent. `corpus/faulty/*/doc.md` has planted mistakes, and
//! `expected.txt` beside it holds every finding in full. `UPDATE=1 cargo test --test corpus` rewrites the expectations.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{lines, report, root};
use designlint_core::{Edit, Report, Safety};
use designlint_render::Checked;

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
fn fixes_converge_and_mending_twice_is_mending_once() {
    let mut mended = 0;
    for case in cases() {
        let mut text = case.text.clone();
        let mut rounds = 0;
        while let Some(next) = apply(&case.name, &text) {
            mended += 1;
            rounds += 1;
            assert!(rounds <= 10, "{}: fixes go round in circles:\n{}", case.name, lines(&report(&next)));
            text = next;
        }
        assert_eq!(apply(&case.name, &text), None, "{}: a second run changes something", case.name);
        if case.is_clean() {
            assert_eq!(text, case.text, "{}: a clean document was changed", case.name);
        }
    }
    println!("{mended} rounds of fixes");
}

/// The text after all fixes that do not overlap, or `None` where there is none.
fn apply(name: &str, text: &str) -> Option<String> {
    let report = report(text);
    let mut chosen: Vec<&Edit> = Vec::new();
    for fix in report.diagnostics.iter().filter_map(|d| d.finding.fix.as_ref()) {
        if fix.safety == Safety::DisplayOnly {
            continue;
        }
        assert!(!fix.edits.is_empty(), "{name}: a fix without edits: {}", fix.title);
        for edit in &fix.edits {
            assert!(text.get(edit.span.range()).is_some(), "{name}: {:?} splits a character", edit.span);
            let bare = edit.text.replace("\r\n", "").contains('\n');
            assert!(!(bare && text.contains("\r\n")), "{name}: another line end than the document's: {:?}", edit.text);
        }
        let overlaps = |e: &Edit| {
            chosen.iter().any(|c| {
                e.span.start < c.span.end.max(c.span.start + 1) && c.span.start < e.span.end.max(e.span.start + 1)
            })
        };
        if !fix.edits.iter().any(overlaps) {
            chosen.extend(&fix.edits);
        }
    }
    chosen.sort_by_key(|e| e.span);
    let mut mended = text.to_owned();
    for edit in chosen.iter().rev() {
        mended.replace_range(edit.span.range(), &edit.text);
    }
    (mended != text).then_some(mended)
}

#[test]
fn the_same_bytes_in_give_the_same_bytes_out() {
    for case in cases() {
        let output = || {
            let checked = [Checked { path: case.name.clone(), outcome: Ok(case.report()) }];
            designlint_render::json::json(&checked, designlint_rules::ALL, None)
                + &designlint_render::ledger::json(&checked, true)
        };
        assert_eq!(output(), output(), "{}", case.name);
    }
}
