//! Sentences of a text without marks.

use std::ops::Range;
use std::sync::Arc;

use crate::{Flat, RegionKind, Span, fold_blanks, folded};

/// Words before a full stop that do not end a sentence.
const ABBREVIATIONS: &[&str] =
    &["e.g", "i.e", "vs", "etc", "approx", "cf", "fig", "no", "sec", "min", "max", "resp", "incl", "ca", "al"];

/// A sentence. A copy costs little.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Without marks and the blanks around it, other blanks folded.
    pub text: Arc<str>,
    /// The same, [`folded`].
    pub folded: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

impl Flat {
    pub(crate) fn split(&self) -> Box<[Sentence]> {
        let code = self.regions.iter().filter(|r| r.kind == RegionKind::Code).map(|r| r.range.clone());
        let mut start = 0;
        let ends = sentence_ends(&self.text, &code.collect::<Vec<_>>());
        ends.into_iter().filter_map(|end| self.sentence(std::mem::replace(&mut start, end)..end)).collect()
    }

    fn sentence(&self, range: Range<usize>) -> Option<Sentence> {
        let raw = &self.text[range.clone()];
        let text = raw.trim();
        let start = range.start + (raw.len() - raw.trim_start().len());
        let written = fold_blanks(text);
        (!written.is_empty()).then(|| Sentence {
            folded: folded(&written).into(),
            text: written.into(),
            span: self.source_span(start..start + text.len()),
        })
    }
}

/// Offsets after each sentence, the last one the length of the text.
pub fn sentence_ends(text: &str, code: &[Range<usize>]) -> Vec<usize> {
    let mut ends = Vec::new();
    let bytes = text.as_bytes();
    let mut last = 0;
    for (i, &b) in bytes.iter().enumerate() {
        if !matches!(b, b'.' | b'!' | b'?') || holds(code, i) {
            continue;
        }
        let close = bytes[i + 1..].iter().take_while(|b| b")\"'*_".contains(b)).count();
        let end = i + 1 + close;
        let next = text[end..].trim_start().chars().next();
        let broken = end == text.len() || bytes[end].is_ascii_whitespace();
        let blanks = text[end..].len() - text[end..].trim_start().len();
        let opens = next.is_none_or(|c| !c.is_lowercase()) || starts_at(code, end + blanks);
        if broken && opens && !(b == b'.' && is_abbreviation(&text[last..i])) {
            ends.push(end);
            last = end;
        }
    }
    if ends.last() != Some(&text.len()) {
        ends.push(text.len());
    }
    ends
}

/// Whether one of the ranges, which are in order, holds a byte.
fn holds(ranges: &[Range<usize>], byte: usize) -> bool {
    let after = ranges.partition_point(|r| r.start <= byte);
    after.checked_sub(1).and_then(|i| ranges.get(i)).is_some_and(|r| r.contains(&byte))
}

fn starts_at(ranges: &[Range<usize>], byte: usize) -> bool {
    ranges.binary_search_by_key(&byte, |r| r.start).is_ok()
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit([' ', '(', '\n']).next().unwrap_or("").to_ascii_lowercase();
    // "1. First" is a number of a list, "on day 1. Then" an end.
    let numbering = before.trim().len() == 1 && before.trim().bytes().all(|b| b.is_ascii_digit());
    ABBREVIATIONS.contains(&word.as_str()) || numbering
}
