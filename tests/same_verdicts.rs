//! How a number, an operator or a line is written changes no verdict: the ledger of a document stays the same, claim by
//! claim, when its digits are grouped or not, its `×` is a `*`, its lines are wrapped anew or end with CRLF.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where a document is missing")]

mod common;

use std::fs;
use std::sync::LazyLock;

use common::{report, root};
use designlint_document::{BlockKind, Document, Source};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use regex::{Captures, Regex};

/// Every claim with its verdict: the digits it computes with, and those it states.
fn ledger(text: &str) -> Vec<String> {
    let digits = |text: &str| {
        let text = text.replace([',', '_'], "");
        let numbers = text.split(|c: char| !(c.is_ascii_digit() || c == '.')).map(|n| n.trim_matches('.'));
        numbers.filter(|n| !n.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let facts = report(text).facts;
    let line = |c: &designlint_facts::Claim| {
        format!("{} = {}: {:?} {:?}", digits(&c.computed_text), digits(&c.stated), c.verdict, c.how)
    };
    facts.claims.iter().map(line).collect()
}

fn compare(name: &str, before: &str, after: &str) -> Result<(), String> {
    let (before, after) = (ledger(before), ledger(after));
    let lost = before.iter().filter(|line| !after.contains(line));
    let new = after.iter().filter(|line| !before.contains(line));
    let lines: Vec<String> =
        lost.map(|l| format!("{name} - {l}")).chain(new.map(|l| format!("{name} + {l}"))).collect();
    if lines.is_empty() && before.len() == after.len() { Ok(()) } else { Err(lines.join("\n")) }
}

static LONG: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(^|[\s(|])(\d{5,15})([\s)|%]|$)").unwrap());
static GROUPED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(^|[\s(|])(\d{1,3}(?:,\d{3})+)([\s)|%]|$)").unwrap());

/// `1234567` as `1,234,567`.
fn grouped(text: &str) -> String {
    let group = |groups: &Captures<'_>| {
        let digits = &groups[2];
        let mut out = String::new();
        for (i, digit) in digits.char_indices() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                out.push(',');
            }
            out.push(digit);
        }
        format!("{}{out}{}", &groups[1], &groups[3])
    };
    LONG.replace_all(text, group).into_owned()
}

/// `1,234,567` as `1234567`.
fn ungrouped(text: &str) -> String {
    GROUPED.replace_all(text, |g: &Captures<'_>| format!("{}{}{}", &g[1], g[2].replace(',', ""), &g[3])).into_owned()
}

/// The paragraphs that stand alone with other line ends: every `n`-th blank or the next one between words.
fn wrapped(text: &str, n: usize) -> String {
    broken(text, &mut |_, word| word % n == 0)
}

/// The paragraphs that stand alone with other line ends: before words in lower case, which start no structure, where `ends`
/// says so of the length that the line would have and of the index of the word.
fn broken(text: &str, ends: &mut dyn FnMut(usize, usize) -> bool) -> String {
    let document = Document::parse(Source::new(text));
    let mut out = text.to_owned();
    for block in document.blocks.iter().rev() {
        let raw = document.source.slice(block.span);
        let starts_line = text[..block.span.start].chars().next_back().is_none_or(|c| c == '\n');
        // Labels and fixed lines go by their line ends.
        if block.kind != BlockKind::Paragraph || block.item.is_some() || !starts_line || raw.contains("  \n") {
            continue;
        }
        let words: Vec<&str> = raw.split_whitespace().collect();
        let (mut paragraph, mut line) = (String::new(), 0);
        for (i, word) in words.iter().enumerate() {
            let inert = word.starts_with(|c: char| c.is_ascii_lowercase());
            let blank = if i == 0 {
                ""
            } else if inert && ends(line + 1 + word.chars().count(), i) {
                line = 0;
                "\n"
            } else {
                line += 1;
                " "
            };
            line += word.chars().count();
            paragraph.push_str(blank);
            paragraph.push_str(word);
        }
        let end = block.span.end - (raw.len() - raw.trim_end().len());
        out.replace_range(block.span.start..end, &paragraph);
    }
    out
}

/// The text with its paragraphs broken at columns, as editors break them.
fn columns(text: &str) -> Vec<(&'static str, String)> {
    let at = |name, width| (name, broken(text, &mut |line, _| line > width));
    vec![at("column 72", 72), at("column 90", 90), at("column 110", 110)]
}

fn variants(text: &str) -> Vec<(&'static str, String)> {
    vec![
        ("grouped", grouped(text)),
        ("ungrouped", ungrouped(text)),
        ("stars", text.replace(" × ", " * ")),
        ("crlf", text.replace("\r\n", "\n").replace('\n', "\r\n")),
        ("wrapped at 5", wrapped(text, 5)),
        ("wrapped at 40", wrapped(text, 40)),
    ]
}

#[test]
fn the_clean_documents_of_the_corpus_keep_their_ledger() {
    let (mut changed, mut failures) = (0, Vec::new());
    for entry in fs::read_dir(root("corpus/clean")).unwrap() {
        let path = entry.unwrap().path().join("doc.md");
        let text = fs::read_to_string(&path).unwrap();
        // Lines of five words are shorter than any editor breaks them: there a line end still counts.
        let other = variants(&text).into_iter().filter(|v| v.0 != "wrapped at 5");
        for (variant, other) in other.chain(columns(&text)) {
            changed += usize::from(other != text);
            let name = format!("{} {variant}", path.parent().unwrap().file_name().unwrap().to_str().unwrap());
            failures.extend(compare(&name, &text, &other).err());
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(changed > 13, "only {changed} documents changed");
}

/// Documents of calculations with long numbers, some of them wrong.
fn any_document() -> impl Strategy<Value = String> {
    let line = (1000u64..2_000_000, 2u64..5000, 0u64..3, 0usize..6).prop_map(|(a, b, off, shape)| {
        let (product, sum) = (a * b + off, a + b + off);
        match shape {
            0 => format!(
                "So for the whole of it we need {a} × {b} = {product} slots in all of the pools that there are."
            ),
            1 => format!("- the pool: {a} × {b} = {product} of them"),
            2 => format!("The sum is {a} + {b} = {sum} and the rest of it is not counted here at all."),
            3 => format!(
                "It takes {a} × {b} KB = {} MB of memory, and later on it takes more than that.",
                product / 1000
            ),
            4 => format!("| x | n |\n|---|---|\n| e | {a} |\n| b | {b} |\n| c | 17 |\n| Total | {} |\n", sum + 17),
            _ => format!("```text\n{a} × {b} = {product}\n```"),
        }
    });
    prop::collection::vec(line, 1..6).prop_map(|lines| lines.join("\n\n") + "\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, rng_seed: RngSeed::Fixed(11), ..ProptestConfig::default() })]

    #[test]
    fn generated_documents_keep_their_ledger(text in any_document()) {
        for (variant, other) in variants(&text) {
            let same = compare(variant, &text, &other);
            prop_assert!(same.is_ok(), "{}\n{other}", same.unwrap_err());
        }
    }
}
