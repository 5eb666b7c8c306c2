//! Fixes of wrong results: the computed number in the style of the stated one, and nothing else.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test ends where a document is missing")]

mod common;

use std::fs;

use common::{report, root};
use designlint_core::{Diagnostic, Report, Safety, apply_fixes};
use designlint_facts::{Claim, Fault, Verdict};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The text when no fix is left that is safe enough, and the least safe of those it took.
fn mended(text: &str) -> (String, Option<Safety>) {
    let (mut text, mut least) = (text.to_owned(), None);
    for _ in 0..10 {
        let report = report(&text);
        let fixes = report.diagnostics.iter().filter_map(|d| d.finding.fix.as_ref());
        least = fixes.map(|f| f.safety).chain(least).min();
        let (next, taken) = apply_fixes(&text, &report.diagnostics, Safety::Unsafe);
        if taken == 0 {
            return (text, least);
        }
        text = next;
    }
    panic!("fixes go round in circles: {text}");
}

#[test]
fn nothing_is_written_beside_digits_that_would_become_part_of_it() {
    for text in ["40 x 52,650 = 2,106,0notes", "40 x 52,650 = 2,1,0", "2 x 3 = 5,7,8"] {
        assert_eq!(mended(&format!("{text}\n")).0, format!("{text}\n"));
    }
}

#[test]
fn a_result_is_written_in_the_style_of_the_stated_one() {
    for (wrong, right) in [
        ("2 + 2 = 5", "2 + 2 = 4"),
        ("1,250 x 64 = 81,000", "1,250 x 64 = 80,000"),
        ("1250 x 64 = 81000", "1250 x 64 = 80000"),
        ("1_250 x 64 = 81_000", "1_250 x 64 = 80_000"),
        ("1 250 x 64 = 81 000", "1 250 x 64 = 80 000"),
        ("1250 x 8 = 960", "1250 x 8 = 10000"),
        ("`1250 * 64 == 81000`", "`1250 * 64 == 80000`"),
        ("1,250 x 64 = **81,000**", "1,250 x 64 = **80,000**"),
        ("1,250 x 64 = **81,000** B", "1,250 x 64 = **80,000** B"),
        ("$9{,}216 \\times 8 = 74{,}728$", "$9{,}216 \\times 8 = 73{,}728$"),
        ("12 x $4.50 = $52.00", "12 x $4.50 = $54.00"),
        ("3 / 8 = 38.5%", "3 / 8 = 37.5%"),
        ("7,777 x 3 ≈ 33,331", "7,777 x 3 ≈ 23,331"),
        ("4,096 x 8.4 KB = 44 MB", "4,096 x 8.4 KB = 34 MB"),
        ("4,096 x 8.4 KB = 44.0 MB", "4,096 x 8.4 KB = 34.4 MB"),
        ("6 x 30 million = 280 million", "6 x 30 million = 180 million"),
        ("6 x 30M = 280M", "6 x 30M = 180M"),
        ("12 - 20 = -9", "12 - 20 = -8"),
    ] {
        for (before, after) in [("Text: ", "."), ("- ", ""), ("> ", ", so far.")] {
            let (wrong, right) = (format!("{before}{wrong}{after}\n"), format!("{before}{right}{after}\n"));
            assert_eq!(mended(&wrong).0, right);
        }
    }
}

#[test]
fn every_later_link_of_a_chain_follows() {
    for (wrong, right) in [
        ("2 x 80 x 1,024 x 2 B = 327,600 B = 320 KiB", "2 x 80 x 1,024 x 2 B = 327,680 B = 320 KiB"),
        ("2 x 80 x 1,024 x 2 B = 655,360 B = 640 KiB", "2 x 80 x 1,024 x 2 B = 327,680 B = 320 KiB"),
        ("6 x 10 min = 70 min = 4,200 s", "6 x 10 min = 60 min = 3,600 s"),
    ] {
        assert_eq!(mended(&format!("{wrong}.\n")).0, format!("{right}.\n"));
    }
}

