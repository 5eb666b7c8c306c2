//! Choices that were made.

use designlint_document::Document;

use crate::prose::prose_in;
use crate::text::{find_word, folded};
use crate::{Decision, State, Topic, Vocabulary};

/// The sections that hold a decision, and sentences under the options that choose, in order of the source.
pub(crate) fn decisions(document: &Document, topics: &[Topic], words: &Vocabulary) -> Vec<Decision> {
    let mut found = Vec::new();
    for topic in topics.iter().filter(|t| t.state == State::Filled) {
        let is = |kind: &str| topic.kinds.iter().any(|k| k == kind);
        if is("decision") {
            found.push(Decision { text: topic.title.clone() });
        } else if is("options") || is("conclusion") {
            for (_, prose) in prose_in(document, topic.body) {
                let chooses = prose.sentences().into_iter().filter(|s| {
                    let text = folded(&s.text);
                    words.list("choose").iter().any(|c| chooses(&text, c))
                });
                found.extend(chooses.map(|text| Decision { text }));
            }
        }
    }
    found.sort_by_key(|d| d.text.span);
    found.dedup();
    found
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
    fn elsewhere_nothing_is_chosen() {
        assert_eq!(found("## Options\n\nWe choose not to cache.\n"), [""; 0]);
        assert_eq!(found("## Options\n\nA variant where we choose fixed slots.\n"), [""; 0]);
        assert_eq!(found("## Design\n\nWe choose random keys.\n\n## Decision\n"), [""; 0]);
    }
}
