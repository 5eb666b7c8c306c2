//! Which stated values an expression allows, and which not.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{judge, verdict};

fn check(cases: &[(&str, &str)]) {
    let got: Vec<(&str, String)> = cases.iter().map(|(line, _)| (*line, verdict(line))).collect();
    let expected: Vec<(&str, String)> = cases.iter().map(|(line, expected)| (*line, expected.to_string())).collect();
    assert_eq!(got, expected);
}

/// Verdict and reading.
fn check_readings(cases: &[(&str, &str, &str)]) {
    for (line, expected, reading) in cases {
        assert_eq!((verdict(line).as_str(), judge(line).reading.as_str()), (*expected, *reading), "{line}");
    }
}

#[test]
fn steps_of_the_ladder() {
    check_readings(&[
        ("4,096 x 8.4 KB = 34 MB", "rounded", "as written"),
        ("4,096 x 8.4 KB = 33.6 MB", "exact", "1 KB = 1,024 B"),
        ("4,096 x 8.4 KB = 35 MB", "consistent", "as written"),
        ("4,096 x 8.4 KB = 36 MB", "wrong", "as written"),
        ("33.61 s / 3,710 = 9.06 ms", "rounded", "as written"),
        ("33.61 s / 3,710 = 9.05 ms", "truncated", "as written"),
        ("33.61 s / 3,710 = 9.04 ms", "wrong", "as written"),
        ("8 x 192 GB = 1.5 TB", "rounded", "as written"),
        ("6.14 ms x 2 = 12.29 ms", "consistent", "as written"),
        ("6.14 ms x 2 = 12.30 ms", "wrong", "as written"),
        ("1,000 / 300 = 3.33", "rounded", "as written"),
        ("1,000 / 300 = 4", "truncated", "as written"),
        ("1,000 / 300 = 3.5", "wrong", "as written"),
        ("2,592,000 / 7 = 370,000", "coarse", "as written"),
        ("2,592,000 / 7 = 380,000", "wrong", "as written"),
        ("7e9 x 4 B / 1024^3 = 26 GB", "rounded", "the constant as a prefix"),
        ("33.61 / 3,710 = 9.06 ms", "rounded", "a bare number in base units"),
        ("4,096 entries x 8.4 KB = 34 MB", "rounded", "as written"),
    ]);
}

#[test]
fn a_wrong_comparison_carries_what_it_should_be() {
    let computed = |line: &str| judge(line).computed.map(|c| c.to_string());
    assert_eq!(computed("4,096 x 8.4 KB = 36 MB").as_deref(), Some("21504/625"));
    assert_eq!(computed("1.25 PB / 1,000 = 14 GB").as_deref(), Some("1250"));
    assert_eq!(computed("22.54 * 5 = 112.25").as_deref(), Some("1127/10"));
    // The nearer of a result in seconds and one in years, also where B is a billion.
    assert_eq!(computed("2^40 / 2B = 5 years").as_deref(), Some("1073741824/1953125"));
}

#[test]
fn bare_integers_match_to_the_digit() {
    check(&[
        ("12 x 12 = 144", "exact"),
        ("12 x 12 = 145", "wrong"),
        ("12 x 12 = 140", "wrong"),
        ("12 + 12 = 20", "wrong"),
        ("5,556 x 5 = 27,778", "wrong"),
        ("7 * 4096 * (8 + 8) = 458,752", "exact"),
        ("365 x 24 x 360 = 3,153,600", "exact"),
        ("365 x 24 x 360 = 31.5 million", "wrong"),
        ("365 x 24 x 360 = 3.15 million", "rounded"),
        ("2^10 = 1,024", "exact"),
        ("-5 x 3 = -15", "exact"),
        ("5 - 8 = 3", "wrong"),
        ("10 x 0 = 1", "wrong"),
    ]);
}

