//! `designlint.json`, read as what a stranger may have written: small, of exactly the shape that `check --format json`
//! has, with paths that stay inside the repository.

use std::io::Read;

use serde::Deserialize;
use serde::de::IgnoredAny;

/// The most bytes that are read.
pub const MOST_BYTES: u64 = 8 << 20;
/// The most findings, and the most files.
const MOST_ENTRIES: usize = 20_000;
/// The most bytes of one text.
const MOST_TEXT: usize = 64 << 10;

/// What a run of designlint found.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Artifact {
    version: u32,
    /// The findings.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that were asked for.
    pub files: Vec<File>,
    summary: Summary,
    #[serde(default, rename = "statistics")]
    _statistics: IgnoredAny,
    /// The reviews, where `--review` asked for them.
    #[serde(default)]
    pub review: Vec<Review>,
}

/// A finding.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagnostic {
    /// Name of the rule, or the id of a profile's check.
    pub rule: String,
    #[serde(rename = "family")]
    _family: Family,
    /// How grave it is.
    pub severity: Severity,
    /// The file, from the folder in which designlint ran.
    pub path: String,
    /// The same from the root of the repository.
    #[serde(skip)]
    pub file: String,
    #[serde(rename = "line")]
    _line: usize,
    #[serde(rename = "column")]
    _column: usize,
    #[serde(rename = "end_line")]
    _end_line: usize,
    #[serde(rename = "end_column")]
    _end_column: usize,
    /// Bytes of the file, half-open.
    pub span: [usize; 2],
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    #[serde(rename = "stated")]
    _stated: Option<String>,
    #[serde(rename = "computed")]
    _computed: Option<String>,
    #[serde(rename = "accepted")]
    _accepted: Vec<String>,
    #[serde(rename = "reading")]
    _reading: String,
    #[serde(rename = "explanation")]
    _explanation: Option<Explanation>,
    /// 16 hex digits.
    pub fingerprint: String,
    /// Other places.
    pub related: Vec<Related>,
    /// How to mend it.
    pub fix: Option<Fix>,
}

/// How grave a finding is, the gravest last.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Worth a change.
    Warning,
    /// Wrong or missing.
    Error,
}

impl Severity {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Family {
    Arithmetic,
    Formula,
    Failure,
    Decision,
    Structure,
    Engine,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Explanation {
    #[serde(rename = "kind")]
    _kind: String,
    #[serde(rename = "text")]
    _text: String,
}

/// Another place that a finding points at.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Related {
    #[serde(rename = "path")]
    _path: String,
    /// From 1.
    pub line: usize,
    #[serde(rename = "column")]
    _column: usize,
    #[serde(rename = "end_line")]
    _end_line: usize,
    #[serde(rename = "end_column")]
    _end_column: usize,
    /// What it has to do with the finding.
    pub message: String,
}

/// How to mend a finding.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fix {
    #[serde(rename = "title")]
    _title: String,
    /// How far it can be trusted.
    pub safety: Safety,
    /// What to replace.
    pub edits: Vec<Edit>,
}

/// How far a fix can be trusted.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Safety {
    /// Keeps what the document means.
    Safe,
    /// Needs a look.
    Unsafe,
    /// Only shown.
    DisplayOnly,
}

/// Replaces the bytes of a span.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// Bytes of the file, half-open; empty to insert.
    pub span: [usize; 2],
    /// The new text.
    pub text: String,
}

/// A file that was asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// From the folder in which designlint ran; once read, from the root of the repository.
    pub path: String,
    /// Its kind.
    pub kind: Option<String>,
    #[serde(rename = "kind_from")]
    _kind_from: Option<String>,
    #[serde(rename = "profile")]
    _profile: Option<String>,
    /// Calculations: all.
    pub claims: usize,
    /// Calculations that hold.
    pub verified: usize,
    /// Calculations that hold only weakly.
    pub weak: usize,
    /// Calculations that are wrong.
    pub wrong: usize,
    /// Calculations that inherit a wrong input.
    pub inherits: usize,
    /// Calculations that were not understood.
    pub not_understood: usize,
    /// Why it was not checked.
    #[serde(default)]
    pub error: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Summary {
    #[serde(rename = "files")]
    _files: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    #[serde(rename = "fixable")]
    _fixable: usize,
    #[serde(rename = "suppressed")]
    _suppressed: usize,
}

