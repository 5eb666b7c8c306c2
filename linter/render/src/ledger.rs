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
    let rows: Vec<[String; 6]> = report.facts.claims.iter().map(|claim| row(report, claim)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3, 4].map(width);
    for [at, cells @ .., note] in &rows {
        _ = write!(out, "  {at:>0$}", widths[0]);
        for (cell, width) in cells.iter().zip(&widths[1..]) {
            _ = write!(out, "  {cell:width$}");
        }
        _ = write!(out, "  {note}");
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    }
}

/// Place, verdict, text, stated and computed value, and the reading or why it was not understood.
fn row(report: &Report, claim: &Claim) -> [String; 6] {
    let source = &report.document.source;
    let span = shown(source, claim.span);
    let at = source.position(span.start);
    let how = match claim.how {
        Some(how) if claim.verdict == Verdict::Holds => how_name(how),
        _ => "",
    };
    let weak = if claim.weak { " (weak)" } else { "" };
    let verdict = format!("{} {how}{weak}", verdict_name(claim.verdict));
    let one_line = |text: &str| line(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned();
    let note = match (claim.verdict, &claim.reason) {
        (Verdict::Unknown, Some(reason)) => reason,
        _ => &claim.reading,
    };
    [
        format!("{}:{}", at.line, at.column),
        verdict.trim_end().to_owned(),
        cut(&one_line(source.slice(span)), 60),
        cut(&one_line(&claim.stated), 20),
        cut(&one_line(claim.computed.as_deref().unwrap_or("")), 20),
        one_line(note),
    ]
}

/// At most `width` characters, the last an ellipsis where some are left out.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

pub(crate) fn kind_name(kind: ClaimKind) -> &'static str {
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

pub(crate) fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Wrong => "wrong",
        Verdict::Inherits => "inherits",
        Verdict::Unknown => "unknown",
    }
}

pub(crate) fn how_name(how: How) -> &'static str {
    match how {
        How::Exact => "exact",
        How::Rounded => "rounded",
        How::Consistent => "consistent",
        How::Truncated => "truncated",
        How::Coarse => "coarse",
        How::Approximate => "approximate",
    }
}
