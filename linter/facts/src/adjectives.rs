//! Adjectives where a number is due.

use designlint_document::{Block, BlockKind, Document, Sentence, Table};

use crate::prose::Prose;
use crate::text::{blocks_in, find_word, folded, has_word, word_count};
use crate::{Adjective, Text, Topic, Vocabulary};

/// The topics whose sentences owe a number.
const TOPICS: &[&str] = &["capacity", "slo", "latency-budget"];

/// Verbs before an adjective that states how something is.
const COPULAS: &[&str] = &[
    "is", "are", "be", "was", "were", "stays", "stay", "remains", "remain", "keeps", "kept", "looks", "seems",
    "becomes", "should", "must", "will", "can", "isn't", "not",
];

/// Words between the verb and the adjective.
const ADVERBS: &[&str] = &[
    "very",
    "quite",
    "fairly",
    "still",
    "always",
    "relatively",
    "rather",
    "really",
    "pretty",
    "so",
    "too",
    "sufficiently",
    "reasonably",
    "extremely",
    "comparatively",
    "generally",
    "usually",
    "typically",
    "also",
    "only",
    "just",
    "expected",
    "to",
    "be",
    "consistently",
    "acceptably",
    "both",
    "and",
    "or",
];

/// Words that may follow an adjective that stands alone.
const AFTER: &[&str] = &[
    "and",
    "or",
    "but",
    "because",
    "since",
    "as",
    "for",
    "enough",
    "even",
    "at",
    "under",
    "with",
    "in",
    "on",
    "when",
    "while",
    "during",
    "so",
    "thanks",
    "due",
    "compared",
    "given",
    "here",
    "today",
    "now",
    "too",
    "across",
    "overall",
    "throughout",
];

/// How long a word is at least that names what a sentence speaks of.
const LEAST_THING: usize = 5;

/// Longest text, in words, that is nothing but an adjective: "very small".
const LONGEST_ALONE: usize = 3;

/// Adjectives in capacity, latency and objective sections, and in the measured rows of options tables, with no number
/// in their sentence.
pub(crate) fn adjectives(document: &Document, topics: &[Topic], words: &Vocabulary) -> Vec<Adjective> {
    let mut found: Vec<Adjective> = Vec::new();
    for topic in topics {
        let owes = topic.kinds.iter().find(|k| TOPICS.contains(&k.as_str()));
        let in_options = topic.kinds.iter().any(|k| k == "options").then_some("options");
        let Some(id) = owes.map(String::as_str).or(in_options) else { continue };
        let blocks: Vec<&Block> = blocks_in(document, topic.body).collect();
        for (i, block) in blocks.iter().enumerate() {
            let beside = [i.checked_sub(1).and_then(|b| blocks.get(b)), blocks.get(i + 1)];
            let adjectives = match &block.kind {
                BlockKind::Paragraph if owes.is_some() => {
                    let mut found = in_prose(
                        &Prose::within(document, block, topic.body).sentences().collect::<Vec<_>>(),
                        id == "slo",
                        words,
                    );
                    found.retain(|(_, s)| !beside.iter().flatten().any(|b| bears_out(document, b, s)));
                    found
                }
                BlockKind::Table(i) => document.tables.get(*i).map(|t| in_table(t, words)).unwrap_or_default(),
                _ => Vec::new(),
            };
            found.extend(adjectives.into_iter().map(|(word, sentence)| Adjective {
                word,
                sentence,
                topic: id.to_owned(),
            }));
        }
    }
    // A sentence in a topic within a topic was read twice.
    found.sort_by_key(|a| a.word.span);
    found.dedup_by_key(|a| a.word.span);
    found
}

/// Whether a neighbour of a paragraph speaks of the same thing and holds a number, which may be the one it owes.
fn bears_out(document: &Document, block: &&Block, sentence: &Text) -> bool {
    let text = document.source.slice(block.span);
    if matches!(block.kind, BlockKind::Heading) || !has_number(text) {
        return false;
    }
    let text = folded(text);
    let sentence = folded(&sentence.text);
    let mut things = sentence.split(|c: char| !c.is_alphanumeric()).filter(|w| w.len() >= LEAST_THING);
    things.any(|w| has_word(&text, w))
}

