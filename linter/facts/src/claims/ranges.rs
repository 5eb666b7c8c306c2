//! Ranges: those whose lower end is above the upper one, and the sizes of those that hold both ends.

use std::ops::Range;

use designlint_quantity::{Expression, Operator, Rational, Relation, Token, TokenKind};

use super::{
    Claim, ClaimKind, Explanation, Fault, How, Verdict,
    amount::Amount,
    draft::{Draft, Judgement, operand},
    equations::Equation,
    passage::Passage,
    shown::Shown,
};

/// Words before "between" that say that its two numbers are no bounds.
const NO_BOUNDS: &[&str] = &[
    "alternate",
    "alternates",
    "choice",
    "choose",
    "choosing",
    "compare",
    "comparison",
    "compromise",
    "decide",
    "delta",
    "diff",
    "difference",
    "differences",
    "distance",
    "factor",
    "gap",
    "jump",
    "link",
    "links",
    "move",
    "moves",
    "ratio",
    "relationship",
    "release",
    "releases",
    "split",
    "step",
    "switch",
    "switches",
    "switching",
    "trade",
    "trade-off",
    "tradeoff",
    "transition",
    "version",
    "versions",
];
/// Words that name a range right before it.
const NAMES: &[&str] = &["range", "band", "interval", "bracket", "bucket", "window"];
/// Words that say that the numbers between two others are meant, or the distance, not the things from the first to the last.
const NOT_BOTH: &[&str] = &[
    "above",
    "after",
    "ahead",
    "apart",
    "before",
    "behind",
    "below",
    "beyond",
    "delta",
    "difference",
    "distance",
    "elapsed",
    "exclusive",
    "gap",
    "gaps",
    "half-open",
    "higher",
    "increase",
    "interval",
    "intervals",
    "later",
    "less",
    "lower",
    "more",
    "span",
    "spread",
    "step",
    "steps",
    "without",
    "not",
];
/// Words that say that a range holds both its ends.
const BOTH: &[&str] = &["inclusive", "inclusively", "through", "thru"];

/// The wrong ranges of a passage and the wrong sizes of its ranges, where no calculation states them.
pub(super) fn ranges(passage: &Passage) -> Vec<Claim> {
    let mut out = Vec::new();
    for at in 0..passage.tokens.len() {
        let Some(found) = Bounds::at(passage, at) else { continue };
        if found.is_inverted(passage) {
            out.push(found.swapped(passage));
        }
        out.extend(found.sizes(passage));
    }
    out
}

/// Makes a claim wrong that gives `b - a` as the size of the range from a to b, both ends included.
pub(super) fn check_size(passage: &Passage, equation: &Equation, claim: &mut Claim) {
    let exact = claim.verdict == Verdict::Holds && claim.how == Some(How::Exact);
    let Some(literal) = equation.right.expression.as_literal().filter(|l| exact && l.suffix.is_bare()) else { return };
    let side = equation.left.iter().find(|l| passage.span(l.range.clone()) == claim.computed_span);
    let Some(Expression::Binary(Operator::Subtract, b, a)) = side.map(|l| &l.expression) else { return };
    let (Some(b), Some(a)) = (b.as_literal(), a.as_literal()) else { return };
    let counts = |l: &designlint_quantity::Literal| l.suffix.is_bare() && l.number.value.is_int();
    let same = |amount: &Amount, l: &designlint_quantity::Literal| amount.number().value == l.number.value;
    if !counts(a) || !counts(b) {
        return;
    }
    let found = (0..passage.tokens.len())
        .filter_map(|at| Bounds::at(passage, at))
        .find(|r| same(&r.low, a) && same(&r.high, b) && passage.text.get(r.range.clone()).is_some());
    let Some(found) = found else { return };
    let sentence = passage.sentence(equation.sign.clone());
    let noun = literal.suffix.noun.split_whitespace().next().unwrap_or("");
    let said = found.holds_both(passage);
    let counted = noun.len() >= 3 && noun.ends_with('s');
    if says(passage, sentence.clone(), NOT_BOTH) || !(said || (counted && sentence.contains(&found.tokens.start))) {
        return;
    }
    let size = &literal.number.value + Rational::ONE;
    let Some(shown) = Shown::of(&claim.stated, literal, &claim.computed_text) else { return };
    claim.verdict = Verdict::Wrong;
    claim.how = None;
    claim.fault = Some(Fault::InclusiveRange);
    claim.computed = Some(shown.write(&size));
    claim.rounded = Some(found.in_style(shown.nearest(&size)));
    claim.accepted = claim.rounded.clone().map(|r| (r.clone(), r));
    claim.explanation = Some(both_ends(&found));
    claim.notes.push((passage.span(found.range.clone()), "the range".to_string()));
}

