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
        Expression::Power(a, b) => of_power(a, b),
        Expression::Binary(operator, a, b) => {
            let mut out = rebuilt(a, cues, |a| binary(*operator, a, (**b).clone()));
            out.extend(rebuilt(b, cues, |b| binary(*operator, (**a).clone(), b)));
            operands(e, *operator, [a, b], cues, &mut out);
            exchanged(*operator, a, b, &mut out);
            out.extend(percent_added(*operator, a, b));
            out.extend(wrong_base(*operator, a, b));
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
fn operands(e: &Expression, operator: Operator, [a, b]: [&Expression; 2], cues: &Cues, out: &mut Vec<Variant>) {
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
        let counts = scales && factor.is_some() && cues.each && !l.suffix.noun.is_empty();
        let copies = l.number.value == Rational::from(2u8) || l.number.value == Rational::from(3u8);
        let mut add = |kind, cue, text, done| out.push(Variant { kind, cue, text, factor: factor.clone(), done });
        if cues.temperature && !scales && is_offset(l) {
            let text = format!("it fits without the {shown} that lies between two scales of temperature");
            add("affine-unit", true, text, rest.clone());
        } else if counts {
            let of = format!("{shown} {}", l.suffix.noun);
            let text = if operator == Operator::Multiply {
                format!("it fits for one of the {of}: the {name} is left out")
            } else {
                format!("it fits for all {of}: the {name} is left out")
            };
            add("per-unit", true, text, rest.clone());
        } else {
            let text = format!("it fits if the {name} {shown} is left out");
            add("operand-dropped", copies && scales, text, rest.clone());
        }
        let twice = binary(again, e.clone(), operand.clone());
        add("operand-doubled", false, format!("it fits if the {name} {shown} is used twice"), twice);
    }
}

/// Whether a number is what the zeros of two scales of temperature lie apart.
fn is_offset(l: &Literal) -> bool {
    let hundredths = &l.number.value * Rational::from(100u8);
    [3_200u32, 27_300, 27_315].iter().any(|n| hundredths == Rational::from(*n))
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

/// A percentage added or taken as if it were an amount: `200 + 15%` as 215.
fn percent_added(operator: Operator, a: &Expression, b: &Expression) -> Option<Variant> {
    let (Expression::Literal(l), Expression::Literal(base)) = (b, a) else { return None };
    let adds = matches!(operator, Operator::Add | Operator::Subtract);
    if !adds || l.suffix.share != Some(Share::Percent) || base.suffix.share.is_some() {
        return None;
    }
    let plain = Literal { suffix: base.suffix.clone(), ..l.clone() };
    let (n, way) = (decimal(&l.number.value, 6), if operator == Operator::Add { "added" } else { "taken off" });
    let text = format!("it fits with {n} {way} in place of {n}%");
    let done = binary(operator, a.clone(), Expression::Literal(plain));
    Some(Variant { kind: "percent-added", cue: true, text, factor: None, done })
}

/// A change over the value after it in place of the one before, or the reverse: `(150 - 120) / 150`.
fn wrong_base(operator: Operator, a: &Expression, b: &Expression) -> Option<Variant> {
    let base = b.as_literal().filter(|_| operator == Operator::Divide)?;
    let mut change = None;
    a.walk(&mut |e| {
        if let Expression::Binary(Operator::Subtract, x, y) = e {
            change = change.or(x.as_literal().zip(y.as_literal()));
        }
    });
    let (x, y) = change?;
    let alike = |l: &Literal| l.number.value == base.number.value && l.suffix.units == base.suffix.units;
    let other = if alike(x) { y } else { Some(x).filter(|_| alike(y))? };
    let text = format!("it fits with {} as the base in place of {}", shown(other), shown(base));
    let done = binary(operator, a.clone(), Expression::Literal(other.clone()));
    Some(Variant { kind: "wrong-base", cue: true, text, factor: None, done })
}

/// A power with an exponent that is one off: `2^21` as `2^20`.
fn of_power(base: &Expression, exponent: &Expression) -> Vec<Variant> {
    let (Some(b), Some(n)) = (base.as_literal(), exponent.as_literal()) else { return Vec::new() };
    if !n.number.value.is_int() || n.number.value <= Rational::ONE || !b.suffix.is_bare() {
        return Vec::new();
    }
    let with = |other: Rational| {
        let mut done = n.clone();
        done.number.value = other.clone();
        let [b_shown, other, is] = [&b.number.value, &other, &n.number.value].map(|v| decimal(v, 3));
        Variant {
            kind: "exponent",
            cue: false,
            text: format!("it fits with {b_shown}^{other} in place of {b_shown}^{is}"),
            factor: Some(b.number.value.clone()),
            done: Expression::Power(Box::new(base.clone()), Box::new(Expression::Literal(done))),
        }
    };
    vec![with(&n.number.value - Rational::ONE), with(&n.number.value + Rational::ONE)]
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
    // A month or a year of another length is a slip of its own.
    if cues.month && [30u32, 31, 360, 365, 366].iter().any(|&days| *n == Rational::from(days)) {
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
