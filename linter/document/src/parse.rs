//! Walks the syntax tree and collects leaf blocks.

use comrak::nodes::{ListType, NodeCodeBlock, NodeValue, Sourcepos};
use comrak::{Arena, Node, Options, parse_document};

use crate::containers::{Container, Cursor, innermost_item, marker_width};
use crate::{Block, BlockKind, Diagram, Document, Item, Source, Span, Table, front_matter, sections, tables};

/// How often a fence that never closes is closed at the next heading.
const MAX_UNCLOSED: usize = 16;

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
        let Walk { mut blocks, mut tables, mut diagrams, levels, .. } = walk;
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
        Self { source, front_matter, sections, blocks, tables, diagrams, directives: Vec::new() }
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
    lines_before: usize,
    pub containers: Vec<Container>,
    pub blocks: Vec<Block>,
    pub tables: Vec<Table>,
    pub diagrams: Vec<Diagram>,
    /// Headings outside of quotes and lists.
    pub levels: Vec<Level>,
    items: usize,
}

impl<'s> Walk<'s> {
    fn new(source: &'s Source) -> Self {
        Self {
            source,
            lines_before: 0,
            containers: Vec::new(),
            blocks: Vec::new(),
            tables: Vec::new(),
            diagrams: Vec::new(),
            levels: Vec::new(),
            items: 0,
        }
    }

    /// Parses the text from a line (from 1) on. Where a fence never closes, and `recover` is set, stops at the next
    /// heading line behind it and returns that line.
    fn parse_from(&mut self, line: usize, recover: bool) -> Option<usize> {
        self.lines_before = line - 1;
        let start = self.source.line_span(line).start;
        let text = self.source.text()[start..].trim_start_matches('\u{feff}');
        let text = if text.contains('\0') { text.replace('\0', " ").into() } else { std::borrow::Cow::Borrowed(text) };
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

    /// The heading line that closes a fence which runs to the end of the text.
    fn heading_in_unclosed_fence(&self, root: Node<'_>) -> Option<usize> {
        let mut node = root.last_child()?;
        while let Some(last) = node.last_child() {
            node = last;
        }
        let data = node.data();
        let NodeValue::CodeBlock(code) = &data.value else { return None };
        if !code.fenced || code.closed {
            return None;
        }
        let first = self.lines_before + data.sourcepos.start.line + 1;
        (first..=self.source.line_count()).find(|&l| self.is_heading_line(l))
    }

    /// `# Heading` after a blank line, or `## Heading` anywhere: a shell comment has one `#` and follows a command.
    fn is_heading_line(&self, line: usize) -> bool {
        let text = self.source.slice(self.source.line_span(line));
        let hashes = text.bytes().take_while(|&b| b == b'#').count();
        let after_blank = self.source.slice(self.source.line_span(line - 1)).trim().is_empty();
        (1..=6).contains(&hashes)
            && text[hashes..].starts_with([' ', '\t'])
            && !text[hashes..].trim().is_empty()
            && (hashes > 1 || after_blank)
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
            NodeValue::BlockQuote | NodeValue::Alert(_) => self.containers.push(Container::Quote),
            NodeValue::List(_) | NodeValue::DescriptionList | NodeValue::DescriptionItem(_) => {
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
            NodeValue::Paragraph => self.push(BlockKind::Paragraph, span, self.prose_lines(span)),
            NodeValue::Heading(heading) => {
                let lines = self.heading_lines(span, heading.setext);
                if self.containers.is_empty() {
                    self.levels.push(Level { block: self.blocks.len(), level: heading.level });
                }
                self.push(BlockKind::Heading, span, lines);
            }
            NodeValue::CodeBlock(code) => self.code(span, code),
            NodeValue::HtmlBlock(_) => {
                let lines = self.raw_lines(span, 0).into_iter().map(|l| self.trim_end(l)).collect();
                self.push(BlockKind::Html, span, lines);
            }
            NodeValue::Table(_) => self.pipe_table(node, span),
            NodeValue::ThematicBreak => self.push(BlockKind::Rule, span, Vec::new()),
            _ => {}
        }
    }

    fn pipe_table(&mut self, node: Node<'_>, span: Span) {
        let rows = node.children().map(|row| self.span(row.data().sourcepos));
        let rows: Vec<Span> = rows.map(|row| self.trim(Span::new(row.start, self.line_end(row.start)))).collect();
        if let Some(table) = tables::pipe_table(self.source, &rows) {
            let lines = self.prose_lines(span);
            self.tables.push(table);
            self.push(BlockKind::Table(self.tables.len() - 1), span, lines);
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

    pub(crate) fn push(&mut self, kind: BlockKind, span: Span, lines: Vec<Span>) {
        let item = innermost_item(&self.containers).cloned();
        self.blocks.push(Block { kind, span, lines, section: 0, item });
    }

    /// The bytes of a position, without blanks and line ends at its end.
    fn span(&self, pos: Sourcepos) -> Span {
        let start = self.byte(pos.start.line, pos.start.column);
        let end = self.byte(pos.end.line, pos.end.column + 1).max(start);
        self.trim_end(Span::new(start, end))
    }

    fn byte(&self, line: usize, column: usize) -> usize {
        let line = self.source.line_span(self.lines_before + line);
        let bom = if line.start == 0 && self.source.text().starts_with('\u{feff}') { 3 } else { 0 };
        let mut byte = (line.start + bom + column.saturating_sub(1)).min(line.end);
        while !self.source.text().is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }

    fn line_end(&self, byte: usize) -> usize {
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
    fn raw_lines(&self, span: Span, indent: usize) -> Vec<Span> {
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

    fn prose_lines(&self, span: Span) -> Vec<Span> {
        self.raw_lines(span, 0).into_iter().map(|l| self.trim(l)).collect()
    }

    fn heading_lines(&self, span: Span, setext: bool) -> Vec<Span> {
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

fn options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.table = true;
    extension.strikethrough = true;
    extension.tasklist = true;
    extension.footnotes = true;
    extension.description_lists = true;
    extension.alerts = true;
    options.parse.leave_footnote_definitions = true;
    options.parse.relaxed_tasklist_matching = true;
    options
}