#[test]
fn marks_of_approximation() {
    check(&[
        // Four digits and more: one unit in the last place.
        ("3 x 1,234 ≈ 3,702", "exact"),
        ("3 x 1,234 ≈ 3,701", "approximate"),
        ("3 x 1,234 ≈ 3,703", "approximate"),
        ("3 x 1,234 ≈ 3,704", "wrong"),
        // Three and fewer: ten percent; zeros at the end are no digits.
        ("3 x 1,234 ≈ 3,700", "approximate"),
        ("3 x 1,234 ≈ 4,000", "approximate"),
        ("3 x 1,234 ≈ 4,200", "wrong"),
        ("7 x 143 ≈ 1,000", "approximate"),
        ("97 x 2.1 ≈ 200", "approximate"),
        ("97 x 2.1 ≈ 220", "approximate"),
        ("97 x 2.1 ≈ 240", "wrong"),
        ("97 x 2.1 ≈ 180", "wrong"),
        ("97 x 2.1 = ~200", "approximate"),
        ("97 x 2.1 = 210", "coarse"),
        ("97 x 2.1 = 220", "wrong"),
    ]);
}

#[test]
fn comparisons() {
    check(&[
        ("12 x 12 < 150", "exact"),
        ("12 x 12 < 144", "wrong"),
        ("12 x 12 <= 144", "exact"),
        ("12 x 12 ≤ 143", "wrong"),
        ("12 x 12 > 144", "wrong"),
        ("12 x 12 >= 144", "exact"),
        ("12 x 12 ≥ 145", "wrong"),
        ("12 x 12 ≠ 145", "exact"),
        ("12 x 12 ≠ 144", "wrong"),
        ("1,000 / 300 ≠ 3.33", "wrong"),
        ("4 x 250 MB <= 1 GB", "exact"),
        ("5 x 260 MB <= 1 GB", "wrong"),
        ("2 x 3.5 ms < 6.8 ms", "wrong"),
        ("2 x 3.5 ms > 7.2 ms", "wrong"),
        ("2 x 3.5 ms < 7 ms", "unknown: too close to call: 6.9 to 7.1 against 7"),
        ("2 x 3.5 ms > 7 ms", "unknown: too close to call: 6.9 to 7.1 against 7"),
        ("2 x 3.5 ms <= 6.95 ms", "unknown: too close to call: 6.9 to 7.1 against 6.95"),
        ("2 x 3.5 ms <= 6.85 ms", "wrong"),
    ]);
}

#[test]
fn ranges() {
    check(&[
        ("2 x 10-20 GB = 20-40 GB", "rounded"),
        ("10 to 20 ms x 2 = 20 to 40 ms", "rounded"),
        // Within the stated range, and a value within the computed one.
        ("2 x 10-20 GB = 10-50 GB", "rounded"),
        ("2 x 10-20 GB = 30 GB", "rounded"),
        ("2 x 10-20 GB = 50 GB", "wrong"),
        ("2 x 10-20 GB = 25-35 GB", "wrong"),
        ("2 x 10-20 GB = 200-400 GB", "wrong"),
    ]);
}

#[test]
fn percentages_relative_and_added() {
    check_readings(&[
        ("20% of 50 GB = 10 GB", "exact", "as written"),
        ("100 GB - 20% = 80 GB", "exact", "as written"),
        ("100 + 20% = 120", "exact", "as written"),
        ("100 + 20% = 100.2", "exact", "percent added as points"),
        ("100 + 20% = 121", "wrong", "as written"),
        ("99.9% + 0.05% = 99.95%", "exact", "as written"),
        ("99.9% + 0.05% = 99.96%", "consistent", "as written"),
        ("99.9% + 0.5% = 99.95%", "wrong", "as written"),
        ("99.9% x 99.9% = 99.8%", "rounded", "as written"),
        ("3 / 4 = 75%", "exact", "as written"),
        ("3 / 4 x 100 = 75%", "exact", "the percent sign as a label"),
        ("0.1% of 30 days = 43.2 min", "exact", "as written"),
    ]);
}

