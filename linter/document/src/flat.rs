//! Inline Markdown as plain text that still knows where it stands.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::emphasis;
use crate::inline::{self, Style, Token};
use crate::{Block, BlockKind, Document, Sentence, Source, Span};

/// Text without marks. Ranges of it map back to the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flat {
    /// The text; source lines are joined by `\n`, a bare URL is one U+FFFC.
    pub text: String,
    /// Parts of the text that are more than text, in order of their start.
    pub regions: Vec<Region>,
    /// In order of the text, without gaps.
    segments: Vec<Segment>,
    /// Where an empty text stands.
    at: usize,
    sentences: Memo<Box<[Sentence]>>,
}

/// A part of a [`Flat`] text that was marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Bytes of [`Flat::text`].
    pub range: Range<usize>,
    /// What it was marked as.
    pub kind: RegionKind,
}

/// How a [`Region`] was marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RegionKind {
    /// Inline code; its content is as written.
    Code,
    /// TeX, as written.
    Math,
    /// The text of a link, or a bare URL.
    Link,
    /// Struck out: `~~so~~`.
    Struck,
}

/// A piece of the text and the bytes it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    flat: usize,
    source: Span,
    /// Whether text and source have the same bytes.
    verbatim: bool,
}

impl Flat {
    /// Flattens lines of the source: inline Markdown, or, if `literal`, nothing but the lines joined.
    pub fn of(source: &Source, lines: &[Span], literal: bool) -> Self {
        if literal { Writer::new(source, lines).literal() } else { Self::inline(source, lines, Style::default()) }
    }

    /// Flattens a table cell, where `\|` is a pipe in code too.
    pub fn cell(source: &Source, cell: Span) -> Self {
        Self::inline(source, &lines_of(source, cell), Style { table: true, ticks: false })
    }

    pub(crate) fn inline(source: &Source, lines: &[Span], style: Style) -> Self {
        let mut writer = Writer::new(source, lines);
        let raw = std::mem::take(&mut writer.raw);
        let scan = inline::scan(&raw, style);
        writer.raw = raw;
        writer.inline(scan)
    }

    /// The sentences, split once for all who ask.
    pub fn sentences(&self) -> &[Sentence] {
        self.sentences.get_or_init(|| self.split())
    }

    /// The span of the source that a range of the text comes from, from the first byte to the last. The range is
    /// widened to whole characters and cut to the text.
    pub fn source_span(&self, range: Range<usize>) -> Span {
        let mut start = range.start.min(self.text.len());
        let mut end = range.end.clamp(start, self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        if start == end {
            let at = self.place(start);
            return Span::new(at, at);
        }
        let last = self.segment(end - 1);
        let to = last.map_or(self.at, |s| if s.verbatim { s.source.start + (end - s.flat) } else { s.source.end });
        Span::new(self.place(start), to)
    }

    /// Where the byte at `flat` comes from; behind the text, where its last byte ends.
    fn place(&self, flat: usize) -> usize {
        match self.segment(flat) {
            Some(s) if flat >= self.text.len() => s.source.end,
            Some(s) if s.verbatim => s.source.start + (flat - s.flat),
            Some(s) => s.source.start,
            None => self.at,
        }
    }

    fn segment(&self, flat: usize) -> Option<Segment> {
        let after = self.segments.partition_point(|s| s.flat <= flat);
        after.checked_sub(1).map(|i| self.segments[i])
    }
}

/// What is made of a part of a document when first asked: many readers ask. A copy of the part, which may be changed, starts
/// without it.
pub(crate) struct Memo<T>(OnceLock<T>);

/// The flat text of a part.
pub(crate) type FlatMemo = Memo<Arc<Flat>>;

impl<T> Memo<T> {
    fn get_or_init(&self, make: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(make)
    }
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> PartialEq for Memo<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Memo<T> {}

impl<T> fmt::Debug for Memo<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("_")
    }
}

impl Document {
    /// The text of a block: code as written, anything else without its marks.
    pub fn flat(&self, block: &Block) -> Arc<Flat> {
        let make = || match block.kind {
            BlockKind::Code { .. } => Flat::of(&self.source, &block.lines, true),
            BlockKind::Math => {
                let mut flat = Flat::of(&self.source, &block.lines, true);
                flat.regions.push(Region { range: 0..flat.text.len(), kind: RegionKind::Math });
                flat
            }
            _ => Flat::of(&self.source, &block.lines, false),
        };
        Arc::clone(block.flat.get_or_init(|| Arc::new(make())))
    }

    /// The text of a table cell without its marks, code marks included, mapped to the source.
    pub fn flat_cell(&self, cell: &crate::Cell) -> Arc<Flat> {
        Arc::clone(cell.flat.get_or_init(|| Arc::new(Flat::cell(&self.source, cell.span))))
    }
}

