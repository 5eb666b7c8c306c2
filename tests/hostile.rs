//! Files and texts that were made to break a reader: what is said, the exit status, and that the rest is checked, within bounds of
//! time and memory. What one byte or another does to a text stands in `bad_input.rs`.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test ends where its folder cannot be set up")]

mod common;

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::run::{Folder, Run, finish};

/// The memory that a run may take, in KiB: what it maps, so that no measuring is needed.
const MEMORY: u32 = 6 << 20;
/// How long a run may take. Builds of tests are slow; what this catches never ends.
const TIME: Duration = Duration::from_secs(240);

/// Another document, whose finding shows that the run went on.
const OTHER: (&str, &[u8]) = ("z.md", b"# Z\n\n2 + 2 = 5\n");

/// Runs the binary in a folder within bounds.
fn held(folder: &Folder, line: &str) -> Run {
    let mut command = assert_cmd::Command::new("sh");
    let bounded = format!("ulimit -v {MEMORY} && exec \"$@\"");
    command.current_dir(folder.path()).args(["-c", &bounded, "sh"]).arg(assert_cmd::cargo::cargo_bin("designlint"));
    finish(command.args(line.split_whitespace()).env("RUST_BACKTRACE", "0").timeout(TIME))
}

/// What a run says about its files that could not be read, and its exit status; the other document was checked.
fn errors(run: &Run) -> (i32, Vec<(String, String)>) {
    assert_eq!(run.findings("z.md"), [("arith-mismatch".to_owned(), 3)], "{}", run.stderr);
    let json = run.json();
    let files = json["files"].as_array().unwrap().iter();
    let error = |f: &serde_json::Value| Some((f["path"].as_str()?.to_owned(), f["error"].as_str()?.to_owned()));
    (run.code, files.filter_map(error).collect())
}

fn made(words: &[&str], folder: &Folder) {
    assert!(
        Command::new(words[0]).args(&words[1..]).current_dir(folder.path()).status().unwrap().success(),
        "{words:?}"
    );
}

#[test]
fn links_that_go_in_circles_are_named_and_not_followed() {
    let folder = Folder::with(&[OTHER]);
    symlink("b.md", folder.path().join("a.md")).unwrap();
    symlink("a.md", folder.path().join("b.md")).unwrap();
    symlink(".", folder.path().join("loop")).unwrap();
    let (code, said) = errors(&held(&folder, "--format json a.md z.md"));
    assert_eq!((code, said.len(), said[0].0.as_str()), (2, 1, "a.md"));
    assert!(said[0].1.starts_with("Too many levels of symbolic links"), "{said:?}");
    let walked = held(&folder, "--format json .");
    assert_eq!((walked.code, walked.files()), (1, vec!["./z.md".to_owned()]));
}

#[test]
fn what_is_no_file_is_not_walked_into() {
    let folder = Folder::with(&[OTHER]);
    made(&["mkfifo", "pipe.md"], &folder);
    fs::create_dir(folder.path().join("folder.md")).unwrap();
    let walked = held(&folder, "--format json .");
    assert_eq!((walked.code, walked.files()), (1, vec!["./z.md".to_owned()]));
}

#[test]
fn what_has_no_end_is_given_up() {
    let folder = Folder::with(&[OTHER]);
    symlink("/dev/zero", folder.path().join("a.md")).unwrap();
    let (code, said) = errors(&held(&folder, "--format json a.md z.md"));
    let too_large = ("a.md".to_owned(), "larger than 64 MiB, which no document is".to_owned());
    assert_eq!((code, said), (2, vec![too_large]));
}

#[test]
fn names_that_speak_to_a_terminal_or_to_a_runner_are_written_out() {
    let bad = b"# A\n\n2 + 2 = 5\n";
    let names = ["\u{1b}[31mred.md", "a\n::error::b.md", "##[error]c.md", "\u{202e}dm.d", "e\u{9b}2J.md"];
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, &bad[..])).collect();
    let folder = Folder::with(&files);
    symlink("nowhere", folder.path().join("\u{1b}]0;x\u{7}.md")).unwrap();
    for format in ["full", "concise", "github", "markdown", "junit", "json", "jsonl", "sarif", "gitlab", "rdjson"] {
        let run = held(&folder, &format!("--format {format} ."));
        for shown in [&run.stdout, &run.stderr] {
            assert!(!shown.contains(['\u{1b}', '\u{202e}', '\u{9b}', '\u{7}']), "{format}: {shown:?}");
            assert!(!shown.contains("##["), "{format}: {shown}");
            let commands = shown.lines().filter(|line| line.trim_start().starts_with("::"));
            let ours = commands.filter(|line| format != "github" || !line.starts_with("::error file="));
            assert_eq!(ours.collect::<Vec<_>>(), [""; 0], "{format}");
        }
    }
}

