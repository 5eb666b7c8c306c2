//! Which meaning of `KB`, `MB` ... the calculations of a document need: 1,000 or 1,024.

use std::sync::OnceLock;

use designlint_document::{Document, Span};
use designlint_quantity::{BINARY, Convention, Dimension, Quantity, Rational, unit};
use regex::Regex;

use super::{
    Claim, ClaimKind, Explanation, Fault, How, Verdict,
    amount::is_about,
    rework::{Rework, Reworked},
};
use crate::patterns::compile;
use crate::{lookup::Lookup, text::find_word};

/// Digits a result must show so that one of the two meanings is proof against the other.
const DIGITS: usize = 3;

/// Digits it must show behind "about": with fewer of them up to a tenth may be missing, which is more than a prefix is off.
const ROUGH_DIGITS: usize = 4;

/// A calculation that is right, or nearly right, only by the other meaning of its prefixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixMix {
    /// Index of the claim.
    pub claim: usize,
    /// What it mixes.
    pub mixes: Mixes,
    /// Other claims of which the same is to be said, by index.
    pub also: Vec<usize>,
    /// What to write in place of the units so that the line holds as written; empty where units alone cannot mend it.
    pub units: Vec<(Span, String)>,
}

/// How prefixes are mixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mixes {
    /// `10485760 B = 10 MB`: the value counts in 1,024, the unit in 1,000.
    BinaryValue,
    /// `4128 * 17408 * 2 B = 144 MiB`: the value counts in 1,000, the unit in 1,024.
    DecimalValue,
    /// `5 TB / 10,000 = 512 MB`: one step counts 1,000, another 1,024.
    Steps,
    /// The value counts in 1,024, and the claim with this index holds only where the unit counts in 1,000.
    Against {
        /// Index of the other claim.
        claim: usize,
        /// The unit that means two things.
        unit: String,
    },
}

/// The mixes of a document, in order of the source. None where the document or the project says what its prefixes mean.
pub(crate) fn prefix_mixes(
    document: &Document,
    convention: Convention,
    lookup: &Lookup<'_>,
    claims: &mut [Claim],
) -> Vec<PrefixMix> {
    let is_wrong = |c: &Claim| c.verdict == Verdict::Wrong && c.fault == Some(Fault::Value);
    let candidate = |c: &Claim| is_wrong(c) && wrong_steps(c).is_some();
    let any = claims.iter().any(|c| needs_binary(document, c, lookup) || candidate(c));
    if !any || convention.binary.is_some() || states_prefixes(document) {
        return Vec::new();
    }
    let mut out = across(document, lookup, claims);
    for (at, claim) in claims.iter_mut().enumerate().filter(|(_, c)| is_wrong(c)) {
        let Some(mixes) = wrong_steps(claim) else { continue };
        let units = if mixes == Mixes::DecimalValue { units(document, claim, false) } else { Vec::new() };
        claim.fault = Some(Fault::Prefix);
        claim.explanation = Some(Explanation {
            kind: "mixed-prefixes".to_string(),
            text: "one step counts 1,000 and another 1,024".to_string(),
        });
        out.push(PrefixMix { claim: at, mixes, also: Vec::new(), units });
    }
    out.sort_by_key(|m| m.claim);
    out
}

/// The lines that need 1,024: one entry for each unit that another line takes for 1,000, one for all others whose unit is
/// not that of their value.
fn across(document: &Document, lookup: &Lookup<'_>, claims: &[Claim]) -> Vec<PrefixMix> {
    let mut left: Vec<usize> = (0..claims.len()).filter(|&i| needs_binary(document, &claims[i], lookup)).collect();
    let mut out = Vec::new();
    let mut symbols: Vec<String> = left.iter().flat_map(|&i| symbols(&claims[i])).collect();
    symbols.sort_unstable();
    symbols.dedup();
    for symbol in symbols {
        let has = |c: &Claim| self::symbols(c).contains(&symbol);
        let Some(decimal) = claims.iter().position(|c| has(c) && needs_decimal(document, c, lookup)) else { continue };
        let mine: Vec<usize> = left.iter().copied().filter(|&i| has(&claims[i])).collect();
        left.retain(|i| !mine.contains(i));
        let mixes = Mixes::Against { claim: decimal, unit: symbol };
        out.extend(entry(document, claims, &mine, mixes));
    }
    left.retain(|&i| is_mislabelled(&claims[i]));
    out.extend(entry(document, claims, &left, Mixes::BinaryValue));
    out
}

/// Whether data that is not counted in `KB`, `MB` ... is stated in such a unit: `10485760 B = 10 MB`, `320 KiB x 4,096 = 1.25
/// GB`. Where all of a line is counted in them, 1,024 may be what its author means by each.
fn is_mislabelled(claim: &Claim) -> bool {
    let counts = |q: &Quantity| prefixed(&q.unit).is_some_and(|u| !u.contains('i'));
    let apart = |q: &Quantity| q.dimension.data() != 0 && !counts(q);
    claim.value.as_ref().is_some_and(counts) && claim.operands.iter().any(|o| apart(&o.value))
}

