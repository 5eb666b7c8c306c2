//! Walks the syntax tree and collects leaf blocks.

use comrak::nodes::{ListType, NodeCodeBlock, NodeValue, Sourcepos};
use comrak::{Arena, Node, parse_document};

use crate::containers::{Container, innermost_item, marker_width};
use crate::flat::FlatMemo;
use crate::options::options;
use crate::{
    Block, BlockKind, Diagram, Document, Item, Source, Span, Table, directives, front_matter, math_blocks, sections,
    tables,
};

/// How often a fence that never closes is closed at the next heading.
const MAX_UNCLOSED: usize = 16;

/// How many quotes within each other the parser sees.
const MAX_QUOTES: usize = 50;

impl Document {
    /// Parses Markdown. Does no I/O and cannot fail.
    pub fn parse(source: Source) -> Self {
        let (front_matter, first_line) = front_matter::read(&source);
        let mut walk = Walk::new(&source);
        let mut line = first_line;
        for _ in 0..MAX_UNCLOSED {
            match walk.parse_from(line, true) {
                Some(next) => line = next,
                None => {
                    line = 0;
                    break;
                }
            }
        }
        if line > 0 {
            walk.parse_from(line, false);
        }
        let Walk { mut blocks, mut tables, mut diagrams, levels, groups, .. } = walk;
        let body_start = source.line_span(first_line).start;
        let sections = sections::sections(&source, body_start, &mut blocks, &levels);
        for block in &blocks {
            if let BlockKind::Table(i) = block.kind {
                tables[i].section = block.section;
            }
        }
        for diagram in &mut diagrams {
            diagram.section = sections::section_at(&sections, diagram.span.start);
        }
        let directives = directives::directives(&source, body_start, &blocks, &groups);
        Self { source, front_matter, sections, blocks, tables, diagrams, directives }
    }
}

/// A heading block as the parser saw it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// Index of its block.
    pub block: usize,
    /// 1 to 6.
    pub level: u8,
}

pub(crate) struct Walk<'s> {
    pub source: &'s Source,
    /// Number of source lines before the text that is being parsed.
    pub lines_before: usize,
    pub containers: Vec<Container>,
    pub blocks: Vec<Block>,
    pub tables: Vec<Table>,
    pub diagrams: Vec<Diagram>,
    /// Headings outside of quotes and lists.
    pub levels: Vec<Level>,
    /// Whole lists and quotes, outermost first.
    groups: Vec<Span>,
    /// Display math, to which the parser is blind.
    math: Vec<math_blocks::MathBlock>,
    /// Blocks that start before this byte are part of one that was pushed already.
    pub skip_to: usize,
    /// From where the end tag of a table was looked for last, and where it is.
    pub table_end: (usize, Option<usize>),
    items: usize,
}

impl<'s> Walk<'s> {
    pub(crate) fn new(source: &'s Source) -> Self {
        Self {
            source,
            lines_before: 0,
            containers: Vec::new(),
            blocks: Vec::new(),
            tables: Vec::new(),
            diagrams: Vec::new(),
            levels: Vec::new(),
            groups: Vec::new(),
            math: Vec::new(),
            skip_to: 0,
            table_end: (0, None),
            items: 0,
        }
    }

    /// Parses the text from a line (from 1) on. Where a fence never closes, and `recover` is set, stops at the heading
    /// line that closes it and returns that line.
    fn parse_from(&mut self, line: usize, recover: bool) -> Option<usize> {
        self.lines_before = line - 1;
        self.math = math_blocks::find(self.source, line);
        let start = self.source.line_span(line).start;
        let text = self.readable(start);
        let arena = Arena::new();
        let root = parse_document(&arena, &text, &options());
        if recover && let Some(cut) = self.heading_in_unclosed_fence(root) {
            let arena = Arena::new();
            let length = self.source.line_span(cut).start - (self.source.text().len() - text.len());
            self.walk(parse_document(&arena, &text[..length], &options()));
            return Some(cut);
        }
        self.walk(root);
        None
    }