#[test]
fn texts_that_bait_a_reader_are_read_to_the_end() {
    let baits = [
        "a".repeat(400_000) + "!",
        "from ".repeat(60_000),
        "1 x ".repeat(60_000) + "= 1",
        "at most ".repeat(40_000),
        "we accept ".repeat(40_000),
        "| ".repeat(100_000),
        "`".repeat(50_001) + " x",
        "[a](".repeat(50_000),
        "$".repeat(99_999),
        "\\frac{".repeat(30_000),
        "<td>".repeat(50_000),
        "<table>".repeat(50_000),
        "15|".repeat(20_000) + "= 1",
        "1→".repeat(15_000),
        "é-->".repeat(100_000),
        "A request passes ".to_owned() + &"a, ".repeat(150_000),
        "<!-- designlint-disable-line ".repeat(20_000),
        "&amp;".repeat(100_000),
        "&#x41;".repeat(80_000),
        "<!ENTITY a \"&a;&a;\">\n".repeat(10_000),
        "- ".repeat(50_000),
        "*a **b ".repeat(40_000),
        "1,000,".repeat(80_000),
        "10^".repeat(80_000) + "2 = 3",
        "(1 + ".repeat(60_000),
        "99.9% of ".repeat(30_000),
        "\u{301}".repeat(100_000),
        "(".repeat(100_000) + "1" + &")".repeat(100_000) + " = 2",
        format!("1{} = 2", " ± 1".repeat(100)),
        "14^-C4^(\\C4".repeat(2_000) + " = 1",
        "| n | Size |\n|---|---|\n".to_owned() + &"| x | 7 MB |\n".repeat(5_000),
        "ten words and 7 x 6 = 42 ".repeat(40_000),
    ];
    for (at, bait) in baits.iter().enumerate() {
        let folder = Folder::with(&[("a.md", format!("# A\n\n{bait}\n").as_bytes()), OTHER]);
        let run = held(&folder, "--format json a.md z.md");
        assert_eq!(errors(&run), (1, Vec::new()), "{at}: {}", &bait[..20.min(bait.len())]);
    }
}

#[test]
fn what_may_not_be_read_is_named() {
    let folder = Folder::with(&[("a.md", b"# A\n"), OTHER]);
    let path = folder.path().join("a.md");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    let all_powerful = fs::read(&path).is_ok();
    let (code, said) = errors(&held(&folder, "--format json a.md z.md"));
    // Who may read everything reads this too.
    let denied = if all_powerful { Vec::new() } else { vec![("a.md".to_owned(), "permission denied".to_owned())] };
    assert_eq!((code, said), (if all_powerful { 1 } else { 2 }, denied));
}

#[test]
fn a_file_that_changes_while_it_is_read_is_checked_as_far_as_it_was_there() {
    let folder = Folder::with(&[("a.md", b""), OTHER]);
    let path = folder.path().join("a.md");
    let line = "The queue é is read, and 2 + 2 = 5.\n\n";
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for length in (0..2000).cycle().take_while(|_| !done.load(Ordering::Relaxed)) {
                let mut file = fs::File::create(&path).unwrap();
                (0..length).for_each(|_| file.write_all(line.as_bytes()).unwrap());
            }
        });
        for _ in 0..12 {
            let run = held(&folder, "--format json a.md z.md");
            assert_eq!(errors(&run), (1, Vec::new()));
            let rules = run.findings("a.md").into_iter().map(|(rule, _)| rule);
            // The last character may have been read by half.
            assert!(rules.into_iter().all(|rule| rule == "arith-mismatch" || rule == "unreadable-file"), "{run:?}");
        }
        done.store(true, Ordering::Relaxed);
    });
}

/// Nine levels of nine aliases each: 387 million words if they were written out.
fn aliases(first: &str) -> String {
    let level = |n: usize| format!("a{n}: &a{n} [{}]\n", vec![format!("*a{}", n - 1); 9].join(", "));
    format!("a0: &a0 {first}\n") + &(1..=9).map(level).collect::<String>()
}

#[test]
fn front_matter_that_grows_or_goes_deep_is_a_finding_and_the_document_is_checked() {
    let deep = format!("a: {}{}\n", "[".repeat(5_000), "]".repeat(5_000));
    for bomb in [aliases("word"), deep, "a: !!binary x\nb: &b *b\n".to_owned()] {
        let text = format!("---\n{bomb}---\n\n# A\n\n3 + 3 = 7\n");
        let folder = Folder::with(&[("a.md", text.as_bytes()), OTHER]);
        let run = held(&folder, "--format json a.md z.md");
        assert_eq!(errors(&run), (1, Vec::new()));
        assert!(run.findings("a.md").iter().any(|(rule, _)| rule == "arith-mismatch"), "{:?}", run.findings("a.md"));
    }
}

#[test]
fn a_configuration_that_grows_or_goes_deep_is_an_error_with_a_place() {
    let deep = format!("rules: {}\n", "{a: ".repeat(5_000) + &"}".repeat(5_000));
    for bomb in [aliases("word"), deep, "rules: &a *a\n".to_owned(), "extend: designlint.yaml\n".to_owned()] {
        let folder = Folder::with(&[("designlint.yaml", bomb.as_bytes()), ("a.md", b"# A\n")]);
        let run = held(&folder, "a.md");
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains("designlint.yaml:"), "{}", run.stderr);
    }
}

#[test]
fn a_hundred_thousand_files_are_walked() {
    let folder = Folder::with(&[OTHER]);
    for i in 0..100 {
        let below = folder.path().join(format!("d{i}"));
        fs::create_dir(&below).unwrap();
        for j in 0..1_000 {
            fs::File::create(below.join(format!("{j}.{}", if j % 10 == 0 { "md" } else { "txt" }))).unwrap();
        }
    }
    let run = held(&folder, "--quiet --format concise .");
    assert_eq!((run.code, run.stdout.as_str()), (1, "./z.md:3:1: error[arith-mismatch] `2 + 2` is 4, not 5\n"));
}
