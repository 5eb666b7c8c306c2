//! Numbers on one scale, and whether a stated total is their sum.

use designlint_quantity::{Convention, Dimension, Literal, Number, Quantity, Rational, Reading, unit};

use super::{How, amount::Amount};

/// A number on a common scale.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// Its value, with its sign.
    pub value: Rational,
    /// One unit in its last place.
    pub ulp: Rational,
    /// Whether the last place may be rounded.
    pub rounds: bool,
    /// Whether it is called approximate.
    pub about: bool,
}

/// Addends and their total on one scale.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    /// The addends.
    pub parts: Vec<Term>,
    /// The total.
    pub total: Term,
    /// One of the total's own unit.
    pub factor: Rational,
    /// The dimension of the scale.
    pub dimension: Dimension,
    /// How it was read.
    pub reading: String,
    /// Whether the units themselves say that they can be added; else only a fit says so.
    pub certain: bool,
}

/// The scales on which numbers can be compared with a total, the likeliest first.
pub(crate) fn scales(parts: &[&Amount], total: &Amount) -> Vec<Scale> {
    let mut all: Vec<&Amount> = parts.to_vec();
    all.push(total);
    readings(&all).iter().filter_map(|reading| scale(parts, total, reading)).collect()
}

fn readings(amounts: &[&Amount]) -> Vec<Reading> {
    let word = |test: &dyn Fn(&str) -> bool| {
        amounts.iter().any(|a| a.literal.suffix.units.iter().any(|u| test(u.word.as_str())))
    };
    let mut out = vec![Reading::default()];
    if word(&|w| w == "B") {
        out.push(Reading { lone_b: designlint_quantity::LoneB::Flipped, ..Reading::default() });
    }
    if word(&|w| unit(w).is_some_and(|u| u.decimal_steps > 0)) {
        out.push(Reading { binary: true, ..Reading::default() });
    }
    // The numbers of a document share what is agreed on.
    amounts.first().map_or_else(Convention::default, |a| a.readings).of(out)
}

fn scale(parts: &[&Amount], total: &Amount, reading: &Reading) -> Option<Scale> {
    let units = |strip: bool| -> Option<Vec<(Rational, Dimension)>> {
        let unit = |a: &&Amount| if strip { without_rate(a).unit_in(reading) } else { a.unit_in(reading) };
        parts.iter().chain([&total]).map(unit).collect()
    };
    let alike = |units: &[(Rational, Dimension)]| units.windows(2).all(|w| w[0].1 == w[1].1);
    let written = units(false)?;
    let one = (Rational::ONE, Dimension::NONE);
    let (units, certain) = if alike(&written) {
        (written, nouns_agree(parts) && !mixes_bytes(parts, total))
    } else {
        let stripped = units(true)?;
        let bare_parts = parts.iter().all(|p| p.is_bare());
        let same_unit = parts.windows(2).all(|w| w[0].quantity().unit == w[1].quantity().unit);
        let last = stripped.len() - 1;
        if alike(&stripped) {
            // "2 TB/day" kept for a while is not "2 TB".
            let kept = written[..last].iter().any(|u| u.1 != stripped[last].1);
            (stripped, nouns_agree(parts) && !kept)
        } else if bare_parts {
            (vec![one; written.len()], false)
        } else if total.is_bare() && same_unit {
            let mut units = stripped;
            units[last] = units[0].clone();
            (units, false)
        } else {
            return None;
        }
    };
    let term = |amount: &Amount, factor: &Rational| Term {
        value: amount.shown() * factor,
        ulp: &amount.number().ulp * factor,
        rounds: amount.rounds(),
        about: amount.about,
    };
    let (factor, dimension) = units.last()?.clone();
    Some(Scale {
        parts: parts.iter().zip(&units).map(|(a, (factor, _))| term(a, factor)).collect(),
        total: term(total, &factor),
        factor,
        dimension,
        reading: reading.name(),
        certain,
    })
}

