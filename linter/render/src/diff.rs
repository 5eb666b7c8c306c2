//! `--diff`: what fixes would change, as a unified diff.

use std::fmt::Write;

use similar::{ChangeTag, TextDiff};

use crate::escape::{diff_line, line};

/// The difference between two texts of a file, empty if there is none. Line ends are those of the texts.
pub fn diff(path: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let path = line(path);
    let mut out = format!("--- {path}\n+++ {path}\n");
    let lines = TextDiff::from_lines(before, after);
    for hunk in lines.unified_diff().context_radius(3).iter_hunks() {
        _ = writeln!(out, "{}", hunk.header());
        for change in hunk.iter_changes() {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            _ = write!(out, "{sign}{}", diff_line(change.value()));
            if change.missing_newline() {
                out.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_stand_with_their_neighbours() {
        assert_eq!(diff("a.md", "a\nb\nc\n", "a\nB\nc\n"), "--- a.md\n+++ a.md\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
        assert_eq!(diff("a.md", "a\n", "a\n"), "");
    }

    #[test]
    fn line_ends_stay() {
        assert_eq!(
            diff("a.md", "a\r\nb", "a\r\nc"),
            "--- a.md\n+++ a.md\n@@ -1,2 +1,2 @@\n a\r\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
        );
    }

    #[test]
    fn hostile_lines_are_written_out() {
        let shown = diff("a.md", "  ::error::x\n\u{1b}[2J a :: b\n1\n", "  ::error::x\n\u{1b}[2J a :: b\n2\n");
        assert_eq!(shown, "--- a.md\n+++ a.md\n@@ -1,3 +1,3 @@\n   \\u{3a}:error::x\n \\u{1b}[2J a :: b\n-1\n+2\n");
    }
}
