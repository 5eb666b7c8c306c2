//! Sentences and rows, by the words they hold.

use designlint_document::{BlockKind, Document, Span};

use crate::prose::Prose;
use crate::text::{blocks_in, find_word, folded};
use crate::word_lists::WordList;
use crate::{Text, Vocabulary};

/// A sentence, or a row of a table.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    /// As written; the cells of a row are joined by "; ".
    pub text: Text,
    /// The same, folded.
    pub low: String,
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

/// The remarks of a span, by block, of those blocks that may hold a phrase of the list. Code says nothing.
pub(crate) fn remarks_by_block(document: &Document, span: Span, words: &Vocabulary, list: &str) -> Vec<Vec<Remark>> {
    let keys = words.lists.list(list).and_then(WordList::keys);
    let blocks = blocks_in(document, span).filter(|b| keys.is_some_and(|k| k.is_match(document.source.slice(b.span))));
    blocks.map(|block| remarks_of(document, block, span)).filter(|r| !r.is_empty()).collect()
}

/// The remarks of a span that hold a phrase of the list.
pub(crate) fn remarks(document: &Document, span: Span, words: &Vocabulary, list: &str) -> Vec<Remark> {
    let all = remarks_by_block(document, span, words, list).into_iter().flatten();
    all.filter(|r| r.says(words, list)).collect()
}

/// The sentences of a paragraph or the rows of a table, clipped to a span.
pub(crate) fn remarks_of(document: &Document, block: &designlint_document::Block, span: Span) -> Vec<Remark> {
    let texts: Vec<Text> = match &block.kind {
        BlockKind::Paragraph => Prose::within(document, block, span).sentences(),
        BlockKind::Table(i) => {
            let rows = document.tables.get(*i).map(|t| t.rows.as_slice()).unwrap_or_default();
            let text = |cells: &[designlint_document::Cell]| {
                cells.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join("; ")
            };
            rows.iter().map(|r| Text { text: text(&r.cells), span: r.span }).collect()
        }
        _ => Vec::new(),
    };
    let remark = |text: Text| Remark { low: folded(&text.text), text, section: block.section, block: block.span };
    texts.into_iter().map(remark).collect()
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

    fn words() -> Vocabulary {
        let list = ("w".to_owned(), vec!["random split".to_owned(), "fallback".to_owned()]);
        Vocabulary { topics: Vec::new(), lists: [list].into() }
    }

    #[test]
    fn sentences_and_rows_that_hold_a_phrase() {
        let text = "A Random\nsplit. Other.\n\n| a | b |\n|---|---|\n| fallback | 8B |\n| fallbacks | - |\n\n```\nfallback\n```\n";
        let document = Document::parse(Source::new(text));
        let found: Vec<String> =
            remarks(&document, whole(&document), &words(), "w").into_iter().map(|r| r.text.text).collect();
        assert_eq!(found, ["A Random split.", "fallback; 8B"]);
    }

    #[test]
    fn a_chapter_is_what_stands_right_under_the_title() {
        let document = Document::parse(Source::new("# T\n\n## A\n\n### B\n\nx\n\n## C\n\ny\n"));
        let of = |section: usize| document.source.slice(chapter(&document, section)).trim().to_owned();
        assert_eq!(of(3), "## A\n\n### B\n\nx");
        assert_eq!(of(4), "## C\n\ny");
    }
}
