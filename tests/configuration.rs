//! What the configuration leaves out and holds, and that it says so: `--force-exclude`, `config FILE`, `schema`.

#![allow(clippy::unwrap_used, reason = "a test ends where a file is missing")]

mod common;

use std::fs;

use common::run::{Folder, finish};
use common::{root, update};
use serde_json::{Value, json};

const WRONG: &[u8] = b"1 + 2 = 4\n";

#[test]
fn what_a_hook_names_stays_excluded() {
    let folder = Folder::with(&[
        ("designlint.yaml", b"exclude: ['drafts/**']\n"),
        ("drafts/a.md", WRONG),
        ("drafts/b.md", WRONG),
        ("c.md", WRONG),
    ]);
    let named = folder.run("--format json drafts/a.md c.md");
    assert_eq!((named.code, named.files()), (1, vec!["c.md".to_owned(), "drafts/a.md".to_owned()]));
    let forced = folder.run("--force-exclude --format json drafts/a.md c.md");
    assert_eq!((forced.code, forced.files(), forced.stderr.as_str()), (1, vec!["c.md".to_owned()], ""));
    let all = folder.run("check --force-exclude drafts/a.md drafts/b.md");
    assert_eq!((all.code, all.stdout.as_str()), (0, ""));
    assert_eq!(all.stderr, "note: nothing to check: `exclude: drafts/**` (designlint.yaml:1:11) leaves out 2 files\n");
    let line = "--force-exclude --stdin-filename drafts/new.md -";
    let stdin = finish(folder.command(line).write_stdin(WRONG));
    assert_eq!((stdin.code, stdin.stdout.as_str()), (0, ""), "{}", stdin.stderr);
    let isolated = folder.run("--force-exclude --isolated --format json drafts/a.md");
    assert_eq!((isolated.code, isolated.files()), (1, vec!["drafts/a.md".to_owned()]));
}

#[test]
fn an_empty_folder_says_which_setting_left_out_how_many() {
    let folder = Folder::with(&[
        ("base.yaml", b"exclude: ['old/*.md']\n"),
        ("designlint.yaml", b"extend: base.yaml\nexclude:\n  - gone.md\n  - docs/x/\n"),
        ("docs/old/a.md", WRONG),
        ("old/a.md", WRONG),
        ("old/b.md", WRONG),
        ("old/.c.md", WRONG),
        ("docs/x/y/z.md", WRONG),
        ("docs/x/w.md", WRONG),
    ]);
    for (line, says) in [
        (
            "old",
            "note: old: nothing to check: `exclude: old/*.md` (base.yaml:1:11) leaves out 2 files, .gitignore or a leading \
             dot hides 1 file (--no-ignore looks at them)\n",
        ),
        (
            "--quiet docs/x",
            "note: docs/x: nothing to check: `exclude: docs/x/` (designlint.yaml:4:5) leaves out 2 files\n",
        ),
    ] {
        let run = folder.run(line);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", says), "{line}");
    }
}

/// A team's configuration that extends another, with something special about some files.
fn team() -> Folder {
    let base = "kind: notes\nrules: {latency-budget-no-reserve: {severity: error, reserve: 15%}}\n";
    let own = "extend: ../base.yaml\npreview: true\nexclude: [drafts]\noverrides: [{files: 'rfcs/**', kind: rfc}]\n";
    let front_matter = b"---\nkind: adr\n---\n\n# A\n";
    Folder::with(&[
        ("base.yaml", base.as_bytes()),
        ("docs/designlint.yaml", own.as_bytes()),
        ("docs/rfcs/1.md", b"# A\n"),
        ("docs/drafts/2.md", front_matter),
        ("free.md", b"# A\n"),
    ])
}

