//! Sentences and rows, by the words they hold.

use std::sync::Arc;

use designlint_document::{Block, BlockKind, Document, Span};

use crate::prose::Prose;
use crate::text::{find_word, folded};
use crate::word_lists::Keys;
use crate::{Text, Vocabulary};

/// A sentence, or a row of a table.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    /// As written; the cells of a row are joined by "; ".
    pub text: Text,
    /// The same, folded.
    pub low: Arc<str>,
    /// Index of its section.
    pub section: usize,
    /// Its block.
    pub block: Span,
}

impl Remark {
    /// The first phrase of a list, in the order of the list, that the remark holds as whole words.
    pub fn phrase<'w>(&self, words: &'w Vocabulary, list: &str) -> Option<&'w str> {
        phrase_in(&self.low, words, list)
    }

    /// Whether it holds one of the phrases.
    pub fn says(&self, words: &Vocabulary, list: &str) -> bool {
        words.says(list, &self.low)
    }
}

/// The first phrase of a list that a folded text holds as whole words.
pub(crate) fn phrase_in<'w>(low: &str, words: &'w Vocabulary, list: &str) -> Option<&'w str> {
    if !words.may_say(list, low) {
        return None;
    }
    words.list(list).iter().map(String::as_str).find(|phrase| find_word(low, phrase).is_some())
}

/// The remarks of a document by the phrases they hold.
pub(crate) struct Remarks<'a> {
    pub document: &'a Document,
    pub words: &'a Vocabulary,
    /// What each block may say.
    keys: Vec<Keys>,
}

impl<'a> Remarks<'a> {
    /// Over a document.
    pub fn new(document: &'a Document, words: &'a Vocabulary) -> Self {
        let keys = document.blocks.iter().map(|b| words.lists.keys(document.source.slice(b.span))).collect();
        Self { document, words, keys }
    }

    /// The blocks of a span, each with what it may say.
    pub fn blocks(&self, span: Span) -> impl Iterator<Item = (&'a Block, Keys)> {
        let first = self.document.blocks.partition_point(|b| b.span.end <= span.start);
        let blocks = self.document.blocks.iter().zip(self.keys.iter().copied()).skip(first);
        blocks.take_while(move |(b, _)| b.span.start < span.end)
    }

    /// The remarks of a span, by block, of those blocks that may hold a phrase of the list. Code says nothing.
    pub fn by_block(&self, span: Span, list: &str) -> Vec<Vec<Remark>> {
        let blocks = self.blocks(span).filter(|(_, keys)| keys.may_say(list));
        let remarks = blocks.map(|(block, _)| remarks_of(self.document, block, span));
        remarks.filter(|r| !r.is_empty()).collect()
    }

    /// The remarks of a span that hold a phrase of the list.
    pub fn that_say(&self, span: Span, list: &str) -> Vec<Remark> {
        self.by_block(span, list).into_iter().flatten().filter(|r| r.says(self.words, list)).collect()
    }
}

/// The sentences of a paragraph or the rows of a table, clipped to a span.
pub(crate) fn remarks_of(document: &Document, block: &Block, span: Span) -> Vec<Remark> {
    let of = |low: Arc<str>, text: Text| Remark { low, text, section: block.section, block: block.span };
    let texts: Vec<Text> = match &block.kind {
        BlockKind::Paragraph => {
            return Prose::within(document, block, span)
                .sentences()
                .map(|s| of(Arc::clone(&s.folded), s.into()))
                .collect();
        }
        BlockKind::Table(i) => {
            let rows = document.tables.get(*i).map(|t| t.rows.as_slice()).unwrap_or_default();
            let text = |cells: &[designlint_document::Cell]| {
                cells.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join("; ")
            };
            rows.iter().map(|r| Text { text: text(&r.cells), span: r.span }).collect()
        }
        _ => Vec::new(),
    };
    texts.into_iter().map(|text| of(folded(&text.text).into(), text)).collect()
}

/// The whole document.
pub(crate) fn whole(document: &Document) -> Span {
    Span::new(0, document.source.text().len())
}

/// The heading under which a section stands that no other but the title holds: what it is about.
pub(crate) fn chapter(document: &Document, mut section: usize) -> Span {
    while let Some(parent) = document.sections.get(section).and_then(|s| s.parent)
        && document.sections.get(parent).is_some_and(|p| p.level > 1)
    {
        section = parent;
    }
    document.sections.get(section).map_or_else(|| whole(document), |s| s.whole.cover(s.body))
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    const LIST: &str = "split.random";

    fn words() -> Vocabulary {
        let list = (LIST.to_owned(), vec!["random split".to_owned(), "fallback".to_owned()]);
        Vocabulary { topics: Vec::new(), lists: [list].into() }
    }

    #[test]
    fn sentences_and_rows_that_hold_a_phrase() {
        let text = "A Random\nsplit. Other.\n\n| a | b |\n|---|---|\n| fallback | 8B |\n| fallbacks | - |\n\n```\nfallback\n```\n";
        let document = Document::parse(Source::new(text));
        let found: Vec<String> = Remarks::new(&document, &words())
            .that_say(whole(&document), LIST)
            .into_iter()
            .map(|r| r.text.text)
            .collect();
        assert_eq!(found, ["A Random split.", "fallback; 8B"]);
    }

    #[test]
    fn blocks_are_told_by_the_longest_word_of_a_phrase() {
        let document = Document::parse(Source::new("A SPLIT.\n\nOther.\n\nRandomly.\n\nNo fallback.\n"));
        let words = words();
        let said = Remarks::new(&document, &words);
        let may: Vec<bool> = said.blocks(whole(&document)).map(|(_, keys)| keys.may_say(LIST)).collect();
        assert_eq!(may, [false, false, true, true]);
        assert!(said.blocks(Span::new(0, 3)).all(|(_, keys)| !keys.may_say("skew.index") && keys.may_say("another")));
    }

    #[test]
    fn a_chapter_is_what_stands_right_under_the_title() {
        let document = Document::parse(Source::new("# T\n\n## A\n\n### B\n\nx\n\n## C\n\ny\n"));
        let of = |section: usize| document.source.slice(chapter(&document, section)).trim().to_owned();
        assert_eq!(of(3), "## A\n\n### B\n\nx");
        assert_eq!(of(4), "## C\n\ny");
    }
}
