//! What the readers of services share: numbers in words, words of a section, the nearest quantity.

use designlint_document::{Document, Span};
use designlint_quantity::Rational;

use super::Reader;
use crate::definitions::{Named, headings};
use crate::formulas::{Amount, Item, Kind, Statement};
use crate::lookup::{Nearness, Place, nearest};
use crate::text::has_word;

/// Makes numbers of small numbers in words, as in "two regions", and a word of "times" where nothing is multiplied, as in
/// "retried 3 times".
pub(super) fn count(document: &Document, out: &mut Statement) {
    for at in 0..out.items.len() {
        let factor = out.items.get(at + 1).is_some_and(|i| i.amount().is_some());
        let item = &mut out.items[at];
        if item.kind == Kind::Operator && !factor && document.source.slice(item.span).eq_ignore_ascii_case("times") {
            *item = Item::word("times", item.span);
        }
    }
    for item in out.items.iter_mut().filter(|i| i.kind == Kind::Word) {
        if let Some(amount) = digit(&item.raw).and_then(Amount::of) {
            let number = Amount { text: item.raw.to_string(), ..amount };
            *item = Item::sign(Kind::Number(Box::new(number)), item.span);
        }
    }
}

fn digit(word: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 11] = [
        ("two", "2"),
        ("three", "3"),
        ("four", "4"),
        ("five", "5"),
        ("six", "6"),
        ("seven", "7"),
        ("eight", "8"),
        ("nine", "9"),
        ("ten", "10"),
        ("twelve", "12"),
        ("twenty", "20"),
    ];
    WORDS.iter().find(|(name, _)| *name == word).map(|(_, digits)| *digits)
}

/// Whether a text holds one of the words as whole words. Both in lower case.
pub(super) fn has_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|w| has_word(text, w))
}

/// A span of the source in lower case without marks.
pub(super) fn said(document: &Document, span: Span) -> String {
    crate::text::plain(document.source.slice(span)).to_lowercase()
}

/// The titles of a section and of those above it, in lower case.
pub(super) fn titles(document: &Document, section: usize) -> String {
    headings(&document.sections, section).collect::<Vec<_>>().join(" / ").to_lowercase()
}

/// The text of a section without its sub-sections, its titles before it, in lower case.
pub(super) fn section_text(document: &Document, section: usize) -> String {
    let body = document.sections.get(section).map_or("", |s| document.source.slice(s.body));
    format!("{}\n{}", titles(document, section), body.to_lowercase())
}

impl Reader<'_> {
    /// The quantity that a place means: the nearest in its section or in one above.
    pub fn near(&self, variable: &str, place: Place, accept: &dyn Fn(&Named) -> bool) -> Option<&Named> {
        let of = self.lookup.of(variable).iter().copied().filter(|n| accept(n));
        nearest(of, place, self.lookup.sections).filter(|(_, near)| *near <= Nearness::Above).map(|(named, _)| named)
    }
}

/// Where a quantity is stated.
pub(super) fn place(named: &Named) -> Place {
    Place { statement: named.statement, block: named.block, section: named.definition.section }
}

/// Whether a quantity counts whole things, at least `least`.
pub(super) fn counts(named: &Named, least: u8) -> bool {
    let value = &named.definition.value.value;
    value.is_int() && *value >= Rational::from(least)
}
