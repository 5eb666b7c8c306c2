//! Percentages that a sentence calls a change: "18% less throughput", "improved by 10%", "a 71% reduction".

use std::ops::Range;

use designlint_quantity::{Dimension, Share, TokenKind};

use super::{amount::Amount, passage::Passage};

/// What the word beside a percentage says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// Less: a share of the larger number.
    Less,
    /// More: a share of the smaller number.
    More,
    /// Faster, better: of either, by the quantity.
    Better,
    /// Slower, worse: of either, by the quantity.
    Worse,
}

const LESS: &[&str] = &[
    "cheaper",
    "cut",
    "cuts",
    "decline",
    "declined",
    "declines",
    "decrease",
    "decreased",
    "decreases",
    "drop",
    "dropped",
    "drops",
    "fall",
    "falls",
    "fell",
    "fewer",
    "less",
    "lighter",
    "loss",
    "lower",
    "lowered",
    "lowers",
    "reduced",
    "reduces",
    "reduction",
    "saved",
    "saves",
    "saving",
    "savings",
    "shorter",
    "shrank",
    "shrinks",
    "shrunk",
    "smaller",
];
const MORE: &[&str] = &[
    "bigger",
    "grew",
    "grow",
    "grows",
    "growth",
    "heavier",
    "higher",
    "increase",
    "increased",
    "increases",
    "larger",
    "longer",
    "more",
    "raised",
    "raises",
    "rise",
    "rises",
    "rose",
];
const BETTER: &[&str] =
    &["better", "faster", "gain", "improved", "improvement", "improves", "quicker", "speed-up", "speedup"];
const WORSE: &[&str] = &["regressed", "regression", "slower", "slowdown", "worse"];
/// Words that may stand between a percentage and its word.
const BETWEEN: &[&str] =
    &["net", "overall", "relative", "total", "performance", "latency", "throughput", "cost", "time"];
/// Verbs among the words: they stand before the percentage.
const BY: &[&str] = &["by", "about", "roughly", "around", "approximately", "some", "nearly", "almost", "another", "a"];

impl Sense {
    /// What a word in lower case says.
    pub fn of(word: &str) -> Option<Self> {
        [(LESS, Self::Less), (MORE, Self::More), (BETTER, Self::Better), (WORSE, Self::Worse)]
            .into_iter()
            .find(|(words, _)| words.contains(&word))
            .map(|(_, sense)| sense)
    }

    /// What a word before the percentage says: "up 20%" too.
    fn of_verb(word: &str) -> Option<Self> {
        match word {
            "up" => Some(Self::More),
            "down" => Some(Self::Less),
            word => Self::of(word),
        }
    }
}

/// A percentage that a sentence calls a change.
pub(super) struct Said {
    /// The percentage.
    pub amount: Amount,
    /// What it is called.
    pub sense: Sense,
    /// The word for it, lower case.
    pub word: String,
    /// The quantity that it says has changed, lower case; empty where none is named.
    pub of: Vec<String>,
    /// Its tokens, the word included.
    pub tokens: Range<usize>,
    /// Where its number stands among them.
    pub amount_token: usize,
}

/// The changes that a range of tokens states in percent.
pub(super) fn said(passage: &Passage, sentence: Range<usize>) -> Vec<Said> {
    let percent = |i: &usize| matches!(passage.tokens[*i].kind, TokenKind::Number(_));
    sentence.clone().filter(percent).filter_map(|at| one(passage, &sentence, at)).collect()
}

fn one(passage: &Passage, sentence: &Range<usize>, at: usize) -> Option<Said> {
    let (amount, _) = passage.amount(at)?;
    if amount.literal.suffix.share != Some(Share::Percent) || amount.bound || is_bound(passage, sentence, at) {
        return None;
    }
    let sign = passage.tokens[at..sentence.end].iter().position(|t| t.kind == TokenKind::Percent)? + at;
    let lower = |i: usize| -> Option<String> {
        let token = passage.tokens.get(i).filter(|t| sentence.contains(&i) && t.kind == TokenKind::Word)?;
        Some(token.text(&passage.text).to_lowercase())
    };
    let behind = (sign + 1..=sign + 2).find_map(|i| Some((i, Sense::of(&lower(i)?)?)));
    let behind = behind.filter(|(i, _)| {
        (sign + 1..*i).all(|j| lower(j).is_some_and(|w| BETWEEN.contains(&w.as_str()) || w.starts_with('p')))
    });
    if let Some((word, sense)) = behind {
        let of = quantity(&lower, word + 1, sign + 1..word);
        return Some(made(passage, amount, sense, word, of, (at..word + 1, at)));
    }
    let before = (at.saturating_sub(3)..at).rev().find(|&i| lower(i).is_none_or(|w| !BY.contains(&w.as_str())))?;
    let by = (before + 1..at).any(|i| lower(i).is_some_and(|w| w == "by"));
    // "cut the payload by 60%": the verb stands before what it cuts.
    let reach = if by { 4 } else { 0 };
    let names = (before.saturating_sub(reach)..=before).rev().take_while(|&i| lower(i).is_some());
    let (verb, sense) = names.filter_map(|i| Some((i, Sense::of_verb(&lower(i)?)?))).next()?;
    let mut of = quantity(&lower, sign + 1, 0..0);
    of.extend((verb + 1..=before).filter_map(lower).filter(|w| !matches!(w.as_str(), "the" | "our" | "a" | "its")));
    Some(made(passage, amount, sense, verb, of, (verb..sign + 1, at)))
}

