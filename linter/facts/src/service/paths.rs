//! The path of a request through the parts of a system.

use designlint_document::{Block, BlockKind, Document, Flat, Span};

use crate::Text;
use crate::formulas::fold;

const ARROWS: [&str; 6] = ["-->", "->", "=>", "→", "⟶", "➜"];
/// Words before a list of parts that a request goes through.
const PASSES: [&str; 9] = [
    "passes through",
    "goes through",
    "travels through",
    "flows through",
    "runs through",
    "passes",
    "traverses",
    "crosses",
    "visits",
];
/// Most words of a part.
const WORDS: usize = 4;

/// The parts that a request goes through, in order.
#[derive(Clone, Debug)]
pub struct Path {
    /// The parts by name.
    pub hops: Vec<Text>,
    /// Index of the section.
    pub section: usize,
}

/// Who calls and who is answered, by the last word of the name ("start page"): no part of the path.
const CALLERS: &[&str] = &[
    "client",
    "clients",
    "user",
    "users",
    "caller",
    "callers",
    "browser",
    "browsers",
    "app",
    "customer",
    "customers",
    "device",
    "devices",
    "response",
    "request",
    "mobile",
    "internet",
    "page",
    "pages",
    "screen",
    "website",
    "phone",
    "viewer",
    "reader",
];
/// Lines of a budget that stand for all that is not named.
const REST: &[&str] = &[
    "other",
    "others",
    "rest",
    "misc",
    "miscellaneous",
    "overhead",
    "everything",
    "remaining",
    "remainder",
    "backend",
    "server",
    "processing",
];

impl Path {
    /// Whether the path is told in a section, in one it stands in or in one that stands in it.
    pub fn is_of_section(&self, document: &Document, section: usize) -> bool {
        let above =
            |from: usize| std::iter::successors(Some(from), |&s| document.sections.get(s).and_then(|s| s.parent));
        above(section).any(|s| s == self.section) || above(self.section).any(|s| s == section)
    }

    /// Whether a budget divides the path by its parts: it names two of them at least, and more than it does not.
    pub fn is_divided_by(&self, lines: &[&str]) -> bool {
        let (known, unnamed) = self.parts(lines);
        known.len() >= 2 && known.len() > unnamed.len()
    }

    /// The parts that none of the lines of a budget names; none where the lines divide the path otherwise.
    pub fn unnamed(&self, lines: &[&str]) -> Vec<&Text> {
        let has_rest = lines.iter().any(|l| words(l).iter().any(|w| REST.contains(&w.as_str())));
        if has_rest || !self.is_divided_by(lines) { Vec::new() } else { self.parts(lines).1 }
    }

    /// The parts that a line names, and the others; the caller at the ends is no part.
    fn parts(&self, lines: &[&str]) -> (Vec<&Text>, Vec<&Text>) {
        let lines: Vec<Vec<String>> = lines.iter().map(|l| words(l)).collect();
        let named = |hop: &&Text| {
            let hop = words(&hop.text);
            lines.iter().any(|line| hop.iter().any(|w| line.contains(w)))
        };
        let ends = [0, self.hops.len().saturating_sub(1)];
        let is_caller = |at: usize, hop: &Text| {
            ends.contains(&at) && words(&hop.text).last().is_some_and(|w| CALLERS.contains(&w.as_str()))
        };
        let parts = self.hops.iter().enumerate().filter(|(at, hop)| !is_caller(*at, hop)).map(|(_, hop)| hop);
        parts.partition(named)
    }
}

/// The words of a name, lower case and singular.
fn words(name: &str) -> Vec<String> {
    let parts = name.split(|c: char| !c.is_alphanumeric());
    parts.filter(|w| !w.is_empty()).map(fold).collect()
}

/// The paths of a document: `client → gateway → store`, "a request passes the gateway, the queue and the store".
pub(super) fn paths(document: &Document) -> Vec<Path> {
    let mut out = Vec::new();
    for block in &document.blocks {
        let raw = document.source.slice(block.span);
        let drawn = ARROWS.iter().any(|a| raw.contains(a));
        if !drawn && !PASSES.iter().any(|p| raw.contains(p)) {
            continue;
        }
        match &block.kind {
            BlockKind::Paragraph => out.extend(prose(document, block)),
            BlockKind::Code { info } if matches!(info.as_str(), "" | "text" | "txt") => {
                for &line in &block.lines {
                    let flat = Flat::of(&document.source, &[line], true);
                    out.extend(chain(&flat, 0..flat.text.len(), block.section));
                }
            }
            _ => {}
        }
    }
    out
}

