//! The parts of a document.

use crate::flat::FlatMemo;
use crate::{Source, Span};

/// A parsed document. Everything stands in the order of the source.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text and its lines.
    pub source: Source,
    /// YAML front matter, if the document starts with one.
    pub front_matter: Option<FrontMatter>,
    /// Sections by heading; the first is what stands before any heading (it may be empty).
    pub sections: Vec<Section>,
    /// Leaf blocks.
    pub blocks: Vec<Block>,
    /// Pipe tables, simple HTML tables and ASCII grids.
    pub tables: Vec<Table>,
    /// Mermaid diagrams.
    pub diagrams: Vec<Diagram>,
    /// `<!-- designlint-... -->` comments. A `disable` whose names end at different places is here once for each.
    pub directives: Vec<Directive>,
}

/// Front matter, flattened: `owners[0].name` is a key.
#[derive(Clone, Debug, Default)]
pub struct FrontMatter {
    /// The block between, and without, its fences.
    pub span: Span,
    /// Scalars in order.
    pub entries: Vec<Entry>,
    /// What YAML said where the block does not parse, and where.
    pub error: Option<(String, Span)>,
}

impl FrontMatter {
    /// The first entry with this key; for a sequence, its first element.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.all(key).next()
    }

    /// The entries of a key: one for a scalar, each element for a sequence, each member for a mapping.
    pub fn all(&self, key: &str) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |e| {
            e.key.strip_prefix(key).is_some_and(|rest: &str| rest.is_empty() || rest.starts_with(['[', '.']))
        })
    }
}

/// One scalar of the front matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The path of the key, such as `components.gateway.runs_on`.
    pub key: String,
    /// The value as text.
    pub value: String,
    /// Where the value stands.
    pub span: Span,
}

/// Where a section comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionOrigin {
    /// What stands before the first heading.
    Preamble,
    /// An ATX, setext or HTML heading.
    Heading,
    /// A paragraph that is one bold run.
    BoldLine,
}

/// A heading with what follows it up to the next heading.
#[derive(Clone, Debug)]
pub struct Section {
    /// Where it comes from.
    pub origin: SectionOrigin,
    /// The heading's text without marks, links and emphasis; empty in the preamble.
    pub title: String,
    /// 1 to 6; a bold line is one deeper than the heading it stands under; 0 in the preamble.
    pub level: u8,
    /// The whole heading line.
    pub heading: Span,
    /// From the end of the heading to the start of the next heading of any level.
    pub body: Span,
    /// From the heading's start to the next heading of the same or a higher level.
    pub whole: Span,
    /// Index of the section this one stands in.
    pub parent: Option<usize>,
    /// Indices of its blocks in [`Document::blocks`], its heading included, those of its sub-sections not.
    pub blocks: std::ops::Range<usize>,
}

/// What kind of leaf block this is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Prose, in or out of a list.
    Paragraph,
    /// A heading line.
    Heading,
    /// Fenced or indented code with its info string (empty where there is none).
    Code {
        /// Info string, trimmed.
        info: String,
    },
    /// `$$ ... $$` or a `math` fence.
    Math,
    /// Raw HTML.
    Html,
    /// A table: index in [`Document::tables`].
    Table(usize),
    /// `---`.
    Rule,
}

/// A leaf block.
#[derive(Clone, Debug)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The whole block with its marks.
    pub span: Span,
    /// The content of each of its source lines, without line end, quote marks, list bullet, fence or heading marks.
    pub lines: Vec<Span>,
    /// Index of its section.
    pub section: usize,
    /// The list item it stands in.
    pub item: Option<Item>,
    pub(crate) flat: FlatMemo,
}

impl Block {
    /// What of the block lies in a span; lines outside are left out.
    #[must_use]
    pub fn within(&self, span: Span) -> Self {
        let inside = |s: Span| Span::new(s.start.max(span.start), s.end.min(span.end));
        let lines = self.lines.iter().copied().map(inside).filter(|l| !l.is_empty()).collect();
        Self { span: inside(self.span), lines, ..self.clone() }
    }
}

/// The list item a block stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Running number of the item in the document; blocks of one item share it.
    pub id: usize,
    /// Running number of the item it is nested in.
    pub parent: Option<usize>,
    /// 0 for an outermost list.
    pub depth: usize,
    /// Whether the list is numbered.
    pub ordered: bool,
    /// State of a task box, if it has one.
    pub checked: Option<bool>,
    /// The whole item, nested ones included.
    pub span: Span,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// From the header row to the last row.
    pub span: Span,
    /// The header cells.
    pub header: Row,
    /// The body rows; a row may be shorter or longer than the header.
    pub rows: Vec<Row>,
    /// Index of its section.
    pub section: usize,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The row's line.
    pub span: Span,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The content without surrounding blanks; empty, at its place, where the cell is empty.
    pub span: Span,
    /// The content without emphasis, links and escapes; code keeps its backticks.
    pub text: String,
    pub(crate) flat: FlatMemo,
}

/// A mermaid diagram.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The code between the fences.
    pub span: Span,
    /// Index of its section.
    pub section: usize,
}

/// A comment that speaks to designlint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// The whole comment.
    pub span: Span,
    /// What follows `designlint-`: `disable-line`, `disable-next-line`, `disable`, `enable` or `disable-file`.
    pub action: String,
    /// The names, as written.
    pub names: Vec<(String, Span)>,
    /// The text after the colon, if it holds any.
    pub reason: Option<String>,
    /// What it covers: for `-line` and `-next-line` the line or block, for `disable` up to its `enable`, else everything.
    pub covers: Span,
}