#[test]
fn a_year_between_the_usual_lengths_is_not_told_apart() {
    let between = "unknown: the line does not say how long its year is, and the result lies between the usual lengths";
    check(&[
        ("1 year = 31,556,926 s", between),
        ("10 years = 3,652.425 days", "exact"),
        ("10 years = 3,651.2 days", between),
        ("10 years = 3,649 days", "wrong"),
        ("10 years = 3,653 days", "rounded"),
        ("10 years = 3,654 days", "wrong"),
    ]);
}

#[test]
fn months_and_years() {
    check_readings(&[
        ("1 month = 720 h", "exact", "as written"),
        ("1 month = 730.5 h", "exact", "1 month = 30.4375 d"),
        ("1 month = 744 h", "wrong", "as written"),
        ("5 GB/day x 1 month = 150 GB", "exact", "as written"),
        ("5 GB/day x 1 month = 152 GB", "rounded", "1 month = 30.4375 d"),
        ("3 x 1 month = 2,190 h", "exact", "1 month = 730 h"),
        ("1 year = 8,760 h", "exact", "as written"),
        ("1 year = 8,766 h", "exact", "1 year = 365.25 d"),
        ("1 year = 31,556,952 s", "exact", "1 year = 365.2425 d"),
        ("1 year = 8,700 h", "wrong", "as written"),
        ("1 year = 8,770 h", "wrong", "as written"),
        ("5 GB/day x 1 year = 1.825 TB", "exact", "as written"),
        ("5 GB/day x 1 year = 1.826 TB", "rounded", "1 year = 365.25 d"),
        ("1 day = 86,400 s", "exact", "as written"),
        ("1 week = 7 days", "exact", "as written"),
    ]);
}

#[test]
fn a_lone_b_is_a_byte_or_a_billion() {
    check_readings(&[
        ("5 B x 3 = 15 bytes", "exact", "as written"),
        ("1.5B rows x 100 B = 150 GB", "exact", "as written"),
        ("$3B / 3,000 = $1M", "exact", "as written"),
        ("3 x 5B = 15 billion", "exact", "the other meaning of B"),
        ("2 x 70B params x 1,000 tok = 140 TFLOP", "exact", "the other meaning of B"),
    ]);
    check(&[("70B x 2 bytes = 140 GB", "exact"), ("70B x 2 bytes = 150 GB", "wrong"), ("$3B / 3,000 = $10M", "wrong")]);
}

#[test]
fn bits_bytes_and_prefixes() {
    check(&[
        ("1,000,000 x 8 bit = 1 MB", "exact"),
        ("350 * 10^6 * 64 bit = 23 GB", "wrong"),
        ("350 * 10^6 * 64 bit = 2.8 GB", "exact"),
        ("2 * 10^6 * 1 KB = 2,000 Mb", "wrong"),
        ("100 Mbit/s x 8 s = 100 MB", "exact"),
        ("1 Gbps x 1 h = 450 GB", "exact"),
        ("64 KiB x 16 = 1 MiB", "exact"),
        ("64 KiB x 16 = 1.05 MB", "rounded"),
        ("1.25 PB / 86,400 s = 14.467 GB/s", "consistent"),
        ("1.25 PB / 86,400 = 14.467 PB/s", "wrong"),
        ("75,000,000 x 200 GB = 15,000,000 GB", "wrong"),
        ("70.2 EB / 200K = 351 TB", "exact"),
        ("70.2 EB / 200K = 351 GB", "wrong"),
        ("2^14 bits = 16384", "exact"),
        ("2^14 bits = 16386", "wrong"),
        ("(3 + 5) KB = 8", "exact"),
        ("(3 + 5) KB = 8.1", "wrong"),
    ]);
}