/// The lines of a span.
pub(crate) fn lines_of(source: &Source, span: Span) -> Vec<Span> {
    let (first, last) = (source.line_of(span.start), source.line_of(span.end));
    (first..=last)
        .map(|n| source.line_span(n))
        .map(|l| {
            let start = l.start.max(span.start).min(span.end);
            Span::new(start, l.end.min(span.end).max(start))
        })
        .collect()
}

/// Writes the text and remembers where each piece comes from.
struct Writer<'l> {
    raw: String,
    /// Where each line starts in `raw`.
    starts: Vec<usize>,
    lines: &'l [Span],
    /// The line that was written to last.
    line: usize,
    flat: Flat,
    open: Vec<(RegionKind, usize)>,
}

impl<'l> Writer<'l> {
    fn new(source: &Source, lines: &'l [Span]) -> Self {
        let mut raw = String::with_capacity(lines.iter().map(|l| l.len() + 1).sum());
        let mut starts = Vec::with_capacity(lines.len());
        for (i, line) in lines.iter().enumerate() {
            if i > 0 {
                raw.push('\n');
            }
            starts.push(raw.len());
            raw.push_str(source.slice(*line));
        }
        let at = lines.first().map_or(0, |l| l.start);
        Self { raw, starts, lines, line: 0, flat: Flat { at, ..Flat::default() }, open: Vec::new() }
    }

    fn literal(mut self) -> Flat {
        self.verbatim(0..self.raw.len());
        self.flat
    }

    fn inline(mut self, scan: inline::Scan) -> Flat {
        let cuts = emphasis::resolve(&scan.runs);
        let mut runs = scan.runs.iter().zip(&cuts);
        for token in scan.tokens {
            match token {
                Token::Text(range) => self.verbatim(range),
                Token::Instead(range, text) => self.instead(range, &text),
                Token::Start(kind) => self.open.push((kind, self.flat.text.len())),
                Token::End(kind) => self.close(kind),
                Token::Run => {
                    if let Some((run, cut)) = runs.next() {
                        self.run(run, cut);
                    }
                }
            }
        }
        self.flat.regions.sort_by_key(|r| (r.range.start, r.range.end, r.kind));
        self.flat
    }

    /// Writes what is left of a run of emphasis marks.
    fn run(&mut self, run: &emphasis::Run, cut: &emphasis::Cut) {
        if run.mark == b'~' && cut.closes > 0 {
            self.close(RegionKind::Struck);
        }
        self.verbatim(run.start + cut.closes..run.start + run.len - cut.opens);
        if run.mark == b'~' && cut.opens > 0 {
            self.open.push((RegionKind::Struck, self.flat.text.len()));
        }
    }

    fn close(&mut self, kind: RegionKind) {
        if let Some(i) = self.open.iter().rposition(|o| o.0 == kind) {
            let (_, start) = self.open.remove(i);
            self.flat.regions.push(Region { range: start..self.flat.text.len(), kind });
        }
    }

    /// Writes a range of the raw text as it is.
    fn verbatim(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let line_end = self.seek(at);
            let end = line_end.min(range.end);
            if at < end {
                let source = Span::new(self.source(at), self.source(at) + (end - at));
                let text = &self.raw[at..end];
                self.flat.push(text, source, true);
            }
            at = end;
            if at < range.end {
                // The joint between two lines stands for the line end and the marks of the next line.
                let source = Span::new(self.lines[self.line].end, self.lines[self.line + 1].start);
                self.flat.push("\n", source, false);
                at += 1;
            }
        }
    }

    fn instead(&mut self, range: Range<usize>, text: &str) {
        self.seek(range.start);
        let start = self.source(range.start);
        self.seek(range.end.saturating_sub(1).max(range.start));
        let end = (self.source(range.end)).max(start);
        self.flat.push(text, Span::new(start, end), false);
    }

    /// Goes to the line that holds a byte of the raw text; where that line ends.
    fn seek(&mut self, at: usize) -> usize {
        while self.starts.get(self.line + 1).is_some_and(|&next| next <= at) {
            self.line += 1;
        }
        self.starts.get(self.line + 1).map_or(self.raw.len(), |next| next - 1)
    }

    /// The byte of the source; `seek` must have gone to its line.
    fn source(&self, at: usize) -> usize {
        self.lines.get(self.line).map_or(0, |l| (l.start + (at - self.starts[self.line])).min(l.end))
    }
}

impl Flat {
    fn push(&mut self, text: &str, source: Span, verbatim: bool) {
        let joins = verbatim && self.segments.last().is_some_and(|s| s.verbatim && s.source.end == source.start);
        match self.segments.last_mut() {
            Some(last) if joins => last.source.end = source.end,
            _ => self.segments.push(Segment { flat: self.text.len(), source, verbatim }),
        }
        self.text.push_str(text);
    }
}

#[cfg(test)]
#[path = "flat_tests.rs"]
mod tests;
