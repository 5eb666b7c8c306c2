//! Percentages between two rows of a table that a sentence names by their values: "Batch 192 instead of 277 … 18% less
//! throughput".

use std::collections::BTreeMap;
use std::ops::Range;

use designlint_document::{Document, Span};
use designlint_quantity::{Convention, TokenKind};

use super::{
    Claim, Fault,
    amount::Amount,
    change_words::{Said, measures, said},
    draft::Judgement,
    grid::Grid,
    labels::words,
    passage::Passage,
    percent_base::Pair,
};

/// Most pairs of values that are looked up in the tables: a document with more is no document of decisions.
const MOST: usize = 64;

/// Two values set against each other, and the percentages said of them.
#[derive(Default)]
pub(super) struct RowsByValue {
    choices: Vec<Choice>,
    said: Vec<(Said, Place, usize)>,
}

/// `Batch 192 instead of 277`.
struct Choice {
    chosen: Amount,
    other: Amount,
    /// The word before the first number, lower case.
    label: String,
    place: Place,
}

/// Where something is said: its sentence in the source.
#[derive(Clone, Copy)]
struct Place(Span);

impl RowsByValue {
    /// Takes what a passage says.
    pub fn learn(&mut self, passage: &Passage) {
        let marks = ["instead of", "rather than", " over ", " vs", "versus", "against", "in place of"];
        if marks.iter().any(|m| memchr::memmem::find(passage.text.as_bytes(), m.as_bytes()).is_some()) {
            let found = (0..passage.tokens.len()).filter_map(|at| choice(passage, at));
            self.choices.extend(found);
        }
        if passage.text.contains('%') {
            let at = |i: usize| passage.sentence(passage.tokens[i].range.clone());
            let found = said(passage, 0..passage.tokens.len());
            let placed = found.into_iter().map(|s| {
                let place = place(passage, at(s.tokens.start));
                (s, place, passage.section)
            });
            self.said.extend(placed);
        }
    }

    /// The claims, by the tables of the document.
    pub fn claims(&self, document: &Document, readings: Convention) -> Vec<Claim> {
        if self.choices.is_empty() || self.said.is_empty() {
            return Vec::new();
        }
        let grids: Vec<Grid> = document.tables.iter().filter_map(|t| Grid::of(document, t, readings)).collect();
        let rows: BTreeMap<usize, Span> =
            document.tables.iter().flat_map(|t| &t.rows).map(|r| (r.span.start, r.span)).collect();
        let mut by_place: BTreeMap<usize, Vec<&(Said, Place, usize)>> = BTreeMap::new();
        self.said.iter().for_each(|s| by_place.entry(s.1.0.start).or_default().push(s));
        let mut found = Vec::new();
        for choice in &self.choices {
            let place = choice.place.0;
            let row = rows.range(..=place.start).next_back().map(|(_, row)| *row).filter(|row| row.contains(place));
            let whole = row.unwrap_or(place);
            let near = by_place.range(whole.start..whole.end.max(whole.start + 1)).flat_map(|(_, said)| said);
            let mut said = near.filter(|s| s.1.0 == place || row.is_some_and(|row| row.contains(s.1.0)));
            if let (Some((said, _, section)), None) = (said.next(), said.next()) {
                found.push((choice, said, *section));
            }
        }
        found.truncate(MOST);
        found.into_iter().filter_map(|(choice, said, section)| choice.claim(said, section, &grids)).collect()
    }
}

fn place(passage: &Passage, sentence: Range<usize>) -> Place {
    let tokens = &passage.tokens[sentence];
    let start = tokens.first().map_or(0, |t| t.range.start);
    let end = tokens.last().map_or(start, |t| t.range.end);
    Place(passage.span(start..end))
}

fn choice(passage: &Passage, at: usize) -> Option<Choice> {
    let word = |i: usize| {
        let token = passage.tokens.get(i).filter(|t| t.kind == TokenKind::Word);
        token.map_or(String::new(), |t| t.text(&passage.text).to_lowercase())
    };
    if !matches!(passage.tokens[at].kind, TokenKind::Number(_)) {
        return None;
    }
    let (chosen, next) = passage.amount(at)?;
    let next = (at + 1..=next)
        .find(|&i| matches!(word(i).as_str(), "instead" | "rather" | "over" | "vs" | "versus" | "against" | "in"))?;
    let from = match (word(next).as_str(), word(next + 1).as_str(), word(next + 2).as_str()) {
        ("instead", "of", _) | ("rather", "than", _) => next + 2,
        ("in", "place", "of") => next + 3,
        ("over" | "vs" | "versus" | "against", ..) => next + 1,
        _ => return None,
    };
    let (other, _) = passage.amount(from)?;
    let label = at.checked_sub(1).map(word).unwrap_or_default();
    let place = place(passage, passage.sentence(passage.tokens[at].range.clone()));
    Some(Choice { chosen, other, label, place })
}

impl Choice {
    fn claim(&self, said: &Said, section: usize, grids: &[Grid]) -> Option<Claim> {
        let noun = said.of.last()?;
        let mut found = grids.iter().flat_map(|g| self.pairs(g, noun));
        let (pair, places) = found.next()?;
        if found.next().is_some() {
            return None;
        }
        let judgement = match pair.verdict(said) {
            Ok(how) => Judgement::Holds(how),
            Err(fault) => {
                let (fault, explanation) = fault.filter(|f| f.0 == Fault::PercentBase)?;
                Judgement::Wrong(fault, explanation)
            }
        };
        let mut claim = pair.claim(section, said, judgement);
        claim.span = said.amount.span;
        claim.notes = places.into_iter().map(|(span, of)| (span, format!("the row of {of}"))).collect();
        Some(claim)
    }

    /// The numbers of both rows in the columns that measure the quantity.
    fn pairs(&self, grid: &Grid, noun: &str) -> Vec<(Pair, [(Span, String); 2])> {
        let columns = 0..grid.columns();
        let named = |c: &usize| {
            let head = words(grid.head(*c));
            self.label.is_empty() || head.iter().any(|w| w.trim_end_matches('s') == self.label.trim_end_matches('s'))
        };
        let mut out = Vec::new();
        for key in columns.clone().filter(named) {
            let row = |wanted: &Amount| {
                let same =
                    |r: &usize| grid.amount(*r, key).is_some_and(|a| a.quantity().value == wanted.quantity().value);
                let mut rows = (0..grid.lines.len()).filter(same);
                rows.next().filter(|_| rows.next().is_none())
            };
            let (Some(new), Some(old)) = (row(&self.chosen), row(&self.other)) else { continue };
            for column in columns.clone().filter(|&c| c != key) {
                let (Some(a), Some(b)) = (grid.amount(new, column), grid.amount(old, column)) else { continue };
                if is_measured(grid.head(column), a, noun) && !b.number().value.is_zero() {
                    let places = [(a.span, self.chosen.text.clone()), (b.span, self.other.text.clone())];
                    let pair = Pair { old: b.clone(), new: a.clone(), tokens: 0..0, ordered: true };
                    out.push((pair, places));
                }
            }
        }
        out
    }
}

/// Whether a column measures what a word names: the header says so, or its unit does.
fn is_measured(header: &str, amount: &Amount, noun: &str) -> bool {
    const RATES: &[&str] = &["/s", "/sec", "per second", "qps", "rps", "iops", "tps"];
    let head = header.to_lowercase();
    words(header).iter().any(|w| w == noun)
        || measures(amount, noun)
        || (matches!(noun, "throughput" | "rate") && RATES.iter().any(|r| head.contains(r)))
}
