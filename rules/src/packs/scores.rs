//! Reads `packs/scores.yaml`.

use std::collections::BTreeMap;

use designlint_facts::{Band, Criterion, Scale, ScaleDimension, ScaleLevel};
use serde::Deserialize;

const PACK: &str = include_str!(concat!(env!("OUT_DIR"), "/scores.json"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pack {
    words: BTreeMap<String, Vec<String>>,
    dimensions: Vec<Dimension>,
    bands: Vec<BandOf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dimension {
    id: String,
    says: String,
    levels: Vec<Level>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Level {
    says: String,
    #[serde(default)]
    evidence: Vec<Evidence>,
    #[serde(default)]
    reader: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Evidence {
    #[serde(default)]
    under: Vec<String>,
    #[serde(default)]
    words: Vec<String>,
    #[serde(default)]
    number: bool,
    #[serde(default)]
    fact: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BandOf {
    from: usize,
    says: String,
}

/// The scale that comes with designlint.
///
/// # Errors
/// Where the pack does not read.
pub(super) fn scale() -> Result<Scale, String> {
    let pack: Pack = serde_json::from_str(PACK).map_err(|e| e.to_string())?;
    let dimension = |d: Dimension| ScaleDimension {
        id: d.id,
        says: d.says,
        levels: d.levels.into_iter().map(ScaleLevel::from).collect(),
    };
    let band = |b: BandOf| Band { from: b.from, says: b.says };
    Ok(Scale {
        dimensions: pack.dimensions.into_iter().map(dimension).collect(),
        bands: pack.bands.into_iter().map(band).collect(),
        words: pack.words.into_iter().collect(),
    })
}

impl From<Level> for ScaleLevel {
    fn from(level: Level) -> Self {
        let criterion = |e: Evidence| Criterion { under: e.under, words: e.words, number: e.number, fact: e.fact };
        let criteria = level.evidence.into_iter().map(criterion).collect();
        Self { says: level.says, criteria, reader: level.reader }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_dimensions_of_four_levels_each() {
        let scale = scale().unwrap();
        let levels: Vec<usize> = scale.dimensions.iter().map(|d| d.levels.len()).collect();
        assert_eq!(levels, [4; 10]);
        for list in ["time-column", "time-unit", "size-unit"] {
            assert!(!scale.words.words(list).is_empty(), "{list}");
        }
        assert_eq!(scale.bands.iter().map(|b| b.from).collect::<Vec<_>>(), [34, 28, 20, 0]);
    }

    #[test]
    fn evidence_names_topics_and_facts_that_exist() {
        let topics = crate::packs::knowledge().vocabulary.topics.clone();
        for criterion in scale().unwrap().dimensions.iter().flat_map(|d| &d.levels).flat_map(|l| &l.criteria) {
            for topic in &criterion.under {
                assert!(topics.iter().any(|t| t.id == *topic), "{topic}");
            }
            let fact = criterion.fact.as_str();
            assert!(fact.is_empty() || designlint_facts::SCORED_FACTS.contains(&fact), "{fact}");
            assert!(criterion.words.iter().all(|w| w.to_lowercase() == *w), "{:?}", criterion.words);
            let asks = [!criterion.under.is_empty(), !criterion.words.is_empty(), !fact.is_empty()];
            assert!(asks.contains(&true), "a criterion that asks for nothing");
        }
    }
}
