//! The findings of an artifact, each with its place at the head commit and with words that may be said.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};

use designlint_core::review::review;
use designlint_core::{RuleDocs, RuleMeta, Safety, Settings, Severity, check};
use designlint_document::{Document, Source};
use designlint_render::Checked;
use designlint_render::json::{Also, is_fingerprint_of, json};
use designlint_rules::packs;

use crate::artifact::{Artifact, Diagnostic, Edit};
use crate::hunks::Hunks;
use crate::suggestion::Suggestion;
use crate::text::Text;

/// A file that the pull request changes.
#[derive(Clone, Debug)]
pub struct Changed {
    /// What its patch shows; `None` where GitHub gives none.
    pub hunks: Option<Hunks>,
    /// Its text at the head commit; `None` where it is not text or was not read.
    pub text: Option<Text>,
}

/// Whose words are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    /// Those of the artifact, which the same job wrote.
    Reported,
    /// Ours: the file at the head commit is checked again, and what that does not say is said in the words of the table of
    /// rules. For an artifact that a stranger's job wrote.
    Rebuilt,
}

/// A finding that can be spoken of.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Name of its rule.
    pub rule: String,
    /// How grave it is.
    pub severity: Severity,
    /// The file, from the root of the repository.
    pub file: String,
    /// The line, as git counts them; `None` where the file is not what was checked.
    pub line: Option<usize>,
    /// 16 hex digits.
    pub fingerprint: String,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// Other lines, and what they have to do with it.
    pub related: Vec<(usize, String)>,
    /// Where a comment about it may stand.
    pub place: Result<Place, Off>,
}

/// Where a comment stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The lines, all in one hunk.
    pub lines: RangeInclusive<usize>,
    /// What to write instead of exactly these lines.
    pub suggestion: Option<Suggestion>,
}

/// Why a finding has no comment of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Off {
    /// Its line is not in the diff.
    OutsideDiff,
    /// GitHub shows no diff of its file.
    NoPatch,
    /// The file at the head commit is not the one that was checked.
    OtherText,
    /// The file at the head commit was not read.
    NotRead,
    /// There are enough comments.
    Enough,
    /// GitHub did not take the comment.
    NotTaken,
}

/// The findings in the files that a pull request changes, the gravest first.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Those that can be spoken of.
    pub list: Vec<Finding>,
    /// How many are of rules that are not known here, so that nothing can be said of them.
    pub unknown: usize,
}

/// A place of more lines than this is shown by its first line.
const MOST_LINES: usize = 10;
/// How many findings of a rule may have the same text.
const MOST_EQUALS: usize = 1_000;
/// The most bytes of the text at a place: a stranger may say of any number of findings that they are the whole file.
const MOST_STATED: usize = 64 << 10;

impl Findings {
    /// The findings of an artifact in changed files, with words of somebody.
    pub fn new(artifact: &Artifact, changed: &BTreeMap<String, Changed>, wording: Wording) -> Self {
        let mut found = Self::default();
        let mut again: BTreeMap<&str, Vec<Diagnostic>> = BTreeMap::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for diagnostic in &artifact.diagnostics {
            let Some(file) = changed.get(&diagnostic.file) else { continue };
            if !seen.insert(&diagnostic.fingerprint) {
                continue;
            }
            let said = match wording {
                Wording::Reported => Some(diagnostic.clone()),
                Wording::Rebuilt => {
                    let kind = kind_of(artifact, &diagnostic.file);
                    let again = again.entry(&diagnostic.file).or_insert_with(|| checked_again(file, kind));
                    in_our_words(diagnostic, again)
                }
            };
            match said {
                Some(said) => found.list.push(Finding::new(said, file)),
                None => found.unknown += 1,
            }
        }
        found
            .list
            .sort_by(|a, b| (b.severity.cmp(&a.severity)).then_with(|| (&a.file, a.line).cmp(&(&b.file, b.line))));
        found
    }
}

impl Finding {
    fn new(d: Diagnostic, file: &Changed) -> Self {
        let text = file.text.as_ref().filter(|text| is_what_was_checked(&d, text));
        let fix = d.fix.as_ref().filter(|fix| fix.safety == Safety::Safe);
        let edits = fix.map_or(&[][..], |fix| &fix.edits);
        Self {
            line: text.map(|text| text.line_of(d.span[0])),
            place: match (text, &file.hunks) {
                (None, _) if file.text.is_none() => Err(Off::NotRead),
                (None, _) => Err(Off::OtherText),
                (_, None) => Err(Off::NoPatch),
                (Some(text), Some(hunks)) => place(d.span, edits, text, hunks),
            },
            related: d.related.into_iter().map(|related| (related.line, related.message)).collect(),
            rule: d.rule,
            severity: d.severity,
            file: d.file,
            fingerprint: d.fingerprint,
            message: d.message,
            help: d.help,
        }
    }

    /// The rule, where it is one of the table.
    pub fn meta(&self) -> Option<&'static RuleMeta> {
        meta(&self.rule)
    }
}

fn meta(rule: &str) -> Option<&'static RuleMeta> {
    designlint_rules::ALL.iter().map(|entry| entry.meta).find(|meta| meta.name == rule)
}