/// The amount without `per month` and the like: a column headed "monthly" says it once.
fn without_rate(amount: &Amount) -> Amount {
    let mut suffix = amount.literal.suffix.clone();
    suffix.units.retain(|u| u.exponent > 0);
    suffix.scales.retain(|s| s.1 > 0);
    Amount { literal: Literal { suffix, ..amount.literal.clone() }, ..amount.clone() }
}

/// Whether the nouns behind bare numbers are one: `4 nodes` and `2 cards` are no sum. Behind a unit they are notes.
fn nouns_agree(parts: &[&Amount]) -> bool {
    let bare = parts.iter().filter(|p| p.literal.suffix.units.is_empty());
    let mut nouns: Vec<String> = bare.map(|p| singular(&p.literal.suffix.noun)).collect();
    nouns.retain(|n| !n.is_empty());
    nouns.windows(2).all(|w| w[0] == w[1])
}

/// Whether numbers of data are written in two ways that are seldom added: bits beside bytes, and a `B` beside `KB` or a
/// noun, which may be a billion.
fn mixes_bytes(parts: &[&Amount], total: &Amount) -> bool {
    let all = || parts.iter().copied().chain([total]);
    let words = || all().flat_map(|a| a.literal.suffix.units.iter().map(|u| u.word.as_str()));
    let bit =
        |w: &str| w.ends_with("bps") || w.ends_with("bit") || w.ends_with("bits") || (w.len() == 2 && w.ends_with('b'));
    let byte = |w: &str| w.ends_with('B') || w.ends_with("byte") || w.ends_with("bytes");
    let billion = all().any(|a| has_lone_b(a) && !a.literal.suffix.noun.is_empty());
    let lone = all().any(has_lone_b) && words().any(|w| w != "B" && byte(w));
    billion || lone || (words().any(bit) && words().any(byte))
}

/// Whether the unit is a `B` alone, which may be a billion.
pub(crate) fn has_lone_b(amount: &Amount) -> bool {
    amount.literal.suffix.units.iter().any(|u| u.word == "B")
}

fn singular(noun: &str) -> String {
    noun.split(' ').map(|w| w.to_lowercase().trim_end_matches('s').to_string()).collect::<Vec<_>>().join(" ")
}

/// A sum with what rounding can do to it.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    /// The sum at face value.
    pub value: Rational,
    /// Last places of the addends that may be rounded.
    rounded: Vec<Rational>,
    /// Last places of all addends.
    ulps: Vec<Rational>,
    /// Whether all addends are figures that nobody would get by rounding.
    round_figures: bool,
    /// What approximate addends may be off by.
    about: Rational,
}

impl Sum {
    /// The sum of terms, each taken so many times.
    pub fn of<'t>(terms: impl IntoIterator<Item = (Rational, &'t Term)>) -> Self {
        let mut sum = Self {
            value: Rational::ZERO,
            rounded: Vec::new(),
            ulps: Vec::new(),
            round_figures: true,
            about: Rational::ZERO,
        };
        for (weight, term) in terms {
            let ulp = &term.ulp * magnitude(&weight);
            sum.value += &term.value * weight;
            sum.round_figures &= is_round_figure(term);
            if term.about {
                sum.about += magnitude(&term.value) / Rational::from(10u8);
            }
            if term.rounds {
                sum.rounded.push(ulp.clone());
            }
            sum.ulps.push(ulp);
        }
        sum
    }

    /// The last places that rounding may have touched: those of the addends that say so; of whole numbers all, where they
    /// are no counts and no round figures and are shown to one place.
    fn touched<'s>(&'s self, total: &'s Term, counts: bool) -> Vec<&'s Rational> {
        let whole = self.rounded.is_empty() && !total.rounds;
        if !whole {
            return self.rounded.iter().chain([&total.ulp]).collect();
        }
        let even = self.ulps.iter().all(|u| *u == total.ulp);
        if counts || self.round_figures || !even { Vec::new() } else { self.ulps.iter().chain([&total.ulp]).collect() }
    }
}