#[test]
fn a_number_that_two_calculations_give_two_values_is_left_to_a_person() {
    for text in ["7 x 6 = 40 = 3 x 15.\n", "7 x 6 = 45 = 3 x 15.\n", "size = 3 x size = 12 TB.\n"] {
        assert_eq!(mended(text), (text.to_owned(), None));
    }
    assert_eq!(mended("7 x 6 = 40 = 3 x 14.\n").0, "7 x 6 = 42 = 3 x 14.\n");
}

#[test]
fn a_fix_is_safe_only_where_nothing_but_the_result_can_be_wrong() {
    for (text, safety) in [
        ("2 + 2 = 5", Some(Safety::Safe)),
        ("1,250 x 64 = 81,000", Some(Safety::Safe)),
        // Shown with a point: a rounded operand may be what is wrong.
        ("1.5 x 64 = 81", Some(Safety::Unsafe)),
        // A power of ten, an operand twice: that may be in an operand.
        ("1,250 x 64 = 800,000", Some(Safety::Unsafe)),
        ("12 x 64 x 5 = 46,080", Some(Safety::Unsafe)),
        // Nobody knows which of two values of one thing is wrong.
        ("7 days = 604,000 s", Some(Safety::Unsafe)),
        ("84/168 (49%)", Some(Safety::Unsafe)),
        ("| a | n |\n|---|---|\n| b | 24 |\n| c | 19 |\n| d | 23 |\n| Total | 67 |", Some(Safety::Unsafe)),
        // A comparison has no result.
        ("12 x 64 < 700", None),
        ("2 + 2 = 4", None),
    ] {
        assert_eq!(mended(&format!("{text}\n")).1, safety, "{text}");
    }
}

/// Whether what it says is a claim only where it is wrong: a fixed size, a word for points, the ends of a range.
fn is_seen_only_wrong(claim: &Claim) -> bool {
    use Fault::{Constant, InclusiveRange, InvertedRange, Points};
    matches!(claim.fault, Some(Constant | InclusiveRange | InvertedRange | Points))
}

/// Whether the fix of a finding leaves its number right: the claim at that place holds after it, and only its digits
/// and those of later links changed.
fn holds_after(name: &str, before: &Report, diagnostic: &Diagnostic) -> Result<bool, String> {
    let text = before.document.source.text();
    let fix = diagnostic.finding.fix.as_ref().unwrap();
    let number = |c: &&Claim| fix.edits.iter().any(|e| c.stated_span.contains(e.span));
    let Some(claim) = before.facts.claims.iter().filter(number).find(|c| c.verdict == Verdict::Wrong) else {
        return Ok(false);
    };
    let (after, taken) = apply_fixes(text, [diagnostic], Safety::Unsafe);
    let line = before.document.source.position(claim.stated_span.start).line;
    let place = format!("{name}:{line}: {:?}", fix.edits);
    if taken != 1 {
        return Err(format!("{place}: not taken"));
    }
    let earlier = fix.edits.iter().filter(|e| e.span.end <= claim.stated_span.start);
    let shift = earlier.fold(0isize, |n, e| n + e.text.len() as isize - e.span.range().len() as isize);
    let start = claim.stated_span.start.checked_add_signed(shift).unwrap();
    let report = report(&after);
    let now: Vec<_> = report.facts.claims.iter().filter(|c| c.stated_span.start == start).collect();
    match now.iter().find(|c| c.verdict == Verdict::Wrong) {
        Some(still) => {
            Err(format!("{place}: still wrong: {} {} {:?}", still.computed_text, still.stated, still.computed))
        }
        None if now.is_empty() && is_seen_only_wrong(claim) => {
            let again = report
                .diagnostics
                .iter()
                .find(|d| d.rule == diagnostic.rule && d.finding.span.start == claim.span.start);
            again.map_or(Ok(false), |d| Err(format!("{place}: still found: {}", d.finding.message)))
        }
        None if now.is_empty() => Err(format!("{place}: the claim is gone")),
        None => Ok(true),
    }
}

fn documents(group: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for entry in fs::read_dir(root("corpus").join(group)).unwrap() {
        let folder = entry.unwrap().path();
        let name = format!("{group}/{}", folder.file_name().unwrap().to_str().unwrap());
        out.push((name, fs::read_to_string(folder.join("doc.md")).unwrap()));
    }
    out.sort();
    out
}