/// The review of a file. What is not said again in a comment may be anything.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// From the folder in which designlint ran; once read, from the root of the repository.
    pub path: String,
    /// Its kind.
    pub kind: Option<String>,
    /// The lines of the rubric.
    pub lines: Vec<Line>,
    /// The decision, where the kind has one.
    pub decision: Option<Decision>,
    #[serde(default, rename = "because")]
    _because: IgnoredAny,
    #[serde(default, rename = "closes")]
    _closes: IgnoredAny,
    #[serde(default, rename = "numbers")]
    _numbers: IgnoredAny,
    #[serde(default, rename = "doubt")]
    _doubt: IgnoredAny,
    #[serde(default, rename = "score")]
    _score: IgnoredAny,
    #[serde(default, rename = "error")]
    _error: IgnoredAny,
}

/// A line of the rubric.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Id.
    pub id: String,
    /// The line as people read it.
    pub says: String,
    /// The answer.
    pub answer: Yes,
    /// Why.
    pub reason: String,
    #[serde(default, rename = "line")]
    _line: IgnoredAny,
    #[serde(default, rename = "reader")]
    _reader: IgnoredAny,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Yes {
    /// It is answered.
    Yes,
    /// It is not.
    No,
}

/// How a review ends.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Nothing is left to do.
    Approve,
    /// Sound, once the comments are closed.
    #[serde(rename = "approve with changes")]
    ApproveWithChanges,
    /// To be written again.
    Rework,
}

impl Decision {
    /// As people read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::ApproveWithChanges => "approve with changes",
            Self::Rework => "rework",
        }
    }
}

impl Artifact {
    /// Reads an artifact whose paths count from a folder of the repository (empty: its root). The error says what is not
    /// as it should be, in words of ours.
    pub fn read(from: impl Read, folder: &str) -> Result<Self, String> {
        let mut bytes = Vec::new();
        from.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(format!("it is larger than {MOST_BYTES} bytes"));
        }
        let mut artifact: Self = serde_json::from_slice(&bytes).map_err(|e| {
            let (line, column) = (e.line(), e.column());
            format!("it is not what `check --format json --review` of this version prints (line {line}, column {column})")
        })?;
        artifact.hold_to_limits()?;
        artifact.place_in(folder)?;
        Ok(artifact)
    }

    /// Whether all findings are in it, so that one that is not in it is gone.
    pub fn is_complete(&self) -> bool {
        let counts = [self.summary.errors, self.summary.warnings, self.summary.infos];
        counts.iter().try_fold(0_usize, |sum, &n| sum.checked_add(n)) == Some(self.diagnostics.len())
    }

    fn hold_to_limits(&self) -> Result<(), String> {
        if self.version != 1 {
            return Err("its version is not 1".to_owned());
        }
        if self.diagnostics.len().max(self.files.len()).max(self.review.len()) > MOST_ENTRIES {
            return Err(format!("it has more than {MOST_ENTRIES} entries"));
        }
        for found in &self.diagnostics {
            let fix = found.fix.iter().flat_map(|fix| &fix.edits);
            let spans = std::iter::once(found.span).chain(fix.clone().map(|edit| edit.span));
            let related = found.related.iter().map(|related| &related.message);
            let texts = related.chain(fix.map(|edit| &edit.text)).chain(&found.help).chain([&found.message, &found.rule]);
            if !is_fingerprint(&found.fingerprint) {
                return Err("a fingerprint is not 16 hex digits".to_owned());
            }
            if spans.into_iter().any(|[start, end]| start > end) {
                return Err("a span ends before it starts".to_owned());
            }
            if texts.into_iter().any(|text| text.len() > MOST_TEXT) {
                return Err(format!("a text is longer than {MOST_TEXT} bytes"));
            }
        }
        Ok(())
    }

    /// Makes all paths count from the root of the repository.
    fn place_in(&mut self, folder: &str) -> Result<(), String> {
        let placed = |path: &str| {
            inside(folder, path).ok_or("a path is not relative, leaves its folder, or holds what no path holds".to_owned())
        };
        for found in &mut self.diagnostics {
            found.file = placed(&found.path)?;
        }
        let reviewed = self.review.iter_mut().map(|r| &mut r.path);
        for path in self.files.iter_mut().map(|f| &mut f.path).chain(reviewed) {
            *path = placed(path)?;
        }
        Ok(())
    }
}

/// A path that counts from the root of the repository.
fn inside(folder: &str, path: &str) -> Option<String> {
    let plain = path.replace('\\', "/");
    let odd = plain.len() > 4096 || plain.starts_with('/') || plain.contains(':') || plain.chars().any(char::is_control);
    let parts: Vec<&str> =
        folder.split('/').chain(plain.split('/')).filter(|part| !matches!(*part, "" | ".")).collect();
    (!odd && !parts.is_empty() && !parts.contains(&"..")).then(|| parts.join("/"))
}

