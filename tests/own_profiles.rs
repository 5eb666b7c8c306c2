//! Profiles that a team writes, `config test` and `init`, from the file to what is printed.

mod common;

use common::run::Folder;

const PROFILE: &str = r###"id: ours
like: design
lines:
  - id: regions
    says: which region goes first
    sections: [{name: regions, synonyms: [order of regions]}]
    heading: Regions
    columns: [region, {name: date, synonyms: [by when]}]
    no_when: [section-missing, ours/two-regions]
order: [problem, regions]
rules: {section-missing: info, failure-mode-no-degradation: off, rollback-missing: off}
patterns:
  - id: ours/no-legacy
    must_not: legacy-db
    message: nothing new is built on legacy-db
    help: name the service that takes its place
    fails: "## Problem\n\nlegacy-db is slow"
    passes: "## Problem\n\nSlow"
checks:
  - id: ours/two-regions
    when: failure_modes.count > 0
    assert: matches(sections.rollout.text, "region")
    message: say which region goes first
    severity: error
    fails: "## Failure modes\n\n- Region down: slow\n\n## Rollout\n\nTo everyone."
    passes:
      - "## Failure modes\n\n- Region down: slow\n\n## Rollout\n\nRegion a first."
      - "## Rollout\n\nTo everyone."
"###;

const DOCUMENT: &str = "# A

## Order of regions

| region | when |
|---|---|
| a | x |

## Problem

legacy-db is slow.

## Failure modes

| failure | detection |
|---|---|
| queue full | `queue_depth > 3` for 1 m |

## Rollout

To everyone.
";

const OWN: &str = "a.md:3:1: warning[ours/order] \"Order of regions\" stands before \"Problem\"
a.md:5:1: warning[ours/regions-columns] \"Order of regions\" has no column \"date\"
a.md:11:1: warning[ours/no-legacy] nothing new is built on legacy-db
a.md:19:1: error[ours/two-regions] say which region goes first
";

fn folder(config: &str) -> Folder {
    let folder = Folder::with(&[("profiles/ours.yaml", PROFILE.as_bytes()), ("a.md", DOCUMENT.as_bytes())]);
    folder.write("designlint.yaml", format!("profiles: [profiles/ours.yaml]\n{config}").as_bytes());
    folder
}

