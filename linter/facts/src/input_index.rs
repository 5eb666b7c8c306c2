//! The quantities that sentences can state, with what finds their phrases and tells their units. Built once for many documents.

use designlint_quantity::{Dimension, Rational};
use rustc_hash::FxHashMap;

use crate::definitions::key_of;
use crate::formulas::{Amount, Item, Kind, Phrase};
use crate::knowledge::Input;

/// Quantities that sentences can state.
#[derive(Debug, Default)]
pub(crate) struct InputIndex {
    /// The quantities, each variable once.
    pub inputs: Vec<Wanted>,
    phrases: PhraseIndex,
    /// Quantities by the names that documents use, folded, in order.
    names: FxHashMap<String, Vec<usize>>,
    variables: FxHashMap<String, usize>,
}

impl InputIndex {
    /// Over quantities; of several with one variable the first counts.
    pub fn new<'a>(inputs: impl Iterator<Item = &'a Input>) -> Self {
        let mut out = Self::default();
        for input in inputs {
            let at = out.inputs.len();
            if out.variables.contains_key(&input.variable) {
                continue;
            }
            out.variables.insert(input.variable.clone(), at);
            input.words.iter().for_each(|word| out.names.entry(key_of(word)).or_default().push(at));
            out.inputs.push(Wanted::of(input));
        }
        out.phrases = PhraseIndex::new(out.inputs.iter().map(|wanted| wanted.input.says.as_slice()));
        out
    }

    /// The quantity of a variable.
    pub fn of(&self, variable: &str) -> Option<&Wanted> {
        self.variables.get(variable).and_then(|&at| self.inputs.get(at))
    }

    /// The quantities that a folded name stands for.
    pub fn named(&self, key: &str) -> impl Iterator<Item = &Wanted> {
        self.names.get(key).into_iter().flatten().filter_map(|&at| self.inputs.get(at))
    }

    /// The phrases that may match a statement: the index of the quantity, of the phrase, and where it may start.
    pub fn candidates(&self, items: &[Item]) -> Vec<(usize, usize, Start)> {
        self.phrases.candidates(items)
    }
}

/// A quantity that is looked for, its unit and bounds read.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// As the packs have it.
    pub input: Input,
    /// The words that must be near, each folded to a list.
    pub near: NearWords,
    unit: WantedUnit,
    least: Option<Rational>,
}

#[derive(Clone, Copy, Debug)]
enum WantedUnit {
    Count,
    Share,
    Of(Dimension),
}

impl Wanted {
    /// Reads an input of the packs.
    pub fn of(input: &Input) -> Self {
        let least = if input.least.is_empty() { None } else { Amount::of(&input.least) };
        Self {
            unit: match input.unit.as_str() {
                "" => WantedUnit::Count,
                "%" => WantedUnit::Share,
                unit => WantedUnit::Of(unit_dimension(unit)),
            },
            least: least.map(|least| least.quantity.value),
            near: NearWords::new(&input.near),
            input: input.clone(),
        }
    }

    /// Whether an amount has the unit; a bare number takes it where `bare` allows that.
    pub fn fits(&self, amount: &Amount, bare: bool) -> bool {
        let share = || amount.literal().is_some_and(|l| l.suffix.share.is_some());
        let quantity = &amount.quantity;
        let unit = match self.unit {
            WantedUnit::Count => quantity.dimension.is_none() && !share(),
            WantedUnit::Share => {
                let between = || quantity.value > Rational::ZERO && quantity.value < Rational::ONE;
                quantity.dimension.is_none() && (share() || between())
            }
            WantedUnit::Of(dimension) if quantity.dimension == dimension => true,
            WantedUnit::Of(_) => bare && !self.input.strict && quantity.dimension.is_none() && amount.is_bare(),
        };
        unit && self.least.as_ref().is_none_or(|least| quantity.value >= *least)
    }
}

/// The dimension of a unit as packs write it: `s`, `B/s`, `/s`.
pub(crate) fn unit_dimension(unit: &str) -> Dimension {
    let of = |word: &str| designlint_quantity::unit(word).map_or(Dimension::NONE, |u| u.dimension);
    let mut words = unit.split('/');
    let above = words.next().map_or(Dimension::NONE, of);
    words.fold(above, |dimension, word| dimension.plus(of(word), -1))
}

/// Words of which one must stand near a statement.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearWords(Vec<NearWord>);

/// A phrase as it is looked for in statements and in headings.
#[derive(Clone, Debug)]
pub(crate) struct NearWord {
    /// Word by word.
    pub words: Vec<String>,
    /// Between blanks.
    pub bounded: String,
}

impl NearWords {
    /// Folds words of the packs.
    pub fn new(words: &[String]) -> Self {
        let near = |word: &String| {
            let key = key_of(word);
            NearWord { words: key.split(' ').map(str::to_string).collect(), bounded: format!(" {key} ") }
        };
        Self(words.iter().map(near).collect())
    }

    /// The words; none where nothing needs to be near.
    pub fn words(&self) -> &[NearWord] {
        &self.0
    }
}

/// Where a phrase may start in a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Start {
    /// At an item.
    At(usize),
    /// Anywhere.
    Anywhere,
}

/// Lists of phrases by the words of which one must stand in a statement.
#[derive(Debug, Default)]
pub(crate) struct PhraseIndex(FxHashMap<String, Vec<Entry>>);

#[derive(Clone, Copy, Debug)]
struct Entry {
    list: usize,
    phrase: usize,
    /// How many items stand before the word; none where that varies.
    offset: Option<usize>,
    /// Whether it takes a number from the text.
    numbers: bool,
}

impl PhraseIndex {
    /// Over lists of phrases.
    pub fn new<'a>(lists: impl Iterator<Item = &'a [Phrase]>) -> Self {
        let mut out = Self::default();
        for (list, phrases) in lists.enumerate() {
            for (at, phrase) in phrases.iter().enumerate() {
                let entry = Entry { list, phrase: at, offset: phrase.key_offset(), numbers: phrase.takes_numbers() };
                phrase.key_words().iter().for_each(|word| out.0.entry(word.clone()).or_default().push(entry));
            }
        }
        out
    }

    /// The phrases that may match a statement: the list, the phrase in it, and where it may start, in this order.
    pub fn candidates(&self, items: &[Item]) -> Vec<(usize, usize, Start)> {
        let numbers = items.iter().any(|i| i.amount().is_some());
        let mut out = Vec::new();
        for (at, item) in items.iter().enumerate().filter(|(_, i)| i.kind == Kind::Word) {
            for entry in self.0.get(item.word.as_str()).into_iter().flatten().filter(|e| numbers || !e.numbers) {
                let start = match entry.offset {
                    Some(before) if before > at => continue,
                    Some(before) => Start::At(at - before),
                    None => Start::Anywhere,
                };
                out.push((entry.list, entry.phrase, start));
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }
}

/// The items at which a phrase may start.
pub(crate) fn starts(start: Start, items: &[Item]) -> std::ops::Range<usize> {
    match start {
        Start::At(at) => at..at + 1,
        Start::Anywhere => 0..items.len(),
    }
}
