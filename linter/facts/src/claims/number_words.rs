//! Numbers in words where something is calculated with them: "half of 80 GB", "twice 40 ms", "two dozen nodes x 4".

use designlint_quantity::{Number, Rational, Token, TokenKind, scale};

/// Counts in words.
const COUNTS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
/// Parts of a whole, by the number of which make it.
const PARTS: [(&str, u8); 12] = [
    ("half", 2),
    ("halves", 2),
    ("third", 3),
    ("thirds", 3),
    ("quarter", 4),
    ("quarters", 4),
    ("fourth", 4),
    ("fifth", 5),
    ("fifths", 5),
    ("eighth", 8),
    ("tenth", 10),
    ("tenths", 10),
];
/// Most words between a count and the sign that multiplies it.
const NOUN: usize = 3;

/// Makes numbers of the words that stand for them. A word that no calculation uses stays one: "a quarter of the load".
pub(super) fn read_numbers(text: &str, tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].kind == TokenKind::Word
            && opens_a_number(tokens[at].text(text))
            && let Some((taken, numbers)) = (Words { text, tokens }).number(at)
        {
            let added = numbers.len();
            tokens.splice(at..at + taken, numbers);
            at += added;
        } else {
            at += 1;
        }
    }
}

/// Whether a number in words may begin with a word.
fn opens_a_number(word: &str) -> bool {
    let others = PARTS.iter().map(|(part, _)| part).chain(&["a", "twice", "thrice"]);
    COUNTS.iter().chain(others).any(|w| w.eq_ignore_ascii_case(word))
}

struct Words<'t> {
    text: &'t str,
    tokens: &'t [Token],
}

