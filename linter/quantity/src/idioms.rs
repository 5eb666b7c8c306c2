//! What people write short, so that a value follows by a step that the line leaves out: neither right nor wrong.

use crate::{
    Rational,
    compare::{Attempt, Holds, Sides},
    constants::counts_bits,
    evaluate::Context,
    expression::{Expression, Literal, Operator, Share},
    ladder::{Judge, abs},
    number::power_of_ten,
    reading::Reading,
    repair::{Pair, repairs},
    token::Relation,
    units::{Dimension, unit},
};

/// Most things of which one is looked for.
const MOST_THINGS: u32 = 64;

/// Why a line may be meant otherwise than it is written; `None` where nothing is usual that would make it right.
pub(crate) fn meant_otherwise(sides: Sides<'_>, judge: &Judge<'_>, cx: Context<'_>) -> Option<&'static str> {
    let shorthand = Shorthand { sides, judge, cx };
    if shorthand.is_round_day() {
        return Some("a day of about 100,000 seconds is usual");
    }
    if shorthand.is_at_least_one() {
        return Some("holds for at least one of several");
    }
    if shorthand.is_in_points() {
        return Some("holds in percentage points");
    }
    if shorthand.turns_bits_twice() {
        return Some("an 8 may be the bits of a byte, which the units say already");
    }
    if shorthand.lacks_unit_of_time() {
        return Some("the operands have no unit, and it would hold with another unit of time");
    }
    if shorthand.is_price_of_year() {
        return Some("a price may be per year or per month, which the line does not say");
    }
    shorthand.is_month_of_weeks().then_some("a month may be four weeks")
}

struct Shorthand<'e> {
    sides: Sides<'e>,
    judge: &'e Judge<'e>,
    cx: Context<'e>,
}