/// The findings whose names have a `/`.
fn own(text: &str) -> String {
    text.lines().filter(|line| line.contains("[ours/")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_document_gets_the_profile_by_its_id() {
    let by_config = folder("kind: ours\n");
    let run = by_config.run("a.md");
    assert_eq!((run.code, own(&run.stdout).as_str()), (1, OWN));
    assert!(run.stdout.contains("a.md: ours, like design (from configuration); "), "{}", run.stdout);
    let by_path = folder("overrides: [{files: a.md, kind: ours}]\n");
    assert_eq!(own(&by_path.run("a.md").stdout), OWN);
    let by_flag = folder("");
    assert_eq!(own(&by_flag.run("a.md").stdout), "");
    assert_eq!(own(&by_flag.run("--kind ours a.md").stdout), OWN);
    by_flag.write("b.md", format!("---\nkind: ours\n---\n{DOCUMENT}").as_bytes());
    let run = by_flag.run("--format json b.md");
    assert_eq!(run.findings("b.md").iter().filter(|(rule, _)| rule.starts_with("ours/")).count(), 4);
    let file = &run.json()["files"][0];
    assert_eq!((&file["kind"], &file["profile"]), (&"design".into(), &"ours".into()));
    let json = run.json();
    let own = json["diagnostics"].as_array().into_iter().flatten().find(|d| d["rule"] == "ours/no-legacy");
    let own = own.unwrap_or(&serde_json::Value::Null);
    assert_eq!((&own["family"], &own["help"]), (&"structure".into(), &"name the service that takes its place".into()));
}

#[test]
fn a_profile_with_the_id_of_a_kind_takes_its_place() {
    let folder = folder("");
    folder.write("profiles/ours.yaml", PROFILE.replace("ours", "design").as_bytes());
    let run = folder.run("--kind design a.md");
    assert_eq!(own(&run.stdout.replace("[design/", "[ours/")), OWN);
    assert!(run.stdout.contains("a.md: design (from --kind); "), "{}", run.stdout);
}

#[test]
fn checks_are_configured_selected_and_suppressed_like_rules() {
    let of = |config: &str, line: &str| own(&folder(&format!("kind: ours\n{config}")).run(line).stdout);
    let without = |names: &[&str]| {
        let kept = OWN.lines().filter(|line| !names.iter().any(|name| line.contains(name)));
        kept.map(|line| format!("{line}\n")).collect::<String>()
    };
    assert_eq!(of("rules: {ours/order: off}\n", "a.md"), without(&["ours/order"]));
    assert_eq!(of("rules: {ours/order: error}\n", "a.md"), OWN.replace("warning[ours/order]", "error[ours/order]"));
    assert_eq!(of("per-file-ignores: {'*.md': [ours/order]}\n", "a.md"), without(&["ours/order"]));
    assert_eq!(of("", "--select ours/order a.md"), OWN.lines().next().map(|l| format!("{l}\n")).unwrap_or_default());
    assert_eq!(of("", "--select structure a.md"), OWN);
    assert_eq!(of("", "--select arithmetic a.md"), "");
    assert_eq!(of("", "--ignore ours/order,ours/no-legacy a.md"), without(&["ours/order", "ours/no-legacy"]));
    assert_eq!(of("", "--ignore structure a.md"), "");

    let folder = folder("kind: ours\n");
    let text = DOCUMENT
        .replace("legacy-db is", "<!-- designlint-disable-next-line ours/no-legacy: it stays -->\nlegacy-db is");
    let text =
        text.replace("To everyone", "<!-- designlint-disable-next-line ours/no-legcy: it stays -->\nTo everyone");
    let text =
        text.replace("# A\n", "<!-- designlint-disable-file ours/no-such, ours/regions-columns: later -->\n\n# A\n");
    folder.write("b.md", text.as_bytes());
    let run = folder.run("b.md");
    assert!(
        !run.stdout.contains("[ours/no-legacy]") && !run.stdout.contains("[ours/regions-columns]"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains(
            "warning[unknown-suppression] no rule or family is called `ours/no-legcy`, so this hides nothing"
        ),
        "{}",
        run.stdout
    );
    assert!(!run.stdout.contains("unused-suppression"), "{}", run.stdout);

    folder.run("--write-baseline base.json a.md");
    let run = folder.run("--baseline base.json a.md");
    assert_eq!((run.code, own(&run.stdout).as_str()), (0, ""));
}

#[test]
fn names_that_no_configuration_knows_are_usage_errors() {
    let folder = folder("");
    for (line, said) in [
        ("--kind our a.md", "error: --kind: no kind or profile is called `our`; did you mean `ours`?\n"),
        ("--kind ours --isolated a.md", "error: --kind: no kind or profile is called `ours`\n"),
        ("--select ours/ordre a.md", "error: --select: no check is called `ours/ordre`; did you mean `ours/order`?\n"),
        ("--ignore theirs/x a.md", "error: --ignore: no check is called `theirs/x`\n"),
    ] {
        let run = folder.run(line);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (2, "", said), "{line}");
    }
    folder.write("sub/designlint.yaml", b"kind: rfc\n");
    folder.write("sub/b.md", b"# B\n");
    let run = folder.run("--quiet --kind ours a.md sub/b.md");
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, "error: sub/b.md: its configuration has no profile `ours`\n");
    assert_eq!(own(&run.stdout), OWN);
}

#[test]
fn a_configuration_that_extends_another_has_its_profiles() {
    let folder = folder("");
    folder.write("sub/designlint.yaml", b"extend: ../designlint.yaml\nkind: ours\nrules: {ours/order: off}\n");
    folder.write("sub/a.md", DOCUMENT.as_bytes());
    let expected: String = OWN.lines().skip(1).map(|line| format!("sub/{line}\n")).collect();
    assert_eq!(own(&folder.run("sub/a.md").stdout), expected);
    folder.write("sub/theirs.yaml", b"id: theirs\nlike: ours\nrules: {ours/order: info}\n");
    folder.write("sub/designlint.yaml", b"extend: ../designlint.yaml\nkind: theirs\nprofiles: theirs.yaml\n");
    let run = folder.run("sub/a.md");
    assert!(run.stdout.contains("sub/a.md:3:1: info[ours/order]"), "{}", run.stdout);
    assert!(run.stdout.contains("sub/a.md: theirs, like design (from configuration)"), "{}", run.stdout);
}

#[test]
fn what_is_wrong_with_a_profile_ends_the_run_at_its_line() {
    let folder = folder("kind: ours\n");
    folder.write("profiles/ours.yaml", PROFILE.replace("failure_modes.count >", "failure_mode.count >").as_bytes());
    let run = folder.run("--quiet a.md");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(
        run.stderr,
        "configuration\n\n  × no fact is called `failure_mode.count`\n    ╭─[profiles/ours.yaml:21:11]\n 20 │   - id: \
         ours/two-regions\n 21 │     when: failure_mode.count > 0\n    ·           ──────────────────\n 22 │     assert: \
         matches(sections.rollout.text, \"region\")\n    ╰────\n  help: did you mean `failure_modes.count`?\n"
    );
    let test = folder.run("config test");
    assert_eq!((test.code, test.stdout.as_str(), test.stderr.as_str()), (2, "", run.stderr.as_str()));
}

#[test]
fn config_test_runs_every_example() {
    let folder = folder("");
    let passed = "profiles/ours.yaml:17: ours/no-legacy fails: ok\nprofiles/ours.yaml:18: ours/no-legacy passes: ok\n\
                  profiles/ours.yaml:25: ours/two-regions fails: ok\nprofiles/ours.yaml:27: ours/two-regions passes: ok\n\
                  profiles/ours.yaml:28: ours/two-regions passes: ok\n5 examples in 1 profile, all ok\n";
    for line in ["config test", "config test .", "config test a.md", "config test designlint.yaml"] {
        let run = folder.run(line);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, passed, ""), "{line}");
    }
    let swapped = PROFILE.replace("fails:", "FAILS").replace("passes:", "fails:").replace("FAILS", "passes:");
    folder.write("profiles/ours.yaml", swapped.as_bytes());
    let run = folder.run("config test");
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert_eq!(
        run.stdout,
        "profiles/ours.yaml:18: ours/no-legacy fails: not ok: nothing was found; the pattern is not found\n\
         profiles/ours.yaml:17: ours/no-legacy passes: not ok: it was found in line 3 of the example; the pattern is found in \
         line 3\n\
         profiles/ours.yaml:27: ours/two-regions fails: not ok: nothing was found; `assert` is true: sections.rollout.text is \
         \"Region a first\"\n\
         profiles/ours.yaml:28: ours/two-regions fails: ok by `assert` alone; `when` is not true: failure_modes.count is 0\n\
         profiles/ours.yaml:25: ours/two-regions passes: not ok: it was found in line 5 of the example; `assert` is not true: \
         sections.rollout.text is \"To everyone\"\n\
         5 examples in 1 profile, 4 not ok\n"
    );
}

