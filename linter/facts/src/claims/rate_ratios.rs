//! A ratio of reads to writes beside the two rates.

use std::sync::LazyLock;

use designlint_quantity::{Rational, TokenKind, decimal, significant};
use regex_lite::Regex;

use super::{
    Claim, ClaimKind, Fault, How, Verdict,
    amount::{Amount, amount_at},
    draft::operand,
    passage::Passage,
    sums::magnitude,
};
use crate::patterns::brief;

/// Most bytes between a ratio and the words that say of what it is.
const REACH: usize = 24;

static RATIO: LazyLock<Option<Regex>> =
    LazyLock::new(|| brief(r"(?:^|[^\d.:])(\d{1,6}(?:\.\d{1,4})?):(\d{1,6}(?:\.\d{1,4})?)(?:[^\d:]|$)").ok());
static NAMES: LazyLock<Option<Regex>> =
    LazyLock::new(|| brief(r"(?i)\b(read|write)s?\s*(?::|/|-to-|\bto\b|-)\s*(read|write)s?\b").ok());

/// The ratio of reads to writes that a passage states beside one rate of each.
pub(super) fn ratio(passage: &Passage) -> Option<Claim> {
    let text = &passage.text;
    memchr::memmem::find(text.as_bytes(), b"write")?;
    memchr::memchr(b':', text.as_bytes())?;
    let names = NAMES.as_ref()?.captures(text)?;
    let at = names.get(0)?.range();
    let first = names.get(1)?.as_str().to_lowercase();
    if names.get(2)?.as_str().to_lowercase() == first {
        return None;
    }
    let mut ratios = RATIO.as_ref()?.captures_iter(text).filter_map(|c| Some((c.get(1)?, c.get(2)?)));
    let (p, q) = ratios.next()?;
    let near = p.start().abs_diff(at.end).min(at.start.abs_diff(q.end())) <= REACH;
    if !near || ratios.next().is_some() || is_a_time(p.as_str(), q.as_str()) {
        return None;
    }
    let (reads, writes) = (rate(passage, "read")?, rate(passage, "write")?);
    let (x, y) = if first == "read" { (&reads, &writes) } else { (&writes, &reads) };
    Stated { p: p.as_str(), q: q.as_str(), x, y }.claim(passage, p.start()..q.end())
}

/// Whether two numbers around a colon may be hours and minutes.
fn is_a_time(p: &str, q: &str) -> bool {
    let below = |text: &str, end: u32| text.parse::<u32>().is_ok_and(|n| n < end);
    q.len() == 2 && below(p, 24) && below(q, 60)
}

/// The one rate of the passage with this noun.
fn rate(passage: &Passage, noun: &str) -> Option<Amount> {
    let numbers = (0..passage.tokens.len()).filter(|&i| matches!(passage.tokens[i].kind, TokenKind::Number(_)));
    let named = |a: &Amount| {
        let first = a.literal.suffix.noun.split([' ', '/']).next().unwrap_or("").to_lowercase();
        first.trim_end_matches('s') == noun
    };
    let mut found = numbers
        .filter_map(|i| amount_at(&passage.flat, &passage.text, &passage.tokens, i))
        .map(|n| n.0.under(passage.readings))
        .filter(named);
    let rate = found.next().filter(|a| !a.bound && !a.quantity().value.is_zero())?;
    found.next().is_none().then_some(rate)
}

/// `p:q` beside the rates `x` and `y`.
struct Stated<'a> {
    p: &'a str,
    q: &'a str,
    x: &'a Amount,
    y: &'a Amount,
}

impl Stated<'_> {
    fn claim(&self, passage: &Passage, range: std::ops::Range<usize>) -> Option<Claim> {
        let (x, y) = (self.x.quantity(), self.y.quantity());
        let (p, q) = (number(self.p)?, number(self.q)?);
        if x.dimension != y.dimension || p.is_zero() || q.is_zero() {
            return None;
        }
        let (stated, actual) = (&p / &q, &x.value / &y.value);
        let room = |text: &str, v: &Rational| places(text) / (Rational::from(2u8) * v);
        let slack = |a: &Amount| {
            let share = &a.number().ulp / (Rational::from(2u8) * magnitude(&a.shown()));
            if a.about { share.max(Rational::from(1u8) / Rational::from(10u8)) } else { share }
        };
        let q_room = if q.is_one() { Rational::ZERO } else { room(self.q, &q) };
        let allowed = &stated * (room(self.p, &p) + q_room) + &actual * (slack(self.x) + slack(self.y));
        let holds = magnitude(&(&stated - &actual)) <= allowed;
        let span = passage.span(range.clone());
        let text = passage.text.get(range)?.to_string();
        let computed = if actual < Rational::ONE || q.is_one() {
            format!("{}:1", significant(&actual, 2))
        } else {
            format!("{}:{}", significant(&(&actual * &q), 3), self.q)
        };
        let needed = decimal(&(&y.value * &stated / self.x.quantity().factor), 2);
        let rate = |a: &Amount, digits: &str| a.text.replacen(digits_of(&a.text), digits, 1);
        let note = format!("at {} a ratio of {text} needs {}", self.y.text, rate(self.x, &needed));
        Some(Claim {
            kind: ClaimKind::Change,
            span: span.cover(self.x.span).cover(self.y.span),
            stated_span: span,
            computed_span: self.x.span.cover(self.y.span),
            computed_text: format!("{}:{}", digits_of(&self.x.text), digits_of(&self.y.text)),
            relation: String::new(),
            verdict: if holds { Verdict::Holds } else { Verdict::Wrong },
            how: holds.then_some(How::Rounded),
            weak: false,
            stated: text,
            computed: Some(computed),
            accepted: None,
            rounded: None,
            plain: false,
            reading: "as written".to_string(),
            reason: None,
            explanation: None,
            fault: (!holds).then_some(Fault::Ratio),
            value: None,
            recomputed: None,
            operands: vec![operand(self.x), operand(self.y)],
            notes: if holds { Vec::new() } else { vec![(self.y.span, note)] },
            section: passage.section,
        })
    }
}

fn digits_of(text: &str) -> &str {
    let start = text.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let rest = &text[start..];
    let end = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | '.'))).unwrap_or(rest.len());
    rest[..end].trim_end_matches([',', '.'])
}

/// A decimal as a fraction.
fn number(text: &str) -> Option<Rational> {
    let digits: u64 = text.replace('.', "").parse().ok()?;
    Some(Rational::from(digits) * places(text))
}

/// One in the last place of a decimal.
fn places(text: &str) -> Rational {
    let places = text.rsplit_once('.').map_or(0, |(_, f)| f.len());
    (0..places).fold(Rational::ONE, |ulp, _| ulp / Rational::from(10u8))
}
