//! Mechanisms for a load that one machine may carry.

use std::sync::LazyLock;

use designlint_document::{Document, Sentence};
use regex::Regex;

use crate::options::has_number;
use crate::patterns::compile;
use crate::prose::prose_in;
use crate::remarks::whole;
use crate::text::has_word;
use crate::{State, Text, Topic, Vocabulary};

/// What one machine can do: "one node sustains 5,000", "2,000/s per broker".
static LIMIT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let machine = "node|server|host|machine|instance|broker|replica|process|disk|core|cpu|gpu|worker|primary|partition|shard|pod|box|vm|writer|cluster";
    compile(&format!(
        r"\b(?:one|a single|single|each|per|every|an?)[ /-](?:\w+[ -])?(?:{machine})s?\b|/(?:{machine})\b"
    ))
    .ok()
});

/// Sentences of the design that bring in sharding, a queue, a second region and the like, where requirements state a load
/// and nothing in the document says what one machine can carry.
pub(crate) fn mechanisms(document: &Document, topics: &[Topic], words: &Vocabulary) -> Vec<Text> {
    let of = |kinds: &'static [&str]| {
        let is = move |t: &&Topic| t.state == State::Filled && t.kinds.iter().any(|k| kinds.contains(&k.as_str()));
        topics.iter().filter(is)
    };
    let load = of(&["requirements", "constraints", "capacity"])
        .any(|t| prose_in(document, t.body).any(|(_, p)| has_number(p.text())));
    let mechanisms = words.list("mechanism");
    if mechanisms.is_empty() || !load {
        return Vec::new();
    }
    let brings = |s: &Sentence| {
        let text = &s.folded;
        let reason = ["because", "since ", "needs ", "="].iter().any(|w| text.contains(w));
        !reason && mechanisms.iter().any(|m| has_word(text, m))
    };
    let sentences = |t: &Topic| {
        prose_in(document, t.body).flat_map(|(_, p)| p.sentences()).filter(brings).map(Text::from).collect::<Vec<_>>()
    };
    let mut found: Vec<Text> = of(&["design"]).flat_map(sentences).collect();
    if found.is_empty() || states_limit(document) {
        return Vec::new();
    }
    found.sort_by_key(|t| t.span);
    found.dedup();
    found
}

/// Whether a sentence says what one machine carries.
fn states_limit(document: &Document) -> bool {
    let Some(limit) = LIMIT.as_ref() else { return true };
    let mut sentences = prose_in(document, whole(document)).flat_map(|(_, p)| p.sentences());
    sentences.any(|s| has_number(&s.text) && limit.is_match(&s.folded))
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::TopicWords;

    fn found(requirements: &str, design: &str) -> Vec<String> {
        let topic = |id: &str| TopicWords { id: id.into(), headings: vec![id.into()], not: Vec::new() };
        let words = Vocabulary {
            topics: vec![topic("requirements"), topic("design")],
            lists: [("mechanism".to_owned(), vec!["shard".to_owned(), "kafka".to_owned()])].into(),
        };
        let text = format!("## Requirements\n\n{requirements}\n\n## Design\n\n{design}\n");
        let document = Document::parse(Source::new(text));
        let topics = crate::topics::topics(&document, &words);
        mechanisms(&document, &topics, &words).into_iter().map(|t| t.text).collect()
    }

    #[test]
    fn nothing_asks_for_it() {
        assert_eq!(found("200 requests/s.", "We shard the store. It is big."), ["We shard the store."]);
    }

    #[test]
    fn a_limit_of_one_machine_or_a_reason_asks_for_it() {
        assert_eq!(found("40,000 writes/s; one node sustains 5,000.", "We shard the store."), [""; 0]);
        assert_eq!(found("200 requests/s.", "We shard because tenants must be apart."), [""; 0]);
        assert_eq!(found("It must be fast.", "We shard the store."), [""; 0]);
        assert_eq!(found("200 requests/s.", "One process."), [""; 0]);
    }
}
