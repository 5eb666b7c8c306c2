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
use designlint_core::{Context, Family, Outcome, Report, Settings};
use designlint_facts::{Claim, ClaimKind, Explanation, Operand, Verdict};
use designlint_quantity::{NumberStyle, Rational, significant};

/// The share of explanations that must name the cause, in percent.
const RIGHT: usize = 95;
/// The cause of a number that is wrong by no slip.
const NONE: &str = "none";

/// Changes of a result: the number then stated, and what each cause of it is called.
type Changes = BTreeMap<String, Vec<&'static str>>;

#[test]
fn an_explanation_names_the_cause() {
    let mut counts: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    let mut misled = Vec::new();
    let mut chance = Chance(2_463_534_242);
    for line in lines() {
        for claim in report(&line).facts.claims.iter().filter(|c| is_changeable(c)) {
            for (number, causes) in changes(claim, &mut chance) {
                let (said, changed) = explained(&line, claim, &number);
                let count = counts.entry(causes[0]).or_default();
                count.0 += 1;
                let Some(said) = said else { continue };
                if causes.iter().any(|cause| names(&said, cause)) {
                    count.1 += 1;
                } else {
                    count.2 += 1;
                    misled.push(format!("{}: {changed}: {}", causes.join(", "), said.text));
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
    assert!(printed >= 500 && right * 100 >= printed * RIGHT, "{right} of {printed}:\n{}", misled.join("\n"));
}

#[test]
fn an_explanation_changes_neither_verdict_nor_severity() {
    let mut explained = 0;
    for folder in fs::read_dir(root("corpus/faulty")).unwrap() {
        let text = fs::read_to_string(folder.unwrap().path().join("doc.md")).unwrap();
        let with = report(&text);
        let mut without = with.clone();
        for claim in &mut without.facts.claims {
            explained += usize::from(claim.explanation.take().is_some());
        }
        assert_eq!(verdicts(&with), verdicts(&without));
    }
    assert!(explained >= 20, "{explained}");
}

/// Rule, severity and place of what the rules say of numbers.
fn verdicts(report: &Report) -> Vec<String> {
    let (settings, outcome) = (Settings::default(), Outcome::default());
    let (document, facts) = (&report.document, &report.facts);
    let cx = Context {
        document,
        facts,
        settings: &settings,
        kind: report.kind.0,
        kind_from: report.kind.1,
        profile: None,
        outcome: &outcome,
    };
    let rules = designlint_rules::ALL.iter().filter(|r| matches!(r.meta.family, Family::Arithmetic | Family::Formula));
    let of = |r: &designlint_core::RuleEntry| {
        let say = |f: designlint_core::Finding| format!("{} {:?} {:?}", r.meta.name, f.severity, f.span);
        (r.check)(&cx).into_iter().map(say).collect::<Vec<_>>()
    };
    rules.flat_map(of).collect()
}

/// Whether an explanation says what was done, alone or as one of two ways to say it.
fn names(said: &Explanation, cause: &str) -> bool {
    let step = cause == "power-of-ten" && said.kind == "prefix-step";
    let operand = cause.starts_with("operand-") || matches!(cause, "period" | "factor-two" | "bits-bytes");
    said.kind == cause || step || operand && said.text.contains("; or: ")
}

/// Numbers that look like chance and are the same in every run.
struct Chance(u32);

impl Chance {
    fn below(&mut self, most: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % most
    }
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
fn changes(claim: &Claim, chance: &mut Chance) -> Changes {
    let mut out = Changes::new();
    let (Some(value), Some(recomputed)) = (&claim.value, &claim.recomputed) else { return out };
    let Some((_, range)) = NumberStyle::of(&claim.stated) else { return out };
    let shown = &claim.stated[range];
    let digits = shown.chars().filter(char::is_ascii_digit).count();
    let right = &recomputed.value / &value.factor;
    let mut scaled = |cause, factor: &Rational| {
        out.entry(significant(&(&right * factor), digits)).or_default().push(cause);
    };
    let slips = [("power-of-ten", 1000u32), ("power-of-ten", 10), ("bits-bytes", 8), ("period", 60), ("factor-two", 2)];
    for (cause, n) in slips {
        scaled(cause, &Rational::from(n));
        scaled(cause, &(Rational::ONE / Rational::from(n)));
    }
    // Half a percent to a half off, and up to a thousand times.
    let near = Rational::from(chance.below(495) + 5) / Rational::from(1000u32);
    scaled(NONE, &(Rational::ONE + &near));
    scaled(NONE, &(Rational::ONE - &near));
    let far = Rational::from(chance.below(998_000) + 2_000) / Rational::from(1000u32);
    scaled(NONE, &far);
    scaled(NONE, &(Rational::ONE / &far));
    for n in factors(claim) {
        scaled("operand-doubled", &n);
        scaled("operand-dropped", &(Rational::ONE / &n));
        scaled("fencepost", &((&n + Rational::ONE) / &n));
        scaled("fencepost", &((&n - Rational::ONE) / &n));
    }
    for (cause, number) in retyped(shown) {
        out.entry(number).or_default().push(cause);
    }
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
fn retyped(shown: &str) -> Vec<(&'static str, String)> {
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
