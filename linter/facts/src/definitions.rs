//! Named numbers: settings, symbols, `name = value`, "30 layers", "TTFT 0.5 s".

use std::cell::RefCell;
use std::collections::HashMap;

use designlint_document::{Document, Section, Span};
use designlint_quantity::{Dimension, Rational};

use crate::Definition;
use crate::formulas::{Amount, Form, Item, Kind, Match, Statement, fold};
use crate::knowledge::{Input, Knowledge};

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

/// All quantities that sentences can state, each variable once, in order.
pub(crate) fn inputs(knowledge: &Knowledge) -> Vec<&Input> {
    let mut out: Vec<&Input> = Vec::new();
    for input in knowledge.quantities.iter().chain(knowledge.formulas.iter().flat_map(|f| &f.inputs)) {
        if !out.iter().any(|i| i.variable == input.variable) {
            out.push(input);
        }
    }
    out
}

/// The named numbers of a document, in order of the source.
pub(crate) fn named(document: &Document, statements: &[Statement], inputs: &[&Input]) -> Vec<Named> {
    let finder = Finder { document, inputs, index: index(inputs), names: names(inputs), near: Near::default() };
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
    inputs: &'a [&'a Input],
    /// Input and phrase by the first word of the phrase.
    index: HashMap<&'a str, Vec<(usize, usize)>>,
    /// Inputs by the names that documents use, folded.
    names: HashMap<String, Vec<&'a Input>>,
    near: Near,
}

fn names<'a>(inputs: &[&'a Input]) -> HashMap<String, Vec<&'a Input>> {
    let mut out: HashMap<String, Vec<&Input>> = HashMap::new();
    for input in inputs {
        for word in &input.words {
            out.entry(key_of(word)).or_default().push(input);
        }
    }
    out
}

fn index<'a>(inputs: &[&'a Input]) -> HashMap<&'a str, Vec<(usize, usize)>> {
    let mut out: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
    for (i, input) in inputs.iter().enumerate() {
        for (p, phrase) in input.says.iter().enumerate() {
            for word in phrase.key_words() {
                out.entry(word.as_str()).or_default().push((i, p));
            }
        }
    }
    out
}

