//! Roots, logarithms and constants as rational enclosures: intervals that hold the true value, never "exact".

use std::sync::LazyLock;

use dashu_int::{IBig, UBig};

use crate::{
    Rational,
    evaluate::Unknown,
    work::{Work, bit_length, bits_of},
};

/// Bits behind the point of an enclosure.
const BITS: usize = 192;
/// Products that a root is worth.
const PRODUCTS: u64 = 10;
/// Work of the series of a logarithm.
const SERIES: u64 = 15_000;
/// Work of the quotients of two logarithms.
const QUOTIENTS: u64 = 30_000;

/// The interval that holds a value.
pub(crate) type Enclosure = (Rational, Rational);

/// The `q`-th root of a value that is not negative; both ends are equal where it is rational.
pub(crate) fn root(x: &Rational, q: u32, work: &Work) -> Result<Enclosure, Unknown> {
    if *x < Rational::ZERO || q == 0 || q > 64 {
        return Err(Unknown::Undefined);
    }
    let q_usize = usize::try_from(q).map_err(|_| Unknown::Limit)?;
    let (n, d) = (magnitude(x)?, x.denominator().clone());
    let words = |bits: usize| u64::try_from(bits / 64 + 1).unwrap_or(u64::MAX);
    work.multiply(PRODUCTS, words(bit_length(&n)) + words(bit_length(&d)))?;
    let ((rn, en), (rd, ed)) = (nth(&n, q_usize), nth(&d, q_usize));
    if en && ed {
        let exact = Rational::from_parts(IBig::from(rn), rd);
        return Ok((exact.clone(), exact));
    }
    // x^(1/q) = (n d^(q-1) s^q)^(1/q) / (d s)
    work.multiply(PRODUCTS, words(bit_length(&n) + (bit_length(&d) + BITS) * q_usize))?;
    let s = UBig::ONE << BITS;
    let (low, _) = nth(&(&n * d.pow(q_usize - 1) * s.pow(q_usize)), q_usize);
    let below = &d * &s;
    let high = &low + UBig::ONE;
    Ok((Rational::from_parts(IBig::from(low), below.clone()), Rational::from_parts(IBig::from(high), below)))
}

fn magnitude(x: &Rational) -> Result<UBig, Unknown> {
    UBig::try_from(x.numerator().clone()).map_err(|_| Unknown::Undefined)
}

/// Integer root, and whether it is exact.
fn nth(n: &UBig, q: usize) -> (UBig, bool) {
    if q == 1 || n.is_zero() {
        return (n.clone(), true);
    }
    let root = if q.is_power_of_two() { n.nth_root(q) } else { newton(n, q) };
    let exact = root.pow(q) == *n;
    (root, exact)
}

/// Integer root by Newton's way down, from the root of the upper half of the digits: from a power of two it would take as
/// many steps as the degree has squares.
fn newton(n: &UBig, q: usize) -> UBig {
    let digits = bit_length(n).div_ceil(q);
    let half = digits / 2;
    let mut root = if half == 0 { UBig::ONE << digits } else { (newton(&(n >> (half * q)), q) + UBig::ONE) << half };
    loop {
        let next = (&root * (q - 1) + n / root.pow(q - 1)) / q;
        if next >= root {
            return root;
        }
        root = next;
    }
}

/// The natural logarithm of a positive value.
pub(crate) fn ln(x: &Rational, work: &Work) -> Result<Enclosure, Unknown> {
    if *x <= Rational::ZERO {
        return Err(Unknown::Undefined);
    }
    work.spend(SERIES)?;
    work.operate(4, x, x)?;
    let bits = |n: usize| i64::try_from(n).unwrap_or(0);
    let k = bits(bits_of(x.numerator())) - bits(bit_length(x.denominator()));
    let two_k = Rational::from(2u8).pow(isize::try_from(k).map_err(|_| Unknown::Limit)?);
    let m = x / two_k;
    let whole = atanh_series(&m) + &*LN_2 * IBig::from(k);
    let scale = UBig::ONE << BITS;
    let slack = IBig::ONE << (BITS / 4);
    Ok((Rational::from_parts(&whole - &slack, scale.clone()), Rational::from_parts(whole + slack, scale)))
}

/// `ln 2` in fixed point: every logarithm needs it.
static LN_2: LazyLock<IBig> = LazyLock::new(|| atanh_series(&Rational::from(2u8)));

