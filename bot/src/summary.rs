//! The one comment that says what no comment on a line says: the rubric, the decision, the coverage, the other findings.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use designlint_core::Severity;
use designlint_render::escape::cell;

use crate::artifact::{Artifact, Decision, File, Review, Yes};
use crate::comment::{MOST_BYTES, SUMMARY, headline, words};
use crate::findings::{Changed, Finding, Findings, Off, Wording, our_artifact};

/// What a summary says when nothing is left to say.
pub const NOTHING_LEFT: &str =
    "## designlint\n\nNothing is left: what was found here is resolved.\n\n<!-- designlint:summary -->";

const FOOTER: &str = "A comment before a line silences a finding and says why: \
`<!-- designlint-disable-next-line NAME: why -->`.";

/// What the files of a pull request were found to be.
#[derive(Clone, Debug)]
pub struct About {
    /// The files that the pull request changes and designlint was asked about.
    files: Vec<Of>,
    /// How many findings cannot be spoken of.
    unknown: usize,
}

/// What one file was found to be.
#[derive(Clone, Debug)]
struct Of {
    file: File,
    review: Option<Review>,
    /// What is decided without the configuration of a run that is not believed.
    plain: Option<Decision>,
}

impl About {
    /// What an artifact says of changed files, in words of somebody.
    pub fn new(
        artifact: &Artifact,
        changed: &BTreeMap<String, Changed>,
        findings: &Findings,
        wording: Wording,
    ) -> Self {
        let files = artifact.files.iter().filter(|file| changed.contains_key(&file.path)).map(|file| {
            let review = artifact.review.iter().find(|review| review.path == file.path).cloned();
            match wording {
                Wording::Reported => {
                    let plain = review.as_ref().and_then(|review| review.decision);
                    Of { file: file.clone(), review, plain }
                }
                Wording::Rebuilt => in_our_words(file, review, changed.get(&file.path)),
            }
        });
        Self { files: files.collect(), unknown: findings.unknown }
    }

    /// Whether a file could not be checked, so that nothing is known of its findings.
    pub fn failed(&self, path: &str) -> bool {
        self.files.iter().any(|of| of.file.path == path && of.file.error.is_some())
    }

    /// The text of the summary; `None` where there is nothing to say. `off` are the findings without a comment on a line
    /// and the reason, `shown` is how many have one.
    pub fn summary(&self, off: &[(&Finding, Off)], shown: &[&Finding]) -> Option<String> {
        let all = || off.iter().map(|(finding, _)| *finding).chain(shown.iter().copied());
        let failed = self.files.iter().any(|of| of.file.error.is_some());
        if all().next().is_none() && !failed && self.unknown == 0 {
            return None;
        }
        let mut out = format!("## designlint\n\n{}\n", self.opening(all(), shown.len()));
        let mut budget = (MOST_BYTES - 2_000).saturating_sub(out.len());
        let mut left_out = 0;
        for of in &self.files {
            let file = &of.file;
            let own: Vec<&(&Finding, Off)> = off.iter().filter(|(finding, _)| finding.file == file.path).collect();
            let any = file.error.is_some() || all().any(|finding| finding.file == file.path);
            if !any {
                continue;
            }
            let section = section(of);
            match budget.checked_sub(section.len()) {
                Some(rest) => (budget, out) = (rest, out + &section),
                None => {
                    left_out += own.len();
                    continue;
                }
            }
            for (finding, why) in own {
                let entry = entry(finding, *why);
                match budget.checked_sub(entry.len()) {
                    Some(rest) if left_out == 0 => (budget, out) = (rest, out + &entry),
                    _ => left_out += 1,
                }
            }
        }
        if left_out > 0 {
            _ = writeln!(out, "\n{left_out} more {} not shown.", if left_out == 1 { "is" } else { "are" });
        }
        if self.unknown > 0 {
            let those =
                if self.unknown == 1 { "1 more finding is" } else { &format!("{} more findings are", self.unknown) };
            _ = writeln!(out, "\n{those} of rules of this repository's own, which are not known here.");
        }
        Some(format!("{out}\n{FOOTER}\n\n{SUMMARY}"))
    }

