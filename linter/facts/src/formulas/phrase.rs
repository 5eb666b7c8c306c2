//! Sentences with places for numbers, as packs write them.

use std::sync::OnceLock;

use super::statement::{Item, Kind, fold};

/// Most items between two parts of a phrase.
const GAP: usize = 8;
/// Most items that link a name to its number.
const LINK: usize = 6;

/// A sentence with places for numbers, compared word by word without case and plural.
///
/// `requests arrive at {}`: `{}` is the number that the phrase is about, `{period}` the number of another variable.
/// `holds|fits`: one of the words; `the?`: a word that may be missing; `=`: what links a name to its value, such as `:`,
/// `=`, "is", "of" or the next cell; `..`: up to eight words but no number; `{window=1 h}`, `{=1 h}`: nothing in the text, but
/// a value all the same.
#[derive(Clone, Debug, Default)]
pub struct Phrase {
    source: String,
    names: bool,
    hint: bool,
    compiled: OnceLock<Vec<Element>>,
}

/// A part of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Word(Vec<String>),
    Maybe(Vec<String>),
    Slot(String),
    Constant(String, String),
    Link,
    Gap,
}

/// A place of a statement that says what a phrase says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Match<'p> {
    /// Item by variable; the number itself under the empty name.
    pub slots: Vec<(&'p str, usize)>,
    /// Values that the phrase brings along.
    pub constants: Vec<(&'p str, &'p str)>,
    /// Whether an approximation sign links name and number.
    pub about: bool,
    /// First item.
    pub start: usize,
    /// The item behind the last.
    pub end: usize,
}

impl Match<'_> {
    /// The item of the number itself.
    pub fn result(&self) -> Option<usize> {
        self.slot("")
    }

    /// The item of a variable.
    pub fn slot(&self, variable: &str) -> Option<usize> {
        self.slots.iter().find(|(v, _)| *v == variable).map(|(_, at)| *at)
    }
}

/// Whether the item at an index can be the number of a variable.
pub(crate) type Fits<'f> = dyn Fn(&str, usize) -> bool + 'f;

impl Phrase {
    /// Takes the phrase as written.
    pub fn new(source: impl Into<String>) -> Self {
        Self { source: source.into(), names: false, hint: false, compiled: OnceLock::new() }
    }

    /// The phrase as written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// A phrase that tells only together with a known mistake.
    pub fn hint(source: impl Into<String>) -> Self {
        Self { hint: true, ..Self::new(source) }
    }

    /// The phrases in which a name states a number: `layers = 30`, `layers 30`, `30 layers`.
    pub fn naming(name: &str) -> [Self; 3] {
        let of = |source: String| Self { names: true, ..Self::new(source) };
        [of(format!("{name} = {{}}")), of(format!("{name} {{}}")), of(format!("{{}} {name}"))]
    }

    /// The variables it has places or values for, its own number not.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.elements().iter().filter_map(|e| match e {
            Element::Slot(v) | Element::Constant(v, _) => Some(v.as_str()).filter(|v| !v.is_empty()),
            _ => None,
        })
    }

    /// Whether it tells only together with a known mistake.
    pub(crate) fn is_hint(&self) -> bool {
        self.hint
    }

    /// Whether it goes on behind the number itself with a word that must stand there.
    pub(crate) fn names_what_result_counts(&self) -> bool {
        let is_number = |e: &Element| matches!(e, Element::Slot(variable) if variable.is_empty());
        self.elements().windows(2).any(|pair| is_number(&pair[0]) && matches!(pair[1], Element::Word(_)))
    }

    /// Whether it is a bare name with its number.
    pub(crate) fn names(&self) -> bool {
        self.names
    }

    pub(crate) fn elements(&self) -> &[Element] {
        self.compiled.get_or_init(|| compile(&self.source))
    }

    /// The words of which one must stand in a statement for the phrase to match.
    pub(crate) fn key_words(&self) -> &[String] {
        self.elements()
            .iter()
            .find_map(|e| match e {
                Element::Word(words) => Some(words.as_slice()),
                _ => None,
            })
            .unwrap_or(&[])
    }

    /// How many items stand before the first of its key words; none where that varies.
    pub(crate) fn key_offset(&self) -> Option<usize> {
        let mut offset = 0;
        for element in self.elements() {
            match element {
                Element::Word(_) => return Some(offset),
                Element::Slot(_) => offset += 1,
                Element::Constant(..) => {}
                Element::Maybe(_) | Element::Link | Element::Gap => return None,
            }
        }
        None
    }

    /// Whether it has a place for a number of the text.
    pub(crate) fn takes_numbers(&self) -> bool {
        self.elements().iter().any(|e| matches!(e, Element::Slot(_)))
    }

    /// Where the statement says it, from left to right.
    pub(crate) fn matches<'p>(&'p self, items: &[Item], fits: &Fits<'_>) -> Vec<Match<'p>> {
        (0..items.len()).filter_map(|start| self.match_at(items, start, fits)).collect()
    }

    /// What the statement says from an item on.
    pub(crate) fn match_at<'p>(&'p self, items: &[Item], start: usize, fits: &Fits<'_>) -> Option<Match<'p>> {
        step(self.elements(), items, start, Match { start, ..Match::default() }, fits)
    }
}