    /// The text from a byte on as the parser may see it: no byte order mark, no NUL, no TeX that looks like lists.
    fn readable(&self, start: usize) -> String {
        let text = &self.source.text()[start..];
        let text = if start == 0 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
        let mut bytes = text.replace('\0', " ").into_bytes();
        let shift = self.source.text().len() - text.len();
        for hidden in self.math.iter().flat_map(|m| &m.hidden).filter(|h| h.start >= shift) {
            bytes[hidden.start - shift..hidden.end - shift].fill(b'x');
        }
        hide_deep_quotes(&mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// The heading line that closes a fence, where the last fence runs to the end of the text.
    ///
    /// If an earlier one was forgotten, all fences after it are turned inside out; then the first that holds a heading
    /// is the one.
    fn heading_in_unclosed_fence(&self, root: Node<'_>) -> Option<usize> {
        let mut last = root.last_child()?;
        while let Some(child) = last.last_child() {
            last = child;
        }
        let last_lines = self.fence_lines(last, false)?;
        let mut fences = root.children().filter_map(|n| self.fence_lines(n, true));
        let earlier = fences.find_map(|mut lines| {
            lines.find(|&l| {
                self.heading_marks(l) > 1 && self.source.slice(self.source.line_span(l - 1)).trim().is_empty()
            })
        });
        earlier.or_else(|| {
            // A shell comment has one `#` and follows a command.
            let after_blank = |l: usize| self.source.slice(self.source.line_span(l - 1)).trim().is_empty();
            last_lines
                .into_iter()
                .find(|&l| self.heading_marks(l) > 1 || (self.heading_marks(l) == 1 && after_blank(l)))
        })
    }

    /// The lines in a fence that is closed, or is not; an example in Markdown may hold headings.
    fn fence_lines(&self, node: Node<'_>, closed: bool) -> Option<std::ops::RangeInclusive<usize>> {
        let data = node.data();
        let NodeValue::CodeBlock(code) = &data.value else { return None };
        let markdown = closed && (code.info.starts_with("md") || code.info.starts_with("markdown"));
        let first = self.lines_before + data.sourcepos.start.line + 1;
        let last = self.lines_before + data.sourcepos.end.line;
        (code.fenced && code.closed == closed && !markdown).then_some(first..=last)
    }

    /// Number of `#` of a heading line, or 0.
    fn heading_marks(&self, line: usize) -> usize {
        let text = self.source.slice(self.source.line_span(line));
        let hashes = text.bytes().take_while(|&b| b == b'#').count();
        let heading = hashes <= 6 && text[hashes..].starts_with([' ', '\t']) && !text[hashes..].trim().is_empty();
        if heading { hashes } else { 0 }
    }

    fn walk<'a>(&mut self, root: Node<'a>) {
        let mut next = root.first_child();
        while let Some(node) = next {
            let descends = self.enter(node);
            next = if descends && node.first_child().is_some() {
                node.first_child()
            } else {
                if descends {
                    self.containers.pop();
                }
                self.after(node, root)
            };
        }
    }

    /// The node that follows in document order; leaves the containers that end before it.
    fn after<'a>(&mut self, node: Node<'a>, root: Node<'a>) -> Option<Node<'a>> {
        let mut node = node;
        loop {
            if let Some(next) = node.next_sibling() {
                return Some(next);
            }
            node = node.parent().filter(|p| !p.same_node(root))?;
            self.containers.pop();
        }
    }

    /// Takes in a node. True for a container, whose children come next.
    fn enter(&mut self, node: Node<'_>) -> bool {
        let data = node.data();
        let pos = data.sourcepos;
        match &data.value {
            NodeValue::BlockQuote | NodeValue::Alert(_) => {
                self.groups.push(self.span(pos));
                self.containers.push(Container::Quote);
            }
            NodeValue::List(_) => {
                self.groups.push(self.span(pos));
                self.containers.push(Container::Indented(0));
            }
            NodeValue::DescriptionList | NodeValue::DescriptionItem(_) => {
                self.containers.push(Container::Indented(0));
            }
            NodeValue::Item(_) => self.enter_item(node, pos, None),
            NodeValue::TaskItem(task) => self.enter_item(node, pos, Some(task.symbol.is_some())),
            NodeValue::FootnoteDefinition(_) | NodeValue::DescriptionDetails => {
                self.containers.push(Container::Indented(4));
            }
            NodeValue::DescriptionTerm => self.containers.push(Container::Indented(0)),
            value => {
                self.leaf(node, value, pos);
                return false;
            }
        }
        true
    }

    fn enter_item(&mut self, node: Node<'_>, pos: Sourcepos, checked: Option<bool>) {
        let list = node.parent().and_then(|p| match p.data().value {
            NodeValue::List(list) => Some(list),
            _ => None,
        });
        let span = self.span(pos);
        let indent = list.map_or(0, |l| l.marker_offset) + marker_width(self.source.slice(span));
        let outer = innermost_item(&self.containers);
        let item = Item {
            id: self.items,
            parent: outer.map(|i| i.id),
            depth: outer.map_or(0, |i| i.depth + 1),
            ordered: list.is_some_and(|l| l.list_type == ListType::Ordered),
            checked,
            span,
        };
        self.items += 1;
        self.containers.push(Container::Item { indent, item });
    }

    fn leaf(&mut self, node: Node<'_>, value: &NodeValue, pos: Sourcepos) {
        let span = self.span(pos);
        match value {
            NodeValue::Paragraph => self.paragraph(self.term(node).unwrap_or(span)),
            NodeValue::Heading(heading) => {
                let lines = self.heading_lines(span, heading.setext);
                self.heading(span, lines, heading.level);
            }
            NodeValue::CodeBlock(code) => self.code(span, code),
            NodeValue::HtmlBlock(_) => self.html(span),
            NodeValue::Table(_) => self.pipe_table(node, span),
            NodeValue::ThematicBreak => self.push(BlockKind::Rule, span, Vec::new()),
            _ => {}
        }
    }

    pub(crate) fn heading(&mut self, span: Span, lines: Vec<Span>, level: u8) {
        let block = self.blocks.len();
        self.push(BlockKind::Heading, span, lines);
        if self.containers.is_empty()
            && self.blocks.last().is_some_and(|b| b.kind == BlockKind::Heading && b.span == span)
        {
            self.levels.push(Level { block, level });
        }
    }

    /// Where the term of a definition stands, which the parser ends after its first character: up to its definition.
    fn term(&self, node: Node<'_>) -> Option<Span> {
        let term = node.parent().filter(|p| matches!(p.data().value, NodeValue::DescriptionTerm))?;
        let details = self.span(term.next_sibling()?.data().sourcepos).start;
        let start = self.span(node.data().sourcepos).start;
        let end = self.source.line_span(self.source.line_of(details)).start;
        let text = self.source.slice(Span::new(start, end.max(start))).trim_end();
        (!text.is_empty()).then(|| Span::new(start, start + text.len()))
    }

    fn paragraph(&mut self, span: Span) {
        let lines = self.prose_lines(span);
        match tables::grid_table(self.source, &lines) {
            Some(table) => self.table(table, span, lines),
            None => self.push(BlockKind::Paragraph, span, lines),
        }
    }

    fn pipe_table(&mut self, node: Node<'_>, span: Span) {
        let rows = node.children().map(|row| self.span(row.data().sourcepos));
        let rows: Vec<Span> = rows.map(|row| self.trim(Span::new(row.start, self.line_end(row.start)))).collect();
        if let Some(table) = tables::pipe_table(self.source, &rows) {
            let lines = self.prose_lines(span);
            self.table(table, span, lines);
        }
    }

    fn code(&mut self, span: Span, code: &NodeCodeBlock) {
        let info = code.info.trim().to_owned();
        let mut lines = self.raw_lines(span, if code.fenced { code.fence_offset } else { 4 });
        if code.fenced {
            lines.remove(0);
            if code.closed {
                lines.pop();
            }
        }
        let name = info.split([' ', ',', '{']).next().unwrap_or("");
        if name == "mermaid" {
            let span = lines.first().zip(lines.last()).map_or(Span::new(span.end, span.end), |(a, b)| a.cover(*b));
            self.diagrams.push(Diagram { span, section: 0 });
        }
        let kind = if name == "math" { BlockKind::Math } else { BlockKind::Code { info } };
        self.push(kind, span, lines);
    }

    pub(crate) fn table(&mut self, table: Table, span: Span, lines: Vec<Span>) {
        if span.start >= self.skip_to {
            self.tables.push(table);
            self.push(BlockKind::Table(self.tables.len() - 1), span, lines);
        }
    }

    pub(crate) fn push(&mut self, kind: BlockKind, span: Span, lines: Vec<Span>) {
        if span.start < self.skip_to {
            return;
        }
        let math = self.math.partition_point(|m| m.span.start <= span.start).checked_sub(1).map(|i| &self.math[i]);
        if let Some(math) = math.filter(|m| m.span.contains(span) && m.span.start == span.start) {
            let (span, lines) = (math.span, math.lines.clone());
            self.skip_to = span.end;
            return self.append(BlockKind::Math, span, lines);
        }
        self.append(kind, span, lines);
    }

    fn append(&mut self, kind: BlockKind, span: Span, lines: Vec<Span>) {
        let item = innermost_item(&self.containers).cloned();
        self.blocks.push(Block { kind, span, lines, section: 0, item, flat: FlatMemo::default() });
    }
}

/// Each quote that is open costs the parser time on each line; nobody quotes this deeply.
fn hide_deep_quotes(text: &mut [u8]) {
    for line in text.split_mut(|&b| b == b'\n') {
        let marks = line.iter_mut().take_while(|b| matches!(b, b' ' | b'\t' | b'>')).filter(|b| **b == b'>');
        marks.skip(MAX_QUOTES).for_each(|mark| *mark = b'x');
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
