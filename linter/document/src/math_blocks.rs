//! Display math: `$$` at the start of a line up to `$$` at the end of one.
//!
//! The Markdown parser would see lists, headings and new paragraphs in it, so its content is hidden from the parser.

use crate::{Source, Span};

/// The most lines that a block of display math is followed for.
const MAX_LINES: usize = 100;

/// A block of display math.
#[derive(Clone, Debug)]
pub(crate) struct MathBlock {
    /// Dollars included.
    pub span: Span,
    /// The TeX of each line.
    pub lines: Vec<Span>,
    /// What the parser must not see.
    pub hidden: Vec<Span>,
}

/// All display math from a line (from 1) on.
pub(crate) fn find(source: &Source, first_line: usize) -> Vec<MathBlock> {
    let mut blocks = Vec::new();
    if memchr::memmem::find(source.text().as_bytes(), b"$$").is_none() {
        return blocks;
    }
    let mut fence: Option<(u8, usize)> = None;
    let mut line = first_line;
    while line <= source.line_count() {
        let content = content(source, line);
        let text = source.slice(content);
        if let Some((mark, len)) = fence_marks(text) {
            match fence {
                Some((m, l)) if m == mark && len >= l && text.trim_end().len() == len => fence = None,
                None => fence = Some((mark, len)),
                Some(_) => {}
            }
        } else if fence.is_none()
            && let Some((block, last)) = block_at(source, line)
        {
            blocks.push(block);
            line = last;
        }
        line += 1;
    }
    blocks
}

fn block_at(source: &Source, line: usize) -> Option<(MathBlock, usize)> {
    let open = content(source, line);
    let open = Span::new(open.start + bullet(source.slice(open)), open.end);
    let tex = Span::new(open.start + 2, open.end);
    if !source.slice(open).starts_with("$$") || source.slice(tex).starts_with('$') {
        return None;
    }
    let mut lines = vec![tex];
    let mut hidden = vec![tex];
    for last in line..(line + MAX_LINES).min(source.line_count() + 1) {
        let part = if last == line { tex } else { content(source, last) };
        let text = source.slice(part);
        if last > line {
            if text.starts_with('#') || fence_marks(text).is_some() {
                return None;
            }
            lines.push(part);
            hidden.push(part);
        }
        if let Some(at) = text.find("$$") {
            let closes = text[at + 2..].trim().is_empty() && (last > line || at > 0);
            let end = Span::new(part.start, part.start + at);
            *lines.last_mut()? = end;
            *hidden.last_mut()? = end;
            let span = Span::new(open.start, part.start + at + 2);
            let lines = lines.into_iter().map(|l| trimmed(source, l)).filter(|l| !l.is_empty()).collect();
            return closes.then_some((MathBlock { span, lines, hidden }, last));
        }
    }
    None
}

/// A line without indentation and quote marks.
fn content(source: &Source, line: usize) -> Span {
    let span = source.line_span(line);
    let text = source.slice(span);
    let body = text.trim_start_matches(['\u{feff}', ' ', '\t', '>']);
    Span::new(span.end - body.len(), span.end)
}

fn trimmed(source: &Source, span: Span) -> Span {
    let text = source.slice(span);
    let start = span.start + (text.len() - text.trim_start().len());
    Span::new(start, start + text.trim().len())
}

/// Length of a list bullet or number with its blank.
fn bullet(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let mark = text.as_bytes().get(digits).copied();
    let marked = if digits == 0 { matches!(mark, Some(b'-' | b'*' | b'+')) } else { matches!(mark, Some(b'.' | b')')) };
    let blanks = text.get(digits + 1..).map_or(0, |r| r.len() - r.trim_start().len());
    if marked && blanks > 0 { digits + 1 + blanks } else { 0 }
}

fn fence_marks(text: &str) -> Option<(u8, usize)> {
    let mark = *text.as_bytes().first().filter(|b| matches!(b, b'`' | b'~'))?;
    let len = text.bytes().take_while(|&b| b == mark).count();
    (len >= 3).then_some((mark, len))
}
