//! Prose without marks, and its sentences with their places.

use std::sync::LazyLock;

use designlint_document::{Block, Document, Span};
use regex::Regex;

use crate::Text;

/// Words before a full stop that do not end a sentence.
const ABBREVIATIONS: &[&str] =
    &["e.g", "i.e", "vs", "etc", "approx", "cf", "fig", "no", "sec", "min", "max", "resp", "incl", "ca", "al"];

static LINK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\](?:\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s[^()]*)?\)|\[[^\[\]]*\])")
        .ok()
});
static TAG: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?s)<!--.*?-->|</?[A-Za-z][^<>]*>").ok());

/// Markdown source without emphasis, links, tags, comments and escapes, blanks folded. Code keeps its backticks and
/// everything between them.
pub(crate) fn plain(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('`') {
        plain_prose(&rest[..at], &mut out);
        let ticks = rest[at..].bytes().take_while(|&b| b == b'`').count();
        let fence = &rest[at..at + ticks];
        let inside = &rest[at + ticks..];
        let end = inside.find(fence).map_or(rest.len(), |e| at + ticks + e + ticks);
        out.push_str(&rest[at..end]);
        rest = &rest[end..];
    }
    plain_prose(rest, &mut out);
    fold_blanks(&out)
}

/// Lower case, straight quotes, blanks folded: the form in which words are compared.
pub(crate) fn folded(text: &str) -> String {
    let lower: String = text.chars().flat_map(char::to_lowercase).map(straight).collect();
    fold_blanks(&lower)
}

fn straight(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{02bc}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2010}' | '\u{2011}' => '-',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

/// Blanks and line ends folded to one blank, none at the ends.
pub(crate) fn fold_blanks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

fn plain_prose(raw: &str, out: &mut String) {
    let untagged = TAG.as_ref().map_or(raw.into(), |r| r.replace_all(raw, " "));
    let unlinked = LINK.as_ref().map_or(untagged.clone(), |r| r.replace_all(&untagged, "$1"));
    let chars: Vec<char> = unlinked.chars().collect();
    let mut i = 0;
    while i < chars.len() {
        let (c, before, after) = (chars[i], i.checked_sub(1).map(|j| chars[j]), chars.get(i + 1).copied());
        match c {
            '\\' if after.is_some_and(|a| a.is_ascii_punctuation()) => {
                out.extend(after);
                i += 1;
            }
            '*' if is_operator(before, after) => out.push('*'),
            '_' if before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric) => {
                out.push('_')
            }
            '~' if after != Some('~') && before != Some('~') => out.push('~'),
            '*' | '_' | '~' | '\u{feff}' | '\u{200b}' => {}
            '&' => i += entity(&chars[i..], out),
            c => out.push(c),
        }
        i += 1;
    }
}

/// A star with a blank, a digit or a bracket on both sides multiplies.
fn is_operator(before: Option<char>, after: Option<char>) -> bool {
    let side = |c: Option<char>| c.is_some_and(|c| c == ' ' || c.is_ascii_digit() || c == ')' || c == '(');
    side(before) && side(after)
}

/// Writes the character an entity stands for and returns how many characters follow its `&`.
fn entity(chars: &[char], out: &mut String) -> usize {
    for (name, c) in [("amp;", '&'), ("lt;", '<'), ("gt;", '>'), ("nbsp;", ' '), ("quot;", '"'), ("#39;", '\'')] {
        if chars.get(1..=name.len()).is_some_and(|s| s.iter().copied().eq(name.chars())) {
            out.push(c);
            return name.len();
        }
    }
    out.push('&');
    0
}

/// The content of a block as one string, that can tell where each of its bytes stands in the source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flow {
    /// The lines, joined by blanks.
    pub raw: String,
    /// Offset in `raw` and offset in the source, by line.
    starts: Vec<(usize, usize)>,
}

impl Flow {
    /// The content of a block.
    pub fn of(document: &Document, block: &Block) -> Self {
        Self::of_lines(document, &block.lines)
    }

    /// The content of lines.
    pub fn of_lines(document: &Document, lines: &[Span]) -> Self {
        let mut flow = Self::default();
        for &line in lines {
            if !flow.raw.is_empty() {
                flow.raw.push(' ');
            }
            flow.starts.push((flow.raw.len(), line.start));
            flow.raw.push_str(document.source.slice(line));
        }
        flow
    }

