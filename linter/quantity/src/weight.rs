//! How much work an expression is, estimated without doing it.

use dashu_int::{IBig, UBig};

use crate::{
    Rational,
    enclosure::bit_length,
    evaluate::{EXPONENT, Evaluation},
    expression::{Expression, Function, Literal, Operator, Suffix},
    reading::Reading,
};

/// Most work for one comparison, in bits of all intermediate results, readings included: a line of a document has a few
/// thousand.
const MOST: usize = 400_000;
/// Bits of an enclosure, numerator and denominator.
const ENCLOSURE: usize = 400;
/// Bits a unit adds, once its factor is multiplied in.
const UNIT: usize = 60;

/// How many readings of two sides can be tried; 0 where one is too much.
pub(crate) fn affordable(sides: [&Expression; 2]) -> usize {
    let mut total = 0;
    for side in sides {
        size(side, &mut total);
    }
    MOST / total.max(1)
}

/// An upper bound of the bits of a value; the bits of it and all its parts are added to `total`.
fn size(e: &Expression, total: &mut usize) -> usize {
    let bits = match e {
        Expression::Literal(l) => literal(l),
        Expression::Symbol(name, _) if matches!(name.as_str(), "pi" | "π" | "e") => ENCLOSURE,
        Expression::Symbol(..) => UNIT,
        Expression::Negate(a) => size(a, total),
        Expression::Scaled(a, s) => size(a, total).saturating_add(suffix(s)),
        // Decimals share their denominators.
        Expression::Binary(Operator::Add | Operator::Subtract, a, b) if b.as_literal().is_some() => {
            size(a, total).max(size(b, total)).saturating_add(1)
        }
        Expression::Binary(_, a, b) | Expression::Range(a, b) => size(a, total).saturating_add(size(b, total)),
        Expression::Power(a, n) => {
            let base = size(a, total);
            size(n, total);
            let (p, q) = exponent(n, *total);
            let raised = base.saturating_mul(p);
            if q > 1 { root(raised, q, total) } else { raised }
        }
        Expression::Call(f, arguments) => {
            let inside = arguments.iter().fold(0usize, |n, a| n.saturating_add(size(a, total)));
            call(*f, arguments, inside, total)
        }
    };
    *total = total.saturating_add(bits);
    bits
}

fn call(f: Function, arguments: &[Expression], inside: usize, total: &mut usize) -> usize {
    match f {
        Function::Sqrt => root(inside, 2, total),
        Function::Ln | Function::Log(_) => {
            // A series, and a search for an exact power.
            *total = total.saturating_add(inside.saturating_mul(8)).saturating_add(5_000);
            ENCLOSURE
        }
        Function::Factorial | Function::Choose => {
            let n = arguments.first().and_then(Expression::as_literal).map_or(1000, |l| whole(&l.number.value, 1000));
            let bits = n * 9;
            *total = total.saturating_add(bits * 2);
            bits
        }
        _ => inside,
    }
}

/// The `q`-th root multiplies the denominator by itself `q` times first.
fn root(bits: usize, q: usize, total: &mut usize) -> usize {
    *total = total.saturating_add(bits.saturating_add(ENCLOSURE).saturating_mul(q));
    bits.saturating_add(ENCLOSURE)
}

fn literal(l: &Literal) -> usize {
    length(&l.number.value).saturating_add(suffix(&l.suffix))
}

fn suffix(s: &Suffix) -> usize {
    let powers = s.units.iter().fold(0usize, |n, u| n.saturating_add(u.exponent.unsigned_abs() as usize));
    powers.saturating_add(s.scales.len()).saturating_mul(UNIT)
}

fn length(x: &Rational) -> usize {
    use dashu_int::ops::UnsignedAbs;
    bit_length(&x.numerator().clone().unsigned_abs()) + bit_length(x.denominator())
}

/// Magnitude and denominator of an exponent; of one with names, a guess.
fn exponent(e: &Expression, total: usize) -> (usize, usize) {
    if total > MOST {
        return (1, 1);
    }
    let evaluation = Evaluation { reading: &Reading::default(), slack: false, symbols: &|_| None };
    let Ok(value) = evaluation.value(e) else { return (64, 1) };
    let q = Rational::from(IBig::from(value.low.denominator().clone()));
    let p = whole(&(&value.low * &q), usize::try_from(EXPONENT).unwrap_or(usize::MAX));
    (p, whole(&q, 64))
}

/// A magnitude as an integer, rounded up, `most` at most.
fn whole(x: &Rational, most: usize) -> usize {
    use dashu_int::ops::UnsignedAbs;
    let n: UBig = x.ceil().unsigned_abs();
    usize::try_from(n).unwrap_or(most).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, tokens};

    fn most(computed: &str, stated: &str) -> usize {
        let side = |text: &str| parse(text, &tokens(text), 0).unwrap().expression;
        affordable([&side(computed), &side(stated)])
    }

    #[test]
    fn what_documents_hold_gets_all_readings() {
        let sum = vec!["1,234.56 KB"; 80].join(" + ");
        let product = ["12,345.6 KB"; 10].join(" x ");
        for side in [
            sum.as_str(),
            &product,
            "2^64 B / (3.5 months x 2)",
            "1.05^(12 - 2) x 5 B",
            "sqrt(2) x 3 MB",
            "64 x layers x heads x 2 B",
        ] {
            assert!(most(side, "34.5 MB") >= 16, "{side}: {:?}", most(side, "34.5 MB"));
        }
    }

    #[test]
    fn what_is_too_much_gets_none() {
        let sum = (3..33).map(|n| format!("1/{n}^4000")).collect::<Vec<_>>().join(" + ");
        assert_eq!(most(&sum, "5"), 0);
        assert_eq!(most("((1/3^4000)^15)^(1/63)", "5"), 0);
        assert_eq!(most("1000! * 900! * 800!", "5 KB"), 4);
    }
}
