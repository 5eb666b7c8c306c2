//! Raw equations to claims with verdicts.

use designlint_quantity::{
    Comparison, Dimension, Evaluation, Expression, Holds, Literal, Operator, Outcome, Parsed, Quantity, Rational,
    Reading, Relation, Sides, TokenKind, Wrong, compare, decimal, significant,
};

use super::{
    Claim, ClaimKind, Fault, How, Operand, Verdict,
    equations::{Equation, has_number},
    explain::explain,
    passage::Passage,
};

/// Looks up a name where it stands.
pub(crate) type Names<'n> = dyn Fn(&str) -> Option<Quantity> + 'n;

/// The claim of an equation; `None` where it is no calculation.
pub(crate) fn claim_of(passage: &Passage, equation: &Equation, names: &Names<'_>) -> Option<Claim> {
    let mut best: Option<Claim> = None;
    for left in &equation.left {
        let Some(claim) = claim_between(passage, left, equation, names) else { continue };
        if claim.verdict == Verdict::Holds {
            return Some(claim);
        }
        best = best.or_else(|| Some(claim).filter(|c| may_be_wrong(passage, left, equation, c)));
    }
    best
}

fn has_noun(e: &Expression) -> bool {
    e.literals().iter().any(|l| !l.suffix.noun.is_empty())
}

/// A bracket that does not hold is wrong only where both sides have one dimension; else it is a note.
fn bracket_may_be_wrong(left: &Parsed, equation: &Equation, claim: &Claim) -> bool {
    let (Some(value), Some(recomputed)) = (&claim.value, &claim.recomputed) else { return false };
    let same = value.dimension == recomputed.dimension;
    let share = equation.right.expression.share().is_some();
    if share && left.expression.computes() {
        return true;
    }
    same && !value.dimension.is_none() && (claim.kind != ClaimKind::Conversion || is_near(value, recomputed))
}

/// Two values that could be one: within a factor of two, or off by a step of prefixes or by bits for bytes.
fn is_near(a: &Quantity, b: &Quantity) -> bool {
    if a.value.is_zero() || b.value.is_zero() {
        return false;
    }
    let ratio = if a.value > b.value { &a.value / &b.value } else { &b.value / &a.value };
    let near = |n: u32| {
        let n = Rational::from(n);
        ratio >= &n * Rational::from(19u8) / Rational::from(20u8)
            && ratio <= n * Rational::from(21u8) / Rational::from(20u8)
    };
    ratio < Rational::from(2u8) || [8, 10, 60, 100, 1000, 1024].into_iter().any(near)
}

/// A lone number behind a word may belong to the word: what does not hold there is no claim. One quantity in two units
/// of a dimension is.
fn may_be_wrong(passage: &Passage, left: &Parsed, equation: &Equation, claim: &Claim) -> bool {
    let at = passage.tokens.partition_point(|t| t.range.start < left.range.start);
    let behind_word = at.checked_sub(1).is_some_and(|i| passage.tokens[i].kind == designlint_quantity::TokenKind::Word);
    let spoken = claim.relation.chars().all(char::is_alphabetic);
    if equation.bracket {
        return bracket_may_be_wrong(left, equation, claim);
    }
    match claim.kind {
        ClaimKind::Conversion => !spoken,
        _ if spoken && equation.right.expression.computes() => false,
        _ => has_operator(&left.expression) || !(behind_word || has_noun(&left.expression)),
    }
}

fn claim_between(passage: &Passage, left: &Parsed, equation: &Equation, names: &Names<'_>) -> Option<Claim> {
    let right = &equation.right;
    if !is_calculation(&left.expression, &right.expression, equation.relation) {
        return None;
    }
    let backwards =
        left.expression.as_literal().is_some() && right.expression.computes() && !is_mixed(&right.expression);
    if filtered(passage, left, equation, backwards) {
        return None;
    }
    let mut restated = left.clone();
    if equation.bracket && !left.expression.computes() {
        // Both numbers may be roundings of one that is not shown.
        restated.expression.each_literal_mut(&mut |l| l.number.rounded |= l.number.digits >= 3);
    }
    let (computed, stated) = if backwards { (right, left) } else { (&restated, right) };
    let relation = if backwards { reversed(equation.relation) } else { equation.relation };
    let sides = Sides { computed: &computed.expression, stated: &stated.expression, relation, about: equation.about };
    let mut judged = Judged {
        passage,
        equation,
        left,
        sides,
        computed: computed.range.clone(),
        stated: stated.clone(),
        comparison: compare(sides, names),
    };
    judged.try_first_number(names);
    if right.cut_off && !matches!(judged.comparison.outcome, Outcome::Holds(_)) {
        judged.comparison.outcome = Outcome::Unknown("an operator follows that was not understood".to_string());
    }
    Some(judged.claim())
}