fn entry(document: &Document, claims: &[Claim], found: &[usize], mixes: Mixes) -> Option<PrefixMix> {
    let (&claim, also) = found.split_first()?;
    Some(PrefixMix { claim, mixes, also: also.to_vec(), units: units(document, &claims[claim], true) })
}

/// Whether a claim that holds cannot hold by the other meaning too, by the digits it shows.
fn is_proof(document: &Document, claim: &Claim) -> bool {
    let digits = claim.value.as_ref().map_or(0, digits);
    let rough = digits < ROUGH_DIGITS && is_rough(document, claim);
    // `6.4 TB` is what an estimate shows of any number near it, also where its factors are round.
    let whole = claim.value.as_ref().is_some_and(|v| !v.rounded);
    match claim.how {
        Some(How::Exact) => (!claim.weak || digits >= 2) && (whole || digits >= DIGITS) && !rough,
        Some(How::Rounded | How::Truncated) => digits >= DIGITS && !rough,
        _ => false,
    }
}

/// Whether a mark or a word of approximation stands before the stated number: `~333 rec/s`.
fn is_rough(document: &Document, claim: &Claim) -> bool {
    let text = document.source.text().get(..claim.stated_span.start).unwrap_or("");
    let before = text.rsplit('\n').next().unwrap_or("").trim_end_matches([' ', '*', '`', '(']);
    before.ends_with(['~', '≈', '≃']) || before.rsplit(' ').next().is_some_and(is_about)
}

/// Digits shown, without zeros at either end.
pub(super) fn digits(q: &Quantity) -> usize {
    if q.ulp.is_zero() {
        return 0;
    }
    (&q.value / &q.ulp).round().to_string().trim_start_matches(['-', '0']).len()
}

/// Whether a claim holds only by 1,024; also where bytes are 1,024 times a round number to the digit, and only rounded as
/// written: `10485760 B = 10 MB`.
fn needs_binary(document: &Document, claim: &Claim, lookup: &Lookup<'_>) -> bool {
    if claim.verdict != Verdict::Holds || claim.kind == ClaimKind::Comparison {
        return false;
    }
    if claim.reading.contains(BINARY) {
        return is_proof(document, claim);
    }
    let bytes = claim.operands.iter().any(|o| o.value.dimension == Dimension::DATA);
    let plain = claim.operands.iter().all(|o| prefixed(&o.value.unit).is_none() && !o.value.rounded);
    let rounded = matches!(claim.how, Some(How::Rounded | How::Truncated)) && !symbols(claim).is_empty();
    let names = |name: &str| lookup.lookup(name, claim.section).map(|d| d.value.clone());
    let binary = Convention { binary: Some(true), ..Convention::default() };
    bytes && plain && rounded && Rework::of(claim).is_some_and(|r| r.is_exact_under(binary, &names))
}

fn needs_decimal(document: &Document, claim: &Claim, lookup: &Lookup<'_>) -> bool {
    let holds = claim.verdict == Verdict::Holds && !claim.reading.contains(BINARY) && is_proof(document, claim);
    if !holds || claim.kind == ClaimKind::Comparison {
        return false;
    }
    let names = |name: &str| lookup.lookup(name, claim.section).map(|d| d.value.clone());
    let binary = Convention { binary: Some(true), ..Convention::default() };
    let again = Rework::of(claim).and_then(|r| r.under(binary, &names));
    matches!(again, Some(Reworked::Differs(..)))
}

/// The units of a claim that take 1,000 as written: `MB`.
fn symbols(claim: &Claim) -> Vec<String> {
    let quantities = claim.value.iter().chain(claim.operands.iter().map(|o| &o.value));
    quantities.filter_map(|q| prefixed(&q.unit)).filter(|u| steps(u) > 0 && !u.contains('i')).collect()
}

/// The unit of data with its prefix in what stands behind a number, `kB` as `KB`.
fn prefixed(text: &str) -> Option<String> {
    let word = text.split(|c: char| !c.is_ascii_alphabetic()).find(|w| steps(w) > 0)?;
    Some(word.replace('k', "K"))
}

/// Steps of the prefix of a unit of bytes: 2 for `MB` and for `MiB`.
fn steps(word: &str) -> u32 {
    let decimal = word.replacen('i', "", 1);
    let known = matches!(word.as_bytes(), [_, b'B'] | [_, b'i', b'B']);
    if known && unit(word).is_some() { unit(&decimal).map_or(0, |u| u.decimal_steps) } else { 0 }
}

