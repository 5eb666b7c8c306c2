//! `check --format json`: stable, fields are only ever added.

use std::collections::BTreeMap;

use designlint_core::{Diagnostic, Edit, Fix, Report, Safety, Severity};
use designlint_document::Source;
use serde::Serialize;

use crate::found::Found;
use crate::place::{Place, bytes, shown};
use crate::{Checked, statistics};

/// What is written besides the findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Also {
    /// The review of each file.
    pub review: bool,
    /// How often each rule has something to say.
    pub statistics: bool,
}

/// What was found in all files as one JSON value and a line end. `limit` is the highest number of diagnostics written
/// (the summary counts all).
pub fn json(checked: &[Checked], limit: Option<usize>, also: Also) -> String {
    let found = Found::first(checked, limit).into_iter();
    to_text(&Output {
        version: 1,
        diagnostics: found.map(|f| diagnostic(f.path, f.report, f.diagnostic, f.fingerprint)).collect(),
        files: checked.iter().map(file).collect(),
        summary: summary(checked),
        statistics: also.statistics.then(|| statistics::counts(checked)),
        review: also.review.then(|| crate::review::json::files(checked)),
    })
}

/// The fingerprint of each diagnostic: 16 hex digits over rule, path, the text of the span with blanks folded, and the
/// ordinal among equals. It knows no line number, so it outlives edits elsewhere in the file.
pub fn fingerprints(path: &str, report: &Report) -> Vec<String> {
    let mut seen: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let source = &report.document.source;
    report
        .diagnostics
        .iter()
        .map(|d| {
            let words: Vec<&str> = source.slice(shown(source, d.finding.span)).split_whitespace().collect();
            let text = words.join(" ");
            let ordinal = seen.entry((d.rule.as_ref(), text.clone())).and_modify(|n| *n += 1).or_insert(0);
            fingerprint(d.rule.as_ref(), path, &text, *ordinal)
        })
        .collect()
}

/// The fingerprint of a finding by what goes into it; blanks of the text of its span are folded.
pub fn fingerprint(rule: &str, path: &str, text: &str, ordinal: usize) -> String {
    let hash = fnv1a(known_by((rule, path, text)), &ordinal.to_string());
    format!("{hash:016x}")
}

/// Whether a fingerprint is that of rule, path and text with an ordinal below `most`. The text is read once.
pub fn is_fingerprint_of(print: &str, known: (&str, &str, &str), most: usize) -> bool {
    let hash = known_by(known);
    let print = u64::from_str_radix(print, 16);
    print.is_ok_and(|print| (0..most).any(|ordinal| fnv1a(hash, &ordinal.to_string()) == print))
}

/// The hash of what a finding is known by, without its ordinal.
fn known_by((rule, path, text): (&str, &str, &str)) -> u64 {
    let words: Vec<&str> = text.split_whitespace().collect();
    [rule, path, &words.join(" ")].into_iter().fold(FNV_OFFSET, fnv1a)
}

/// A value as JSON text and a line end, with nothing in it that a terminal obeys.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    // Plain structs of strings and numbers: there is nothing in them that could not be written.
    let text = serde_json::to_string(value).unwrap_or_default();
    crate::escape::json(text) + "\n"
}

/// A value as JSON text for people and version control: a field a line.
pub fn to_pretty(value: &impl Serialize) -> String {
    crate::escape::json(serde_json::to_string_pretty(value).unwrap_or_default()) + "\n"
}

/// Where FNV-1a of 64 bits starts.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a, 64 bits, taken on over a part and a zero byte after it.
fn fnv1a(hash: u64, part: &str) -> u64 {
    part.bytes().chain([0]).fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[derive(Serialize)]
struct Output<'a> {
    version: u32,
    diagnostics: Vec<DiagnosticOut<'a>>,
    files: Vec<FileOut<'a>>,
    summary: SummaryOut,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Vec<statistics::Count<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<Vec<crate::review::json::FileOut<'a>>>,
}

