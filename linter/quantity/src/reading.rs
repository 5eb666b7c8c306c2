//! The ways a line can be meant.

use crate::{
    Rational,
    expression::{Expression, Function, Suffix},
    number::power_of_ten,
};

/// What a lone `B` or `b` is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoneB {
    /// Bytes (bits), or a billion where a noun or a currency says so.
    #[default]
    ByContext,
    /// The other of the two.
    Flipped,
}

/// What a lone `m` is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoneM {
    /// Metres.
    #[default]
    Metre,
    /// Minutes.
    Minute,
    /// A million.
    Million,
}

/// One way to read a line; the same for every token of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// `KB`, `MB` ... count in 1024.
    pub binary: bool,
    /// What a lone `B` or `b` is.
    pub lone_b: LoneB,
    /// What a lone `m` is.
    pub lone_m: LoneM,
    /// Which length of a month, 0 for 30 days.
    pub month: usize,
    /// Which length of a year, 0 for 365 days.
    pub year: usize,
    /// `x + p%` adds p/100 to x, not p% of x.
    pub additive_percent: bool,
    /// Units of time count as bare numbers.
    pub soft_time: bool,
    /// All units count as bare numbers; scale words stay.
    pub numbers_only: bool,
    /// Divisions round down.
    pub integer_division: bool,
    /// "per million" behind a number is a label.
    pub scale_labels: bool,
}

/// What the name of a reading says where `KB`, `MB` ... count in 1024.
pub const BINARY: &str = "1 KB = 1,024 B";

/// Lengths of a month in tenths of a millisecond: 30 days, 30.4375 days, 730 h, 365.2425 / 12 days.
pub(crate) const MONTHS: [(u64, &str); 4] = [
    (25_920_000_000, "30 d"),
    (26_298_000_000, "30.4375 d"),
    (26_280_000_000, "730 h"),
    (26_297_460_000, "30.436875 d"),
];
/// Lengths of a year in tenths of a millisecond: 365, 365.25 and 365.2425 days.
pub(crate) const YEARS: [(u64, &str); 3] =
    [(315_360_000_000, "365 d"), (315_576_000_000, "365.25 d"), (315_569_520_000, "365.2425 d")];

impl Reading {
    /// For people: "as written", "1 KB = 1,024 B".
    pub fn name(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut say = |yes: bool, what: &str| {
            if yes {
                parts.push(what.to_string());
            }
        };
        say(self.binary, BINARY);
        say(self.lone_b == LoneB::Flipped, "the other meaning of B");
        say(self.lone_m == LoneM::Minute, "m = minutes");
        say(self.lone_m == LoneM::Million, "m = million");
        say(self.month > 0, &format!("1 month = {}", MONTHS[self.month.min(3)].1));
        say(self.year > 0, &format!("1 year = {}", YEARS[self.year.min(2)].1));
        say(self.additive_percent, "percent added as points");
        say(self.soft_time, "periods as counts");
        say(self.numbers_only, "numbers without units");
        say(self.integer_division, "divisions rounded down");
        say(self.scale_labels, "\"per million\" as a label");
        if parts.is_empty() { "as written".to_string() } else { parts.join(", ") }
    }

    /// Scale of a suffix: its scale words, and for a lone `m` read as a million its million.
    pub(crate) fn scale_of(&self, suffix: &Suffix) -> Rational {
        let mut out = Rational::ONE;
        for (word, exponent) in suffix.scales.iter().filter(|s| s.1 > 0 || !self.scale_labels) {
            let scale = crate::units::scale(word).unwrap_or(Rational::ONE);
            if *exponent > 0 {
                out *= scale;
            } else {
                out /= scale;
            }
        }
        out
    }

    pub(crate) fn million() -> Rational {
        power_of_ten(6)
    }
}

/// What the words of a line leave open.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    binary: bool,
    lone_b: bool,
    lone_m: bool,
    month: bool,
    year: bool,
    percent: bool,
    division: bool,
    scale_labels: bool,
}

/// The readings of a line, "as written" first, at most 64.
pub(crate) fn readings(sides: [&Expression; 2]) -> Vec<Reading> {
    let open = open(sides);
    let mut out = vec![Reading::default()];
    let mut vary = |on: bool, change: &dyn Fn(&Reading) -> Vec<Reading>| {
        if on {
            let more: Vec<Reading> = out.iter().flat_map(change).collect();
            out.extend(more);
        }
    };
    vary(open.percent, &|r| vec![Reading { additive_percent: true, ..r.clone() }]);
    vary(open.binary, &|r| vec![Reading { binary: true, ..r.clone() }]);
    vary(open.lone_b, &|r| vec![Reading { lone_b: LoneB::Flipped, ..r.clone() }]);
    vary(open.lone_m, &|r| {
        [LoneM::Minute, LoneM::Million].into_iter().map(|m| Reading { lone_m: m, ..r.clone() }).collect()
    });
    vary(open.month, &|r| (1..MONTHS.len()).map(|month| Reading { month, ..r.clone() }).collect());
    vary(open.year, &|r| (1..YEARS.len()).map(|year| Reading { year, ..r.clone() }).collect());
    vary(open.division, &|r| vec![Reading { integer_division: true, ..r.clone() }]);
    vary(open.scale_labels, &|r| vec![Reading { scale_labels: true, ..r.clone() }]);
    out.truncate(64);
    out
}

fn open(sides: [&Expression; 2]) -> Open {
    let mut open = Open::default();
    for side in sides {
        side.walk(&mut |e| match e {
            Expression::Literal(l) => open.suffix(&l.suffix),
            Expression::Scaled(_, s) => open.suffix(s),
            Expression::Binary(crate::Operator::Add | crate::Operator::Subtract, a, b) => {
                open.percent |= b.share().is_some() && a.share().is_none();
            }
            _ => {}
        });
    }
    let divides = |e: &Expression| e.any(|e| matches!(e, Expression::Binary(crate::Operator::Divide, ..)));
    let [a, b] = sides;
    open.division = (!divides(b) && bare_integer_division(a)) || (!divides(a) && bare_integer_division(b));
    open
}

impl Open {
    fn suffix(&mut self, suffix: &Suffix) {
        self.scale_labels |= suffix.scales.iter().any(|s| s.1 < 0);
        for term in &suffix.units {
            match term.word.as_str() {
                "B" | "b" => self.lone_b = true,
                "m" => self.lone_m = true,
                w if w.to_ascii_lowercase().starts_with("month") || w == "mo" => self.month = true,
                w if w.to_ascii_lowercase().starts_with("year") || matches!(w, "yr" | "yrs") => self.year = true,
                w => self.binary |= crate::unit(w).is_some_and(|u| u.decimal_steps > 0),
            }
        }
    }
}

/// Integers divided and used again, as program code and block counts do: `(64/136 + 1) * 15`. A side that rounds says
/// itself what becomes of the rest.
fn bare_integer_division(side: &Expression) -> bool {
    if side.any(|e| matches!(e, Expression::Call(Function::Ceil | Function::Floor | Function::Round, _))) {
        return false;
    }
    let bare =
        side.literals().iter().all(|l| l.suffix.is_bare() && l.suffix.scales.is_empty() && l.number.value.is_int());
    let divides = |e: &Expression| matches!(e, Expression::Binary(crate::Operator::Divide, ..));
    bare && !divides(side) && side.any(divides)
}
