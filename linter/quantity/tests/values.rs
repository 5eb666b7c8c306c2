//! What functions, powers, ranges and constants come to.

#![allow(clippy::panic, reason = "a test ends where a line has no two sides")]

mod common;

use common::{judge, verdict};

fn check(cases: &[(&str, &str)]) {
    for (line, expected) in cases {
        assert_eq!(verdict(line), *expected, "{line}");
    }
}

#[test]
fn functions() {
    check(&[
        ("sum(3, 5, 7) x 2 = 30", "exact"),
        ("mean(3, 5, 7) x 2 = 10", "exact"),
        ("min(3, 5, 4) x 2 = 6", "exact"),
        ("max(3, 5, 4) x 2 = 10", "exact"),
        ("abs(3 - 5) x 2 = 4", "exact"),
        ("C(5, 2) x 1 = 10", "exact"),
        ("0! + 5! = 121", "exact"),
        // A whole number of the unit it is written in.
        ("ceil(10 / 4) x 5 = 15", "exact"),
        ("ceil(2.2 GB) x 1 = 3 GB", "exact"),
        ("floor(2.2 GB) x 1 = 2 GB", "exact"),
        ("floor(-2.2) x 1 = -3", "exact"),
        ("round(2.5) x 1 = 3", "exact"),
    ]);
}

#[test]
fn logarithms_of_less_than_one() {
    check(&[("ln(1/1000) x 1 = -6.907755", "rounded"), ("log2(1/1024) x 1 = -10", "exact")]);
}

#[test]
fn a_rounded_exponent_leaves_its_share_of_the_power() {
    check(&[("2^-2.3 = 0.21", "truncated"), ("2^-2.3 = 0.26", "wrong")]);
}

#[test]
fn functions_of_ranges() {
    check(&[
        ("abs(10-20 GB - 30 GB) x 1 = 10-20 GB", "rounded"),
        ("abs(10-20 GB - 30 GB) x 1 = 20-40 GB", "wrong"),
        ("abs(10-20 GB - 14 GB) x 1 = 0-6 GB", "rounded"),
        ("max(10-20 GB, 15 GB) x 1 = 15-20 GB", "rounded"),
        ("min(10-20 GB, 15 GB) x 1 = 10-15 GB", "rounded"),
        ("sum(10-20 GB, 15 GB) x 2 = 50-70 GB", "rounded"),
        ("mean(10-20 GB, 20 GB) x 2 = 30-40 GB", "rounded"),
        ("mean(10-20 GB, 20 GB) x 2 = 60-80 GB", "wrong"),
    ]);
}

#[test]
fn operators_on_ranges() {
    check(&[
        ("10-20 GB + 5-7 GB = 15-27 GB", "rounded"),
        ("10-20 GB - 5-7 GB = 3-15 GB", "rounded"),
        ("10-20 GB - 5-7 GB = 5-13 GB", "wrong"),
        ("10-20 GB / 2-5 s = 2-10 GB/s", "rounded"),
        ("10-20 GB / 2-5 s = 5-10 GB/s", "wrong"),
        ("100-200 GB + 10% = 110-220 GB", "rounded"),
        ("100-200 GB - 10% = 90-180 GB", "rounded"),
        ("100-200 GB - 10% = 180-360 GB", "wrong"),
        ("100 GB + -20% = 80 GB", "exact"),
    ]);
}

#[test]
fn roots_and_logarithms() {
    check(&[
        ("sqrt(9/4) x 2 = 3", "exact"),
        ("sqrt(2) x 2 = 2.8284271247461900976", "rounded"),
        ("sqrt(2) x 2 = 2.8284271247461900986", "wrong"),
        ("4^(3/2) = 8", "exact"),
        ("(8/27)^(2/3) x 9 = 4", "exact"),
        ("(2/3)^(1/3) x 10 = 8.7358046473629887", "rounded"),
        ("log2(1,024) x 1 = 10", "exact"),
        ("log2(1/8) x 1 = -3", "exact"),
        ("log2(3) x 2 = 3.1699250014423124", "rounded"),
        ("log10(2) x 10 = 3.0102999566398120", "rounded"),
        ("ln(10) x 2 = 4.6051701859880914", "rounded"),
        ("ln(10) x 2 = 4.6051701859880923", "wrong"),
        ("pi x 2 = 6.2831853071795865", "rounded"),
        ("e x 1 = 2.7182818284590452", "rounded"),
        (r"\log_2 8 = 3", "exact"),
        (r"\log_{10}(1000) = 3", "exact"),
    ]);
}

