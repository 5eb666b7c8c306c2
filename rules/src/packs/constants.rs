//! Reads `packs/constants.yaml`.

use designlint_facts::Constant;
use serde::Deserialize;

const PACK: &str = include_str!(concat!(env!("OUT_DIR"), "/constants.json"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    words: Vec<String>,
    bits: u32,
    text: Vec<u32>,
}

/// The sizes that come with designlint.
///
/// # Errors
/// Where the pack does not read.
pub(super) fn constants() -> Result<Vec<Constant>, String> {
    let entries: Vec<Entry> = serde_json::from_str(PACK).map_err(|e| e.to_string())?;
    let constant = |e: Entry| Constant { name: e.name, words: e.words, bits: e.bits, text: e.text };
    Ok(entries.into_iter().map(constant).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_word_names_one_constant_in_lower_case() {
        let all = constants().unwrap();
        let words: Vec<&String> = all.iter().flat_map(|c| &c.words).collect();
        let different: BTreeSet<&&String> = words.iter().collect();
        assert_eq!(different.len(), words.len());
        assert!(words.iter().all(|w| w.to_lowercase() == **w));
        assert!(all.iter().all(|c| c.bits % 8 == 0 && !c.text.contains(&(c.bits / 8))));
    }
}
