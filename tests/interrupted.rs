//! A run that is killed while it writes leaves the old file or the new one, whole.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test ends where its folder cannot be set up")]

mod common;

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::run::Folder;

/// How often a run is killed, each time a little later than before.
const KILLS: u32 = 24;

/// A document with one fix and enough text that writing it takes a while.
fn long() -> (String, String) {
    let lines = "The queue is read in order, and nothing is lost.\n\n".repeat(20_000);
    let hidden = "<!-- designlint-disable-next-line arith-mismatch: old -->\n";
    (format!("# A\n\n{hidden}2 + 2 = 4\n\n{lines}"), format!("# A\n\n2 + 2 = 4\n\n{lines}"))
}

fn start(folder: &Folder, words: &[&str]) -> std::process::Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("designlint"));
    command.current_dir(folder.path()).args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Runs words to their end, then kills run after run, each a little later, and looks at a file after each.
fn killed(folder: &Folder, words: &[&str], prepare: impl Fn(), look: impl Fn()) {
    prepare();
    let whole = Instant::now();
    start(folder, words).wait().unwrap();
    let whole = whole.elapsed();
    look();
    for kill in 0..KILLS {
        prepare();
        let mut run = start(folder, words);
        // More of them near the end, where it writes.
        let part = f64::from(kill + KILLS) / f64::from(2 * KILLS);
        std::thread::sleep(Duration::from_secs_f64(whole.as_secs_f64() * part));
        run.kill().unwrap();
        run.wait().unwrap();
        look();
    }
}

#[test]
fn a_fix_that_is_killed_leaves_the_old_text_or_the_new() {
    let (before, after) = long();
    let folder = Folder::with(&[]);
    killed(
        &folder,
        &["--fix", "a.md"],
        || folder.write("a.md", before.as_bytes()),
        || {
            let now = folder.read("a.md");
            assert!(now == before.as_bytes() || now == after.as_bytes(), "{} bytes", now.len());
        },
    );
    // What a killed run leaves beside the file is hidden, and the next run is not in its way.
    folder.write("a.md", before.as_bytes());
    assert_eq!(folder.run("--quiet --fix a.md").code, 0);
    assert_eq!(folder.read("a.md"), after.as_bytes());
}

#[test]
fn a_record_that_is_killed_is_not_there_or_whole() {
    let wrong = "It takes 3 x 4 GB = 13 GB.\n\nThen 2 x 4 GB = 9 GB.\n\n".repeat(300);
    let folder = Folder::with(&[("a.md", format!("# A\n\n{wrong}").as_bytes())]);
    let record = folder.path().join("known.json");
    killed(
        &folder,
        &["--write-baseline", "known.json", "a.md"],
        || drop(fs::remove_file(&record)),
        || {
            if let Ok(text) = fs::read_to_string(&record) {
                assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{} bytes", text.len());
            }
        },
    );
}
