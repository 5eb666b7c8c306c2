//! What beside the numbers speaks for a slip: the units and words of a line.

use designlint_quantity::{Expression, Literal, Rational, Sides, scale, unit};

/// Words of time.
const TIMES: [&str; 8] = ["second", "minute", "hour", "day", "week", "month", "year", "hourly"];
/// Words of months and years.
const MONTHS: [&str; 5] = ["month", "year", "annual", "yearly", "quarter"];
/// Words where one more or one less is counted easily.
const FENCES: [&str; 9] = ["inclusive", "exclusive", "index", "first", "last", "through", "between", "gap", "interval"];
/// Words of pairs.
const PAIRS: [&str; 9] =
    ["both", "pair", "bidirectional", "duplex", "round trip", "round-trip", "replica", "twice", "k and v"];

/// The cues of one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cues {
    /// Units or words of time.
    pub time: bool,
    /// Words of months or years, or their lengths.
    pub month: bool,
    /// Units of data with prefixes of 1000 or 1024.
    pub prefixed_data: bool,
    /// Units of data.
    pub data: bool,
    /// A unit or a word of bits.
    pub bits: bool,
    /// Prefixes or scale words that differ between the operands and the result.
    pub prefixes_differ: bool,
    /// A percent sign.
    pub percent: bool,
    /// Words of ends and places.
    pub fence: bool,
    /// Words of pairs and copies.
    pub pair: bool,
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
        let prefixed = |l: &Literal| units(l).any(|u| u.dimension.data() != 0 && !u.factor.is_one());
        let bits = |l: &Literal| l.suffix.units.iter().any(|u| is_bits(&u.word));
        Self {
            time: any(&timed) || says(&TIMES),
            month: any(&year) && (any(&timed) || says(&TIMES)) || says(&MONTHS),
            prefixed_data: any(&prefixed),
            data: any(&|l| units(l).any(|u| u.dimension.data() != 0)),
            bits: any(&bits) || says(&["bits"]),
            prefixes_differ: right.iter().any(|r| left.iter().any(|l| prefix(l) != prefix(r))),
            percent: any(&|l| l.suffix.share.is_some()),
            fence: says(&FENCES) || sides.computed.any(|e| matches!(e, Expression::Range(..))),
            pair: says(&PAIRS),
        }
    }
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
    units(literal).fold(all, |a, u| if u.dimension.time() == 0 { a * u.factor } else { a })
}