/// Whether this is a fingerprint: 16 lower-case hex digits.
pub fn is_fingerprint(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn finding() -> Value {
        json!({"rule": "arith-mismatch", "family": "arithmetic", "severity": "error", "path": "./a/q7.md", "line": 1, "column": 1,
            "end_line": 1, "end_column": 2, "span": [0, 1], "message": "m", "help": null, "stated": null, "computed": null,
            "accepted": [], "reading": "", "explanation": null, "fingerprint": "0123456789abcdef", "related": [], "fix": null})
    }

    /// The artifact with one finding after a change of it, or of the whole.
    fn read(change: impl Fn(&mut Value)) -> Result<Artifact, String> {
        let summary = json!({"files": 1, "errors": 1, "warnings": 0, "infos": 0, "fixable": 0, "suppressed": 0});
        let mut whole = json!({"version": 1, "diagnostics": [finding()], "files": [], "summary": summary});
        change(&mut whole);
        Artifact::read(whole.to_string().as_bytes(), "docs/")
    }

    #[test]
    fn paths_count_from_the_root_of_the_repository() {
        let artifact = read(|_| {}).unwrap();
        assert_eq!((artifact.diagnostics[0].file.as_str(), artifact.is_complete()), ("docs/a/q7.md", true));
        let windows = read(|a| a["diagnostics"][0]["path"] = json!("a\\q7.md")).unwrap();
        assert_eq!(windows.diagnostics[0].file, "docs/a/q7.md");
        assert!(!read(|a| a["summary"]["infos"] = json!(3)).unwrap().is_complete());
        assert!(!read(|a| a["summary"]["infos"] = json!(usize::MAX)).unwrap().is_complete());
    }

    #[test]
    fn a_path_stays_inside() {
        for path in ["/etc/passwd", "../q7.md", "a/../../q7.md", "..\\q7.md", "C:\\q7.md", "https://x/q7.md", "a\nb.md", "", "./."] {
            let refused = read(|a| a["diagnostics"][0]["path"] = json!(path));
            let (empty, why) = (matches!(path, "" | "./."), "a path is not relative, leaves its folder, or holds what no path holds");
            // Of the folder itself nothing is found, so nothing comes of it.
            assert_eq!(refused.err(), (!empty).then(|| why.to_owned()), "{path}");
        }
        assert!(read(|a| a["files"] = json!([{"path": "../x", "kind": null, "kind_from": null, "profile": null, "claims": 0,
            "verified": 0, "weak": 0, "wrong": 0, "inherits": 0, "not_understood": 0}])).is_err());
        assert!(read(|a| a["review"] = json!([{"path": "/x", "kind": null, "lines": [], "decision": null}])).is_err());
    }

    #[test]
    fn what_is_not_of_its_shape_is_refused() {
        let changes: &[fn(&mut Value)] = &[
            |a| a["version"] = json!(2),
            |a| a["pull_request"] = json!(7),
            |a| a["diagnostics"][0]["extra"] = json!(1),
            |a| a["diagnostics"][0]["line"] = json!(-1),
            |a| a["diagnostics"][0]["severity"] = json!("fatal"),
            |a| a["diagnostics"][0]["family"] = json!("x"),
            |a| a["diagnostics"][0]["span"] = json!([2, 1]),
            |a| a["diagnostics"][0]["fingerprint"] = json!("0123456789abcde "),
            |a| a["diagnostics"][0]["message"] = json!("x".repeat(MOST_TEXT + 1)),
            |a| a["diagnostics"][0]["fix"] = json!({"title": "", "safety": "quite", "edits": []}),
            |a| a["diagnostics"][0]["fix"] = json!({"title": "", "safety": "safe", "edits": [{"span": [3, 2], "text": ""}]}),
            |a| a["review"] = json!([{"path": "x", "kind": null, "lines": [], "decision": "APPROVE"}]),
            |a| a["review"] = json!([{"path": "x", "kind": null, "lines": [{"id": "", "says": "", "answer": "maybe", "reason": ""}]}]),
            |a| a["diagnostics"] = json!(vec![finding(); MOST_ENTRIES + 1]),
        ];
        for (i, change) in changes.iter().enumerate() {
            assert!(read(change).is_err(), "change {i}");
        }
    }

    #[test]
    fn no_more_is_read_than_the_limit() {
        let refused = Artifact::read(std::io::repeat(b' '), "").err();
        assert_eq!(refused.as_deref(), Some("it is larger than 8388608 bytes"));
        let deep = "[".repeat(1_000_000);
        assert!(Artifact::read(deep.as_bytes(), "").is_err());
    }
}
