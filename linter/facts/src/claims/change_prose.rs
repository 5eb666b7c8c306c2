//! Before, after and what lies between, in a sentence: `from 26 to 19 nodes, −27%`, `45% → 65% is −31%`.

use std::ops::Range;

use designlint_quantity::{Relation, Token, TokenKind};

use super::{
    Claim, ClaimKind, Fault, How,
    amount::{Amount, amount_at},
    change_words::Sense,
    draft::{Draft, Judgement, operand},
    passage::Passage,
    ratios::{Computed, Operation, compute},
};

/// Most tokens between the two numbers and the change.
const REACH: usize = 8;

/// Most tokens between the two numbers and a change that can be nothing else.
const BESIDE: usize = 4;

/// The changes that a passage states. A percentage near two numbers may belong to something else, so one that does not fit
/// is a claim only right beside them, with a sign or the word for a change.
pub(crate) fn changes(passage: &Passage) -> Vec<Claim> {
    let mut out = Vec::new();
    for (at, token) in passage.tokens.iter().enumerate() {
        let pair = match token.kind {
            TokenKind::Arrow => arrow(passage, at),
            TokenKind::Word if token.is_word(&passage.text, "from") => from_to(passage, at),
            _ => None,
        };
        if let Some(pair) = pair {
            out.extend(pair.claim(passage));
        }
    }
    out
}

/// Two numbers that a change lies between.
struct Pair {
    x: Amount,
    y: Amount,
    /// Tokens from the first to behind the second.
    tokens: Range<usize>,
    sign: String,
}

fn number(passage: &Passage, at: usize) -> Option<(Amount, usize)> {
    number_in(passage, &passage.tokens, at)
}

/// The number that starts at a token, read no further than the tokens go.
fn number_in(passage: &Passage, tokens: &[Token], at: usize) -> Option<(Amount, usize)> {
    let (amount, next) = amount_at(&passage.flat, &passage.text, tokens, at)?;
    Some((amount.under(passage.readings), next))
}

/// `450k → 180k`.
fn arrow(passage: &Passage, at: usize) -> Option<Pair> {
    let before = (at.saturating_sub(REACH)..at).filter(|&s| starts_number(&passage.tokens[s]));
    let (start, x) = before.filter_map(|s| Some((s, number(passage, s)?))).find(|(_, (_, next))| *next == at)?;
    let (y, next) = number(passage, skip_about(passage, at + 1))?;
    let sign = passage.tokens[at].text(&passage.text).to_string();
    Some(Pair { x: x.0, y, tokens: start..next, sign })
}

/// `from 200 to 500 gas`.
fn from_to(passage: &Passage, at: usize) -> Option<Pair> {
    let to = (at + 2..(at + 2 + REACH).min(passage.tokens.len()))
        .find(|&i| passage.tokens[i].is_word(&passage.text, "to"))?;
    let ahead = &passage.tokens[..to];
    let (x, next) = number_in(passage, ahead, skip_about(passage, at + 1))?;
    if next != to {
        return None;
    }
    let (y, next) = number(passage, skip_about(passage, to + 1))?;
    Some(Pair { x, y, tokens: at..next, sign: "from … to".to_string() })
}

fn starts_number(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Number(_) | TokenKind::Currency(_) | TokenKind::Approximately)
}

fn skip_about(passage: &Passage, mut at: usize) -> usize {
    let about = |t: &Token| t.kind == TokenKind::Word && super::amount::is_about(t.text(&passage.text));
    while passage.tokens.get(at).is_some_and(about) {
        at += 1;
    }
    at
}

impl Pair {
    fn claim(&self, passage: &Passage) -> Option<Claim> {
        let mut stated = self.behind(passage).into_iter().chain(self.before(passage).map(|b| b.0));
        let held = stated.find_map(|stated| self.fits(&stated).map(|(c, turned, how)| (stated, c, turned, how)));
        if let Some((stated, computed, turned, how)) = held {
            return Some(self.draft(passage, &stated, &computed, turned, Judgement::Holds(how)));
        }
        if let Some(equal) = self.equal(passage) {
            return self.equation(passage, &equal);
        }
        let stated = self.right_behind(passage).or_else(|| self.right_before(passage))?;
        self.contradicted(passage, &stated, Operation::Change, false)
    }