fn place(span: [usize; 2], edits: &[Edit], text: &Text, hunks: &Hunks) -> Result<Place, Off> {
    let whole = text.lines_of(span);
    let first = *whole.start();
    if !hunks.show(first..=first) {
        return Err(Off::OutsideDiff);
    }
    if let Some(suggestion) = Suggestion::of(edits, text, first, hunks) {
        return Ok(Place { lines: suggestion.lines.clone(), suggestion: Some(suggestion) });
    }
    let shown = whole.end() - first < MOST_LINES && hunks.show(whole.clone());
    Ok(Place { lines: if shown { whole } else { first..=first }, suggestion: None })
}

/// Whether the text at the place of a finding is the one that its fingerprint knows.
fn is_what_was_checked(d: &Diagnostic, text: &Text) -> bool {
    let Some(stated) = text.slice(d.span) else { return false };
    let stated = stated.trim_end_matches(['\n', '\r']);
    stated.len() <= MOST_STATED && is_fingerprint_of(&d.fingerprint, (&d.rule, &d.path, stated), MOST_EQUALS)
}

fn kind_of<'a>(artifact: &'a Artifact, file: &str) -> Option<&'a str> {
    artifact.files.iter().find(|f| f.path == file)?.kind.as_deref()
}

/// The artifact that we would have written about a text: default settings, and the kind that somebody says it has.
pub fn our_artifact(text: &str, kind: Option<&str>) -> Option<Artifact> {
    let settings =
        Settings { kind_from_command_line: kind.map(str::to_owned), meant: true, preview: true, ..packs::settings() };
    // A panic would end the review of the other files.
    let checked = catch_unwind(AssertUnwindSafe(|| {
        let report = check(Document::parse(Source::new(text)), &settings, designlint_rules::ALL);
        let review = Some(review(&report, &settings));
        json(
            &[Checked { path: "document".to_owned(), outcome: Ok(report), review }],
            None,
            Also { review: true, statistics: false },
        )
    }));
    Artifact::read(checked.ok()?.as_bytes(), "").ok()
}

fn checked_again(file: &Changed, kind: Option<&str>) -> Vec<Diagnostic> {
    let ours = file.text.as_ref().and_then(|text| our_artifact(text.whole(), kind));
    ours.map(|ours| ours.diagnostics).unwrap_or_default()
}

/// The finding in our words: rule, severity, place and fingerprint are all that is taken from it. `None` where the table of
/// rules does not know it.
fn in_our_words(theirs: &Diagnostic, ours: &[Diagnostic]) -> Option<Diagnostic> {
    let meta = meta(&theirs.rule)?;
    let said = ours.iter().find(|d| d.rule == theirs.rule && d.span == theirs.span);
    let mut words = theirs.clone();
    match said {
        Some(said) => {
            (words.message, words.help) = (said.message.clone(), said.help.clone());
            (words.related, words.fix) = (said.related.clone(), said.fix.clone());
        }
        None => {
            words.message = RuleDocs::parse(meta.docs).what.split_whitespace().collect::<Vec<_>>().join(" ");
            (words.help, words.related, words.fix) = (None, Vec::new(), None);
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use designlint_render::json::fingerprint;
    use serde_json::{Value, json};

    use super::*;

    /// Where a comment would stand about a finding with this span, whose fingerprint is right.
    fn placed(text: &str, span: [usize; 2], ordinal: usize) -> Result<Place, Off> {
        let print = fingerprint("arith-mismatch", "q7.md", &text[span[0]..span[1]], ordinal);
        let found = json!({"rule": "arith-mismatch", "family": "arithmetic", "severity": "error", "path": "q7.md", "line": 1,
            "column": 1, "end_line": 1, "end_column": 2, "span": span, "message": "m", "help": null, "stated": null,
            "computed": null, "accepted": [], "reading": "", "explanation": null, "fingerprint": print, "related": [],
            "fix": null});
        let summary = json!({"files": 1, "errors": 1, "warnings": 0, "infos": 0, "fixable": 0, "suppressed": 0});
        let whole: Value = json!({"version": 1, "diagnostics": [found], "files": [], "summary": summary});
        let artifact = Artifact::read(whole.to_string().as_bytes(), "").unwrap();
        let hunks = Some(Hunks::parse("@@ -0,0 +1,2 @@\n+a\n+b"));
        let changed = Changed { hunks, text: Some(Text::new(text.to_owned())) };
        let changed = BTreeMap::from([("q7.md".to_owned(), changed)]);
        Findings::new(&artifact, &changed, Wording::Reported).list.remove(0).place
    }

    #[test]
    fn equal_texts_are_known_up_to_a_number() {
        let first = Ok(Place { lines: 1..=1, suggestion: None });
        assert_eq!(placed("a\nb\n", [0, 1], 0), first);
        assert_eq!(placed("a\nb\n", [0, 1], MOST_EQUALS - 1), first);
        assert_eq!(placed("a\nb\n", [0, 1], MOST_EQUALS), Err(Off::OtherText));
    }

    #[test]
    fn a_text_that_is_longer_than_any_place_is_not_looked_at() {
        let text = "a".repeat(MOST_STATED + 1);
        assert!(placed(&text, [0, MOST_STATED], 0).is_ok());
        assert_eq!(placed(&text, [0, MOST_STATED + 1], 0), Err(Off::OtherText));
    }
}
