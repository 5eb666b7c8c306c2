//! Reads `packs/vocabulary.yaml`.

use std::collections::BTreeMap;

use designlint_facts::{TopicWords, Vocabulary, heading_key};
use serde::Deserialize;

const PACK: &str = include_str!("../../packs/vocabulary.yaml");

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

/// The vocabulary that comes with designlint; empty where the pack does not parse, which a test excludes.
pub(super) fn built_in() -> Vocabulary {
    parse(PACK).unwrap_or_default()
}

fn parse(pack: &str) -> Result<Vocabulary, String> {
    let pack: Pack = serde_saphyr::from_str(pack).map_err(|e| e.to_string())?;
    let topics = pack
        .topics
        .into_iter()
        .map(|w| TopicWords { id: w.id, headings: keys(&w.headings), not: keys(&w.not) })
        .collect();
    Ok(Vocabulary { topics, lists: pack.lists })
}

/// Headings in the form in which they are compared; the star at an end stays.
fn keys(headings: &[String]) -> Vec<String> {
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
    fn words_are_lower_case_and_stand_once_in_a_list() {
        let words = parse(PACK).unwrap();
        for (id, list) in &words.lists {
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
