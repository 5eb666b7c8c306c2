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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::inputs::expression;

    fn placed(formula: &str, shown: &str, known: &[(&str, u32)]) -> String {
        let values =
            |v: &str| known.iter().filter(|(k, _)| *k == v).map(|(_, n)| Rational::from(*n)).collect::<Vec<_>>();
        let (formula, shown) = (expression(formula).unwrap(), expression(shown).unwrap());
        let out = align(&formula, &shown, &values);
        out.map_or("-".into(), |placed| {
            placed.iter().map(|p| format!("{}={}", p.variable, p.literal.number.value)).collect::<Vec<_>>().join(" ")
        })
    }

    #[test]
    fn factors_in_any_order_and_constants_to_the_digit() {
        assert_eq!(placed("2 * layers * heads", "2 x 30 x 9", &[]), "layers=30 heads=9");
        assert_eq!(placed("2 * layers * heads", "9 x 30 x 2", &[("heads", 9)]), "layers=30 heads=9");
        assert_eq!(placed("2 * layers * heads", "3 x 30 x 9", &[]), "-");
        assert_eq!(placed("2 * layers * heads", "2 x 30 x 9", &[("heads", 3)]), "-");
        assert_eq!(placed("2 * layers * heads", "2 x 30 x 9 x 64", &[]), "-");
    }

    #[test]
    fn sums_and_brackets() {
        assert_eq!(placed("ttft + n * tpot", "0.5 + 32 x 0.06", &[("n", 32)]), "ttft=1/2 n=32 tpot=3/50");
        assert_eq!(placed("ttft + n * tpot", "0.5 + 31 x 0.06", &[("n", 32)]), "-");
        assert_eq!(
            placed("rate * (first + n * gap)", "4 x (0.5 + 32 x 0.06)", &[("n", 32)]),
            "rate=4 first=1/2 n=32 gap=3/50"
        );
        assert_eq!(placed("size / speed", "3 x 4", &[]), "-");
        assert_eq!(placed("size - size", "3 - 3", &[]), "size=3");
        assert_eq!(placed("size - size", "3 - 4", &[]), "-");
    }
}