impl Shorthand<'_> {
    fn about(&self) -> bool {
        self.sides.about || self.sides.relation == Relation::About
    }

    fn literals(&self) -> Vec<&Literal> {
        self.sides.computed.literals()
    }

    /// Whether it holds where the computed side is one of so many times as large.
    fn holds_times(&self, factors: &[Rational]) -> bool {
        let mut steps = vec![Holds::Exact, Holds::Rounded, Holds::Truncated, Holds::Coarse];
        if self.about() {
            steps.push(Holds::Approximate);
        }
        let attempts = [false, true].into_iter().flat_map(|soft_time| self.attempts(soft_time));
        attempts.into_iter().any(|attempt| {
            factors.iter().any(|factor| {
                if self.cx.work.operate(20, &attempt.computed.low, &attempt.stated.low).is_err() {
                    return false;
                }
                let mut scaled = attempt.clone();
                scaled.computed.low = &attempt.computed.low * factor;
                scaled.computed.high = &attempt.computed.high * factor;
                steps.iter().any(|step| self.judge.meets(*step, &scaled))
            })
        })
    }

    fn attempts(&self, soft_time: bool) -> Vec<Attempt> {
        let reading = Reading { soft_time, ..Reading::default() };
        let pair = Pair::evaluate(self.sides, &reading, self.cx);
        pair.map_or_else(|_| Vec::new(), |pair| repairs(&pair, self.sides, &reading, self.cx))
    }

    /// `86,400 seconds (≈ 10^5)`: a day of a hundred thousand seconds.
    fn is_round_day(&self) -> bool {
        let (day, round) = (Rational::from(86_400u32), power_of_ten(5));
        let is_round = |a: &Attempt| {
            let (x, c) = (a.computed.middle() * &a.factor, a.stated.middle() * &a.factor);
            (x == day && c == round) || (x == round && c == day)
        };
        self.about() && self.attempts(false).iter().any(is_round)
    }

    /// `10% slow x 10 shards = 65%`, `2 x 99.9% = 99.9999%`: what one of n at least has.
    fn is_at_least_one(&self) -> bool {
        let percent = |e: &Expression| {
            let l = e.as_literal().filter(|l| l.suffix.share == Some(Share::Percent))?;
            Some((l.number.value.clone() / Rational::from(100u8), l.number.ulp.clone() / Rational::from(100u8)))
        };
        let count = |e: &Expression| {
            let l = e.as_literal().filter(|l| l.suffix.share.is_none() && l.suffix.units.is_empty())?;
            let n = (2..=MOST_THINGS).find(|n| Rational::from(*n) == l.number.value)?;
            isize::try_from(n).ok()
        };
        let Expression::Binary(Operator::Multiply, a, b) = self.sides.computed else { return false };
        let each = percent(a).zip(count(b)).or_else(|| percent(b).zip(count(a)));
        let (Some(((p, _), n)), Some((stated, ulp))) = (each, percent(self.sides.stated)) else { return false };
        let none = Rational::ONE - p;
        if none < Rational::ZERO {
            return false;
        }
        let right = Rational::ONE - none.pow(n);
        abs(&(right - stated)) <= ulp
    }

    /// `(25 - 15) / 500 = 2 points`.
    fn is_in_points(&self) -> bool {
        let noun =
            |l: &Literal| l.suffix.noun.split(' ').next().is_some_and(|w| matches!(w, "point" | "points" | "pp"));
        self.sides.stated.as_literal().is_some_and(noun) && self.holds_times(&[Rational::from(100u8)])
    }

    /// `3 KB / (1 Mbit/s / 8) = 0.024 s`.
    fn turns_bits_twice(&self) -> bool {
        let eight = Rational::from(8u8);
        let is_eight = |e: &Expression| e.as_literal().is_some_and(|l| l.suffix.is_bare() && l.number.value == eight);
        let turned = self.sides.computed.any(|e| match e {
            Expression::Binary(Operator::Divide, a, b) => is_eight(b) && counts_bits(a) == Some(true),
            _ => false,
        });
        turned && counts_bits(self.sides.stated).is_none() && self.holds_times(&[Rational::ONE / eight])
    }

    /// `8.76 / 12 = 43 minutes`, of hours.
    fn lacks_unit_of_time(&self) -> bool {
        let bare = |l: &&Literal| l.suffix.is_bare() && l.suffix.scales.is_empty() && l.suffix.noun.is_empty();
        let of_time =
            |u: &crate::UnitTerm| u.exponent == 1 && unit(&u.word).is_some_and(|u| u.dimension == Dimension::TIME);
        let stated = self.sides.stated.as_literal().is_some_and(|l| l.suffix.units.first().is_some_and(of_time));
        let steps = || [60u32, 3_600, 86_400, 24].map(Rational::from);
        let measured = self.literals().iter().any(|l| l.number.rounded);
        stated && measured && self.literals().iter().all(bare) && self.holds_times(&steps())
    }

    /// `10 engineers x $350K = $290K/month`: a year's.
    fn is_price_of_year(&self) -> bool {
        let times = |l: &Literal, wanted: &[&str]| {
            l.suffix.units.iter().any(|u| u.exponent == -1 && wanted.contains(&u.word.to_lowercase().as_str()))
        };
        let priced = |l: &&Literal| l.suffix.currency.is_some();
        let dated =
            |l: &&&Literal| l.suffix.units.iter().any(|u| unit(&u.word).is_some_and(|u| u.dimension.time() != 0));
        let literals = self.literals();
        let open = literals.iter().any(priced) && !literals.iter().any(|l| dated(&l));
        let twelve = Rational::from(12u8);
        let stated = self.sides.stated.as_literal().filter(priced);
        let factor = stated.and_then(|l| match () {
            () if times(l, &["month", "mo"]) => Some(Rational::ONE / twelve),
            () if times(l, &["year", "yr"]) => Some(twelve),
            () => None,
        });
        open && factor.is_some_and(|factor| self.holds_times(&[factor]))
    }

    /// `3 engineers x 1 week = 0.75 engineer-months`.
    fn is_month_of_weeks(&self) -> bool {
        let has = |l: &Literal, word: &str| {
            l.suffix.units.iter().any(|u| u.word.contains(word)) || l.suffix.noun.contains(word)
        };
        let weeks = self.literals().iter().any(|l| has(l, "week"));
        let months = self.sides.stated.as_literal().is_some_and(|l| has(l, "month"));
        weeks && months && self.holds_times(&[Rational::from(30u8) / Rational::from(28u8)])
    }
}