fn in_prose(sentences: &[Sentence], objective: bool, words: &Vocabulary) -> Vec<(Text, Text)> {
    // The number that bears it out may stand in the sentence before or after.
    if sentences.iter().any(|s| has_number(&s.text)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    // A reason stands for a number: who reads it can tell whether it holds.
    let reasoned = |text: &str| [" because ", " since ", " as the "].iter().any(|r| text.contains(r));
    for sentence in sentences.iter().filter(|s| !s.text.contains('?') && !reasoned(&s.text)) {
        if let Some(word) = adjective_of(&sentence.text, objective, words) {
            found.push((Text { text: word, span: sentence.span }, sentence.clone().into()));
        }
    }
    found
}

/// Cells that are nothing but an adjective, in rows about something measurable without any number.
fn in_table(table: &Table, words: &Vocabulary) -> Vec<(Text, Text)> {
    let numbers = table.rows.iter().flat_map(|r| &r.cells).any(|c| has_number(&c.text));
    if !numbers {
        return Vec::new();
    }
    let mut found = Vec::new();
    for row in &table.rows {
        let Some((name, cells)) = row.cells.split_first() else { continue };
        for (i, cell) in cells.iter().enumerate() {
            let header = table.header.cells.get(i + 1).map_or("", |h| h.text.as_str());
            let about = format!("{} {}", folded(&name.text), folded(header));
            let measured = words.says("measurable", &about);
            let row_has_number = cells.iter().any(|c| has_number(&c.text));
            let alone = alone(&folded(&cell.text), words).filter(|_| measured && !row_has_number);
            if let Some(word) = alone {
                let text = Text { text: cell.text.clone(), span: cell.span };
                found.push((Text { text: word, span: cell.span }, text));
            }
        }
    }
    found
}

fn has_number(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "one", "two", "three", "four", "five", "six", "ten", "half", "twice", "double", "third", "quarter", "zero",
        "percent",
    ];
    text.bytes().any(|b| b.is_ascii_digit()) || WORDS.iter().any(|w| has_word(&text.to_lowercase(), w))
}

/// The first adjective that stands for a number: alone, after "is" in a sentence on something measurable (an objective
/// always is), or before a noun that can be measured.
fn adjective_of(sentence: &str, objective: bool, words: &Vocabulary) -> Option<String> {
    let text = folded(sentence);
    if let Some(word) = alone(text.trim_end_matches(['.', '!']), words) {
        return Some(word);
    }
    let measured = objective || words.says("measurable", &text);
    let stated = words.list("adjective").iter().filter(|a| measured && states(&text, a) || dresses(&text, a, words));
    stated.min_by_key(|a| find_word(&text, a)).cloned()
}

fn alone(text: &str, words: &Vocabulary) -> Option<String> {
    if word_count(text) > LONGEST_ALONE {
        return None;
    }
    let rest = |a: &str| {
        let at = find_word(text, a)?;
        let (before, after) = (&text[..at], &text[at + a.len()..]);
        let plain = before.split_whitespace().all(|w| ADVERBS.contains(&w)) && after.trim().is_empty();
        plain.then(|| a.to_owned())
    };
    words.list("adjective").iter().find_map(|a| rest(a))
}

/// `is small`, `stays very fast`, with nothing after it that it could belong to.
fn states(text: &str, adjective: &str) -> bool {
    let Some(at) = find_word(text, adjective) else { return false };
    let (before, after) = (text[..at].trim_end(), text[at + adjective.len()..].trim_start());
    let mut words = before.rsplit(' ').skip_while(|w| ADVERBS.contains(w));
    let after_ok = !after.starts_with(['-', '/'])
        && (after.is_empty()
            || after.starts_with(|c: char| !c.is_alphanumeric())
            || AFTER.contains(&after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("")));
    words.next().is_some_and(|w| COPULAS.contains(&w)) && after_ok && !is_conditional(before)
}

