//! The lines of a document that a finding is about, as a source for miette.
//!
//! Harmless text, a window of very long lines, and columns that count Unicode scalars: miette would show raw bytes, whole
//! lines and count bytes.

use designlint_document::{Position, Source, Span};
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::escape::snippet;

/// Lines longer than this many bytes are cut to a window round the spans.
const LONG_LINE: usize = 320;
/// Bytes of a long line that are kept before the first and after the last span.
const MARGIN: usize = 80;
/// Lines shown before and after a span.
pub(crate) const CONTEXT: usize = 1;

/// Groups of neighbouring lines, laid one after the other in one row of offsets.
#[derive(Debug)]
pub(crate) struct Excerpt {
    name: String,
    groups: Vec<Group>,
    starts: Vec<(usize, Position)>,
}

#[derive(Debug)]
struct Group {
    /// Number of its first line, from 1.
    line: usize,
    /// Where it starts in the row.
    offset: usize,
    text: String,
    lines: Vec<Line>,
}

/// A line, or the window of it that is shown.
#[derive(Debug)]
struct Line {
    /// What is shown, in bytes of the document.
    window: Span,
    /// Where each byte of the window went in the row.
    went: Vec<usize>,
}

impl Excerpt {
    /// The lines that hold the spans, with their neighbours.
    pub(crate) fn new(name: String, source: &Source, spans: &[Span]) -> Self {
        let mut excerpt = Self { name, groups: Vec::new(), starts: Vec::new() };
        let mut offset = 0;
        for (first, last) in line_ranges(source, spans) {
            let group = Group::new(source, spans, first, last, offset);
            // One byte between groups belongs to none, so that no span covers two.
            offset = group.offset + group.text.len() + 1;
            excerpt.groups.push(group);
        }
        excerpt.starts = spans.iter().map(|s| (excerpt.place(s.start), source.position(s.start))).collect();
        excerpt
    }

    /// Where a span of the document went; cut to what is shown.
    pub(crate) fn map(&self, span: Span) -> Span {
        let start = self.place(span.start);
        Span::new(start, self.place(span.end).max(start))
    }

    /// The end of the character that starts at a mapped offset.
    pub(crate) fn next(&self, offset: usize) -> usize {
        let group = self.groups.iter().find(|g| g.holds(offset));
        let character = group.and_then(|g| g.text.get(offset - g.offset..)?.chars().next());
        offset + character.filter(|&c| c != '\n').map_or(0, char::len_utf8)
    }

    fn place(&self, byte: usize) -> usize {
        let lines = || self.groups.iter().flat_map(|g| &g.lines);
        let line = lines().take_while(|line| line.window.start <= byte).last().or_else(|| lines().next());
        line.map_or(0, |line| {
            let inside = byte.saturating_sub(line.window.start).min(line.window.len());
            line.went.get(inside).copied().unwrap_or(0)
        })
    }
}

impl Group {
    fn new(source: &Source, spans: &[Span], first: usize, last: usize, offset: usize) -> Self {
        let mut group = Self { line: first, offset, text: String::new(), lines: Vec::new() };
        for number in first..=last {
            let whole = source.line_span(number);
            let window = window(source, whole, spans);
            let (text, mut went) = snippet(source.slice(window));
            if window.start > whole.start {
                group.text.push('…');
            }
            let at = offset + group.text.len();
            went.iter_mut().for_each(|place| *place += at);
            group.text.push_str(&text);
            if window.end < whole.end {
                group.text.push('…');
            }
            if text.is_empty() {
                // miette draws no label on a line without text.
                group.text.push(' ');
            }
            group.text.push('\n');
            group.lines.push(Line { window, went });
        }
        group
    }

    fn holds(&self, offset: usize) -> bool {
        (self.offset..=self.offset + self.text.len()).contains(&offset)
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let group = self.groups.iter().find(|g| g.holds(span.offset())).ok_or(MietteError::OutOfBounds)?;
        let inside = SourceSpan::from((span.offset() - group.offset, span.len()));
        let read = group.text.read_span(&inside, before, after)?;
        let moved = SourceSpan::from((read.span().offset() + group.offset, read.span().len()));
        // Without context miette asks for the place in the header.
        let start = self.starts.iter().find(|(offset, _)| before == 0 && *offset == span.offset());
        let (line, column) = match start {
            Some((_, at)) => (at.line - 1, at.column - 1),
            None => (read.line() + group.line - 1, read.column()),
        };
        let (data, count) = (read.data(), read.line_count());
        Ok(Box::new(MietteSpanContents::new_named(self.name.clone(), data, moved, line, column, count)))
    }
}

/// The ranges of lines to show, in order, apart from each other.
fn line_ranges(source: &Source, spans: &[Span]) -> Vec<(usize, usize)> {
    // The empty line that a last line end leaves is no line to anybody but a span that stands there.
    let count = source.line_count();
    let count = if count > 1 && source.line_span(count).is_empty() { count - 1 } else { count };
    let mut ranges: Vec<(usize, usize)> = spans
        .iter()
        .map(|span| {
            let (first, last) = (source.line_of(span.start), source.line_of(span.end.max(span.start)));
            (first.saturating_sub(CONTEXT).max(1), (last + CONTEXT).min(count).max(last))
        })
        .collect();
    ranges.sort_unstable();
    let mut apart: Vec<(usize, usize)> = Vec::new();
    for (first, last) in ranges {
        match apart.last_mut() {
            Some((_, end)) if first <= *end + 1 => *end = last.max(*end),
            _ => apart.push((first, last)),
        }
    }
    apart
}

/// The part of a line to show.
fn window(source: &Source, line: Span, spans: &[Span]) -> Span {
    if line.len() <= LONG_LINE {
        return line;
    }
    let here: Vec<Span> = spans
        .iter()
        .filter(|span| span.start <= line.end && line.start <= span.end)
        .map(|span| Span::new(span.start.max(line.start), span.end.min(line.end)))
        .collect();
    let first = here.iter().map(|span| span.start).min().unwrap_or(line.start);
    let last = here.iter().map(|span| span.end).max().unwrap_or(line.start);
    let start = first.saturating_sub(MARGIN).max(line.start);
    let end = (last + MARGIN).min(start + LONG_LINE).min(line.end);
    let boundary = |mut byte: usize| {
        while byte > line.start && !source.text().is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    };
    Span::new(boundary(start), boundary(end))
}
