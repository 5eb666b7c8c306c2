//! Sentences, table rows and lines of code as words and numbers with their places.

use std::sync::Arc;

use designlint_document::{Block, BlockKind, Document, Flat, Row, Span, Table};
use designlint_quantity::Convention;
use smol_str::{SmolStr, StrExt};

use super::amount::Amount;
use super::reader::{cell_items, heading_items, sentences_of};
use crate::claims::join_lines;

/// Longest text that is read at once.
const LONGEST: usize = 1 << 16;

/// Something said in one breath: a sentence, a row of a table, a line of code.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// Its words, numbers and signs in order.
    pub items: Vec<Item>,
    /// Index of its section.
    pub section: usize,
    /// Running number of the block it stands in.
    pub block: usize,
    /// Where it comes from.
    pub form: Form,
}

/// Where a statement comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Prose or plain code.
    Prose,
    /// A line of configuration.
    Setting,
    /// The cells of a row, each after its heading.
    Headed,
    /// The cells of a row: a name and what belongs to it.
    Row,
}

/// A word, number or sign.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// What it is.
    pub kind: Kind,
    /// A word in lower case and singular; empty for anything else.
    pub word: SmolStr,
    /// A word in lower case; empty for anything else.
    pub raw: SmolStr,
    /// Where it stands.
    pub span: Span,
}

/// A calculation: what stands for it is its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    /// The result.
    pub amount: Amount,
    /// Where the result stands.
    pub span: Span,
    /// Index of its claim; none where the result is the first of two ways to write it.
    pub claim: Option<usize>,
}

/// What an item is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word or a part of one.
    Word,
    /// A number with its unit.
    Number(Box<Amount>),
    /// A calculation with its result.
    Sum(Box<Sum>),
    /// `=`, `≈`, `:`.
    Relation {
        /// Whether it says "about".
        about: bool,
    },
    /// The border of a cell.
    Cell,
    /// `,`.
    Comma,
    /// `;`, a dash between phrases.
    Dash,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// An operator between operands.
    Operator,
    /// `<`, `>` and the like.
    Compare,
    /// Anything else.
    Other,
}

impl Item {
    /// A word.
    pub fn word(text: &str, span: Span) -> Self {
        let raw = text.to_lowercase_smolstr();
        let word = if is_plural(&raw) { SmolStr::new(&raw[..raw.len() - 1]) } else { raw.clone() };
        Self { kind: Kind::Word, word, raw, span }
    }

    /// Anything but a word.
    pub fn sign(kind: Kind, span: Span) -> Self {
        Self { kind, word: SmolStr::default(), raw: SmolStr::default(), span }
    }

    /// Whether it is one of the words.
    pub fn is_one_of(&self, words: &[String]) -> bool {
        self.kind == Kind::Word && words.iter().any(|w| *w == self.word)
    }

    /// Whether it may stand in the gap of a phrase.
    pub fn may_be_passed(&self) -> bool {
        matches!(self.kind, Kind::Word | Kind::Comma | Kind::Other | Kind::Open | Kind::Close | Kind::Dash | Kind::Cell)
    }

    /// The number it is, or that a calculation gives.
    pub fn amount(&self) -> Option<&Amount> {
        match &self.kind {
            Kind::Number(amount) => Some(amount),
            Kind::Sum(sum) => Some(&sum.amount),
            _ => None,
        }
    }

    /// Reads its number by what is agreed on.
    fn agree(&mut self, readings: Convention) {
        if let Kind::Number(amount) = &mut self.kind {
            **amount = amount.as_ref().clone().under(readings);
        }
    }

    /// Where its number stands.
    pub fn number_span(&self) -> Span {
        match &self.kind {
            Kind::Sum(sum) => sum.span,
            _ => self.span,
        }
    }
}

/// A word as it is compared: lower case, singular.
pub(crate) fn fold(word: &str) -> String {
    let mut lower = word.to_lowercase();
    if is_plural(&lower) {
        lower.pop();
    }
    lower
}

fn is_plural(lower: &str) -> bool {
    lower.len() > 3 && lower.ends_with('s') && !["ss", "us", "is"].iter().any(|end| lower.ends_with(end))
}

impl Statement {
    /// From the first item to the last.
    pub fn span(&self) -> Span {
        let mut spans = self.items.iter().map(|i| i.span);
        let first = spans.next().unwrap_or_default();
        spans.fold(first, Span::cover)
    }

    /// Whether its words, plurals told apart, hold a phrase.
    pub fn says(&self, phrase: &str) -> bool {
        let words: Vec<&str> = phrase.split([' ', '-', '_']).collect();
        let raw: Vec<&str> = self.items.iter().filter(|i| i.kind == Kind::Word).map(|i| i.raw.as_str()).collect();
        raw.windows(words.len()).any(|w| w == words)
    }
}

