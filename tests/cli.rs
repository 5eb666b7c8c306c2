//! The command line: exit codes, formats, configuration and what a hostile document may do to a terminal.

mod common;

use common::run::{Folder, finish, keys};

/// A document that says nothing that could be wrong.
const QUIET: &[u8] = b"# Notes\n\nNothing to see.\n";
/// A file that is no text, which is an error in every kind of document.
const BROKEN: &[u8] = b"# a\nb \xff c\n";

#[test]
fn a_quiet_document_exits_0_and_says_what_it_was_taken_for() {
    let folder = Folder::with(&[("a.md", QUIET)]);
    for line in ["a.md", "check a.md", "--format concise a.md", "check --format full a.md"] {
        let run = folder.run(line);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{line}");
        assert_eq!(run.stdout, "a.md: notes (from content); no arithmetic lines\nfound nothing\n", "{line}");
    }
    assert_eq!(folder.run("--quiet a.md").stdout, "");
    assert!(folder.run("--kind rfc a.md").stdout.contains("a.md: rfc (from --kind); no arithmetic lines\n"));
}

#[test]
fn an_error_exits_1_and_stands_on_standard_output() {
    let folder = Folder::with(&[("a.md", BROKEN), ("b.md", QUIET)]);
    let run = folder.run("--isolated a.md b.md");
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert_eq!(
        run.stdout,
        "a.md:2:3: error[unreadable-file] this file is not UTF-8: byte 6 (counted from 0) begins no character; nothing \
         was checked\na.md: notes (from content); no arithmetic lines\n2 files; no arithmetic lines\nfound 1 error\n"
    );
    let full = folder.run("--format full --quiet a.md");
    assert_eq!(
        full.stdout,
        "unreadable-file\n\n  × this file is not UTF-8: byte 6 (counted from 0) begins no character; nothing was checked\n\
         \u{20}  ╭─[a.md:2:3]\n 1 │ # a\n 2 │ b\n   ·   ▲\n   ╰────\n  help: save the file as UTF-8\n\n"
    );
}

#[test]
fn the_fail_level_sets_what_exits_1() {
    let folder = Folder::with(&[("a.md", BROKEN), ("designlint.yaml", b"rules: {unreadable-file: warning}\n")]);
    for (level, code) in [("off", 0), ("error", 0), ("warning", 1), ("info", 1)] {
        assert_eq!(folder.run(&format!("--fail-level {level} a.md")).code, code, "{level}");
    }
    assert_eq!(folder.run("a.md").code, 0);
}

#[test]
fn usage_errors_exit_2_and_say_what_was_meant() {
    let folder = Folder::with(&[("a.md", QUIET)]);
    for (line, says) in [
        ("--kind desing a.md", "error: --kind: no kind or profile is called `desing`; did you mean `design`?"),
        (
            "--select unreadable-fil a.md",
            "error: --select: no rule or family is called `unreadable-fil`; did you mean `unreadable-file`?",
        ),
        ("--ignore engin a.md", "error: --ignore: no rule or family is called `engin`; did you mean `engine`?"),
        ("--fail-level fatal a.md", "invalid value 'fatal'"),
        ("--unsafe-fixes a.md", "--fix"),
        ("--root nowhere a.md", "error: --root: nowhere: no such folder"),
        ("--today tomorrow a.md", "a day is written as 2026-03-31"),
        ("--today 2026-02-30 a.md", "a day is written as 2026-03-31"),
        ("rule unreadable-fil", "error: no rule is called `unreadable-fil`; did you mean `unreadable-file`?"),
        ("rule zzz", "error: no rule is called `zzz`; `designlint rules` lists all"),
        ("check", "required arguments were not provided"),
    ] {
        let run = folder.run(line);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{line}");
        assert!(run.stderr.contains(says), "{line}: {}", run.stderr);
    }
    let help = folder.run("--help");
    assert_eq!((help.code, help.stderr.as_str()), (0, ""));
    assert!(help.stdout.contains("Usage: designlint"), "{}", help.stdout);
}

#[test]
fn contracts_are_looked_for_where_root_says() {
    let row = |file: &str| format!("| a → b | `{file}` |\n");
    let table = "## Interfaces\n\n| boundary | contract |\n|---|---|\n";
    let text = [table, &row("api/a.yaml"), &row("b.json"), &row("api/c.yaml"), &row("gone.yaml")].concat();
    let folder = Folder::with(&[("docs/q.md", text.as_bytes()), ("api/a.yaml", b""), ("docs/b.json", b"")]);
    let line = "--kind design --select contract-file-missing --format json docs/q.md";
    assert_eq!(folder.run(line).findings("docs/q.md"), []);
    let missing = |line: u64| ("contract-file-missing".to_owned(), line);
    let run = folder.run(&format!("--root . {line}"));
    assert_eq!((run.code, run.findings("docs/q.md")), (1, vec![missing(7), missing(8)]));
    let run = folder.run(&format!("--root docs {line}"));
    assert_eq!(run.findings("docs/q.md"), [missing(5), missing(7), missing(8)]);
    std::fs::create_dir(folder.path().join(".git")).unwrap();
    assert_eq!(folder.run(line).findings("docs/q.md"), [missing(7), missing(8)]);
}