/// `16 min + 40 s` states one quantity.
fn is_mixed(e: &Expression) -> bool {
    match e {
        Expression::Binary(designlint_quantity::Operator::Add, a, b) => {
            let unit =
                |e: &Expression| e.literals().last().and_then(|l| l.suffix.units.first()).map(|u| u.word.clone());
            b.as_literal().is_some()
                && (is_mixed(a) || a.as_literal().is_some())
                && unit(a).is_some()
                && unit(a) != unit(b)
        }
        _ => false,
    }
}

/// Words behind which a number belongs to the words, not to the relation: "over 30 days is 216 minutes".
const BINDING: [&str; 17] = [
    "each", "over", "in", "for", "of", "after", "within", "at", "by", "every", "during", "from", "to", "with", "per",
    "under", "until",
];

/// What looks like a calculation and is none.
fn filtered(passage: &Passage, left: &Parsed, equation: &Equation, backwards: bool) -> bool {
    let right = &equation.right.expression;
    let lone = !has_operator(&left.expression);
    let at = passage.tokens.partition_point(|t| t.range.start < left.range.start);
    let before = at.checked_sub(1).map(|i| &passage.tokens[i]);
    let word =
        before.filter(|t| t.kind == designlint_quantity::TokenKind::Word).map(|t| t.text(&passage.text).to_lowercase());
    if lone && word.as_deref().is_some_and(|w| BINDING.contains(&w)) {
        return true;
    }
    let noun = |e: &Expression| match e {
        Expression::Scaled(_, suffix) => suffix.noun.clone(),
        e => e.literals().last().map_or(String::new(), |l| l.suffix.noun.clone()),
    };
    let defines_unit =
        lone && !has_operator(right) && noun(&left.expression) != noun(right) && (backwards || right.computes());
    let bounds = |e: &Expression| {
        matches!(e, Expression::Binary(designlint_quantity::Operator::Subtract, a, b)
            if [a, b].iter().all(|e| e.as_literal().is_some_and(|l| l.suffix.is_bare())))
    };
    let ranges = matches!(left.expression, Expression::Range(..))
        || (matches!(right, Expression::Range(..)) && bounds(&left.expression));
    let downtime =
        lone && left.expression.share().is_some() && !right.literals().iter().all(|l| l.suffix.units.is_empty());
    defines_unit || ranges || downtime || is_path(passage, equation, lone) || is_type_width(&left.expression, right)
}

/// Whether two operands are joined by a sign, not only raised to a power.
fn has_operator(e: &Expression) -> bool {
    e.any(|e| matches!(e, Expression::Binary(..) | Expression::Call(..)))
}

/// `year=2024/month=01`: a sign glued to a word on its left assigns.
fn is_path(passage: &Passage, equation: &Equation, lone: bool) -> bool {
    let at = passage.tokens.partition_point(|t| t.range.start < equation.sign.start);
    let sign = &passage.tokens[at];
    let word = at.checked_sub(1).is_some_and(|i| passage.tokens[i].kind == designlint_quantity::TokenKind::Word);
    lone && word && !sign.blank_before && !sign.blank_after
}

/// `64 x 64 = 128 bit`: the width of a product, not a product.
fn is_type_width(left: &Expression, right: &Expression) -> bool {
    for (power, width) in [(left, right), (right, left)] {
        if let (Expression::Power(_, n), Some(c)) = (power, width.as_literal()) {
            return n.as_literal().is_some_and(|n| n.number.value == c.number.value) && is_bits(c);
        }
    }
    let Expression::Binary(designlint_quantity::Operator::Multiply, a, b) = left else { return false };
    let (Some(a), Some(b), Some(c)) = (a.as_literal(), b.as_literal(), right.as_literal()) else { return false };
    is_bits(c) && &a.number.value + &b.number.value == c.number.value
}

fn is_bits(l: &Literal) -> bool {
    l.suffix.units.iter().any(|u| matches!(u.word.as_str(), "bit" | "bits" | "b"))
}