    /// The claim that a stated number is not what lies between the two; none where another reading makes it right.
    fn contradicted(&self, passage: &Passage, stated: &Amount, operation: Operation, turned: bool) -> Option<Claim> {
        let fair = [&self.x, &self.y, stated].iter().all(|a| !a.bound) && !self.explains(stated);
        let (x, y) = if turned { (&self.y, &self.x) } else { (&self.x, &self.y) };
        let computed = compute(operation, x, y, stated).filter(|_| fair)?;
        Some(self.draft(passage, stated, &computed, turned, Judgement::Wrong(Fault::Value, None)))
    }

    /// `A → B = 6.02×`: the number right behind the sign, and the index of the token behind it.
    fn equal(&self, passage: &Passage) -> Option<(Amount, usize)> {
        let sign = passage.tokens.get(self.tokens.end)?;
        let equal = matches!(sign.kind, TokenKind::Relation(Relation::Equal | Relation::About));
        (equal && self.sign != "from … to").then(|| number(passage, skip_about(passage, self.tokens.end + 1))).flatten()
    }

    /// What lies between the two as a ratio, a percentage or a difference. A bare number or one with a unit may also be
    /// what the next step starts with, and a percentage that of something else: only "times", and a percentage that
    /// ends there or is called a change, can be wrong.
    fn equation(&self, passage: &Passage, (stated, next): &(Amount, usize)) -> Option<Claim> {
        let all = [Operation::Change, Operation::ChangeOfNew, Operation::Ratio, Operation::Difference];
        let tried = all.iter().flat_map(|&op| [(op, false), (op, true)]);
        let held = tried.into_iter().find_map(|(operation, turned)| {
            let (x, y) = if turned { (&self.y, &self.x) } else { (&self.x, &self.y) };
            let computed = compute(operation, x, y, stated)?;
            let how = computed.agrees(stated, false)?;
            let usual = operation == Operation::Ratio || operation == Operation::Change && !turned;
            let firm = matches!(how, How::Exact | How::Rounded | How::Truncated);
            (usual || firm).then(|| self.draft(passage, stated, &computed, turned, Judgement::Holds(how)))
        });
        if held.is_some() {
            return held;
        }
        let noun = stated.literal.suffix.noun.split_whitespace().next().unwrap_or("").to_lowercase();
        let called = Sense::of(&noun).is_some() || is_noun_of_change(&noun);
        let ends = passage.tokens.get(*next).is_none_or(|t| {
            matches!(t.kind, TokenKind::Boundary | TokenKind::Close | TokenKind::Comma | TokenKind::Newline)
        });
        if stated.times {
            let grows = self.y.quantity().value > self.x.quantity().value;
            return self.contradicted(passage, stated, Operation::Ratio, grows);
        }
        let percent = stated.is_percent() && (called || noun.is_empty() && ends);
        percent.then(|| self.contradicted(passage, stated, Operation::Change, false)).flatten()
    }

    fn draft(
        &self,
        passage: &Passage,
        stated: &Amount,
        computed: &Computed,
        turned: bool,
        judgement: Judgement,
    ) -> Claim {
        let (x, y) = if turned { (&self.y, &self.x) } else { (&self.x, &self.y) };
        let mut claim = Draft {
            kind: ClaimKind::Change,
            span: self.x.span.cover(self.y.span).cover(stated.span),
            stated,
            operands: vec![operand(&self.x), operand(&self.y)],
            text: computed.operation.text(x, y),
            computed: Some(computed.in_unit_of(stated, false)),
            recomputed: None,
            judgement,
            reading: computed.operation.reading().to_string(),
            section: passage.section,
        }
        .claim();
        claim.relation.clone_from(&self.sign);
        claim
    }

    /// Whether any other reading makes a percentage right: of the old or the new value, either way round; in points.
    fn explains(&self, stated: &Amount) -> bool {
        let all = [Operation::Change, Operation::ChangeOfNew, Operation::Ratio, Operation::Difference];
        let agrees = |x: &Amount, y: &Amount| {
            all.iter().any(|&op| compute(op, x, y, stated).is_some_and(|c| c.agrees(stated, false).is_some()))
        };
        agrees(&self.x, &self.y) || agrees(&self.y, &self.x)
    }

