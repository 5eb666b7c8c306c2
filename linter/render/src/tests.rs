//! The formats of one report made by hand: no rule and no fact can move what they say.

use designlint_core::{
    Calculation, Coverage, Diagnostic, Edit, Family, Finding, Fix, Kind, KindFrom, Report, RuleMeta, Safety, Severity,
};
use designlint_document::{Document, Source, Span};
use designlint_facts::{Claim, ClaimKind, Facts, How, Knowledge, Verdict};
use insta::assert_snapshot;

use crate::{Checked, concise, json, ledger, summary};

const TEXT: &str = "\u{feff}# Größe\r\n\r\n4,096 × 8.4 KB = 64 MB\r\n4,096 × 8.4 KB = 64 MB\r\n";

pub(crate) static META: RuleMeta = RuleMeta {
    name: "arith-mismatch",
    family: Family::Arithmetic,
    severity: Severity::Error,
    preview: false,
    docs: "",
    file: "",
};

/// The claim that a line makes, with the fields that formats show set by hand.
fn claim(document: &Document, line: Span, verdict: Verdict) -> Claim {
    let found = designlint_facts::extract(document, &Knowledge::default()).claims;
    Claim {
        kind: ClaimKind::Equation,
        span: line,
        stated_span: Span::new(line.end - 5, line.end),
        relation: "=".into(),
        verdict,
        how: (verdict == Verdict::Holds).then_some(How::Rounded),
        weak: verdict == Verdict::Holds,
        stated: "64 MB".into(),
        computed: Some("34.4064 MB".into()),
        reading: "as written".into(),
        reason: (verdict == Verdict::Unknown).then(|| "`KB` has no value".into()),
        ..found[0].clone()
    }
}

pub(crate) fn checked() -> [Checked; 2] {
    let document = Document::parse(Source::new(TEXT));
    let lines = [document.source.line_span(3), document.source.line_span(4)];
    let stated = |line: Span| Span::new(line.end - 5, line.end);
    let full = Finding {
        calculation: Some(Calculation {
            stated: Some("64 MB".into()),
            computed: Some("34.4064 MB".into()),
            accepted: vec!["34 MB".into(), "35 MB".into()],
            reading: Some("as written".into()),
            explanation: Some(("operand-doubled".into(), "one operand was doubled".into())),
        }),
        ..Finding::new(Span::new(lines[0].start, lines[0].end + 2), "4,096 × 8.4 KB is 34.4064 MB,\nnot 64 MB")
            .help("write 34 MB")
            .label(stated(lines[0]), "stated here")
            .fix(Fix {
                title: "write 34 MB".into(),
                safety: Safety::Safe,
                edits: vec![Edit { span: stated(lines[0]), text: "34 MB".into() }],
            })
    };
    let bare = Finding::new(lines[1], "the same again");
    let diagnostics = [(Severity::Error, full), (Severity::Warning, bare)].map(|(severity, finding)| Diagnostic {
        rule: META.name.into(),
        family: META.family,
        severity,
        finding,
    });
    let facts = Facts {
        claims: vec![
            claim(&document, lines[0], Verdict::Wrong),
            claim(&document, lines[1], Verdict::Holds),
            claim(&document, lines[1], Verdict::Unknown),
        ],
        dropped: vec![("date", 2), ("range", 1), ("date", 1)],
        ..Facts::default()
    };
    let report = Report {
        document,
        facts,
        kind: (Kind::MlDesign, KindFrom::FrontMatter),
        profile: "ml-design".into(),
        diagnostics: diagnostics.into(),
        suppressed: 3,
        coverage: Coverage { claims: 3, weak: 1, wrong: 1, not_understood: 1, ..Coverage::default() },
    };
    [
        Checked { path: "docs/q7.md".into(), outcome: Ok(report), review: None },
        Checked { path: "gone.md".into(), outcome: Err("no such file".into()), review: None },
    ]
}

/// JSON with a line a field, so that a difference shows.
pub(crate) fn pretty(text: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    assert!(text.ends_with("}\n"), "{text}");
    serde_json::to_string_pretty(&value).unwrap()
}