/// Two numbers joined on one side and a number on the other, or one quantity in two units.
fn is_calculation(left: &Expression, right: &Expression, relation: Relation) -> bool {
    let joined = |e: &Expression| {
        e.computes() && has_number(e) && (e.literals().len() + e.symbols().len() >= 2 || constant_call(e))
    };
    if has_number(left) && has_number(right) && (joined(left) || joined(right)) {
        return true;
    }
    match (left.as_literal(), right.as_literal()) {
        (Some(a), Some(b)) => is_conversion(a, b) || (relation == Relation::About && is_rounding(a, b)),
        _ => joined(left) && matches!(right, Expression::Range(..)),
    }
}

fn constant_call(e: &Expression) -> bool {
    matches!(e, Expression::Call(..) | Expression::Power(..))
}

/// One value in two units of a dimension, or a bare number with its scale word or percent sign spelt out.
pub(crate) fn is_conversion(a: &Literal, b: &Literal) -> bool {
    let value = |l: &Literal| Quantity::of(l, "");
    let (x, y) = (value(a), value(b));
    if x.dimension != y.dimension || counted(a) != counted(b) {
        return false;
    }
    let named = |l: &Literal| !l.suffix.noun.is_empty();
    if x.dimension.is_none() {
        let dressed = |l: &Literal| !l.suffix.scales.is_empty() || l.suffix.share.is_some();
        let rate = |l: &Literal| l.suffix.units.len() > 1;
        return (rate(b) || dressed(a) != dressed(b) || a.suffix.share != b.suffix.share) && !named(a) && !named(b);
    }
    a.suffix.units != b.suffix.units && !named(a)
}

/// The nouns of a literal: `msg` of `300 msg/sec`.
fn counted(l: &Literal) -> Vec<&str> {
    let counts = |w: &str| designlint_quantity::unit(w).is_some_and(|u| u.counts && u.dimension.is_none());
    let mut words: Vec<&str> = l.suffix.units.iter().map(|u| u.word.as_str()).filter(|w| counts(w)).collect();
    words.extend(l.suffix.noun.split_whitespace().filter(|w| !w.starts_with('/')).take(1));
    words
}

/// `1.234 m ≈ 1.2 m`: one number with fewer digits.
fn is_rounding(a: &Literal, b: &Literal) -> bool {
    !a.suffix.units.is_empty() && a.suffix.units == b.suffix.units && a.number.rounded
}

fn reversed(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::AtMost => Relation::AtLeast,
        Relation::Greater => Relation::Less,
        Relation::AtLeast => Relation::AtMost,
        same => same,
    }
}

struct Judged<'p> {
    passage: &'p Passage,
    equation: &'p Equation,
    left: &'p Parsed,
    sides: Sides<'p>,
    computed: std::ops::Range<usize>,
    stated: Parsed,
    comparison: Comparison,
}