#[derive(Serialize)]
pub(crate) struct DiagnosticOut<'a> {
    rule: &'a str,
    family: &'a str,
    severity: &'a str,
    path: &'a str,
    #[serde(flatten)]
    place: Place,
    span: [usize; 2],
    message: &'a str,
    help: Option<&'a str>,
    stated: Option<&'a str>,
    computed: Option<&'a str>,
    accepted: &'a [String],
    reading: &'a str,
    explanation: Option<ExplanationOut<'a>>,
    fingerprint: String,
    related: Vec<RelatedOut<'a>>,
    fix: Option<FixOut<'a>>,
}

#[derive(Serialize)]
struct ExplanationOut<'a> {
    kind: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct RelatedOut<'a> {
    path: &'a str,
    #[serde(flatten)]
    place: Place,
    message: &'a str,
}

#[derive(Serialize)]
struct FixOut<'a> {
    title: &'a str,
    safety: &'a str,
    edits: Vec<EditOut<'a>>,
}

#[derive(Serialize)]
struct EditOut<'a> {
    span: [usize; 2],
    text: &'a str,
}

#[derive(Serialize)]
struct FileOut<'a> {
    path: &'a str,
    kind: Option<&'a str>,
    kind_from: Option<&'a str>,
    profile: Option<&'a str>,
    claims: usize,
    verified: usize,
    weak: usize,
    wrong: usize,
    inherits: usize,
    not_understood: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct SummaryOut {
    files: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    fixable: usize,
    suppressed: usize,
}

/// A diagnostic as an entry of `diagnostics`.
pub(crate) fn diagnostic<'a>(
    path: &'a str,
    report: &'a Report,
    d: &'a Diagnostic,
    fingerprint: String,
) -> DiagnosticOut<'a> {
    let source = &report.document.source;
    let span = shown(source, d.finding.span);
    let calculation = d.finding.calculation.as_ref();
    DiagnosticOut {
        rule: &d.rule,
        family: d.family.name(),
        severity: d.severity.name(),
        path,
        place: Place::of(source, span),
        span: bytes(span),
        message: &d.finding.message,
        help: d.finding.help.as_deref(),
        stated: calculation.and_then(|c| c.stated.as_deref()),
        computed: calculation.and_then(|c| c.computed.as_deref()),
        accepted: calculation.map_or(&[], |c| &c.accepted),
        reading: calculation.and_then(|c| c.reading.as_deref()).unwrap_or(""),
        explanation: calculation.and_then(|c| c.explanation.as_ref()).map(|(kind, text)| ExplanationOut { kind, text }),
        fingerprint,
        related: related(path, source, d),
        fix: d.finding.fix.as_ref().map(fix),
    }
}

fn related<'a>(path: &'a str, source: &Source, d: &'a Diagnostic) -> Vec<RelatedOut<'a>> {
    let labels = d.finding.labels.iter();
    labels.map(|l| RelatedOut { path, place: Place::of(source, shown(source, l.span)), message: &l.message }).collect()
}

fn fix(fix: &Fix) -> FixOut<'_> {
    let edits = fix.edits.iter().map(|Edit { span, text }| EditOut { span: bytes(*span), text }).collect();
    FixOut { title: &fix.title, safety: fix.safety.name(), edits }
}

fn file(checked: &Checked) -> FileOut<'_> {
    let report = checked.report();
    let coverage = report.map(|r| r.coverage).unwrap_or_default();
    FileOut {
        path: &checked.path,
        kind: report.map(|r| r.kind.0.name()),
        kind_from: report.map(|r| r.kind.1.name()),
        profile: report.map(|r| r.profile.as_str()),
        claims: coverage.claims,
        verified: coverage.verified,
        weak: coverage.weak,
        wrong: coverage.wrong,
        inherits: coverage.inherits,
        not_understood: coverage.not_understood,
        error: checked.outcome.as_ref().err().map(String::as_str),
    }
}

fn summary(checked: &[Checked]) -> SummaryOut {
    let reports = || checked.iter().filter_map(Checked::report);
    let all = || reports().flat_map(|r| &r.diagnostics);
    let count = |severity| all().filter(|d| d.severity == severity).count();
    SummaryOut {
        files: checked.len(),
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        infos: count(Severity::Info),
        fixable: all().filter(|d| d.finding.fix.as_ref().is_some_and(|f| f.safety == Safety::Safe)).count(),
        suppressed: reports().map(|r| r.suppressed).sum(),
    }
}
