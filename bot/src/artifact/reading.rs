//! Reads an artifact, within limits.

use std::io::Read;

use super::Artifact;

/// The most bytes that are read.
pub const MOST_BYTES: u64 = 8 << 20;
/// The most findings, and the most files.
const MOST_ENTRIES: usize = 20_000;
/// The most bytes of one text.
const MOST_TEXT: usize = 64 << 10;

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
            format!(
                "it is not what `check --format json --review` of this version prints (line {line}, column {column})"
            )
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
            let texts =
                related.chain(fix.map(|edit| &edit.text)).chain(&found.help).chain([&found.message, &found.rule]);
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
            inside(folder, path)
                .ok_or("a path is not relative, leaves its folder, or holds what no path holds".to_owned())
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
    let odd =
        plain.len() > 4096 || plain.starts_with('/') || plain.contains(':') || plain.chars().any(char::is_control);
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
        for path in [
            "/etc/passwd",
            "../q7.md",
            "a/../../q7.md",
            "..\\q7.md",
            "C:\\q7.md",
            "https://x/q7.md",
            "a\nb.md",
            "",
            "./.",
        ] {
            let refused = read(|a| a["diagnostics"][0]["path"] = json!(path));
            let (empty, why) =
                (matches!(path, "" | "./."), "a path is not relative, leaves its folder, or holds what no path holds");
            // Of the folder itself nothing is found, so nothing comes of it.
            assert_eq!(refused.err(), (!empty).then(|| why.to_owned()), "{path}");
        }
        assert!(
            read(
                |a| a["files"] = json!([{"path": "../x", "kind": null, "kind_from": null, "profile": null, "claims": 0,
            "verified": 0, "weak": 0, "wrong": 0, "inherits": 0, "not_understood": 0}])
            )
            .is_err()
        );
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
            |a| {
                a["diagnostics"][0]["fix"] =
                    json!({"title": "", "safety": "safe", "edits": [{"span": [3, 2], "text": ""}]})
            },
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