/// A multiple of 5 or 8 in its last place: an estimate or a size, not the result of rounding.
fn is_round_figure(term: &Term) -> bool {
    let steps = &term.value / &term.ulp;
    let whole = |n: u8| (&steps / Rational::from(n)).is_int();
    whole(5) || whole(8)
}

pub(crate) fn magnitude(x: &Rational) -> Rational {
    if *x < Rational::ZERO { -x.clone() } else { x.clone() }
}

/// How a total fits a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fit {
    /// The step of the ladder.
    pub how: How,
    /// Within what rounding can do, but beyond what it usually does.
    pub unlikely: bool,
}

impl Fit {
    /// The place on the ladder, the best first.
    pub fn rank(self) -> u8 {
        match self.how {
            How::Exact => 0,
            How::Rounded => 1,
            How::Truncated => 2,
            How::Consistent => 3 + u8::from(self.unlikely),
            How::Coarse | How::Approximate => 5,
        }
    }
}

/// Whether a stated total is the sum. `counts` says that the addends count things, so that no rounding is allowed.
pub(crate) fn fit(sum: &Sum, total: &Term, number: &Number, counts: bool) -> Option<Fit> {
    let gap = magnitude(&(&sum.value - &total.value));
    let likely = |how| Some(Fit { how, unlikely: false });
    if gap.is_zero() {
        return likely(How::Exact);
    }
    let coarser = sum.ulps.iter().min().is_some_and(|finest| total.ulp > *finest);
    if total.about || coarser {
        if gap <= &total.ulp / Rational::from(2u8) {
            return likely(How::Rounded);
        }
        if gap < total.ulp {
            return likely(How::Truncated);
        }
    }
    if let Some(fit) = rounding(sum, total, &gap, counts) {
        return Some(fit);
    }
    approximate(sum, total, number, &gap).then_some(Fit { how: How::Approximate, unlikely: false })
}

/// Whether rounded addends explain the gap: up to three standard deviations as a matter of course, up to the worst case
/// as an oddity.
fn rounding(sum: &Sum, total: &Term, gap: &Rational, counts: bool) -> Option<Fit> {
    let touched = sum.touched(total, counts);
    let squares = touched.iter().fold(Rational::ZERO, |all, u| all + *u * *u);
    let worst = touched.iter().fold(Rational::ZERO, |all, u| all + *u) / Rational::from(2u8);
    let usual = gap * gap * Rational::from(4u8) <= squares * Rational::from(3u8);
    let lacks = sum.rounded.iter().fold(total.ulp.clone(), |all, u| all + u);
    let cut_off = !sum.rounded.is_empty() && total.value > sum.value && *gap < lacks;
    let likely = usual || cut_off;
    (likely || *gap <= worst).then_some(Fit { how: How::Consistent, unlikely: !likely })
}

/// `~`: to the last place or the zeros at the end; with up to three digits to a tenth.
fn approximate(sum: &Sum, total: &Term, number: &Number, gap: &Rational) -> bool {
    let size = magnitude(&total.value);
    if !sum.about.is_zero() && *gap <= &sum.about + &total.ulp {
        return true;
    }
    if !total.about && sum.rounded.is_empty() {
        return false;
    }
    let zeros = (1..=number.zeros)
        .rev()
        .map(|z| &total.ulp * Rational::from(10u8).pow(isize::try_from(z).unwrap_or(0)))
        .find(|u| u * Rational::from(10u8) <= size);
    let coarse = zeros.unwrap_or_else(|| total.ulp.clone());
    if !total.about {
        return number.zeros > 0 && *gap <= coarse / Rational::from(2u8);
    }
    let few = number.digits <= 3 || number.digits.saturating_sub(number.zeros) <= 2;
    *gap <= coarse || (few && gap * Rational::from(10u8) <= size)
}

/// The value of a sum in the total's own unit, as a quantity in base units.
pub(crate) fn recomputed(sum: &Sum, scale: &Scale) -> Quantity {
    Quantity { value: sum.value.clone(), dimension: scale.dimension, ..Quantity::count(0) }
}