impl Judged<'_> {
    /// `800 x 200M = 160B entries x 50 bytes`: the result may be only the first number of the next step.
    fn try_first_number(&mut self, names: &Names<'_>) {
        if !matches!(self.comparison.outcome, Outcome::Wrong(_)) || !self.sides.stated.computes() {
            return;
        }
        // `881 MB / 25 GB/s = 35.2 ms plus 160 x 30 us = 4.8 ms` also adds, where the line goes on after the next step.
        let goes_on =
            self.passage.tokens.get(self.stated.next).is_some_and(|t| t.kind == TokenKind::Relation(Relation::Equal));
        let mut first = self.sides.stated;
        while let Expression::Binary(operator, a, _) = first {
            if !goes_on && !matches!(operator, Operator::Multiply | Operator::Divide) {
                break;
            }
            first = a;
        }
        let Expression::Literal(literal) = first else { return };
        let sides = Sides { stated: first, ..self.sides };
        let again = compare(sides, names);
        if matches!(again.outcome, Outcome::Holds(_)) {
            self.comparison = again;
            self.stated = Parsed {
                expression: first.clone(),
                next: self.stated.next,
                range: literal.range.clone(),
                cut_off: false,
            };
        }
    }

    fn claim(self) -> Claim {
        let Self { passage, equation, left, sides, computed: computed_range, stated, comparison } = self;
        let literal = stated.expression.as_literal();
        let stated_range = stated_range(&stated);
        let stated_text = passage.text[stated_range.clone()].trim().to_string();
        let (verdict, how, reason) = verdict(&comparison);
        let shown = literal.map(|l| Shown::of(&stated_text, l));
        let computed = match (&shown, &comparison.computed) {
            (Some(s), Some(v)) => Some(s.write(v)),
            (None, Some(v)) => Some(significant(v, 6)),
            _ => None,
        };
        let accepted = match (&shown, &comparison.computed, verdict) {
            (Some(s), Some(v), Verdict::Wrong | Verdict::Holds) => Some(s.accepted(v)),
            _ => None,
        };
        let rounded = match (&shown, &comparison.computed) {
            (Some(s), Some(v)) => Some(s.nearest(v)),
            _ => None,
        };
        let end = equation.right.range.end.max(left.range.end).min(stated_range.end.max(trimmed_end(&equation.right)));
        let span = passage.span(left.range.start..end.max(left.range.start + 1));
        let explanation = match (verdict, literal, &comparison.computed) {
            (Verdict::Wrong, Some(l), Some(v)) => explain(v, &l.number, sides.computed),
            _ => None,
        };
        let fault = (verdict == Verdict::Wrong).then(|| fault(&comparison, sides));
        Claim {
            kind: kind(equation, sides),
            span,
            stated_span: passage.span(stated_range),
            computed_text: passage.text[computed_range.clone()].split_whitespace().collect::<Vec<_>>().join(" "),
            computed_span: passage.span(computed_range),
            relation: passage.text[equation.sign.clone()].to_string(),
            verdict,
            how,
            weak: comparison.weak,
            stated: stated_text,
            computed,
            accepted,
            rounded,
            reading: comparison.reading.clone(),
            reason,
            explanation,
            fault,
            value: literal.map(|l| Quantity::of(l, &passage.text)),
            recomputed: comparison.base.as_ref().map(|(value, dimension)| Quantity {
                value: value.clone(),
                dimension: *dimension,
                ..Quantity::count(0)
            }),
            operands: operands(passage, sides.computed),
            notes: Vec::new(),
            section: passage.section,
        }
    }
}

/// The end of a side without its trailing nouns.
fn trimmed_end(parsed: &Parsed) -> usize {
    parsed
        .expression
        .literals()
        .iter()
        .map(|l| l.suffix.end)
        .max()
        .unwrap_or(parsed.range.end)
        .min(parsed.range.end)
        .max(if parsed.expression.computes() { parsed.range.end } else { 0 })
}

/// The stated number with its unit, a sign included, nouns not.
fn stated_range(parsed: &Parsed) -> std::ops::Range<usize> {
    match &parsed.expression {
        Expression::Literal(l) => l.range.clone(),
        Expression::Negate(a) => a.as_literal().map_or(parsed.range.clone(), |l| parsed.range.start..l.range.end),
        _ => parsed.range.clone(),
    }
}

fn kind(equation: &Equation, sides: Sides<'_>) -> ClaimKind {
    match sides.relation {
        Relation::Less | Relation::AtMost | Relation::Greater | Relation::AtLeast | Relation::NotEqual => {
            ClaimKind::Comparison
        }
        _ if equation.chained => ClaimKind::Chain,
        _ if !sides.computed.computes() => ClaimKind::Conversion,
        _ => ClaimKind::Equation,
    }
}

pub(crate) fn verdict(comparison: &Comparison) -> (Verdict, Option<How>, Option<String>) {
    match &comparison.outcome {
        Outcome::Holds(holds) => {
            let how = match holds {
                Holds::Exact => How::Exact,
                Holds::Rounded => How::Rounded,
                Holds::Truncated => How::Truncated,
                Holds::Approximate => How::Approximate,
                Holds::Consistent => How::Consistent,
                Holds::Coarse => How::Coarse,
            };
            (Verdict::Holds, Some(how), None)
        }
        Outcome::Wrong(_) => (Verdict::Wrong, None, None),
        Outcome::Unknown(why) => (Verdict::Unknown, None, Some(why.clone())),
    }
}

fn fault(comparison: &Comparison, sides: Sides<'_>) -> Fault {
    match comparison.outcome {
        Outcome::Wrong(Wrong::RatePeriod) => Fault::RatePeriod,
        Outcome::Wrong(Wrong::Units) => Fault::Unit,
        _ if is_bits_for_bytes(comparison, sides) => Fault::BitsBytes,
        _ => Fault::Value,
    }
}

