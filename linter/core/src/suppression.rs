//! The comment that hides a finding, written where it covers the finding and as little else as can be.

use designlint_document::{Block, BlockKind, Document, Row, Source, Span};

use crate::Edit;

/// Columns that make a line code.
const CODE_INDENT: usize = 4;

/// Writes the comment that hides the findings of a rule on the line where a place starts: behind the line in prose and in
/// the last cell of a row, before the block where the comment would be inert inside, or would take it or the place apart. A comment that stands
/// before that block already gets one more name.
///
/// `None` where no comment can stand: in front matter, and where no block is.
pub fn suppression(document: &Document, place: Span, rule: &str, reason: &str) -> Option<Edit> {
    let (source, at) = (&document.source, place.start);
    let block = document.blocks.iter().rfind(|b| b.span.start <= at && at <= b.span.end)?;
    let line = source.line_span(source.line_of(at));
    let row = match block.kind {
        BlockKind::Table(index) => pipe_row(document, block, index, at),
        _ => None,
    };
    let behind = match row {
        Some(row) => Some(end_of_row(source, row)),
        None if is_narrow(source, block) && line.contains(place) => end_of_line(source, block, line),
        None => None,
    };
    if let Some(place) = behind.filter(|&place| is_text(source, block, line, place)) {
        let text = format!(" <!-- designlint-disable-line {rule}: {reason} -->");
        return Some(Edit { span: Span::new(place, place), text });
    }
    Some(one_more_name(document, block, rule).unwrap_or_else(|| before(source, block, rule, reason)))
}

/// The row of a pipe table that holds a byte.
fn pipe_row<'d>(document: &'d Document, block: &Block, index: usize, at: usize) -> Option<&'d Row> {
    let table = document.tables.get(index)?;
    let drawn = document.source.slice(block.span).starts_with(['<', '+']);
    let mut rows = std::iter::once(&table.header).chain(&table.rows);
    rows.find(|r| !drawn && r.span.start <= at && at <= r.span.end)
}

/// Behind the last cell, before the pipe that closes the row.
fn end_of_row(source: &Source, row: &Row) -> usize {
    let text = source.slice(row.span).trim_end();
    let open = text.strip_suffix('|').filter(|rest| !rest.ends_with('\\')).unwrap_or(text);
    row.span.start + open.trim_end().len()
}

/// Whether a comment before a paragraph would cover more than its line, or would part a list.
fn is_narrow(source: &Source, block: &Block) -> bool {
    let lines = source.line_of(block.span.end) > source.line_of(block.span.start);
    block.kind == BlockKind::Paragraph && (block.item.is_some() || lines)
}

/// Behind the text of a line, before what breaks it.
fn end_of_line(source: &Source, block: &Block, line: Span) -> Option<usize> {
    let content = block.lines.iter().find(|l| line.contains(**l))?;
    let text = source.slice(*content).trim_end();
    let text = text.strip_suffix('\\').unwrap_or(text);
    Some(content.start + text.trim_end().len())
}

/// Whether a comment at a place is none of code, as the parser of comments tells it.
fn is_text(source: &Source, block: &Block, line: Span, place: usize) -> bool {
    let ticks = |from: usize| source.slice(Span::new(from, place)).matches('`').count();
    ticks(line.start.max(block.span.start)).is_multiple_of(2) && ticks(block.span.start).is_multiple_of(2)
}

/// Adds the rule to the comment that covers the whole block.
fn one_more_name(document: &Document, block: &Block, rule: &str) -> Option<Edit> {
    let covers = |span: Span| span.contains(block.span);
    let mut above = document.directives.iter().rev().filter(|d| d.span.end <= block.span.start);
    let directive = above.find(|d| d.action == "disable-next-line" && covers(d.covers))?;
    let (_, last) = directive.names.last()?;
    Some(Edit { span: Span::new(last.end, last.end), text: format!(", {rule}") })
}

/// A comment on a line of its own before the block, in the same quote and the same item.
fn before(source: &Source, block: &Block, rule: &str, reason: &str) -> Edit {
    let comment = format!("<!-- designlint-disable-next-line {rule}: {reason} -->");
    let end = if source.text().contains("\r\n") { "\r\n" } else { "\n" };
    let line = source.line_span(source.line_of(block.span.start)).start;
    let mark =
        usize::from(source.slice(Span::new(line, block.span.start)).starts_with('\u{feff}')) * '\u{feff}'.len_utf8();
    let mut prefix = source.slice(Span::new(line + mark, block.span.start));
    if is_indented_code(source, block) {
        prefix = &prefix[..prefix.trim_end_matches(' ').len().max(prefix.len().saturating_sub(CODE_INDENT))];
    }
    if prefix.chars().all(|c| matches!(c, ' ' | '\t' | '>')) {
        let place = Span::new(line + mark, line + mark);
        return Edit { span: place, text: format!("{prefix}{comment}{end}") };
    }
    // The block is the first of its item, so the comment becomes that.
    let blank = |c: char| if matches!(c, ' ' | '\t' | '>') { c } else { ' ' };
    let indent: String = prefix.chars().map(blank).collect();
    let place = Span::new(block.span.start, block.span.start);
    Edit { span: place, text: format!("{comment}{end}{indent}") }
}

fn is_indented_code(source: &Source, block: &Block) -> bool {
    matches!(block.kind, BlockKind::Code { .. }) && !source.slice(block.span).starts_with(['`', '~'])
}