#[test]
fn powers_of_ten_as_an_order_of_magnitude() {
    check(&[
        ("2^16 ≈ 10^5", "rounded"),
        ("2^40 ≈ 10^12", "rounded"),
        ("5 x 10^5 ≈ 10^5", "approximate"),
        ("2^40 ≈ 10^13", "approximate"),
        ("2^40 ≈ 10^11", "wrong"),
        ("97 x 10^-5 ≈ 10^-3", "rounded"),
        ("5 x 10^5 = 10^5", "wrong"),
        ("2^16 = 10^5", "wrong"),
    ]);
}

#[test]
fn fractions_are_exact_and_decimals_are_not() {
    check(&[
        ("1/3 = 0.33", "rounded"),
        ("0.33 = 1/3", "consistent"),
        ("-0.33 x 3 = -1", "rounded"),
        ("0.34 = 1/3", "wrong"),
        ("1 - 2/3 = 1/3", "exact"),
        ("1 / 3 = 2 / 7", "wrong"),
    ]);
}

#[test]
fn the_last_place_is_that_of_the_last_part() {
    check(&[
        ("3 x 16 min 40 s = 50 min", "exact"),
        ("1,000.4 s x 1 = 16 min 40.4 s", "exact"),
        ("1,010 s x 1 = 16 min 40 s", "wrong"),
        // A power of ten shifts it, however it is written.
        ("0.00443 x 1 = 4.4 x 10^-3", "rounded"),
        ("0.00443 x 1 = 4.4 x 10^{-3}", "rounded"),
        ("4,430 x 1 = 4.4 x 10^{3}", "rounded"),
        ("0.00463 x 1 = 4.4 x 10^{-3}", "wrong"),
        // A share and a rate may leave no integer.
        ("12% of 345 = 41", "rounded"),
        ("12% of 345 = 42", "truncated"),
        ("7 req/min x 10 s = 1 req", "rounded"),
    ]);
}

#[test]
fn an_eight_may_say_once_more_that_there_are_bits() {
    for line in ["10 MB x 8 = 80 Mbit", "8 x 10 MB = 80 Mbit", "10 MiB x 8 = 80 Mibit", "80 Mbit / 8 / 2 = 5 MB"] {
        assert_eq!(
            (verdict(line).as_str(), judge(line).reading.as_str()),
            ("exact", "the 8 as bits per byte"),
            "{line}"
        );
    }
    assert_eq!(judge("10 MB x 8 = 80 Mib").reading, "1 KB = 1,024 B, the 8 as bits per byte");
    check(&[
        ("10 MB x 8 = 640 Mbit", "exact"),
        ("80 Mbit x 8 = 80 MB", "exact"),
        ("10 MB x 4 = 40 Mbit", "wrong"),
        ("(10 MB + 8 Mbit) x 8 = 88 Mbit", "wrong"),
    ]);
}

#[test]
fn a_thousand_may_say_once_more_that_there_is_a_prefix() {
    for line in ["5,000 KB / 1,000 = 5 MB", "5,000 x 1 MB / 1,000 = 5 GB", "5 GiB / 1,024 = 5 MiB"] {
        assert_eq!(verdict(line), "exact", "{line}");
    }
    assert_eq!(judge("5,000 KB / 1,000 = 5 MB").reading, "the constant as a prefix");
    check(&[("5,000,000 B / 1,000 = 5 MB", "wrong"), ("5,000 KB / 500 = 5 MB", "wrong")]);
}

#[test]
fn a_percent_sign_may_be_a_label() {
    for (line, reading) in
        [("0.99 x 3 = 2.97%", "the percent sign as a label"), ("45% x 20% = 9", "a result in percent")]
    {
        assert_eq!((verdict(line).as_str(), judge(line).reading.as_str()), ("exact", reading), "{line}");
    }
    check(&[("100 ± 5 = 95-105", "rounded"), ("100 ± 5 = 90-110", "rounded"), ("100 ± 5 = 97-103", "wrong")]);
    check(&[("$5 per million x 2 million = $10", "exact"), ("$5 per million x 2 million = $20", "wrong")]);
}

#[test]
fn currencies_have_no_rate() {
    check(&[
        ("$5 x 3 = €16", "unknown: no rate of exchange is known between its two currencies"),
        ("$5 x 3 = €15", "units"),
        ("5 GB/s x 3 ms = 2 USD", "units"),
    ]);
}
