//! Calculations in names: `TPOT = t_step / efficiency`, with or without a number behind them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use designlint_document::{Block, BlockKind, Document, Flat, RegionKind, Span};
use designlint_quantity::{Expression, Quantity, Relation, Token, TokenKind, parse_until, tokens};

use super::{Node, labels};
use crate::{claims::is_plain, definitions::key_of};

/// Longest text that is read at once, in bytes.
const LONGEST: usize = 1 << 16;

/// A calculation in names.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// What it gives a value.
    pub name: String,
    /// The calculation.
    pub expression: Expression,
    /// Where it stands.
    pub span: Span,
    /// Its text, blanks folded.
    pub text: String,
    /// The number behind it, with its place.
    pub stated: Option<(Span, Quantity)>,
    /// Index of its section.
    pub section: usize,
}

/// The calculations in names of a document, in order of the source.
pub(super) fn formulas(document: &Document) -> Vec<Found> {
    let mut out = Vec::new();
    for block in &document.blocks {
        match &block.kind {
            BlockKind::Paragraph => prose(document, block, &mut out),
            BlockKind::Math => whole(&document.flat(block), block.section, &mut out),
            BlockKind::Code { info } => {
                let language = info.split([' ', ',', '{']).next().unwrap_or("").to_ascii_lowercase();
                if is_plain(&language) {
                    whole(&Arc::new(Flat::of(&document.source, &block.lines, true)), block.section, &mut out);
                }
            }
            BlockKind::Table(at) => {
                let cells = document.tables.get(*at).into_iter().flat_map(|t| t.rows.iter().flat_map(|r| &r.cells));
                for cell in cells.filter(|c| c.text.contains('=')) {
                    whole(&document.flat_cell(cell), block.section, &mut out);
                }
            }
            _ => {}
        }
    }
    out
}

/// The formulas that come from a number: one stands behind them, or one of their names has one, or follows from one that has.
/// The others, such as `address = user.address`, calculate nothing.
pub(super) fn grounded(found: Vec<Found>, nodes: &[Node]) -> Vec<Found> {
    let names = nodes.iter().filter(|n| n.value.is_some()).flat_map(|n| n.names.iter().chain(&n.also));
    let mut known: BTreeSet<String> = names.map(|name| key_of(name)).collect();
    let mut waiting: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut taken = vec![false; found.len()];
    let mut ready = Vec::new();
    for (at, formula) in found.iter().enumerate() {
        let symbols: Vec<String> = formula.expression.symbols().iter().map(|(name, _)| key_of(name)).collect();
        if formula.stated.is_some() || symbols.iter().any(|key| known.contains(key)) {
            ready.push(at);
        }
        symbols.into_iter().for_each(|key| waiting.entry(key).or_default().push(at));
    }
    while let Some(at) = ready.pop() {
        let key = key_of(&found[at].name);
        if !std::mem::replace(&mut taken[at], true) && known.insert(key.clone()) {
            ready.extend(waiting.remove(&key).unwrap_or_default());
        }
    }
    found.into_iter().zip(taken).filter_map(|(formula, taken)| taken.then_some(formula)).collect()
}

/// Of prose what is marked as code or as math.
fn prose(document: &Document, block: &Block, out: &mut Vec<Found>) {
    let signs = |l: &Span| document.source.slice(*l).contains('=');
    if !block.lines.iter().any(signs) {
        return;
    }
    let flat = document.flat(block);
    let marked = flat.regions.iter().filter(|r| matches!(r.kind, RegionKind::Code | RegionKind::Math));
    for region in marked {
        formulas_in(&flat, region.range.clone(), block.section, out);
    }
}

fn whole(flat: &Arc<Flat>, section: usize, out: &mut Vec<Found>) {
    if flat.text.contains('=') && flat.text.len() <= LONGEST {
        formulas_in(flat, 0..flat.text.len(), section, out);
    }
}

fn formulas_in(flat: &Flat, range: std::ops::Range<usize>, section: usize, out: &mut Vec<Found>) {
    let Some(text) = flat.text.get(range.clone()) else { return };
    let tokens = tokens(text);
    for at in 0..tokens.len() {
        if tokens[at].kind != TokenKind::Relation(Relation::Equal) || tokens[at].text(text) != "=" {
            continue;
        }
        let Some(name) = name_before(text, &tokens, at) else { continue };
        let end = line_end(&tokens, at);
        let Some(parsed) = parse_until(text, &tokens, at + 1, end) else { continue };
        let expression = parsed.expression;
        let ends = tokens.get(parsed.next).filter(|_| parsed.next < end).is_none_or(|t| {
            matches!(t.kind, TokenKind::Relation(_) | TokenKind::Boundary | TokenKind::Comma | TokenKind::Newline)
        });
        let computes = expression.computes() || matches!(expression, Expression::Symbol(..));
        if !ends || parsed.cut_off || !computes || expression.symbols().is_empty() {
            continue;
        }
        let place = range.start + parsed.range.start..range.start + parsed.range.end;
        let folded = text[parsed.range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        let stated = stated(flat, text, range.start, &tokens, parsed.next);
        out.push(Found { name, expression, span: flat.source_span(place), text: folded, stated, section });
    }
}

/// The number behind a sign at a token, where nothing but it stands there.
fn stated(flat: &Flat, text: &str, from: usize, tokens: &[Token], at: usize) -> Option<(Span, Quantity)> {
    let about = matches!(tokens.get(at)?.kind, TokenKind::Relation(Relation::Equal | Relation::About));
    let end = line_end(tokens, at);
    let parsed = parse_until(text, tokens, at + 1, end).filter(|p| about && !p.cut_off)?;
    let literal = parsed.expression.as_literal()?;
    let goes_on = tokens.get(parsed.next).is_some_and(|t| matches!(t.kind, TokenKind::Relation(_)));
    let place = from + literal.range.start..from + literal.range.end;
    (!goes_on).then(|| (flat.source_span(place), Quantity::of(literal, text)))
}

/// The name that a line or a sentence starts with, up to the sign.
fn name_before(text: &str, tokens: &[Token], at: usize) -> Option<String> {
    let starts = |t: &Token| matches!(t.kind, TokenKind::Newline | TokenKind::Boundary | TokenKind::Comma);
    let from = tokens[..at].iter().rposition(starts).map_or(0, |i| i + 1);
    let words = &tokens[from..at];
    let plain = words.iter().all(|t| matches!(t.kind, TokenKind::Word));
    let (first, last) = (words.first()?, words.last()?);
    plain.then(|| labels::label(&text[first.range.start..last.range.end])).flatten()
}

/// The end of a line, or of the lines that go on with an operator.
fn line_end(tokens: &[Token], at: usize) -> usize {
    let operator = |t: Option<&Token>| {
        t.is_some_and(|t| matches!(t.kind, TokenKind::Plus | TokenKind::Times | TokenKind::Over | TokenKind::Minus))
    };
    let ends = |i: &usize| {
        tokens[*i].kind == TokenKind::Newline
            && !operator(tokens.get(i + 1))
            && !operator(tokens.get(i.wrapping_sub(1)))
    };
    (at + 1..tokens.len()).find(ends).unwrap_or(tokens.len())
}
