//! The parts of a document that are read for calculations: one flat text each.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use aho_corasick::AhoCorasick;
use designlint_document::{Block, BlockKind, Document, Flat, RegionKind, Source, Span};
use designlint_quantity::{Convention, Token, TokenKind, tokens};

use super::amount::{Amount, amount_at};
use super::comments::{comments, html_comments, labels, marks};
use super::number_words::read_numbers;
use crate::{Conventions, formulas::fold};

/// Longest text that is read at once.
const LONGEST: usize = 1 << 16;

/// Words between two numbers.
const PARTS: &[&str] = &["to", "and", "through", "thru", "versus", "vs", "against", "over", "than", "of", "or"];

/// What a calculation, a comparison or a change is told by.
const MARKS: &[&str] = &[
    "=",
    "(",
    "~",
    " is ",
    " are ",
    "≈",
    "<",
    ">",
    "≤",
    "≥",
    "≠",
    "!=",
    "→",
    "\\approx",
    " gives ",
    " exceeds ",
    " stays ",
    " equals ",
    " makes ",
    "times ",
    "%",
    "write",
    "between ",
    "inclusive",
    "range ",
    "instead of",
    "rather than",
    "in place of",
    " vs",
    "against",
];

/// Whether a text can hold a calculation: it has a digit, and a relation, a bracket or a word that relates numbers.
fn is_worth_reading(text: &str) -> bool {
    static FINDER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| AhoCorasick::new(MARKS).ok());
    text.bytes().any(|b| b.is_ascii_digit()) && FINDER.as_ref().is_none_or(|finder| finder.is_match(text))
}

/// A text with its tokens, and what it maps to.
pub(crate) struct Passage {
    /// The text.
    pub text: String,
    /// Maps it to the source.
    pub flat: Arc<Flat>,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Index of its section.
    pub section: usize,
    /// Whether each line stands alone.
    pub preformatted: bool,
    /// The readings that are agreed on.
    pub readings: Convention,
    /// The numbers that were asked for, by the token they start at.
    amounts: RefCell<BTreeMap<usize, Option<(Amount, usize)>>>,
    /// For each token the next at which a number ends, itself included.
    ends: OnceCell<Vec<usize>>,
}

impl Passage {
    fn new(flat: Arc<Flat>, section: usize, preformatted: bool, conventions: &Conventions) -> Option<Self> {
        if !is_worth_reading(&flat.text) || flat.text.len() > LONGEST {
            return None;
        }
        let mut text = flat.text.clone();
        blank_out(&mut text, &flat);
        if !preformatted {
            join_lines(&mut text);
        }
        let mut tokens = tokens(&text);
        read_numbers(&text, &mut tokens);
        if !conventions.nouns.is_empty() {
            loosen(&text, &mut tokens, &conventions.nouns);
        }
        let (readings, amounts, ends) = (conventions.readings, RefCell::default(), OnceCell::new());
        Some(Self { text, flat, tokens, section, preformatted, readings, amounts, ends })
    }

    /// The tokens of the inline code or the formula that a token stands in; all where it stands in none.
    pub fn enclosing(&self, at: usize) -> std::ops::Range<usize> {
        let start = self.tokens[at].range.start;
        let inside = |r: &&designlint_document::Region| {
            matches!(r.kind, RegionKind::Code | RegionKind::Math) && r.range.contains(&start)
        };
        match self.flat.regions.iter().find(inside) {
            Some(region) => {
                let index = |byte: usize| self.tokens.partition_point(|t| t.range.start < byte);
                index(region.range.start)..index(region.range.end)
            }
            None => 0..self.tokens.len(),
        }
    }

    /// Where tokens `from..to` stand in the source.
    pub fn span(&self, range: std::ops::Range<usize>) -> Span {
        self.flat.source_span(range)
    }

