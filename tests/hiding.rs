//! Comments that an editor writes to hide a finding: each hides its finding, takes nothing apart and is used.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, reason = "a test ends where a document is missing")]

mod common;

use std::collections::BTreeMap;
use std::fs;

use common::{report, root};
use designlint_core::{Diagnostic, Family, Report, suppression};
use designlint_document::Span;

/// A text without the comment that [`hidden`] writes behind a line.
fn without_comment(text: &str) -> String {
    let Some((before, rest)) = text.split_once(" <!-- designlint-disable-line ") else { return text.to_owned() };
    let after = rest.split_once(": as measured -->").map_or("", |(_, after)| after);
    format!("{before}{after}")
}

/// How often a rule finds something in a stretch of text.
fn counts(report: &Report) -> BTreeMap<(String, String), usize> {
    let mut out = BTreeMap::new();
    for d in &report.diagnostics {
        // The place may be the row that holds the comment.
        let place = report.document.source.slice(d.finding.span);
        *out.entry((d.rule.to_string(), without_comment(place))).or_insert(0) += 1;
    }
    out
}

/// The text with the finding hidden; `None` where no comment can stand.
fn hidden(report: &Report, diagnostic: &Diagnostic) -> Option<String> {
    let edit = suppression(&report.document, diagnostic.finding.span, &diagnostic.rule, "as measured")?;
    let mut text = report.document.source.text().to_owned();
    text.replace_range(edit.span.range(), &edit.text);
    Some(text)
}

/// What goes wrong when a finding is hidden: it is still there, or another rule now finds more or less.
fn trouble(before: &Report, diagnostic: &Diagnostic) -> Option<String> {
    let text = hidden(before, diagnostic)?;
    let after = report(&text);
    let (old, new) = (counts(before), counts(&after));
    let place = before.document.source.slice(diagnostic.finding.span);
    let key = (diagnostic.rule.to_string(), without_comment(place));
    let left = new.get(&key).copied().unwrap_or(0);
    if left >= old[&key] {
        return Some(format!("{key:?} is still there"));
    }
    let more = new.iter().find(|(k, n)| old.get(*k).copied().unwrap_or(0) < **n);
    let less = old.iter().find(|(k, n)| k.0 != key.0 && new.get(*k).copied().unwrap_or(0) < **n);
    more.or(less).map(|(k, _)| format!("hiding {key:?} changes {k:?}"))
}

#[test]
fn every_finding_of_the_corpus_can_be_hidden_alone() {
    let mut hidden = 0;
    let mut wrong = String::new();
    for folder in fs::read_dir(root("corpus/faulty")).unwrap() {
        let path = folder.unwrap().path().join("doc.md");
        let before = report(&fs::read_to_string(&path).unwrap());
        for diagnostic in before.diagnostics.iter().filter(|d| d.family != Family::Engine) {
            hidden += 1;
            if let Some(trouble) = trouble(&before, diagnostic) {
                wrong += &format!("{}: {trouble}\n", path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(hidden > 100, "the corpus has no findings");
}

/// The text with its first finding of `arith-mismatch` hidden.
fn hide(text: &str) -> String {
    let before = report(text);
    let found = before.diagnostics.iter().find(|d| d.rule == "arith-mismatch").expect(text);
    assert_eq!(trouble(&before, found), None, "{text}");
    hidden(&before, found).expect(text)
}

#[test]
fn a_comment_stands_where_it_takes_nothing_apart() {
    const LINE: &str = "<!-- designlint-disable-line arith-mismatch: as measured -->";
    const NEXT: &str = "<!-- designlint-disable-next-line arith-mismatch: as measured -->";
    for (text, expected) in [
        ("a\n\n2 x 3 = 7\n", format!("a\n\n{NEXT}\n2 x 3 = 7\n")),
        ("a\r\n\r\n数 2 x 3 = 7\r\n", format!("a\r\n\r\n{NEXT}\r\n数 2 x 3 = 7\r\n")),
        ("one and\n2 x 3 = 7  \nmore\n", format!("one and\n2 x 3 = 7 {LINE}  \nmore\n")),
        ("> 2 x 3 = 7\n", format!("> {NEXT}\n> 2 x 3 = 7\n")),
        ("- 2 x 3 = 7\n- b\n", format!("- 2 x 3 = 7 {LINE}\n- b\n")),
        ("```text\n2 x 3 = 7\n```\n", format!("{NEXT}\n```text\n2 x 3 = 7\n```\n")),
        ("- ```text\n  2 x 3 = 7\n  ```\n", format!("- {NEXT}\n  ```text\n  2 x 3 = 7\n  ```\n")),
        ("a\n\n    2 x 3 = 7\n", format!("a\n\n{NEXT}\n    2 x 3 = 7\n")),
        ("| a |\n|---|\n| 2 x 3 = 7 |\n", format!("| a |\n|---|\n| 2 x 3 = 7 {LINE} |\n")),
        ("a | b\n--|--\nc | 2 x 3 = 7\n", format!("a | b\n--|--\nc | 2 x 3 = 7 {LINE}\n")),
        ("## 2 x 3 = 7\n", format!("{NEXT}\n## 2 x 3 = 7\n")),
        ("$$\n2 \\times 3 = 7\n$$\n", format!("{NEXT}\n$$\n2 \\times 3 = 7\n$$\n")),
        ("\u{feff}2 x 3 = 7\n", format!("\u{feff}{NEXT}\n2 x 3 = 7\n")),
    ] {
        assert_eq!(hide(text), expected);
    }
}

#[test]
fn a_comment_that_stands_there_gets_one_more_name() {
    let comment = |names: &str| format!("<!-- designlint-disable-next-line {names}: as measured -->\n");
    let text = comment("arith-mismatch") + "2 x 3 = 7, and a day has 84,600 s.\n";
    let before = report(&text);
    let Some(other) = before.diagnostics.first() else { panic!("nothing else is found") };
    let expected = text.replace("mismatch:", &format!("mismatch, {}:", other.rule));
    assert_eq!(hidden(&before, other).unwrap(), expected);
}

#[test]
fn front_matter_takes_no_comment() {
    let before = report("---\na: b\n---\n\n2 x 3 = 7\n");
    assert_eq!(suppression(&before.document, Span::new(5, 6), "arith-mismatch", "x"), None);
}
