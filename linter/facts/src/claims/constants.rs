//! Sizes that never change, stated otherwise: `UUID (128 bytes)`, a row `id | UUID | 128` under "bytes"; and the seconds of
//! a day.

use std::ops::Range;

use designlint_document::Document;
use designlint_quantity::{Convention, Dimension, Quantity, Rational, TokenKind, unit};

use super::{
    Claim, ClaimKind, Fault,
    amount::{Amount, cell},
    draft::{Draft, Judgement},
    labels::words,
    passage::Passage,
    sums::magnitude,
};
use crate::knowledge::Constant;

/// Words that may stand beside a constant's name: they say what it is used as.
const BESIDE: &[&str] = &[
    "address",
    "addresses",
    "binary",
    "columns",
    "digests",
    "fields",
    "hashes",
    "ids",
    "keys",
    "values",
    "column",
    "digest",
    "each",
    "field",
    "foreign",
    "hash",
    "id",
    "key",
    "pk",
    "primary",
    "raw",
    "type",
    "v4",
    "v7",
    "value",
    "version",
];
/// Words between a name and its size.
const LINKS: &[&str] = &[
    "is", "are", "takes", "take", "needs", "need", "uses", "use", "has", "have", "at", "a", "of", "occupies", "costs",
    "each", "only",
];

/// The wrong sizes that a passage states.
pub(super) fn stated(passage: &Passage, constants: &[Constant]) -> Vec<Claim> {
    let says = |mark: &str| memchr::memmem::find(passage.text.as_bytes(), mark.as_bytes()).is_some();
    let mut out = Vec::new();
    if ["bit", "byte", "Byte", " B"].iter().any(|m| says(m)) {
        let lower = passage.text.to_ascii_lowercase();
        for constant in constants {
            for word in &constant.words {
                for (start, _) in lower.match_indices(word.as_str()) {
                    out.extend(named(passage, &lower, constant, start..start + word.len()));
                }
            }
        }
    }
    if says("day") || says("hour") || says("week") {
        out.extend((0..passage.tokens.len()).filter_map(|at| period(passage, at)));
    }
    // `IPv6 address` is found by both its names.
    out.sort_by_key(|c| c.stated_span);
    out.dedup_by_key(|c| c.stated_span);
    out
}

/// The size that follows or precedes a name.
fn named(passage: &Passage, lower: &str, constant: &Constant, name: Range<usize>) -> Option<Claim> {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '/'));
    let end = if lower[name.end..].starts_with('s') { name.end + 1 } else { name.end };
    if !edge(lower[..name.start].chars().next_back()) || !edge(lower[end..].chars().next()) {
        return None;
    }
    let tokens = &passage.tokens;
    let first = tokens.partition_point(|t| t.range.end <= name.start);
    let mut at = tokens.partition_point(|t| t.range.start < end);
    let is = |i: usize, list: &[&str]| {
        tokens
            .get(i)
            .is_some_and(|t| t.kind == TokenKind::Word && list.contains(&t.text(&passage.text).to_lowercase().as_str()))
    };
    while is(at, BESIDE) {
        at += 1;
    }
    let linked = match tokens.get(at).map(|t| &t.kind) {
        Some(TokenKind::Open | TokenKind::Colon | TokenKind::Relation(designlint_quantity::Relation::Equal)) => at + 1,
        _ => at,
    };
    let mut from = linked;
    while is(from, LINKS) {
        from += 1;
    }
    // "4 x UUID", "two UUIDs": a size of several.
    let several = first.checked_sub(1).is_some_and(|i| {
        matches!(tokens[i].kind, TokenKind::Number(_) | TokenKind::Times | TokenKind::Plus | TokenKind::Minus)
            || is(i, &["two", "three", "four", "both", "per", "plus", "and", "or", "bit", "bits", "byte", "bytes"])
    });
    let behind = (from > at)
        .then(|| passage.amount(from))
        .flatten()
        .filter(|(_, next)| !several && tokens.get(*next).is_none_or(|t| !joins(&t.kind)));
    behind.and_then(|(amount, _)| of_size(passage.section, constant, &amount, passage.text.get(name.clone())?))
}

