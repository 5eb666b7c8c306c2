//! Comments that speak to designlint, and what each covers.

use crate::{Block, BlockKind, Directive, Source, Span};

/// How far the end of a comment is looked for, in bytes.
const LONGEST: usize = 10_000;

const MARK: &str = "designlint-";

/// The directives from a byte on. Those in code are text. `groups` are whole lists and quotes.
pub(crate) fn directives(source: &Source, start: usize, blocks: &[Block], groups: &[Span]) -> Vec<Directive> {
    let mut found: Vec<Directive> = Vec::new();
    let text = source.text().as_bytes();
    for at in memchr::memmem::find_iter(&text[start..], b"<!--").map(|at| at + start) {
        if let Some(directive) = comment(source, at)
            && !in_code(source, blocks, at)
        {
            found.push(directive);
        }
    }
    let all = Span::new(0, text.len());
    for directive in &mut found {
        directive.covers = match directive.action.as_str() {
            "disable-line" => source.line_span(source.line_of(directive.span.start)),
            "disable-next-line" => next(source, directive.span, blocks, groups),
            "disable-file" => all,
            _ => directive.span,
        };
    }
    end_at_enable(found, all.end)
}

/// Reads the comment at a byte.
fn comment(source: &Source, at: usize) -> Option<Directive> {
    let rest = &source.text()[at..];
    let head = rest[4..].trim_start();
    let body = head.strip_prefix(MARK)?;
    let len = memchr::memmem::find(&body.as_bytes()[..body.len().min(LONGEST)], b"-->")?;
    let start = at + rest.len() - body.len();
    let span = Span::new(at, start + len + 3);
    let body = &body[..len];
    let action_len = body.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(len);
    let (names, reason) = match body[action_len..].split_once(':') {
        Some((names, reason)) => (names, Some(reason.trim())),
        None => (&body[action_len..], None),
    };
    let mut from = start + action_len;
    let mut named = Vec::new();
    for name in names.split(',') {
        let trimmed = name.trim();
        if !trimmed.is_empty() {
            let first = from + (name.len() - name.trim_start().len());
            named.push((trimmed.to_owned(), Span::new(first, first + trimmed.len())));
        }
        from += name.len() + 1;
    }
    let reason = reason.filter(|r| !r.is_empty()).map(str::to_owned);
    Some(Directive { span, action: body[..action_len].to_owned(), names: named, reason, covers: span })
}

/// The last block that starts at or before a byte and goes on behind it.
fn block_at(blocks: &[Block], at: usize) -> Option<&Block> {
    let i = blocks.partition_point(|b| b.span.start <= at).checked_sub(1)?;
    Some(&blocks[i]).filter(|b| at < b.span.end)
}

fn in_code(source: &Source, blocks: &[Block], at: usize) -> bool {
    let Some(block) = block_at(blocks, at) else { return false };
    match block.kind {
        BlockKind::Code { .. } | BlockKind::Math => true,
        BlockKind::Html | BlockKind::Rule => false,
        BlockKind::Paragraph | BlockKind::Heading | BlockKind::Table(_) => {
            let line = source.line_span(source.line_of(at));
            let before = source.slice(Span::new(line.start.max(block.span.start), at));
            memchr::memchr_iter(b'`', before.as_bytes()).count() % 2 == 1
        }
    }
}

/// What `disable-next-line` covers: the next line of the same block, or else the whole next block, which is the whole
/// list or quote where it stands in one that the comment does not stand in.
fn next(source: &Source, span: Span, blocks: &[Block], groups: &[Span]) -> Span {
    let line = source.line_of(span.end);
    if let Some(block) = block_at(blocks, span.start)
        && source.line_of(block.span.end) > line
    {
        return source.line_span(line + 1);
    }
    let i = blocks.partition_point(|b| b.span.start < span.end);
    let Some(block) = blocks.get(i) else { return Span::new(span.end, span.end) };
    let group = groups.get(groups.partition_point(|g| g.start < span.end));
    group.filter(|g| g.contains(block.span)).map_or(block.span, |g| g.cover(block.span))
}

/// Lets each `disable` end at its `enable`. One whose names end at different places becomes several.
fn end_at_enable(found: Vec<Directive>, end: usize) -> Vec<Directive> {
    let mut out = Vec::new();
    let enables: Vec<Directive> = found.iter().filter(|d| d.action == "enable").cloned().collect();
    for directive in found {
        if directive.action != "disable" {
            out.push(directive);
            continue;
        }
        let later = &enables[enables.partition_point(|e| e.span.start < directive.span.start)..];
        let ends = |name: Option<&str>| {
            let enable =
                later.iter().find(|e| e.names.is_empty() || name.is_some_and(|n| e.names.iter().any(|m| m.0 == n)));
            enable.map_or(end, |e| e.span.end)
        };
        let start = directive.span.start;
        if directive.names.is_empty() {
            out.push(Directive { covers: Span::new(start, ends(None)), ..directive });
            continue;
        }
        let mut parts: Vec<Directive> = Vec::new();
        for name in directive.names.clone() {
            let covers = Span::new(start, ends(Some(&name.0)));
            match parts.iter_mut().find(|p| p.covers == covers) {
                Some(part) => part.names.push(name),
                None => parts.push(Directive { covers, names: vec![name], ..directive.clone() }),
            }
        }
        out.append(&mut parts);
    }
    out
}

#[cfg(test)]
#[path = "directives_tests.rs"]
mod tests;
