//! What beside the numbers speaks for a slip: the units and words of a line.

use designlint_quantity::{Dimension, Expression, Literal, Rational, Sides, UnitTerm, scale, unit};

/// Words of time.
const TIMES: [&str; 8] = ["second", "minute", "hour", "day", "week", "month", "year", "hourly"];
/// Words of months and years.
const MONTHS: [&str; 5] = ["month", "year", "annual", "yearly", "quarter"];
/// Words where one more or one less is counted easily.
const FENCES: [&str; 9] = ["inclusive", "exclusive", "index", "first", "last", "through", "between", "gap", "interval"];
/// Words of pairs.
const PAIRS: [&str; 9] =
    ["both", "pair", "bidirectional", "duplex", "round trip", "round-trip", "replica", "twice", "k and v"];
/// Units of temperature that do not start at zero.
const TEMPERATURES: [&str; 4] = ["°c", "°f", "celsius", "fahrenheit"];
/// Words of one and of all.
const EACH: [&str; 4] = [" per ", "each ", "every ", "total"];

/// The cues of one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cues {
    /// Units or words of time.
    pub time: bool,
    /// Words of months or years, or their lengths.
    pub month: bool,
    /// Whether the prefixes of data on both sides lie one, two, three steps of 1000 or 1024 apart.
    pub data_steps: [bool; 3],
    /// Units of data.
    pub data: bool,
    /// A unit or a word of bits.
    pub bits: bool,
    /// Whether prefixes or scale words of a number, or those of an operand and the result, lie 10^3, 10^6, 10^9 apart.
    pub steps: [bool; 3],
    /// A percent sign.
    pub percent: bool,
    /// Words of ends and places.
    pub fence: bool,
    /// Words of pairs and copies.
    pub pair: bool,
    /// Words that set one of many against all of them.
    pub each: bool,
    /// Units of temperature.
    pub temperature: bool,
}

impl Cues {
    /// The cues in the sides of an equation and in the line around them.
    pub fn of(sides: Sides<'_>, line: &str) -> Self {
        let line = line.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|w| line.contains(w));
        let (left, right) = (sides.computed.literals(), sides.stated.literals());
        let any = |test: &dyn Fn(&Literal) -> bool| left.iter().chain(&right).any(|l| test(l));
        let timed = |l: &Literal| units(l).any(|u| u.dimension.time() != 0);
        let year = |l: &Literal| [30u32, 31, 360, 365, 366].iter().any(|&n| l.number.value == Rational::from(n));
        let bits = |l: &Literal| l.suffix.units.iter().any(|u| is_bits(&u.word));
        Self {
            time: any(&timed) || says(&TIMES),
            month: any(&year) && (any(&timed) || says(&TIMES)) || says(&MONTHS),
            data_steps: data_steps(&left, &right),
            data: any(&|l| units(l).any(|u| u.dimension.data() != 0)),
            bits: any(&bits) || says(&["bits"]),
            steps: steps(&left, &right),
            percent: any(&|l| l.suffix.share.is_some()),
            fence: says(&FENCES) || sides.computed.any(|e| matches!(e, Expression::Range(..))),
            pair: says(&PAIRS),
            each: says_each(&line),
            temperature: says(&TEMPERATURES) || line.split(|c: char| !c.is_alphanumeric()).any(|w| w == "kelvin"),
        }
    }
}

/// Whether a line in lower case sets one of many against all of them.
pub(crate) fn says_each(line: &str) -> bool {
    EACH.iter().any(|w| line.contains(w))
}

/// The line of a text around a place.
pub(crate) fn line_around(text: &str, at: usize) -> &str {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    let end = after.find('\n').map_or(text.len(), |n| at + n);
    text.get(start..end).unwrap_or(text)
}

fn units(literal: &Literal) -> impl Iterator<Item = designlint_quantity::Unit> + '_ {
    literal.suffix.units.iter().filter_map(|u| unit(&u.word))
}

fn is_bits(word: &str) -> bool {
    let data = unit(word).is_some_and(|u| u.dimension.data() != 0);
    data && (word.contains("bit") || word.ends_with('b') || word.ends_with("bps"))
}

/// What the scale words of a number and the prefixes of its units multiply it by.
fn prefix(literal: &Literal) -> Rational {
    let scales = literal.suffix.scales.iter().filter_map(|(word, n)| {
        let n = isize::try_from(*n).ok()?;
        scale(word).filter(|s| !s.is_zero()).map(|s| s.pow(n))
    });
    let all = scales.fold(Rational::ONE, |a, b| a * b);
    let units = literal.suffix.units.iter().filter_map(|t| Some((t, unit(&t.word)?)));
    units.fold(all, |all, (term, unit)| {
        // Minutes and days are no prefixes; milliseconds are.
        let counted = unit.dimension != Dimension::TIME || unit.factor < Rational::ONE;
        let factor = if is_bits(&term.word) { unit.factor * Rational::from(8u8) } else { unit.factor };
        if counted && !factor.is_zero() { all * factor.pow(isize::try_from(term.exponent).unwrap_or(0)) } else { all }
    })
}

/// How many steps lie between the prefixes of data on both sides; all of them between `GB` and `GiB`.
fn data_steps(left: &[&Literal], right: &[&Literal]) -> [bool; 3] {
    let of = |side: &[&Literal]| -> Vec<(usize, bool)> { side.iter().flat_map(|l| data_prefixes(l)).collect() };
    let (left, right) = (of(left), of(right));
    let apart = |(a, binary): (usize, bool), (b, other): (usize, bool)| {
        if a == b && binary != other { a } else { a.abs_diff(b) }
    };
    [1, 2, 3].map(|n| left.iter().any(|&a| right.iter().any(|&b| apart(a, b) == n)))
}

/// The steps of the prefixes of data of a number, and whether they count in 1024.
fn data_prefixes(literal: &Literal) -> Vec<(usize, bool)> {
    let data = literal.suffix.units.iter().filter(|t| t.exponent == 1);
    let prefix = |t: &UnitTerm| {
        let unit = unit(&t.word).filter(|u| u.dimension.data() == 1)?;
        let factor = if is_bits(&t.word) { unit.factor * Rational::from(8u8) } else { unit.factor };
        let thousand = Rational::from(1000u32);
        let steps = (1..=6).take_while(|&n| factor >= thousand.pow(n)).count();
        Some((steps, steps > 0 && !(&factor / thousand.pow(isize::try_from(steps).ok()?)).is_one()))
    };
    data.filter_map(prefix).collect()
}

/// The powers of 1,000 by which the prefixes of numbers, or those of an operand or all of them and the result, differ.
fn steps(left: &[&Literal], right: &[&Literal]) -> [bool; 3] {
    let (mut left, right): (Vec<_>, Vec<_>) =
        (left.iter().map(|l| prefix(l)).collect(), right.iter().map(|r| prefix(r)).collect());
    left.push(left.iter().fold(Rational::ONE, |all, p| all * p));
    [3, 6, 9].map(|n| {
        let power = Rational::from(10u8).pow(n);
        let apart = |a: &Rational, b: &Rational| *a == b * &power || *b == a * &power;
        let alone = left.iter().chain(&right).any(|p| apart(p, &Rational::ONE));
        alone || left.iter().any(|l| right.iter().any(|r| apart(l, r)))
    })
}