fn prose(document: &Document, block: &Block) -> Vec<Path> {
    let flat = document.flat(block);
    let mut out = Vec::new();
    let mut start = 0;
    let ends = flat
        .text
        .match_indices(['.', ';'])
        .filter(|(i, m)| *m != "." || flat.text[i + 1..].starts_with(char::is_whitespace));
    let ends: Vec<usize> = ends.map(|(i, _)| i).chain([flat.text.len()]).collect();
    for end in ends {
        out.extend(chain(&flat, start..end, block.section).or_else(|| listed(&flat, start..end, block.section)));
        start = end + 1;
    }
    out
}

/// Names between arrows; what stands before a colon is no name.
fn chain(flat: &Flat, range: std::ops::Range<usize>, section: usize) -> Option<Path> {
    let text = flat.text.get(range.clone())?;
    let mut hops = Vec::new();
    let mut at = 0;
    let mut first = true;
    loop {
        let next = first_of(&ARROWS, &text[at..]).map(|(i, len)| (at + i, len));
        let end = next.map_or(text.len(), |(i, _)| i);
        let mut from = at;
        if std::mem::take(&mut first) {
            from = text[at..end].rfind([':', '\n']).map_or(at, |i| at + i + 1);
        }
        let line_end = if next.is_none() { text[from..].find('\n') } else { None };
        let last = line_end.map_or(end, |i| from + i);
        hops.push(name(flat, range.start + from..range.start + last)?);
        match next {
            Some((i, len)) => at = i + len,
            None => break,
        }
    }
    (hops.len() >= 3).then_some(Path { hops, section })
}

/// Where the first of the marks stands, and how long it is; of several at one place the longest.
fn first_of(marks: &[&str], text: &str) -> Option<(usize, usize)> {
    text.char_indices().find_map(|(at, _)| {
        let here = marks.iter().filter(|m| text[at..].starts_with(**m));
        here.map(|m| m.len()).max().map(|len| (at, len))
    })
}

/// `passes the gateway, the queue and the store`.
fn listed(flat: &Flat, range: std::ops::Range<usize>, section: usize) -> Option<Path> {
    let text = flat.text.get(range.clone())?;
    let lower = text.to_ascii_lowercase();
    let (at, verb) = PASSES.iter().find_map(|p| lower.find(&format!(" {p} ")).map(|i| (i, p)))?;
    if !["request", "query", "call", "message", "read", "write"].iter().any(|w| lower[..at].contains(w)) {
        return None;
    }
    let mut from = at + verb.len() + 2;
    let mut hops = Vec::new();
    while from < text.len() {
        let next =
            first_of(&[", and then ", ", then ", ", and ", ", ", " and then ", " and ", " then "], &lower[from..]);
        let end = next.map_or(text.len(), |(i, _)| from + i);
        hops.push(name(flat, range.start + from..range.start + end)?);
        from = next.map_or(text.len(), |(i, len)| from + i + len);
    }
    (hops.len() >= 3).then_some(Path { hops, section })
}

/// A short name without article, note and number.
fn name(flat: &Flat, range: std::ops::Range<usize>) -> Option<Text> {
    let text = flat.text.get(range.clone())?;
    let text = &text[..text.find(['(', ',', ';', ':']).unwrap_or(text.len())];
    let mut trimmed = text.trim_start_matches(|c: char| c.is_whitespace() || c == '|');
    for article in ["the ", "a ", "an ", "its ", "our "] {
        let cut = trimmed.get(..article.len()).filter(|t| t.eq_ignore_ascii_case(article));
        trimmed = cut.map_or(trimmed, |_| &trimmed[article.len()..]);
    }
    let start = range.start + text.len() - trimmed.len();
    let trimmed = trimmed.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '|'));
    let words = trimmed.split_whitespace().count();
    let named = (1..=WORDS).contains(&words) && trimmed.contains(char::is_alphabetic);
    let span: Span = flat.source_span(start..start + trimmed.len());
    named.then(|| Text { text: trimmed.to_string(), span })
}
