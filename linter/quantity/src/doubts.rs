//! Readings that are no proof: where one of them fits, a line is neither right nor wrong.

use std::sync::OnceLock;

use crate::{
    Rational,
    compare::{Attempt, Holds, Sides},
    evaluate::Context,
    expression::{Expression, Literal, Operator, Share, Suffix},
    idioms::meant_otherwise,
    ladder::Judge,
    reading::{Reading, YEARS},
    repair::{Pair, repairs},
    token::Relation,
    units::is_bits_or_bytes,
};

/// Readings that people do use and that are no proof: where one fits, the line is neither right nor wrong.
pub(crate) fn second_thoughts(sides: Sides<'_>, judge: &Judge<'_>, cx: Context<'_>) -> Option<&'static str> {
    let reading = Reading::default();
    if sides.stated.as_literal().is_none() {
        let dimension = |e| cx.value(e, &reading, false).ok().map(|v| v.dimension);
        if dimension(sides.computed) != dimension(sides.stated) {
            return Some("the two sides count different things");
        }
    }
    let literals = sides.computed.literals();
    if holds_with_two_meanings_of_b(sides, judge, cx) {
        return Some("B may be bytes at one number and a billion at the other");
    }
    if holds_in_bits(sides, judge, cx) {
        return Some("holds only if small letters mean bits");
    }
    if holds_with_prefix(sides, judge, cx) {
        return Some("the operands have no unit, and it would hold with a larger or a smaller one");
    }
    if lies_between_years(sides, cx) {
        return Some("the line does not say how long its year is, and the result lies between the usual lengths");
    }
    if money(sides.stated) && !money(sides.computed) {
        return Some("a price is missing on the computed side");
    }
    if let Some(why) = meant_otherwise(sides, judge, cx) {
        return Some(why);
    }
    let named = literals.iter().any(|l| !l.suffix.noun.is_empty());
    if timed(sides.stated) && !timed(sides.computed) && named && fits_a_period(sides, judge, cx) {
        return Some("a counted thing may have a duration that the line does not state");
    }
    let soft = Reading { soft_time: true, ..Reading::default() };
    let labels = Pair::evaluate(sides, &soft, cx).ok();
    let complement = complement_of(sides.computed);
    let tried = labels
        .into_iter()
        .flat_map(|p| repairs(&p, sides, &soft, cx))
        .filter(|_| {
            sides.computed.any(|e| matches!(e, Expression::Binary(Operator::Multiply, ..))) && timed(sides.stated)
        })
        .any(|a| judge.meets(Holds::Exact, &a) || judge.meets(Holds::Rounded, &a));
    if tried {
        return Some("holds only if its units of time are labels");
    }
    let complement = complement.map(|e| compare_simply(Sides { computed: &e, ..sides }, judge, cx));
    complement.filter(|&holds| holds).map(|_| "holds for what the percentage leaves")
}

/// Whether a number of a side is an amount of money.
fn money(e: &Expression) -> bool {
    let unit = |u: &crate::UnitTerm| crate::unit(&u.word).is_some_and(|u| u.dimension.has_money());
    e.literals().iter().any(|l| l.suffix.currency.is_some() || l.suffix.units.iter().any(unit))
}

/// Whether a number of a side has time in its unit.
fn timed(e: &Expression) -> bool {
    let unit = |u: &crate::UnitTerm| crate::unit(&u.word).is_some_and(|u| u.dimension.time() != 0);
    e.any(|e| match e {
        Expression::Literal(l) => l.suffix.units.iter().any(unit),
        Expression::Scaled(_, suffix) => suffix.units.iter().any(unit),
        _ => false,
    })
}

/// Whether bare operands give the digits of the stated value with another prefix before its unit: of `302 x 365 = 110 GB`
/// the 302 may be megabytes.
fn holds_with_prefix(sides: Sides<'_>, judge: &Judge<'_>, cx: Context<'_>) -> bool {
    let bare = |l: &&Literal| l.suffix.is_bare() && l.suffix.scales.is_empty() && l.suffix.noun.is_empty();
    let prefixed = |u: &crate::UnitTerm| crate::unit(&u.word).is_some_and(|u| u.decimal_steps > 0);
    let stated = sides.stated.as_literal().is_some_and(|l| l.suffix.units.iter().any(prefixed));
    if !stated || !sides.computed.literals().iter().all(bare) {
        return false;
    }
    let reading = Reading::default();
    let Ok(pair) = Pair::evaluate(sides, &reading, cx) else { return false };
    let thousand = Rational::from(1000u16);
    repairs(&pair, sides, &reading, cx).into_iter().any(|mut a| {
        (0..3).any(|_| {
            a.computed.low = &a.computed.low / &thousand;
            a.computed.high = &a.computed.high / &thousand;
            judge.meets(Holds::Exact, &a) || judge.meets(Holds::Rounded, &a)
        })
    })
}

/// Whether the stated value lies between what the usual lengths of a year give: which year is meant cannot be told.
/// Lengths of a month are too far apart for that.
fn lies_between_years(sides: Sides<'_>, cx: Context<'_>) -> bool {
    let (mut above, mut below) = (false, false);
    for year in 0..YEARS.len() {
        let reading = Reading { year, ..Reading::default() };
        let Ok(pair) = Pair::evaluate(sides, &reading, cx) else { return false };
        let attempts = repairs(&pair, sides, &reading, cx);
        let Some(attempt) = attempts.iter().find(|a| a.comparable) else { return false };
        above |= attempt.computed.low > attempt.stated.high;
        below |= attempt.computed.high < attempt.stated.low;
    }
    above && below
}

/// Whether it holds where `kb`, `mb` and the like mean bits.
fn holds_in_bits(sides: Sides<'_>, judge: &Judge<'_>, cx: Context<'_>) -> bool {
    let (mut computed, mut stated) = (sides.computed.clone(), sides.stated.clone());
    let changed = [small_letters_to_bits(&mut computed), small_letters_to_bits(&mut stated)];
    changed.contains(&true) && compare_simply(Sides { computed: &computed, stated: &stated, ..sides }, judge, cx)
}

/// Whether anything changed.
fn small_letters_to_bits(e: &mut Expression) -> bool {
    let terms = |s: &mut Suffix| {
        let words = s.units.iter_mut().filter(|u| is_bits_or_bytes(&u.word));
        words.map(|u| u.word = u.word.to_uppercase().replace('B', "bit")).count() > 0
    };
    match e {
        Expression::Literal(l) => terms(&mut l.suffix),
        Expression::Symbol(..) => false,
        Expression::Negate(a) => small_letters_to_bits(a),
        Expression::Scaled(a, s) => small_letters_to_bits(a) | terms(s),
        Expression::Binary(_, a, b) | Expression::Power(a, b) | Expression::Range(a, b) => {
            small_letters_to_bits(a) | small_letters_to_bits(b)
        }
        Expression::Call(_, arguments) => {
            arguments.iter_mut().fold(false, |changed, a| small_letters_to_bits(a) | changed)
        }
    }
}

/// Whether a changed side holds as written.
fn compare_simply(sides: Sides<'_>, judge: &Judge<'_>, cx: Context<'_>) -> bool {
    let reading = Reading::default();
    let Ok(pair) = Pair::evaluate(sides, &reading, cx) else { return false };
    repairs(&pair, sides, &reading, cx).iter().any(|a| judge.meets(Holds::Exact, a) || judge.meets(Holds::Rounded, a))
}

/// Whether a changed side holds as written, or as nearly as an approximation mark allows.
fn compare_roughly(sides: Sides<'_>, judge: &Judge<'_>, cx: Context<'_>) -> bool {
    let reading = Reading::default();
    let Ok(pair) = Pair::evaluate(sides, &reading, cx) else { return false };
    let holds = |a: &Attempt| {
        let steps = [Holds::Exact, Holds::Rounded, Holds::Truncated, Holds::Approximate];
        let about = sides.about || sides.relation == Relation::About;
        steps.iter().take(if about { 4 } else { 2 }).any(|step| judge.meets(*step, a))
    };
    repairs(&pair, sides, &reading, cx).iter().any(holds)
}

/// The product with its one percentage replaced by what it leaves: `5M x 90% cache hits = 500K` reach the store.
pub(crate) fn complement_of(e: &Expression) -> Option<Expression> {
    let Expression::Binary(Operator::Multiply, a, b) = e else { return None };
    let rest = |e: &Expression| {
        let l = e.as_literal().filter(|l| l.suffix.share == Some(Share::Percent))?;
        let hundred = Rational::from(100u8);
        let value = hundred - &l.number.value;
        (value >= Rational::ZERO).then(|| {
            Box::new(Expression::Literal(Literal {
                number: crate::Number { value, rounded: false, ..l.number.clone() },
                ..l.clone()
            }))
        })
    };
    match (rest(a), rest(b)) {
        (None, Some(rest)) => Some(Expression::Binary(Operator::Multiply, a.clone(), rest)),
        (Some(rest), None) => Some(Expression::Binary(Operator::Multiply, rest, b.clone())),
        _ => None,
    }
}

/// Lengths that a duration can have where the line does not state it, in seconds: 1 s to 365.25 d.
const LENGTHS: [u32; 10] = [1, 60, 3_600, 86_400, 604_800, 2_592_000, 2_629_800, 2_628_000, 31_536_000, 31_557_600];

/// Whether the result fits if a counted thing is per one of the usual periods, or lasts for one.
fn fits_a_period(sides: Sides<'_>, judge: &Judge<'_>, cx: Context<'_>) -> bool {
    let mut attempts = Vec::new();
    for soft_time in [false, true] {
        let reading = Reading { soft_time, ..Reading::default() };
        if let Ok(pair) = Pair::evaluate(sides, &reading, cx) {
            attempts.extend(repairs(&pair, sides, &reading, cx));
        }
    }
    attempts.iter().any(|a| {
        ratios().iter().any(|ratio| {
            if cx.work.operate(20, &a.computed.low, &a.stated.low).is_err() {
                return false;
            }
            let mut scaled = a.clone();
            (scaled.computed.low, scaled.computed.high) = (&a.computed.low * ratio, &a.computed.high * ratio);
            [Holds::Exact, Holds::Rounded, Holds::Truncated, Holds::Approximate]
                .iter()
                .any(|step| judge.meets(*step, &scaled))
        })
    })
}

/// The ratios of any two of the lengths, each once.
fn ratios() -> &'static [Rational] {
    static RATIOS: OnceLock<Vec<Rational>> = OnceLock::new();
    RATIOS.get_or_init(|| {
        let mut ratios: Vec<Rational> =
            LENGTHS.iter().flat_map(|a| LENGTHS.map(|b| Rational::from(*a) / Rational::from(b))).collect();
        ratios.sort();
        ratios.dedup();
        ratios
    })
}

/// Most letters `B` whose meanings are tried one by one.
const MOST_B: u32 = 4;

/// Whether it holds where `B` is bytes at one number of the computed side and a billion at another.
fn holds_with_two_meanings_of_b(sides: Sides<'_>, judge: &Judge<'_>, cx: Context<'_>) -> bool {
    let lone = |l: &Literal| l.suffix.units.iter().position(|u| matches!(u.word.as_str(), "B" | "b"));
    let letters = sides.computed.literals().iter().filter(|l| lone(l).is_some()).count();
    let Some(letters) = u32::try_from(letters).ok().filter(|n| *n >= 2) else { return false };
    if letters > MOST_B {
        return true;
    }
    (1..(1u32 << letters) - 1).any(|billions| {
        let (mut computed, mut nth) = (sides.computed.clone(), 0);
        computed.each_literal_mut(&mut |l| {
            let Some(at) = lone(l) else { return };
            if billions >> nth & 1 == 1 {
                l.suffix.units.remove(at);
                l.suffix.scales.push(("billion".to_string(), 1));
            } else {
                l.suffix.units[at].word = "bytes".to_string();
            }
            nth += 1;
        });
        compare_roughly(Sides { computed: &computed, ..sides }, judge, cx)
    })
}
