//! Units as data: names, prefixes, dimensions, factors.

use std::{borrow::Cow, sync::OnceLock};

use rustc_hash::FxHashMap;

use crate::{Rational, number::power_of_ten};

/// Number of base dimensions.
const DIMENSIONS: usize = 10;

/// Names of the base dimensions, in the order of the exponents.
const NAMES: [&str; DIMENSIONS] = ["data", "time", "usd", "eur", "gbp", "jpy", "length", "mass", "power", "angle"];

/// Exponents over data, time, money, length, mass and power. Counting nouns have none: they cancel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dimension([i8; DIMENSIONS]);

impl Dimension {
    /// A pure number.
    pub const NONE: Self = Self([0; DIMENSIONS]);
    /// Time.
    pub const TIME: Self = Self([0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    /// Data (bits and bytes).
    pub const DATA: Self = Self([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

    /// Whether it is a pure number.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The sum of exponents, `other` taken `times` times.
    #[must_use]
    pub fn plus(self, other: Self, times: i32) -> Self {
        let mut out = self;
        for (a, b) in out.0.iter_mut().zip(other.0) {
            *a = i8::try_from(i32::from(*a) + i32::from(b) * times).unwrap_or(i8::MAX);
        }
        out
    }

    /// The same without time.
    #[must_use]
    pub fn without_time(self) -> Self {
        let mut out = self;
        out.0[1] = 0;
        out
    }

    /// The exponent of time.
    pub fn time(self) -> i8 {
        self.0[1]
    }

    /// The exponent of data.
    pub fn data(self) -> i8 {
        self.0[0]
    }

    /// Whether money of any currency is in it.
    pub fn has_money(self) -> bool {
        self.0[2..6].iter().any(|&e| e != 0)
    }

    /// Whether a power other than 1 or a rate stands in it, such as bytes squared.
    pub fn is_compound(self) -> bool {
        self.0.iter().any(|e| e.abs() > 1)
    }

    /// The money part alone.
    #[must_use]
    pub fn money(self) -> Self {
        let mut out = Self::NONE;
        out.0[2..6].copy_from_slice(&self.0[2..6]);
        out
    }

    fn parse(text: &str) -> Self {
        let mut out = Self::NONE;
        let mut sign = 1;
        for part in text.split_inclusive(['*', '/']) {
            let name = part.trim_end_matches(['*', '/']).trim();
            if let Some(i) = NAMES.iter().position(|n| *n == name) {
                out.0[i] += sign;
            }
            if part.ends_with('/') {
                sign = -1;
            }
        }
        out
    }
}

/// Which prefixes a unit takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prefixes {
    None,
    Si,
    Big,
    Iec,
    Small,
    Length,
}

/// A unit of the table with its prefix applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Dimension.
    pub dimension: Dimension,
    /// Factor to the base unit, prefixes decimal.
    pub factor: Rational,
    /// Steps of 1000 of a decimal prefix on bytes, which people also read as 1024: 1 for KB, 2 for MB. 0 for `MiB` and `Mbit`.
    pub decimal_steps: u32,
    /// Whether it only counts things.
    pub counts: bool,
}

struct Base {
    dimension: Dimension,
    factor: Rational,
    prefixes: Prefixes,
    counts: bool,
    octets: bool,
}

struct Table {
    bases: Vec<Base>,
    symbols: FxHashMap<&'static str, usize>,
    names: FxHashMap<&'static str, usize>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table { bases: Vec::new(), symbols: FxHashMap::default(), names: FxHashMap::default() };
        for line in include_str!("units.txt").lines().filter(|l| !l.starts_with('#')) {
            let mut fields = line.split('|').map(str::trim);
            let mut next = || fields.next().unwrap_or("");
            let (dimension, factor, prefixes) = (next(), next(), next());
            let id = table.bases.len();
            table.bases.push(Base {
                dimension: Dimension::parse(dimension),
                factor: factor.parse().unwrap_or(Rational::ONE),
                prefixes: match prefixes {
                    "si" => Prefixes::Si,
                    "big" => Prefixes::Big,
                    "iec" => Prefixes::Iec,
                    "small" => Prefixes::Small,
                    "length" => Prefixes::Length,
                    _ => Prefixes::None,
                },
                counts: dimension.starts_with("count"),
                octets: dimension.starts_with("data") && factor == "1",
            });
            table.symbols.extend(next().split_whitespace().map(|s| (s, id)));
            table.names.extend(next().split_whitespace().map(|s| (s, id)));
        }
        table
    })
}

