//! Why a stated result is wrong: known slips that make the line right, one at most, and only where chance is small.

use designlint_quantity::{Expression, Literal, Number, Rational, decimal, period_slip};

use super::{
    Explanation,
    cues::Cues,
    slips::{Slip, digit, digit_slips, factors, width, wrong_way},
    value_of,
    variants::variants,
};

/// Most numbers of a calculation whose variants are tried.
const OPERANDS: usize = 12;
/// The chance in percent up to which a slip is named, and up to which it is where something else speaks for it, too.
const CHANCE: (u32, u32) = (2, 10);

/// The order in which slips are thought of, by how often they are made.
const PRIORS: [&str; 18] = [
    "prefix-step",
    "bits-bytes",
    "percent",
    "power-of-ten",
    "binary-prefix",
    "period",
    "wrong-way",
    "calendar",
    "factor-two",
    "complement",
    "percent-added",
    "wrong-base",
    "exponent",
    "per-unit",
    "operand-dropped",
    "operand-doubled",
    "operands-swapped",
    "precedence",
];

/// What may have gone wrong in a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Explained {
    /// The slip, where one is named.
    pub explanation: Option<Explanation>,
    /// Whether a slip elsewhere than in the digits of the result may be the cause, named or not.
    pub elsewhere: bool,
}

/// The slip that makes `computed` the number that is stated.
///
/// The more slips are tried and the fewer digits are shown, the more often one fits by chance: of a random number of
/// three digits every eighth. Two different slips that fit say nothing.
pub(crate) fn explain(computed: &Rational, stated: &Literal, side: &Expression, cues: &Cues) -> Explained {
    let number = &stated.number;
    if computed.is_zero() || number.value.is_zero() || number.digits < 2 {
        return Explained::default();
    }
    let mut tried = factors(computed, stated, cues);
    tried.extend(miscalculated(computed, side, cues));
    tried.extend(wrong_way(computed, side));
    let mut fits: Vec<Slip> = tried.iter().filter(|s| shows(&s.value, number)).cloned().collect();
    let scaled = fits.iter().any(|s| matches!(s.kind, "prefix-step" | "power-of-ten" | "percent"));
    let elsewhere = scaled || number.digits >= 3 && !fits.is_empty();
    let digit = digit(computed, number).filter(|_| !scaled);
    let digit_slips = if digit.is_some() { digit_slips(number.digits) } else { 0 };
    fits.extend(digit);
    // What beside the numbers speaks for comes first, then what happens often.
    fits.sort_by_key(|s| (!s.cue, prior(s.kind)));
    let explanation = fits.first().and_then(|first| {
        let before = tried.iter().filter(|s| !first.cue || s.cue && prior(s.kind) <= prior(first.kind));
        let chance = chance(computed, before, number.digits, digit_slips);
        within(&chance, if first.cue { CHANCE.1 } else { CHANCE.0 }).then(|| only(&fits)).flatten()
    });
    Explained { explanation, elsewhere }
}

fn prior(kind: &str) -> usize {
    PRIORS.iter().position(|k| *k == kind).unwrap_or(PRIORS.len())
}

/// What the periods of a rate and of a constant are, and what the constant should be.
pub(crate) fn explain_period(side: &Expression) -> Option<Explanation> {
    let slip = period_slip(side)?;
    let text = format!(
        "the rate is per {}, and {} counts the {}s of a {}: a {} has {} {}s",
        slip.rate,
        decimal(&slip.constant, 0),
        slip.counted,
        slip.whole,
        slip.whole,
        decimal(&slip.right, 3),
        slip.rate,
    );
    Some(Explanation { kind: "rate-period".to_string(), text })
}

/// Whether a chance is at most so many percent.
pub(crate) fn within(chance: &Rational, percent: u32) -> bool {
    chance * Rational::from(100u8) <= Rational::from(percent)
}

/// Whether a value is the stated one to the digits shown.
fn shows(value: &Rational, stated: &Number) -> bool {
    let gap = if *value > stated.value { value - &stated.value } else { &stated.value - value };
    gap * Rational::from(2u8) <= stated.ulp
}

/// The share of all numbers of so many digits that one of the slips leads to.
fn chance<'s>(computed: &Rational, tried: impl Iterator<Item = &'s Slip>, digits: usize, edits: usize) -> Rational {
    let mut values: Vec<&Rational> = tried.map(|s| &s.value).filter(|v| !v.is_zero()).collect();
    values.sort_unstable();
    values.dedup();
    let of_edits = width(computed, digits) * Rational::from(edits);
    values.iter().fold(of_edits, |sum, v| sum + width(v, digits))
}

/// The one slip among those that fit; of a factor left out and a factor of the same size one edit mends both.
fn only(fits: &[Slip]) -> Option<Explanation> {
    let first = fits.first()?;
    let explanation = |kind: &str, text: String| Some(Explanation { kind: kind.to_string(), text });
    if fits.iter().all(|s| s.kind == first.kind && s.text == first.text) {
        return explanation(first.kind, first.text.clone());
    }
    // The factor may come before or behind what says the same of the whole.
    let within = |s: &&Slip| s.kind.starts_with("operand-") || matches!(s.kind, "per-unit" | "exponent");
    let whole = |s: &&Slip| !within(s) && s.factor.is_some();
    let (inner, outer) = (fits.iter().find(within)?, fits.iter().find(whole)?);
    let same = fits.iter().all(|s| s.factor == inner.factor && (s.text == inner.text || s.text == outer.text));
    let (_, says) = outer.text.rsplit_once(": ")?;
    if same { explanation(inner.kind, format!("{}; or: {says}", inner.text)) } else { None }
}

/// What the calculation gives with one slip in it. Left out where a name or a range stands in it, whose value is not
/// known here.
fn miscalculated(computed: &Rational, side: &Expression, cues: &Cues) -> Vec<Slip> {
    let unknown = side.any(|e| matches!(e, Expression::Symbol(..) | Expression::Range(..)));
    if unknown || !side.computes() || side.literals().len() > OPERANDS {
        return Vec::new();
    }
    let value = |e: &Expression| value_of(e, &|_| None).map(|v| v.0).filter(|v| !v.is_zero());
    let Some(right) = value(side) else { return Vec::new() };
    // The readings and the unit of the result are in `computed` already.
    let unit = computed / right;
    let all = variants(side, cues).into_iter();
    all.filter_map(|v| {
        let value = value(&v.done)? * &unit;
        (value != *computed).then_some(Slip { kind: v.kind, value, cue: v.cue, text: v.text, factor: v.factor })
    })
    .collect()
}
