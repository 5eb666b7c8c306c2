//! Why a stated result is wrong: known slips that make the line right, one at most, and only where chance is small.

use designlint_quantity::{Expression, Number, Rational, decimal, period_slip};

use super::{
    Explanation,
    cues::Cues,
    slips::{Slip, digit, digit_slips, factors, width},
    value_of,
    variants::variants,
};

/// Most numbers of a calculation whose variants are tried.
const OPERANDS: usize = 12;
/// The chance in percent up to which a slip is named, and up to which it is where something else speaks for it, too.
const CHANCE: (u32, u32) = (2, 10);

/// The slip that makes `computed` the number that is stated.
///
/// The more slips are tried and the fewer digits are shown, the more often one fits by chance: of a random number of
/// three digits every eighth. Two different slips that fit say nothing.
pub(crate) fn explain(computed: &Rational, stated: &Number, side: &Expression, cues: &Cues) -> Option<Explanation> {
    if computed.is_zero() || stated.value.is_zero() {
        return None;
    }
    let mut tried = factors(computed, stated, cues);
    tried.extend(miscalculated(computed, side, cues));
    let chance = chance(computed, &tried, stated.digits);
    if !within(&chance, CHANCE.1) {
        return None;
    }
    let mut fits: Vec<Slip> = tried.into_iter().filter(|s| shows(&s.value, stated)).collect();
    let scaled = fits.iter().any(|s| matches!(s.kind, "power-of-ten" | "percent"));
    fits.extend(digit(computed, stated).filter(|_| !scaled));
    let cue = fits.iter().any(|s| s.cue);
    let slip = only(&fits)?;
    within(&chance, if cue { CHANCE.1 } else { CHANCE.0 }).then_some(slip)
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
fn chance(computed: &Rational, tried: &[Slip], digits: usize) -> Rational {
    let mut values: Vec<&Rational> = tried.iter().map(|s| &s.value).filter(|v| !v.is_zero()).collect();
    values.sort_unstable();
    values.dedup();
    let one = width(computed, digits);
    values.iter().fold(one * Rational::from(digit_slips(digits)), |sum, v| sum + width(v, digits))
}

/// The one slip among those that fit; of a factor left out and a factor of the same size one edit mends both.
fn only(fits: &[Slip]) -> Option<Explanation> {
    let first = fits.first()?;
    let explanation = |kind: &str, text: String| Some(Explanation { kind: kind.to_string(), text });
    if fits.iter().all(|s| s.kind == first.kind && s.text == first.text) {
        return explanation(first.kind, first.text.clone());
    }
    let last = fits.last()?;
    let operand = |s: &Slip| s.kind.starts_with("operand-");
    let paired = fits.iter().all(|s| s.text == first.text || s.text == last.text);
    let same = first.factor.is_some() && first.factor == last.factor;
    if !paired || !same || operand(first) || !operand(last) {
        return None;
    }
    let other = first.text.split_once(": ").map_or("", |(_, says)| says);
    explanation(last.kind, format!("{}; or: {other}", last.text))
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
