//! Factor and dimension of what follows a number, under one reading.

use crate::{
    Rational,
    expression::{Literal, Share, Suffix, UnitTerm},
    number::power_of_ten,
    reading::{LoneB, LoneM, MONTHS, Reading, YEARS},
    units::{Dimension, binary_bytes, binary_step, unit},
};

/// Factor and dimension of a literal's suffix under a reading.
pub(crate) fn literal_value(l: &Literal, reading: &Reading) -> (Rational, Dimension) {
    suffix_value(&l.suffix, reading)
}

/// Factor and dimension of what follows a number.
pub(crate) fn suffix_value(suffix: &Suffix, reading: &Reading) -> (Rational, Dimension) {
    let mut factor = reading.scale_of(suffix);
    let mut dimension = Dimension::NONE;
    if let Some(share) = suffix.share {
        factor /= match share {
            Share::Percent | Share::Points => Rational::from(100u8),
            Share::PerMille => Rational::from(1000u16),
            Share::PerMillion => power_of_ten(6),
            Share::PerBillion => power_of_ten(9),
        };
    }
    if let Some(currency) = suffix.currency.filter(|_| !reading.numbers_only) {
        dimension = currency;
    }
    for term in &suffix.units {
        let (f, d) = term_value(term, suffix.currency.is_some(), reading);
        if suffix.currency == Some(d) && term.exponent == 1 {
            continue;
        }
        factor *= f.pow(isize::try_from(term.exponent).unwrap_or(1));
        dimension = dimension.plus(d, term.exponent);
    }
    (factor, dimension)
}

fn term_value(term: &UnitTerm, money: bool, reading: &Reading) -> (Rational, Dimension) {
    let word = term.word.as_str();
    match word {
        "B" | "b" => {
            let by_context = (word == "B" && term.noun_follows && term.exponent == 1) || money;
            if by_context != (reading.lone_b == LoneB::Flipped) {
                return (power_of_ten(9), Dimension::NONE);
            }
        }
        "m" => match reading.lone_m {
            LoneM::Million => return (Reading::million(), Dimension::NONE),
            LoneM::Minute => return time(Rational::from(60u8), reading),
            LoneM::Metre => {}
        },
        _ => {}
    }
    let is_one_of = |names: &[&str]| names.iter().any(|n| word.eq_ignore_ascii_case(n));
    let seconds = match () {
        () if is_one_of(&["month", "months", "mo"]) => Some(MONTHS[reading.month.min(MONTHS.len() - 1)].0),
        () if is_one_of(&["year", "years", "yr", "yrs"]) => Some(YEARS[reading.year.min(YEARS.len() - 1)].0),
        () => None,
    };
    if let Some(seconds) = seconds {
        return time(Rational::from(seconds) / power_of_ten(4), reading);
    }
    let (factor, dimension) = match unit(word) {
        Some(u) if reading.binary && u.decimal_steps > 0 => {
            let ratio = binary_step(u.decimal_steps) / power_of_ten(i64::from(u.decimal_steps) * 3);
            (u.factor * ratio, u.dimension)
        }
        Some(u) => (u.factor, u.dimension),
        None => (binary_bytes(word).unwrap_or(Rational::ONE), Dimension::DATA),
    };
    if dimension == Dimension::TIME {
        return time(factor, reading);
    }
    if reading.numbers_only {
        return (Rational::ONE, Dimension::NONE);
    }
    if reading.soft_time && dimension.time() != 0 {
        return (factor, dimension.without_time());
    }
    (factor, dimension)
}

fn time(seconds: Rational, reading: &Reading) -> (Rational, Dimension) {
    if reading.soft_time || reading.numbers_only {
        (Rational::ONE, Dimension::NONE)
    } else {
        (seconds, Dimension::TIME)
    }
}