#[test]
fn overdue_is_told_by_the_day_that_is_given() {
    let text = b"---\ndate: 2026-03-10\n---\n\n## Open questions\n\n- Which key? (owner: Ana, 2026-04-15)\n";
    let folder = Folder::with(&[("a.md", text)]);
    let line = "--kind design --select open-question-overdue --format json a.md";
    assert_eq!(folder.run(line).findings("a.md"), []);
    let run = folder.run(&format!("--today 2026-04-16 {line}"));
    assert_eq!(run.findings("a.md"), [("open-question-overdue".to_owned(), 7)]);
}

#[test]
fn what_cannot_be_read_exits_2_and_the_rest_is_checked() {
    let folder = Folder::with(&[("a.md", BROKEN), ("c.md", QUIET)]);
    let run = folder.run("--format json c.md gone.md a.md");
    assert_eq!((run.code, run.stderr.as_str()), (2, "error: gone.md: no such file\n"));
    assert_eq!(run.files(), ["a.md", "c.md", "gone.md"]);
    assert_eq!(run.findings("a.md"), [("unreadable-file".to_owned(), 2)]);
    assert_eq!(run.json()["files"][2]["error"], "no such file");
    let ledger = folder.run("ledger --format json c.md gone.md");
    assert_eq!((ledger.code, ledger.stderr.as_str()), (2, "error: gone.md: no such file\n"));
    assert_eq!(ledger.files(), ["c.md", "gone.md"]);
    assert_eq!(folder.run("ledger a.md").code, 0);
}

#[test]
fn folders_are_walked_and_shown_as_written() {
    let folder = Folder::with(&[
        ("docs/b.md", QUIET),
        ("docs/a/x.markdown", QUIET),
        ("docs/a/y.txt", QUIET),
        ("docs/out/z.md", QUIET),
        ("docs/.gitignore", b"out\n"),
        ("docs/drafts/d.md", QUIET),
        ("docs/designlint.yaml", b"exclude: [drafts]\n"),
    ]);
    assert_eq!(folder.run("--format json docs").files(), ["docs/a/x.markdown", "docs/b.md"]);
    assert_eq!(folder.run("--format json ./docs/").files(), ["./docs/a/x.markdown", "./docs/b.md"]);
    assert_eq!(
        folder.run("--format json docs docs/drafts/d.md").files(),
        ["docs/a/x.markdown", "docs/b.md", "docs/drafts/d.md"]
    );
    assert_eq!(
        folder.run("--format json --no-ignore docs").files(),
        ["docs/a/x.markdown", "docs/b.md", "docs/out/z.md"]
    );
    assert_eq!(folder.run("--format json docs/out/z.md").files(), ["docs/out/z.md"]);
    assert_eq!(folder.run("--format json docs").stdout, folder.run("--format json docs").stdout);
}

#[test]
fn a_folder_with_nothing_to_check_is_no_error() {
    let folder = Folder::with(&[
        ("none/a.txt", b""),
        ("hidden/.x/a.md", QUIET),
        ("all/a.md", QUIET),
        ("all/designlint.yaml", b"exclude: ['*']\n"),
    ]);
    for (name, why) in [
        ("none", "no .md or .markdown file in it"),
        ("hidden", ".gitignore or a leading dot hides 1 file (--no-ignore looks at them)"),
        ("all", "`exclude: *` (all/designlint.yaml:1:11) leaves out 1 file"),
    ] {
        let run = folder.run(name);
        assert_eq!((run.code, run.stdout.as_str()), (0, ""));
        assert_eq!(run.stderr, format!("note: {name}: nothing to check: {why}\n"));
    }
    let named = folder.run("--quiet all all/a.md");
    assert_eq!((named.code, named.stderr.as_str()), (0, ""), "a file of the folder is named, so it is not empty");
    let json = folder.run("--format json none");
    assert_eq!(
        json.stdout,
        "{\"version\":1,\"diagnostics\":[],\"files\":[],\"summary\":{\"files\":0,\"errors\":0,\"warnings\":0,\"infos\":0,\
         \"fixable\":0,\"suppressed\":0}}\n"
    );
    assert_eq!(folder.run("ledger --format json none").stdout, "{\"version\":1,\"files\":[]}\n");
}

