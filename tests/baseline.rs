//! `--baseline` and `--write-baseline`: what was known is told no more, and a file that is none is an error.

mod common;

use common::run::Folder;

/// A document that says nothing that could be wrong.
const QUIET: &[u8] = b"# Notes\n\nNothing to see.\n";

#[test]
fn a_baseline_leaves_out_what_was_known_wherever_it_moves() {
    let known: &[u8] = b"# Notes\n\nIt takes 3 x 4 GB = 13 GB.\n";
    let folder = Folder::with(&[("a.md", known), ("b.md", QUIET)]);
    let written = folder.run("--write-baseline known.json a.md b.md");
    assert_eq!((written.code, written.stdout.as_str()), (0, ""));
    assert_eq!(written.stderr, "note: known.json: 1 finding recorded\n");
    let again = folder.run("--baseline known.json --format concise a.md b.md");
    assert_eq!((again.code, again.stderr.as_str()), (0, "note: 1 finding left out by the baseline\n"));

    let moved = b"# Notes\n\nNew here: 2 x 4 GB = 9 GB.\n\nIt takes 3 x 4 GB = 13 GB.\n";
    folder.write("a.md", moved);
    let now = folder.run("--baseline known.json --quiet a.md");
    assert_eq!(
        (now.code, now.stdout.as_str(), now.stderr.as_str()),
        (1, "a.md:3:11: error[arith-mismatch] `2 x 4 GB` is 8 GB, not 9 GB\n", "")
    );

    folder.write("a.md", QUIET);
    let mended = folder.run("--baseline known.json a.md");
    assert_eq!(mended.stderr, "note: 0 findings left out by the baseline; 1 of it found no more\n");
}

#[test]
fn a_baseline_that_cannot_be_read_exits_2() {
    let folder = Folder::with(&[("a.md", QUIET), ("bad.json", b"{\"version\": 1,\n")]);
    for (line, says) in [
        ("--baseline none.json a.md", "error: --baseline: none.json: no such file\n"),
        (
            "--baseline bad.json a.md",
            "error: --baseline: bad.json: not a baseline: EOF while parsing a value at line 2 column 0\n",
        ),
    ] {
        let run = folder.run(line);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (2, "", says), "{line}");
    }
}