    /// Where a range of `raw` stands in the source.
    pub fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source(start), if end > start { self.source(end - 1) + 1 } else { self.source(start) })
    }

    fn source(&self, at: usize) -> usize {
        let i = self.starts.partition_point(|&(raw, _)| raw <= at);
        i.checked_sub(1).and_then(|i| self.starts.get(i)).map_or(at, |&(raw, source)| source + (at - raw))
    }

    /// A range of `raw` as text, without the blanks around it.
    pub fn text(&self, start: usize, end: usize) -> Text {
        let raw = self.raw.get(start..end).unwrap_or("");
        let (from, to) = (start + raw.len() - raw.trim_start().len(), start + raw.trim_end().len());
        if from >= to {
            return Text { text: String::new(), span: self.span(start, start) };
        }
        Text { text: plain(&self.raw[from..to]), span: self.span(from, to) }
    }

    /// The whole as text.
    pub fn whole(&self) -> Text {
        self.text(0, self.raw.len())
    }

    /// The sentences.
    pub fn sentences(&self) -> Vec<Text> {
        let mut out = Vec::new();
        let mut start = 0;
        for end in sentence_ends(&self.raw) {
            let text = self.text(start, end);
            if !text.text.is_empty() {
                out.push(text);
            }
            start = end;
        }
        out
    }
}

/// Offsets after each sentence, the last one the length of the text.
fn sentence_ends(raw: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let bytes = raw.as_bytes();
    let (mut in_code, mut last) = (false, 0);
    for (i, &b) in bytes.iter().enumerate() {
        match b {
            b'`' => in_code = !in_code,
            b'.' | b'!' | b'?' if !in_code => {
                let close = bytes[i + 1..].iter().take_while(|b| b"*_)\"'".contains(b)).count();
                let end = i + 1 + close;
                let next = raw[end..].trim_start().chars().next();
                let broken = end == raw.len() || bytes[end].is_ascii_whitespace();
                let opens = next.is_none_or(|c| !c.is_lowercase());
                if broken && opens && !(b == b'.' && is_abbreviation(&raw[last..i])) {
                    ends.push(end);
                    last = end;
                }
            }
            _ => {}
        }
    }
    if ends.last() != Some(&raw.len()) {
        ends.push(raw.len());
    }
    ends
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit([' ', '(']).next().unwrap_or("").to_ascii_lowercase();
    // "1. First" is a number of a list, "on day 1. Then" an end.
    let numbering = before.trim().len() == 1 && before.trim().bytes().all(|b| b.is_ascii_digit());
    ABBREVIATIONS.contains(&word.as_str()) || numbering
}

/// The blocks that lie in a span.
pub(crate) fn blocks_in(document: &Document, span: Span) -> impl Iterator<Item = &Block> {
    let first = document.blocks.partition_point(|b| b.span.end <= span.start);
    document.blocks.get(first..).unwrap_or(&[]).iter().take_while(move |b| b.span.start < span.end)
}

/// Number of words, code and numbers included.
pub(crate) fn word_count(text: &str) -> usize {
    text.split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count()
}

/// Whether `word` stands in `text` as whole words. Both in lower case.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    find_word(text, word).is_some()
}

/// Where `word` stands first in `text` as whole words. Both in lower case.
pub(crate) fn find_word(text: &str, word: &str) -> Option<usize> {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    text.match_indices(word)
        .find(|(i, m)| edge(text[..*i].chars().next_back()) && edge(text[i + m.len()..].chars().next()))
        .map(|(i, _)| i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_and_words_stay() {
        assert_eq!(
            plain("**We** accept [60 s](x.md) of `a*b` and snake_case\\*"),
            "We accept 60 s of `a*b` and snake_case*"
        );
        assert_eq!(plain("2 * 3 &amp; _x_ <!-- no --> <br>end"), "2 * 3 & x end");
        assert_eq!(plain("[a [b] c](u) ![d](e.png) [f][g]"), "a [b] c d f");
    }

    fn sentences(raw: &str) -> Vec<String> {
        let flow = Flow { raw: raw.into(), starts: vec![(0, 10)] };
        flow.sentences().into_iter().map(|t| format!("{}..{} {}", t.span.start, t.span.end, t.text)).collect()
    }

    #[test]
    fn sentences_end_where_a_new_one_opens() {
        assert_eq!(
            sentences("See e.g. 4.5 MB. Then *done.* `a. B` is code? Yes"),
            ["10..26 See e.g. 4.5 MB.", "27..39 Then done.", "40..55 `a. B` is code?", "56..59 Yes"]
        );
        assert_eq!(sentences(""), [""; 0]);
    }

    #[test]
    fn whole_words_only() {
        assert!(has_word("a small one", "small"));
        assert!(!has_word("smaller", "small"));
        assert!(!has_word("too_small", "small"));
    }
}
