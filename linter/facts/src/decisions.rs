//! Choices that were made.

use designlint_document::{Document, sentence_ends};

use crate::chosen::chosen;
use crate::prose::{Prose, prose_in};
use crate::text::{find_word, folded};
use crate::{Decision, State, Text, Topic, Vocabulary};

/// The sections that hold a decision, and sentences under the options that choose, in order of the source.
pub(crate) fn decisions(document: &Document, topics: &[Topic], words: &Vocabulary) -> Vec<Decision> {
    let mut found = Vec::new();
    for topic in topics.iter().filter(|t| t.state == State::Filled) {
        let is = |kind: &str| topic.kinds.iter().any(|k| k == kind);
        if is("decision") {
            let mut prose = prose_in(document, topic.body).map(|(_, prose)| prose).peekable();
            let alone = prose.peek().and_then(opens_with);
            let chosen = alone.or_else(|| prose.find_map(|prose| named(&prose, words)));
            found.push(Decision { text: topic.title.clone(), chosen });
        } else if is("options") || is("conclusion") {
            for (_, prose) in prose_in(document, topic.body) {
                let chooses = prose.sentences().filter(|s| words.list("choose").iter().any(|c| chooses(&s.folded, c)));
                found.extend(chooses.map(|s| Decision { text: s.into(), chosen: named(&prose, words) }));
            }
        }
    }
    found.sort_by_key(|d| d.text.span);
    found.dedup();
    found
}

/// The option with which a section on the decision begins: "B, because of its price."
fn opens_with(prose: &Prose) -> Option<Text> {
    let end = sentence_ends(prose.text(), &[]).into_iter().next()?;
    let chosen = chosen(prose, 0, end)?;
    let before = folded(prose.text().split(chosen.text.as_str()).next().unwrap_or(""));
    ["", "option", "alternative", "(", "approach", "solution"].contains(&before.trim()).then_some(chosen)
}

/// The option that the first sentence that chooses names.
fn named(prose: &Prose, words: &Vocabulary) -> Option<Text> {
    let mut start = 0;
    for end in sentence_ends(prose.text(), &[]) {
        let sentence = &prose.text()[start..end];
        let lower = sentence.to_ascii_lowercase();
        let after = words
            .list("choose")
            .iter()
            .filter(|c| chooses(&lower, c))
            .filter_map(|c| Some(find_word(&lower, c)? + c.len()));
        if let Some(after) = after.max() {
            return chosen(prose, start + after, end);
        }
        start = end;
    }
    None
}

/// "We decided against B", "we decided not to" and "where we pick fixed slots" choose nothing.
fn chooses(text: &str, phrase: &str) -> bool {
    let Some(at) = find_word(text, phrase) else { return false };
    let (before, after) = (text[..at].trim_end(), text[at + phrase.len()..].trim_start());
    let relative =
        ["where", "when", "if", "which", "how", "that", "should", "unless"].iter().any(|w| before.ends_with(w));
    !relative && !["against", "not "].iter().any(|no| after.starts_with(no))
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::TopicWords;

    fn found(text: &str) -> Vec<String> {
        let topic = |id: &str| TopicWords { id: id.into(), headings: vec![id.into()], not: Vec::new() };
        let words = Vocabulary {
            topics: vec![topic("decision"), topic("options"), topic("design")],
            lists: [("choose".to_owned(), vec!["we choose".to_owned()])].into(),
        };
        let document = Document::parse(Source::new(text));
        let topics = crate::topics::topics(&document, &words);
        decisions(&document, &topics, &words).into_iter().map(|d| d.text.text).collect()
    }

    #[test]
    fn a_section_or_a_sentence_chooses() {
        assert_eq!(found("## Options\n\n- A\n- B\n\nWe choose A. It is fast.\n"), ["We choose A."]);
        assert_eq!(found("## Decision\n\nB.\n"), ["Decision"]);
    }

    #[test]
    fn the_option_that_is_named() {
        let named = |text: &str| {
            let topic = |id: &str| TopicWords { id: id.into(), headings: vec![id.into()], not: Vec::new() };
            let words = Vocabulary {
                topics: vec![topic("decision"), topic("options")],
                lists: [("choose".to_owned(), vec!["we choose".to_owned(), "chosen option:".to_owned()])].into(),
            };
            let document = Document::parse(Source::new(text));
            let topics = crate::topics::topics(&document, &words);
            decisions(&document, &topics, &words)
                .into_iter()
                .map(|d| d.chosen.map_or(String::new(), |c| c.text))
                .collect::<Vec<_>>()
        };
        assert_eq!(named("## Options\n\n- A\n- B\n\nWe choose C. It is fast.\n"), ["C"]);
        assert_eq!(named("## Decision\n\nB, because of its price.\n"), ["B"]);
        assert_eq!(named("## Decision\n\nOption 2.\n"), ["2"]);
        assert_eq!(named("## Decision\n\nIt is late. Chosen option: \"a log\", because.\n"), ["a log"]);
        assert_eq!(named("## Decision\n\nA log. We looked at option B.\n"), [""]);
    }

    #[test]
    fn elsewhere_nothing_is_chosen() {
        assert_eq!(found("## Options\n\nWe choose not to cache.\n"), [""; 0]);
        assert_eq!(found("## Options\n\nA variant where we choose fixed slots.\n"), [""; 0]);
        assert_eq!(found("## Design\n\nWe choose random keys.\n\n## Decision\n"), [""; 0]);
    }
}
