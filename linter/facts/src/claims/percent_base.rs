//! Percentages against the two numbers beside them: of which the change is, and whether it is one at all.

use std::ops::Range;

use designlint_quantity::{Dimension, Rational, TokenKind, significant};

use super::{
    Claim, ClaimKind, Explanation, Fault, How,
    amount::Amount,
    change_words::{Said, Sense, is_rate, is_waiting, measures, said},
    draft::{Draft, Judgement, operand},
    passage::Passage,
    ratios::{Computed, Operation, compute},
    sums::magnitude,
};

/// Most tokens between the two numbers and the percentage.
const REACH: usize = 12;
/// Most words between them where nothing but the numbers says that they belong together.
const NEAR: usize = 6;

/// The changes in percent that a passage states of two numbers in the same sentence.
pub(super) fn percentages(passage: &Passage) -> Vec<Claim> {
    if !passage.text.contains('%') {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut start = 0;
    while start < passage.tokens.len() {
        let at = passage.tokens[start].range.clone();
        let sentence = passage.sentence(at);
        let end = sentence.end.max(start + 1);
        out.extend(sentence_changes(passage, start..end));
        start = end;
    }
    out
}

fn sentence_changes(passage: &Passage, sentence: Range<usize>) -> Vec<Claim> {
    let said = said(passage, sentence.clone());
    if said.is_empty() {
        return Vec::new();
    }
    let pairs = pairs(passage, sentence.clone());
    said.iter().filter_map(|s| partner(passage, s, &said, &pairs)?.judged(passage, s, sentence.clone())).collect()
}

/// Two numbers that a sentence sets against each other.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// The old one, or the one that the other is compared with.
    pub old: Amount,
    /// The new one.
    pub new: Amount,
    /// Their tokens.
    pub tokens: Range<usize>,
    /// Whether the words say which is old.
    pub ordered: bool,
}

/// The pairs of a sentence: `from a to b`, `a → b`, `a to b`, `b against a`.
fn pairs(passage: &Passage, sentence: Range<usize>) -> Vec<Pair> {
    let mut out: Vec<Pair> = Vec::new();
    let mut at = sentence.start;
    while at < sentence.end {
        match pair(passage, at, sentence.end) {
            Some(found) => {
                at = found.tokens.end;
                out.push(found);
            }
            None => at += 1,
        }
    }
    out
}

fn pair(passage: &Passage, at: usize, end: usize) -> Option<Pair> {
    let tokens = &passage.tokens;
    let (first, next) = passage.amount(at)?;
    if is_label(passage, at, &first) {
        return None;
    }
    let word = |i: usize| -> String {
        let token = tokens.get(i).filter(|t| i < end && t.kind == TokenKind::Word);
        token.map_or(String::new(), |t| t.text(&passage.text).to_lowercase())
    };
    // "4.25 ms for a median, 4.7 ms" is no pair: only the words of the first number stand before the joint.
    let joint = (next..(next + 3).min(end)).find(|&i| joins(&tokens[i].kind, &word(i)).is_some())?;
    let (forward, ordered) = joins(&tokens[joint].kind, &word(joint))?;
    let mut from = joint + 1;
    while matches!(word(from).as_str(), "with" | "to" | "of" | "by" | "from" | "about" | "only" | "just" | "the") {
        from += 1;
    }
    let (second, after) = passage.amount(from)?;
    let same = alike(&first, &second)?;
    let (old, new) = if forward { (first, second) } else { (second, first) };
    let (old, new) = (dressed(old, &same), dressed(new, &same));
    (!old.number().value.is_zero()).then_some(Pair { old, new, tokens: at..after, ordered })
}

/// Whether a token joins two numbers: whether the first is the old one, and whether that is sure.
fn joins(kind: &TokenKind, word: &str) -> Option<(bool, bool)> {
    match (kind, word) {
        (TokenKind::Arrow, _) => Some((true, true)),
        (TokenKind::Word, "to") => Some((true, true)),
        (TokenKind::Word, "against" | "versus" | "vs" | "compared") => Some((false, false)),
        (TokenKind::Word, "down" | "up") => Some((false, true)),
        _ => None,
    }
}

