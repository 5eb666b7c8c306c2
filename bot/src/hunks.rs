//! Which lines of a file a comment may stand on: those that its patch shows on the right side.

use std::ops::RangeInclusive;

/// The lines of a file that the hunks of a patch show, one range a hunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunks(Vec<RangeInclusive<usize>>);

impl Hunks {
    /// Reads a patch as GitHub gives it: hunks without a header of the file. What is no hunk is left out.
    pub fn parse(patch: &str) -> Self {
        let mut hunks: Vec<RangeInclusive<usize>> = Vec::new();
        let mut next = None;
        for line in patch.split('\n') {
            if line.starts_with("@@") {
                next = right_start(line);
                // A hunk that shows no line of the right side gets an empty range.
                hunks.extend(next.map(|start| start..=start.saturating_sub(1)));
                continue;
            }
            let on_right = !line.starts_with(['-', '\\']);
            if let (Some(number), Some(hunk), true) = (next, hunks.last_mut(), on_right) {
                *hunk = *hunk.start()..=number;
                next = Some(number + 1);
            }
        }
        // The last line end of a patch is followed by nothing.
        if let (true, Some(last)) = (patch.ends_with('\n'), hunks.last_mut()) {
            *last = *last.start()..=last.end().saturating_sub(1);
        }
        Self(hunks)
    }

    /// Whether one hunk shows all lines of a range.
    pub fn show(&self, lines: RangeInclusive<usize>) -> bool {
        self.0.iter().any(|hunk| hunk.contains(lines.start()) && hunk.contains(lines.end()))
    }
}

/// Where a hunk starts on the right side: 12 of `@@ -9,4 +12,6 @@ heading`.
fn right_start(header: &str) -> Option<usize> {
    let ranges = header.strip_prefix("@@ -")?.split_once(" @@")?.0;
    let (_, right) = ranges.split_once(" +")?;
    let (start, count) = right.split_once(',').unwrap_or((right, "1"));
    let (start, count) = (start.parse::<usize>().ok()?, count.parse::<usize>().ok()?);
    // Where nothing is left on the right side, its number is that of the line before.
    (start < usize::MAX / 2).then_some(if count == 0 { start + 1 } else { start })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(patch: &str) -> Vec<usize> {
        let hunks = Hunks::parse(patch);
        (0..60).filter(|&line| hunks.show(line..=line)).collect()
    }

    #[test]
    fn lines_of_the_right_side_are_shown() {
        assert_eq!(shown("@@ -1,3 +1,4 @@\n a\n-b\n+B\n+C\n c"), [1, 2, 3, 4]);
        assert_eq!(shown("@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file"), [1, 2]);
        assert_eq!(shown("@@ -10 +20 @@ ## A heading @@ -1 +1 @@\n-a\n+b\n"), [20]);
        assert_eq!(shown("@@ -1,2 +1,2 @@\n a\n+b\r\n-c\r\n@@ -40,1 +50,2 @@\n\n+@@ -1 +2 @@"), [1, 2, 50, 51]);
    }

    #[test]
    fn what_is_gone_has_no_line() {
        assert_eq!(shown("@@ -5,2 +4,0 @@\n-a\n-b"), [0; 0]);
        assert_eq!(shown(""), [0; 0]);
        assert_eq!(shown("Binary files differ\n+a"), [0; 0]);
        assert_eq!(shown("@@ nonsense @@\n+a\n@@ -1 +99999999999999999999 @@\n+b"), [0; 0]);
    }

    #[test]
    fn a_range_lies_in_one_hunk() {
        let hunks = Hunks::parse("@@ -1,2 +1,2 @@\n a\n+b\n@@ -3,2 +3,2 @@\n c\n+d");
        assert!(hunks.show(1..=2) && hunks.show(3..=4));
        assert!(!hunks.show(2..=3) && !hunks.show(1..=5));
    }
}