#[test]
fn standard_input_goes_by_the_name_it_is_given() {
    let folder = Folder::with(&[("docs/designlint.yaml", b"kind: kep\n")]);
    let named = finish(folder.command("--format json - --stdin-filename docs/a.md").write_stdin(BROKEN));
    assert_eq!((named.code, named.files()), (1, vec!["docs/a.md".to_owned()]));
    assert_eq!(named.findings("docs/a.md"), [("unreadable-file".to_owned(), 2)]);
    assert_eq!(named.json()["files"][0]["kind"], "kep");
    let unnamed = finish(folder.command("-").write_stdin(QUIET));
    assert_eq!(
        (unnamed.code, unnamed.stdout.as_str()),
        (0, "-: notes (from content); no arithmetic lines\nfound nothing\n")
    );
}

#[test]
fn json_has_every_field_in_its_order() {
    let folder = Folder::with(&[("a.md", BROKEN)]);
    let json = folder.run("--format json a.md").json();
    assert_eq!(keys(&json), ["version", "diagnostics", "files", "summary"]);
    let diagnostic = &json["diagnostics"][0];
    assert_eq!(
        keys(diagnostic),
        [
            "rule",
            "family",
            "severity",
            "path",
            "line",
            "column",
            "end_line",
            "end_column",
            "span",
            "message",
            "help",
            "stated",
            "computed",
            "accepted",
            "reading",
            "explanation",
            "fingerprint",
            "related",
            "fix"
        ]
    );
    assert_eq!((&diagnostic["family"], &diagnostic["severity"]), (&"engine".into(), &"error".into()));
    assert_eq!((&diagnostic["line"], &diagnostic["column"]), (&2.into(), &3.into()));
    assert_eq!(diagnostic["span"], serde_json::json!([6, 6]));
    let fingerprint = diagnostic["fingerprint"].as_str().unwrap();
    assert!(
        fingerprint.len() == 16 && fingerprint.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')),
        "{fingerprint}"
    );
    assert_eq!(
        keys(&json["files"][0]),
        ["path", "kind", "kind_from", "profile", "claims", "verified", "weak", "wrong", "inherits", "not_understood"]
    );
    assert_eq!(keys(&json["summary"]), ["files", "errors", "warnings", "infos", "fixable", "suppressed"]);
    assert_eq!(folder.run("--format json --max-findings 0 a.md").json()["diagnostics"], serde_json::json!([]));
}

#[test]
fn configuration_errors_point_at_their_line() {
    let folder = Folder::with(&[
        ("designlint.yaml", b"kind: design\nrules:\n  unused-supression: off\n"),
        ("a.md", QUIET),
        ("b.md", QUIET),
        ("other/a.md", BROKEN),
        ("other/designlint.yaml", b""),
    ]);
    let run = folder.run("a.md b.md other");
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "configuration\n\n  × no rule is called `unused-supression`\n   ╭─[designlint.yaml:3:3]\n 2 │ rules:\n \
         3 │   unused-supression: off\n   ·   ─────────────────\n   ╰────\n  help: did you mean `unused-suppression`?\n"
    );
    // What another configuration holds for is checked all the same.
    assert!(run.stdout.starts_with("other/a.md:2:3: error[unreadable-file]"), "{}", run.stdout);
    let json = folder.run("--format json a.md").json();
    assert_eq!(
        json["files"][0]["error"],
        "configuration: designlint.yaml:3:3: no rule is called `unused-supression`; did you mean `unused-suppression`?"
    );
    assert_eq!(folder.run("--isolated a.md b.md").code, 0);
    let missing = folder.run("--config gone.yaml a.md");
    assert_eq!((missing.code, missing.stderr.as_str()), (2, "error: configuration: gone.yaml: no such file\n"));
}

