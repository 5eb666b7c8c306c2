//! What a stranger may have written into an artifact and into a patch: it is refused, or what is said of it can be posted.

#![no_main]

use std::collections::BTreeMap;

use arbitrary::Arbitrary;
use designlint_bot::artifact::Artifact;
use designlint_bot::comment::{comment, fingerprint_of, is_summary};
use designlint_bot::findings::{Changed, Findings, Wording};
use designlint_bot::hunks::Hunks;
use designlint_bot::summary::About;
use designlint_bot::text::Text;
use designlint_render::json::fingerprint;
use designlint_rules::ALL;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

/// The largest body that is posted.
const MOST_BYTES: usize = 60_000;

#[derive(Arbitrary, Debug)]
enum Rule<'a> {
    Known(u8),
    Any(&'a str),
}

#[derive(Arbitrary, Debug)]
enum Patch<'a> {
    OfAllLines,
    Any(&'a str),
}

#[derive(Arbitrary, Debug)]
struct Found<'a> {
    rule: Rule<'a>,
    span: (u16, u16),
    message: &'a str,
    help: Option<&'a str>,
    fix: Option<Vec<(u16, u16, &'a str)>>,
}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    raw: &'a [u8],
    patch: Patch<'a>,
    text: &'a str,
    found: Vec<Found<'a>>,
}

fuzz_target!(|input: Input<'_>| {
    let _ = Artifact::read(input.raw, "docs");
    let made = json!({
        "version": 1,
        "diagnostics": input.found.iter().map(|found| diagnostic(found, input.text)).collect::<Vec<_>>(),
        "files": [{
            "path": "a.md", "kind": "design", "kind_from": null, "profile": null, "claims": 0, "verified": 0, "weak": 0,
            "wrong": 0, "inherits": 0, "not_understood": 0,
        }],
        "summary": {"files": 1, "errors": input.found.len(), "warnings": 0, "infos": 0, "fixable": 0, "suppressed": 0},
    });
    let artifact = Artifact::read(made.to_string().as_bytes(), "").expect("an artifact of the right shape");
    let lines = input.text.matches('\n').count() + 1;
    let patch = match input.patch {
        Patch::OfAllLines => format!("@@ -0,0 +1,{lines} @@\n{}", "+\n".repeat(lines)),
        Patch::Any(patch) => patch.to_owned(),
    };
    let changed = Changed { hunks: Some(Hunks::parse(&patch)), text: Some(Text::new(input.text.to_owned())) };
    let changed = BTreeMap::from([("a.md".to_owned(), changed)]);
    for wording in [Wording::Reported, Wording::Rebuilt] {
        let findings = Findings::new(&artifact, &changed, wording);
        let about = About::new(&artifact, &changed, &findings, wording);
        for finding in &findings.list {
            for with_suggestion in [false, true] {
                let comment = comment(finding, with_suggestion);
                assert!(comment.len() <= MOST_BYTES);
                assert_eq!(
                    fingerprint_of(&comment),
                    Some(finding.fingerprint.as_str()),
                    "it is not known again: {comment:?}"
                );
            }
        }
        let shown: Vec<_> = findings.list.iter().filter(|finding| finding.place.is_ok()).collect();
        let off: Vec<_> = findings.list.iter().filter_map(|f| Some((f, f.place.as_ref().err().copied()?))).collect();
        if let Some(summary) = about.summary(&off, &shown) {
            assert!(summary.len() <= MOST_BYTES && is_summary(&summary));
        }
    }
});

/// A finding as the shape has it, with the fingerprint of the text that it names.
fn diagnostic(found: &Found<'_>, text: &str) -> Value {
    let rule = match found.rule {
        Rule::Known(n) => ALL[usize::from(n) % ALL.len()].meta.name,
        Rule::Any(name) => name,
    };
    let span = |(a, b): (u16, u16)| {
        let [a, b] = [a, b].map(|at| text.floor_char_boundary(usize::from(at) % (text.len() + 1)));
        [a.min(b), a.max(b)]
    };
    let [start, end] = span(found.span);
    let edit = |&(a, b, text): &(u16, u16, &str)| json!({"span": span((a, b)), "text": text});
    json!({
        "rule": rule, "family": "arithmetic", "severity": "error", "path": "a.md",
        "line": 1, "column": 1, "end_line": 1, "end_column": 2, "span": [start, end],
        "message": found.message, "help": found.help, "stated": null, "computed": null, "accepted": [], "reading": "",
        "explanation": null, "fingerprint": fingerprint(rule, "a.md", text[start..end].trim_end_matches(['\n', '\r']), 0),
        "fix": found.fix.as_ref().map(|edits| {
            json!({"title": "write it", "safety": "safe", "edits": edits.iter().map(edit).collect::<Vec<_>>()})
        }),
        "related": [],
    })
}
