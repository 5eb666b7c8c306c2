//! Spans as the formats show them.

use designlint_document::{Source, Span};
use serde::Serialize;

/// A span with its lines and columns: both from 1, columns in Unicode scalars, the end exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Place {
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
}

impl Place {
    /// The place of a span that [`shown`] has cut.
    pub(crate) fn of(source: &Source, span: Span) -> Self {
        let (start, end) = (source.position(span.start), source.position(span.end));
        Self { line: start.line, column: start.column, end_line: end.line, end_column: end.column }
    }
}

/// The span inside the text, without the line end it may have run into.
pub(crate) fn shown(source: &Source, span: Span) -> Span {
    let length = source.text().len();
    let start = span.start.min(length);
    let end = span.end.clamp(start, length);
    let text = source.slice(Span::new(start, end));
    let kept = text.trim_end_matches(['\n', '\r']).len();
    if text.is_empty() || kept == 0 {
        Span::new(start, if text.is_empty() { end } else { start })
    } else {
        Span::new(start, start + kept)
    }
}

/// A span as formats write it.
pub(crate) fn bytes(span: Span) -> [usize; 2] {
    [span.start, span.end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_never_takes_the_line_end() {
        let source = Source::new("one\r\ntwo\r\n");
        assert_eq!(shown(&source, Span::new(0, 5)), Span::new(0, 3));
        assert_eq!(shown(&source, Span::new(5, 10)), Span::new(5, 8));
        assert_eq!(shown(&source, Span::new(3, 5)), Span::new(3, 3));
        assert_eq!(shown(&source, Span::new(8, 99)), Span::new(8, 8));
        assert_eq!(shown(&source, Span::new(0, 8)), Span::new(0, 8));
    }

    #[test]
    fn columns_count_scalars() {
        let source = Source::new("é× 2\nb");
        let place = Place::of(&source, Span::new(5, 6));
        assert_eq!(place, Place { line: 1, column: 4, end_line: 1, end_column: 5 });
    }
}