#[test]
fn config_says_what_holds_and_from_where() {
    let folder = team();
    let rfc = folder.run("config docs/rfcs/1.md");
    assert_eq!((rfc.code, rfc.stderr.as_str()), (0, ""));
    assert_eq!(
        rfc.stdout,
        "docs/rfcs/1.md: rfc (from configuration)\n\
         configuration: docs/designlint.yaml, which extends base.yaml\n\n\
         kind: rfc                                        docs/designlint.yaml:4:32, for rfcs/**\n\
         preview: true                                    docs/designlint.yaml:2:1\n\
         rules.latency-budget-no-reserve.severity: error  base.yaml:2:37\n\
         rules.latency-budget-no-reserve.reserve: 15%     base.yaml:2:54\n"
    );
    let draft = folder.run("config docs/drafts/2.md").stdout;
    assert!(draft.starts_with("docs/drafts/2.md: adr (from front matter)\n"), "{draft}");
    assert!(draft.contains("\nleft out of folders: `exclude: drafts` (docs/designlint.yaml:3:11)\n"), "{draft}");
    let free = folder.run("config free.md").stdout;
    assert_eq!(free, "free.md: notes (from content)\nconfiguration: none, here or above\n");
}

#[test]
fn config_as_json_has_each_place() {
    let folder = team();
    let json = folder.run("config --format json docs/drafts/2.md").json();
    let entry = |key: &str, value: Value, path: &str, line: usize, column: usize| json!({"key": key, "value": value, "files": null, "path": path, "line": line, "column": column});
    let own = "docs/designlint.yaml";
    assert_eq!(
        json,
        json!({
            "version": 1,
            "path": "docs/drafts/2.md",
            "kind": "adr",
            "kind_from": "front-matter",
            "profile": "adr",
            "files": [own, "base.yaml"],
            "excluded": entry("exclude", "drafts".into(), own, 3, 11),
            "settings": [
                entry("kind", "notes".into(), "base.yaml", 1, 1),
                entry("preview", true.into(), own, 2, 1),
                entry("rules.latency-budget-no-reserve.severity", "error".into(), "base.yaml", 2, 37),
                entry("rules.latency-budget-no-reserve.reserve", "15%".into(), "base.yaml", 2, 54),
            ],
        })
    );
    let rfc = folder.run("config --format json docs/rfcs/1.md").json();
    assert_eq!((&rfc["settings"][0]["value"], &rfc["settings"][0]["files"]), (&"rfc".into(), &"rfcs/**".into()));
    assert_eq!(rfc["excluded"], Value::Null);
}

#[test]
fn config_of_what_cannot_be_read_exits_2() {
    let folder = team();
    folder.write("broken/designlint.yaml", b"kind: adr\nkid: x\n");
    folder.write("broken/a.md", b"");
    for (line, says) in [
        ("config gone.md", "error: gone.md: no such file"),
        ("config docs", "error: docs: is a folder; name a file in it"),
        ("config broken/a.md", "no key is called `kid`"),
        ("config", "Usage: designlint config"),
    ] {
        let run = folder.run(line);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{line}");
        assert!(run.stderr.contains(says), "{line}: {}", run.stderr);
    }
}

#[test]
fn a_hostile_configuration_cannot_speak_to_a_terminal() {
    let yaml = "overrides: [{files: ['*', \"*\\e[2J*\"], kind: rfc}]\nsignals: {\"\\e[31m##[error]\": \"a\\nb\"}\n";
    let folder = Folder::with(&[("designlint.yaml", yaml.as_bytes()), ("a\u{1b}[2J.md", b"")]);
    for line in ["config a\u{1b}[2J.md", "config --format json a\u{1b}[2J.md"] {
        let run = folder.run(line);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(!run.stdout.contains('\u{1b}'), "{:?}", run.stdout);
        assert!(line.contains("json") || !run.stdout.contains("##["), "{:?}", run.stdout);
    }
}

#[test]
fn schemas_are_those_that_are_published() {
    let folder = Folder::with(&[]);
    assert_eq!(folder.run("schema").stdout, folder.run("schema configuration").stdout);
    for name in ["configuration", "profile"] {
        let run = folder.run(&format!("schema {name}"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        let path = root("docs/schemas").join(format!("{name}.json"));
        if update() {
            fs::write(&path, &run.stdout).unwrap();
        }
        let stands = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        assert_eq!(stands, run.stdout, "`UPDATE=1 cargo test --test configuration` writes it");
    }
    assert_eq!(folder.run("schema rules").code, 2);
}