#[test]
fn an_example_may_be_short_and_a_section_goes_by_its_headings() {
    let folder = folder("");
    let short = "id: ours\nlike: design\nlines:\n  - {id: problem, says: \"problem, users and constraints first\", \
                 sections: [problem, context, motivation],\n     no_when: [section-missing, section-hollow, \
                 solution-before-problem]}\nchecks:\n  - id: ours/two-regions\n    when: failure_modes.count > 0\n    assert: \
                 matches(sections.rollout.text, \"region\")\n    message: say which region goes first\n    fails: \"## \
                 Rollout\\n\\nTo everyone.\"\n    passes: \"## Rollout\\n\\nRegion a first.\"\n";
    folder.write("profiles/ours.yaml", short.as_bytes());
    let run = folder.run("config test");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(
        run.stdout,
        "profiles/ours.yaml:11: ours/two-regions fails: ok by `assert` alone; `when` is not true: failure_modes.count is 0\n\
         profiles/ours.yaml:12: ours/two-regions passes: ok\n2 examples in 1 profile, all ok\n"
    );
}

/// A condition on each fact, with a document on which it is not true and one on which it is.
const FACTS: &[(&str, &str, &str)] = &[
    ("kind == \"design\" && claims.count == 0", "3 x 4 = 12 pods.", "# A"),
    ("sections.rollout.words > 1", "## Rollout\n\nLater.", "## Rollout\n\nRegion a first."),
    ("matches(sections.rollout.text, \"region a\")", "## Rollout\n\nTo all.", "## Rollout plan\n\nRegion a first."),
    ("matches(sections.rollout_plan.text, \"region a\")", "## Rollout plan\n\nAll.", "## Rollout\n\nRegion a first."),
    ("sections.open_questions.words == 2", "# A", "## Open questions\n\nWhich key?"),
    ("sections.context.words > 1", "## Context\n\nSlow.", "## Motivation\n\nIt is slow."),
    ("sections.regions.words == 1", "# A", "## Order of regions\n\nLater."),
    ("matches(sections.order_of_regions.text, \"later\")", "# A", "## Regions\n\nLater."),
    ("options.count >= 2", "## Options\n\n- queue", "## Options\n\n- queue\n- cron"),
    ("options.with_numbers == 1", "## Options\n\n- queue\n- cron", "## Options\n\n- queue: 9 ms\n- cron: slow"),
    ("failure_modes.count == 1", "# A", "## Failure modes\n\n- Queue full: slow"),
    (
        "failure_modes.without_detection == 0",
        "## Failure modes\n\n| failure | detection |\n|---|---|\n| queue full | TBD |",
        "## Failure modes\n\n| failure | detection |\n|---|---|\n| queue full | `queue_depth > 3` for 1 m |",
    ),
    ("questions.count == 1", "# A", "## Open questions\n\n- Which key?"),
    (
        "questions.without_owner == 0",
        "## Open questions\n\n- Which key?",
        "## Open questions\n\n- Which key? (owner: Ana)",
    ),
    ("claims.count == 1", "# A", "3 x 4 = 12 pods."),
    ("claims.wrong == 0", "3 x 4 = 13 pods.", "3 x 4 = 12 pods."),
    ("front_matter.tier == \"1\"", "# A", "---\ntier: 1\n---\n# A"),
    ("front_matter.owners == \"ana, ben\"", "---\nowners: ana\n---\n# A", "---\nowners: [ana, ben]\n---\n# A"),
];

