//! Rates, and constants that count the periods of a day or a year.

use crate::{
    Rational,
    expression::{Expression, Literal},
    units::{Dimension, unit},
};

/// What a bare constant says: seconds per day and the like, as the seconds of the two periods.
const PERIODS: [(u32, [u32; 2]); 7] = [
    (86_400, [1, 86_400]),
    (3_600, [1, 3_600]),
    (1_440, [60, 86_400]),
    (604_800, [1, 604_800]),
    (2_592_000, [1, 2_592_000]),
    (31_536_000, [1, 31_536_000]),
    (525_600, [60, 31_536_000]),
];

/// A rate per one period times a constant that counts another: `15 KB/min x 86,400`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodSlip {
    /// The constant as it stands: 86,400.
    pub constant: Rational,
    /// What it counts: seconds.
    pub counted: &'static str,
    /// In what: a day.
    pub whole: &'static str,
    /// The period of the rate: minutes.
    pub rate: &'static str,
    /// How many of them the whole has: 1,440.
    pub right: Rational,
}

/// The slip of a side, if its rate has nothing to do with the periods that its constant counts.
pub fn period_slip(side: &Expression) -> Option<PeriodSlip> {
    let literals = side.literals();
    let rates: Vec<Rational> = literals
        .iter()
        .flat_map(|l| &l.suffix.units)
        .filter(|t| t.exponent < 0)
        .filter_map(|t| unit(&t.word).filter(|u| u.dimension == Dimension::TIME).map(|u| u.factor))
        .collect();
    let rate = rates.first()?;
    let (constant, [counted, whole]) = literals.iter().find_map(|l| {
        let periods = constant_of(l)?;
        let clashes = !periods.iter().any(|p| rates.contains(&Rational::from(*p)));
        clashes.then(|| (l.number.value.clone(), periods))
    })?;
    let right = Rational::from(whole) / rate;
    let name = |seconds: &Rational| NAMES.iter().find(|(n, _)| Rational::from(*n) == *seconds).map(|(_, name)| *name);
    Some(PeriodSlip {
        constant,
        counted: name(&Rational::from(counted))?,
        whole: name(&Rational::from(whole))?,
        rate: name(rate)?,
        right,
    })
}

/// Names of periods by their seconds.
const NAMES: [(u32, &str); 7] = [
    (1, "second"),
    (60, "minute"),
    (3_600, "hour"),
    (86_400, "day"),
    (604_800, "week"),
    (2_592_000, "month"),
    (31_536_000, "year"),
];

/// Whether a side holds such a slip.
pub(crate) fn periods_clash(side: &Expression) -> bool {
    period_slip(side).is_some()
}

/// Whether a bare count says how many periods of a rate one period on the side has, so that the units say the same once
/// more: the 365 of `per day x 365 x 5 years`.
pub(crate) fn counts_what_units_count(side: &Expression) -> bool {
    let literals = side.literals();
    let times = |sign: i32| {
        let terms = literals.iter().flat_map(|l| &l.suffix.units).filter(move |t| t.exponent.signum() == sign);
        let units = terms.filter_map(|t| unit(&t.word)).filter(|u| u.dimension == Dimension::TIME);
        units.map(|u| u.factor).collect::<Vec<_>>()
    };
    let rates = times(-1);
    if rates.is_empty() {
        return false;
    }
    let periods = times(1);
    let counts = || literals.iter().filter(|l| l.suffix.is_bare() && l.suffix.scales.is_empty());
    rates.iter().any(|rate| {
        periods.iter().any(|period| {
            // A month has 30 days or 30.44, a year 365 or 365.25.
            let near = |n: &Rational| (n * rate - period) * Rational::from(50u8);
            let is_ratio = |n: &Rational| near(n) <= *period && near(n) >= -period.clone();
            period > rate && counts().any(|l| is_ratio(&l.number.value))
        })
    })
}

/// Whether a literal is itself a ratio of periods: `365 days/year`, `20 hours/day`.
pub(crate) fn has_period_ratio(side: &Expression) -> bool {
    let is_time = |word: &str| unit(word).is_some_and(|u| u.dimension == Dimension::TIME);
    side.literals().iter().any(|l| {
        let times = |sign: i32| l.suffix.units.iter().any(|u| u.exponent * sign > 0 && is_time(&u.word));
        times(1) && times(-1)
    })
}

fn constant_of(l: &Literal) -> Option<[u32; 2]> {
    let bare = l.suffix.units.is_empty()
        && l.suffix.scales.is_empty()
        && l.suffix.currency.is_none()
        && l.suffix.noun.is_empty();
    PERIODS.iter().find(|(n, _)| bare && l.number.value == Rational::from(*n)).map(|p| p.1)
}

/// Whether the side multiplies or divides by a bare count of seconds, minutes, hours or days.
pub(crate) fn has_period_constant(side: &Expression) -> bool {
    const COUNTS: [u32; 12] = [24, 30, 60, 365, 7, 12, 86_400, 3_600, 1_440, 604_800, 2_592_000, 31_536_000];
    side.literals().iter().any(|l| l.suffix.is_bare() && COUNTS.iter().any(|n| l.number.value == Rational::from(*n)))
}
