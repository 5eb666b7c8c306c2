//! What services are given, of the report that `tests.rs` makes by hand.

use designlint_core::{Diagnostic, Family, Finding, Kind, KindFrom, Report, RuleEntry, Severity};
use designlint_document::{Document, Source, Span};
use designlint_facts::Facts;
use insta::assert_snapshot;

use crate::tests::{META, checked};
use crate::{Base, Checked, github, gitlab, json, jsonl, junit, markdown, rdjson, sarif, statistics};

pub(crate) const RULES: &[RuleEntry] =
    &[RuleEntry { meta: &META, check: |_| Vec::new(), configure: |_| Err(String::new()) }];

pub(crate) fn base() -> Base {
    Base::new("/repo", "/repo")
}

/// A report on `TEXT` with as many findings of each severity as asked.
fn many(path: &str, errors: usize, warnings: usize, infos: usize) -> Checked {
    let counts = [(Severity::Info, infos), (Severity::Warning, warnings), (Severity::Error, errors)];
    let severities = counts.into_iter().flat_map(|(severity, count)| std::iter::repeat_n(severity, count));
    let diagnostics = severities
        .enumerate()
        .map(|(i, severity)| finding(severity, Finding::new(Span::new(0, 1), format!("number {i}"))));
    of(path, "x = 1\n", diagnostics.collect())
}

pub(crate) fn finding(severity: Severity, finding: Finding) -> Diagnostic {
    Diagnostic { rule: META.name.into(), family: Family::Arithmetic, severity, finding }
}

pub(crate) fn of(path: &str, text: &str, diagnostics: Vec<Diagnostic>) -> Checked {
    let report = Report {
        document: Document::parse(Source::new(text)),
        facts: Facts::default(),
        kind: (Kind::Notes, KindFrom::Content),
        profile: "notes".into(),
        diagnostics,
        suppressed: 0,
        coverage: designlint_core::Coverage::default(),
    };
    Checked { path: path.into(), outcome: Ok(report), review: None }
}

/// A value as a line for each thing in it.
fn leaves(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Object(fields) if !fields.is_empty() => {
            let under =
                |(name, value): (&String, _)| leaves(value).lines().map(|l| format!("{name}{l}\n")).collect::<String>();
            fields.iter().map(under).map(|lines| prefixed(&lines, ".")).collect()
        }
        serde_json::Value::Array(items) if !items.is_empty() => {
            items.iter().enumerate().map(|(i, item)| prefixed(&leaves(item), &format!("[{i}]"))).collect()
        }
        leaf => format!(" = {leaf}\n"),
    }
}

fn prefixed(lines: &str, prefix: &str) -> String {
    lines.lines().map(|line| format!("{prefix}{line}\n")).collect()
}

