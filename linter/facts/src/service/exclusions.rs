//! Errors that an indicator leaves out.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use designlint_document::{Block, BlockKind, Document, Span};
use regex_lite::Regex;

use super::words::{has_any, said, section_text, titles};
use crate::patterns::brief;

/// All codes from 400 to 499, as documents write them.
static CLIENT_ERRORS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    brief(r"(?i)\b(?:all |every |any |http )*4(?:xx|\*\*|\.\.)|\b400\s?(?:-|–|to|through)\s?499\b|\ball client[ -](?:side )?errors\b").ok()
});
/// `code!~"4.."`, `total - 4xx`.
static LEFT_OUT: LazyLock<Option<Regex>> =
    LazyLock::new(|| brief(r#"(?i)!~\s*["'`]\^?4(?:\.\.|xx|\[0-9\])|[-−]\s*(?:http[_ ])?4xx"#).ok());
/// Words that leave something out.
static LEAVES_OUT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    brief(
        r"(?i)\b(?:exclud\w+|ignor\w+|omit\w*|leav\w+ out|left out|disregard\w*|discount\w*|drop(?:s|ped)?|filter\w* out|remov\w+|not? (?:be )?count\w*|n['’]t count\w*|without|except|other than|not included|do(?:es)? not (?:include|consider)|outside|subtract\w*)\b",
    )
    .ok()
});

/// How the codes begin.
const CODES: &[&str] = &["4xx", "4XX", "4**", "4..", "400"];

/// Words of an indicator.
const INDICATORS: &[&str] = &[
    "sli",
    "slis",
    "slo",
    "slos",
    "sla",
    "service level",
    "indicator",
    "indicators",
    "good events",
    "valid events",
    "bad events",
    "good event",
    "bad event",
    "good requests",
    "error rate",
    "error ratio",
    "error budget",
    "success rate",
    "success ratio",
    "availability",
    "denominator",
    "numerator",
    "from the total",
    "of the total",
    "eligible requests",
];

/// Names of the answer that sheds load.
const OVERLOAD: &[&str] = &[
    "429",
    "too many requests",
    "rate limit",
    "rate limited",
    "rate-limited",
    "rate limiting",
    "throttled",
    "throttling",
    "load shedding",
    "shed load",
    "resource_exhausted",
];

/// Client errors that an indicator leaves out altogether.
#[derive(Clone, Debug)]
pub struct ExcludedErrors {
    /// As written.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Whether the section says what becomes of the answer that sheds load.
    pub names_overload: bool,
}

/// What the indicators of a document leave out.
pub(super) fn excluded_errors(document: &Document) -> Vec<ExcludedErrors> {
    let mut out = Vec::new();
    let mut overload = BTreeMap::new();
    for block in &document.blocks {
        let raw = document.source.slice(block.span);
        if CODES.iter().chain(&["4[0", "lient"]).any(|mark| raw.contains(mark)) {
            out.extend(excluded(document, block, &mut overload));
        }
    }
    out
}

fn excluded(document: &Document, block: &Block, overload: &mut BTreeMap<usize, bool>) -> Option<ExcludedErrors> {
    let code = match &block.kind {
        BlockKind::Paragraph | BlockKind::Table(_) => false,
        BlockKind::Code { .. } => true,
        _ => return None,
    };
    let raw = document.source.slice(block.span);
    let holds = |marks: &[&str]| marks.iter().any(|mark| raw.contains(mark));
    let formula = if holds(&["!~", "4xx", "4XX"]) { LEFT_OUT.as_ref()?.find(raw) } else { None };
    let coded = || !code && (holds(CODES) || raw.to_ascii_lowercase().contains("all client"));
    let found = formula.or_else(|| if coded() { CLIENT_ERRORS.as_ref()?.find(raw) } else { None })?;
    let sentence = sentence(raw, found.start());
    if formula.is_none() && !LEAVES_OUT.as_ref()?.is_match(sentence) {
        return None;
    }
    let text = said(document, block.span);
    if !has_any(&text, INDICATORS) && !has_any(&titles(document, block.section), INDICATORS) {
        return None;
    }
    let start = block.span.start + found.start();
    Some(ExcludedErrors {
        text: found.as_str().to_string(),
        span: Span::new(start, start + found.len()),
        names_overload: *overload
            .entry(block.section)
            .or_insert_with(|| has_any(&section_text(document, block.section), OVERLOAD)),
    })
}

/// The sentence or row around a byte.
fn sentence(raw: &str, at: usize) -> &str {
    let start = raw[..at].rfind(". ").map_or(0, |i| i + 2).max(raw[..at].rfind('|').map_or(0, |i| i + 1));
    let rest = &raw[at..];
    let end = rest.find(". ").unwrap_or(rest.len()).min(rest.find("\n|").unwrap_or(rest.len()));
    &raw[start..at + end]
}
