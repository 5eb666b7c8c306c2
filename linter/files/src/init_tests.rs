use std::fs;

use super::*;
use crate::testing::tree;
use crate::{Discovery, Request, Workspace};

const ADR: &str = "# Use a queue\n\n## Considered Options\n\n- queue\n- cron\n\n## Decision Outcome\n\nThe queue.\n";
const NOTES: &str = "# Notes\n\nNothing to see.\n";

#[test]
fn what_is_found_becomes_overrides_and_exclusions() {
    let dir = tree(&[
        ("README.md", NOTES),
        ("docs/adr/1.md", ADR),
        ("docs/adr/2.md", ADR),
        ("docs/adr/README.md", NOTES),
        ("docs/guide/a.md", NOTES),
        ("docs/guide/b.md", NOTES),
        ("vendor/lib/README.md", ADR),
        ("hidden/x.md", ADR),
        (".gitignore", "hidden/\n"),
    ]);
    let proposal = propose(dir.path());
    assert_eq!(proposal.kinds, [("docs/adr".to_owned(), Kind::Adr)]);
    assert_eq!(proposal.excluded, ["vendor"]);
    assert!(proposal.text.contains("exclude:\n  - \"vendor/**\"\n"), "{}", proposal.text);
    assert!(
        proposal.text.contains(
            "overrides:\n  - {files: \"docs/adr/**\", kind: adr}\n  # These are of another kind than their folder.\n  \
             - {files: [\"docs/adr/README.md\"], kind: notes}\n"
        ),
        "{}",
        proposal.text
    );
}

#[test]
fn it_loads_and_changes_no_kind() {
    let odd = "we!rd [x] {y} #z";
    let files = [
        ("README.md".to_owned(), NOTES, None),
        ("adr/a/1.md".to_owned(), ADR, Some("adr")),
        ("adr/b/2.md".to_owned(), ADR, Some("adr")),
        ("adr/index.md".to_owned(), NOTES, Some("notes")),
        (format!("{odd}/1.md"), ADR, Some("adr")),
        (format!("{odd}/2 3.md"), ADR, Some("adr")),
        (format!("{odd}/4*.md"), ADR, Some("adr")),
        (format!("{odd}/5 ?.md"), NOTES, Some("notes")),
        ("mixed/1.md".to_owned(), ADR, None),
        ("mixed/2.md".to_owned(), NOTES, None),
        ("build/1.md".to_owned(), NOTES, None),
    ];
    let dir = tree(&files.iter().map(|(path, text, _)| (path.as_str(), *text)).collect::<Vec<_>>());
    let proposal = propose(dir.path());
    fs::write(dir.path().join("designlint.yaml"), &proposal.text).unwrap();
    let workspace = Workspace::new(Request::default(), Discovery::Nearest);
    for (path, _, kind) in &files {
        let settings = workspace.settings_for(&dir.path().join(path));
        let settings = settings.unwrap_or_else(|error| panic!("{error}\n{}", proposal.text));
        assert_eq!(settings.kind_from_configuration.as_deref(), *kind, "{path}\n{}", proposal.text);
        assert_eq!(workspace.excludes(&dir.path().join(path)), path.starts_with("build/"), "{path}");
    }
}

#[test]
fn an_empty_folder_gets_a_file_that_loads() {
    let dir = tree(&[]);
    let proposal = propose(dir.path());
    assert!(proposal.kinds.is_empty() && proposal.excluded.is_empty());
    fs::write(dir.path().join("designlint.yaml"), &proposal.text).unwrap();
    let workspace = Workspace::new(Request::default(), Discovery::Nearest);
    assert!(workspace.settings_for(&dir.path().join("a.md")).is_ok(), "{}", proposal.text);
}

#[test]
fn a_configuration_above_the_folder_is_extended() {
    let dir = tree(&[
        (
            ".designlint.yaml",
            "preview: true\nexclude: [docs/old/**]\noverrides: [{files: \"docs/rec/**\", kind: rfc}]\n",
        ),
        ("docs/adr/1.md", ADR),
        ("docs/old/1.md", ADR),
        ("docs/rec/1.md", ADR),
        ("docs/designlint.yaml", "kind: kep\n"),
    ]);
    let docs = dir.path().join("docs");
    let proposal = propose(&docs);
    assert_eq!(proposal.kinds, [("adr".to_owned(), Kind::Adr)]);
    assert!(proposal.text.contains("\nextend: \"../.designlint.yaml\"\n"), "{}", proposal.text);
    fs::write(docs.join("designlint.yaml"), &proposal.text).unwrap();
    let workspace = Workspace::new(Request::default(), Discovery::Nearest);
    let kind = |path: &str| {
        let settings = workspace.settings_for(&docs.join(path)).unwrap_or_else(|e| panic!("{e}\n{}", proposal.text));
        assert!(settings.preview, "{}", proposal.text);
        settings.kind_from_configuration.clone()
    };
    assert_eq!(kind("adr/1.md").as_deref(), Some("adr"));
    assert_eq!(kind("rec/1.md").as_deref(), Some("rfc"));
    assert!(workspace.excludes(&docs.join("old/1.md")));
}
