//! The sections of the rubric, found by heading, bold line or label.

use std::sync::LazyLock;

use designlint_document::{Block, BlockKind, Document, Section, SectionOrigin, Span};
use regex::Regex;

use crate::patterns::compile;
use crate::prose::{Prose, prose_in};
use crate::state::{bare_none, state_of};
use crate::text::word_count;
use crate::{State, Text, Topic, Vocabulary};

/// How many labels of a run must be known topics.
const FEWEST_LABELS: usize = 3;

static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = r"[A-Z][A-Za-z/,'’& -]{1,40}?(?:\s\([^()]{1,30}\))?";
    compile(&format!(r"(?:^|[.!?;)]\s+|\n)(?P<name>{name})(?P<mark>[:.])(?:\s|$)")).ok()
});

/// The sections of the rubric, in order of the source.
pub(crate) fn topics(document: &Document, words: &Vocabulary) -> Vec<Topic> {
    let mut topics = by_heading(document, words);
    for section in 0..document.sections.len() {
        topics.extend(by_label(document, section, words));
    }
    topics.sort_by_key(|t| t.title.span.start);
    topics
}

/// Number of words of running text before the first topic.
pub(crate) fn introduction_words(document: &Document, topics: &[Topic]) -> usize {
    let end = topics.first().map_or(document.source.text().len(), |t| t.title.span.start);
    prose_in(document, Span::new(0, end)).map(|(_, prose)| word_count(prose.text())).sum()
}

fn by_heading(document: &Document, words: &Vocabulary) -> Vec<Topic> {
    let mut topics = Vec::new();
    for (index, section) in document.sections.iter().enumerate() {
        if section.origin == SectionOrigin::Preamble {
            continue;
        }
        let kinds = words.topics_of_heading(&section.title);
        if kinds.is_empty() {
            continue;
        }
        let body = Span::new(section.heading.end, section.whole.end);
        let (state, count) = state_of(document, body, words);
        topics.push(Topic {
            kinds,
            title: Text { text: section.title.clone(), span: section.heading },
            body,
            words: count,
            state,
            bare_none: bare_none(document, body).filter(|_| state == State::DeclaredNone),
            section: index,
            label: false,
            level: section.level,
        });
    }
    let title = topics.first().is_some_and(|t| is_document_title(document, t.section) && topics.len() > 1);
    if title {
        topics.remove(0);
    }
    topics
}

/// Whether a section is the document: the first one, of level 1, and all others stand in it.
fn is_document_title(document: &Document, section: usize) -> bool {
    let first = document.sections.iter().position(|s| s.origin != SectionOrigin::Preamble);
    let tops = document.sections.iter().filter(|s| s.level == 1).count();
    first == Some(section) && tops == 1 && document.sections[section].level == 1
}

/// A label in a block.
struct Label {
    kinds: Vec<String>,
    title: Text,
    /// Where its text begins.
    start: usize,
    /// Where its block or item ends.
    end: usize,
}

fn by_label(document: &Document, index: usize, words: &Vocabulary) -> Vec<Topic> {
    let section = &document.sections[index];
    let blocks = document.blocks.get(section.blocks.clone()).unwrap_or(&[]);
    let mut run = Vec::new();
    let mut list = Vec::new();
    for (i, block) in blocks.iter().enumerate().filter(|(_, b)| b.kind == BlockKind::Paragraph) {
        match &block.item {
            None => run.extend(labels(document, blocks, i, words)),
            Some(item) if item.depth == 0 && is_first(blocks, i) => {
                let mut first = labels(document, blocks, i, words).into_iter().take(1).collect::<Vec<_>>();
                first.retain(|l| l.title.span.start <= block.span.start + 2);
                first.iter_mut().for_each(|l| l.end = item.span.end);
                list.extend(first);
            }
            Some(_) => {}
        }
    }
    let stated = |l: &Label| l.kinds.iter().any(|k| k == "problem");
    if !list.iter().any(stated) {
        list.clear();
    }
    [run, list]
        .into_iter()
        .filter(|r| kinds_of(r) >= FEWEST_LABELS)
        .flat_map(|r| to_topics(document, r, index, words))
        .collect()
}

fn is_first(blocks: &[Block], i: usize) -> bool {
    let id = |b: &Block| b.item.as_ref().map(|item| item.id);
    i.checked_sub(1).and_then(|j| blocks.get(j)).and_then(id) != blocks.get(i).and_then(id)
}

fn kinds_of(labels: &[Label]) -> usize {
    labels.iter().flat_map(|l| &l.kinds).collect::<std::collections::BTreeSet<_>>().len()
}

fn labels(document: &Document, blocks: &[Block], i: usize, words: &Vocabulary) -> Vec<Label> {
    let block = &blocks[i];
    let raw = document.source.slice(block.span);
    if !raw.contains(": ") && !raw.contains(":\n") && !raw.contains("**") && !raw.ends_with(':') {
        return Vec::new();
    }
    let prose = Prose::of(document, block);
    let Some(pattern) = LABEL.as_ref() else { return Vec::new() };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(groups) = pattern.captures_at(prose.text(), at) {
        let (Some(all), Some(name)) = (groups.get(0), groups.name("name")) else { break };
        // The closing mark of a sentence may open the next label.
        at = name.end();
        let title = prose.part(name.range());
        let colon = groups.name("mark").is_some_and(|m| m.as_str() == ":");
        let kinds = words.topics_of_heading(&title.text);
        if kinds.is_empty() || !(colon || opens_bold(document, title.span)) {
            continue;
        }
        let start = prose.0.source_span(name.start()..all.end()).end.min(block.span.end);
        found.push(Label { kinds, title, start, end: block.span.end });
    }
    // "Options:" at the end of a paragraph speaks of the list or table that follows.
    if let Some(last) = found.last_mut()
        && document.source.slice(Span::new(last.start, last.end)).trim_matches(['*', '_', ' ']).is_empty()
    {
        let follows = blocks[i + 1..].iter().take_while(|b| b.kind != BlockKind::Paragraph || b.item.is_some());
        last.end = follows.last().map_or(last.end, |b| b.span.end);
    }
    found
}