#[test]
fn check_as_json() {
    assert_snapshot!(pretty(&json::json(&checked(), None, json::Also::default())), @r#"
    {
      "version": 1,
      "diagnostics": [
        {
          "rule": "arith-mismatch",
          "family": "arithmetic",
          "severity": "error",
          "path": "docs/q7.md",
          "line": 3,
          "column": 1,
          "end_line": 3,
          "end_column": 23,
          "span": [
            16,
            39
          ],
          "message": "4,096 × 8.4 KB is 34.4064 MB,\nnot 64 MB",
          "help": "write 34 MB",
          "stated": "64 MB",
          "computed": "34.4064 MB",
          "accepted": [
            "34 MB",
            "35 MB"
          ],
          "reading": "as written",
          "explanation": {
            "kind": "operand-doubled",
            "text": "one operand was doubled"
          },
          "fingerprint": "48dd9338808f1c01",
          "related": [
            {
              "path": "docs/q7.md",
              "line": 3,
              "column": 18,
              "end_line": 3,
              "end_column": 23,
              "message": "stated here"
            }
          ],
          "fix": {
            "title": "write 34 MB",
            "safety": "safe",
            "edits": [
              {
                "span": [
                  34,
                  39
                ],
                "text": "34 MB"
              }
            ]
          }
        },
        {
          "rule": "arith-mismatch",
          "family": "arithmetic",
          "severity": "warning",
          "path": "docs/q7.md",
          "line": 4,
          "column": 1,
          "end_line": 4,
          "end_column": 23,
          "span": [
            41,
            64
          ],
          "message": "the same again",
          "help": null,
          "stated": null,
          "computed": null,
          "accepted": [],
          "reading": "",
          "explanation": null,
          "fingerprint": "48da2d38808c38d8",
          "related": [],
          "fix": null
        }
      ],
      "files": [
        {
          "path": "docs/q7.md",
          "kind": "ml-design",
          "kind_from": "front-matter",
          "profile": "ml-design",
          "claims": 3,
          "verified": 0,
          "weak": 1,
          "wrong": 1,
          "inherits": 0,
          "not_understood": 1
        },
        {
          "path": "gone.md",
          "kind": null,
          "kind_from": null,
          "profile": null,
          "claims": 0,
          "verified": 0,
          "weak": 0,
          "wrong": 0,
          "inherits": 0,
          "not_understood": 0,
          "error": "no such file"
        }
      ],
      "summary": {
        "files": 2,
        "errors": 1,
        "warnings": 1,
        "infos": 0,
        "fixable": 1,
        "suppressed": 3
      }
    }
    "#);
}

#[test]
fn a_limit_hides_findings_and_counts_them() {
    let text = json::json(&checked(), Some(1), json::Also::default());
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!((&value["summary"]["errors"], &value["summary"]["warnings"]), (&1.into(), &1.into()));
    assert_eq!(concise::concise(&checked(), Some(1)).lines().count(), 1);
}

#[test]
fn fingerprints_outlive_edits_elsewhere() {
    let [file, _] = checked();
    let mut report = file.outcome.unwrap();
    let before = json::fingerprints("docs/q7.md", &report);
    assert_ne!(before[0], before[1], "equal texts differ by their ordinal");
    assert_ne!(before, json::fingerprints("docs/q8.md", &report));
    let moved =
        TEXT.replace("\r\n\r\n", "\n\nA new line.\n").replace("8.4 KB = 64 MB\r\n4,096", "8.4  KB = 64 MB\n4,096");
    report.document = Document::parse(Source::new(moved.as_str()));
    let lines = [report.document.source.line_span(4), report.document.source.line_span(5)];
    for (diagnostic, line) in report.diagnostics.iter_mut().zip(lines) {
        diagnostic.finding.span = line;
    }
    assert_eq!(before, json::fingerprints("docs/q7.md", &report));
}

#[test]
fn the_ledger_as_json() {
    assert_snapshot!(pretty(&ledger::json(&checked(), true)), @r#"
    {
      "version": 1,
      "files": [
        {
          "path": "docs/q7.md",
          "claims": [
            {
              "line": 3,
              "column": 1,
              "end_line": 3,
              "end_column": 23,
              "span": [
                16,
                39
              ],
              "stated_span": [
                34,
                39
              ],
              "text": "4,096 × 8.4 KB = 64 MB",
              "kind": "equation",
              "relation": "=",
              "verdict": "wrong",
              "how": null,
              "weak": false,
              "stated": "64 MB",
              "computed": "34.4064 MB",
              "reading": "as written",
              "reason": null
            },
            {
              "line": 4,
              "column": 1,
              "end_line": 4,
              "end_column": 23,
              "span": [
                41,
                64
              ],
              "stated_span": [
                59,
                64
              ],
              "text": "4,096 × 8.4 KB = 64 MB",
              "kind": "equation",
              "relation": "=",
              "verdict": "holds",
              "how": "rounded",
              "weak": true,
              "stated": "64 MB",
              "computed": "34.4064 MB",
              "reading": "as written",
              "reason": null
            },
            {
              "line": 4,
              "column": 1,
              "end_line": 4,
              "end_column": 23,
              "span": [
                41,
                64
              ],
              "stated_span": [
                59,
                64
              ],
              "text": "4,096 × 8.4 KB = 64 MB",
              "kind": "equation",
              "relation": "=",
              "verdict": "unknown",
              "how": null,
              "weak": false,
              "stated": "64 MB",
              "computed": "34.4064 MB",
              "reading": "as written",
              "reason": "`KB` has no value"
            }
          ],
          "dropped": {
            "date": 3,
            "range": 1
          }
        },
        {
          "path": "gone.md",
          "claims": [],
          "error": "no such file"
        }
      ]
    }
    "#);
}

#[test]
fn the_ledger_as_text() {
    assert_snapshot!(ledger::text(&checked(), true), @r"
    docs/q7.md: ml-design (from front matter)
      3:1  wrong                 4,096 × 8.4 KB = 64 MB  64 MB  34.4064 MB  as written
      4:1  holds rounded (weak)  4,096 × 8.4 KB = 64 MB  64 MB  34.4064 MB  as written
      4:1  unknown               4,096 × 8.4 KB = 64 MB  64 MB  34.4064 MB  `KB` has no value
    checked 2 of 3 calculations: 1 hold (1 only weakly), 1 wrong; 1 not understood
    dropped as no calculation: 3 date, 1 range
    ");
}

#[test]
fn coverage_counts_what_was_understood() {
    let coverage = |c: Coverage| ledger::coverage(&c);
    let many = Coverage { claims: 41, verified: 34, weak: 2, wrong: 1, inherits: 1, not_understood: 3 };
    assert_eq!(
        coverage(many),
        "checked 38 of 41 calculations: 36 hold (2 only weakly), 1 wrong, 1 built on a wrong number; 3 not understood"
    );
    assert_eq!(
        coverage(Coverage { claims: 1, verified: 1, ..Coverage::default() }),
        "checked 1 of 1 calculation: 1 hold"
    );
    assert_eq!(coverage(Coverage::default()), "no calculation was found");
}

#[test]
fn concise_is_a_line_a_finding() {
    assert_snapshot!(concise::concise(&checked(), None), @r"
    docs/q7.md:3:1: error[arith-mismatch] 4,096 × 8.4 KB is 34.4064 MB, not 64 MB
    docs/q7.md:4:1: warning[arith-mismatch] the same again
    ");
}

#[test]
fn the_summary_says_what_was_found() {
    assert_snapshot!(summary::summary(&checked(), Some(1)), @r"
    docs/q7.md: ml-design (from front matter); checked 2 of 3 arithmetic lines: 0 verified, 1 weak, 1 wrong; 1 not understood: `designlint ledger docs/q7.md`
    found 1 error, 1 warning; 1 fixable with --fix; 3 suppressed; 1 not shown (--max-findings)
    ");
    let [file, _] = checked();
    let report = file.outcome.unwrap();
    let quiet = Report { diagnostics: Vec::new(), suppressed: 0, coverage: Coverage::default(), ..report };
    let quiet = |path: &str| Checked { path: path.into(), outcome: Ok(quiet.clone()), review: None };
    assert_snapshot!(summary::summary(&[quiet("a.md"), quiet("b.md")], None), @r"
    2 files; no arithmetic lines
    found nothing
    ");
    assert_eq!(summary::summary(&[], None), "");
}
