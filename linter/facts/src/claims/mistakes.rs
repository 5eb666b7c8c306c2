//! Known ways in which a total goes wrong.

use designlint_quantity::{Number, Rational, decimal};

use super::{
    Explanation,
    explain::within,
    slips::{digit_slips, width},
    sums::{Scale, Sum, Term, magnitude},
};

/// How many powers of ten are tried.
const POWERS: usize = 18;

/// A mistake that would make the stated total right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// A row is left out.
    Omitted(usize),
    /// A row is counted twice.
    Doubled(usize),
    /// A row's number has lost, gained or changed a digit; the row would have to say this.
    RowDigit(usize, String),
    /// The total's own digits: one wrong, two swapped, one lost or too many.
    Digit,
    /// Off by so many powers of ten.
    PowerOfTen(i32),
}

/// The mistakes that fit, for addends in this order.
pub(crate) fn mistakes(scale: &Scale, terms: &[(Rational, &Term)], sum: &Sum, number: &Number) -> Vec<Mistake> {
    let mut out = Vec::new();
    let zeros = if scale.total.about { number.zeros.min(number.digits.saturating_sub(2)) } else { 0 };
    let place = Rational::from(10u8).pow(isize::try_from(zeros).unwrap_or(0)) * &scale.total.ulp;
    let exact = |value: &Rational| magnitude(&(value - &scale.total.value)) * Rational::from(2u8) <= place;
    for (nth, (weight, term)) in terms.iter().enumerate() {
        let part = &term.value * weight;
        if part.is_zero() || terms.len() < 3 && exact(&(&sum.value - &part)) {
            continue;
        }
        if exact(&(&sum.value - &part)) {
            out.push(Mistake::Omitted(nth));
        }
        if exact(&(&sum.value + &part)) {
            out.push(Mistake::Doubled(nth));
        }
        let needed = &scale.total.value - &sum.value + &part;
        if is_slip_of(term, &needed, weight) {
            out.push(Mistake::RowDigit(nth, decimal(&(needed / &scale.factor), 6)));
        }
    }
    match power_of_ten(&sum.value, &scale.total) {
        Some(n) => out.push(Mistake::PowerOfTen(n)),
        None if is_digit_slip(
            &in_steps(&sum.value, &scale.total.ulp),
            &in_steps(&scale.total.value, &scale.total.ulp),
        ) =>
        {
            out.push(Mistake::Digit);
        }
        None => {}
    }
    out
}

/// Whether the number a row would need is a slip of a digit away from the one it has.
fn is_slip_of(term: &Term, needed: &Rational, weight: &Rational) -> bool {
    if !weight.is_one() || *needed <= Rational::ZERO || !(needed / &term.ulp).is_int() {
        return false;
    }
    let (have, want) = (in_steps(&term.value, &term.ulp), in_steps(needed, &term.ulp));
    have.len().max(want.len()) >= 4 && is_digit_slip(&want, &have)
}

/// A value in steps of the last place, as digits.
fn in_steps(value: &Rational, ulp: &Rational) -> String {
    decimal(&Rational::from((magnitude(value) / ulp).round()), 0).replace(',', "")
}

/// One digit changed, two neighbours swapped, one lost, or one too many; of at least three.
pub(crate) fn is_digit_slip(right: &str, stated: &str) -> bool {
    let (a, b) = (right.as_bytes(), stated.as_bytes());
    if a.len().min(b.len()) < 3 || a == b {
        return false;
    }
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[head..], &b[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - tail], &b[..b.len() - tail]);
    match (a.len(), b.len()) {
        (1, 1) | (0, 1) | (1, 0) => true,
        (2, 2) => a[0] == b[1] && a[1] == b[0],
        _ => false,
    }
}

