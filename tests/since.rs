//! `--since`: findings on the lines that a branch changed, in real repositories.

#![allow(clippy::unwrap_used, reason = "a test ends where its repository cannot be set up")]

mod common;

use std::process::Command;

use common::run::Folder;

const WRONG: &str = "1 + 2 = 4\n";

fn git(folder: &Folder, line: &str) {
    let output = Command::new("git")
        .args(["-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "init.defaultBranch=main"])
        .args(line.split(' '))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A repository with two documents of one wrong line each, and a commit.
fn repository() -> Folder {
    let text = format!("# A\n\n{WRONG}\nSome text.\n");
    let folder = Folder::with(&[("a.md", text.as_bytes()), ("docs/b ü.md", text.as_bytes())]);
    git(&folder, "init -q");
    git(&folder, "add .");
    git(&folder, "commit -qm first");
    folder
}

/// The findings since a commit: path and line.
fn found(folder: &Folder, since: &str) -> Vec<(String, u64)> {
    let run = folder.run(&format!("--select arith-mismatch --format json --since {since} ."));
    assert!(run.code < 2, "{run:?}");
    let all = run.json()["diagnostics"].as_array().unwrap().clone();
    let place = |d: &serde_json::Value| (d["path"].as_str().unwrap().to_owned(), d["line"].as_u64().unwrap());
    all.iter().map(place).collect()
}

#[test]
fn only_what_stands_on_changed_lines_is_told() {
    let folder = repository();
    assert_eq!(found(&folder, "HEAD"), []);
    let quiet = folder.run("--select arith-mismatch --since HEAD a.md");
    assert_eq!((quiet.code, quiet.stderr.as_str()), (0, "note: 1 finding on unchanged lines left out\n"));
    folder.write("a.md", format!("# A\n\n{WRONG}\nSome text.\n\n5 + 5 = 11\n").as_bytes());
    assert_eq!(found(&folder, "HEAD"), [("./a.md".to_owned(), 7)]);
    folder.write("docs/b ü.md", format!("# A\n\nNew.\n\n{WRONG}\nSome text.\n").as_bytes());
    assert_eq!(found(&folder, "HEAD"), [("./a.md".to_owned(), 7)], "a line that moved has not changed");
    git(&folder, "commit -qam second");
    assert_eq!(found(&folder, "HEAD"), []);
    assert_eq!(found(&folder, "HEAD~1"), [("./a.md".to_owned(), 7)]);
}

#[test]
fn a_file_that_git_does_not_know_is_new_as_a_whole() {
    let folder = repository();
    folder.write("docs/new.md", WRONG.as_bytes());
    assert_eq!(found(&folder, "HEAD"), [("./docs/new.md".to_owned(), 1)]);
    git(&folder, "add docs/new.md");
    assert_eq!(found(&folder, "HEAD"), [("./docs/new.md".to_owned(), 1)]);
}

#[test]
fn what_others_changed_meanwhile_is_not_ours() {
    let folder = repository();
    git(&folder, "checkout -qb branch");
    folder.write("docs/new.md", WRONG.as_bytes());
    git(&folder, "add .");
    git(&folder, "commit -qm ours");
    git(&folder, "checkout -q main");
    folder.write("a.md", b"# A\n\nNothing is computed here.\n");
    git(&folder, "commit -qam theirs");
    git(&folder, "checkout -q branch");
    assert_eq!(found(&folder, "main"), [("./docs/new.md".to_owned(), 1)]);
}

#[test]
fn a_finding_that_points_at_a_changed_line_is_told() {
    let stated = "# A\n\nA cluster has 64 GPUs.\n\nText.\n\nMore text.\n\nThe total is 64 x 8 = 500.\n";
    let folder = Folder::with(&[("a.md", stated.as_bytes())]);
    git(&folder, "init -q");
    git(&folder, "add .");
    git(&folder, "commit -qm first");
    assert_eq!(found(&folder, "HEAD"), []);
    folder.write("a.md", stated.replace("= 500", "= 501").as_bytes());
    assert_eq!(found(&folder, "HEAD"), [("./a.md".to_owned(), 9)]);
}

#[test]
fn what_cannot_be_compared_exits_2_and_says_why() {
    let folder = repository();
    let outside = Folder::with(&[("a.md", WRONG.as_bytes())]);
    for (folder, line, says) in [
        (&folder, "--since gone a.md", "error: --since: bad revision 'gone'"),
        (&folder, "--since=--output=x a.md", "error: --since: no commit is called `--output=x`"),
        (&folder, "--since HEAD -", "error: --since: standard input is in no commit"),
        (&folder, "--since HEAD --fix a.md", "cannot be used with"),
        (&outside, "--since HEAD a.md", "error: --since: a.md: lies in no git repository"),
    ] {
        let run = folder.run(line);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{line}");
        assert!(run.stderr.contains(says), "{line}: {}", run.stderr);
    }
    assert!(!folder.path().join("x").exists());
}

#[test]
fn nothing_of_the_repository_is_run() {
    let folder = repository();
    folder.write("run.sh", b"#!/bin/sh\ntouch was-run\n");
    for setting in ["diff.external", "core.fsmonitor", "diff.doc.textconv", "diff.doc.command"] {
        git(&folder, &format!("config {setting} {}", folder.path().join("run.sh").display()));
    }
    folder.write(".gitattributes", b"*.md diff=doc\n");
    folder.write("a.md", format!("# A\n\n{WRONG}\n7 + 7 = 15\n").as_bytes());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.path().join("run.sh");
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    assert_eq!(found(&folder, "HEAD"), [("./a.md".to_owned(), 5)]);
    assert!(!folder.path().join("was-run").exists());
}