fn both_ends(found: &Bounds) -> Explanation {
    let text = format!("{} to {} holds both its ends, so the size is {1} - {0} + 1", found.low.text, found.high.text);
    Explanation { kind: "inclusive-range".to_string(), text }
}

/// Two numbers as the ends of a range.
struct Bounds {
    low: Amount,
    high: Amount,
    /// The text from the first mark to the second number.
    range: Range<usize>,
    /// The tokens of it.
    tokens: Range<usize>,
    /// Where the two numbers stand in the text.
    numbers: [Range<usize>; 2],
    form: Form,
}

/// How a range is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `a to < b`, `>= a and < b`, `[a, b)`: nothing but a range.
    Marked,
    /// `between a and b`.
    Between,
    /// `a-b`, `a to b`, `a through b`.
    Plain,
}

impl Bounds {
    /// The range whose first number starts at a token.
    fn at(passage: &Passage, at: usize) -> Option<Self> {
        let tokens = &passage.tokens;
        if !matches!(tokens[at].kind, TokenKind::Number(_) | TokenKind::Currency(_)) {
            return None;
        }
        let before = at.checked_sub(1).and_then(|i| tokens.get(i));
        let (low, next) = passage.amount(at)?;
        let joint = tokens.get(next)?;
        let word = |w: &str| joint.is_word(&passage.text, w);
        let opens =
            before.is_some_and(|t| matches!(t.kind, TokenKind::Relation(Relation::Greater | Relation::AtLeast)));
        let between = before.is_some_and(|t| t.is_word(&passage.text, "between"));
        let bracket = before.is_some_and(|t| t.kind == TokenKind::Open) && joint.kind == TokenKind::Comma;
        let glued = !joint.blank_before && !joint.blank_after;
        let dash = joint.kind == TokenKind::Range
            || (joint.kind == TokenKind::Minus && (glued || joint.text(&passage.text) == "–"));
        if before.is_some_and(|t| is_joint(&t.kind) && !matches!(t.kind, TokenKind::Relation(_))) {
            return None;
        }
        let plain = dash || word("to") || word("through") || word("thru");
        if !(plain || bracket || ((between || opens) && (word("and") || word("to")))) {
            return None;
        }
        let less = |t: &Token| matches!(t.kind, TokenKind::Relation(Relation::Less | Relation::AtMost));
        let marked = tokens.get(next + 1).is_some_and(less);
        let from = if marked { next + 2 } else { next + 1 };
        let (high, end) = passage.amount(from)?;
        let half_open = bracket && is_half_open(passage, at - 1, from, end);
        if bracket && !half_open || low.text.is_empty() || low.negative || high.negative {
            return None;
        }
        let form = match () {
            () if (marked && (plain || opens)) || half_open => Form::Marked,
            () if between && word("and") => Form::Between,
            () if plain => Form::Plain,
            () => return None,
        };
        let ends = [low.literal.range.clone(), high.literal.range.clone()];
        Some(Self { range: ends[0].start..ends[1].end, tokens: at..end, numbers: ends, low, high, form })
    }

    /// Whether its lower end is above the upper one, and it is surely a range.
    fn is_inverted(&self, passage: &Passage) -> bool {
        let (a, b) = (self.low.quantity(), self.high.quantity());
        let unitless = self.low.is_bare() && self.form != Form::Between;
        let same = a.dimension == b.dimension && self.low.is_percent() == self.high.is_percent();
        let bare = unitless && !self.high.is_bare() && self.low.number().value > self.high.number().value;
        if !(same && a.value > b.value || bare) || self.low.about != self.high.about {
            return false;
        }
        let start = self.tokens.start;
        let ahead = passage.tokens[start.saturating_sub(5)..start].iter();
        let mut words = ahead.filter(|t| t.kind == TokenKind::Word).map(|t| t.text(&passage.text).to_lowercase());
        match self.form {
            Form::Marked => true,
            Form::Between => {
                let sentence = passage.sentence(self.range.clone());
                let noun = |a: &Amount| a.literal.suffix.noun.split_whitespace().last().map(str::to_string);
                let nouns = noun(&self.low).is_none() || noun(&self.low) == noun(&self.high);
                nouns && !says(passage, sentence, &["ago"]) && !words.any(|w| NO_BOUNDS.contains(&w.as_str()))
            }
            Form::Plain => {
                let names: Vec<String> = words.collect();
                let last: Vec<&str> = names.iter().rev().take(2).map(String::as_str).collect();
                let named = match last.as_slice() {
                    ["of" | "in" | "is", name, ..] => NAMES.contains(name),
                    [name, ..] => NAMES.contains(name),
                    [] => false,
                };
                let same_unit = self.low.is_bare() == self.high.is_bare() || bare;
                named && same_unit && !names.iter().any(|w| w == "from" || w == "down")
            }
        }
    }

