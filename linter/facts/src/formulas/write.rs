//! Formulas and values as text.

use designlint_quantity::{Expression, Function, Operator, Rational, decimal, significant};

use super::inputs::{Bound, expression, filled};
use crate::knowledge::Formula;

/// The formula with the numbers of the document: `2 x 30 x 3 x 64 x 2 B`. A difference of two whole numbers is one number.
pub(crate) fn worked(e: &Expression, formula: &Formula, bound: &[Bound]) -> String {
    let text = |name: &str| -> Option<String> {
        if let Some(b) = bound.iter().find(|b| b.variable == name) {
            return Some(b.text.clone());
        }
        let default = &formula.inputs.iter().find(|i| i.variable == name)?.default;
        let inner = expression(default)?;
        Some(worked(&inner, formula, bound))
    };
    write(e, formula, bound, &text, 0)
}

fn write(
    e: &Expression,
    formula: &Formula,
    bound: &[Bound],
    text: &dyn Fn(&str) -> Option<String>,
    around: u8,
) -> String {
    let go = |e: &Expression, level: u8| write(e, formula, bound, text, level);
    match e {
        Expression::Symbol(name, _) => text(name).unwrap_or_else(|| name.clone()),
        Expression::Literal(l) => {
            let unit: Vec<&str> = l.suffix.units.iter().map(|u| u.word.as_str()).collect();
            format!("{} {}", decimal(&l.number.value, 6), unit.join(" ")).trim().to_string()
        }
        Expression::Binary(op, a, b) => {
            if let Some(n) = whole_difference(e, formula, bound) {
                return n;
            }
            let (sign, level) = match op {
                Operator::Add => ("+", 1),
                Operator::Subtract => ("-", 1),
                Operator::Multiply => ("x", 2),
                Operator::Divide => ("/", 2),
            };
            let right = if matches!(op, Operator::Subtract | Operator::Divide) { level + 1 } else { level };
            let inner = format!("{} {sign} {}", go(a, level), go(b, right));
            if level < around { format!("({inner})") } else { inner }
        }
        Expression::Negate(a) => format!("-{}", go(a, 3)),
        Expression::Power(a, b) => format!("{}^{}", go(a, 4), go(b, 4)),
        Expression::Call(f, args) => {
            let args: Vec<String> = args.iter().map(|a| go(a, 0)).collect();
            format!("{}({})", function(*f), args.join(", "))
        }
        Expression::Scaled(a, _) => go(a, around),
        Expression::Range(a, b) => format!("{}-{}", go(a, 3), go(b, 3)),
    }
}

/// `32 - 1` as `31`.
fn whole_difference(e: &Expression, formula: &Formula, bound: &[Bound]) -> Option<String> {
    let Expression::Binary(Operator::Subtract, ..) = e else { return None };
    let filled = filled(e, formula, bound)?;
    let bare =
        filled.literals().iter().all(|l| l.suffix.is_bare() && l.suffix.scales.is_empty() && l.number.value.is_int());
    let (value, _) = crate::claims::value_of(&filled, &|_| None)?;
    (bare && filled.literals().len() == 2).then(|| number(&value))
}

/// A value in at most six digits, or all of a whole number.
pub(crate) fn number(value: &Rational) -> String {
    significant(value, 6)
}

fn function(f: Function) -> &'static str {
    match f {
        Function::Sum => "sum",
        Function::Min => "min",
        Function::Max => "max",
        Function::Mean => "mean",
        Function::Ceil => "ceil",
        Function::Floor => "floor",
        Function::Round => "round",
        Function::Sqrt => "sqrt",
        Function::Log(2) => "log2",
        Function::Log(_) => "log10",
        Function::Ln => "ln",
        Function::Abs => "abs",
        Function::Factorial => "factorial",
        Function::Choose => "choose",
    }
}

/// A sentence of the pack with its values: `{layers}` is an input as written, `{= n - 1}` the value of an expression.
pub(crate) fn sentence(template: &str, formula: &Formula, bound: &[Bound]) -> Option<String> {
    let mut out = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        let end = at + rest[at..].find('}')?;
        let inside = &rest[at + 1..end];
        match inside.strip_prefix('=') {
            Some(text) => {
                let e = filled(&expression(text.trim())?, formula, bound)?;
                out.push_str(&number(&crate::claims::value_of(&e, &|_| None)?.0));
            }
            None => out.push_str(&bound.iter().find(|b| b.variable == inside)?.text),
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    Some(out)
}