/// The power of ten between a value and a stated number, if that is all that lies between them.
fn power_of_ten(value: &Rational, stated: &Term) -> Option<i32> {
    if value.is_zero() || stated.value.is_zero() {
        return None;
    }
    let ten = Rational::from(10u8);
    (-9i32..=9).filter(|n| *n != 0).find(|&n| {
        let scale = ten.clone().pow(isize::try_from(n).unwrap_or(0));
        magnitude(&(value * scale - &stated.value)) * Rational::from(2u8) <= stated.ulp
    })
}

/// The sentence for a mistake, where only one fits and chance is small; `names` are the labels of the addends.
pub(crate) fn explain(mistakes: &[Mistake], names: &[String], number: &Number) -> Option<Explanation> {
    let [mistake] = mistakes else { return None };
    let name = |nth: &usize| names.get(*nth).filter(|n| !n.is_empty()).map(|n| format!("`{n}`"));
    let (kind, text) = match mistake {
        Mistake::Omitted(nth) => ("row-omitted", format!("the total leaves out {}", name(nth)?)),
        Mistake::Doubled(nth) => ("row-doubled", format!("the total counts {} twice", name(nth)?)),
        Mistake::RowDigit(nth, needed) => ("digit", format!("the total is right if {} is {needed}", name(nth)?)),
        Mistake::Digit => ("digit", "one digit of the total is wrong".to_string()),
        Mistake::PowerOfTen(n) => {
            ("power-of-ten", format!("the total is off by a factor of 1{}", "0".repeat(n.unsigned_abs() as usize)))
        }
    };
    let rows = names.len();
    // The likeliest are tried first; the label of a row is what else speaks for it.
    let (tried, most) = match mistake {
        Mistake::PowerOfTen(_) => (POWERS, 2),
        Mistake::Omitted(_) | Mistake::Doubled(_) => (POWERS + 2 * rows, 10),
        Mistake::Digit => (POWERS + 2 * rows + digit_slips(number.digits), 2),
        Mistake::RowDigit(..) => (POWERS + 2 * rows + (1 + rows) * digit_slips(number.digits), 10),
    };
    within(&(width(&number.value, number.digits) * Rational::from(tried)), most).then_some(())?;
    Some(Explanation { kind: kind.to_string(), text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_a_digit() {
        for (right, stated) in [("1963605", "193605"), ("129", "429"), ("143", "134"), ("215", "2150")] {
            assert!(is_digit_slip(right, stated), "{right} {stated}");
        }
        for (right, stated) in [("21090", "18400"), ("66", "67"), ("143", "143"), ("1230", "4560")] {
            assert!(!is_digit_slip(right, stated), "{right} {stated}");
        }
    }
    #[test]
    fn one_mistake_of_a_total_is_named() {
        let of = |mistakes: &[Mistake], number: u64| {
            let names = ["api", "queue", "store"].map(String::from);
            explain(mistakes, &names, &Number::integer(number)).map(|e| (e.kind, e.text))
        };
        let said = |kind: &str, text: &str| Some((kind.to_string(), text.to_string()));
        assert_eq!(of(&[Mistake::Omitted(1)], 4_215), said("row-omitted", "the total leaves out `queue`"));
        assert_eq!(of(&[Mistake::Doubled(2)], 421), said("row-doubled", "the total counts `store` twice"));
        assert_eq!(of(&[Mistake::PowerOfTen(-1)], 4_215), said("power-of-ten", "the total is off by a factor of 10"));
        assert_eq!(of(&[Mistake::Digit], 42_153), said("digit", "one digit of the total is wrong"));
        let slid = Mistake::RowDigit(0, "736".to_string());
        assert_eq!(of(std::slice::from_ref(&slid), 42_153), said("digit", "the total is right if `api` is 736"));
        // Few digits are met by chance, and two mistakes are none.
        assert_eq!(of(&[Mistake::Omitted(1)], 21), None);
        assert_eq!(of(&[Mistake::Digit], 421), None);
        assert_eq!(of(&[slid], 421), None);
        assert_eq!(of(&[Mistake::Omitted(0), Mistake::Doubled(1)], 42_153), None);
    }
}
