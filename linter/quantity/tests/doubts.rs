//! What is neither right nor wrong, with the reason, and the lines beside it that are.

#![allow(clippy::panic, reason = "a test ends where a line has no two sides")]

mod common;

use common::{judge, verdict};

/// Verdict and reading of each line.
fn check(cases: &[(&str, &str, &str)]) {
    for (line, expected, reading) in cases {
        assert_eq!((verdict(line).as_str(), judge(line).reading.as_str()), (*expected, *reading), "{line}");
    }
}

/// Lines that are in doubt for one reason, and lines beside them that are wrong.
fn in_doubt(why: &str, doubtful: &[&str], wrong: &[&str]) {
    for line in doubtful {
        assert_eq!(verdict(line), format!("unknown: {why}"), "{line}");
    }
    for line in wrong {
        assert_eq!(verdict(line), "wrong", "{line}");
    }
}

#[test]
fn an_availability_leaves_a_duration() {
    check(&[
        ("99.9% of 30 days = 43.2 min", "exact", "what the percentage leaves"),
        ("30 days x 99.9% = 43.2 min", "exact", "what the percentage leaves"),
        ("90% of 30 days = 3 days", "exact", "what the percentage leaves"),
        ("99.9% of 30 days = 43.1 min", "wrong", "as written"),
        ("100 x 99 days = 99 days", "wrong", "as written"),
    ]);
}

#[test]
fn any_other_percentage_may_have_been_meant_as_what_it_leaves() {
    in_doubt(
        "holds for what the percentage leaves",
        &[
            "5M x 90% hits = 500K",
            "90% x 5M = 500K",
            // Less than an availability is, and no duration.
            "89% of 100 days = 11 days",
            "99% of 500 MB/s = 5 MB/s",
            "99% of 1,000/s = 10/s",
            "99% of 500 GB = 5 GB",
        ],
        &["5M x 90% = 600K", "50% x 90% = 5%", "5M x 110% = 500K"],
    );
}

#[test]
fn a_unit_behind_a_division_may_be_that_of_the_quotient() {
    check(&[
        // The first way holds already.
        ("9 / 3 KB = 3 KB", "exact", "numbers without units"),
        ("24 / 8 KB = 9 / 3 KB", "exact", "as written"),
        ("9 / 3 KB = 3,000 B", "exact", "as written"),
        ("9,000 / 3 MB/s = 3 GB/s", "exact", "as written"),
        ("3 GB/s = 9,000 / 3 MB/s", "exact", "as written"),
        ("(4,500 + 4,500) / 3 MB/s = 3 GB/s", "exact", "as written"),
        ("10^4 / 4 MiB/s = 2.44 GiB/s", "rounded", "as written"),
        ("9,000 / 3 MB/s = 4 GB/s", "units", "as written"),
        // Not where what is divided has a unit of its own.
        ("(4,500 + 4,500) s / 3 MB/s = 3 GB/s", "unknown: the units of the two sides differ", "as written"),
        ("9,000 s / 3 MB/s = 3 GB", "unknown: the units of the two sides differ", "as written"),
        ("9 / $3 = $3", "units", "numbers without units"),
    ]);
}

#[test]
fn small_letters_may_mean_bits() {
    in_doubt(
        "holds only if small letters mean bits",
        &[
            "10 kb x 8 = 10 kB",
            "100 mb/s x 8 s = 100 MB",
            "8 GB = 64 gb",
            "10 GB / 5 s = 16 gb/s",
            // Wherever they stand in a side.
            "80 mb + 0 MB = 10 MB",
            "-(80 mb) x 1 = -10 MB",
            "(10 + 70) mb = 10 MB",
            "2^3 x 10 mb = 10 MB",
            "40-80 mb = 5-10 MB",
            "max(80 mb, 40 mb) = 10 MB",
        ],
        &["10 kb x 8 = 11 kB", "80 MB x 1 = 10 MB"],
    );
    assert_eq!(verdict("100 mb / 8 = 12.5 mb"), "exact");
}

#[test]
fn the_letter_b_may_mean_two_things_in_one_line() {
    in_doubt(
        "B may be bytes at one number and a billion at the other",
        &["5 B x 3 B = 15 billion", "2B x 3B x 5B x 7B x 1B = 9"],
        &["2B x 3B x 5B x 7B = 211 GB", "2B x 3B = 7 GB"],
    );
}

#[test]
fn bare_operands_may_have_a_prefix() {
    in_doubt(
        "the operands have no unit, and it would hold with a larger or a smaller one",
        &["302 x 365 = 110 GB", "302 x 365 = 110 MB", "302 x 365 = 110 EB"],
        &[
            "302 x 365 users = 110 GB",
            "302K x 365 = 110 GB",
            "302 x 365 = 110 s",
            "302 x 365 = 110.2 s",
            "302 x 365 = 111 GB",
            "302 x 365 = 11 GB",
        ],
    );
}

#[test]
fn a_price_may_be_missing() {
    in_doubt(
        "a price is missing on the computed side",
        &["100 x 5 = $600", "3 x 4 = 13 USD"],
        &["$100 x 5 = $600", "100 x $5 = $600", "100 USD x 5 = $600"],
    );
}

#[test]
fn what_is_counted_may_take_its_time() {
    in_doubt(
        "a counted thing may have a duration that the line does not state",
        &["24 jobs x 100 = 40 h", "24 x 100 jobs = 100 h", "7 jobs x 10 = 4,200 s"],
        &["100 jobs x 24 = 41 h", "24 x 100 = 40 h"],
    );
}

#[test]
fn units_of_time_may_be_labels() {
    in_doubt(
        "holds only if its units of time are labels",
        &["5 x 3 days = 15 s", "5 x 3 s = 15 days"],
        &["5 + 3 s = 15 days", "5 days x 3 h = 16 days"],
    );
}

#[test]
fn a_comparison_that_rounding_may_have_turned_is_open() {
    let why = verdict("30 / 7 > 4.29");
    assert!(why.starts_with("unknown: too close to call: "), "{why}");
    assert_eq!(verdict("30 / 7 > 4.30"), "wrong");
    let why = verdict("30 / 7 < 4.2857");
    assert!(why.starts_with("unknown: too close to call: "), "{why}");
    assert_eq!(verdict("30 / 7 < 4.2856"), "wrong");
}

#[test]
fn what_people_leave_out_is_open() {
    in_doubt(
        "a day of about 100,000 seconds is usual",
        &["1 day ≈ 100,000 seconds"],
        &["1 day ≈ 120,000 seconds", "1 day = 100,000 seconds"],
    );
    in_doubt("holds for at least one of several", &["10% x 10 = 65%", "2 x 99.9% = 99.9999%"], &["10% x 10 = 75%"]);
    in_doubt("holds in percentage points", &["(25 - 15) / 500 = 2 points"], &["(25 - 15) / 500 = 3 points"]);
    in_doubt(
        "an 8 may be the bits of a byte, which the units say already",
        &["3 KB / (1 Mbps / 8) = 0.024 s"],
        &["3 KB / (1 Mbps / 8) = 0.034 s"],
    );
    in_doubt(
        "the operands have no unit, and it would hold with another unit of time",
        &["8.76 / 12 = 43.8 minutes"],
        &["8.76 / 12 = 53.8 minutes"],
    );
    in_doubt(
        "a price may be per year or per month, which the line does not say",
        &["10 x $350,000 = $291,667/month"],
        &["10 x $350,000 = $391,667/month"],
    );
    in_doubt("a month may be four weeks", &["3 weeks = 0.75 months"], &["3 weeks = 0.85 months"]);
}
