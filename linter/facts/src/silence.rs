//! Sentences that take silence for health.

use std::sync::LazyLock;

use designlint_document::Document;
use regex::Regex;

use crate::Text;
use crate::patterns::compile;
use crate::prose::prose_in;
use crate::remarks::whole;

static PASSES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(
        r"(?i)\b(?:no|missing|absent)\s+(?:data|samples?|metrics?|values?)(?:\s+points?)?\s+(?:(?:is|are|will\s+be)\s+)?(?:(?:counts?|counted|treated|taken|considered|seen|read|reported|interpreted|regarded|handled)\s+(?:as|for)\s+|(?:is|are|means?)\s+)(?:a\s+|an\s+)?(?:healthy|health|success(?:ful)?|pass(?:ed|ing)?|ok|okay|good|green|fine)\b",
    )
    .ok()
});

/// "No data counts as healthy", in order of the source.
pub(crate) fn silent_passes(document: &Document) -> Vec<Text> {
    let source = document.source.text();
    let Some(pattern) = PASSES.as_ref().filter(|p| p.is_match(source)) else { return Vec::new() };
    let mut out = Vec::new();
    for (_, prose) in prose_in(document, whole(document)) {
        out.extend(pattern.find_iter(prose.text()).map(|m| prose.part(m.range())));
    }
    out
}