    /// A percentage right behind the pair that has a sign or is called a change: `, +23%`, `(a 150% increase)`.
    fn right_behind(&self, passage: &Passage) -> Option<Amount> {
        let text = &passage.text;
        let joins = |t: &Token| {
            matches!(
                t.kind,
                TokenKind::Open | TokenKind::Comma | TokenKind::Approximately | TokenKind::Plus | TokenKind::Minus
            ) || ["a", "an", "about"].iter().any(|w| t.is_word(text, w))
        };
        let start = self.tokens.end;
        let at = (start..passage.tokens.len().min(start + BESIDE)).find(|&i| !joins(&passage.tokens[i]))?;
        let sign = passage.tokens.get(at.checked_sub(1)?)?;
        let signed = at > start && matches!(sign.kind, TokenKind::Plus | TokenKind::Minus) && !sign.blank_after;
        let (amount, next) = number(passage, at).filter(|n| n.0.is_percent())?;
        let noun = amount.literal.suffix.noun.to_lowercase();
        let behind = passage.tokens[next.min(passage.tokens.len())..].iter().take(2);
        let words: Vec<String> =
            noun.split_whitespace().map(str::to_string).chain(behind.map(|t| t.text(text).to_lowercase())).collect();
        // "a 27% reduction in the whole" is not the change of these two numbers.
        let of_another = words.iter().any(|w| is_of(w));
        let named = words.iter().any(|w| is_noun_of_change(w));
        (at > start && (named || signed) && !of_another).then_some(amount)
    }

    /// A percentage right before the pair that is called a change: `a 28% memory increase, from 18 MB to 23 MB`.
    fn right_before(&self, passage: &Passage) -> Option<Amount> {
        let (amount, at) = self.before(passage)?;
        let between = &passage.tokens[at..self.tokens.start];
        let of_another = between.iter().any(|t| is_of(t.text(&passage.text)));
        let beside = amount.is_percent() && self.sign == "from … to" && between.len() <= BESIDE + 2;
        (beside && !of_another).then_some(amount)
    }

    /// The percentages and factors right behind the pair, up to the end of the sentence or the next pair.
    fn behind(&self, passage: &Passage) -> Vec<Amount> {
        let start = self.tokens.end;
        let end = (start + REACH).min(passage.tokens.len());
        let mut out = Vec::new();
        for at in start..end {
            let token = &passage.tokens[at];
            if token.kind == TokenKind::Arrow || token.is_word(&passage.text, "from") {
                break;
            }
            let signed = token.kind == TokenKind::Minus && token.blank_before && !token.blank_after;
            if signed || starts_number(token) {
                out.extend(number(passage, at).map(|n| n.0).filter(may_be_a_change));
                if !signed {
                    break;
                }
                if !out.is_empty() {
                    break;
                }
            }
        }
        out
    }

    /// The percentage or factor before the pair: "a 150% increase (from 200 to 500)".
    fn before(&self, passage: &Passage) -> Option<(Amount, usize)> {
        let start = self.tokens.start;
        let names = (start.saturating_sub(REACH)..start).rev();
        let at = names
            .take_while(|&i| passage.tokens[i].kind != TokenKind::Boundary)
            .find(|&i| starts_number(&passage.tokens[i]))?;
        let between = &passage.tokens[at..start];
        if !between.iter().any(|t| is_change_word(t, &passage.text)) {
            return None;
        }
        number(passage, at).map(|n| (n.0, at)).filter(|n| may_be_a_change(&n.0))
    }

    fn fits(&self, stated: &Amount) -> Option<(Computed, bool, How)> {
        let operations: &[(Operation, bool)] = if stated.is_percent() && stated.negative {
            &[(Operation::Change, false), (Operation::ChangeOfNew, false)]
        } else if stated.is_percent() {
            &[(Operation::Change, false)]
        } else {
            &[(Operation::Ratio, false), (Operation::Ratio, true)]
        };
        operations.iter().find_map(|&(operation, turned)| {
            let (x, y) = if turned { (&self.y, &self.x) } else { (&self.x, &self.y) };
            let computed = compute(operation, x, y, stated)?;
            let how = computed.agrees(stated, false)?;
            Some((computed, turned, how))
        })
    }
}

fn may_be_a_change(amount: &Amount) -> bool {
    amount.is_percent() || amount.times
}

fn is_change_word(token: &Token, text: &str) -> bool {
    let word = token.text(text);
    token.kind == TokenKind::Word && (is_noun_of_change(word) || ["more", "less"].contains(&word))
}

/// Whether a word names a change.
fn is_noun_of_change(word: &str) -> bool {
    const WORDS: &[&str] =
        &["decrease", "drop", "growth", "improvement", "increase", "reduction", "rise", "saving", "savings"];
    WORDS.contains(&word.to_lowercase().as_str())
}

/// Whether a word says that a change is that of something named behind it.
fn is_of(word: &str) -> bool {
    matches!(word, "in" | "of" | "for" | "to" | "on")
}