/// The statements of a document that hold a digit or stand in a block that does.
pub(crate) fn statements(document: &Document, readings: Convention) -> Vec<Statement> {
    let mut out = Vec::new();
    for (index, block) in document.blocks.iter().enumerate() {
        let digit = document.source.slice(block.span).bytes().any(|b| b.is_ascii_digit());
        if !digit || block.span.len() > LONGEST {
            continue;
        }
        match &block.kind {
            BlockKind::Paragraph | BlockKind::Heading => {
                let mut flat = document.flat(block);
                if flat.text.contains('\n') {
                    join_lines(&mut Arc::make_mut(&mut flat).text);
                }
                sentences(sentences_of(&flat), block.section, index, Form::Prose, &mut out);
            }
            BlockKind::Code { info } => code(document, block, info, index, &mut out),
            BlockKind::Table(table) => {
                if let Some(table) = document.tables.get(*table) {
                    let headings = table.header.cells.iter();
                    let heads = headings.map(|c| heading_items(&document.flat_cell(c))).collect::<Vec<_>>();
                    table.rows.iter().for_each(|row| self::row(document, table, &heads, row, index, &mut out));
                }
            }
            BlockKind::Math | BlockKind::Html | BlockKind::Rule => {}
        }
    }
    if !readings.is_open() {
        out.iter_mut().flat_map(|s| &mut s.items).for_each(|item| item.agree(readings));
    }
    out
}

/// Plain code by lines, a line that starts with `=` joined to the one before; settings by lines.
fn code(document: &Document, block: &Block, info: &str, index: usize, out: &mut Vec<Statement>) {
    let language = info.split([' ', ',', '{']).next().unwrap_or("").to_ascii_lowercase();
    let form = match language.as_str() {
        "" | "text" | "txt" | "plain" | "plaintext" | "math" | "ascii" | "promql" => Form::Prose,
        "toml" | "yaml" | "yml" | "ini" | "env" | "properties" | "conf" | "cfg" | "json" | "json5" | "hcl" => {
            Form::Setting
        }
        _ => return,
    };
    let goes_on = |line: &Span| document.source.slice(*line).trim_start().starts_with('=');
    let mut from = 0;
    while from < block.lines.len() {
        let more = block.lines[from + 1..].iter().take_while(|l| form == Form::Prose && goes_on(l)).count();
        let lines: Vec<Span> =
            block.lines[from..=from + more].iter().map(|l| without_comment(document, *l, form)).collect();
        let flat = Flat::of(&document.source, &lines, true);
        let items: Vec<Item> = sentences_of(&flat).into_iter().flatten().collect();
        if !items.is_empty() {
            out.push(Statement { items, section: block.section, block: index, form });
        }
        from += more + 1;
    }
}

/// A line of settings without what follows `#` or `//`.
fn without_comment(document: &Document, line: Span, form: Form) -> Span {
    let text = document.source.slice(line);
    let end = match form {
        Form::Setting => ["#", "//", ";"].iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len()),
        _ => text.len(),
    };
    Span::new(line.start, line.start + end)
}

/// A row twice: each cell after its heading, and as a name with what belongs to it where only one cell holds a number.
fn row(document: &Document, table: &Table, heads: &[Vec<Item>], row: &Row, index: usize, out: &mut Vec<Statement>) {
    let has_digit = |text: &str| text.bytes().any(|b| b.is_ascii_digit());
    if !row.cells.iter().any(|c| has_digit(document.source.slice(c.span))) {
        return;
    }
    let flats: Vec<Arc<Flat>> = row.cells.iter().map(|c| document.flat_cell(c)).collect();
    if !flats.iter().any(|f| has_digit(&f.text)) {
        return;
    }
    let cells: Vec<Vec<Item>> = flats.iter().map(|f| cell_items(f)).collect();
    let heads = heads.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
    let headed = heads.zip(&cells).flat_map(|(head, cell)| head.iter().chain(cell)).cloned().collect();
    let alone = flats.iter().skip(1).filter(|f| has_digit(&f.text)).count() == 1;
    let (section, block) = (table.section, index);
    out.push(Statement { items: headed, section, block, form: Form::Headed });
    if alone {
        out.push(Statement { items: cells.into_iter().flatten().collect(), section, block, form: Form::Row });
    }
}

fn sentences(parts: Vec<Vec<Item>>, section: usize, block: usize, form: Form, out: &mut Vec<Statement>) {
    for items in parts.into_iter().filter(|items| !items.is_empty()) {
        out.push(Statement { items, section, block, form });
    }
}
