//! Properties of rounding: what is true to the digits shown is never wrong, and what is not always is.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::verdict;
use designlint_quantity::{Number, Rational, TokenKind, tokens};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// How a number is brought to fewer digits.
#[derive(Clone, Copy, Debug)]
enum Mode {
    HalfUp,
    HalfEven,
    Floor,
    Ceil,
    Truncate,
}

const MODES: [Mode; 5] = [Mode::HalfUp, Mode::HalfEven, Mode::Floor, Mode::Ceil, Mode::Truncate];

/// The value in units of the last place, as an integer.
fn steps(value: &Rational, places: u32, mode: Mode) -> i128 {
    let scaled = value * Rational::from(10u8).pow(isize::try_from(places).unwrap());
    let half = Rational::ONE / Rational::from(2u8);
    let whole = match mode {
        Mode::Floor => scaled.floor(),
        Mode::Ceil => scaled.ceil(),
        Mode::Truncate => scaled.trunc(),
        Mode::HalfUp => (scaled + half).floor(),
        Mode::HalfEven => {
            let down = scaled.floor();
            let rest = scaled - Rational::from(down.clone());
            let odd = i128::try_from(down.clone()).unwrap() % 2 != 0;
            if rest > half || (rest == half && odd) { down + 1 } else { down }
        }
    };
    i128::try_from(whole).unwrap()
}