    /// The one number that starts at a token, and the index of the token behind it with its nouns: what follows `to`, a
    /// dash or an operator is another number.
    pub fn amount(&self, at: usize) -> Option<(Amount, usize)> {
        let starts = |t: &Token| {
            matches!(
                t.kind,
                TokenKind::Number(_) | TokenKind::Currency(_) | TokenKind::Approximately | TokenKind::Minus
            )
        };
        if !self.tokens.get(at).is_some_and(starts) {
            return None;
        }
        if let Some(known) = self.amounts.borrow().get(&at) {
            return known.clone();
        }
        let found = self.read_amount(at);
        self.amounts.borrow_mut().insert(at, found.clone());
        found
    }

    fn read_amount(&self, at: usize) -> Option<(Amount, usize)> {
        let ends = self.ends.get_or_init(|| self.number_ends());
        let end = ends.get(at + 1).copied().unwrap_or(self.tokens.len());
        amount_at(&self.flat, &self.text, &self.tokens[..end], at).map(|(a, next)| (a.under(self.readings), next))
    }

    fn number_ends(&self) -> Vec<usize> {
        let parts = |t: &Token| match t.kind {
            TokenKind::Word => PARTS.iter().any(|w| t.is_word(&self.text, w)),
            TokenKind::Range | TokenKind::Minus | TokenKind::Plus | TokenKind::Times | TokenKind::Arrow => true,
            _ => false,
        };
        let number = |i: usize| self.tokens.get(i).is_some_and(|t| matches!(t.kind, TokenKind::Number(_)));
        let ends = |i: usize| parts(&self.tokens[i]) || (self.tokens[i].is_word(&self.text, "per") && number(i + 1));
        let mut next = self.tokens.len();
        let mut out: Vec<usize> = (0..self.tokens.len()).collect();
        for i in out.iter_mut().rev() {
            if ends(*i) {
                next = *i;
            }
            *i = next;
        }
        out
    }

    /// The tokens of the sentence, or of the line of a fence, that a part of the text stands in.
    pub fn sentence(&self, part: std::ops::Range<usize>) -> std::ops::Range<usize> {
        let ends = |t: &Token| match t.kind {
            TokenKind::Boundary => matches!(t.text(&self.text), "." | "?" | "!" | "•"),
            TokenKind::Newline => self.preformatted,
            _ => false,
        };
        let (from, to) = (
            self.tokens.partition_point(|t| t.range.start < part.start),
            self.tokens.partition_point(|t| t.range.start < part.end),
        );
        let start = self.tokens[..from].iter().rposition(ends).map_or(0, |i| i + 1);
        let end = self.tokens[to..].iter().position(ends).map_or(self.tokens.len(), |i| to + i);
        start..end
    }
}

/// `64pods`: a noun that counts stands apart from its number, also where no blank does.
fn loosen(text: &str, tokens: &mut [Token], nouns: &[String]) {
    for at in 1..tokens.len() {
        let number = matches!(tokens[at - 1].kind, TokenKind::Number(_));
        let word = tokens[at].kind == TokenKind::Word && nouns.contains(&fold(tokens[at].text(text)));
        if number && word {
            tokens[at - 1].blank_after = true;
            tokens[at].blank_before = true;
        }
    }
}

/// Joins lines of prose that were broken where the next word did not fit, and a unit at the start of a line with the
/// number at the end of the one before, unless it is itself given a value.
pub(crate) fn join_lines(text: &mut String) {
    let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let breaks: Vec<usize> = memchr::memchr_iter(b'\n', text.as_bytes()).collect();
    for at in breaks {
        let (before, behind) = (&text[..at], text[at + 1..].trim_start_matches(' '));
        if goes_on(before, behind, width) || starts_with_unit(before, behind) || is_parted(before, behind, width) {
            text.replace_range(at..=at, " ");
        }
    }
}

/// Shortest line that is broken for its length.
const NARROWEST: usize = 40;

/// Whether a line goes on in the next: its first word did not fit, and starts no sentence, label or definition.
fn goes_on(before: &str, behind: &str, width: usize) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before);
    let word = behind.split([' ', '\n']).next().unwrap_or(behind);
    let fits = line.chars().count() + 1 + word.chars().count() <= width;
    let starts = word.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit() || c == '$');
    let ended = line.trim_end().ends_with(['.', ':', ';', '!', '?', '|']);
    width >= NARROWEST && !fits && starts && !ended && !is_given_value(behind)
}