#[test]
fn every_fact_of_a_condition_has_an_example_that_runs() {
    let folder = folder("");
    let mut profile =
        "id: ours\nlike: design\nlines:\n  - {id: regions, says: which goes first, sections: [{name: regions, \
                       synonyms: [order of regions]}]}\nchecks:\n"
            .to_owned();
    for (nth, (condition, fails, passes)) in FACTS.iter().enumerate() {
        profile += &format!(
            "  - {{id: ours/fact-{nth}, assert: '{condition}', message: no, fails: {fails:?}, passes: {passes:?}}}\n"
        );
    }
    folder.write("profiles/ours.yaml", profile.as_bytes());
    let run = folder.run("config test");
    let expected: String = (0..FACTS.len())
        .flat_map(|nth| ["fails", "passes"].map(|says| (nth + 6, nth, says)))
        .map(|(line, nth, says)| format!("profiles/ours.yaml:{line}: ours/fact-{nth} {says}: ok\n"))
        .collect();
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout, format!("{expected}{} examples in 1 profile, all ok\n", 2 * FACTS.len()));
}

#[test]
fn config_test_says_what_it_lacks() {
    let folder = Folder::with(&[("a.md", b"# A\n")]);
    let run = folder.run("config test gone.yaml");
    assert_eq!((run.code, run.stderr.as_str()), (2, "error: gone.yaml: no such file or folder\n"));
    folder.write("designlint.yaml", b"kind: rfc\n");
    let run = folder.run("config test");
    assert_eq!((run.code, run.stdout.as_str()), (0, "0 examples in 0 profiles, all ok\n"));
    let help = folder.run("config");
    assert!(
        help.code == 2
            && help.stderr.contains("Usage: designlint config [OPTIONS] [FILE]\n       designlint config <COMMAND>\n"),
        "{help:?}"
    );
}

#[test]
fn init_writes_what_loads_and_never_over_a_file() {
    let adr = b"# Use a queue\n\n## Considered Options\n\n- queue\n- cron\n\n## Decision Outcome\n\nThe queue.\n";
    let folder = Folder::with(&[("docs/adr/1.md", adr), ("docs/adr/2.md", adr), ("README.md", b"# A\n")]);
    folder.write("vendor/x/README.md", b"# X\n");
    let printed = folder.run("init --stdout");
    assert_eq!((printed.code, printed.stderr.as_str()), (0, ""));
    let run = folder.run("init");
    let said = "note: designlint.yaml: written: 1 folder with a kind, 1 folder left out\n";
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", said));
    let text = String::from_utf8_lossy(&folder.read("designlint.yaml")).into_owned();
    assert_eq!(text, printed.stdout);
    assert!(
        text.contains("  - {files: \"docs/adr/**\", kind: adr}\n") && text.contains("  - \"vendor/**\"\n"),
        "{text}"
    );
    let check = folder.run("--format json --fail-level off .");
    assert_eq!((check.code, check.files().join(" ")), (0, "./README.md ./docs/adr/1.md ./docs/adr/2.md".to_owned()));
    assert_eq!(check.json()["files"][1]["kind_from"], "configuration");
    let again = folder.run("init");
    let said = "error: designlint.yaml: this file is there already; `designlint init --stdout` prints a new one\n";
    assert_eq!((again.code, again.stderr.as_str()), (2, said));
    assert_eq!(String::from_utf8_lossy(&folder.read("designlint.yaml")), text);
    let gone = folder.run("init nowhere");
    assert_eq!((gone.code, gone.stderr.as_str()), (2, "error: nowhere: no such folder\n"));
}

#[test]
fn a_review_answers_the_lines_of_the_profile() {
    let run = folder("kind: ours\n").run("review --format json a.md");
    let json = run.json();
    let line = json["files"][0]["lines"].as_array().into_iter().flatten().find(|line| line["id"] == "regions");
    let line = line.unwrap_or(&serde_json::Value::Null);
    assert_eq!((&line["says"], &line["answer"]), (&"which region goes first".into(), &"no".into()), "{json}");
    assert_eq!((&line["reason"], &line["line"]), (&"say which region goes first".into(), &19.into()));
}
