//! Pipe tables and ASCII grids. Cells are cut from the source, so that escapes and short or long rows keep their places.

use crate::flat::{FlatMemo, lines_of};
use crate::inline::Style;
use crate::{Cell, Flat, Row, Source, Span, Table};

/// The table whose rows (the header first, the delimiter left out) stand at these places.
pub(crate) fn pipe_table(source: &Source, rows: &[Span]) -> Option<Table> {
    let header = pipe_row(source, *rows.first()?);
    let rows: Vec<Row> = rows[1..].iter().map(|&r| body_row(source, r, header.cells.len())).collect();
    let span = rows.last().map_or(header.span, |last| header.span.cover(last.span));
    Some(Table { span, header, rows, section: 0 })
}

/// A row under a header. Pipes in code part cells in GFM; where that gives more cells than the header has, and sparing
/// them gives as many, they are spared, as the author meant.
fn body_row(source: &Source, span: Span, width: usize) -> Row {
    let row = pipe_row(source, span);
    if row.cells.len() > width && source.slice(span).contains('`') {
        let spared = cut(source, span, true);
        if spared.cells.len() == width {
            return spared;
        }
    }
    row
}

/// Cuts a row at its pipes; `\|` is none.
pub(crate) fn pipe_row(source: &Source, span: Span) -> Row {
    cut(source, span, false)
}

fn cut(source: &Source, span: Span, spare_code: bool) -> Row {
    let text = source.slice(span);
    let bytes = text.as_bytes();
    let mut in_code = false;
    let mut cells = Vec::new();
    let mut start = usize::from(bytes.first() == Some(&b'|'));
    let mut at = start;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 1,
            b'`' => in_code = !in_code,
            b'|' if !(spare_code && in_code) => {
                cells.push(cell(source, Span::new(start, at).shift(span.start)));
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    if start < bytes.len() {
        cells.push(cell(source, Span::new(start, bytes.len()).shift(span.start)));
    }
    Row { span, cells }
}

fn cell(source: &Source, span: Span) -> Cell {
    let text = source.slice(span);
    let body = text.trim();
    let start = if body.is_empty() {
        // Inside the blanks, so that it lies between its pipes.
        span.start + usize::from(!text.is_empty() && text.is_char_boundary(1))
    } else {
        span.start + (text.len() - text.trim_start().len())
    };
    cell_at(source, Span::new(start, start + body.len()))
}

/// A cell that holds just this span.
pub(crate) fn cell_at(source: &Source, span: Span) -> Cell {
    let text = Flat::inline(source, &lines_of(source, span), Style { table: true, ticks: true }).text;
    Cell { span, text: text.trim().to_owned(), flat: FlatMemo::default() }
}

/// The table of a paragraph whose lines are a grid of `+---+` and `| a | b |`. Where rows are ruled off from each
/// other, the lines between two rules are one row.
pub(crate) fn grid_table(source: &Source, lines: &[Span]) -> Option<Table> {
    let (first, last) = (*lines.first()?, *lines.last()?);
    if !is_rule(source.slice(first)) || !is_rule(source.slice(last)) {
        return None;
    }
    let mut groups: Vec<Vec<Row>> = Vec::new();
    for &line in lines {
        if is_rule(source.slice(line)) {
            groups.push(Vec::new());
        } else if source.slice(line).starts_with('|') {
            groups.last_mut()?.push(pipe_row(source, line));
        } else {
            return None;
        }
    }
    groups.retain(|g| !g.is_empty());
    let width = groups.first()?.first()?.cells.len();
    if groups.iter().flatten().any(|r| r.cells.len() != width) {
        return None;
    }
    let ruled = groups.len() > 2;
    let header = merged(groups.remove(0))?;
    let rows = groups.into_iter().flat_map(|g| if ruled { merged(g).into_iter().collect() } else { g }).collect();
    Some(Table { span: first.cover(last), header, rows, section: 0 })
}

fn is_rule(line: &str) -> bool {
    line.len() > 2 && line.starts_with("+") && line.ends_with('+') && line.bytes().all(|b| b"+-=:".contains(&b))
}

/// One row of several lines; a cell stands where its first words stand.
fn merged(rows: Vec<Row>) -> Option<Row> {
    let mut rows = rows.into_iter();
    let mut row = rows.next()?;
    for more in rows {
        row.span = row.span.cover(more.span);
        for (cell, more) in row.cells.iter_mut().zip(more.cells) {
            if cell.text.is_empty() {
                *cell = more;
            } else if !more.text.is_empty() {
                cell.text.push(' ');
                cell.text.push_str(&more.text);
            }
        }
    }
    Some(row)
}

#[cfg(test)]
#[path = "tables_tests.rs"]
mod tests;
