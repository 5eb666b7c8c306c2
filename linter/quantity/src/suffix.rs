//! What follows a number: scale words, units, rates, percent, nouns.

use crate::{
    expression::{Share, Suffix, UnitTerm},
    names::function,
    parse::Parser,
    token::TokenKind,
    units::{Dimension, binary_bytes, scale, unit},
};

/// Most words of a noun phrase.
const NOUN_WORDS: usize = 4;

/// Largest exponent of a unit.
const MOST_EXPONENT: i32 = 9;

/// Words that end a noun phrase.
const STOP_WORDS: &[&str] = &[
    "a",
    "about",
    "above",
    "after",
    "ago",
    "an",
    "and",
    "any",
    "approximately",
    "are",
    "around",
    "as",
    "at",
    "be",
    "because",
    "before",
    "below",
    "between",
    "but",
    "by",
    "can",
    "could",
    "divided",
    "does",
    "e.g",
    "each",
    "equal",
    "equals",
    "every",
    "for",
    "from",
    "gives",
    "has",
    "have",
    "i.e",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "makes",
    "may",
    "means",
    "minus",
    "must",
    "not",
    "on",
    "or",
    "over",
    "plus",
    "roughly",
    "should",
    "since",
    "so",
    "that",
    "the",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "times",
    "to",
    "under",
    "until",
    "up",
    "was",
    "we",
    "were",
    "when",
    "where",
    "which",
    "while",
    "will",
    "with",
    "would",
    "yields",
    "you",
];

/// Whether the word ends a noun phrase.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word.to_ascii_lowercase().as_str()).is_ok()
}

