//! Headings and simple tables in raw HTML.

use crate::containers::Container;
use crate::flat::lines_of;
use crate::parse::Walk;
use crate::tables::cell_at;
use crate::{BlockKind, Row, Source, Span, Table, tags};

/// The longest HTML heading, in bytes.
const LONGEST_HEADING: usize = 500;
/// How far the end of a table is looked for, in bytes.
const LONGEST_TABLE: usize = 200_000;

/// Something in raw HTML that is more than HTML.
enum Piece {
    Heading {
        level: u8,
        span: Span,
        inner: Span,
    },
    Table(Span),
    /// The end tag of the table lies behind this byte, outside of the block.
    OpenTable(usize),
}

impl Walk<'_> {
    /// Takes in a block of raw HTML.
    pub(crate) fn html(&mut self, span: Span) {
        let mut rest = span.start;
        let mut at = span.start;
        while let Some(piece) = self.next_piece(Span::new(at, span.end)) {
            let (start, end) = match piece {
                Piece::Heading { level, span, inner } => {
                    self.plain_html(Span::new(rest, span.start));
                    let lines = lines_of(self.source, inner).into_iter().map(|l| self.trim(l));
                    let lines = lines.filter(|l| !l.is_empty()).collect();
                    self.heading(span, lines, level);
                    (span.start, span.end)
                }
                Piece::Table(table) => (table.start, self.html_table(rest, table)),
                Piece::OpenTable(start) => match self.far_table_end(start) {
                    Some(end) => {
                        let end = self.html_table(rest, Span::new(start, end));
                        self.skip_to = self.skip_to.max(end);
                        (start, end)
                    }
                    None => (start, start),
                },
            };
            if end > start {
                rest = end;
            }
            at = end.max(start + 1);
        }
        self.plain_html(Span::new(rest, span.end));
    }

    fn next_piece(&mut self, span: Span) -> Option<Piece> {
        let text = self.source.slice(span);
        let mut at = 0;
        while let Some(next) = memchr::memchr(b'<', text.as_bytes().get(at..)?) {
            at += next;
            let rest = &text[at..];
            if rest.starts_with("<!--") {
                at += memchr::memmem::find(rest.as_bytes(), b"-->")?;
                continue;
            }
            let Some(tag) = tags::tag(rest).filter(|t| !t.closes) else {
                at += 1;
                continue;
            };
            let start = span.start + at;
            match tag.name.as_bytes() {
                b"pre" => at += find(rest, "</pre", rest.len())?,
                b"table" => {
                    return Some(match self.near_table_end(start, span.end) {
                        Some(end) => Piece::Table(Span::new(start, end)),
                        None => Piece::OpenTable(start),
                    });
                }
                [b'h', digit @ b'1'..=b'6'] => {
                    if let Some(close) = find(rest, &format!("</{}>", tag.name), LONGEST_HEADING) {
                        let inner = Span::new(start + tag.len, start + close);
                        let end = start + close + "</h1>".len();
                        return Some(Piece::Heading { level: digit - b'0', span: Span::new(start, end), inner });
                    }
                }
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// Where the next end tag of a table stands. It is looked for once for all tables before it.
    fn table_close(&mut self, start: usize) -> Option<usize> {
        let (from, found) = self.table_end;
        let known = from <= start && found.map_or(start < from + LONGEST_TABLE / 2, |close| start < close) && from > 0;
        if !known {
            let found = find(&self.source.text()[start..], "</table>", LONGEST_TABLE).map(|close| start + close);
            self.table_end = (start, found);
        }
        self.table_end.1
    }

    /// The end of a table that goes on behind its block, as after a blank line.
    fn far_table_end(&mut self, start: usize) -> Option<usize> {
        let close = self.table_close(start)?;
        unbroken(self.source, start, close)
    }

    /// The end of the table that starts here and ends before `limit`.
    fn near_table_end(&mut self, start: usize, limit: usize) -> Option<usize> {
        let close = self.table_close(start).filter(|close| close + "</table>".len() <= limit)?;
        unbroken(self.source, start, close)
    }

    fn plain_html(&mut self, span: Span) {
        let span = self.trim(span);
        if !span.is_empty() {
            let lines = self.raw_lines(span, 0).into_iter().map(|l| self.trim_end(l)).collect();
            self.push(BlockKind::Html, span, lines);
        }
    }

    /// Takes in a table and what stands before it; where it ends, or its start where it is no simple table.
    fn html_table(&mut self, rest: usize, span: Span) -> usize {
        let quoted = self.containers.iter().any(|c| matches!(c, Container::Quote));
        match table(self.source, span).filter(|_| !quoted) {
            Some(table) => {
                self.plain_html(Span::new(rest, span.start));
                self.table(table, span, self.prose_lines(span));
                span.end
            }
            None => span.start,
        }
    }
}

/// Where `needle` (lower case) stands in the first bytes of `text`, in any case.
fn find(text: &str, needle: &str, limit: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[..text.len().min(limit)];
    memchr::memchr_iter(b'<', bytes)
        .find(|&at| bytes.get(at..at + needle.len()).is_some_and(|b| b.eq_ignore_ascii_case(needle.as_bytes())))
}

/// The end of the table whose end tag is at `close`, unless a heading or another table comes before it.
fn unbroken(source: &Source, start: usize, close: usize) -> Option<usize> {
    let inner = source.text().get(start + 1..close)?;
    let broken =
        find(inner, "<table", inner.len()).is_some() || memchr::memmem::find(inner.as_bytes(), b"\n#").is_some();
    (!broken).then_some(close + "</table>".len())
}

/// A table whose cells all span one row and one column.
fn table(source: &Source, span: Span) -> Option<Table> {
    let text = source.slice(span);
    let mut rows: Vec<Row> = Vec::new();
    let mut open: Option<usize> = None;
    let mut at = 0;
    while let Some(next) = memchr::memchr(b'<', &text.as_bytes()[at..]) {
        at += next;
        let Some(tag) = tags::tag(&text[at..]) else {
            at += 1;
            continue;
        };
        let here = span.start + at;
        let end = here + tag.len;
        if matches!(tag.name.as_str(), "td" | "th" | "tr" | "table") {
            if let (Some(start), Some(row)) = (open.take(), rows.last_mut()) {
                let inner = source.slice(Span::new(start, here));
                let start = start + (inner.len() - inner.trim_start().len());
                row.cells.push(cell_at(source, Span::new(start, start + inner.trim().len())));
                row.span.end = here;
            }
            if let Some(row) = rows.last_mut() {
                row.span.end = end;
            }
            let spans = text[at..at + tag.len].contains("span=");
            match tag.name.as_str() {
                "td" | "th" if spans && !one_by_one(&text[at..at + tag.len]) => return None,
                "td" | "th" if !tag.closes => open = Some(end),
                "tr" if !tag.closes => rows.push(Row { span: Span::new(here, end), cells: Vec::new() }),
                _ => {}
            }
        }
        at += tag.len;
    }
    rows.retain(|r| !r.cells.is_empty());
    if rows.is_empty() {
        return None;
    }
    let header = rows.remove(0);
    Some(Table { span, header, rows, section: 0 })
}

fn one_by_one(tag: &str) -> bool {
    let values = tag.split("span=").skip(1).map(|v| v.trim_start_matches(['"', '\'']));
    values.into_iter().all(|v| v.starts_with('1') && !v[1..].starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_table_is_looked_for_once_for_all_before_it() {
        let opened = "<table>".repeat(1_000);
        for (text, close) in [(format!("x{opened}"), None), (format!("x{opened}</table>"), Some(7_001))] {
            let source = Source::new(text.as_str());
            let mut walk = Walk::new(&source);
            walk.html(Span::new(1, text.len()));
            assert_eq!((walk.table_end, walk.tables.len()), ((1, close), 0));
        }
    }

    #[test]
    fn a_table_ends_in_its_block_or_behind_it() {
        let text = "x<table><tr><td>1</table>\n<table><tr><td>2\n\n</table>\n<table><tr><td>3";
        let source = Source::new(text);
        let mut walk = Walk::new(&source);
        walk.html(Span::new(1, text.find("\n\n").unwrap()));
        let found: Vec<&str> = walk.tables.iter().map(|t| source.slice(t.span)).collect();
        assert_eq!(found, ["<table><tr><td>1</table>", "<table><tr><td>2\n\n</table>"]);
    }
}