/// `low latency`, `a small memory footprint`.
fn dresses(text: &str, adjective: &str, words: &Vocabulary) -> bool {
    let Some(at) = find_word(text, adjective) else { return false };
    let rest = text[at + adjective.len()..].trim_start();
    let claims =
        ["with", "has", "have", "gives", "offers", "provides", "needs", "requires", "uses", "ensures", "guarantees"];
    let before = text[..at].trim_end();
    let stated = before
        .rsplit(' ')
        .find(|w| !["a", "an", "very", "its", "the"].contains(w))
        .is_some_and(|w| claims.contains(&w));
    let noun = words.list("measurable").iter().any(|m| rest.strip_prefix(m.as_str()).is_some_and(ends_word));
    stated && noun && !is_conditional(before)
}

fn ends_word(rest: &str) -> bool {
    rest.is_empty()
        || rest.starts_with(['.', ',', ';', ')'])
        || AFTER.iter().any(|a| rest.strip_prefix(' ').is_some_and(|r| r.starts_with(a)))
}

/// A condition, a demand or a comparison states nothing: "if the load is high", "as low as possible".
fn is_conditional(before: &str) -> bool {
    const OPENERS: &[&str] = &[
        "if", "when", "while", "whenever", "unless", "where", "until", "how", "whether", "once", "would", "could",
        "might", "may",
    ];
    let clause = before.rsplit([',', ';', ':', '(']).next().unwrap_or(before);
    before.ends_with(" as") || OPENERS.iter().any(|w| has_word(clause, w))
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::TopicWords;

    fn found(text: &str) -> Vec<String> {
        let topic = |id: &str| TopicWords { id: id.into(), headings: vec![id.into()], not: Vec::new() };
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let words = Vocabulary {
            topics: vec![topic("capacity"), topic("slo"), topic("options")],
            lists: [
                list("adjective", &["small", "fast", "high", "low"]),
                list("measurable", &["memory", "latency", "cost"]),
            ]
            .into(),
        };
        let document = Document::parse(Source::new(text));
        let topics = crate::topics::topics(&document, &words);
        let line = |a: Adjective| format!("{}: {} | {}", a.topic, a.word.text, a.sentence.text);
        adjectives(&document, &topics, &words).into_iter().map(line).collect()
    }

    #[test]
    fn an_adjective_stands_where_a_number_is_due() {
        for (text, expected) in [
            ("## Capacity\n\nsmall.\n", "capacity: small | small."),
            (
                "## Capacity\n\nMemory use is small and throughput is high.\n",
                "capacity: small | Memory use is small and throughput is high.",
            ),
            (
                "## SLO\n\nObjective: all is as before and responses stay fast.\n",
                "slo: fast | Objective: all is as before and responses stay fast.",
            ),
            ("## Capacity\n\nIt has a low memory.\n", "capacity: low | It has a low memory."),
            (
                "## Options\n\n| c | A | B |\n|---|---|---|\n| cost | low | very high |\n| p99 | 3 ms | 9 ms |\n",
                "options: low | low",
            ),
        ] {
            assert_eq!(found(text).first().map(String::as_str), Some(expected), "{text}");
        }
    }

    #[test]
    fn silence() {
        for text in [
            "## Capacity\n\nMemory use is small: 34 MB.\n",
            "## Capacity\n\nMemory use is small. It is 34 MB.\n",
            "## Capacity\n\n240k / 10^5 = 3 a second. The latency is low.\n",
            "## Capacity\n\nThe wording is small.\n",
            "## Other\n\nMemory use is small.\n",
            "## Capacity\n\nThe small pods restart. A high water mark is set.\n",
            "## Capacity\n\nIf the load is high, pods are added.\n",
            "## Capacity\n\nThis is a low-level store.\n",
            "## Options\n\n| c | A | B |\n|---|---|---|\n| complexity | low | high |\n| p99 | 3 ms | 9 ms |\n",
            "## Options\n\n| c | A | B |\n|---|---|---|\n| cost | low | high |\n",
            "## Options\n\nMemory use is small.\n",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