/// Whether a unit starts the next line that a number ends.
fn starts_with_unit(before: &str, behind: &str) -> bool {
    let word = &behind[..behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len())];
    let measures = word.len() > 1 && designlint_quantity::unit(word).is_some_and(|u| !u.dimension.is_none());
    before.ends_with(|c: char| c.is_ascii_digit()) && measures && !is_given_value(behind)
}

/// `… that is 500 / 0.2` and `s = 2,500 events`: whether a calculation that started on the line before goes on with the unit
/// of its last number. A line of its own assigns: `n = 3 x 4` and `s = 5`.
fn is_parted(before: &str, behind: &str, width: usize) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before);
    let unit = &behind[..behind.find(|c: char| !(c.is_ascii_alphabetic() || c == '/')).unwrap_or(behind.len())];
    let measures = unit.split('/').next().and_then(designlint_quantity::unit).is_some_and(|u| !u.dimension.is_none());
    let related = behind[unit.len()..].trim_start().starts_with(['=', '≈']);
    let number = |c: char| c.is_ascii_digit() || matches!(c, ',' | '.');
    let sum = line.trim_end_matches(number).trim_end();
    if width < NARROWEST || !measures || !related || sum.len() == line.len() {
        return false;
    }
    // A side that names what it assigns starts with the name.
    let starts = [": ", "; ", ", ", "("].iter().filter_map(|mark| Some(sum.rfind(mark)? + mark.len()));
    let clause = &sum[starts.max().unwrap_or(0)..];
    let first = clause.split('=').next().unwrap_or(clause);
    let operator = sum.ends_with(['/', '*', '×', '·', '÷', '+', '-', '−', '=', '≈']) || sum.ends_with(" x");
    let assigns = clause.contains('=') && !first.contains(|c: char| c.is_ascii_digit());
    operator && !assigns
}

/// Whether a line starts with a name that is given a value: `kv_bytes = 3`, `writes: 40`.
fn is_given_value(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let named = line.starts_with(|c: char| c.is_alphabetic());
    named && rest.trim_start().starts_with([':', '=', '≈', '(', '_'])
}

/// Struck text says nothing.
fn blank_out(text: &mut String, flat: &Flat) {
    for region in flat.regions.iter().filter(|r| r.kind == RegionKind::Struck) {
        if let Some(part) = text.get(region.range.clone()) {
            let blank = " ".repeat(part.len());
            text.replace_range(region.range.clone(), &blank);
        }
    }
}

/// Calls `f` on each passage of the document, in order.
pub(crate) fn each_passage(document: &Document, conventions: &Conventions, mut f: impl FnMut(&Passage)) {
    let reader = Reader { document, conventions };
    for entry in document.front_matter.iter().flat_map(|m| &m.entries) {
        reader.literal(&lines_in(&document.source, entry.span), 0, true).iter().for_each(&mut f);
    }
    document.blocks.iter().for_each(|block| reader.block(block, &mut f));
}

/// Calls `f` on each passage of the blocks that touch a span, in order.
pub(crate) fn passages_at(document: &Document, conventions: &Conventions, at: Span, mut f: impl FnMut(&Passage)) {
    let reader = Reader { document, conventions };
    let touching = document.blocks.iter().filter(|b| b.span.start <= at.end && at.start <= b.span.end);
    touching.for_each(|block| reader.block(block, &mut f));
}

/// The lines of a span.
fn lines_in(source: &Source, span: Span) -> Vec<Span> {
    let lines = (source.line_of(span.start)..=source.line_of(span.end)).map(|n| source.line_span(n));
    let inside = |l: Span| {
        let start = l.start.max(span.start);
        Span::new(start, l.end.min(span.end).max(start))
    };
    lines.map(inside).filter(|l| !l.is_empty()).collect()
}

