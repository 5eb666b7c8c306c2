//! Comments that hide findings, and fixes that change files, through the real binary.

mod common;

use common::run::{Folder, finish};

/// A comment that hides nothing, between lines that must stay as they are.
const UNUSED: &str = "\u{feff}# A\r\n\r\nBefore.\t\r\n\r\n<!-- designlint-disable-next-line arith-mismatch: old -->\r\n\
                      2 + 2 = 4\r\n\r\nAfter.";

#[test]
fn a_comment_hides_a_finding_and_the_summary_counts_it() {
    let text =
        "# A\n\n<!-- designlint-disable-next-line arith-mismatch: the vendor's own sum -->\n2 + 2 = 5\n\n3 + 3 = 7\n";
    let folder = Folder::with(&[("a.md", text.as_bytes())]);
    let run = folder.run("--format json a.md");
    assert_eq!((run.code, run.findings("a.md")), (1, vec![("arith-mismatch".to_owned(), 6)]));
    let json = run.json();
    assert_eq!((&json["summary"]["suppressed"], &json["files"][0]["wrong"]), (&1.into(), &2.into()));
    assert!(folder.run("a.md").stdout.ends_with("\nfound 1 error; 1 fixable with --fix; 1 suppressed\n"));
    let ledger = folder.run("ledger --format json a.md").json();
    assert_eq!(ledger["files"][0]["claims"].as_array().unwrap().len(), 2, "the ledger knows no comment");
}

#[test]
fn selection_leaves_out_rules_and_families() {
    let folder = Folder::with(&[("a.md", b"# A\n\n2 + 2 = 5\n")]);
    for (flags, found) in [
        ("", 1),
        ("--select arithmetic", 1),
        ("--select arith-mismatch,engine", 1),
        ("--select all --ignore arithmetic", 0),
        ("--ignore arith-mismatch", 0),
        ("--select structure", 0),
    ] {
        assert_eq!(folder.run(&format!("--format json {flags} a.md")).findings("a.md").len(), found, "{flags}");
    }
}

#[test]
fn a_diff_shows_what_a_fix_would_change_and_exits_1() {
    let folder = Folder::with(&[("a.md", UNUSED.as_bytes()), ("b.md", b"# B\n")]);
    let run = folder.run("--diff a.md b.md");
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let expected = "--- a.md\n+++ a.md\n@@ -2,7 +2,6 @@\n \r\n Before.\t\r\n \r\n\
                    -<!-- designlint-disable-next-line arith-mismatch: old -->\r\n 2 + 2 = 4\r\n \r\n After.\n\
                    \\ No newline at end of file\n";
    assert_eq!(run.stdout, expected);
    assert_eq!(folder.read("a.md"), UNUSED.as_bytes());
    assert_eq!(folder.run("--diff b.md").code, 0);
    let stdin = finish(folder.command("--diff -").write_stdin(UNUSED));
    assert_eq!((stdin.code, stdin.stdout.lines().next()), (1, Some("--- -")));
}

#[test]
fn a_fix_changes_its_bytes_and_fixing_twice_is_fixing_once() {
    let folder = Folder::with(&[("a.md", UNUSED.as_bytes())]);
    let run = folder.run("--fix a.md");
    assert_eq!((run.code, run.stderr.as_str()), (0, "note: a.md: 1 fix applied\n"));
    assert!(run.stdout.ends_with("found nothing\n"), "{}", run.stdout);
    let fixed = folder.read("a.md");
    let expected = UNUSED.replace("<!-- designlint-disable-next-line arith-mismatch: old -->\r\n", "");
    assert_eq!(String::from_utf8(fixed.clone()).unwrap(), expected);
    let again = folder.run("--fix a.md");
    assert_eq!((again.code, again.stderr.as_str(), folder.read("a.md")), (0, "", fixed));
}

/// A result that is safe to mend, one that is not, and a comparison that has none.
const WRONG: &str = "\u{feff}# A\r\n\r\n1250 x 64 = **81000**\t\r\n\r\n7 days = 604,000 s.\r\n\r\n12 x 64 < 700";

#[test]
fn a_wrong_result_is_written_anew_where_that_is_safe() {
    let folder = Folder::with(&[("a.md", WRONG.as_bytes())]);
    let run = folder.run("--diff a.md");
    let expected = "--- a.md\n+++ a.md\n@@ -1,6 +1,6 @@\n \u{feff}# A\r\n \r\n-1250 x 64 = **81000**\t\r\n\
                    +1250 x 64 = **80000**\t\r\n \r\n 7 days = 604,000 s.\r\n \r\n";
    assert_eq!((run.code, run.stdout.as_str(), folder.read("a.md")), (1, expected, WRONG.as_bytes().to_vec()));
    assert_eq!(folder.run("--fix a.md").stderr, "note: a.md: 1 fix applied\n");
    let safe = WRONG.replace("81000", "80000");
    assert_eq!(folder.read("a.md"), safe.as_bytes());
    assert_eq!(folder.run("--diff a.md").code, 0, "what is left is unsafe");
    assert_eq!(folder.run("--diff --unsafe-fixes a.md").code, 1);
    assert_eq!(folder.run("--fix --unsafe-fixes a.md").stderr, "note: a.md: 1 fix applied\n");
    assert_eq!(folder.read("a.md"), safe.replace("604,000", "604,800").as_bytes());
    assert_eq!(folder.run("--fix --unsafe-fixes a.md").stderr, "");
}

#[test]
fn a_fix_that_cannot_be_written_is_an_error_and_changes_nothing() {
    let folder = Folder::with(&[]);
    let run = finish(folder.command("--fix -").write_stdin(UNUSED));
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, "error: -: standard input cannot be fixed; --diff shows what would change\n");
}
