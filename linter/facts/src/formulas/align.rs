//! A formula laid over a calculation: which number stands where which variable belongs.

use designlint_quantity::{Expression, Literal, Operator, Rational};

/// Most factors or addends that are matched in any order.
const WIDEST: usize = 8;

/// The number at a variable.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// Variable.
    pub variable: String,
    /// The number that stands there.
    pub literal: Literal,
}

/// Lays `formula` over `shown`: equal operators, equal constants, and each variable at a number; factors and addends in any
/// order. `known` tells the values of variables (both as written and in base units).
pub(crate) fn align(
    formula: &Expression,
    shown: &Expression,
    known: &dyn Fn(&str) -> Vec<Rational>,
) -> Option<Vec<Placed>> {
    let mut placed = Vec::new();
    lay(formula, shown, known, &mut placed).then_some(placed)
}

fn lay(
    formula: &Expression,
    shown: &Expression,
    known: &dyn Fn(&str) -> Vec<Rational>,
    placed: &mut Vec<Placed>,
) -> bool {
    match (formula, shown) {
        (Expression::Symbol(variable, _), Expression::Literal(literal)) => place(variable, literal, known, placed),
        (Expression::Literal(a), Expression::Literal(b)) => a.number.value == b.number.value,
        (Expression::Binary(op @ (Operator::Add | Operator::Multiply), ..), Expression::Binary(other, ..))
            if op == other =>
        {
            let (parts, shown) = (parts(formula, *op), parts(shown, *op));
            parts.len() == shown.len() && parts.len() <= WIDEST && any_order(&parts, &shown, known, placed)
        }
        (Expression::Binary(a, a1, a2), Expression::Binary(b, b1, b2)) if a == b => {
            lay(a1, b1, known, placed) && lay(a2, b2, known, placed)
        }
        (Expression::Call(f, a), Expression::Call(g, b)) if f == g && a.len() == b.len() => {
            a.iter().zip(b).all(|(a, b)| lay(a, b, known, placed))
        }
        _ => false,
    }
}

fn place(variable: &str, literal: &Literal, known: &dyn Fn(&str) -> Vec<Rational>, placed: &mut Vec<Placed>) -> bool {
    let values = known(variable);
    if !values.is_empty() && !values.contains(&literal.number.value) {
        return false;
    }
    if let Some(before) = placed.iter().find(|p| p.variable == variable) {
        return before.literal.number.value == literal.number.value;
    }
    placed.push(Placed { variable: variable.to_string(), literal: literal.clone() });
    true
}

fn parts(e: &Expression, op: Operator) -> Vec<&Expression> {
    match e {
        Expression::Binary(o, a, b) if *o == op => {
            let mut out = parts(a, op);
            out.extend(parts(b, op));
            out
        }
        _ => vec![e],
    }
}

/// The parts of a formula on the parts shown, each on one of its own; the first order that fits.
fn any_order(
    formula: &[&Expression],
    shown: &[&Expression],
    known: &dyn Fn(&str) -> Vec<Rational>,
    placed: &mut Vec<Placed>,
) -> bool {
    let Some((first, rest)) = formula.split_first() else { return true };
    for at in 0..shown.len() {
        let back = placed.len();
        if lay(first, shown[at], known, placed) {
            let left: Vec<&Expression> = [&shown[..at], &shown[at + 1..]].concat();
            if any_order(rest, &left, known, placed) {
                return true;
            }
        }
        placed.truncate(back);
    }
    false
}
