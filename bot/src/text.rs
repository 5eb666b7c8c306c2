//! The lines of a file as git counts them: each ends with a line feed, whatever stands before it.

use std::ops::{Range, RangeInclusive};

/// The text of a file at the head commit.
#[derive(Clone, Debug)]
pub struct Text {
    text: String,
    starts: Vec<usize>,
}

impl Text {
    /// Text with its lines counted.
    pub fn new(text: String) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// All of it.
    pub fn whole(&self) -> &str {
        &self.text
    }

    /// The part at a range of bytes; `None` where it does not end on characters of the text.
    pub fn slice(&self, span: [usize; 2]) -> Option<&str> {
        self.text.get(span[0]..span[1])
    }

    /// Number of the line that holds a byte, from 1.
    pub fn line_of(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start <= byte)
    }

    /// The first and the last line of a range of bytes. Its end counts to the line before where it is the start of a line.
    pub fn lines_of(&self, [start, end]: [usize; 2]) -> RangeInclusive<usize> {
        let first = self.line_of(start);
        first..=self.line_of(end.saturating_sub(1).max(start)).max(first)
    }

    /// The bytes of lines, with their line ends.
    pub fn bytes_of(&self, lines: &RangeInclusive<usize>) -> Range<usize> {
        let at = |line: usize| self.starts.get(line - 1).copied().unwrap_or(self.text.len());
        at(*lines.start())..at(*lines.end() + 1)
    }

    /// Number of lines; the empty one after a last line end is none.
    pub fn line_count(&self) -> usize {
        self.starts.len() - usize::from(self.text.is_empty() || self.text.ends_with('\n'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_git() {
        let text = Text::new("a\r\nb\rc\n\nd".to_owned());
        assert_eq!(text.line_count(), 4);
        assert_eq!([0, 2, 3, 6, 7, 8, 9].map(|byte| text.line_of(byte)), [1, 1, 2, 2, 3, 4, 4]);
        assert_eq!(text.bytes_of(&(1..=2)), 0..7);
        assert_eq!(text.bytes_of(&(4..=4)), 8..9);
        assert_eq!(text.lines_of([0, 3]), 1..=1);
        assert_eq!(text.lines_of([3, 3]), 2..=2);
        assert_eq!(text.lines_of([0, 9]), 1..=4);
        assert_eq!(Text::new("a\n".to_owned()).line_count(), 1);
        assert_eq!(Text::new(String::new()).line_count(), 0);
    }
}