/// `batch 277`: a small bare number behind a word that names a thing.
fn is_label(passage: &Passage, at: usize, amount: &Amount) -> bool {
    const VERBS: &[&str] = &[
        "from", "to", "is", "was", "of", "at", "by", "with", "gives", "gave", "takes", "took", "against", "vs",
        "versus", "about", "than", "with", "need", "needs", "use", "uses", "used", "serves", "reaches", "went", "goes",
        "and", "fell", "rose", "dropped", "grew", "are", "were", "has", "had", "costs", "cost", "reached", "measured",
    ];
    let before = at.checked_sub(1).and_then(|i| passage.tokens.get(i)).filter(|t| t.kind == TokenKind::Word);
    amount.is_bare()
        && amount.literal.suffix.noun.is_empty()
        && before.is_some_and(|t| !VERBS.contains(&t.text(&passage.text).to_ascii_lowercase().as_str()))
}

/// The number whose unit both have: the same unit, or one is bare.
fn alike(a: &Amount, b: &Amount) -> Option<Amount> {
    let (p, q) = (a.quantity(), b.quantity());
    let plain = |x: &Amount| x.is_bare() && x.literal.suffix.scales.is_empty() && x.literal.suffix.noun.is_empty();
    if a.negative || b.negative || a.bound || b.bound || a.times || b.times {
        return None;
    }
    match () {
        () if p.dimension == q.dimension && a.is_percent() == b.is_percent() => Some(a.clone()),
        () if plain(b) => Some(a.clone()),
        () if plain(a) => Some(b.clone()),
        () => None,
    }
}

/// A bare number with the unit of another.
fn dressed(mut amount: Amount, like: &Amount) -> Amount {
    if amount.is_bare() && !like.is_bare() {
        let end = amount.literal.suffix.end;
        amount.literal.suffix = like.literal.suffix.clone();
        amount.literal.suffix.end = end;
    }
    amount
}

/// The pair that a percentage belongs to: the last before it, or the next behind it.
fn partner<'p>(passage: &Passage, said: &Said, all: &[Said], pairs: &'p [Pair]) -> Option<&'p Pair> {
    let holds = |p: &Pair| p.tokens.contains(&said.tokens.start) || p.tokens.contains(&(said.tokens.end - 1));
    if pairs.iter().any(holds) {
        return None;
    }
    let before = pairs.iter().rfind(|p| p.tokens.end <= said.tokens.start);
    let before = before.filter(|p| said.tokens.start - p.tokens.end <= REACH);
    let behind = pairs.iter().find(|p| p.tokens.start >= said.tokens.end);
    let behind = behind.filter(|p| p.tokens.start - said.tokens.end <= NEAR);
    let free = |p: &&Pair| {
        let (from, to) = if p.tokens.end <= said.tokens.start {
            (p.tokens.end, said.tokens.start)
        } else {
            (said.tokens.end, p.tokens.start)
        };
        !all.iter().any(|o| o.tokens.start >= from && o.tokens.end <= to && o.tokens != said.tokens)
            && !passage.tokens[from..to].iter().any(|t| t.text(&passage.text) == ";" || t.is_word(&passage.text, "or"))
    };
    // "a 150% increase (from 200 to 500) or …": what stands in the bracket belongs to what stands before it.
    let own = |p: &&Pair| {
        let opens =
            p.tokens.start.checked_sub(1).is_some_and(|i| is_open(passage, i) || is_open(passage, i.saturating_sub(1)));
        !opens || !all.iter().any(|o| o.tokens.end <= p.tokens.start && o.tokens != said.tokens)
    };
    let before = before.filter(own);
    match (before.filter(free), behind.filter(free)) {
        (Some(p), None) | (None, Some(p)) => Some(p),
        _ => None,
    }
}

fn is_open(passage: &Passage, at: usize) -> bool {
    passage.tokens.get(at).is_some_and(|t| t.kind == TokenKind::Open)
}