fn joins(kind: &TokenKind) -> bool {
    matches!(kind, TokenKind::Times | TokenKind::Plus | TokenKind::Over | TokenKind::Range | TokenKind::Minus)
}

/// A claim on a size in bits or bytes, where it is neither the constant's nor that of one of its text forms.
fn of_size(section: usize, constant: &Constant, amount: &Amount, name: &str) -> Option<Claim> {
    let quantity = amount.quantity();
    let right = Rational::from(constant.bits) / Rational::from(8u8);
    let counted = amount.literal.suffix.noun.is_empty() && !amount.about && !amount.bound;
    if quantity.dimension != Dimension::DATA || !counted || quantity.value > Rational::from(1024u16) {
        return None;
    }
    let text = constant.text.iter().any(|&n| quantity.value == Rational::from(n));
    (quantity.value != right && !text).then(|| claim(section, constant, amount, name, right / quantity.factor))
}

fn claim(section: usize, constant: &Constant, amount: &Amount, name: &str, right: Rational) -> Claim {
    let mut claim = Draft {
        kind: ClaimKind::Conversion,
        span: amount.span,
        stated: amount,
        operands: Vec::new(),
        text: name.to_string(),
        computed: Some(right),
        recomputed: None,
        judgement: Judgement::Wrong(Fault::Constant, None),
        reading: "a fixed size".to_string(),
        section,
    }
    .claim();
    claim.relation = format!("{} has {} bits, {} bytes", constant.name, constant.bits, constant.bits / 8);
    claim
}

/// The wrong sizes in tables: a cell that names a constant, and a number under "bytes" or "bits".
pub(super) fn in_tables(document: &Document, constants: &[Constant]) -> Vec<Claim> {
    let mut out = Vec::new();
    for table in &document.tables {
        let factor = |column: usize| table.header.cells.get(column).and_then(|c| bits_of(&c.text));
        let sized: Vec<(usize, u32)> = (0..table.header.cells.len()).filter_map(|c| Some((c, factor(c)?))).collect();
        for row in table.rows.iter().filter(|_| !sized.is_empty()) {
            let found = row.cells.iter().find_map(|c| Some((constant_in(&c.text, constants)?, &c.text)));
            let Some((constant, name)) = found else { continue };
            for &(column, bits) in &sized {
                let Some(content) = row.cells.get(column).map(|c| cell(document, c, Convention::default())) else {
                    continue;
                };
                // `00`, `1234` are the bytes themselves.
                let code = row.cells.get(column).is_some_and(|c| c.text.starts_with(['`', '0']));
                let plain = |a: &&Amount| a.is_bare() && a.rest.is_empty() && !a.about && !code;
                let Some(amount) = content.amount().filter(plain) else {
                    continue;
                };
                let stated = &amount.number().value * Rational::from(bits);
                let text = constant.text.iter().any(|&n| stated == Rational::from(n * 8));
                if stated != Rational::from(constant.bits) && !text {
                    let right = Rational::from(constant.bits) / Rational::from(bits);
                    out.push(claim(table.section, constant, amount, name.trim_matches('`'), right));
                }
            }
        }
    }
    out
}

/// How many bits one of a column is: "bytes", "size (B)", "bits".
fn bits_of(header: &str) -> Option<u32> {
    const SIZES: &[&str] = &["size", "width", "length", "len", "in", "each", "per", "value"];
    let words = words(header);
    let (units, rest): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|w| matches!(w.as_str(), "byte" | "bytes" | "bit" | "bits" | "b"));
    let [unit] = units.as_slice() else { return None };
    rest.iter().all(|w| SIZES.contains(&w.as_str())).then(|| if unit.starts_with("bit") { 1 } else { 8 })
}