/// `ln m` in fixed point for m in (1/2, 2]: twice the series of atanh((m - 1) / (m + 1)).
fn atanh_series(m: &Rational) -> IBig {
    let z = (m - Rational::ONE) / (m + Rational::ONE);
    let scale = IBig::ONE << BITS;
    let z = (z * Rational::from(scale.clone())).trunc();
    let square = (&z * &z) >> BITS;
    let (mut power, mut sum, mut n) = (z, IBig::ZERO, 1u32);
    while power != IBig::ZERO && n < 400 {
        sum += &power / IBig::from(n);
        power = (&power * &square) >> BITS;
        if power == IBig::from(-1) {
            break;
        }
        n += 2;
    }
    sum * IBig::from(2)
}

/// The logarithm to an integer base; exact where the value is a power of the base.
pub(crate) fn log(x: &Rational, base: u32, work: &Work) -> Result<Enclosure, Unknown> {
    if base < 2 || *x <= Rational::ZERO {
        return Err(Unknown::Undefined);
    }
    if let Some(exact) = exact_log(x, base, work)? {
        let exact = Rational::from(exact);
        return Ok((exact.clone(), exact));
    }
    let (below, above) = (ln(x, work)?, ln(&Rational::from(base), work)?);
    work.spend(QUOTIENTS)?;
    let ends = [&below.0 / &above.0, &below.0 / &above.1, &below.1 / &above.0, &below.1 / &above.1];
    let low = ends.iter().min().cloned().ok_or(Unknown::Undefined)?;
    let high = ends.iter().max().cloned().ok_or(Unknown::Undefined)?;
    Ok((low, high))
}

/// Largest exponent that is looked for.
const MOST_EXACT: usize = 4096;

fn exact_log(x: &Rational, base: u32, work: &Work) -> Result<Option<i64>, Unknown> {
    let (n, d) = (magnitude(x)?, x.denominator().clone());
    let (power, sign) = match (n.is_one(), d.is_one()) {
        (_, true) => (n, 1),
        (true, _) => (d, -1),
        _ => return Ok(None),
    };
    work.multiply(16, u64::try_from(bit_length(&power) / 64).unwrap_or(u64::MAX))?;
    let base = UBig::from(base);
    let exponent = power.ilog(&base);
    let exact = exponent <= MOST_EXACT && base.pow(exponent) == power;
    Ok(i64::try_from(exponent).ok().filter(|_| exact).map(|n| n * sign))
}

/// π to 60 digits, from below and above.
pub(crate) fn pi() -> Enclosure {
    constant("314159265358979323846264338327950288419716939937510582097494459")
}

/// Euler's number to 60 digits, from below and above.
pub(crate) fn e() -> Enclosure {
    constant("271828182845904523536028747135266249775724709369995957496696762")
}

fn constant(digits: &str) -> Enclosure {
    let n = IBig::from_str_radix(digits, 10).unwrap_or(IBig::ZERO);
    let scale = UBig::from(10u8).pow(digits.len() - 1);
    (Rational::from_parts(n.clone(), scale.clone()), Rational::from_parts(n + IBig::ONE, scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimals(x: &Rational) -> String {
        (x * Rational::from(10_000_000_000u64)).round().to_string()
    }

    #[test]
    fn integer_roots_are_rounded_down() {
        for q in [3usize, 5, 13, 61] {
            for n in [0u32, 1, 2, 7, 8, 26, 27, 28, 4095, 4096, 1_594_323, u32::MAX] {
                for n in [UBig::from(n), UBig::from(n).pow(9), UBig::from(n).pow(q), UBig::from(n).pow(q) + UBig::ONE] {
                    let (root, exact) = nth(&n, q);
                    let (below, above) = (root.pow(q), (&root + UBig::ONE).pow(q));
                    assert!(below <= n && n < above && exact == (below == n), "{n} to 1/{q}: {root}");
                }
            }
        }
    }

    #[test]
    fn enclosures_hold_the_true_value() {
        let (low, high) = root(&Rational::from(2u8), 2, &Work::new()).unwrap();
        assert!(&low * &low < Rational::from(2u8) && &high * &high > Rational::from(2u8));
        assert_eq!(decimals(&ln(&Rational::from(10u8), &Work::new()).unwrap().0), "23025850930");
        assert_eq!(decimals(&log(&Rational::from(1000u32), 2, &Work::new()).unwrap().1), "99657842847");
        assert_eq!(root(&Rational::from(27u8), 3, &Work::new()).unwrap().0, Rational::from(3u8));
        assert_eq!(
            log(&Rational::from(65536u32), 16, &Work::new()).unwrap(),
            (Rational::from(4u8), Rational::from(4u8))
        );
    }
}