    fn opening<'f>(&self, all: impl Iterator<Item = &'f Finding>, shown: usize) -> String {
        let mut counts = BTreeMap::new();
        let mut files = BTreeSet::new();
        for finding in all {
            *counts.entry(finding.severity).or_insert(0_usize) += 1;
            files.insert(&finding.file);
        }
        let counted = |(severity, n): (&Severity, &usize)| {
            let s = if *n == 1 { "" } else { "s" };
            format!("{n} {}{s}", severity.name())
        };
        let what: Vec<String> = counts.iter().rev().map(counted).collect();
        let what = if what.is_empty() { "Nothing".to_owned() } else { what.join(", ") };
        let at = if shown == 0 { String::new() } else { format!("; {shown} at the lines they are about") };
        let documents = if files.len() == 1 { "document" } else { "documents" };
        format!("{what} in {} {documents}{at}.", files.len())
    }
}

/// The heading of a file, its decision, its coverage and its rubric.
fn section(Of { file, review, plain }: &Of) -> String {
    let decision = decided(review.as_ref().and_then(|review| review.decision), *plain);
    let kind = file.kind.as_deref().map_or(String::new(), |kind| format!(" ({})", words(kind)));
    let mut out = format!("\n### {}{kind}{decision}\n", words(&file.path));
    if let Some(error) = &file.error {
        _ = writeln!(out, "\n**Not checked**: {}", words(error));
        return out;
    }
    _ = writeln!(out, "\n{}", coverage(file));
    let lines = review.as_ref().map_or(&[][..], |review| &review.lines);
    if !lines.is_empty() {
        out.push_str("\n| Rubric | Answer | Why |\n|---|---|---|\n");
    }
    for line in lines {
        let answer = if line.answer == Yes::Yes { "yes" } else { "**no**" };
        _ = writeln!(out, "| {} | {answer} | {} |", cell(&words(&line.says)), cell(&words(&line.reason)));
    }
    out.push('\n');
    out
}

/// A decision, and the one without the configuration of its run where that is another: nobody approves of his own document.
fn decided(decision: Option<Decision>, plain: Option<Decision>) -> String {
    match (decision, plain) {
        (None, _) => String::new(),
        (Some(d), Some(plain)) if d == plain => format!(": {}", d.name()),
        (Some(d), None) => format!(": {} by the configuration of its run", d.name()),
        (Some(d), Some(plain)) => {
            format!(": {} by the configuration of its run, {} without it", d.name(), plain.name())
        }
    }
}

fn coverage(file: &File) -> String {
    let parts = [
        (file.verified, "hold"),
        (file.weak, "hold by another reading"),
        (file.wrong, "wrong"),
        (file.inherits, "with a wrong input"),
        (file.not_understood, "not understood"),
    ];
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    match file.claims {
        0 => "No calculations.".to_owned(),
        1 => format!("1 calculation: {}.", parts.join(", ")),
        n => format!("{n} calculations: {}.", parts.join(", ")),
    }
}

fn entry(finding: &Finding, why: Off) -> String {
    let line = finding.line.map_or(String::new(), |line| format!("line {line}, "));
    let why = match why {
        Off::OutsideDiff => "outside the lines of this pull request",
        Off::NoPatch => "GitHub shows no diff of this file",
        Off::OtherText => "the file has changed since it was checked",
        Off::NotRead => "the file is not text, or one of too many",
        Off::Enough => "there are enough comments",
        Off::NotTaken => "GitHub took no comment on it",
    };
    let help = finding.help.as_ref().map_or(String::new(), |help| format!("  - help: {}\n", words(help)));
    format!("- {line}{} ({why})\n{help}", headline(finding))
}

/// What a stranger's artifact says of a file, with our words for everything that is a word.
fn in_our_words(file: &File, review: Option<Review>, changed: Option<&Changed>) -> Of {
    let text = changed.and_then(|changed| changed.text.as_ref());
    let kind = file.kind.as_deref().filter(|kind| designlint_core::Kind::from_name(kind).is_some());
    let ours = text.and_then(|text| our_artifact(text.whole(), kind));
    let ours = ours.and_then(|ours| ours.review.into_iter().next());
    let mut said = file.clone();
    said.kind = kind.map(str::to_owned);
    said.error = file.error.as_ref().map(|_| "its run says that it could not be read".to_owned());
    let plain = ours.as_ref().and_then(|ours| ours.decision);
    let review = review.zip(ours).map(|(theirs, mut ours)| {
        ours.decision = theirs.decision;
        ours.lines.retain_mut(|line| {
            let Some(theirs) = theirs.lines.iter().find(|theirs| theirs.id == line.id) else { return false };
            if line.answer != theirs.answer {
                (line.answer, line.reason) = (theirs.answer, "by the configuration of its run".to_owned());
            }
            true
        });
        ours
    });
    Of { file: said, review, plain }
}
