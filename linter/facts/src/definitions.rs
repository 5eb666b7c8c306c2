//! Named numbers: settings, symbols, `name = value`, "30 layers", "TTFT 0.5 s".

use std::cell::RefCell;

use designlint_document::{Document, Section, Span};
use rustc_hash::FxHashMap;

use crate::Definition;
use crate::formulas::{Amount, Form, Item, Kind, Match, Statement, fold};
use crate::input_index::{InputIndex, NearWord, NearWords, Wanted, starts};
use crate::knowledge::Input;

/// Most words of a name.
const NAME_WORDS: usize = 4;
/// Words that are no part of a name.
const NO_NAME: &[&str] = &[
    "a", "an", "and", "at", "for", "gives", "have", "if", "is", "of", "on", "or", "set", "so", "that", "the", "then",
    "this", "use", "we", "where", "with",
];

/// Words that may stand before a name without being part of it.
const BEFORE_NAME: &[&str] = &[
    "a", "an", "and", "at", "by", "for", "from", "has", "have", "in", "is", "its", "of", "on", "or", "our", "set",
    "sets", "so", "that", "the", "to", "total", "use", "uses", "where", "with",
];

/// A definition with what a formula needs of it.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// What the document says.
    pub definition: Definition,
    /// The input of the formulas that it states.
    pub variable: Option<String>,
    /// The number.
    pub amount: Amount,
    /// Index of its statement.
    pub statement: usize,
    /// The block and the form of its statement.
    pub block: usize,
    /// Whether it holds for its row only.
    pub row: bool,
}

/// The named numbers of a document, in order of the source.
pub(crate) fn named(document: &Document, statements: &[Statement], inputs: &InputIndex) -> Vec<Named> {
    let finder = Finder { document, inputs, near: Near::default() };
    let mut out = finder.front_matter();
    for (at, statement) in statements.iter().enumerate() {
        let mut found = finder.stated(statements, at);
        found.extend(finder.assigned(statement));
        for (definition, variable, amount) in found {
            let row = statement.form == Form::Headed;
            out.push(Named { definition, variable, amount, statement: at, block: statement.block, row });
        }
    }
    out.sort_by_key(|n| (n.definition.value_span, n.definition.span, n.row));
    out.dedup_by(|b, a| {
        a.definition.value_span == b.definition.value_span
            && (a.variable == b.variable && a.definition.key == b.definition.key
                || b.variable.is_none() && a.variable.is_some())
            && (a.row == b.row)
    });
    out
}

type Found = (Definition, Option<String>, Amount);

struct Finder<'a> {
    document: &'a Document,
    inputs: &'a InputIndex,
    near: Near,
}