/// Symbol, name and power of a prefix; `Ki` and `kibi` count in 1024.
const PREFIXES: [(&str, &str, i64); 12] = [
    ("k", "kilo", 3),
    ("M", "mega", 6),
    ("G", "giga", 9),
    ("T", "tera", 12),
    ("P", "peta", 15),
    ("E", "exa", 18),
    ("Z", "zetta", 21),
    ("Y", "yotta", 24),
    ("m", "milli", -3),
    ("u", "micro", -6),
    ("n", "nano", -9),
    ("p", "pico", -12),
];
const BINARY: [(&str, &str); 8] = [
    ("Ki", "kibi"),
    ("Mi", "mebi"),
    ("Gi", "gibi"),
    ("Ti", "tebi"),
    ("Pi", "pebi"),
    ("Ei", "exbi"),
    ("Zi", "zebi"),
    ("Yi", "yobi"),
];

/// 1024 to the power `n`.
pub(crate) fn binary_step(n: u32) -> Rational {
    Rational::from(1024u32).pow(isize::try_from(n).unwrap_or(0))
}

/// The unit of a word, exact names before prefixed ones. Words such as `B`, `m` or `K` that can also be scale words are
/// units here; the reader of the line decides.
pub fn unit(word: &str) -> Option<Unit> {
    if word.len() > 24 {
        return None;
    }
    let table = table();
    let word = in_small_letters(word).unwrap_or(word);
    let lower = lower(word);
    if let Some(&id) = table.symbols.get(word).or_else(|| table.names.get(lower.as_ref())) {
        return Some(table.bases[id].with(Rational::ONE, 0));
    }
    prefixed_symbol(table, word).or_else(|| prefixed_name(table, &lower))
}

/// A word in lower case; most words are.
fn lower(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii_lowercase()) { Cow::Borrowed(word) } else { word.to_lowercase().into() }
}

impl Base {
    fn with(&self, prefix: Rational, steps: u32) -> Unit {
        Unit {
            dimension: self.dimension,
            factor: &self.factor * prefix,
            decimal_steps: if self.octets { steps } else { 0 },
            counts: self.counts,
        }
    }

    fn takes(&self, power: i64) -> bool {
        match self.prefixes {
            Prefixes::None => false,
            Prefixes::Si | Prefixes::Length => true,
            Prefixes::Big | Prefixes::Iec => power > 0,
            Prefixes::Small => power < 0,
        }
    }
}

fn prefixed_symbol(table: &Table, word: &str) -> Option<Unit> {
    for (i, (symbol, _)) in BINARY.iter().enumerate() {
        if let Some(base) = word.strip_prefix(symbol).and_then(|rest| symbol_or_data(table, rest))
            && base.prefixes == Prefixes::Iec
        {
            return Some(base.with(binary_step(u32::try_from(i).unwrap_or(0) + 1), 0));
        }
    }
    let first = word.chars().next()?;
    let known = PREFIXES.iter().find(|(s, ..)| s.starts_with(first)).map(|p| p.2);
    if known.is_none() && !matches!(first, 'K' | 'µ' | 'μ' | 'c' | 'd') {
        return None;
    }
    let base = symbol_or_data(table, &word[first.len_utf8()..])?;
    let power = match first {
        'K' => 3,
        'µ' | 'μ' => -6,
        'c' if base.prefixes == Prefixes::Length => -2,
        'd' if base.prefixes == Prefixes::Length => -1,
        _ => known?,
    };
    base.takes(power).then(|| base.with(power_of_ten(power), steps(power)))
}

/// The unit of a symbol; for data also of its name, as in `MByte` and `Gbits`.
fn symbol_or_data<'t>(table: &'t Table, rest: &str) -> Option<&'t Base> {
    let named = || {
        let id = table.names.get(lower(rest).as_ref())?;
        (table.bases[*id].prefixes == Prefixes::Iec).then_some(id)
    };
    table.symbols.get(rest).or_else(named).map(|&id| &table.bases[id])
}

/// What is meant by small letters throughout, where that is not the unit's own spelling; of data bytes rather than bits.
fn in_small_letters(word: &str) -> Option<&'static str> {
    Some(match word {
        "kb" => "kB",
        "mb" => "MB",
        "gb" => "GB",
        "tb" => "TB",
        "pb" => "PB",
        "kib" | "kiB" => "KiB",
        "mib" => "MiB",
        "gib" => "GiB",
        "tib" => "TiB",
        "mbps" => "Mbps",
        "gbps" => "Gbps",
        "tbps" => "Tbps",
        _ => return None,
    })
}