impl Words<'_> {
    fn word(&self, at: usize) -> String {
        let token = self.tokens.get(at).filter(|t| t.kind == TokenKind::Word);
        token.map_or(String::new(), |t| t.text(self.text).to_ascii_lowercase())
    }

    fn is_number(&self, at: usize) -> bool {
        let kind = self.tokens.get(at).map(|t| &t.kind);
        matches!(kind, Some(TokenKind::Number(_) | TokenKind::Currency(_) | TokenKind::Approximately))
    }

    /// The tokens that a number in words stands for, and how many it takes.
    fn number(&self, at: usize) -> Option<(usize, Vec<Token>)> {
        let first = self.word(at);
        let count = COUNTS.iter().position(|w| *w == first).and_then(|i| u8::try_from(i + 1).ok());
        let counted = usize::from(count.is_some() || first == "a");
        let n = count.unwrap_or(1);
        let second = self.word(at + counted);
        if let Some(part) = self.part(at + counted) {
            return Some((counted + 1, vec![self.token(at, counted + 1, Rational::from(n) / Rational::from(part))]));
        }
        if counted == 1 && second == "dozen" && self.multiplies(at + 2) {
            return Some((2, vec![self.token(at, 2, Rational::from(n) * Rational::from(12u8))]));
        }
        if counted == 1 && scale(&second).is_some() && second.len() > 3 && self.multiplies(at + 2) {
            return Some((1, vec![self.token(at, 1, Rational::from(n))]));
        }
        let times = self.tokens.get(at + 1).is_some_and(|t| t.text(self.text).eq_ignore_ascii_case("times"));
        if count.is_some() && (self.multiplies(at + 1) || times && self.is_number(at + 2)) {
            return Some((1, vec![self.token(at, 1, Rational::from(n))]));
        }
        self.multiple(at)
    }

    /// `twice the 40`: the factor and the sign that multiplies by it.
    fn multiple(&self, at: usize) -> Option<(usize, Vec<Token>)> {
        let word = self.word(at);
        let times = [("twice", 2u8), ("thrice", 3)].into_iter().find(|(w, _)| *w == word)?.1;
        let taken = 1 + usize::from(self.word(at + 1) == "the");
        self.is_number(at + taken).then(|| {
            let number = self.token(at, taken, Rational::from(times));
            let sign = Token { kind: TokenKind::Times, range: number.range.end..number.range.end, ..number.clone() };
            (taken, vec![number, sign])
        })
    }

    /// The parts that a word at `at` divides the number behind its "of" into.
    fn part(&self, at: usize) -> Option<u8> {
        let word = self.word(at);
        let part = PARTS.iter().find(|(w, _)| *w == word)?.1;
        let article = usize::from(matches!(self.word(at + 2).as_str(), "the" | "its" | "our"));
        (self.word(at + 1) == "of" && self.is_number(at + 2 + article)).then_some(part)
    }

    /// Whether a sign multiplies what a count in front of `at` counts.
    fn multiplies(&self, at: usize) -> bool {
        let behind = (at..self.tokens.len()).find(|&i| self.tokens[i].kind != TokenKind::Word);
        behind.is_some_and(|i| {
            let noun = (1..=NOUN).contains(&(i - at)) && (at..i).all(|w| self.word(w).len() > 2);
            noun && self.tokens[i].kind == TokenKind::Times && self.is_number(i + 1)
        })
    }

    /// An exact number in place of some tokens.
    fn token(&self, at: usize, taken: usize, value: Rational) -> Token {
        let (first, last) = (&self.tokens[at], &self.tokens[at + taken - 1]);
        let number = Number { value, ..Number::integer(0) };
        Token {
            kind: TokenKind::Number(number),
            range: first.range.start..last.range.end,
            blank_before: first.blank_before,
            blank_after: last.blank_after,
        }
    }
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use crate::{Knowledge, Verdict, extract};

    fn wrong(text: &str) -> Vec<String> {
        let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
        let wrong = facts.claims.into_iter().filter(|c| c.verdict == Verdict::Wrong);
        wrong.map(|c| format!("{}: {}, not {}", c.computed_text, c.computed.unwrap_or_default(), c.stated)).collect()
    }

    fn holds(text: &str) -> usize {
        let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
        facts.claims.iter().filter(|c| c.verdict == Verdict::Holds).count()
    }

    #[test]
    fn parts_and_multiples_are_recomputed() {
        assert_eq!(wrong("Half of 80 GB is 45 GB."), ["Half of 80 GB: 40 GB, not 45 GB"]);
        assert_eq!(wrong("A quarter of 400 req/s is 200 req/s."), ["A quarter of 400 req/s: 100 req/s, not 200 req/s"]);
        assert_eq!(wrong("Two thirds of 90 GB = 50 GB."), ["Two thirds of 90 GB: 60 GB, not 50 GB"]);
        assert_eq!(wrong("Twice 40 ms is 90 ms."), ["Twice 40 ms: 80 ms, not 90 ms"]);
        assert_eq!(wrong("Three times 40 ms = 130 ms."), ["Three times 40 ms: 120 ms, not 130 ms"]);
        assert_eq!(wrong("Two dozen nodes x 4 GB = 90 GB."), ["Two dozen nodes x 4 GB: 96 GB, not 90 GB"]);
        assert_eq!(wrong("A million keys x 64 bytes = 640 MB."), ["A million keys x 64 bytes: 64 MB, not 640 MB"]);
    }

    #[test]
    fn right_ones_hold() {
        assert_eq!(holds("Half of 80 GB is 40 GB. Twice the 40 ms is 80 ms."), 2);
        assert_eq!(holds("Two dozen nodes x 4 GB = 96 GB. A million keys x 64 bytes = 64 MB."), 2);
    }

    #[test]
    fn words_that_nothing_is_calculated_with_stay_words() {
        assert_eq!(
            wrong("The 4 GB cache is a quarter of the load. It is twice as fast, 40 ms is half of it."),
            [""; 0]
        );
        assert_eq!(wrong("One of two is 3. Two nodes take 4 GB = 4,000 MB. Half is 3."), [""; 0]);
        assert_eq!(wrong("It fell .24% short of 6% (a loss of 4%)."), [""; 0]);
    }
}
