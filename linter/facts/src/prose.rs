//! Prose without marks, its sentences, and where they stand.

use std::ops::Range;
use std::sync::Arc;

use designlint_document::{Block, BlockKind, Document, Flat, Sentence, Span, fold_blanks, sentence_ends};

use crate::Text;
use crate::text::blocks_in;

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

    /// The sentences, split once for all who ask.
    pub fn sentences(&self) -> impl Iterator<Item = Sentence> + use<> {
        let flat = Arc::clone(&self.0);
        (0..flat.sentences().len()).filter_map(move |i| flat.sentences().get(i).cloned())
    }
}

/// The sentences of a text that stands alone.
pub(crate) fn sentences_of(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    sentence_ends(text, &[]).into_iter().map(move |end| text[std::mem::replace(&mut start, end)..end].trim())
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
        flow.sentences().map(|t| format!("{}..{} {}", t.span.start, t.span.end, t.text)).collect()
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
