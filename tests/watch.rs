//! `--watch` in the real binary: it checks again after a change, clears nothing, and Ctrl-C ends it.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where its process cannot be followed")]

mod common;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use common::run::Folder;

/// After this long, what has not been said will not be.
const PATIENCE: Duration = Duration::from_secs(60);
const WRONG: &[u8] = b"1 + 2 = 4\n";
const RIGHT: &[u8] = b"1 + 2 = 3\n";
const CHECKED: &str = "note: watching for changes; Ctrl-C ends it";

/// A designlint that watches.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

fn follow(stream: impl Read + Send + 'static, lines: &Sender<String>) {
    let lines = lines.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            _ = lines.send(line.unwrap());
        }
    });
}

impl Watching {
    fn start(folder: &Folder, line: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_designlint"))
            .args(line.split_whitespace())
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (tell, lines) = channel();
        follow(child.stdout.take().unwrap(), &tell);
        follow(child.stderr.take().unwrap(), &tell);
        Self { child, lines }
    }

    /// The lines up to one that starts with a text.
    fn until(&mut self, start: &str) -> Vec<String> {
        self.until_all(&[start])
    }

    /// The lines until each text has begun one, in whatever order: the two streams have none.
    fn until_all(&mut self, starts: &[&str]) -> Vec<String> {
        let mut seen: Vec<String> = Vec::new();
        while !starts.iter().all(|start| seen.iter().any(|line| line.starts_with(start))) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => seen.push(line),
                Err(_) => panic!("not all of {starts:?} is said, only {seen:#?}"),
            }
        }
        seen
    }

    fn signal(&mut self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// The exit code, and what was said last.
    fn end(mut self) -> (Option<i32>, Vec<String>) {
        let code = self.child.wait().unwrap().code();
        (code, self.lines.iter().collect())
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        _ = self.child.kill();
    }
}

#[test]
fn a_change_is_checked_and_ctrl_c_ends_it_cleanly() {
    let folder = Folder::with(&[("docs/a.md", WRONG), ("docs/b.md", RIGHT)]);
    let mut watching = Watching::start(&folder, "--watch --color always docs");
    let mut said = watching.until_all(&[CHECKED, "found 1 error"]);
    folder.write("docs/a.md", RIGHT);
    said.extend(watching.until_all(&["note: docs/a.md has changed; checking again", "found nothing"]));
    folder.write("docs/b.md", WRONG);
    let wrong = ["docs/b.md:1:1: error[arith-mismatch]", "found 1 error"];
    said.extend(watching.until_all(&[&["note: docs/b.md has changed; checking again"], &wrong[..]].concat()));
    watching.signal("-INT");
    let (code, last) = watching.end();
    assert_eq!(code, Some(0), "whatever was found, Ctrl-C is no failure");
    said.extend(last);
    assert!(said.iter().all(|line| !line.contains('\u{1b}')), "nothing is cleared: {said:?}");
}

#[test]
fn files_and_folders_that_come_and_go_are_seen() {
    let folder = Folder::with(&[("docs/a.md", RIGHT), ("docs/.gitignore", b"out\n"), ("docs/out/x.md", WRONG)]);
    let mut watching = Watching::start(&folder, "--watch --format concise docs");
    watching.until(CHECKED);
    folder.write("docs/new/deep/b.md", WRONG);
    watching.until("docs/new/deep/b.md:1:1: error");
    folder.write("docs/new/deep/b.md", RIGHT);
    watching.until("found nothing");
    // As an editor saves: a file beside it takes its place.
    folder.write("docs/new/deep/.b.md.swap", WRONG);
    std::fs::rename(folder.path().join("docs/new/deep/.b.md.swap"), folder.path().join("docs/new/deep/b.md")).unwrap();
    watching.until("docs/new/deep/b.md:1:1: error");
    std::fs::remove_dir_all(folder.path().join("docs/new")).unwrap();
    watching.until("docs/a.md: notes");
    folder.write("docs/.gitignore", b"\n");
    watching.until("docs/out/x.md:1:1: error");
    watching.signal("-TERM");
    assert_eq!(watching.end().0, Some(0));
}

#[test]
fn the_configuration_is_watched_also_where_there_is_none_yet_or_a_broken_one() {
    let folder = Folder::with(&[("docs/a.md", WRONG), ("shared/base.yaml", b"kind: notes\n")]);
    let mut watching = Watching::start(&folder, "--watch docs/a.md");
    watching.until("docs/a.md:1:1: error");
    watching.until("found 1 error");
    folder.write("designlint.yaml", b"extend: shared/base.yaml\nrules: {arith-mismatch: off}\n");
    watching.until("found nothing");
    folder.write("shared/base.yaml", b"kinds: notes\n");
    watching.until("  \u{d7} no key is called `kinds`");
    folder.write("shared/base.yaml", b"kind: design\n");
    watching.until("docs/a.md: design (from configuration)");
    watching.signal("-INT");
    assert_eq!(watching.end().0, Some(0));
}

#[test]
fn a_reader_that_leaves_ends_it() {
    let folder = Folder::with(&[("a.md", WRONG)]);
    let mut watching = Watching::start(&folder, "--watch --quiet a.md");
    watching.until("a.md:1:1: error");
    let mut child = Command::new(env!("CARGO_BIN_EXE_designlint"))
        .args(["--watch", "a.md"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut first = String::new();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    // It may see at once that nobody reads, and then does not say that it watches.
    said.read_line(&mut first).unwrap();
    folder.write("a.md", RIGHT);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn what_cannot_be_watched_exits_2() {
    let folder = Folder::with(&[("a.md", RIGHT)]);
    for (line, says) in [
        ("--watch -", "error: --watch: standard input does not change"),
        ("--watch --format json a.md", "error: --watch: needs --format full or concise"),
        ("--watch --fix a.md", "cannot be used with"),
        ("--watch --write-baseline b.json a.md", "cannot be used with"),
        ("--watch --select arith-mismtch a.md", "did you mean `arith-mismatch`?"),
    ] {
        let run = folder.run(line);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{line}");
        assert!(run.stderr.contains(says), "{line}: {}", run.stderr);
    }
}
