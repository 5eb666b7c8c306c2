//! Sentences that take silence for health.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use designlint_document::Document;
use regex_lite::Regex;

use crate::Text;
use crate::patterns::brief;
use crate::prose::prose_in;
use crate::remarks::whole;

static PASSES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    brief(
        r"(?i)\b(?:no|missing|absent)\s+(?:data|samples?|metrics?|values?)(?:\s+points?)?\s+(?:(?:is|are|will\s+be)\s+)?(?:(?:counts?|counted|treated|taken|considered|seen|read|reported|interpreted|regarded|handled)\s+(?:as|for)\s+|(?:is|are|means?)\s+)(?:a\s+|an\s+)?(?:healthy|health|success(?:ful)?|pass(?:ed|ing)?|ok|okay|good|green|fine)\b",
    )
    .ok()
});

/// What may be missing.
static WATCHED: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder().ascii_case_insensitive(true).build(["data", "sample", "metric", "value"]).ok()
});

/// "No data counts as healthy", in order of the source.
pub(crate) fn silent_passes(document: &Document) -> Vec<Text> {
    if !speaks_of_nothing(document.source.text()) {
        return Vec::new();
    }
    let Some(pattern) = PASSES.as_ref() else { return Vec::new() };
    let mut out = Vec::new();
    for (_, prose) in prose_in(document, whole(document)).filter(|(_, prose)| speaks_of_nothing(prose.text())) {
        out.extend(pattern.find_iter(prose.text()).map(|m| prose.part(m.range())));
    }
    out
}

/// Whether "no", "missing" or "absent" stands before what may be missing, as in all that the pattern finds.
fn speaks_of_nothing(text: &str) -> bool {
    let is_missing = |at: usize| {
        let before = text[..at].trim_end();
        let ends = |word: &str| {
            before
                .len()
                .checked_sub(word.len())
                .is_some_and(|from| before.as_bytes()[from..].eq_ignore_ascii_case(word.as_bytes()))
        };
        before.len() < at && ["no", "missing", "absent"].into_iter().any(ends)
    };
    WATCHED.iter().flat_map(|words| words.find_iter(text)).any(|found| is_missing(found.start()))
}