/// Whether a fence of this language holds text rather than a program.
pub(crate) fn is_plain(language: &str) -> bool {
    matches!(language, "" | "text" | "txt" | "plain" | "plaintext" | "math" | "ascii" | "none")
}

/// Makes passages of blocks.
struct Reader<'d> {
    document: &'d Document,
    conventions: &'d Conventions,
}

impl Reader<'_> {
    fn block(&self, block: &Block, f: &mut impl FnMut(&Passage)) {
        match &block.kind {
            BlockKind::Paragraph | BlockKind::Heading | BlockKind::Math => self.prose(block).iter().for_each(f),
            BlockKind::Code { info } => self.code(block, info, f),
            BlockKind::Table(index) => {
                let Some(table) = self.document.tables.get(*index) else { return };
                for cell in table.header.cells.iter().chain(table.rows.iter().flat_map(|r| &r.cells)) {
                    if cell.text.bytes().any(|b| b.is_ascii_digit()) {
                        let flat = self.document.flat_cell(cell);
                        Passage::new(flat, table.section, false, self.conventions).iter().for_each(&mut *f);
                    }
                }
            }
            BlockKind::Html => self.html(block, f),
            BlockKind::Rule => {}
        }
    }

    fn has_digit(&self, lines: &[Span]) -> bool {
        lines.iter().any(|l| self.document.source.slice(*l).bytes().any(|b| b.is_ascii_digit()))
    }

    fn prose(&self, block: &Block) -> Option<Passage> {
        let new = || Passage::new(self.document.flat(block), block.section, false, self.conventions);
        self.has_digit(&block.lines).then(new).flatten()
    }

    /// Lines as they are written.
    fn literal(&self, lines: &[Span], section: usize, preformatted: bool) -> Option<Passage> {
        let flat = || Arc::new(Flat::of(&self.document.source, lines, true));
        self.has_digit(lines).then(|| Passage::new(flat(), section, preformatted, self.conventions)).flatten()
    }

    /// Plain fences are read whole, of diagrams the labels, of program code and configuration the comments.
    fn code(&self, block: &Block, info: &str, f: &mut impl FnMut(&Passage)) {
        let language = info.split([' ', ',', '{']).next().unwrap_or("").to_ascii_lowercase();
        if is_plain(&language) {
            self.literal(&block.lines, block.section, true).iter().for_each(f);
            return;
        }
        if !self.has_digit(&block.lines) {
            return;
        }
        let source = &self.document.source;
        let (parts, preformatted) = match (language.as_str(), marks(&language)) {
            ("mermaid", _) => (labels(source, &block.lines), false),
            (_, Some(marks)) => (comments(source, &block.lines, marks), true),
            _ => return,
        };
        for lines in parts {
            self.literal(&lines, block.section, preformatted).iter().for_each(&mut *f);
        }
    }

    /// Raw HTML without its tags, and its comments; scripts, styles and pictures are no text.
    fn html(&self, block: &Block, f: &mut impl FnMut(&Passage)) {
        let source = &self.document.source;
        let text = source.slice(block.span);
        let foreign = ["<script", "<style", "<svg", "<pre"].iter().any(|tag| text.contains(tag));
        if foreign || !self.has_digit(&block.lines) {
            return;
        }
        let flat = Flat::of(source, &block.lines, false);
        Passage::new(Arc::new(flat), block.section, false, self.conventions).iter().for_each(&mut *f);
        for comment in html_comments(source, block.span) {
            self.literal(&lines_in(source, comment), block.section, false).iter().for_each(&mut *f);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_ends_where_the_next_starts() {
        let document = Document::parse(Source::new("3 to 5 pods per 7 = 8\n"));
        each_passage(&document, &Conventions::default(), |passage| {
            let text = |end: usize| passage.tokens.get(end).map_or("", |t| t.text(&passage.text));
            let ends: Vec<&str> = passage.number_ends().into_iter().map(text).collect();
            assert_eq!(ends, ["to", "to", "per", "per", "per", "", "", ""]);
        });
    }
}