#[test]
fn after_each_fix_of_the_corpus_the_number_holds() {
    let (mut holds, mut failures) = (0, Vec::new());
    for (name, text) in documents("faulty") {
        let report = report(&text);
        for diagnostic in report.diagnostics.iter().filter(|d| d.finding.fix.is_some()) {
            match holds_after(&name, &report, diagnostic) {
                Ok(held) => holds += usize::from(held),
                Err(why) => failures.push(why),
            }
        }
    }
    println!("{holds} results mended");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(holds >= 10, "only {holds} fixes of results in the corpus");
}

/// The text with the first digit of a number changed.
fn with_another_digit(text: &str, claim: &Claim) -> Option<String> {
    let at = claim.stated_span.start + text.get(claim.stated_span.range())?.find(|c: char| c.is_ascii_digit())?;
    let digit = text.as_bytes()[at] - b'0';
    let other = if digit <= 6 { digit + 3 } else { digit - 5 };
    Some(format!("{}{other}{}", &text[..at], &text[at + 1..]))
}

#[test]
fn after_each_fix_of_a_changed_result_the_number_holds() {
    let (mut holds, mut safe, mut failures) = (0, 0, Vec::new());
    for (name, text) in documents("clean") {
        for claim in report(&text).facts.claims.iter().filter(|c| c.verdict == Verdict::Holds) {
            let Some(changed) = with_another_digit(&text, claim) else { continue };
            let report = report(&changed);
            for diagnostic in report.diagnostics.iter().filter(|d| d.finding.fix.is_some()) {
                match holds_after(&name, &report, diagnostic) {
                    Ok(held) => holds += usize::from(held),
                    Err(why) => failures.push(why),
                }
                safe += usize::from(diagnostic.finding.fix.as_ref().unwrap().safety == Safety::Safe);
            }
        }
    }
    println!("{holds} changed results mended, {safe} of them safely");
    failures.sort();
    failures.dedup();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(holds >= 100, "only {holds}");
}

/// A document of calculations, some of them wrong, with line ends and marks of every kind.
fn any_document() -> impl Strategy<Value = String> {
    let line = (2u32..2000, 2u32..99, 0i64..4, 0usize..8).prop_map(|(a, b, off, shape)| {
        let (product, sum) = (i64::from(a) * i64::from(b) + off, i64::from(a) + i64::from(b) + off);
        match shape {
            0 => format!("We need {a} x {b} = {product} slots."),
            1 => format!("- `{a} * {b} = {product}`"),
            2 => format!("> {a} + {b} = **{sum}**"),
            3 => format!("Über {a} x {b} B = {product} B = {product}000 mB\t"),
            4 => format!("| x | n |\n|---|---|\n| é | {a} |\n| b | {b} |\n| c | 1 |\n| Total | {} |\n", sum + 1),
            5 => format!("${a} \\times {b} = {product}$"),
            6 => format!("```text\n{a} x {b} = {product}\n```"),
            _ => format!("Nothing {a} to see.  "),
        }
    });
    let parts = (prop::collection::vec(line, 1..8), any::<bool>(), any::<bool>());
    parts.prop_map(|(lines, bom, crlf)| {
        let text = lines.join("\n\n") + "\n";
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        if bom { format!("\u{feff}{text}") } else { text }
    })
}

/// A text without its digits.
fn without_digits(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit() && *c != ',').collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn fixing_changes_digits_alone_and_twice_is_once(text in any_document()) {
        let (once, _) = mended(&text);
        prop_assert_eq!(without_digits(&once), without_digits(&text));
        prop_assert_eq!(&mended(&once).0, &once);
        let report = report(&once);
        let wrong: Vec<_> = report.facts.claims.iter().filter(|c| c.verdict == Verdict::Wrong).collect();
        prop_assert!(wrong.is_empty(), "{:?} in {}", wrong.iter().map(|c| &c.computed_text).collect::<Vec<_>>(), once);
    }
}
