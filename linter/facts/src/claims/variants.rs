//! A calculation with one slip in it: an operand left out, used twice or one off, operators exchanged.

use designlint_quantity::{Expression, Literal, Operator, Rational, Share, decimal};

use super::cues::Cues;

/// A calculation that someone may have done in place of the one that stands there.
pub(crate) struct Variant {
    /// Row of the catalogue, in kebab case.
    pub kind: &'static str,
    /// Whether something beside the numbers speaks for it.
    pub cue: bool,
    /// What happened.
    pub text: String,
    /// The factor left out or used twice.
    pub factor: Option<Rational>,
    /// What was computed.
    pub done: Expression,
}

/// The variants of a calculation.
pub(crate) fn variants(e: &Expression, cues: &Cues) -> Vec<Variant> {
    match e {
        Expression::Literal(l) => of_literal(l, cues),
        Expression::Negate(a) => rebuilt(a, cues, |a| Expression::Negate(Box::new(a))),
        Expression::Scaled(a, s) => rebuilt(a, cues, |a| Expression::Scaled(Box::new(a), s.clone())),
        Expression::Binary(operator, a, b) => {
            let mut out = rebuilt(a, cues, |a| binary(*operator, a, (**b).clone()));
            out.extend(rebuilt(b, cues, |b| binary(*operator, (**a).clone(), b)));
            operands(e, *operator, a, b, &mut out);
            exchanged(*operator, a, b, &mut out);
            out
        }
        _ => Vec::new(),
    }
}

fn rebuilt(e: &Expression, cues: &Cues, whole: impl Fn(Expression) -> Expression) -> Vec<Variant> {
    variants(e, cues).into_iter().map(|v| Variant { done: whole(v.done), ..v }).collect()
}

fn binary(operator: Operator, a: Expression, b: Expression) -> Expression {
    Expression::Binary(operator, Box::new(a), Box::new(b))
}

/// One number of an operation left out or used twice.
fn operands(e: &Expression, operator: Operator, a: &Expression, b: &Expression, out: &mut Vec<Variant>) {
    let (name, again) = match operator {
        Operator::Multiply => ("factor", Operator::Multiply),
        Operator::Divide => ("divisor", Operator::Divide),
        Operator::Add => ("addend", Operator::Add),
        Operator::Subtract => ("subtrahend", Operator::Subtract),
    };
    let both_ways = matches!(operator, Operator::Multiply | Operator::Add);
    for (operand, rest) in [(a, b), (b, a)] {
        let Expression::Literal(l) = operand else { continue };
        if std::ptr::eq(operand, a) && !both_ways || l.number.value.is_zero() {
            continue;
        }
        let scales = matches!(operator, Operator::Multiply | Operator::Divide);
        let factor = (scales && l.suffix.is_bare() && l.suffix.scales.is_empty()).then(|| l.number.value.clone());
        let shown = shown(l);
        let mut add = |kind, text, done| out.push(Variant { kind, cue: false, text, factor: factor.clone(), done });
        add("operand-dropped", format!("it fits if the {name} {shown} is left out"), rest.clone());
        let twice = binary(again, e.clone(), operand.clone());
        add("operand-doubled", format!("it fits if the {name} {shown} is used twice"), twice);
    }
}

/// The operands swapped, another operator, another order of operations.
fn exchanged(operator: Operator, a: &Expression, b: &Expression, out: &mut Vec<Variant>) {
    use Operator::{Add, Divide, Multiply, Subtract};
    let mut add = |kind, text: &str, done| {
        out.push(Variant { kind, cue: kind != "wrong-operator", text: text.to_string(), factor: None, done });
    };
    match operator {
        Divide => {
            add("operands-swapped", "it fits with dividend and divisor swapped", binary(Divide, b.clone(), a.clone()))
        }
        Subtract => add(
            "operands-swapped",
            "it fits with the two sides of the minus swapped",
            binary(Subtract, b.clone(), a.clone()),
        ),
        Multiply => add("wrong-operator", "it fits with a plus in place of a times", binary(Add, a.clone(), b.clone())),
        Add => add("wrong-operator", "it fits with a minus in place of a plus", binary(Subtract, a.clone(), b.clone())),
    }
    if operator == Subtract {
        add("wrong-operator", "it fits with a plus in place of a minus", binary(Add, a.clone(), b.clone()));
    }
    let mixed = |x: Operator, y: Operator| matches!(x, Add | Subtract) != matches!(y, Add | Subtract);
    let order = "it fits with the operators applied in another order: check the brackets";
    if let Expression::Binary(inner, x, y) = a
        && mixed(*inner, operator)
    {
        add("precedence", order, binary(*inner, (**x).clone(), binary(operator, (**y).clone(), b.clone())));
    }
    if let Expression::Binary(inner, x, y) = b
        && mixed(*inner, operator)
    {
        add("precedence", order, binary(*inner, binary(operator, a.clone(), (**x).clone()), (**y).clone()));
    }
}

/// One more or one less of a count; what a percentage leaves.
fn of_literal(l: &Literal, cues: &Cues) -> Vec<Variant> {
    let with = |value: Rational| {
        let mut other = l.clone();
        other.number.value = value;
        Expression::Literal(other)
    };
    let n = &l.number.value;
    if l.suffix.share == Some(Share::Percent) && *n < Rational::from(100u8) {
        let rest = Rational::from(100u8) - n;
        let text =
            format!("it fits with {}% in place of {}%, what the percentage leaves", decimal(&rest, 6), decimal(n, 6));
        return vec![Variant { kind: "complement", cue: true, text, factor: None, done: with(rest) }];
    }
    if !n.is_int() || *n < Rational::from(2u8) || !l.suffix.is_bare() || !l.suffix.scales.is_empty() {
        return Vec::new();
    }
    let cue = cues.fence || !l.suffix.noun.is_empty();
    [n - Rational::ONE, n + Rational::ONE]
        .into_iter()
        .filter(|other| !other.is_zero())
        .map(|other| Variant {
            kind: "fencepost",
            cue,
            text: format!(
                "it fits with {} in place of {}: one too many or one too few",
                decimal(&other, 0),
                decimal(n, 0)
            ),
            factor: None,
            done: with(other),
        })
        .collect()
}

/// A number with its scale and unit as a reader knows it.
fn shown(l: &Literal) -> String {
    let mut out = decimal(&l.number.value, 3);
    let words = l.suffix.scales.iter().map(|s| s.0.as_str()).chain(l.suffix.units.iter().map(|u| u.word.as_str()));
    if l.suffix.share == Some(Share::Percent) {
        out.push('%');
    } else if l.suffix.scales.iter().all(|s| s.1 == 1) && l.suffix.units.iter().all(|u| u.exponent == 1) {
        words.for_each(|w| {
            out.push(' ');
            out.push_str(w);
        });
    }
    out
}