/// The constant that a cell names and nothing else.
fn constant_in<'c>(text: &str, constants: &'c [Constant]) -> Option<&'c Constant> {
    let lower = text.trim().trim_matches('`').to_lowercase();
    constants.iter().find(|c| {
        c.words.iter().any(|w| {
            lower.strip_prefix(w.as_str()).is_some_and(|rest| {
                (rest.is_empty() || rest.starts_with([' ', '(']))
                    && words(rest).iter().all(|w| BESIDE.contains(&w.as_str()))
            })
        })
    })
}

/// `84,600 seconds in a day`, "a day has 84,600 seconds", `43,800 minutes per 30 days`.
fn period(passage: &Passage, at: usize) -> Option<Claim> {
    if !matches!(passage.tokens[at].kind, TokenKind::Number(_)) {
        return None;
    }
    let literal_end = |a: &Amount| passage.tokens.partition_point(|t| t.range.start < a.literal.suffix.end);
    let (amount, _) = passage.amount(at)?;
    let mut stated = amount;
    // `seconds per day` may have been read as one unit.
    let day = stated.literal.suffix.units.iter().find(|u| u.exponent < 0).map(|u| u.word.clone());
    stated.literal.suffix.units.retain(|u| u.exponent > 0);
    let [small] = stated.literal.suffix.units.as_slice() else { return None };
    let small = unit(&small.word).filter(|u| u.dimension == Dimension::TIME)?;
    let (name, length) = match day {
        Some(word) => (word.clone(), length(&word)?),
        None => whole(passage, literal_end(&stated), at)?,
    };
    let one = Quantity::of(&stated.literal, "").factor;
    let right = length / &one;
    let value = &stated.number().value;
    let gap = magnitude(&(value - &right));
    let places = Rational::from(10u8).pow(isize::try_from(stated.number().zeros).unwrap_or(0));
    let rounded =
        &gap * Rational::from(2u8) <= if stated.number().rounded { stated.number().ulp.clone() } else { places };
    let near = &gap * Rational::from(20u8) <= right;
    if rounded || !near || stated.about || stated.bound || stated.number().digits < 3 || small.dimension.is_compound() {
        return None;
    }
    let text = passage.text.get(stated.literal.range.clone())?.split_whitespace().last()?.to_string();
    let mut claim = Draft {
        kind: ClaimKind::Conversion,
        span: stated.span,
        stated: &stated,
        operands: Vec::new(),
        text: name.clone(),
        computed: Some(right.clone()),
        recomputed: None,
        judgement: Judgement::Wrong(Fault::Constant, None),
        reading: "a fixed length".to_string(),
        section: passage.section,
    }
    .claim();
    claim.relation = format!("{name} has {} {text}", designlint_quantity::significant(&right, 6));
    Some(claim)
}

fn length(word: &str) -> Option<Rational> {
    let known = matches!(word, "day" | "days" | "hour" | "hours" | "week" | "weeks");
    known.then(|| unit(word)).flatten().map(|u| u.factor.clone())
}

/// The period that follows, "in a day", "per 30 days", or that stands before, "a day has".
fn whole(passage: &Passage, behind: usize, at: usize) -> Option<(String, Rational)> {
    let word = |i: usize| {
        let token = passage.tokens.get(i).filter(|t| t.kind == TokenKind::Word);
        token.map_or(String::new(), |t| t.text(&passage.text).to_lowercase())
    };
    let one = |w: &str| matches!(w, "a" | "an" | "one" | "each" | "every");
    if matches!(word(behind).as_str(), "in" | "per") {
        if one(&word(behind + 1)) {
            return Some((format!("a {}", word(behind + 2)), length(&word(behind + 2))?));
        }
        let (several, _) = passage.amount(behind + 1)?;
        let days = several.literal.suffix.units.first().map(|u| u.word.to_lowercase())?;
        return Some((several.text.clone(), length(&days)? * &several.number().value));
    }
    let has = |i: usize| matches!(word(i).as_str(), "has" | "is" | "have" | "holds");
    let verb = at.checked_sub(1).filter(|&i| has(i))?;
    let noun = word(verb.checked_sub(1)?);
    one(&word(verb.checked_sub(2)?)).then_some(())?;
    Some((format!("a {noun}"), length(&noun)?))
}
