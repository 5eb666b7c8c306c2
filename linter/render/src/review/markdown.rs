//! `review --format markdown`: a record that the rules for records of reviews find complete.

use std::fmt::Write;

use designlint_core::Report;
use designlint_core::review::{Closing, Decision, Line, Review};
use designlint_document::Span;
use designlint_facts::{Claim, ClaimKind, How, Verdict};

use super::{evidence, line_of, reason, section_of};
use crate::Checked;
use crate::escape::{self, markdown};
use crate::ledger::coverage;

/// How many calculations that hold a record lists.
const MOST_HOLDING: usize = 3;

/// The record of a review and a line end; `None` where there is no review, or its kind has no rubric.
pub fn record(file: &Checked) -> Option<String> {
    let (report, review) = (file.report()?, file.review.as_ref()?);
    let record = Record { path: &file.path, report, review };
    review.decision.map(|decision| record.text(decision))
}

struct Record<'a> {
    path: &'a str,
    report: &'a Report,
    review: &'a Review,
}

impl Record<'_> {
    fn text(&self, decision: Decision) -> String {
        let mut out = self.front_matter();
        let about = self.title().unwrap_or(self.path);
        _ = writeln!(out, "# Review of \"{}\"\n", markdown(about));
        _ = writeln!(out, "By designlint, which recomputes and looks up; what only a reader can tell stands below.\n");
        self.answers(&mut out);
        self.comments(&mut out);
        self.numbers(&mut out);
        self.doubt(&mut out);
        self.score(&mut out);
        self.for_a_reader(&mut out);
        self.decision(&mut out, decision);
        out
    }

    fn front_matter(&self) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '/' | '-');
        let path = match self.path {
            "-" => return "---\nkind: review\n---\n\n".to_owned(),
            path if path.chars().all(plain) && path.starts_with(|c: char| c.is_ascii_alphabetic()) => path.to_owned(),
            path => escape::json(serde_json::to_string(path).unwrap_or_default()),
        };
        format!("---\nkind: review\nreviews: {path}\n---\n\n")
    }

    /// The document's title.
    fn title(&self) -> Option<&str> {
        let titles = self.report.document.sections.iter().filter(|s| s.level == 1 && !s.title.is_empty());
        titles.map(|s| s.title.as_str()).next()
    }

    /// "section "Options", line 8".
    fn place(&self, span: Span) -> String {
        let line = line_of(self.report, span);
        match section_of(self.report, span).filter(|title| self.title() != Some(*title)) {
            Some(title) => format!("section \"{}\", line {line}", markdown(title)),
            None => format!("the whole document, line {line}"),
        }
    }

    fn answers(&self, out: &mut String) {
        _ = writeln!(out, "## Answers\n\n| Line of the rubric | Answer | Comment |\n|---|---|---|");
        for line in &self.review.lines {
            let word = if line.yes { "yes" } else { "no" };
            _ = writeln!(out, "| {} | {word} | {} |", cell(&line.says), self.comment_of(line));
        }
        for says in &self.review.not_asked {
            let kind = self.report.kind.0.name();
            _ = writeln!(out, "| {} | n/a | not asked of the kind {kind} |", cell(says));
        }
        out.push('\n');
    }

    fn comment_of(&self, line: &Line) -> String {
        let comment = |finding: &usize| self.review.closes.iter().position(|c| c.finding == *finding);
        let mut numbers: Vec<usize> = line.findings.iter().filter_map(comment).collect();
        let Some(closing) = numbers.first().map(|&i| &self.review.closes[i]) else { return cell(&line.reason) };
        numbers.sort_unstable();
        let numbers: Vec<String> = numbers.iter().map(|i| (i + 1).to_string()).collect();
        let which = format!("comment{} {}", if numbers.len() == 1 { "" } else { "s" }, numbers.join(" and "));
        let place = self.place(closing.span).replace('|', "\\|");
        let (reason, change) = (cell(&line.reason), cell(&closing.text));
        format!("{place}: {reason}. Change: {change} ({which})")
    }

    fn comments(&self, out: &mut String) {
        if self.review.closes.is_empty() {
            return;
        }
        _ = writeln!(out, "## Comments\n");
        for (i, closing) in self.review.closes.iter().enumerate() {
            _ = writeln!(out, "{}. {}", i + 1, self.comment(closing));
        }
        out.push('\n');
    }

    fn comment(&self, closing: &Closing) -> String {
        let message = &self.report.diagnostics[closing.finding].finding.message;
        let place = self.place(closing.span);
        format!("{}: {}. Change: {}.", capital(&place), markdown(bare(message)), markdown(bare(&closing.text)))
    }

    /// What was computed again: how many calculations there are, and some of those that hold.
    fn numbers(&self, out: &mut String) {
        let found = coverage(&self.report.coverage);
        _ = writeln!(out, "## Numbers\n\nRecomputed whatever is calculated: {found}.\n");
        let claims = self.report.facts.claims.iter();
        let holding: Vec<String> = claims.filter_map(|c| self.holding(c)).take(MOST_HOLDING).collect();
        if !holding.is_empty() {
            _ = writeln!(out, "{}\n", holding.join("\n"));
        }
    }

    /// A calculation that holds by the numbers on its own line.
    fn holding(&self, claim: &Claim) -> Option<String> {
        let sound =
            matches!(claim.how, Some(How::Exact | How::Rounded)) && claim.verdict == Verdict::Holds && !claim.weak;
        let text = self.report.document.source.slice(claim.span);
        let alone = claim.kind == ClaimKind::Equation && claim.reading == "as written" && text.len() <= 100;
        let inert = !text.contains(['`', '|', '\n', '\r', '\\']) && escape::line(text) == text;
        let doubted = self.report.diagnostics.iter().any(|d| d.finding.span.contains(claim.span));
        let holds = sound && alone && inert && !doubted;
        holds.then(|| format!("- line {}: `{text}` is right", line_of(self.report, claim.span)))
    }

    fn doubt(&self, out: &mut String) {
        _ = writeln!(out, "## The failure most in doubt\n");
        let asks = format!("{} answers.", capital(&self.owner()));
        _ = match &self.review.doubt {
            Some(doubt) => {
                let place = capital(&self.place(doubt.span));
                let why = markdown(bare(&reason(doubt)));
                writeln!(out, "{place}: {why}. What if nobody notices? {asks}\n")
            }
            None => writeln!(out, "The whole document names no way to fail. What if it fails all the same? {asks}\n"),
        };
    }

    /// Who answers for the document.
    fn owner(&self) -> String {
        let owner = self.report.facts.standing.owner.as_ref().map(|o| markdown(bare(&o.text)));
        owner.filter(|o| o.chars().count() <= 60).unwrap_or_else(|| "the author".to_owned())
    }

    /// The level of each dimension with what shows it.
    fn score(&self, out: &mut String) {
        let Some(score) = &self.review.score else { return };
        let band = markdown(&score.band);
        _ = writeln!(out, "## Score\n\n{} of {}: {band}.\n", score.total, score.of);
        _ = writeln!(out, "| Dimension | Level | Shown by | For a reader |\n|---|---|---|---|");
        for dimension in &score.dimensions {
            let shown = match dimension.evidence.first() {
                Some(first) => format!("line {}: {}", line_of(self.report, first.span), cell(&evidence(dimension))),
                None => "nothing".to_owned(),
            };
            let open = cell(&dimension.unjudged.join("; "));
            _ = writeln!(out, "| {} | {} | {shown} | {open} |", cell(&dimension.says), dimension.level);
        }
        out.push('\n');
    }

    fn for_a_reader(&self, out: &mut String) {
        let open: Vec<_> = self.review.lines.iter().filter(|l| !l.reader.is_empty()).collect();
        if open.is_empty() {
            return;
        }
        _ = writeln!(out, "## For a reader\n\nNo machine can tell:\n");
        for line in open {
            _ = writeln!(out, "- {}", markdown(&line.reader));
        }
        out.push('\n');
    }

    fn decision(&self, out: &mut String, decision: Decision) {
        let because = self.review.because.iter().map(|b| markdown(b)).collect::<Vec<_>>().join("; ");
        let because = if because.is_empty() { String::new() } else { format!(": {because}") };
        _ = writeln!(out, "## Decision\n\n{}{because}.\n", capital(decision.name()));
        let question = format!("the question on the failure when {} has answered", self.owner());
        _ = match self.review.closes.len() {
            0 => writeln!(out, "No comment is open. Closed is {question}."),
            1 => writeln!(out, "Comment 1 is closed when its change stands in the document, {question}."),
            n => writeln!(out, "Comments 1 to {n} are closed when their changes stand in the document, {question}."),
        };
    }
}

/// A text of the document in a cell.
fn cell(text: &str) -> String {
    escape::cell(&markdown(bare(text)))
}

/// The text without the stop at its end.
fn bare(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