/// Off by 8 (or 8.389) with a unit of bits on one side and of bytes on the other.
fn is_bits_for_bytes(comparison: &Comparison, sides: Sides<'_>) -> bool {
    let data = |e: &Expression| {
        e.literals()
            .iter()
            .flat_map(|l| &l.suffix.units)
            .filter(|u| u.exponent == 1)
            .any(|u| designlint_quantity::unit(&u.word).is_some_and(|u| u.dimension.data() != 0))
    };
    let (Some(x), Some(stated)) = (&comparison.computed, sides.stated.as_literal()) else { return false };
    let v = &stated.number.value;
    if x.is_zero() || v.is_zero() || !data(sides.computed) || !data(sides.stated) {
        return false;
    }
    let ratio = if x > v { x / v } else { v / x };
    let near = |target: Rational| {
        let gap = if ratio > target { &ratio - &target } else { &target - &ratio };
        gap * Rational::from(40u8) <= target
    };
    near(Rational::from(8u8)) || near(Rational::from(8_388_608u32) / Rational::from(1_000_000u32))
}

pub(crate) fn operands(passage: &Passage, side: &Expression) -> Vec<Operand> {
    side.literals()
        .into_iter()
        .map(|l| Operand {
            span: passage.span(l.range.clone()),
            value: Quantity::of(l, &passage.text),
            noun: l.suffix.noun.clone(),
            symbol: None,
        })
        .collect()
}

/// How a stated number is written: what stands before and behind its digits, and to how many places.
pub(crate) struct Shown {
    before: String,
    after: String,
    ulp: Rational,
    places: usize,
}

impl Shown {
    pub(crate) fn of(text: &str, literal: &Literal) -> Self {
        let start = text.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(0);
        let tail = &text[start..];
        let len = tail
            .find(|c: char| {
                !(c.is_ascii_digit() || matches!(c, '.' | ',' | '_' | '\'' | '\u{2009}' | '\u{202f}' | '\u{a0}'))
            })
            .unwrap_or(tail.len());
        let number = tail[..len].trim_end_matches([',', '.']);
        let places = number.rsplit_once('.').map_or(0, |(_, f)| f.len());
        Self {
            before: text[..start].trim_end_matches(['-', '−', '+']).to_string(),
            after: tail[number.len()..].to_string(),
            ulp: literal.number.ulp.clone(),
            places,
        }
    }

    /// The value with up to four digits more than shown.
    pub(crate) fn write(&self, value: &Rational) -> String {
        let plain = self.mantissa(value);
        let small = plain < Rational::from(1000u16) && plain > -Rational::from(1000u16);
        let digits = if small { significant(&plain, 6) } else { decimal(&plain, self.places.max(2)) };
        format!("{}{digits}{}", self.before, self.after)
    }

    /// The value rounded to the places shown.
    pub(crate) fn nearest(&self, value: &Rational) -> String {
        self.round(&(Rational::from((value / &self.ulp).round()) * &self.ulp))
    }

    fn round(&self, value: &Rational) -> String {
        format!("{}{}{}", self.before, decimal_kept(&self.mantissa(value), self.places), self.after)
    }

    /// A number with an exponent is written by its mantissa.
    fn mantissa(&self, value: &Rational) -> Rational {
        let places = (0..self.places).fold(Rational::ONE, |p, _| p * Rational::from(10u8));
        let scale = &self.ulp * places;
        if scale.is_zero() || !self.after.starts_with(['e', 'E', '×', 'x', '*', ' ']) || scale.is_one() {
            value.clone()
        } else {
            value / scale
        }
    }

    /// The lowest and highest number of the same precision that would be right.
    pub(crate) fn accepted(&self, value: &Rational) -> (String, String) {
        let steps = value / &self.ulp;
        let (low, high) = (Rational::from(steps.floor()) * &self.ulp, Rational::from(steps.ceil()) * &self.ulp);
        (self.round(&low), self.round(&high))
    }
}

/// Decimals with trailing zeros kept, as the stated number keeps them.
fn decimal_kept(value: &Rational, places: usize) -> String {
    let mut out = decimal(value, places);
    if places > 0 {
        let have = match out.rfind('.') {
            Some(at) => out.len() - at - 1,
            None => {
                out.push('.');
                0
            }
        };
        out.push_str(&"0".repeat(places - have));
    }
    out
}

/// The value of an expression as written, where it has one.
pub(crate) fn value_of(e: &Expression, names: &Names<'_>) -> Option<(Rational, Dimension)> {
    let reading = Reading::default();
    let value = Evaluation { reading: &reading, slack: false, symbols: names }.value(e).ok()?;
    Some((value.middle(), value.dimension))
}
