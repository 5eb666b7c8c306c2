//! Reads `packs/vocabulary.yaml` and the packs that hold only lists.

use std::collections::BTreeMap;

use designlint_facts::{TopicWords, Vocabulary, heading_key};
use serde::Deserialize;

const PACK: &str = include_str!(concat!(env!("OUT_DIR"), "/vocabulary.json"));
/// Packs that hold nothing but lists.
const LISTS: &[&str] = &[
    include_str!(concat!(env!("OUT_DIR"), "/failure-words.json")),
    include_str!(concat!(env!("OUT_DIR"), "/learning-words.json")),
    include_str!(concat!(env!("OUT_DIR"), "/review-words.json")),
    include_str!(concat!(env!("OUT_DIR"), "/decision-words.json")),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pack {
    topics: Vec<Words>,
    lists: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    id: String,
    headings: Vec<String>,
    #[serde(default)]
    not: Vec<String>,
}

/// The vocabulary that comes with designlint; a pack that does not parse adds nothing, which a test excludes.
pub(super) fn built_in() -> Vocabulary {
    let mut words = parse(PACK).unwrap_or_default();
    for pack in LISTS {
        words.lists.extend(parse_lists(pack).unwrap_or_default());
    }
    words
}

fn parse_lists(pack: &str) -> Result<BTreeMap<String, Vec<String>>, String> {
    serde_json::from_str(pack).map_err(|e| e.to_string())
}

fn parse(pack: &str) -> Result<Vocabulary, String> {
    let pack: Pack = serde_json::from_str(pack).map_err(|e| e.to_string())?;
    let topics = pack
        .topics
        .into_iter()
        .map(|w| TopicWords { id: w.id, headings: keys(&w.headings), not: keys(&w.not) })
        .collect();
    Ok(Vocabulary { topics, lists: pack.lists.into_iter().collect() })
}

/// Headings in the form in which they are compared; the star at an end stays.
pub(super) fn keys(headings: &[String]) -> Vec<String> {
    headings
        .iter()
        .map(|h| match (h.strip_prefix("* "), h.strip_suffix('*')) {
            (Some(end), _) => format!("* {}", heading_key(end)),
            (_, Some(start)) => format!("{start}*"),
            _ => heading_key(h),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pack_reads_and_holds_every_topic_of_the_rubric() {
        let words = parse(PACK).unwrap();
        let ids: Vec<&str> = words.topics.iter().map(|t| t.id.as_str()).collect();
        for id in [
            "problem",
            "options",
            "accepted-cost",
            "interfaces",
            "failure-modes",
            "capacity",
            "rollout",
            "open-questions",
        ] {
            assert!(ids.contains(&id), "{id}");
        }
        assert!(words.list("placeholder").iter().any(|w| w == "n/a"));
        assert_eq!(words.list("no-such-list"), [""; 0]);
    }

    #[test]
    fn a_list_has_one_pack() {
        let mut ids = std::collections::BTreeSet::new();
        let vocabulary = parse(PACK).unwrap().lists;
        let lists = LISTS.iter().flat_map(|pack| parse_lists(pack).unwrap().into_keys());
        for id in vocabulary.iter().map(|(id, _)| id.to_owned()).chain(lists) {
            assert!(ids.insert(id.clone()), "{id} stands in two packs");
        }
    }

    #[test]
    fn words_are_lower_case_and_stand_once_in_a_list() {
        for (id, list) in built_in().lists.iter() {
            let mut seen = std::collections::BTreeSet::new();
            for word in list {
                assert_eq!(*word, word.to_lowercase(), "{id}");
                assert!(seen.insert(word), "{id}: {word} stands twice");
            }
        }
    }

    #[test]
    fn an_unknown_key_is_an_error() {
        assert!(parse("topics: []\nlists: {}\nother: 1\n").is_err());
    }
}
