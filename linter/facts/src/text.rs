//! Text without marks, and the words in it.

use std::sync::LazyLock;

use designlint_document::{Block, Document, Span, sentence_ends};
pub(crate) use designlint_document::{fold_blanks, folded};
use regex::Regex;

use crate::Text;
use crate::patterns::compile;

static LINK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\](?:\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s[^()]*)?\)|\[[^\[\]]*\])").ok()
});
static TAG: LazyLock<Option<Regex>> = LazyLock::new(|| compile(r"(?s)<!--.*?-->|</?[A-Za-z][^<>]*>").ok());

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

/// Markdown source without its comments.
pub(crate) fn without_comments(raw: &str) -> String {
    let mut parts = raw.split("<!--");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + part.split_once("-->").map_or("", |(_, behind)| behind))
}

fn plain_prose(raw: &str, out: &mut String) {
    // Most texts hold no mark that is taken away.
    if !raw.contains(['\\', '*', '_', '~', '&', '[', '<', '\u{feff}', '\u{200b}']) {
        out.push_str(raw);
        return;
    }
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

    /// The sentences.
    pub fn sentences(&self) -> Vec<Text> {
        let mut start = 0;
        let ends = sentence_ends(&self.raw, &code_ranges(&self.raw));
        let parts = ends.into_iter().map(|end| self.text(std::mem::replace(&mut start, end), end));
        parts.filter(|t| !t.text.is_empty()).collect()
    }

    /// The whole as text.
    pub fn whole(&self) -> Text {
        self.text(0, self.raw.len())
    }
}

/// What stands between backticks.
fn code_ranges(raw: &str) -> Vec<std::ops::Range<usize>> {
    let ticks: Vec<usize> = memchr::memchr_iter(b'`', raw.as_bytes()).collect();
    ticks.chunks_exact(2).map(|pair| pair[0]..pair[1]).collect()
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

/// Where `word` stands first in `text` as whole words. Both in lower case; no word stands nowhere.
pub(crate) fn find_word(text: &str, word: &str) -> Option<usize> {
    let (bytes, word) = (text.as_bytes(), word.as_bytes());
    let first = *word.first()?;
    let last = bytes.len().checked_sub(word.len())?;
    // Texts are short: a search with tables of its own would cost more than it saves.
    let places = memchr::memchr_iter(first, bytes.get(..=last)?);
    places.filter(|&at| bytes[at..].starts_with(word)).find(|&at| is_whole(text, at, at + word.len()))
}

/// Whether neither a letter, a digit nor `_` stands right before or behind a range.
fn is_whole(text: &str, start: usize, end: usize) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    let (before, behind) = (text.get(..start), text.get(end..));
    before.is_some_and(|t| edge(t.chars().next_back())) && behind.is_some_and(|t| edge(t.chars().next()))
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

    #[test]
    fn whole_words_only() {
        assert!(has_word("a small one", "small"));
        assert!(!has_word("smaller", "small"));
        assert!(!has_word("too_small", "small"));
    }
}
