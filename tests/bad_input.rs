//! Whatever the bytes: a stated outcome, no panic, and the other files are still checked.

mod common;

use common::run::{Folder, Run};

/// Checks a document next to one that is not UTF-8, whose finding shows that the run went on, and takes the ledger of
/// both. Gives the check's run.
fn beside_another(bytes: &[u8]) -> Run {
    let folder = Folder::with(&[("a.md", bytes), ("b.md", b"\xff")]);
    let run = folder.run("--format json a.md b.md");
    let ledger = folder.run("ledger --format json a.md b.md");
    assert_eq!((run.code, run.files()), (1, vec!["a.md".to_owned(), "b.md".to_owned()]), "{}", run.stderr);
    assert_eq!(run.findings("b.md"), [("unreadable-file".to_owned(), 1)]);
    assert_eq!((ledger.code, ledger.files().len()), (0, 2), "{}", ledger.stderr);
    if bytes.len() < 1_000_000 {
        for format in ["full", "concise"] {
            assert_eq!(folder.run(&format!("--format {format} a.md")).stderr, "");
        }
    }
    run
}

/// Nothing is found in the document.
fn silent(bytes: &[u8]) -> Run {
    let run = beside_another(bytes);
    assert_eq!(run.findings("a.md"), []);
    run
}

#[test]
fn not_utf_8_is_a_finding_at_the_first_bad_byte() {
    let run = beside_another(b"\xef\xbb\xbf# caf\xc3\xa9\r\nx \xe9t\xe9\r\n");
    assert_eq!(run.findings("a.md"), [("unreadable-file".to_owned(), 2)]);
    let json = run.json();
    assert_eq!(
        (&json["diagnostics"][0]["column"], &json["diagnostics"][0]["span"]),
        (&3.into(), &serde_json::json!([14, 14]))
    );
}

#[test]
fn an_empty_file_is_fine() {
    let run = silent(b"");
    assert_eq!(run.json()["files"][0]["claims"], 0);
    let folder = Folder::with(&[("a.md", b"")]);
    assert_eq!(folder.run("a.md").code, 0);
    silent(b"\n\r\n\r");
    silent(b"\xef\xbb\xbf");
}

#[test]
fn ten_megabytes_of_digits_are_no_calculation() {
    let run = silent("7".repeat(10_000_000).as_bytes());
    assert_eq!(run.json()["files"][0]["claims"], 0);
}

#[test]
fn a_power_too_large_to_compute_is_not_computed() {
    silent(b"# A\n\n2^10^9 = 1\n\n`2^10^9 = 1`\n\n9^9^9^9 = 10^10^10\n");
}

#[test]
fn parentheses_without_end_are_read_to_the_end() {
    let open = "(".repeat(100_000);
    let close = ")".repeat(100_000);
    silent(open.as_bytes());
    silent(format!("{open}1{close} = 1\n").as_bytes());
    silent(format!("{} 1 = 1\n", "[".repeat(100_000)).as_bytes());
}

#[test]
fn deep_nesting_is_read_to_the_end() {
    silent(format!("{}x\n", "> ".repeat(20_000)).as_bytes());
    silent((0..300).map(|i| format!("{}- x\n", "  ".repeat(i))).collect::<String>().as_bytes());
    silent("*".repeat(100_000).as_bytes());
}

#[test]
fn line_ends_and_byte_order_marks_move_nothing() {
    for (before, end) in [("", "\n"), ("", "\r\n"), ("", "\r"), ("\u{feff}", "\n"), ("\u{feff}", "\r\n")] {
        let lines = ["# Size", "", "\tindented", "", "Each\thas 1 MB.", "", "End", ""];
        silent(format!("{before}{}", lines.join(end)).as_bytes());
    }
}

#[test]
fn rows_shorter_and_longer_than_their_header_are_read() {
    silent(b"| a | b | c |\n|---|---|---|\n| 1 |\n| 1 | 2 | 3 | 4 | 5 |\n||\n| |\n");
    silent(b"| a \\| b | c |\n|---|\n| 1 |\n");
}

#[test]
fn an_unclosed_fence_runs_to_the_end() {
    silent(b"# A\n\n```text\nx = 1\n\n# not a heading\n");
    silent(b"```\n");
    silent(b"~~~~ math\n$$\n\\frac{1}{\n");
}

#[test]
fn a_table_of_five_thousand_rows_and_a_line_of_a_megabyte_are_read_to_the_end() {
    let rows: String = (0..5000).map(|i| format!("| row {i} | text |\n")).collect();
    silent(format!("| a | b |\n|---|---|\n{rows}").as_bytes());
    silent("word ".repeat(200_000).as_bytes());
    silent("a = b ".repeat(50_000).as_bytes());
}

#[cfg(unix)]
#[test]
#[allow(clippy::print_stderr, reason = "a test that cannot run here says so")]
fn a_file_that_the_system_refuses_is_an_error_with_exit_2() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[("a.md", b"text\n"), ("b.md", b"\xff"), ("c.md/x.txt", b"")]);
    let refused = folder.path().join("a.md");
    std::fs::set_permissions(&refused, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&refused).is_ok() {
        eprintln!("skipped: this user may read everything");
        return;
    }
    let run = folder.run("--format json a.md b.md");
    assert_eq!((run.code, run.stderr.as_str()), (2, "error: a.md: permission denied\n"));
    assert_eq!(run.json()["files"][0]["error"], "permission denied");
    assert_eq!(run.findings("b.md").len(), 1);
}