fn compile(source: &str) -> Vec<Element> {
    let mut out = Vec::new();
    let mut rest = source.trim();
    while !rest.is_empty() {
        let end = match rest.strip_prefix('{') {
            Some(inner) => inner.find('}').map_or(rest.len(), |e| e + 2),
            None => rest.find(' ').unwrap_or(rest.len()),
        };
        part(&rest[..end], &mut out);
        rest = rest[end..].trim_start();
    }
    out
}

fn part(text: &str, out: &mut Vec<Element>) {
    if let Some(inner) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
        out.push(match inner.split_once('=') {
            Some((variable, value)) => Element::Constant(variable.trim().to_string(), value.trim().to_string()),
            None => Element::Slot(inner.trim().to_string()),
        });
        return;
    }
    match text {
        "=" => out.push(Element::Link),
        ".." => out.push(Element::Gap),
        _ => match text.strip_suffix('?') {
            Some(words) => out.push(Element::Maybe(words.split('|').map(fold).collect())),
            None if text.contains('|') => out.push(Element::Word(text.split('|').map(fold).collect())),
            None => {
                let words = text.split(['_', '-', '/', '.']).filter(|w| !w.is_empty());
                out.extend(words.map(|w| Element::Word(vec![fold(w)])));
            }
        },
    }
}

fn step<'p>(
    elements: &'p [Element],
    items: &[Item],
    at: usize,
    so_far: Match<'p>,
    fits: &Fits<'_>,
) -> Option<Match<'p>> {
    let Some((first, rest)) = elements.split_first() else { return Some(Match { end: at, ..so_far }) };
    let item = items.get(at);
    match first {
        Element::Word(words) => {
            item.filter(|i| i.is_one_of(words)).and_then(|_| step(rest, items, at + 1, so_far, fits))
        }
        Element::Maybe(words) => {
            let with =
                item.filter(|i| i.is_one_of(words)).and_then(|_| step(rest, items, at + 1, so_far.clone(), fits));
            with.or_else(|| step(rest, items, at, so_far, fits))
        }
        Element::Slot(variable) => {
            let mut found = so_far;
            item.filter(|_| fits(variable, at))?;
            found.slots.push((variable, at));
            step(rest, items, at + 1, found, fits)
        }
        Element::Constant(variable, value) => {
            let mut found = so_far;
            found.constants.push((variable, value));
            step(rest, items, at, found, fits)
        }
        Element::Link => link(rest, items, at, so_far, fits),
        Element::Gap => (at..=items.len().min(at + GAP))
            .take_while(|&end| items[at..end].iter().all(Item::may_be_passed))
            .find_map(|end| step(rest, items, end, so_far.clone(), fits)),
    }
}

/// What stands between a name and its value: a note in brackets, then at least one sign or word that links.
fn link<'p>(rest: &'p [Element], items: &[Item], at: usize, so_far: Match<'p>, fits: &Fits<'_>) -> Option<Match<'p>> {
    let mut here = note(items, at);
    let (mut linked, mut about) = (false, so_far.about);
    for _ in 0..LINK {
        let Some(item) = items.get(here) else { break };
        match &item.kind {
            Kind::Relation { about: sign } => {
                linked = true;
                about |= sign;
            }
            Kind::Cell => linked = true,
            Kind::Word if LINKS.contains(&item.word.as_str()) => linked = true,
            Kind::Word if FILLERS.contains(&item.word.as_str()) => {}
            _ => break,
        }
        here += 1;
    }
    if !linked {
        return None;
    }
    step(rest, items, here, Match { about, ..so_far }, fits)
}

