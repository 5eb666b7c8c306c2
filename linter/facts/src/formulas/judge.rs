//! Whether a stated number follows from a formula, and if not, by which known mistake it comes about.

use designlint_quantity::{
    Comparison, Convention, Expression, Holds, Outcome, Rational, Reading, Relation, Sides, Suffix, compare_under,
};

use super::Amount;
use super::inputs::{Bound, expression, filled, unit_terms, with_unit};
use crate::claims::value_under;
use crate::knowledge::{Formula, Mistake};

/// What became of a stated number.
#[derive(Clone, Debug)]
pub(crate) enum Judgement<'f> {
    /// It follows.
    Holds(Comparison),
    /// It does not.
    Wrong(Comparison, Option<&'f Mistake>),
}

/// Judges a stated number; `None` where an input is missing or nothing can be told.
pub(crate) fn judge<'f>(
    formula: &'f Formula,
    bound: &[Bound],
    stated: &Amount,
    about: bool,
    convention: Convention,
) -> Option<Judgement<'f>> {
    let stated = with_result_unit(&stated.expression, &formula.unit);
    let against = |text: &str| Some(compared(&filled(&expression(text)?, formula, bound)?, &stated, about, convention));
    let own = against(&formula.formula)?;
    match own.outcome {
        Outcome::Unknown(_) => return None,
        Outcome::Holds(h) if is_close(h) => return Some(Judgement::Holds(own)),
        _ => {}
    }
    // Named only where it gives the stated digits: a mistake that merely comes near would be the wrong one.
    let fits = |m: &&Mistake| {
        against(&m.formula)
            .is_some_and(|c| !c.weak && matches!(c.outcome, Outcome::Holds(Holds::Exact | Holds::Rounded)))
    };
    match (formula.mistakes.iter().find(fits), &own.outcome) {
        (None, Outcome::Holds(_)) => Some(Judgement::Holds(own)),
        (mistake, _) => Some(Judgement::Wrong(own, mistake)),
    }
}

/// Near enough that no rounding of the inputs is needed.
fn is_close(holds: Holds) -> bool {
    matches!(holds, Holds::Exact | Holds::Rounded | Holds::Truncated | Holds::Approximate)
}

/// The stated number with the unit of the formula where it has none.
fn with_result_unit(stated: &Expression, unit: &str) -> Expression {
    if unit == "%" || unit.is_empty() {
        return stated.clone();
    }
    match stated {
        Expression::Literal(_) => with_unit(stated, unit),
        Expression::Binary(..) => {
            Expression::Scaled(Box::new(stated.clone()), Suffix { units: unit_terms(unit), ..Suffix::default() })
        }
        _ => stated.clone(),
    }
}

/// A literal is compared by the ladder, a fraction to the digit. Every number here has its unit, so a reading that drops
/// units is none.
fn compared(computed: &Expression, stated: &Expression, about: bool, convention: Convention) -> Comparison {
    let names: &dyn Fn(&str) -> Option<designlint_quantity::Quantity> = &|_| None;
    let relation = if about { Relation::About } else { Relation::Equal };
    let is_literal = stated.as_literal().is_some();
    if is_literal {
        let comparison = compare_under(Sides { computed, stated, relation, about }, names, convention);
        if !matches!(comparison.outcome, Outcome::Holds(_)) || keeps_units(&comparison.reading) {
            return comparison;
        }
    }
    let reading = convention.reading();
    let (x, c) = (value_under(computed, names, &reading), value_under(stated, names, &reading));
    let outcome = match (&x, &c) {
        (Some(x), Some(c)) if x == c => Outcome::Holds(Holds::Exact),
        (Some(x), Some(c)) if x.1 == c.1 => Outcome::Wrong(designlint_quantity::Wrong::Value),
        _ => Outcome::Unknown("the units differ".to_string()),
    };
    let unit = unit_of(stated, &reading);
    Comparison {
        outcome,
        reading: "as written".to_string(),
        weak: false,
        computed: x.as_ref().map(|(v, _)| v / &unit),
        base: x,
        interval: None,
        work: 0,
    }
}

/// Whether a reading only says how long a month or how large a kilobyte is.
fn keeps_units(reading: &str) -> bool {
    const KEPT: [&str; 4] = ["as written", "1 KB = ", "1 month = ", "1 year = "];
    reading.split(", ").all(|part| KEPT.iter().any(|k| part.starts_with(k)))
}

/// One of the unit of a stated number, in base units.
fn unit_of(e: &Expression, reading: &Reading) -> Rational {
    match e {
        Expression::Literal(l) => designlint_quantity::Quantity::under(l, "", reading).factor,
        Expression::Scaled(_, suffix) => {
            let one = Expression::Scaled(Box::new(one()), suffix.clone());
            value_under(&one, &|_| None, reading).map_or(Rational::ONE, |(v, _)| v)
        }
        _ => Rational::ONE,
    }
}

fn one() -> Expression {
    expression("1").unwrap_or(Expression::Call(designlint_quantity::Function::Sum, Vec::new()))
}