#[test]
fn configuration_says_kind_and_rules_by_path() {
    let text = "overrides: [{files: 'rfcs/**', kind: rfc}]\nper-file-ignores: {'old/*.md': [unreadable-file]}\n";
    let folder = Folder::with(&[
        ("designlint.yaml", text.as_bytes()),
        ("rfcs/a.md", QUIET),
        ("old/a.md", BROKEN),
        ("a.md", BROKEN),
    ]);
    let run = folder.run("--format json .");
    assert_eq!(run.files(), ["./a.md", "./old/a.md", "./rfcs/a.md"]);
    let json = run.json();
    assert_eq!((&json["files"][2]["kind"], &json["files"][2]["kind_from"]), (&"rfc".into(), &"configuration".into()));
    assert_eq!(run.findings("./old/a.md"), []);
    assert_eq!(run.findings("./a.md").len(), 1);
}

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    let folder = Folder::with(&[("a.md", BROKEN)]);
    let colored =
        |line: &str, name: &str, value: &str| finish(folder.command(line).env(name, value)).stdout.contains("\u{1b}[");
    assert!(!colored("--format full a.md", "X", "1"));
    assert!(colored("--format full --color always a.md", "NO_COLOR", "1"));
    assert!(colored("--format full a.md", "FORCE_COLOR", "1"));
    assert!(!colored("--format full a.md", "FORCE_COLOR", "0"));
    assert!(!colored("--format full --color never a.md", "FORCE_COLOR", "1"));
    assert!(!colored("--format concise --color always a.md", "X", "1"));
}

#[test]
fn a_hostile_document_cannot_speak_to_terminal_or_runner() {
    let name = "\u{1b}]0;x\u{7}::error::\u{202e}.md";
    let text = "::error::a\n\u{1b}[2J##[error]b \u{202e}c\u{9b}31m\n\n2 + 2 = \u{1b}[31m5 ##[error]\n";
    let broken = [text.as_bytes(), b"\xff"].concat();
    let folder = Folder::with(&[(name, &broken), ("b.md", text.as_bytes())]);
    for line in ["--format full .", "--format concise .", "--format json .", "ledger .", "ledger --format json ."] {
        let run = folder.run(line);
        for stream in [&run.stdout, &run.stderr] {
            assert!(!stream.contains(['\u{1b}', '\u{9b}', '\u{7}', '\u{202e}']), "{line}: {stream:?}");
            assert!(line.contains("json") || !stream.contains("##["), "{line}: {stream}");
            assert!(!stream.lines().any(|l| l.trim_start().starts_with("::")), "{line}: {stream}");
        }
    }
    let missing = folder.run("gone\u{1b}[2J.md");
    assert_eq!(missing.stderr, "error: gone\\u{1b}[2J.md: no such file\n");
}

#[test]
fn a_review_is_compared_with_the_document_it_names() {
    let review = b"---\nkind: review\nreviews: a.md\n---\n\n| line | answer | comment |\n|---|---|---|\n\
                   | tone | no | section 9: add a price |\n| title | no | section Costs: add a price |\n";
    let folder =
        Folder::with(&[("review.md", review), ("a.md", b"# A\n\n## 1. Problem\n\nSlow.\n\n## 2. Costs\n\nNone.\n")]);
    let astray = |run: &str| {
        folder.run(run).stdout.lines().filter(|l| l.contains("under review")).map(str::to_owned).collect::<Vec<_>>()
    };
    let said = "review.md:8:15: warning[review-record-incomplete] this comment is about section \"9\", and the document under review has none";
    assert_eq!(astray("--isolated review.md"), [said]);
    folder.write("a.md", b"# A\n\n## 9. Problem\n\n## 10. Costs\n");
    assert_eq!(astray("--isolated review.md"), [""; 0]);
}

#[test]
fn rules_explain_themselves() {
    let folder = Folder::with(&[]);
    let list = folder.run("rules");
    assert_eq!(list.code, 0);
    assert_eq!(list.stdout.lines().count(), designlint_rules::ALL.len());
    let json = folder.run("rules --format json").json();
    for (rule, entry) in json["rules"].as_array().unwrap().iter().zip(designlint_rules::ALL) {
        assert_eq!(rule["name"], entry.meta.name);
        assert_eq!(keys(rule), ["name", "family", "severity", "preview", "what", "sections", "examples"]);
    }
    let page = folder.run("rule unreadable-file");
    assert!(
        page.stdout.starts_with("# unreadable-file\n\nA file is not UTF-8 text.\n\nFamily engine, severity error.\n"),
        "{}",
        page.stdout
    );
    assert_eq!(folder.run("rule unreadable-file --format json").json()["name"], "unreadable-file");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let files: Vec<(String, &[u8])> = (0..300).map(|i| (format!("{i}.md"), BROKEN)).collect();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    let folder = Folder::with(&files);
    let binary = assert_cmd::cargo::cargo_bin("designlint");
    let mut child = std::process::Command::new(binary)
        .args(["--format", "json", "."])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(1), String::new()));
}

#[test]
fn documents_of_one_run_are_in_order_whatever_the_threads() {
    let names: Vec<String> = (0..200).map(|i| format!("{i:03}.md")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), QUIET)).collect();
    let folder = Folder::with(&files);
    let shown: Vec<String> = names.iter().map(|name| format!("./{name}")).collect();
    assert_eq!(folder.run("--format json .").files(), shown);
}
