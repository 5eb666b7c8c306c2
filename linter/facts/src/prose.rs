//! Prose without marks, its sentences, and where they stand.

use std::ops::Range;
use std::sync::Arc;

use designlint_document::{Block, BlockKind, Document, Flat, RegionKind, Span};

use crate::Text;
use crate::text::{blocks_in, fold_blanks};

/// Words before a full stop that do not end a sentence.
const ABBREVIATIONS: &[&str] =
    &["e.g", "i.e", "vs", "etc", "approx", "cf", "fig", "no", "sec", "min", "max", "resp", "incl", "ca", "al"];

/// A text without marks that can give its sentences.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prose(pub Arc<Flat>);

impl Prose {
    /// The content of a block.
    pub fn of(document: &Document, block: &Block) -> Self {
        Self(document.flat(block))
    }

    /// What of a block's content lies in a span: a label's text is a part of its paragraph.
    pub fn within(document: &Document, block: &Block, span: Span) -> Self {
        if span.contains(block.span) {
            return Self::of(document, block);
        }
        let clip = |l: &Span| Span::new(l.start.max(span.start), l.end.min(span.end));
        let lines: Vec<Span> = block.lines.iter().map(clip).filter(|l| l.start <= l.end).collect();
        let literal = matches!(block.kind, BlockKind::Code { .. } | BlockKind::Math);
        Self(Arc::new(Flat::of(&document.source, &lines, literal)))
    }

    /// The whole without marks.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// A range of the text, without the blanks around it.
    pub fn part(&self, range: Range<usize>) -> Text {
        let text = self.text().get(range.clone()).unwrap_or("");
        let start = range.start + text.len() - text.trim_start().len();
        let end = (range.start + text.trim_end().len()).max(start);
        Text { text: fold_blanks(text), span: self.0.source_span(start..end) }
    }

    /// The whole, without the blanks around it.
    pub fn whole(&self) -> Text {
        self.part(0..self.text().len())
    }

    /// The sentences.
    pub fn sentences(&self) -> Vec<Text> {
        let mut start = 0;
        let code: Vec<Range<usize>> =
            self.0.regions.iter().filter(|r| r.kind == RegionKind::Code).map(|r| r.range.clone()).collect();
        let ends = sentence_ends(self.text(), &code);
        let parts = ends.into_iter().map(|end| self.part(std::mem::replace(&mut start, end)..end));
        parts.filter(|t| !t.text.is_empty()).collect()
    }
}

/// The sentences of a text that stands alone.
pub(crate) fn sentences_of(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    sentence_ends(text, &[]).into_iter().map(move |end| text[std::mem::replace(&mut start, end)..end].trim())
}

/// Offsets after each sentence, the last one the length of the text.
pub(crate) fn sentence_ends(text: &str, code: &[Range<usize>]) -> Vec<usize> {
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

/// The paragraphs that lie in a span, each clipped to it.
pub(crate) fn prose_in(document: &Document, span: Span) -> impl Iterator<Item = (&Block, Prose)> {
    let paragraphs = blocks_in(document, span).filter(|b| b.kind == BlockKind::Paragraph);
    paragraphs.map(move |b| (b, Prose::within(document, b, span)))
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    fn sentences(text: &str) -> Vec<String> {
        let document = Document::parse(Source::new(text));
        let flow = Prose::of(&document, &document.blocks[0]);
        flow.sentences().into_iter().map(|t| format!("{}..{} {}", t.span.start, t.span.end, t.text)).collect()
    }

    #[test]
    fn sentences_end_where_a_new_one_opens() {
        assert_eq!(
            sentences("See e.g. 4.5 MB. Then *done.* `a. B` is code? Yes\nand no"),
            ["0..16 See e.g. 4.5 MB.", "17..28 Then done.", "31..45 a. B is code?", "46..56 Yes and no"]
        );
    }

    #[test]
    fn a_span_clips_a_paragraph() {
        let document = Document::parse(Source::new("One two.\nThree four.\n"));
        let texts: Vec<Text> = prose_in(&document, Span::new(4, 14)).map(|(_, p)| p.whole()).collect();
        assert_eq!(texts, [Text { text: "two. Three".into(), span: Span::new(4, 14) }]);
    }
}
