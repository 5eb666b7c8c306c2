//! `ledger`: every calculation found, and what became of it, as a table and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;

use designlint_core::{Coverage, Report};
use designlint_facts::{Claim, ClaimKind, How, Verdict};
use serde::Serialize;

use crate::Checked;
use crate::escape::line;
use crate::json::to_text;
use crate::place::{Place, bytes, shown};
use crate::summary::{add, counted, kind};

/// The ledger as JSON and a line end; with `statistics` also what each named filter dropped.
pub fn json(checked: &[Checked], statistics: bool) -> String {
    to_text(&Output { version: 1, files: checked.iter().map(|c| file(c, statistics)).collect() })
}

/// The ledger as a table with one line a calculation, and a coverage line a file; with `statistics` also what each
/// named filter dropped.
pub fn text(checked: &[Checked], statistics: bool) -> String {
    let mut out = String::new();
    let reports: Vec<(&Checked, &Report)> = checked.iter().filter_map(|file| Some((file, file.report()?))).collect();
    for (i, (file, report)) in reports.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        _ = writeln!(out, "{gap}{}: {}", line(&file.path), kind(report));
        table(&mut out, report);
        _ = writeln!(out, "{}", coverage(&report.coverage));
        if statistics {
            _ = writeln!(out, "{}", dropped(report));
        }
    }
    if reports.len() > 1 {
        let total = reports.iter().map(|(_, report)| report.coverage).fold(Coverage::default(), add);
        _ = writeln!(out, "\n{} files: {}", reports.len(), coverage(&total));
    }
    out
}

/// "checked 38 of 41 calculations: 36 hold, 2 wrong; 3 not understood".
pub fn coverage(c: &Coverage) -> String {
    if c.claims == 0 {
        return "no calculation was found".to_owned();
    }
    let understood = c.claims - c.not_understood.min(c.claims);
    let mut parts = vec![format!("{} hold", c.verified + c.weak)];
    if c.weak > 0 {
        parts[0] += &format!(" ({} only weakly)", c.weak);
    }
    if c.wrong > 0 {
        parts.push(format!("{} wrong", c.wrong));
    }
    if c.inherits > 0 {
        parts.push(format!("{} built on a wrong number", c.inherits));
    }
    let mut text = format!("checked {understood} of {}: {}", counted(c.claims, "calculation"), parts.join(", "));
    if c.not_understood > 0 {
        text += &format!("; {} not understood", c.not_understood);
    }
    text
}

#[derive(Serialize)]
struct Output<'a> {
    version: u32,
    files: Vec<FileOut<'a>>,
}

#[derive(Serialize)]
struct FileOut<'a> {
    path: &'a str,
    claims: Vec<ClaimOut<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<BTreeMap<&'a str, usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct ClaimOut<'a> {
    #[serde(flatten)]
    place: Place,
    span: [usize; 2],
    stated_span: [usize; 2],
    text: &'a str,
    kind: &'static str,
    relation: &'a str,
    verdict: &'static str,
    how: Option<&'static str>,
    weak: bool,
    stated: &'a str,
    computed: Option<&'a str>,
    reading: &'a str,
    reason: Option<&'a str>,
}

fn file(checked: &Checked, statistics: bool) -> FileOut<'_> {
    let report = checked.report();
    FileOut {
        path: &checked.path,
        claims: report.map_or_else(Vec::new, |r| r.facts.claims.iter().map(|c| claim(r, c)).collect()),
        dropped: statistics.then(|| report.map(by_filter)).flatten(),
        error: checked.outcome.as_ref().err().map(String::as_str),
    }
}

fn claim<'a>(report: &'a Report, claim: &'a Claim) -> ClaimOut<'a> {
    let source = &report.document.source;
    let span = shown(source, claim.span);
    ClaimOut {
        place: Place::of(source, span),
        span: bytes(span),
        stated_span: bytes(shown(source, claim.stated_span)),
        text: source.slice(span),
        kind: kind_name(claim.kind),
        relation: &claim.relation,
        verdict: verdict_name(claim.verdict),
        how: claim.how.map(how_name),
        weak: claim.weak,
        stated: &claim.stated,
        computed: claim.computed.as_deref(),
        reading: &claim.reading,
        reason: claim.reason.as_deref(),
    }
}

fn by_filter(report: &Report) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for (filter, count) in &report.facts.dropped {
        *counts.entry(*filter).or_insert(0) += count;
    }
    counts
}

fn dropped(report: &Report) -> String {
    let counts = by_filter(report);
    if counts.is_empty() {
        return "no filter dropped anything".to_owned();
    }
    let parts: Vec<String> = counts.iter().map(|(filter, count)| format!("{count} {filter}")).collect();
    format!("dropped as no calculation: {}", parts.join(", "))
}

fn table(out: &mut String, report: &Report) {
    let source = &report.document.source;
    let rows: Vec<[String; 4]> = report
        .facts
        .claims
        .iter()
        .map(|claim| {
            let span = shown(source, claim.span);
            let at = source.position(span.start);
            let how = match claim.how {
                Some(how) if claim.verdict == Verdict::Holds => how_name(how),
                _ => "",
            };
            let weak = if claim.weak { " (weak)" } else { "" };
            let verdict = format!("{} {how}{weak}", verdict_name(claim.verdict));
            let words: Vec<&str> = source.slice(span).split_whitespace().collect();
            let text = cut(&line(&words.join(" ")), 72);
            [format!("{}:{}", at.line, at.column), verdict.trim_end().to_owned(), text, outcome(claim)]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    for [at, verdict, text, outcome] in &rows {
        let row = format!("  {at:>0$}  {verdict:1$}  {text:2$}  {outcome}", widths[0], widths[1], widths[2]);
        _ = writeln!(out, "{}", row.trim_end());
    }
}

/// What the last column says: the recomputed value, or why there is none.
fn outcome(claim: &Claim) -> String {
    let text = match (claim.verdict, &claim.computed, &claim.reason) {
        (Verdict::Unknown, _, Some(reason)) => reason.clone(),
        (_, Some(computed), _) if *computed != claim.stated => computed.clone(),
        _ => String::new(),
    };
    line(&text).into_owned()
}

/// At most `width` characters, the last an ellipsis where some are left out.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

fn kind_name(kind: ClaimKind) -> &'static str {
    match kind {
        ClaimKind::Equation => "equation",
        ClaimKind::Chain => "chain",
        ClaimKind::Total => "total",
        ClaimKind::Change => "change",
        ClaimKind::Formula => "formula",
        ClaimKind::Conversion => "conversion",
        ClaimKind::Comparison => "comparison",
    }
}

fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Wrong => "wrong",
        Verdict::Inherits => "inherits",
        Verdict::Unknown => "unknown",
    }
}

fn how_name(how: How) -> &'static str {
    match how {
        How::Exact => "exact",
        How::Rounded => "rounded",
        How::Consistent => "consistent",
        How::Truncated => "truncated",
        How::Coarse => "coarse",
        How::Approximate => "approximate",
    }
}