impl Finder<'_> {
    /// What the phrases of the inputs find.
    fn stated(&self, statements: &[Statement], at: usize) -> Vec<Found> {
        let Some(statement) = statements.get(at) else { return Vec::new() };
        let items = &statement.items;
        let mut out = Vec::new();
        for (i, p, start) in self.inputs.candidates(items) {
            let Some(wanted) = self.inputs.inputs.get(i) else { continue };
            let Some(phrase) = wanted.input.says.get(p) else { continue };
            let fits = |variable: &str, n: usize| {
                let wanted = if variable.is_empty() { Some(wanted) } else { self.inputs.of(variable) };
                wanted.is_some_and(|w| is_stated_at(statement, n, w, phrase.names()))
            };
            for found in starts(start, items).filter_map(|start| phrase.match_at(items, start, &fits)) {
                let near = || phrase.names() || self.near.is(i, self.document, statements, at, &wanted.near);
                if (!phrase.names() || !belongs_to_another(statement, &found)) && near() {
                    self.collect(statement, wanted, &found, &mut out);
                }
            }
        }
        out
    }

    fn collect(&self, statement: &Statement, wanted: &Wanted, found: &Match<'_>, out: &mut Vec<Found>) {
        let items = &statement.items;
        let span = items[found.start..found.end].iter().fold(items[found.start].span, |s, i| s.cover(i.span));
        let of = |variable: &str| if variable.is_empty() { Some(wanted) } else { self.inputs.of(variable) };
        for (variable, item) in &found.slots {
            if let (Some(wanted), Some(amount)) = (of(variable), items[*item].amount()) {
                out.push(found_one(&wanted.input, amount.clone(), items[*item].span, span, statement.section));
            }
        }
        for (variable, value) in &found.constants {
            if let (Some(wanted), Some(amount)) = (of(variable), Amount::of(value)) {
                out.push(found_one(&wanted.input, amount, span, span, statement.section));
            }
        }
    }

    /// `name = value`, also where the value follows from a calculation: `pool = 8 x 16 GB = 128 GB`.
    fn assigned(&self, statement: &Statement) -> Vec<Found> {
        let items = &statement.items;
        let mut out = Vec::new();
        for at in 1..items.len() {
            let is_sign = match &items[at].kind {
                Kind::Relation { about: false } => {
                    statement.form != Form::Headed && matches!(self.document.source.slice(items[at].span), "=" | ":")
                }
                Kind::Cell => statement.form == Form::Row && at == first_cell(items),
                _ => false,
            };
            if !is_sign {
                continue;
            }
            let Some(name) = name_before(self.document, statement, at) else { continue };
            let colon = statement.form == Form::Prose && self.document.source.slice(items[at].span) == ":";
            let Some(value) = value_behind(items, at + 1) else { continue };
            let Some(amount) = items[value].amount() else { continue };
            let text = self.document.source.slice(name).trim_matches('`').to_string();
            let key = key_of(&text);
            let variable = self.called(&key, amount);
            // Behind a colon stands a list as often as a value, so only a known name counts.
            if colon && variable.is_none() {
                continue;
            }
            let definition = Definition {
                name: text,
                key,
                value: amount.quantity.clone(),
                value_span: items[value].span,
                span: name.cover(items[value].span),
                section: statement.section,
            };
            out.push((definition, variable, amount.clone()));
        }
        out
    }

    /// The input that documents call so.
    fn called(&self, key: &str, amount: &Amount) -> Option<String> {
        self.inputs.named(key).find(|wanted| wanted.fits(amount, true)).map(|wanted| wanted.input.variable.clone())
    }

    fn front_matter(&self) -> Vec<Named> {
        let entries = self.document.front_matter.iter().flat_map(|f| &f.entries);
        entries
            .filter_map(|entry| {
                let amount = Amount::of(entry.value.trim())?;
                let name = entry.key.rsplit('.').next()?.to_string();
                let key = key_of(&name);
                let variable = self.called(&key, &amount);
                let value = amount.quantity.clone();
                let definition = Definition { name, key, value, value_span: entry.span, span: entry.span, section: 0 };
                Some(Named { definition, variable, amount, statement: usize::MAX, block: usize::MAX, row: false })
            })
            .collect()
    }
}

fn found_one(input: &Input, amount: Amount, value_span: Span, span: Span, section: usize) -> Found {
    let name = input.words.first().unwrap_or(&input.name).clone();
    let definition = Definition {
        key: key_of(&name),
        name,
        value: amount.quantity.clone(),
        value_span,
        span: span.cover(value_span),
        section,
    };
    (definition, Some(input.variable.clone()), amount)
}

/// A name as it is looked up: lower case, singular, `_`, `-` and `/` as blanks.
pub(crate) fn key_of(name: &str) -> String {
    let words = name
        .split(|c: char| c.is_whitespace() || matches!(c, '_' | '-' | '/' | '.' | '`' | '*' | '$' | '\\' | '{' | '}'));
    words.filter(|w| !w.is_empty()).map(fold).collect::<Vec<_>>().join(" ")
}

/// Whether the number at an item can be an input: its unit fits, and no operator follows.
fn is_stated_at(statement: &Statement, at: usize, wanted: &Wanted, names: bool) -> bool {
    let operator = || statement.items.get(at + 1).is_some_and(|i| i.kind == Kind::Operator);
    statement.items[at].amount().is_some_and(|a| wanted.fits(a, names) && !operator())
}

/// `8 KV heads 128`: the name belongs to the number before it. `KV heads = 8`: the name is longer than `heads`.
fn belongs_to_another(statement: &Statement, found: &Match<'_>) -> bool {
    let starts_with_name = statement.items[found.start].kind == Kind::Word;
    let before = found.start.checked_sub(1).and_then(|i| statement.items.get(i));
    let longer = |i: &Item| i.kind == Kind::Word && !BEFORE_NAME.contains(&i.raw.as_str());
    starts_with_name && before.is_some_and(|i| i.amount().is_some() || longer(i))
}

/// Which words are near which blocks, as far as asked: the answer is the same for all statements of a block.
#[derive(Default)]
pub(crate) struct Near(RefCell<FxHashMap<(usize, usize, usize), bool>>);