/// Writes a count of units in the last place with `places` digits behind the point.
fn write(steps: i128, places: u32) -> String {
    let places = usize::try_from(places).unwrap();
    let digits = format!("{:0>width$}", steps.unsigned_abs(), width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let sign = if steps < 0 { "-" } else { "" };
    if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

fn value_of(text: &str) -> Number {
    match &tokens(text)[..] {
        [t] => match &t.kind {
            TokenKind::Number(n) => n.clone(),
            other => panic!("{text}: {other:?}"),
        },
        _ => panic!("{text}"),
    }
}

/// A positive number as people write it, with up to three places.
fn decimal() -> impl Strategy<Value = String> {
    (1i128..100_000, 0u32..4).prop_map(|(n, places)| write(n, places))
}

/// Half a unit in the last place of a number with a point, relative to its value.
fn relative_slack(n: &Number) -> Rational {
    if n.rounded { &n.ulp / Rational::from(2u8) / &n.value } else { Rational::ZERO }
}

/// The operators with what they make of two positive numbers.
fn operations(x: &Rational, y: &Rational) -> [(&'static str, Rational); 4] {
    [("+", x + y), ("-", x - y), ("x", x * y), ("/", x / y)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: RngSeed::Fixed(5), ..ProptestConfig::default() })]

    #[test]
    fn a_true_value_with_fewer_digits_is_never_wrong(a in decimal(), b in decimal(), places in 0u32..7) {
        for (sign, value) in operations(&value_of(&a).value, &value_of(&b).value) {
            for mode in MODES {
                let stated = write(steps(&value, places, mode), places);
                let got = verdict(&format!("{a} {sign} {b} = {stated}"));
                let allowed: &[&str] = match mode {
                    Mode::HalfUp | Mode::HalfEven => &["exact", "rounded"],
                    _ => &["exact", "rounded", "consistent", "truncated"],
                };
                prop_assert!(allowed.contains(&got.as_str()), "{mode:?}: {a} {sign} {b} = {stated} is {got}");
                let line = format!("{a} {sign} {b} ≈ {stated}");
                prop_assert!(!verdict(&line).starts_with("wrong"), "{line}");
            }
        }
    }

    #[test]
    fn a_power_and_a_share_with_fewer_digits_are_never_wrong(a in decimal(), n in 2i128..6, places in 0u32..5) {
        let value = value_of(&a).value;
        let power = value.pow(isize::try_from(n).unwrap());
        let share = &value * Rational::from(n) / Rational::from(100u8);
        prop_assume!(power < Rational::from(10u8).pow(30));
        for mode in MODES {
            for line in [
                format!("{a}^{n} = {}", write(steps(&power, places, mode), places)),
                format!("{n}% of {a} = {}", write(steps(&share, places, mode), places)),
            ] {
                prop_assert!(!verdict(&line).starts_with("wrong"), "{mode:?}: {line}");
            }
        }
    }

    #[test]
    fn a_true_value_with_units_is_never_wrong(a in decimal(), b in decimal(), places in 0u32..5) {
        let (x, y) = (value_of(&a).value, value_of(&b).value);
        let thousand = Rational::from(1000u16);
        let cases = [
            (format!("{a} ms + {b} s"), &x + &y * &thousand, "ms"),
            (format!("{a} GB / {b} s"), &x * &thousand / &y, "MB/s"),
            (format!("{a} MB/s x {b} h"), &x * &y * Rational::from(3600u16) / &thousand, "GB"),
            (format!("{a} GiB - {b} MiB"), &x - &y / Rational::from(1024u16), "GiB"),
        ];
        for (side, value, unit) in cases {
            for mode in MODES {
                let line = format!("{side} = {} {unit}", write(steps(&value, places, mode), places));
                let got = verdict(&line);
                prop_assert!(!matches!(got.as_str(), "wrong" | "units" | "period"), "{mode:?}: {line} is {got}");
            }
        }
    }

    #[test]
    fn a_true_value_in_a_larger_unit_is_never_wrong(a in 1i128..1_000_000, b in decimal(), places in 0u32..4) {
        let product = Rational::from(a) * value_of(&b).value;
        for (unit, size) in [("KB", 1u64), ("MB", 1000), ("GB", 1_000_000)] {
            let value = &product / Rational::from(size);
            for mode in MODES {
                let line = format!("{a} x {b} KB = {} {unit}", write(steps(&value, places, mode), places));
                prop_assert!(verdict(&line) != "wrong", "{mode:?}: {line}");
            }
        }
    }

    #[test]
    fn more_than_a_unit_in_the_last_place_off_is_always_wrong(
        a in decimal(), b in decimal(), places in 1u32..5, off in 1u32..50, up in any::<bool>(), operator in 0usize..4,
    ) {
        let (x, y) = (value_of(&a), value_of(&b));
        let (sign, value) = operations(&x.value, &y.value)[operator].clone();
        // The farthest that rounding of the operands can take the result, with room to spare.
        let size = if operator < 2 { &x.value + &y.value } else { value.clone() };
        let slack = (relative_slack(&x) + relative_slack(&y)) * Rational::from(4u8) * size;
        prop_assume!(relative_slack(&x) < Rational::ONE / Rational::from(2u8) && relative_slack(&y) < Rational::ONE / Rational::from(2u8));
        let unit = Rational::ONE / Rational::from(10u8).pow(isize::try_from(places).unwrap());
        let extra = i128::try_from((slack / &unit).ceil()).unwrap() + 1 + i128::from(off);
        let stated = steps(&value, places, Mode::HalfUp) + if up { extra } else { -extra };
        prop_assume!(stated > 0);
        let line = format!("{a} {sign} {b} = {}", write(stated, places));
        prop_assert_eq!(verdict(&line), "wrong", "{}", line);
    }

    #[test]
    fn a_product_of_integers_matches_to_the_digit(a in 2i128..100_000, b in 2i128..100_000, off in -1000i128..1000) {
        prop_assert_eq!(verdict(&format!("{a} x {b} = {}", a * b)), "exact");
        prop_assume!(off != 0 && a * b + off > 0);
        let line = format!("{a} x {b} = {}", a * b + off);
        prop_assert_eq!(verdict(&line), "wrong", "{}", line);
        let line = format!("{a} + {b} = {}", a + b + off);
        prop_assume!(a + b + off > 0);
        prop_assert_eq!(verdict(&line), "wrong", "{}", line);
    }

    #[test]
    fn comparisons_of_exact_values_are_decided(a in 1i128..1000, b in 1i128..1000, c in 1i128..1_000_000) {
        let product = a * b;
        for (sign, holds) in [("<", product < c), ("<=", product <= c), (">", product > c), (">=", product >= c), ("≠", product != c)] {
            let line = format!("{a} x {b} {sign} {c}");
            prop_assert_eq!(verdict(&line), if holds { "exact" } else { "wrong" }, "{}", line);
        }
    }

    #[test]
    fn an_approximation_within_ten_percent_holds(a in 100i128..10_000, b in 2i128..100, percent in -9i128..10) {
        let about = (a * b * (100 + percent)) / 100;
        let magnitude = 10i128.pow(u32::try_from(about.to_string().len()).unwrap() - 2);
        // Two digits shown.
        let stated = about / magnitude * magnitude;
        prop_assume!(stated * 10 > (a * b - stated).abs() * 100);
        let line = format!("{a} x {b} ≈ {stated}");
        prop_assert!(verdict(&line) != "wrong", "{}", line);
        prop_assert_eq!(verdict(&format!("{a} x {b} ≈ {}", stated * 2)), "wrong");
    }
}
