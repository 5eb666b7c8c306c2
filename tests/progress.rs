//! The progress of a long run, on a real terminal that `script` of util-linux makes.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where its terminal cannot be set up")]

mod common;

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::run::Folder;

const BAR: &str = "of 2 files";

/// A folder with a document that takes as long to read as somebody takes to write it.
fn slow() -> Folder {
    let folder = Folder::with(&[("a.md", b"1 + 2 = 4\n")]);
    let made = Command::new("mkfifo").arg(folder.path().join("slow.md")).status().unwrap();
    assert!(made.success());
    folder
}

/// Runs a line on a terminal; what appears there is given to `seen` until that says to let the run end.
fn on_a_terminal(folder: &Folder, arguments: &str, seen: impl Fn(&str) -> bool) -> String {
    let line = format!("{} {arguments}", env!("CARGO_BIN_EXE_designlint"));
    let mut child = Command::new("script")
        .args(["--quiet", "--flush", "--return", "--command", &line, "/dev/null"])
        .env("TERM", "xterm")
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut terminal = child.stdout.take().unwrap();
    let (mut text, mut ended, mut part) = (String::new(), false, [0; 4096]);
    loop {
        if !ended && seen(&text) {
            folder.write("slow.md", b"2 + 2 = 4\n");
            ended = true;
        }
        match terminal.read(&mut part).unwrap() {
            0 => break,
            length => text += &String::from_utf8_lossy(&part[..length]),
        }
    }
    assert_eq!(child.wait().unwrap().code(), Some(1), "{text}");
    text
}

#[test]
fn a_long_run_shows_a_bar_and_leaves_no_trace_of_it() {
    let folder = slow();
    let text = on_a_terminal(&folder, "--format concise a.md slow.md", |text| text.contains(BAR));
    let (bar, findings) = text.split_at(text.find("a.md:1:1: error").unwrap());
    assert!(!findings.contains(BAR), "{text:?}");
    // The line is cleared before anything else is written.
    assert!(bar.ends_with("\r\u{1b}[2K") || bar.ends_with("\u{1b}[2K\r"), "{bar:?}");
}

/// Writes the slow document after longer than a run may take in silence.
fn written_late(folder: &Folder) -> std::thread::JoinHandle<()> {
    let path = folder.path().join("slow.md");
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(1500));
        std::fs::write(path, b"").unwrap();
    })
}

#[test]
fn nothing_is_shown_to_whoever_wants_findings_alone() {
    let folder = slow();
    let late = written_late(&folder);
    let text = on_a_terminal(&folder, "--quiet --format concise a.md slow.md", |_| false);
    late.join().unwrap();
    assert_eq!(text, "a.md:1:1: error[arith-mismatch] `1 + 2` is 3, not 4\r\n");
}

#[test]
fn nothing_is_shown_where_nobody_looks() {
    let folder = slow();
    let child = Command::new(env!("CARGO_BIN_EXE_designlint"))
        .args(["a.md", "slow.md"])
        .env("FORCE_COLOR", "1")
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    written_late(&folder).join().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(1), &b""[..]));
}