#[test]
fn one_line_does_not_count_in_1000_and_1024() {
    check(&[
        ("5 TB / 10,000 = 500 MB", "exact"),
        ("5 TB / 10,000 = 512 MB", "wrong"),
        ("2,108 B x 1,000 = 2.108 MB", "exact"),
        ("2,108 B x 1,000 = 2.01 MB", "rounded"),
        ("2,108 B x 1,000 = 2.06 MB", "wrong"),
        ("4 GB x 4 = 16,384 MB", "exact"),
        ("1 TB / 1,000 = 1.05 GB", "wrong"),
    ]);
}

#[test]
fn a_rate_meets_the_constant_of_its_period() {
    check(&[
        ("15 KB/min x 86,400 = 1.3 GB", "period"),
        ("15 KB/min x 1,440 = 21.6 MB", "exact"),
        ("15 KB/s x 86,400 = 1.3 GB", "rounded"),
        ("100 req/s x 3,600 = 360,000 req", "exact"),
        ("100 req/min x 3,600 = 360,000 req", "period"),
        ("100 req/min x 3,600 = 360,000 requests", "period"),
        ("100 req/min x 3,600 = 360,000", "exact"),
        ("100 req/min x 3,600 clients = 360,000 req/min", "exact"),
        ("100 req/s x 1 day = 8,640,000 req", "exact"),
        ("64 KB / 200 ms = 320 KB/s", "exact"),
        ("64 KB x 5 = 320 KB/s", "exact"),
    ]);
}

#[test]
fn a_count_may_say_what_units_of_time_say_once_more() {
    check(&[
        ("50M photos/day x 365 x 5 years x 1 KB = 91 TB", "rounded"),
        ("50M photos/day x 365 x 5 years x 1 KB = 33 PB", "rounded"),
        ("50M photos/day x 365 x 5 years x 1 KB = 94 TB", "wrong"),
        ("2 GB/hour x 24 x 30 days = 1,440 GB", "exact"),
        ("2 GB/hour x 24 x 30 days = 1,450 GB", "wrong"),
        ("2 GB/day x 24 x 30 days = 60 GB", "wrong"),
    ]);
}

#[test]
fn units_that_do_not_match() {
    check(&[
        ("5 GB x 3 = 20 ms", "units"),
        ("5 ms x 3 = 15 ms", "exact"),
        ("10 km / 5 km/h = 2 h", "exact"),
        ("300 W x 24 h = 7.2 kWh", "exact"),
        ("300 W x 24 h = 7.2 GB", "units"),
        ("3 x 5 GB = 15", "exact"),
        ("3 x 5 GB = 16", "wrong"),
        ("3 x 5 GB = 51", "units"),
    ]);
}

#[test]
fn few_digits_under_another_reading_are_weak() {
    assert!(judge("15 KB/s x 86,400 = 1.3 GB").weak);
    assert!(!judge("5 GB/day x 1 month = 152 GB").weak);
    assert!(!judge("8 x 192 GB = 1.5 TB").weak);
}

#[test]
fn brackets_side_by_side_are_multiplied() {
    check(&[
        ("(2/3)(2/3) = 4/9", "exact"),
        ("(1/3)(2/3) = 2/8", "wrong"),
        ("(3)(4)(5) = 60", "exact"),
        ("(3)(4)(5) = 62", "wrong"),
    ]);
}

#[test]
fn divisions_rounded_down_to_nothing_prove_nothing() {
    check_readings(&[
        ("(64 / 136 + 1) * 15 = 15", "exact", "divisions rounded down"),
        ("(5 / 9) * 2 = 0", "wrong", "as written"),
    ]);
}

#[test]
fn bare_operands_of_another_multiple_are_neither_right_nor_wrong() {
    let why = "the operands have no unit, and it would hold with a larger or a smaller one";
    check(&[
        ("302 * 365 * 5 = 551 GB", &format!("unknown: {why}")),
        ("302 * 365 * 5 = 561 GB", "wrong"),
        ("302 MB * 365 * 5 = 551 GB", "rounded"),
    ]);
}
