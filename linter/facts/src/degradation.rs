//! What happens under overload: ladders with steps and triggers, or a person who decides.

use designlint_document::{Block, BlockKind, Document, Sentence, Span, Table};

use crate::prose::prose_in;
use crate::text::{blocks_in, folded, has_word, plain};
use crate::{Degradation, State, Text, Topic, Vocabulary};

/// The sections about degradation that say something, in order of the source.
pub(crate) fn degradations(document: &Document, topics: &[Topic], words: &Vocabulary) -> Vec<Degradation> {
    let is = |t: &&Topic, kind: &str| t.kinds.iter().any(|k| k == kind);
    let tested = || {
        topics.iter().filter(|t| is(t, "testing")).any(|t| {
            let low = folded(document.source.slice(t.body));
            ["load", "degrad", "shed", "ladder", "fallback", "overload"].iter().any(|w| low.contains(w))
        })
    };
    let own = topics.iter().filter(|t| is(t, "degradation") && !is(t, "failure-modes") && t.state == State::Filled);
    own.map(|topic| {
        let mut found = read(document, topic, words);
        found.tested = found.tested || tested();
        found
    })
    .collect()
}

fn read(document: &Document, topic: &Topic, words: &Vocabulary) -> Degradation {
    let mut found = Degradation {
        title: topic.title.clone(),
        steps: None,
        with_trigger: 0,
        without_trigger: 0,
        by_person: person(document, topic.body, words),
        tested: words.says("ladder.tested", &folded(document.source.slice(topic.body))),
    };
    let blocks: Vec<&Block> = blocks_in(document, topic.body).collect();
    let tables = blocks.iter().filter_map(|b| match b.kind {
        BlockKind::Table(i) => document.tables.get(i),
        _ => None,
    });
    match tables.filter_map(|t| table(t, words).map(|counts| (t.span, counts))).next() {
        Some((span, counts)) => found.set(span, counts),
        None => {
            if let Some((span, counts)) = list(document, &blocks, words) {
                found.set(span, counts);
            }
        }
    }
    found
}

impl Degradation {
    fn set(&mut self, span: Span, (with, without): (usize, usize)) {
        self.steps = Some(span);
        self.with_trigger = with;
        self.without_trigger = without;
    }
}

/// Rows with and without a trigger of a table of steps: it has a column of steps or triggers and one of what is lost.
fn table(table: &Table, words: &Vocabulary) -> Option<(usize, usize)> {
    let column = |list: &str| {
        let names = words.list(list);
        table.header.cells.iter().position(|c| names.contains(&folded(&plain(&c.text))))
    };
    let (step, trigger, lose) =
        (column("ladder.step-column"), column("ladder.trigger-column"), column("ladder.lose-column"));
    if !(step.is_some() && (trigger.is_some() || lose.is_some()) || trigger.is_some() && lose.is_some()) {
        return None;
    }
    let says = |cell: Option<usize>| {
        move |row: &&designlint_document::Row| {
            cell.and_then(|i| row.cells.get(i)).is_some_and(|c| c.text.chars().any(char::is_alphanumeric))
        }
    };
    let with = table.rows.iter().filter(says(trigger)).count();
    Some((with, table.rows.len() - with))
}

/// Items of the outermost numbered list with and without a condition.
fn list(document: &Document, blocks: &[&Block], words: &Vocabulary) -> Option<(Span, (usize, usize))> {
    let items = blocks.iter().filter(|b| {
        let numbered = document.source.slice(b.item.as_ref().map_or(b.span, |i| i.span)).trim_start();
        b.kind == BlockKind::Paragraph
            && b.item.as_ref().is_some_and(|i| i.depth == 0)
            && numbered.starts_with(|c: char| c.is_ascii_digit())
    });
    let (mut span, mut with, mut without) = (None, 0, 0);
    for block in items {
        let low = folded(document.source.slice(block.span));
        let conditioned = low.contains(['>', '<', '≥', '%'])
            || ["when", "if", "above", "over", "below", "once", "at", "after"].iter().any(|w| has_word(&low, w));
        span = Some(span.map_or(block.span, |s: Span| s.cover(block.span)));
        if conditioned || words.says("ladder.automatic", &low) { with += 1 } else { without += 1 }
    }
    (with + without >= 2).then_some(()).and(span).map(|span| (span, (with, without)))
}

/// The first sentence in which a person decides what is switched off.
fn person(document: &Document, body: Span, words: &Vocabulary) -> Option<Text> {
    let leaves = |sentence: &Sentence| {
        let low = &sentence.folded;
        ["ladder.person", "ladder.decides", "ladder.acts"].iter().all(|list| words.says(list, low))
            && !words.says("ladder.automatic", low)
            && !["not", "never", "no", "nobody", "without"].iter().any(|w| has_word(low, w))
    };
    prose_in(document, body).flat_map(|(_, prose)| prose.sentences()).find(leaves).map(Text::from)
}