impl Pair {
    fn judged(&self, passage: &Passage, said: &Said, sentence: Range<usize>) -> Option<Claim> {
        let fault = match self.verdict(said) {
            Ok(how) => return Some(self.claim(passage.section, said, Judgement::Holds(how))),
            Err(fault) => fault?,
        };
        let by_way = fault.1.as_ref().is_some_and(|e| e.kind == "wrong-way");
        let either = matches!(said.sense, Sense::Better | Sense::Worse);
        if by_way && either && !is_waiting(passage, sentence.clone(), &said.word) {
            return None;
        }
        let sure = !self.is_left(passage, said)
            && self.is_of(passage, said, sentence)
            && (fault.1.is_some() || self.is_near(passage, said));
        sure.then(|| self.claim(passage.section, said, Judgement::Wrong(fault.0, fault.1)))
    }

    /// How a percentage holds for two numbers, or what is wrong with it; `Err(None)` where it cannot be told.
    pub fn verdict(&self, said: &Said) -> Result<How, Option<(Fault, Option<Explanation>)>> {
        let percents = self.old.is_percent();
        let rises = self.rises();
        let time = self.old.quantity().dimension == Dimension::TIME;
        let wrong_way = self.ordered
            && match said.sense {
                Sense::Less => rises,
                Sense::More => !rises,
                Sense::Better => time && rises,
                Sense::Worse => time && !rises,
            };
        let base = |small: bool| {
            let (x, y) = if rises == small { (&self.old, &self.new) } else { (&self.new, &self.old) };
            compute(Operation::Change, x, y, &said.amount)
        };
        let (of_small, of_large) = (base(true).ok_or(None)?, base(false).ok_or(None)?);
        let agrees = |c: &Computed| c.agrees(&said.amount, false);
        let fits = match said.sense {
            Sense::Less => agrees(&of_large),
            Sense::More => agrees(&of_small),
            Sense::Better | Sense::Worse if is_rate(&self.old) && !time => agrees(&of_small),
            Sense::Better | Sense::Worse => agrees(&of_large).or_else(|| agrees(&of_small)),
        };
        if wrong_way {
            let says = format!("that is {}", if rises { "an increase" } else { "a decrease" });
            return Err(Some((Fault::PercentBase, Some(explained("wrong-way", says)))));
        }
        // 84% to 92% is 8 points and 9.5%: that rounding of all three might make it 8% is no reason to think so.
        let loose = !matches!(fits, Some(How::Exact | How::Rounded | How::Truncated));
        let points = if percents && loose { self.points(said) } else { None };
        match (fits, points) {
            (Some(how), None) => return Ok(how),
            (_, Some(points)) => return Err(Some(points)),
            (None, None) if percents => return Err(None),
            (None, None) => {}
        }
        Err(self.other_base(said, &of_small, &of_large))
    }

    /// A percentage of neither base that its word allows: whether it is of the other.
    fn other_base(
        &self,
        said: &Said,
        of_small: &Computed,
        of_large: &Computed,
    ) -> Option<(Fault, Option<Explanation>)> {
        let more = said.sense == Sense::More;
        let (nearest, other) = if more { (of_small, of_large) } else { (of_large, of_small) };
        let right = magnitude(&nearest.in_unit_of(&said.amount, false));
        let other = other.agrees(&said.amount, false).filter(|how| matches!(how, How::Exact | How::Rounded));
        if is_coarse(&said.amount, &right, other.is_some()) {
            return None;
        }
        let explanation = other.map(|_| {
            let (large, small, stated) = (self.larger(), self.smaller(), &said.amount.text);
            let says = if more {
                format!("{stated} is what {small} is less than {large}")
            } else {
                format!("{stated} is what {large} is more than {small}")
            };
            explained("other-base", says)
        });
        Some((Fault::PercentBase, explanation))
    }

    /// Two percentages: their difference in points, called percent.
    fn points(&self, said: &Said) -> Option<(Fault, Option<Explanation>)> {
        let gap = magnitude(&(&self.new.number().value - &self.old.number().value));
        let stated = &said.amount.number().value;
        let off = magnitude(&(&gap - stated));
        (off * Rational::from(2u8) <= said.amount.number().ulp).then(|| {
            let text =
                format!("{} less {} is {} percentage points", self.larger(), self.smaller(), significant(&gap, 4));
            (Fault::Points, Some(explained("points", text)))
        })
    }

