//! Lists of Markdown as lines of a label and a number.

use std::collections::BTreeMap;

use designlint_document::{Block, BlockKind, Document, Flat, Span};

use super::{
    amount::Content,
    lines::{TextLine, text_line},
};

/// The first paragraphs of the items of a list, in order; it ends where anything else stands between two items.
#[derive(Clone, Debug)]
pub(crate) struct List {
    /// Index of the section of its first item.
    pub section: usize,
    /// An item each.
    pub lines: Vec<TextLine>,
    /// The running number of its last item, and where that ends.
    last: usize,
    end: usize,
}

/// The lists of a document: first those that something ended, in the order in which they ended, then the others.
pub(crate) fn lists(document: &Document) -> Vec<List> {
    let mut all: Vec<List> = Vec::new();
    // Of each item and depth the list whose next item may follow: looked up, since a document may have thousands of both.
    let mut open: BTreeMap<(Option<usize>, usize), usize> = BTreeMap::new();
    let mut ended = Vec::new();
    for block in &document.blocks {
        let Some(item) = &block.item else { continue };
        let place = (item.parent, item.depth);
        let before = open.get(&place).copied();
        if before.is_some_and(|i| all[i].last == item.id) || block.kind != BlockKind::Paragraph {
            continue;
        }
        let line = item_line(document, block);
        let joined = |list: &List| {
            let between = Span::new(list.end.min(item.span.start), item.span.start);
            document.source.slice(between).chars().all(|c| c.is_whitespace() || c == '>')
        };
        if let Some(list) = before.map(|i| &mut all[i]).filter(|list| joined(list)) {
            list.lines.push(line);
            (list.last, list.end) = (item.id, item.span.end);
            continue;
        }
        ended.extend(before);
        open.insert(place, all.len());
        all.push(List { section: block.section, lines: vec![line], last: item.id, end: item.span.end });
    }
    in_order(all, &ended)
}

fn in_order(all: Vec<List>, ended: &[usize]) -> Vec<List> {
    let mut slots: Vec<Option<List>> = all.into_iter().map(Some).collect();
    let mut out: Vec<List> = ended.iter().filter_map(|&i| slots[i].take()).collect();
    out.extend(slots.into_iter().flatten());
    out
}

fn item_line(document: &Document, block: &Block) -> TextLine {
    let first = block.lines.first().copied().unwrap_or(block.span);
    let flat = Flat::of(&document.source, &[first], false);
    let mut line = text_line(&flat);
    if block.lines.len() > 1 {
        line.content = match line.content {
            Content::Amount(_) | Content::Several(_) | Content::Unreadable => Content::Unreadable,
            other => other,
        };
    }
    line
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    fn labels(text: &str) -> Vec<Vec<String>> {
        let document = Document::parse(Source::new(text));
        let labels = |list: &List| list.lines.iter().map(|l| l.label.clone()).collect();
        lists(&document).iter().map(labels).collect()
    }

    #[test]
    fn items_that_follow_each_other_are_one_list() {
        let text = "- a: 1 ms\n- b: 2 ms\n  - c: 3 ms\n  - d: 4 ms\n- e: 5 ms\n";
        assert_eq!(labels(text), [vec!["a", "b", "e"], vec!["c", "d"]]);
    }

    #[test]
    fn words_between_two_items_end_a_list() {
        let text = "- a: 1 ms\n- b: 2 ms\n\nThen:\n\n- c: 3 ms\n- d: 4 ms\n";
        assert_eq!(labels(text), [vec!["a", "b"], vec!["c", "d"]]);
    }

    #[test]
    fn an_item_of_two_paragraphs_is_one_line() {
        assert_eq!(labels("- a: 1 ms\n\n  More of it: 9 ms\n\n- b: 2 ms\n"), [vec!["a", "b"]]);
    }
}