/// Whether a word in small letters may be bits as well as bytes.
pub(crate) fn is_bits_or_bytes(word: &str) -> bool {
    matches!(word, "kb" | "mb" | "gb" | "tb" | "pb")
}

fn steps(power: i64) -> u32 {
    u32::try_from(power / 3).unwrap_or(0)
}

fn prefixed_name(table: &Table, lower: &str) -> Option<Unit> {
    for (i, (_, name)) in BINARY.iter().enumerate() {
        if let Some(&id) = lower.strip_prefix(name).and_then(|rest| table.names.get(rest)) {
            return Some(table.bases[id].with(binary_step(u32::try_from(i).unwrap_or(0) + 1), 0));
        }
    }
    PREFIXES.iter().find_map(|&(_, name, power)| {
        let base = &table.bases[*table.names.get(lower.strip_prefix(name)?)?];
        (base.takes(power) || base.prefixes == Prefixes::Small).then(|| base.with(power_of_ten(power), steps(power)))
    })
}

/// The factor of a scale word or suffix: `k`, `million`, `bn`; `None` for any other word.
pub fn scale(word: &str) -> Option<Rational> {
    let power = match word {
        "k" | "K" => 3,
        "M" | "MM" | "m" => 6,
        "B" | "b" | "bn" | "Bn" | "G" => 9,
        "T" => 12,
        _ => match word.to_lowercase().as_str() {
            "hundred" => 2,
            "thousand" | "thousands" => 3,
            "lakh" | "lakhs" => 5,
            "million" | "millions" | "mil" | "mill" | "mln" => 6,
            "crore" | "crores" => 7,
            "billion" | "billions" | "bil" | "bln" => 9,
            "trillion" | "trillions" => 12,
            "quadrillion" | "quadrillions" => 15,
            _ => return None,
        },
    };
    Some(power_of_ten(power))
}

/// Bytes of a bare binary prefix: `Gi` in `120 Gi`.
pub(crate) fn binary_bytes(word: &str) -> Option<Rational> {
    let i = BINARY.iter().position(|(s, _)| *s == word)?;
    Some(binary_step(u32::try_from(i).unwrap_or(0) + 1))
}

/// The currency of a sign.
pub(crate) fn currency(sign: &str) -> Option<Dimension> {
    let name = match sign {
        "$" => "usd",
        "€" => "eur",
        "£" => "gbp",
        "¥" => "jpy",
        _ => return None,
    };
    Some(Dimension::parse(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(word: &str) -> String {
        unit(word).map_or("-".into(), |u| format!("{} {:?} {}", u.factor, u.dimension.0, u.decimal_steps))
    }

    #[test]
    fn prefixes_apply_where_the_unit_takes_them() {
        assert_eq!(of("MB"), "1000000 [1, 0, 0, 0, 0, 0, 0, 0, 0, 0] 2");
        assert_eq!(of("MiB"), "1048576 [1, 0, 0, 0, 0, 0, 0, 0, 0, 0] 0");
        assert_eq!(of("Mbit"), "125000 [1, 0, 0, 0, 0, 0, 0, 0, 0, 0] 0");
        assert_eq!(of("Gbps"), "125000000 [1, -1, 0, 0, 0, 0, 0, 0, 0, 0] 0");
        assert_eq!(of("µs"), "1/1000000 [0, 1, 0, 0, 0, 0, 0, 0, 0, 0] 0");
        assert_eq!(of("milliseconds"), "1/1000 [0, 1, 0, 0, 0, 0, 0, 0, 0, 0] 0");
        assert_eq!(of("gibibytes"), "1073741824 [1, 0, 0, 0, 0, 0, 0, 0, 0, 0] 0");
        assert_eq!(of("cm"), "1/100 [0, 0, 0, 0, 0, 0, 1, 0, 0, 0] 0");
        assert_eq!(of("kg"), "1 [0, 0, 0, 0, 0, 0, 0, 1, 0, 0] 0");
        assert_eq!(of("TFLOP"), "1000000000000 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] 0");
    }

    #[test]
    fn data_in_other_spellings() {
        for (word, same) in [
            ("MByte", "MB"),
            ("Gbytes", "GB"),
            ("kByte", "kB"),
            ("GBit", "Gbit"),
            ("MiByte", "MiB"),
            ("gb", "GB"),
            ("gib", "GiB"),
            ("kiB", "KiB"),
            ("mbps", "Mbps"),
        ] {
            assert_eq!(of(word), of(same), "{word}");
        }
    }

    #[test]
    fn words_that_are_no_units() {
        for word in ["entries", "kmin", "Mday", "cB", "mintes"] {
            assert_eq!(unit(word), None, "{word}");
        }
    }
}