impl Finder<'_> {
    /// What the phrases of the inputs find.
    fn stated(&self, statements: &[Statement], at: usize) -> Vec<Found> {
        let Some(statement) = statements.get(at) else { return Vec::new() };
        let words = statement.items.iter().filter(|i| i.kind == Kind::Word);
        let mut candidates: Vec<(usize, usize)> =
            words.flat_map(|i| self.index.get(i.word.as_str()).into_iter().flatten().copied()).collect();
        candidates.sort_unstable();
        candidates.dedup();
        let mut out = Vec::new();
        for (i, p) in candidates {
            let input = self.inputs[i];
            let Some(phrase) = input.says.get(p) else { continue };
            if !phrase.names() && !self.near.is(i, self.document, statements, at, &input.near) {
                continue;
            }
            let fits = |variable: &str, n: usize| {
                let wanted = if variable.is_empty() { Some(input) } else { self.input(variable) };
                wanted.is_some_and(|w| is_stated_at(statement, n, w, phrase.names()))
            };
            for found in phrase.matches(&statement.items, &fits) {
                if phrase.names() && belongs_to_another(statement, &found) {
                    continue;
                }
                self.collect(statement, input, &found, &mut out);
            }
        }
        out
    }

    fn input(&self, variable: &str) -> Option<&Input> {
        self.inputs.iter().find(|i| i.variable == variable).copied()
    }

    fn collect(&self, statement: &Statement, input: &Input, found: &Match, out: &mut Vec<Found>) {
        let items = &statement.items;
        let span = items[found.start..found.end].iter().fold(items[found.start].span, |s, i| s.cover(i.span));
        for (variable, item) in &found.slots {
            let of = if variable.is_empty() { Some(input) } else { self.input(variable) };
            if let (Some(input), Some(amount)) = (of, items[*item].amount()) {
                out.push(found_one(input, amount.clone(), items[*item].span, span, statement.section));
            }
        }
        for (variable, value) in &found.constants {
            let of = if variable.is_empty() { Some(input) } else { self.input(variable) };
            if let (Some(input), Some(amount)) = (of, Amount::of(value)) {
                out.push(found_one(input, amount, span, span, statement.section));
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
        self.names.get(key)?.iter().find(|i| fits(i, amount, true)).map(|i| i.variable.clone())
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
fn is_stated_at(statement: &Statement, at: usize, input: &Input, names: bool) -> bool {
    let operator = statement.items.get(at + 1).is_some_and(|i| i.kind == Kind::Operator);
    statement.items[at].amount().is_some_and(|a| !operator && fits(input, a, names))
}

/// Whether an amount has the unit of an input; a bare number takes it where `bare` allows that.
pub(crate) fn fits(input: &Input, amount: &Amount, bare: bool) -> bool {
    let share = amount.literal().is_some_and(|l| l.suffix.share.is_some());
    let quantity = &amount.quantity;
    let unit = match input.unit.as_str() {
        "" => quantity.dimension.is_none() && !share,
        "%" => {
            let between = quantity.value > Rational::ZERO && quantity.value < Rational::ONE;
            quantity.dimension.is_none() && (share || between)
        }
        unit if quantity.dimension == unit_dimension(unit) => true,
        _ => bare && !input.strict && amount.is_bare() && quantity.dimension.is_none(),
    };
    let large = || Amount::of(&input.least).is_none_or(|least| quantity.value >= least.quantity.value);
    unit && (input.least.is_empty() || large())
}

/// The dimension of a unit as packs write it: `s`, `B/s`, `/s`.
pub(crate) fn unit_dimension(unit: &str) -> Dimension {
    let of = |word: &str| designlint_quantity::unit(word).map_or(Dimension::NONE, |u| u.dimension);
    let mut words = unit.split('/');
    let above = words.next().map_or(Dimension::NONE, of);
    words.fold(above, |dimension, word| dimension.plus(of(word), -1))
}

/// `8 KV heads 128`: the name belongs to the number before it. `KV heads = 8`: the name is longer than `heads`.
fn belongs_to_another(statement: &Statement, found: &Match) -> bool {
    let starts_with_name = statement.items[found.start].kind == Kind::Word;
    let before = found.start.checked_sub(1).and_then(|i| statement.items.get(i));
    let longer = |i: &Item| i.kind == Kind::Word && !BEFORE_NAME.contains(&i.raw.as_str());
    starts_with_name && before.is_some_and(|i| i.amount().is_some() || longer(i))
}

/// Which words are near which blocks, as far as asked: the answer is the same for all statements of a block.
#[derive(Default)]
pub(crate) struct Near(RefCell<HashMap<(usize, usize, usize), bool>>);

impl Near {
    /// Whether one of the words of an input or a formula, told by its index, stands near a statement.
    pub fn is(&self, of: usize, document: &Document, statements: &[Statement], at: usize, words: &[String]) -> bool {
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
fn is_near(document: &Document, statements: &[Statement], at: usize, words: &[String]) -> bool {
    let Some(statement) = statements.get(at) else { return false };
    let paragraph = statements[..at]
        .iter()
        .rev()
        .take_while(|s| s.block == statement.block)
        .chain(statements[at..].iter().take_while(|s| s.block == statement.block));
    let said = words.iter().any(|w| {
        let folded: Vec<String> = key_of(w).split(' ').map(str::to_string).collect();
        paragraph.clone().any(|s| holds(&s.items, &folded))
    });
    said || headings(&document.sections, statement.section).any(|title| {
        let title = format!(" {} ", key_of(title));
        words.iter().any(|w| title.contains(&format!(" {} ", key_of(w))))
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
    let bound = before.is_some_and(|i| matches!(i.kind, Kind::Number(_) | Kind::Operator | Kind::Close | Kind::Other));
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