/// Whether bold marks stand right before a label: with them a full stop is as good as a colon.
fn opens_bold(document: &Document, title: Span) -> bool {
    let before = document.source.slice(Span::new(title.start.saturating_sub(2), title.start));
    before == "**" || before == "__"
}

fn to_topics(document: &Document, labels: Vec<Label>, section: usize, words: &Vocabulary) -> Vec<Topic> {
    let level = level_below(&document.sections[section]);
    let starts: Vec<usize> = labels.iter().skip(1).map(|l| l.title.span.start).chain([usize::MAX]).collect();
    let topic = |(label, next): (Label, usize)| {
        let end = label.end.min(next).max(label.start);
        let raw = document.source.slice(Span::new(label.start, end));
        let text = raw.trim_end_matches(|c: char| c.is_whitespace() || c == '*' || c == '_');
        let body = Span::new(label.start, label.start + text.len());
        let (state, count) = state_of(document, body, words);
        let bare_none = bare_none(document, body).filter(|_| state == State::DeclaredNone);
        Topic {
            kinds: label.kinds,
            title: label.title,
            body,
            words: count,
            state,
            bare_none,
            section,
            label: true,
            level,
        }
    };
    labels.into_iter().zip(starts).map(topic).collect()
}

fn level_below(section: &Section) -> u8 {
    section.level.saturating_add(1)
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::TopicWords;

    fn words() -> Vocabulary {
        let topic = |id: &str, headings: &[&str]| TopicWords {
            id: id.into(),
            headings: headings.iter().map(|&h| h.to_owned()).collect(),
            not: Vec::new(),
        };
        Vocabulary {
            topics: vec![
                topic("problem", &["problem"]),
                topic("options", &["options"]),
                topic("decision", &["choice"]),
                topic("capacity", &["capacity"]),
                topic("rollout", &["rollout"]),
                topic("rollback", &["rollback"]),
            ],
            lists: [("placeholder".to_owned(), vec!["tbd".to_owned()])].into(),
        }
    }

    /// `kinds | title | state | body`, one a topic.
    fn found(text: &str) -> Vec<String> {
        let document = Document::parse(Source::new(text));
        let line = |t: Topic| {
            let body = document.source.slice(t.body).trim().replace('\n', "/");
            format!("{} | {} | {:?} | {body}", t.kinds.join("+"), t.title.text, t.state)
        };
        topics(&document, &words()).into_iter().map(line).collect()
    }

    #[test]
    fn headings_and_bold_lines_name_topics() {
        let text = "# Cache\n\n## 1. Problem\n\nSlow.\n\n## Rollout / rollback\n\nTBD\n\n**Capacity**\n\n34 MB\n\n## Other\n\nx\n";
        assert_eq!(
            found(text),
            [
                "problem | 1. Problem | Filled | Slow.",
                "rollout+rollback | Rollout / rollback | Filled | TBD//**Capacity**//34 MB",
                "capacity | Capacity | Filled | 34 MB",
            ]
        );
    }

    #[test]
    fn the_title_of_the_document_is_no_topic() {
        assert_eq!(found("# Rollout\n\n## Problem\n\na\n"), ["problem | Problem | Filled | a"]);
        assert_eq!(found("# Rollout\n\nSteps.\n"), ["rollout | Rollout | Filled | Steps."]);
    }

    #[test]
    fn a_run_of_labels_is_a_run_of_sections() {
        let text = "Cache. Problem: slow, as in X-Hit: no. Options: (A) none; (B) some. **Choice:** B. Other: x.\n__Capacity__: small.\n";
        assert_eq!(
            found(text),
            [
                "problem | Problem | Filled | slow, as in X-Hit: no.",
                "options | Options | Filled | (A) none; (B) some.",
                "decision | Choice | Filled | B. Other: x.",
                "capacity | Capacity | Filled | small.",
            ]
        );
    }

    #[test]
    fn two_labels_are_no_run() {
        assert_eq!(found("Problem: slow. Options: none.\n"), [""; 0]);
        assert_eq!(found("Problem: slow. Problem: bad. Options: none.\n"), [""; 0]);
    }

    #[test]
    fn a_label_that_ends_its_paragraph_speaks_of_the_list_below() {
        let text = "Problem: slow.\n\nOptions:\n\n- A\n- B\n\nChoice: B\n";
        assert_eq!(
            found(text),
            [
                "problem | Problem | Filled | slow.",
                "options | Options | Filled | - A/- B",
                "decision | Choice | Filled | B"
            ]
        );
    }

    #[test]
    fn list_items_are_a_run_where_one_states_the_problem() {
        assert_eq!(
            found("- **Problem**: slow\n- Options: a\n  - b\n- Choice: c\n"),
            [
                "problem | Problem | Filled | slow",
                "options | Options | Filled | a/  - b",
                "decision | Choice | Filled | c"
            ]
        );
        assert_eq!(found("- Capacity: low\n- Options: a\n- Choice: c\n"), [""; 0]);
    }
}