/// `(float16)` behind a name.
fn note(items: &[Item], at: usize) -> usize {
    if items.get(at).is_none_or(|i| i.kind != Kind::Open) {
        return at;
    }
    let inside =
        items[at + 1..].iter().take(LINK).take_while(|i| matches!(i.kind, Kind::Word | Kind::Comma | Kind::Other));
    let end = at + 1 + inside.count();
    if items.get(end).is_some_and(|i| i.kind == Kind::Close) { end + 1 } else { at }
}

const LINKS: &[&str] = &[
    "is", "are", "was", "were", "be", "equal", "of", "at", "to", "give", "make", "come", "amount", "take", "hold",
    "need", "mean", "occupy", "cost", "use",
];
const FILLERS: &[&str] =
    &["a", "an", "the", "only", "just", "total", "exactly", "then", "now", "in", "full", "so", "about", "set", "up"];

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use super::*;
    use crate::formulas::statements;

    /// What a phrase finds in a sentence: each slot with its number.
    fn found(phrase: &str, text: &str) -> Vec<String> {
        let phrase = Phrase::new(phrase);
        let mut out = Vec::new();
        for statement in statements(&Document::parse(Source::new(text)), designlint_quantity::Convention::default()) {
            let items = &statement.items;
            let number = |_: &str, at: usize| items[at].amount().is_some();
            for found in phrase.matches(items, &number) {
                let slot = |(name, at): &(&str, usize)| {
                    format!("{name}={}", items[*at].amount().map_or("", |a| a.text.as_str()))
                };
                let slots: Vec<String> = found.slots.iter().map(slot).collect();
                let constants = found.constants.iter().map(|(name, value)| format!("{name}:{value}"));
                out.push(slots.into_iter().chain(constants).collect::<Vec<_>>().join(" "));
            }
        }
        out
    }

    #[test]
    fn words_without_case_plural_and_joints() {
        assert_eq!(found("{} kv heads", "8 KV heads, 9 `kv_head`, 7 heads"), ["=8", "=9"]);
        assert_eq!(found("{} key/value heads", "3 key/value heads"), ["=3"]);
        assert_eq!(found("{} token sequences", "many 512-token sequences"), ["=512"]);
    }

    #[test]
    fn a_link_between_name_and_value() {
        for text in [
            "block size: 16",
            "block_size = 16",
            "A block size of 16",
            "the block size is only 16",
            "block size (tokens): 16",
        ] {
            assert_eq!(found("block size = {}", text), ["=16"], "{text}");
        }
        assert_eq!(found("block size = {}", "| name | value |\n|---|---|\n| block size | 32 |"), ["=32"]);
        assert_eq!(found("block size = {}", "block size 16"), [""; 0]);
        assert_eq!(found("block size = {}", "block size < 16"), [""; 0]);
    }

    #[test]
    fn gaps_alternatives_and_constants() {
        let phrase = "{objective} .. over|in {period} leaves|allows .. {}";
        let text = "99.9% of requests without a 5xx over 30 days leaves a budget of 43.2 min.";
        assert_eq!(found(phrase, text), ["objective=99.9% period=30 days =43.2 min"]);
        assert_eq!(
            found("{burn} burn spends {} .. per hour {window=1 h}", "A 14.4x burn spends 1/50 of it per hour."),
            ["burn=14.4x =1/50 window:1 h"]
        );
        assert_eq!(found("{} the? end", "3 end. 4 the end. 5 an end."), ["=3", "=4"]);
    }

    #[test]
    fn a_sentence_ends_where_it_ends() {
        assert_eq!(found("pool .. {}", "The pool is full. It has 3 parts."), [""; 0]);
    }

    #[test]
    fn parts_of_a_phrase() {
        let phrase = Phrase::new("the? pool|cache holds {} at {rate} {window=1 h}");
        assert_eq!(phrase.key_words(), ["pool", "cache"]);
        assert_eq!(phrase.variables().collect::<Vec<_>>(), ["rate", "window"]);
    }
}
