//! The text of a document and places in it.

use std::ops::Range;

/// A half-open range of bytes of the file as it lies on disk (UTF-8, a byte order mark included).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to, and without, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Number of bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span holds no byte.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The span as a range, to index the source with.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Whether `other` lies wholly inside.
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that holds both.
    pub fn cover(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The same span `by` bytes further on.
    pub const fn shift(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}

impl From<Range<usize>> for Span {
    fn from(r: Range<usize>) -> Self {
        Self { start: r.start, end: r.end }
    }
}

/// A place for people: both numbers start at 1, the column counts Unicode scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in Unicode scalars, from 1.
    pub column: usize,
}

/// The text of a document with an index of its lines.
#[derive(Clone, Debug)]
pub struct Source {
    text: String,
    line_starts: Vec<usize>,
}

impl Source {
    /// Takes the text as it lies on disk, a byte order mark included. Lines end at `\n`, `\r\n` or a lone `\r`.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let bytes = text.as_bytes();
        let mut line_starts = vec![0];
        for i in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[i] == b'\r' && bytes.get(i + 1) == Some(&b'\n') {
                continue;
            }
            line_starts.push(i + 1);
        }
        Self { text, line_starts }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty where the span lies outside or splits a character.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Number of lines; an empty text has one.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The line (from 1) that holds the byte.
    pub fn line_of(&self, byte: usize) -> usize {
        self.line_starts.partition_point(|&s| s <= byte)
    }

    /// The span of a line (from 1) without its line end; the empty span at the end of the text past the last line.
    pub fn line_span(&self, line: usize) -> Span {
        let Some(&start) = line.checked_sub(1).and_then(|i| self.line_starts.get(i)) else {
            return Span::new(self.text.len(), self.text.len());
        };
        let end = self.line_starts.get(line).copied().unwrap_or(self.text.len());
        let body = self.text[start..end].trim_end_matches(['\n', '\r']);
        Span::new(start, start + body.len())
    }

    /// Line and column of a byte, for people. A byte order mark takes no column.
    pub fn position(&self, byte: usize) -> Position {
        let byte = self.floor_boundary(byte.min(self.text.len()));
        let line = self.line_of(byte);
        let start = self.line_starts[line - 1];
        let column = self.text[start..byte].chars().filter(|&c| c != '\u{feff}').count() + 1;
        Position { line, column }
    }

    fn floor_boundary(&self, mut byte: usize) -> usize {
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_each_kind_of_line_end() {
        let source = Source::new("a\r\nb\rc\n");
        assert_eq!(source.line_count(), 4);
        let lines: Vec<&str> = (1..=5).map(|n| source.slice(source.line_span(n))).collect();
        assert_eq!(lines, ["a", "b", "c", "", ""]);
        assert_eq!(source.position(3), Position { line: 2, column: 1 });
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let source = Source::new("\u{feff}é😀x\ny");
        assert_eq!(source.position(9), Position { line: 1, column: 3 });
        assert_eq!(source.position(0), Position { line: 1, column: 1 });
    }

    #[test]
    fn a_place_inside_a_character_is_its_start() {
        let source = Source::new("é");
        assert_eq!(source.position(1), Position { line: 1, column: 1 });
        assert_eq!(source.slice(Span::new(0, 1)), "");
    }
}