impl Parser<'_> {
    /// Reads what follows a number. `None` where glued letters are no unit: the digits are part of a name.
    pub(crate) fn suffix(&mut self, currency: Option<Dimension>, nouns: bool) -> Option<Suffix> {
        let mut out = Suffix { currency, end: self.tokens[self.at - 1].range.end, ..Suffix::default() };
        self.scales_and_units(&mut out)?;
        self.share(&mut out);
        self.rates(&mut out);
        if nouns {
            self.nouns(&mut out);
            self.note();
        }
        Some(out)
    }

    fn take(&mut self, out: &mut Suffix) {
        out.end = self.tokens[self.at].range.end;
        self.at += 1;
    }

    fn scales_and_units(&mut self, out: &mut Suffix) -> Option<()> {
        while let Some(word) = self.word(0) {
            let glued = !self.token(0).is_some_and(|t| t.blank_before);
            if unit(word).is_some() || binary_bytes(word).is_some() {
                if self.ambiguous_in(word) {
                    break;
                }
                self.unit_term(out, word, 1);
                return Some(());
            }
            if self.compound(out, word) {
                return Some(());
            }
            if scale(word).is_some() {
                out.scales.push((word.to_string(), 1));
                self.take(out);
                continue;
            }
            if glued && matches!(word, "x" | "X") {
                self.take(out);
                return Some(());
            }
            if glued && out.scales.is_empty() {
                return None;
            }
            break;
        }
        Some(())
    }

    /// "in" is an inch only behind feet; "mi", "d", "g" and other short words are units only right behind the number.
    fn ambiguous_in(&self, word: &str) -> bool {
        match word {
            "in" => !self
                .at
                .checked_sub(2)
                .and_then(|i| self.tokens.get(i))
                .is_some_and(|t| matches!(t.text(self.text), "ft" | "foot" | "feet")),
            _ => false,
        }
    }

    /// `GPU-hours`, `GB-months`: the unit behind the hyphen, nouns dropped.
    fn compound(&mut self, out: &mut Suffix, word: &str) -> bool {
        let Some((first, last)) = word.rsplit_once('-') else { return false };
        if unit(last).is_none_or(|u| u.dimension != Dimension::TIME) {
            return false;
        }
        if unit(first).is_some_and(|u| !u.dimension.is_none()) {
            out.units.push(UnitTerm { word: first.to_string(), exponent: 1, noun_follows: false });
        }
        out.units.push(UnitTerm { word: last.to_string(), exponent: 1, noun_follows: false });
        self.take(out);
        true
    }

    fn unit_term(&mut self, out: &mut Suffix, word: &str, exponent: i32) {
        self.take(out);
        let (times, used) = self.unit_exponent().unwrap_or((1, 0));
        let exponent = exponent * times;
        for _ in 0..used {
            self.take(out);
        }
        let noun_follows = self
            .word(0)
            .is_some_and(|w| !is_stop_word(w) && !matches!(w, "of" | "per") && unit(w).is_none() && scale(w).is_none());
        out.units.push(UnitTerm { word: word.to_string(), exponent, noun_follows });
    }

    /// `²`, `^2`, `^-1` behind a unit, with the number of tokens; no unit is raised to a large or a broken power.
    fn unit_exponent(&self) -> Option<(i32, usize)> {
        let (n, used) = match (self.peek()?, self.peek_at(1), self.peek_at(2)) {
            (TokenKind::Superscript(n), ..) => (*n, 1),
            (TokenKind::Power, Some(TokenKind::Number(n)), _) => (i32::try_from(n.whole()?).ok()?, 2),
            (TokenKind::Power, Some(TokenKind::Minus), Some(TokenKind::Number(n))) => {
                (-i32::try_from(n.whole()?).ok()?, 3)
            }
            _ => return None,
        };
        (1..=MOST_EXPONENT).contains(&n.abs()).then_some((n, used))
    }

    fn share(&mut self, out: &mut Suffix) {
        let share = match self.peek() {
            Some(TokenKind::Percent) => {
                let modulo = matches!(self.peek_at(1), Some(TokenKind::Number(_)))
                    && self.token(0).is_some_and(|t| t.blank_before);
                if modulo {
                    return;
                }
                Share::Percent
            }
            Some(TokenKind::PerMille) => Share::PerMille,
            Some(TokenKind::Word) => match self.word(0) {
                Some("percent") => Share::Percent,
                Some("percentage") if matches!(self.word(1), Some("points" | "point")) => Share::Percent,
                Some("pp") => Share::Points,
                Some("ppm") => Share::PerMillion,
                Some("ppb") => Share::PerBillion,
                _ => return,
            },
            _ => return,
        };
        out.share = Some(share);
        self.take(out);
        if matches!(self.word(0), Some("points" | "point")) {
            out.share = Some(Share::Points);
            self.take(out);
        }
    }

    /// `/s`, `per day`, `/GB/month`, `a day`, `per million`.
    fn rates(&mut self, out: &mut Suffix) {
        loop {
            let Some(word) = self.word(1) else { return };
            let (slash, each) = match self.peek() {
                Some(TokenKind::Over) => (true, false),
                Some(TokenKind::Word) => match self.word(0) {
                    Some("per") => (false, false),
                    Some("a" | "an" | "each" | "every") => (false, true),
                    _ => return,
                },
                _ => return,
            };
            if slash && self.divides_by_a_function(word) {
                return;
            }
            let known = unit(word).filter(|u| !each || u.dimension == Dimension::TIME);
            if known.is_some() {
                self.at += 1;
                self.unit_term(out, word, -1);
            } else if each {
                return;
            } else if scale(word).is_some() {
                self.at += 1;
                out.scales.push((word.to_string(), -1));
                self.take(out);
            } else if slash && self.token(0).is_some_and(|t| t.blank_before) {
                return;
            } else {
                self.at += 1;
                self.noun_words(out);
                if slash && !out.noun.is_empty() {
                    out.noun.insert(0, '/');
                }
            }
        }
    }

    /// `5/ln(2)`, `10/pi`: not `3 messages/round(s)`.
    fn divides_by_a_function(&self, word: &str) -> bool {
        let called = function(word).is_some()
            && self.peek_at(2) == Some(&TokenKind::Open)
            && self.token(2).is_some_and(|t| !t.blank_before)
            && matches!(self.peek_at(3), Some(TokenKind::Number(_) | TokenKind::Open | TokenKind::Minus));
        called || matches!(word, "pi" | "π")
    }

    fn nouns(&mut self, out: &mut Suffix) {
        if self.token(0).is_some_and(|t| !t.blank_before) {
            return;
        }
        self.noun_words(out);
        if self.word(0) == Some("of") && self.word(1).is_some_and(|w| !is_stop_word(w)) && out.share.is_none() {
            self.at += 1;
            self.noun_words(out);
        }
        if !out.noun.is_empty() {
            self.rates(out);
        }
    }

    fn noun_words(&mut self, out: &mut Suffix) {
        for _ in 0..NOUN_WORDS {
            match self.word(0) {
                Some(w) if !is_stop_word(w) && !matches!(w, "of" | "per" | "pi" | "π") => {
                    if !out.noun.is_empty() {
                        out.noun.push(' ');
                    }
                    out.noun.push_str(w);
                    self.at += 1;
                }
                _ => return,
            }
        }
    }

    /// A bracket right behind a quantity is a note; it is read as a claim of its own elsewhere.
    fn note(&mut self) {
        if self.peek() != Some(&TokenKind::Open) || !self.token(0).is_some_and(|t| t.blank_before) {
            return;
        }
        let (mut depth, mut n) = (0usize, 0usize);
        while let Some(kind) = self.peek_at(n) {
            match kind {
                TokenKind::Open | TokenKind::CeilOpen | TokenKind::FloorOpen => depth += 1,
                TokenKind::Close => depth -= 1,
                TokenKind::Newline if n > 24 => return,
                _ => {}
            }
            n += 1;
            if depth == 0 {
                break;
            }
            if n > 40 {
                return;
            }
        }
        let goes_on = matches!(
            self.tokens.get(self.at + n).map(|t| &t.kind),
            Some(TokenKind::Plus | TokenKind::Minus | TokenKind::Times | TokenKind::Over | TokenKind::Relation(_))
        );
        if depth == 0 && goes_on {
            self.at += n;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<(String, i32)> {
        let tokens = crate::tokens(text);
        let parsed = crate::parse(text, &tokens, 0).unwrap();
        parsed.expression.literals()[0].suffix.units.iter().map(|u| (u.word.clone(), u.exponent)).collect()
    }

    #[test]
    fn exponents_of_units_are_small_integers() {
        let one = |n| vec![("m".to_string(), n)];
        assert_eq!(units("3 m² x 2"), one(2));
        assert_eq!(units("3 m^3"), one(3));
        assert_eq!(units("3 m^-2"), one(-2));
        assert_eq!(units("3 /m²"), one(-2));
        for text in ["3 m^824454797", "3 m^-10", "3 m^2.5", "3 m⁰", "3 m⁹⁹⁹⁹⁹⁹"] {
            assert_eq!(units(text), one(1), "{text}");
        }
    }

    #[test]
    fn stop_words_are_sorted_for_the_search() {
        let mut sorted = STOP_WORDS.to_vec();
        sorted.sort_unstable();
        assert_eq!(STOP_WORDS, sorted);
    }
}
