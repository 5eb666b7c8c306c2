//! The inputs of a formula where it is applied.

use designlint_document::Span;
use designlint_quantity::{Expression, Number, Rational, UnitTerm, tokens};

use super::Amount;
use crate::knowledge::{Formula, Input};
use crate::lookup::{Lookup, Nearness, Place, nearest};

/// An input with its value.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// Variable.
    pub variable: String,
    /// The value as an expression, with its unit.
    pub expression: Expression,
    /// The number as the document writes it.
    pub text: String,
    /// Where it is stated, if it is.
    pub span: Option<Span>,
    /// How near.
    pub nearness: Nearness,
}

/// Finds inputs at one place.
pub(crate) struct Inputs<'a> {
    /// What the document states.
    pub lookup: &'a Lookup<'a>,
    /// Where the formula is applied.
    pub place: Place,
    /// The stated number, which is no input of its own formula.
    pub stated: Span,
}

impl Inputs<'_> {
    /// What the document states of an input.
    pub fn find(&self, input: &Input) -> Option<Bound> {
        let stated = self.lookup.of(&input.variable).iter().copied();
        let of = stated.filter(|n| n.definition.value_span != self.stated);
        let (named, nearness) = nearest(of, self.place, self.lookup.sections)?;
        Some(bound(input, &named.amount, Some(named.definition.value_span), nearness))
    }
}

/// An input with the amount it has.
pub(crate) fn bound(input: &Input, amount: &Amount, span: Option<Span>, nearness: Nearness) -> Bound {
    Bound {
        variable: input.variable.clone(),
        expression: with_unit(&amount.expression, &input.unit),
        text: text_with_unit(amount, &input.unit),
        span,
        nearness,
    }
}

/// The expression with the unit of the input where it is a bare number. A share is what somebody decided, not a rounded
/// measurement.
pub(crate) fn with_unit(e: &Expression, unit: &str) -> Expression {
    let Expression::Literal(literal) = e else { return e.clone() };
    let mut literal = literal.clone();
    if unit == "%" || unit.is_empty() {
        literal.number = Number { rounded: false, ..literal.number };
    } else if literal.suffix.is_bare() {
        literal.suffix.units.extend(unit_terms(unit));
    }
    Expression::Literal(literal)
}

fn text_with_unit(amount: &Amount, unit: &str) -> String {
    let takes = !unit.is_empty() && unit != "%" && amount.is_bare();
    match unit.strip_prefix('/') {
        Some(rest) if takes => format!("{}/{rest}", amount.text),
        _ if takes => format!("{} {unit}", amount.text),
        _ => amount.text.clone(),
    }
}

/// The unit of a pack as terms.
pub(crate) fn unit_terms(unit: &str) -> Vec<UnitTerm> {
    match Amount::of(&format!("1 {unit}")).and_then(|a| a.literal().cloned()) {
        Some(literal) => literal.suffix.units,
        None => Vec::new(),
    }
}

/// An expression of the packs.
pub(crate) fn expression(text: &str) -> Option<Expression> {
    let tokens = tokens(text);
    let parsed = designlint_quantity::parse(text, &tokens, 0)?;
    (parsed.next == tokens.len()).then_some(parsed.expression)
}

/// The expression with the values of its variables; `None` where one has none.
pub(crate) fn filled(e: &Expression, formula: &Formula, bound: &[Bound]) -> Option<Expression> {
    filled_to(e, formula, bound, 4)
}

fn filled_to(e: &Expression, formula: &Formula, bound: &[Bound], depth: usize) -> Option<Expression> {
    let again = |e: &Expression| filled_to(e, formula, bound, depth).map(Box::new);
    Some(match e {
        Expression::Symbol(name, _) => match bound.iter().find(|b| b.variable == *name) {
            Some(b) => b.expression.clone(),
            None => {
                let default = &formula.inputs.iter().find(|i| i.variable == *name)?.default;
                let deeper = depth.checked_sub(1).filter(|_| !default.is_empty())?;
                filled_to(&expression(default)?, formula, bound, deeper)?
            }
        },
        Expression::Literal(_) => e.clone(),
        Expression::Negate(a) => Expression::Negate(again(a)?),
        Expression::Binary(op, a, b) => Expression::Binary(*op, again(a)?, again(b)?),
        Expression::Power(a, b) => Expression::Power(again(a)?, again(b)?),
        Expression::Scaled(a, s) => Expression::Scaled(again(a)?, s.clone()),
        Expression::Range(a, b) => Expression::Range(again(a)?, again(b)?),
        Expression::Call(f, args) => {
            let args: Option<Vec<Expression>> = args.iter().map(|a| again(a).map(|b| *b)).collect();
            Expression::Call(*f, args?)
        }
    })
}

/// The values under which a bound number may stand in a calculation: as written and in base units.
pub(crate) fn values(bound: &Bound) -> Vec<Rational> {
    let shown = bound.expression.as_literal().map(|l| l.number.value.clone());
    let base = crate::claims::value_of(&bound.expression, &|_| None).map(|(v, _)| v);
    shown.into_iter().chain(base).collect()
}