impl Near {
    /// Whether one of the words of an input or a formula, told by its index, stands near a statement.
    pub fn is(&self, of: usize, document: &Document, statements: &[Statement], at: usize, near: &NearWords) -> bool {
        let words = near.words();
        let Some(statement) = statements.get(at).filter(|_| !words.is_empty()) else { return words.is_empty() };
        let key = (of, statement.block, statement.section);
        if let Some(known) = self.0.borrow().get(&key) {
            return *known;
        }
        let near = is_near(document, statements, at, words);
        self.0.borrow_mut().insert(key, near);
        near
    }
}

/// Whether one of the words stands in the paragraph, the heading or a heading above.
fn is_near(document: &Document, statements: &[Statement], at: usize, words: &[NearWord]) -> bool {
    let Some(statement) = statements.get(at) else { return false };
    let paragraph = statements[..at]
        .iter()
        .rev()
        .take_while(|s| s.block == statement.block)
        .chain(statements[at..].iter().take_while(|s| s.block == statement.block));
    let said = words.iter().any(|w| paragraph.clone().any(|s| holds(&s.items, &w.words)));
    said || headings(&document.sections, statement.section).any(|title| {
        let title = format!(" {} ", key_of(title));
        words.iter().any(|w| title.contains(&w.bounded))
    })
}

fn holds(items: &[Item], words: &[String]) -> bool {
    items.windows(words.len()).any(|w| w.iter().zip(words).all(|(i, word)| i.word == *word))
}

/// The heading of a section and those above it.
pub(crate) fn headings(sections: &[Section], from: usize) -> impl Iterator<Item = &str> {
    let first = sections.get(from);
    std::iter::successors(first, |s| s.parent.and_then(|p| sections.get(p))).map(|s| s.title.as_str())
}

fn first_cell(items: &[Item]) -> usize {
    items.iter().position(|i| i.kind == Kind::Cell).unwrap_or(0)
}

/// The name that ends before an item.
fn name_before(document: &Document, statement: &Statement, at: usize) -> Option<Span> {
    let items = &statement.items;
    let words = items[..at].iter().rev().take_while(|i| i.kind == Kind::Word && !NO_NAME.contains(&i.raw.as_str()));
    let words: Vec<&Item> = words.collect();
    let before = at.checked_sub(words.len() + 1).and_then(|i| items.get(i));
    // `100 - z = 40` takes z away.
    let minuend = || items[..at - words.len() - 1].last().is_some_and(|i| i.amount().is_some());
    let bound = before.is_some_and(|i| match i.kind {
        Kind::Number(_) | Kind::Operator | Kind::Close | Kind::Other => true,
        Kind::Dash => matches!(document.source.slice(i.span), "-" | "−") && minuend(),
        _ => false,
    });
    if words.is_empty() || words.len() > NAME_WORDS * 2 || bound {
        return None;
    }
    let (mut first, last) = (*words.last()?, *words.first()?);
    // An identifier is the whole name: `kv_blocks` in "the engine sets kv_blocks = 2048".
    let joined = |w: &&[&Item]| !is_spaced(document, w[1], w[0]);
    let parts = words.windows(2).take_while(joined).count();
    if parts > 0 || last.span.len() <= 2 {
        first = words.get(parts)?;
    }
    Some(first.span.cover(last.span))
}

/// Whether a blank stands between two items.
fn is_spaced(document: &Document, first: &Item, last: &Item) -> bool {
    document.source.slice(first.span.cover(last.span)).contains(char::is_whitespace)
}

/// The number a name has: right behind the sign, or behind the last sign of a calculation.
fn value_behind(items: &[Item], from: usize) -> Option<usize> {
    let mut at = from;
    for _ in 0..4 {
        // `1,250 keys x 48 B` is the start of a calculation.
        let behind = items[at..].iter().skip(1).find(|i| i.kind != Kind::Word);
        let alone = items.get(at)?.amount().is_some() && behind.is_none_or(|i| i.kind != Kind::Operator);
        if alone {
            return Some(at);
        }
        let passes = |k: &Kind| matches!(k, Kind::Number(_) | Kind::Word | Kind::Operator | Kind::Open | Kind::Close);
        let side = items[at..].iter().take_while(|i| passes(&i.kind)).count();
        let sign = items.get(at + side)?;
        if side == 0 || !matches!(sign.kind, Kind::Relation { .. }) {
            return None;
        }
        at += side + 1;
    }
    None
}

#[cfg(test)]
#[path = "definitions_tests.rs"]
mod tests;