    fn larger(&self) -> &str {
        if self.rises() { &self.new.text } else { &self.old.text }
    }

    fn smaller(&self) -> &str {
        if self.rises() { &self.old.text } else { &self.new.text }
    }

    fn rises(&self) -> bool {
        self.new.quantity().value > self.old.quantity().value
    }

    /// Whether the percentage is of the quantity that the two numbers measure.
    fn is_of(&self, passage: &Passage, said: &Said, sentence: Range<usize>) -> bool {
        let Some(last) = said.of.last() else {
            let vague = !self.ordered || matches!(said.sense, Sense::Better | Sense::Worse);
            return !(self.old.is_bare() && vague);
        };
        let outside = sentence.filter(|i| !(said.tokens.start..said.tokens.end + 4).contains(i));
        let words: Vec<String> = outside.map(|i| passage.tokens[i].text(&passage.text).to_lowercase()).collect();
        said.of.iter().all(|w| words.contains(w)) || (said.of.len() == 1 && measures(&self.old, last))
    }

    /// Whether only a few words, and no other number, stand between.
    fn is_near(&self, passage: &Passage, said: &Said) -> bool {
        let between = if self.tokens.end <= said.tokens.start {
            self.tokens.end..said.tokens.start
        } else {
            said.tokens.end..self.tokens.start
        };
        let number = |i: &usize| {
            matches!(passage.tokens[*i].kind, TokenKind::Number(_))
                && passage.amount(*i).is_none_or(|(a, _)| !is_label(passage, *i, &a))
        };
        let words = between.clone().filter(|i| passage.tokens[*i].kind == TokenKind::Word).count();
        self.ordered && words <= NEAR && !between.clone().any(|i| number(&i))
    }

    /// Whether another clause, with a subject of its own, may say the percentage: "from 10k to 12k, and errors rose 50%".
    fn is_left(&self, passage: &Passage, said: &Said) -> bool {
        let between = self.tokens.end..said.tokens.start.max(self.tokens.end);
        let word = |i: usize| passage.tokens[i].kind == TokenKind::Word;
        let verb_first = said.tokens.start < said.amount_token;
        let joins =
            |i: usize| ["and", "while", "but", "whereas"].iter().any(|w| passage.tokens[i].is_word(&passage.text, w));
        between.clone().any(joins) || (verb_first && between.clone().any(word))
    }

    /// The claim about a percentage.
    pub fn claim(&self, section: usize, said: &Said, judgement: Judgement) -> Claim {
        let rises = self.rises();
        let of_small = match said.sense {
            Sense::More => true,
            Sense::Less => false,
            Sense::Better | Sense::Worse => rises,
        };
        let (x, y) = if rises == of_small { (&self.old, &self.new) } else { (&self.new, &self.old) };
        let computed = compute(Operation::Change, x, y, &said.amount);
        let mut claim = Draft {
            kind: ClaimKind::Change,
            span: self.old.span.cover(self.new.span).cover(said.amount.span),
            stated: &said.amount,
            operands: vec![operand(&self.old), operand(&self.new)],
            text: format!("{} → {}", self.old.text, self.new.text),
            computed: computed.map(|c| magnitude(&c.in_unit_of(&said.amount, false))),
            recomputed: None,
            judgement,
            reading: if rises { "percent of the smaller value" } else { "percent of the larger value" }.to_string(),
            section,
        }
        .claim();
        claim.relation = said.word.clone();
        claim
    }
}

fn explained(kind: &str, text: String) -> Explanation {
    Explanation { kind: kind.to_string(), text }
}

/// Whether a percentage of two digits that ends in 0 or 5 is the right one, roughly.
/// Where the other base fits to the digit, the room is small.
fn is_coarse(stated: &Amount, right: &Rational, other_fits: bool) -> bool {
    let number = stated.number();
    let step = |n: u8| (&number.value / Rational::from(n)).is_int() && !number.rounded;
    let gap = magnitude(&(&number.value - right));
    let bound = match () {
        () if other_fits && (step(10) || step(5)) => 3,
        () if step(10) => 10,
        () if step(5) => 5,
        () => 1,
    };
    gap * Rational::from(2u8) <= Rational::from(bound)
}
