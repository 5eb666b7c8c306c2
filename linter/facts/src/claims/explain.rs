//! Why a stated result is wrong: known slips that make the line right, one at most, and only where chance is small.

use designlint_quantity::{Expression, Number, Operator, Rational, decimal, period_slip};

use super::Explanation;

/// A factor and the slip it points to.
const FACTORS: [(u32, &str, &str); 9] = [
    (8, "bits-bytes", "bits taken for bytes, or the reverse"),
    (60, "period", "seconds taken for minutes, or minutes for hours"),
    (3_600, "period", "seconds taken for hours"),
    (86_400, "period", "seconds taken for days"),
    (24, "period", "hours taken for days"),
    (365, "period", "days taken for years"),
    (30, "period", "days taken for months"),
    (12, "period", "months taken for years"),
    (2, "factor-two", "one direction, copy or half of a pair"),
];

/// The slip that makes `computed` the number that is stated.
pub(crate) fn explain(computed: &Rational, stated: &Number, side: &Expression) -> Option<Explanation> {
    if computed.is_zero() || stated.value.is_zero() || stated.digits < 2 {
        return None;
    }
    power_of_ten(computed, stated).or_else(|| {
        if stated.digits < 3 {
            return None;
        }
        operand(computed, stated, side).or_else(|| factor(computed, stated)).or_else(|| digits(computed, stated))
    })
}

/// What the periods of a rate and of a constant are, and what the constant should be.
pub(crate) fn explain_period(side: &Expression) -> Option<Explanation> {
    let slip = period_slip(side)?;
    let text = format!(
        "the rate is per {}, and {} counts the {}s of a {}: a {} has {} {}s",
        slip.rate,
        decimal(&slip.constant, 0),
        slip.counted,
        slip.whole,
        slip.whole,
        decimal(&slip.right, 3),
        slip.rate,
    );
    Some(Explanation { kind: "rate-period".to_string(), text })
}

/// Whether a value is the stated one to the digits shown.
fn shows(value: &Rational, stated: &Number) -> bool {
    let gap = if *value > stated.value { value - &stated.value } else { &stated.value - value };
    gap * Rational::from(2u8) <= stated.ulp
}

fn power_of_ten(computed: &Rational, stated: &Number) -> Option<Explanation> {
    let ten = Rational::from(10u8);
    (1..=12isize).flat_map(|n| [n, -n]).find(|&n| shows(&(computed * ten.pow(n)), stated)).map(|n| {
        let factor = decimal(&ten.pow(n.abs()), 0);
        let way = if n > 0 { "large" } else { "small" };
        Explanation {
            kind: "power-of-ten".to_string(),
            text: format!("the stated number is {factor} times too {way}: check the zeros and the prefixes"),
        }
    })
}

fn factor(computed: &Rational, stated: &Number) -> Option<Explanation> {
    FACTORS.iter().find_map(|&(n, kind, says)| {
        let n_exact = Rational::from(n);
        let large = shows(&(computed * &n_exact), stated);
        let small = shows(&(computed / &n_exact), stated);
        (large || small).then(|| Explanation {
            kind: kind.to_string(),
            text: format!("the stated number is {n} times too {}: {says}", if large { "large" } else { "small" }),
        })
    })
}

/// One operand of a product left out or used twice.
fn operand(computed: &Rational, stated: &Number, side: &Expression) -> Option<Explanation> {
    let mut product = true;
    side.walk(&mut |e| {
        product &= matches!(e, Expression::Literal(_) | Expression::Binary(Operator::Multiply, ..));
    });
    let literals = side.literals();
    if !product || literals.len() < 3 {
        return None;
    }
    literals.iter().filter(|l| l.number.value > Rational::ONE).find_map(|l| {
        let shown = decimal(&l.number.value, 3);
        if shows(&(computed / &l.number.value), stated) {
            let text = format!("it fits if the factor {shown} is left out");
            return Some(Explanation { kind: "operand-dropped".to_string(), text });
        }
        shows(&(computed * &l.number.value), stated).then(|| Explanation {
            kind: "operand-doubled".to_string(),
            text: format!("it fits if the factor {shown} is used twice"),
        })
    })
}

/// Two neighbouring digits exchanged, or one mistyped, in a number of at least five digits.
fn digits(computed: &Rational, stated: &Number) -> Option<Explanation> {
    if !computed.is_int() || !stated.value.is_int() || stated.digits < 5 {
        return None;
    }
    let (a, b) = (computed.numerator().to_string(), stated.value.numerator().to_string());
    if a.len() != b.len() {
        return None;
    }
    let differ: Vec<usize> = (0..a.len()).filter(|&i| a.as_bytes()[i] != b.as_bytes()[i]).collect();
    match differ.as_slice() {
        [_] => Some(Explanation { kind: "digit-mistyped".to_string(), text: "one digit differs".to_string() }),
        [i, j] if j - i == 1 && a.as_bytes()[*i] == b.as_bytes()[*j] && a.as_bytes()[*j] == b.as_bytes()[*i] => {
            Some(Explanation {
                kind: "digits-swapped".to_string(),
                text: "two neighbouring digits are swapped".to_string(),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use designlint_quantity::{parse, tokens};

    use super::*;

    fn of(side: &str, computed: u64, stated: &str) -> Option<String> {
        let (left, right) = (tokens(side), tokens(stated));
        let side = parse(side, &left, 0).unwrap().expression;
        let stated = parse(stated, &right, 0).unwrap().expression;
        explain(&Rational::from(computed), &stated.as_literal().unwrap().number, &side).map(|e| e.text)
    }

    #[test]
    fn one_slip_or_none() {
        let zeros = "the stated number is 10 times too small: check the zeros and the prefixes";
        assert_eq!(of("100 x 20 x 10000", 20_000_000, "2,000,000").as_deref(), Some(zeros));
        assert_eq!(of("2 x 32 x 40 x 128", 327_680, "10,240").as_deref(), Some("it fits if the factor 32 is left out"));
        assert_eq!(of("525,600 x 6", 3_153_600, "3,159,600").as_deref(), Some("one digit differs"));
        assert_eq!(of("60 * 24 * 30", 43_200, "42,300").as_deref(), Some("two neighbouring digits are swapped"));
        assert_eq!(of("22 * 5", 110, "112"), None);
        assert_eq!(of("2 x 3", 6, "5"), None);
    }
}
