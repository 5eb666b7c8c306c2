//! How often the explanation of a wrong result names what was done to it: results of the clean documents are changed by
//! known causes, each in its own line.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test says what it found and ends where a file is missing"
)]

mod common;

use std::{collections::BTreeMap, fs};

use common::{report, root};
use designlint_facts::{Claim, ClaimKind, Explanation, Operand, Verdict};
use designlint_quantity::{NumberStyle, Rational, significant};

/// The share of explanations that must name the cause, in percent.
const RIGHT: usize = 95;

/// A change of a result: the kind of explanation that names it, and the number then stated.
type Change = (&'static str, String);

#[test]
fn an_explanation_names_the_cause() {
    let mut counts: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    let mut misled = Vec::new();
    for line in lines() {
        for claim in report(&line).facts.claims.iter().filter(|c| is_changeable(c)) {
            for (cause, number) in changes(claim) {
                let (said, changed) = explained(&line, claim, &number);
                let count = counts.entry(cause).or_default();
                count.0 += 1;
                let Some(said) = said else { continue };
                if said.kind == cause || said.kind.starts_with("operand-") && said.text.contains("; or: ") {
                    count.1 += 1;
                } else {
                    count.2 += 1;
                    misled.push(format!("{cause}: {changed}: {}", said.text));
                }
            }
        }
    }
    for (cause, (all, right, wrong)) in &counts {
        println!("{cause}: {all} changed, {right} explained, {wrong} explained by another cause");
    }
    let right: usize = counts.values().map(|c| c.1).sum();
    let printed = right + misled.len();
    println!("{right} of {printed} explanations name the cause; not:\n{}", misled.join("\n"));
    assert!(printed >= 100 && right * 100 >= printed * RIGHT, "{right} of {printed}:\n{}", misled.join("\n"));
}

/// The lines of the clean documents.
fn lines() -> Vec<String> {
    let mut paths: Vec<_> = fs::read_dir(root("corpus/clean")).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    let texts = paths.iter().map(|p| fs::read_to_string(p.join("doc.md")).unwrap());
    texts.flat_map(|t| t.lines().filter(|l| l.contains(['=', '≈'])).map(String::from).collect::<Vec<_>>()).collect()
}

fn is_changeable(claim: &Claim) -> bool {
    let kind = matches!(claim.kind, ClaimKind::Equation | ClaimKind::Chain);
    kind && claim.verdict == Verdict::Holds && claim.reading == "as written" && claim.recomputed.is_some()
}

/// What the result would be after each cause that applies.
fn changes(claim: &Claim) -> Vec<Change> {
    let (Some(value), Some(recomputed)) = (&claim.value, &claim.recomputed) else { return Vec::new() };
    let Some((_, range)) = NumberStyle::of(&claim.stated) else { return Vec::new() };
    let shown = &claim.stated[range];
    let digits = shown.chars().filter(char::is_ascii_digit).count();
    let right = &recomputed.value / &value.factor;
    let mut out: Vec<Change> = Vec::new();
    let mut scaled = |cause, factor: &Rational| out.push((cause, significant(&(&right * factor), digits)));
    for (cause, n) in [("power-of-ten", 1000u32), ("bits-bytes", 8), ("period", 60)] {
        scaled(cause, &Rational::from(n));
        scaled(cause, &(Rational::ONE / Rational::from(n)));
    }
    for n in factors(claim) {
        scaled("operand-doubled", &n);
        scaled("operand-dropped", &(Rational::ONE / &n));
        scaled("fencepost", &((&n + Rational::ONE) / &n));
        scaled("fencepost", &((&n - Rational::ONE) / &n));
    }
    out.extend(retyped(shown));
    out
}

/// The bare whole factors of a product of numbers.
fn factors(claim: &Claim) -> Vec<Rational> {
    if claim.computed_text.contains(['+', '-', '/', '^', '(', '%', '−', '÷', '²', '³']) {
        return Vec::new();
    }
    let bare = |o: &&Operand| o.value.unit.is_empty() && o.value.value > Rational::ONE && o.value.value.is_int();
    claim.operands.iter().filter(bare).map(|o| o.value.value.clone()).collect()
}

/// A number with two neighbouring digits swapped, and with one mistyped.
fn retyped(shown: &str) -> Vec<Change> {
    let bytes = shown.as_bytes();
    let with = |at: usize, new: &[u8]| {
        let mut out = bytes.to_vec();
        out[at..at + new.len()].copy_from_slice(new);
        String::from_utf8(out).unwrap()
    };
    let digit = |at: usize| bytes.get(at).copied().filter(u8::is_ascii_digit);
    let mut out = Vec::new();
    for at in 1..bytes.len() {
        let Some(d) = digit(at) else { continue };
        out.push(("digit-mistyped", with(at, &[b'0' + (d - b'0' + 3) % 10])));
        if let Some(next) = digit(at + 1).filter(|&n| n != d) {
            out.push(("digits-swapped", with(at, &[next, d])));
        }
    }
    out
}

/// What is said of the claim with another number, and the line then.
fn explained(line: &str, claim: &Claim, number: &str) -> (Option<Explanation>, String) {
    let source = &line[claim.stated_span.range()];
    let Some((_, range)) = NumberStyle::of(source) else { return (None, line.to_string()) };
    let start = claim.stated_span.start;
    let mut changed = line.to_string();
    changed.replace_range(start + range.start..start + range.end, number);
    let found = report(&changed).facts.claims.into_iter().find(|c| c.stated_span.start == start);
    (found.filter(|c| c.verdict == Verdict::Wrong).and_then(|c| c.explanation), changed)
}