/// What a wrong claim mixes, where its result is off by steps of 1.024 that its prefixes have.
fn wrong_steps(claim: &Claim) -> Option<Mixes> {
    let (value, right) = (claim.value.as_ref()?, claim.recomputed.as_ref()?);
    let exact = digits(value) >= DIGITS;
    if value.dimension.data() == 0 || value.dimension != right.dimension || right.value.is_zero() || !exact {
        return None;
    }
    let step = Rational::from(1_024u32) / Rational::from(1_000u32);
    let fits = |x: &Rational| {
        let gap = if *x > value.value { x - &value.value } else { &value.value - x };
        gap * Rational::from(2u8) <= value.ulp
    };
    let family = Family::of(claim, value);
    let (mut up, mut down) = (right.value.clone(), right.value.clone());
    for n in 1..=MOST_STEPS {
        up *= &step;
        down /= &step;
        if family.decimal_value == Some(n) && fits(&up) {
            return Some(Mixes::DecimalValue);
        }
        if n < family.up && fits(&up) || n < family.down && fits(&down) {
            return Some(Mixes::Steps);
        }
    }
    None
}

const MOST_STEPS: u32 = 6;

/// How many steps of 1.024 a mix can be off; fewer than those between the prefixes of the two sides.
#[derive(Default)]
struct Family {
    up: u32,
    down: u32,
    /// Steps of a binary unit in which plain bytes are stated as if it were decimal.
    decimal_value: Option<u32>,
}

impl Family {
    fn of(claim: &Claim, value: &Quantity) -> Self {
        let operands = || claim.operands.iter().filter_map(|o| prefixed(&o.value.unit));
        let decimal = operands().filter(|u| !u.contains('i')).map(|u| steps(&u)).max();
        let binary = operands().any(|u| u.contains('i'));
        let stated = prefixed(&value.unit);
        let to = stated.as_deref().map_or(0, steps);
        match (stated.is_some_and(|u| u.contains('i')), binary, decimal) {
            (true, true, _) => Self::default(),
            (true, false, Some(from)) => Self { up: from, ..Self::default() },
            (true, false, None) => Self { up: to, decimal_value: Some(to), ..Self::default() },
            (false, true, _) => Self { down: to, ..Self::default() },
            (false, false, from) => {
                let from = from.unwrap_or(0);
                Self { up: from.saturating_sub(to), down: to.saturating_sub(from), decimal_value: None }
            }
        }
    }
}

/// The units of a claim in the other family, each with its place; empty where one is written out or is not found.
fn units(document: &Document, claim: &Claim, to_binary: bool) -> Vec<(Span, String)> {
    let mut out = Vec::new();
    let spans =
        claim.operands.iter().map(|o| (o.span, &o.value)).chain(claim.value.iter().map(|v| (claim.stated_span, v)));
    for (span, quantity) in spans {
        let Some(symbol) = prefixed(&quantity.unit).filter(|s| s.contains('i') != to_binary) else { continue };
        let text = document.source.slice(span);
        let small = symbol.replace('K', "k");
        let Some(at) = find_word(text, &symbol).or_else(|| find_word(text, &small)) else { return Vec::new() };
        let new = if to_binary { symbol.replacen('B', "iB", 1) } else { symbol.replacen('i', "", 1) };
        out.push((Span::new(span.start + at, span.start + at + symbol.len()), new));
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Whether the document says what its prefixes mean.
fn states_prefixes(document: &Document) -> bool {
    static SAYS: OnceLock<Option<Regex>> = OnceLock::new();
    let says = SAYS.get_or_init(|| {
        compile(
            r"(?ix) (?:^|[^0-9.,\s]\s*|\b1\s*) \b[kmgtp]i?b\b [`*\s]* (?:=|:|≈|is|are|means?|equals) \s*
                    (?:1[,\s]?0(?:00|24)\b | 10\s*(?:\^|\*\*|<sup>|[⁰-⁹]) | 2\s*(?:\^|\*\*|<sup>|[⁰-⁹]) | 1e\d)
                | \b(?:binary|decimal|iec|si|base-?\s?(?:2|10|two|ten|1000|1024))\s+(?:prefix|unit|multiple|(?:kilo|mega|giga|tera)?bytes?\b)
                | \bpowers?\s+of\s+(?:two|ten|2|10|1[,\s]?0(?:00|24))\b",
        )
        .ok()
    });
    let Some(says) = says else { return false };
    let mut lines = document.source.text().lines().filter(|line| line.contains(['b', 'B', 'p', 'P']));
    lines.any(|line| says.is_match(line) || spells_out(line))
}

/// "8 MB (8,388,608 bytes)": the byte behind the prefix is written out.
fn spells_out(line: &str) -> bool {
    static SPELLS: OnceLock<Option<Regex>> = OnceLock::new();
    let spells = SPELLS.get_or_init(|| compile(r"\b(\d{1,6}) ?([KMGT])B \(([\d,]{4,20}) ?(?:B|bytes?)\b").ok());
    let Some(spells) = spells.as_ref().filter(|_| line.contains("B (")) else { return false };
    spells.captures_iter(line).any(|found| {
        let digits = |group: usize| found[group].replace(',', "").parse::<u128>().ok();
        let steps = "KMGT".find(&found[2]).map_or(0, |i| i + 1);
        let binary = digits(1).map(|n| (0..steps).fold(n, |n, _| n.saturating_mul(1_024)));
        binary.is_some() && binary == digits(3)
    })
}
