//! `review`: the rubric line by line and a decision, for people.

use std::fmt::Write;

use designlint_core::Report;
use designlint_core::review::{Review, Score};
use designlint_document::Span;

use super::{evidence, reason};
use crate::Checked;
use crate::escape::line;
use crate::ledger::coverage;
use crate::summary::kind;

/// The reviews of all files, an empty line between them.
pub fn text(checked: &[Checked]) -> String {
    let reviews = checked.iter().filter_map(|file| Some((file, file.report()?, file.review.as_ref()?)));
    let texts: Vec<String> = reviews.map(|(file, report, review)| one(&file.path, report, review)).collect();
    texts.join("\n")
}

fn one(path: &str, report: &Report, review: &Review) -> String {
    let mut out = format!("{}: {}\n", line(path), kind(report));
    if review.decision.is_none() {
        _ = writeln!(out, "\nDocuments of this kind are asked no rubric: nothing was looked at but the numbers.");
    }
    for answer in &review.lines {
        let at = answer.span.map(|span| place(report, span)).unwrap_or_default();
        let word = if answer.yes { "yes" } else { "no" };
        _ = writeln!(out, "\n{word:<4} {}\n     {at}{}", line(&answer.says), line(&answer.reason));
        if answer.findings.len() > 1 {
            _ = writeln!(out, "     and {} more against it, see below", answer.findings.len() - 1);
        }
    }
    heading(&mut out, "Numbers");
    _ = writeln!(out, "  {}", coverage(&report.coverage));
    for number in &review.numbers {
        _ = writeln!(out, "  {}{}", place(report, number.span), line(&number.says));
    }
    if let Some(doubt) = &review.doubt {
        heading(&mut out, "The failure most in doubt");
        _ = writeln!(out, "  {}{}", place(report, doubt.span), line(&reason(doubt)));
    }
    if let Some(score) = &review.score {
        scale(&mut out, report, score);
    }
    for_a_reader(&mut out, review);
    if let Some(decision) = review.decision {
        let because = review.because.join("; ");
        let because = if because.is_empty() { String::new() } else { format!(": {because}") };
        heading(&mut out, &format!("Decision: {}{}", decision.name(), line(&because)));
    }
    if !review.closes.is_empty() {
        if review.decision.is_none() {
            heading(&mut out, "What closes each comment");
        }
        for closing in &review.closes {
            _ = writeln!(out, "  {}{}: {}", place(report, closing.span), line(&closing.id), line(&closing.text));
        }
    }
    out
}

/// The level of each dimension with what shows it, what the next asks, and what only a reader can tell.
fn scale(out: &mut String, report: &Report, score: &Score) {
    heading(out, &format!("Score: {} of {}, {}", score.total, score.of, line(&score.band)));
    for dimension in &score.dimensions {
        let shown = match dimension.evidence.first() {
            Some(first) => format!("{}{}", place(report, first.span), line(&evidence(dimension))),
            None => "nothing shows it".to_owned(),
        };
        _ = writeln!(out, "  {}  {}: {shown}", dimension.level, line(&dimension.says));
        if let Some(next) = &dimension.next {
            _ = writeln!(out, "     {} asks: {}", dimension.level + 1, line(next));
        }
        for open in &dimension.unjudged {
            _ = writeln!(out, "     for a reader: {}", line(open));
        }
    }
}

fn for_a_reader(out: &mut String, review: &Review) {
    let open: Vec<_> = review.lines.iter().filter(|l| !l.reader.is_empty()).collect();
    if open.is_empty() {
        return;
    }
    heading(out, "For a reader, since no machine can tell");
    for answer in open {
        _ = writeln!(out, "  {}: {}", line(&answer.id), line(&answer.reader));
    }
}

fn heading(out: &mut String, title: &str) {
    _ = writeln!(out, "\n{title}");
}

/// "12:5 ".
fn place(report: &Report, span: Span) -> String {
    let at = report.document.source.position(span.start);
    format!("{}:{} ", at.line, at.column)
}