    /// The claim that the ends are exchanged.
    fn swapped(&self, passage: &Passage) -> Claim {
        let [a, b] = &self.numbers;
        let part = |range: Range<usize>| passage.text.get(range).unwrap_or("");
        let (low, high) = (part(a.clone()), part(b.clone()));
        // `50-10 ms`: the unit stays where it stands.
        let digits =
            |text: &str| text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(text.len());
        let (low, high) = if self.low.is_bare() && !self.high.is_bare() {
            let cut = digits(high);
            (format!("{low}{}", &high[cut..]), high[..cut].to_string())
        } else {
            (low.to_string(), high.to_string())
        };
        let mended = format!("{high}{}{low}", part(a.end..b.start));
        let stated = part(self.range.clone()).to_string();
        let span = passage.span(self.range.clone());
        let mut claim = Draft {
            kind: ClaimKind::Comparison,
            span,
            stated: &self.high,
            operands: vec![operand(&self.low), operand(&self.high)],
            text: stated.clone(),
            computed: None,
            recomputed: None,
            judgement: Judgement::Wrong(Fault::InvertedRange, None),
            reading: "as written".to_string(),
            section: passage.section,
        }
        .claim();
        claim.stated_span = span;
        claim.stated = stated;
        claim.computed = Some(mended.clone());
        claim.rounded = Some(mended);
        claim
    }

    /// Whether the words say that both ends belong to it.
    fn holds_both(&self, passage: &Passage) -> bool {
        says(passage, passage.sentence(self.range.clone()), BOTH)
    }

    /// A size written as the ends are: without commas where they have none.
    fn in_style(&self, size: String) -> String {
        if self.low.text.contains(',') || self.high.text.contains(',') { size } else { size.replace(',', "") }
    }

    /// Sizes in its sentence that are `b - a` without a calculation: "30000 to 32767 inclusive, 2767 ports".
    fn sizes(&self, passage: &Passage) -> Option<Claim> {
        let whole = |a: &Amount| a.is_bare() && a.is_integer();
        if self.form != Form::Plain || !whole(&self.low) || !whole(&self.high) || !self.holds_both(passage) {
            return None;
        }
        let gap = &self.high.number().value - &self.low.number().value;
        let sentence = passage.sentence(self.range.clone());
        if gap < Rational::from(2u8) || says(passage, sentence.clone(), NOT_BOTH) {
            return None;
        }
        let outside = sentence.filter(|i| !self.tokens.contains(i));
        let stated = outside.filter_map(|i| {
            let joined = |t: Option<&Token>| t.is_some_and(|t| is_joint(&t.kind));
            let (amount, next) = passage.amount(i)?;
            let alone =
                !joined(i.checked_sub(1).and_then(|i| passage.tokens.get(i))) && !joined(passage.tokens.get(next));
            let noun = !amount.literal.suffix.noun.is_empty() && whole(&amount);
            (alone && noun && amount.number().value == gap).then_some(amount)
        });
        let stated = stated.collect::<Vec<_>>();
        let [stated] = stated.as_slice() else { return None };
        let size = gap + Rational::ONE;
        let draft = Draft {
            kind: ClaimKind::Equation,
            span: passage.span(self.range.clone()).cover(stated.span),
            stated,
            operands: vec![operand(&self.low), operand(&self.high)],
            text: format!("{} - {}", self.high.text, self.low.text),
            computed: Some(size.clone()),
            recomputed: None,
            judgement: Judgement::Wrong(Fault::InclusiveRange, Some(both_ends(self))),
            reading: "as written".to_string(),
            section: passage.section,
        };
        let mut claim = draft.claim();
        claim.rounded = claim.rounded.map(|r| self.in_style(r));
        claim.accepted = claim.rounded.clone().map(|r| (r.clone(), r));
        Some(claim)
    }
}

/// `[a, b)` or `(a, b]`: brackets of two kinds make an interval.
fn is_half_open(passage: &Passage, open: usize, from: usize, end: usize) -> bool {
    let text = |i: usize| passage.tokens.get(i).map_or("", |t| t.text(&passage.text));
    let close = (from..=end).find(|&i| passage.tokens.get(i).is_some_and(|t| t.kind == TokenKind::Close));
    close.is_some_and(|c| matches!((text(open), text(c)), ("[", ")") | ("(", "]")))
}

/// Whether a token joins a number to another.
fn is_joint(kind: &TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Minus
            | TokenKind::Plus
            | TokenKind::Times
            | TokenKind::Over
            | TokenKind::Power
            | TokenKind::Range
            | TokenKind::Relation(_)
            | TokenKind::Number(_)
    )
}

fn says(passage: &Passage, tokens: Range<usize>, words: &[&str]) -> bool {
    let tokens = passage.tokens.get(tokens).unwrap_or(&[]);
    tokens.iter().any(|t| t.kind == TokenKind::Word && words.contains(&t.text(&passage.text).to_lowercase().as_str()))
}
