//! Positions of the parser as bytes, and the content of a block's lines.

use comrak::nodes::Sourcepos;

use crate::Span;
use crate::containers::Cursor;
use crate::parse::Walk;

impl Walk<'_> {
    /// The bytes of a position, without blanks and line ends at its end.
    pub(crate) fn span(&self, pos: Sourcepos) -> Span {
        let start = self.byte(pos.start.line, pos.start.column);
        let end = self.byte(pos.end.line, pos.end.column + 1).max(start);
        self.trim_end(Span::new(start, end))
    }

    pub(crate) fn byte(&self, line: usize, column: usize) -> usize {
        let line = self.source.line_span(self.lines_before + line);
        let bom = if line.start == 0 && self.source.text().starts_with('\u{feff}') { 3 } else { 0 };
        let mut byte = (line.start + bom + column.saturating_sub(1)).min(line.end);
        while !self.source.text().is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }

    pub(crate) fn line_end(&self, byte: usize) -> usize {
        self.source.line_span(self.source.line_of(byte)).end
    }

    pub(crate) fn trim_end(&self, span: Span) -> Span {
        Span::new(span.start, span.start + self.source.slice(span).trim_end().len())
    }

    pub(crate) fn trim(&self, span: Span) -> Span {
        let text = self.source.slice(span);
        let start = span.start + (text.len() - text.trim_start().len());
        Span::new(start, start + text.trim().len())
    }

    /// The lines of a block without the marks of its containers and up to `indent` columns more.
    pub(crate) fn raw_lines(&self, span: Span, indent: usize) -> Vec<Span> {
        let (first, last) = (self.source.line_of(span.start), self.source.line_of(span.end));
        let mut lines = Vec::with_capacity(last + 1 - first);
        lines.push(Span::new(span.start, self.line_end(span.start).min(span.end).max(span.start)));
        for line in first + 1..=last {
            let line = self.source.line_span(line);
            let mut cursor = Cursor::new(self.source.slice(line));
            cursor.pass(&self.containers);
            cursor.pass_blanks(indent);
            lines.push(Span::new(line.start + cursor.at, line.end));
        }
        lines
    }

    pub(crate) fn prose_lines(&self, span: Span) -> Vec<Span> {
        self.raw_lines(span, 0).into_iter().map(|l| self.trim(l)).collect()
    }

    pub(crate) fn heading_lines(&self, span: Span, setext: bool) -> Vec<Span> {
        let mut lines = self.prose_lines(span);
        if setext {
            lines.pop();
            return lines;
        }
        for line in &mut lines {
            let text = self.source.slice(*line);
            let body = text.trim_start_matches('#');
            let hashes = body.trim_end_matches('#');
            let closed = hashes.is_empty() || hashes.ends_with([' ', '\t']);
            let end = if closed { hashes.len() } else { body.len() };
            let start = line.start + text.len() - body.len();
            *line = self.trim(Span::new(start, start + end));
        }
        lines
    }
}