#[test]
fn annotations_of_github() {
    assert_snapshot!(github::github(&checked(), &base(), None), @r"
    ::error file=gone.md,title=designlint::no such file
    ::error file=docs/q7.md,line=3,endLine=3,col=1,endColumn=23,title=designlint%3A arith-mismatch::4,096 × 8.4 KB is 34.4064 MB, not 64 MB%0Ahelp: write 34 MB
    ::warning file=docs/q7.md,line=4,endLine=4,col=1,endColumn=23,title=designlint%3A arith-mismatch::the same again
    ");
}

#[test]
fn at_most_ten_annotations_a_level_the_most_severe_first() {
    let shown = github::github(&[many("a.md", 12, 3, 11)], &base(), None);
    let starts = |level: &str| shown.lines().filter(|line| line.starts_with(&format!("::{level} "))).count();
    assert_eq!((starts("error"), starts("warning"), starts("notice")), (10, 3, 10));
    let levels: Vec<&str> = shown.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(levels, [&["::error"; 10][..], &["::warning"; 3], &["::notice"; 10]].concat());
    let last = "::notice title=designlint::4 more findings are not shown here: 2 errors, 2 notices";
    assert_eq!(shown.lines().last(), Some(last));
    let all = github::github(&[many("a.md", 10, 10, 10)], &base(), None);
    assert!(all.lines().count() == 30 && !all.contains("more finding"), "{all}");
    let two = github::github(&[many("a.md", 3, 1, 0)], &base(), Some(2));
    let expected = "::notice title=designlint::2 more findings are not shown here: 1 error, 1 warning";
    assert_eq!((two.lines().count(), two.lines().last()), (3, Some(expected)));
}

#[test]
fn code_quality_of_gitlab() {
    let text = gitlab::gitlab(&checked(), &base(), None);
    assert_snapshot!(text, @r#"[{"description":"4,096 × 8.4 KB is 34.4064 MB, not 64 MB (help: write 34 MB)","check_name":"arith-mismatch","fingerprint":"48dd9338808f1c01","severity":"major","location":{"path":"docs/q7.md","lines":{"begin":3,"end":3}}},{"description":"the same again","check_name":"arith-mismatch","fingerprint":"48da2d38808c38d8","severity":"minor","location":{"path":"docs/q7.md","lines":{"begin":4,"end":4}}}]"#);
    assert_eq!(gitlab::gitlab(&[], &base(), None), "[]\n");
}

#[test]
fn tests_of_junit() {
    assert_snapshot!(junit::junit(&checked(), &base(), None), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="designlint" tests="3" failures="2" errors="1">
      <testsuite name="docs/q7.md" file="docs/q7.md" tests="2" failures="2" errors="0">
        <testcase name="arith-mismatch at 3:1" classname="docs/q7.md">
          <failure type="arith-mismatch" message="4,096 × 8.4 KB is 34.4064 MB, not 64 MB">docs/q7.md:3:1: error[arith-mismatch] 4,096 × 8.4 KB is 34.4064 MB, not 64 MB
    help: write 34 MB</failure>
        </testcase>
        <testcase name="arith-mismatch at 4:1" classname="docs/q7.md">
          <failure type="arith-mismatch" message="the same again">docs/q7.md:4:1: warning[arith-mismatch] the same again</failure>
        </testcase>
      </testsuite>
      <testsuite name="gone.md" file="gone.md" tests="1" failures="0" errors="1">
        <testcase name="designlint" classname="gone.md">
          <error type="unreadable" message="no such file"/>
        </testcase>
      </testsuite>
    </testsuites>
    "#);
    let clean = junit::junit(&[many("a.md", 0, 0, 0)], &base(), None);
    assert!(clean.contains("    <testcase name=\"designlint\" classname=\"a.md\"/>\n"), "{clean}");
    // What is not shown must not look clean.
    let hidden = junit::junit(&[many("a.md", 2, 0, 0), many("b.md", 1, 0, 0)], &base(), Some(1));
    for says in
        ["1 finding not shown (--max-findings)", "tests=\"3\" failures=\"3\" errors=\"0\">\n  <testsuite name=\"a.md\""]
    {
        assert!(hidden.contains(says), "{says}: {hidden}");
    }
}

#[test]
fn diagnostics_of_reviewdog() {
    let text = rdjson::rdjson(&checked(), RULES, &base(), None);
    let whole: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&whole["severity"], &whole["source"]["name"]), (&"ERROR".into(), &"designlint".into()));
    assert_snapshot!(leaves(&whole["diagnostics"][0]), @r#"
    .message = "4,096 × 8.4 KB is 34.4064 MB, not 64 MB\nhelp: write 34 MB"
    .location.path = "docs/q7.md"
    .location.range.start.line = 3
    .location.range.start.column = 1
    .location.range.end.line = 3
    .location.range.end.column = 24
    .severity = "ERROR"
    .code.value = "arith-mismatch"
    .code.url = "https://designlint.github.io/designlint/rules/arith-mismatch.html"
    .suggestions[0].range.start.line = 3
    .suggestions[0].range.start.column = 19
    .suggestions[0].range.end.line = 3
    .suggestions[0].range.end.column = 24
    .suggestions[0].text = "34 MB"
    .related_locations[0].message = "stated here"
    .related_locations[0].location.path = "docs/q7.md"
    .related_locations[0].location.range.start.line = 3
    .related_locations[0].location.range.start.column = 19
    .related_locations[0].location.range.end.line = 3
    .related_locations[0].location.range.end.column = 24
    "#);
    let clean = "{\"source\":{\"name\":\"designlint\",\"url\":\"https://github.com/designlint/designlint\"},\
                 \"severity\":\"INFO\",\"diagnostics\":[]}\n";
    assert_eq!(rdjson::rdjson(&[], RULES, &base(), None), clean);
}

#[test]
fn a_line_of_json_is_an_entry_of_json() {
    let lines = jsonl::jsonl(&checked(), None);
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let whole: serde_json::Value = serde_json::from_str(&json::json(&checked(), None, json::Also::default())).unwrap();
    assert_eq!(serde_json::Value::from(lines), whole["diagnostics"]);
    assert_eq!(jsonl::jsonl(&checked(), Some(1)).lines().count(), 1);
    assert_eq!(jsonl::jsonl(&[], None), "");
}

#[test]
fn a_run_of_sarif() {
    let mut sarif: serde_json::Value = serde_json::from_str(&sarif::sarif(&checked(), RULES, &base(), None)).unwrap();
    let run = &mut sarif["runs"][0];
    assert_eq!(run["results"].as_array_mut().map(|results| results.drain(..).count()), Some(2));
    for version in ["version", "semanticVersion"] {
        assert_eq!(run["tool"]["driver"][version].take(), env!("CARGO_PKG_VERSION"));
    }
    assert_snapshot!(leaves(&sarif), @r##"
    .$schema = "https://json.schemastore.org/sarif-2.1.0.json"
    .version = "2.1.0"
    .runs[0].tool.driver.name = "designlint"
    .runs[0].tool.driver.version = null
    .runs[0].tool.driver.semanticVersion = null
    .runs[0].tool.driver.informationUri = "https://github.com/designlint/designlint"
    .runs[0].tool.driver.rules[0].id = "arith-mismatch"
    .runs[0].tool.driver.rules[0].shortDescription.text = "(nothing)"
    .runs[0].tool.driver.rules[0].fullDescription.text = "(nothing)"
    .runs[0].tool.driver.rules[0].help.text = "# arith-mismatch\n\n\n\nFamily arithmetic, severity error.\n"
    .runs[0].tool.driver.rules[0].help.markdown = "# arith-mismatch\n\n\n\nFamily arithmetic, severity error.\n"
    .runs[0].tool.driver.rules[0].helpUri = "https://designlint.github.io/designlint/rules/arith-mismatch.html"
    .runs[0].tool.driver.rules[0].defaultConfiguration.level = "error"
    .runs[0].tool.driver.rules[0].properties.precision = "very-high"
    .runs[0].tool.driver.rules[0].properties.problem.severity = "error"
    .runs[0].tool.driver.rules[0].properties.tags[0] = "design-document"
    .runs[0].tool.driver.rules[0].properties.tags[1] = "arithmetic"
    .runs[0].automationDetails.id = "designlint/"
    .runs[0].columnKind = "unicodeCodePoints"
    .runs[0].invocations[0].executionSuccessful = false
    .runs[0].invocations[0].toolExecutionNotifications[0].level = "error"
    .runs[0].invocations[0].toolExecutionNotifications[0].message.text = "not checked: no such file"
    .runs[0].invocations[0].toolExecutionNotifications[0].locations[0].physicalLocation.artifactLocation.uri = "gone.md"
    .runs[0].results = []
    "##);
}

#[test]
fn a_result_of_sarif() {
    let sarif: serde_json::Value = serde_json::from_str(&sarif::sarif(&checked(), RULES, &base(), None)).unwrap();
    assert_snapshot!(leaves(&sarif["runs"][0]["results"][0]), @r#"
    .ruleId = "arith-mismatch"
    .ruleIndex = 0
    .level = "error"
    .message.text = "4,096 × 8.4 KB is 34.4064 MB, not 64 MB\nhelp: write 34 MB"
    .locations[0].physicalLocation.artifactLocation.uri = "docs/q7.md"
    .locations[0].physicalLocation.region.startLine = 3
    .locations[0].physicalLocation.region.startColumn = 1
    .locations[0].physicalLocation.region.endLine = 3
    .locations[0].physicalLocation.region.endColumn = 23
    .partialFingerprints.designlint/v1 = "48dd9338808f1c01"
    .partialFingerprints.primaryLocationLineHash = "87ecf58a873ad429:1"
    .relatedLocations[0].id = 1
    .relatedLocations[0].physicalLocation.artifactLocation.uri = "docs/q7.md"
    .relatedLocations[0].physicalLocation.region.startLine = 3
    .relatedLocations[0].physicalLocation.region.startColumn = 18
    .relatedLocations[0].physicalLocation.region.endLine = 3
    .relatedLocations[0].physicalLocation.region.endColumn = 23
    .relatedLocations[0].message.text = "stated here"
    .fixes[0].description.text = "write 34 MB"
    .fixes[0].artifactChanges[0].artifactLocation.uri = "docs/q7.md"
    .fixes[0].artifactChanges[0].replacements[0].deletedRegion.startLine = 3
    .fixes[0].artifactChanges[0].replacements[0].deletedRegion.startColumn = 18
    .fixes[0].artifactChanges[0].replacements[0].deletedRegion.endLine = 3
    .fixes[0].artifactChanges[0].replacements[0].deletedRegion.endColumn = 23
    .fixes[0].artifactChanges[0].replacements[0].insertedContent.text = "34 MB"
    "#);
}

#[test]
fn sarif_keeps_the_most_severe_and_counts_the_others() {
    let checked = [many("a.md", 1, 1, 25_000)];
    let sarif: serde_json::Value = serde_json::from_str(&sarif::sarif(&checked, RULES, &base(), None)).unwrap();
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(
        (results.len(), &results[0]["level"], &results[1]["level"]),
        (25_000, &"error".into(), &"warning".into())
    );
    let note = &run["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(note["message"]["text"], "2 results left out, none more severe than those that are here");
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
}

#[test]
fn a_check_of_a_team_has_a_descriptor_too() {
    let own = Diagnostic {
        rule: "ours/two-regions".into(),
        ..finding(Severity::Warning, Finding::new(Span::new(0, 1), "x"))
    };
    let checked = [of("a.md", "x\n", vec![own, finding(Severity::Error, Finding::new(Span::new(0, 1), "y"))])];
    let sarif: serde_json::Value = serde_json::from_str(&sarif::sarif(&checked, RULES, &base(), None)).unwrap();
    let run = &sarif["runs"][0];
    let ids: Vec<_> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| rule["id"].clone()).collect();
    assert_eq!(ids, ["arith-mismatch", "ours/two-regions"]);
    assert_eq!((&run["results"][0]["ruleIndex"], &run["results"][1]["ruleIndex"]), (&1.into(), &0.into()));
}

#[test]
fn a_report_in_markdown() {
    assert_snapshot!(markdown::markdown(&checked(), RULES, &base(), None), @r"
    ## designlint

    Found 1 error, 1 warning in 2 files.

    ### docs/q7.md (ml-design (from front matter))

    - **error** line 3, [arith-mismatch](https://designlint.github.io/designlint/rules/arith-mismatch.html): 4,096 × 8.4 KB is 34.4064 MB, not 64 MB
      - help: write 34 MB
    - **warning** line 4, [arith-mismatch](https://designlint.github.io/designlint/rules/arith-mismatch.html): the same again

    ### gone.md

    - **not checked**: no such file
    ");
    assert_eq!(markdown::markdown(&[], RULES, &base(), None), "## designlint\n\nFound nothing in 0 files.\n");
}

#[test]
fn markdown_fits_into_a_comment_and_keeps_the_most_severe() {
    let text = markdown::markdown(&[many("a.md", 5, 2000, 0)], RULES, &base(), None);
    assert!(text.len() < 60_000, "{}", text.len());
    assert_eq!(text.matches("**error**").count(), 5);
    let shown = text.matches("- **").count();
    let last = format!("{} more findings are not shown, none more severe than these.", 2005 - shown);
    assert_eq!(text.lines().last(), Some(last.as_str()));
}

#[test]
fn statistics_count_by_rule() {
    assert_eq!(statistics::statistics(&checked()), "2  arith-mismatch (1 fixable with --fix)\n");
    assert_eq!(statistics::statistics(&[]), "");
}