fn made(
    passage: &Passage,
    amount: Amount,
    sense: Sense,
    at: usize,
    of: Vec<String>,
    (tokens, amount_token): (Range<usize>, usize),
) -> Said {
    let word = passage.tokens[at].text(&passage.text).to_lowercase();
    Said { amount, sense, word, of, tokens, amount_token }
}

/// "up to 40%", "at least 40%", "over 40%", "10-40%".
fn is_bound(passage: &Passage, sentence: &Range<usize>, at: usize) -> bool {
    let before = (sentence.start..at).rev().take(2).filter_map(|i| passage.tokens.get(i));
    before.take_while(|t| !matches!(t.kind, TokenKind::Comma | TokenKind::Colon)).any(|t| match t.kind {
        TokenKind::Word => matches!(
            t.text(&passage.text).to_ascii_lowercase().as_str(),
            "least" | "most" | "over" | "to" | "under" | "than" | "below" | "above" | "another" | "further"
        ),
        TokenKind::Range | TokenKind::Relation(_) => true,
        TokenKind::Minus => !t.blank_after && !t.blank_before,
        _ => false,
    })
}

/// The words that name what has changed: "throughput" of "less throughput", "transaction size" of "reduction in total
/// transaction size"; up to three.
fn quantity(word: &dyn Fn(usize) -> Option<String>, from: usize, before: Range<usize>) -> Vec<String> {
    const LINKS: &[&str] = &["in", "of", "the", "a", "our", "its"];
    const ENDS: &[&str] = &[
        "after", "and", "at", "because", "but", "by", "compared", "due", "for", "from", "if", "on", "or", "over",
        "per", "relative", "than", "that", "to", "under", "versus", "vs", "when", "which", "while", "with", "is",
        "are", "again", "overall", "since", "here", "there", "now", "as", "against", "thanks", "between", "across",
        "without",
    ];
    let mut out: Vec<String> = before.filter_map(word).collect();
    let mut at = from;
    while let Some(w) = word(at) {
        if ENDS.contains(&w.as_str()) || out.len() >= 3 {
            break;
        }
        if !LINKS.contains(&w.as_str()) {
            out.push(w);
        }
        at += 1;
    }
    out
}

/// Whether the sentence speaks of waiting, where less is better.
pub(super) fn is_waiting(passage: &Passage, sentence: Range<usize>, word: &str) -> bool {
    const WAITING: &[&str] = &[
        "boot",
        "build",
        "cold",
        "compile",
        "delay",
        "duration",
        "latencies",
        "latency",
        "median",
        "p50",
        "p90",
        "p95",
        "p99",
        "query",
        "response",
        "runtime",
        "start-up",
        "startup",
        "wait",
    ];
    const LASTING: &[&str] = &["battery", "life", "lifetime", "mtbf", "retention", "ttl", "uptime", "window"];
    let words: Vec<String> = sentence.map(|i| passage.tokens[i].text(&passage.text).to_lowercase()).collect();
    let says = |list: &[&str]| words.iter().any(|w| list.contains(&w.as_str()));
    (says(WAITING) || matches!(word, "faster" | "slower" | "quicker")) && !says(LASTING)
}

pub(super) fn is_rate(amount: &Amount) -> bool {
    amount.quantity().dimension.is_compound() || amount.literal.suffix.units.iter().any(|u| u.exponent < 0)
}

/// Whether a number with this unit can measure what a word names.
pub(super) fn measures(amount: &Amount, word: &str) -> bool {
    const TIME: &[&str] = &["latency", "time", "delay", "duration", "runtime", "wait"];
    const DATA: &[&str] =
        &["memory", "size", "space", "storage", "bytes", "traffic", "ram", "disk", "footprint", "data"];
    const MONEY: &[&str] = &["cost", "costs", "price", "spend", "bill", "money"];
    const RATE: &[&str] = &["throughput", "bandwidth", "rate", "traffic", "load", "speed"];
    let quantity = amount.quantity();
    let has = |list: &[&str]| list.contains(&word);
    match () {
        () if is_rate(amount) => has(RATE),
        () if quantity.dimension == Dimension::TIME => has(TIME),
        () if amount.literal.suffix.currency.is_some() => has(MONEY),
        () if quantity.dimension.data() != 0 => has(DATA),
        () => amount.literal.suffix.noun.split_whitespace().any(|n| n == word),
    }
}
