//! Equations, brackets, chains and comparisons: what is wrong with its numbers, and silence on what only looks like one.

use designlint_document::{Document, Source};

use crate::{Claim, ClaimKind, Knowledge, Verdict, extract};

fn claims(text: &str) -> Vec<Claim> {
    let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
    facts.claims.into_iter().filter(|c| !matches!(c.kind, ClaimKind::Total | ClaimKind::Change)).collect()
}

/// Verdict, stated and computed value of each claim.
fn verdicts(text: &str) -> Vec<String> {
    let show = |c: &Claim| format!("{:?} {} from {}", c.verdict, c.stated, c.computed.as_deref().unwrap_or("-"));
    claims(text).iter().map(show).collect()
}

fn wrong(text: &str) -> Vec<String> {
    verdicts(text).into_iter().filter_map(|v| v.strip_prefix("Wrong ").map(str::to_string)).collect()
}

#[test]
fn a_formula_or_another_unit_in_brackets_is_an_equation() {
    let cases = [
        ("A key takes 46 bytes (3 × 32).", "46 bytes from 96 bytes"),
        ("Network: $250/month (30% of $2.5K network).", "$250/month from $750/month"),
        ("It has 46,777,216 (2^24) slots.", "46,777,216 from 16,777,216"),
        ("It has 2^24 (46,777,216) slots.", "46,777,216 from 16,777,216"),
        ("It has 2**6 (94) slots.", "94 from 64"),
        ("Keys are kept for 14 days (5 weeks).", "5 weeks from 2 weeks"),
        ("That is 5,120 seconds (~35.3 minutes).", "35.3 minutes from 85.3333 minutes"),
        ("There are 100,000,000 (400M) keys.", "400M from 100M"),
        ("The exit code is 443 (128 + 15).", "443 from 143"),
        ("Takes 4 instances (10 tasks / 5 tasks per instance).", "4 from 2"),
    ];
    for (text, expected) in cases {
        assert_eq!(wrong(text), [expected], "{text}");
    }
}

#[test]
fn a_note_in_brackets_is_no_equation() {
    for text in [
        "The map starts with 1 tile (256×256 pixels).",
        "Spread over 3 AZs (4-4-4).",
        "The range is 16 (0-65535).",
        "Run on a Model 3970 (32 cores / 64 threads).",
        "FIPS 204 (44 / 65 / 87).",
        "Calls: 3,000 (1 per 20 ms loop).",
        "Used by 289 (0.56%) of them.",
        "Most are free: 400M (80%).",
        "Chunks of 128k (128 * 1024).",
        "It wraps to 0 (= 2^128).",
        "Needs 4K (3840x2160).",
        "See 2^24 (3) below.",
        "Top 5 (3 million).",
        "vesta = 2^254 + 45560315531506369815346746415080538113 (255 bits)",
    ] {
        assert_eq!(wrong(text), [""; 0], "{text}");
    }
}

#[test]
fn a_wrong_middle_is_named_where_the_ends_of_a_chain_agree() {
    let text = "1.25 PB / 86,400 = 0.014467 PB/s = 14.467 GB/s.";
    assert_eq!(verdicts(text), ["Wrong 0.014467 PB/s from 0.0000144676 PB/s", "Inherits 14.467 GB/s from 14,467 GB/s"]);
    assert_eq!(
        claims(text)[0].explanation.as_ref().map(|e| e.text.as_str()),
        Some("the ends of the chain agree: `1.25 PB / 86,400` is 14.467 GB/s; only the number between them is wrong")
    );
}

#[test]
fn the_first_link_that_breaks_is_wrong_whatever_follows() {
    assert_eq!(verdicts("12 x 3 = 37 = 30 + 7."), ["Wrong 37 from 36", "Holds 37 from 37"]);
    assert_eq!(verdicts("12 x 3 = 36 = 35 + 6."), ["Holds 36 from 36", "Wrong 36 from 41"]);
}

#[test]
fn bounds_in_words_and_signs() {
    let cases = [
        ("40 x 3 ms is at most 150 ms.", "Holds 150 ms from 120 ms"),
        ("40 x 3 ms is at most 100 ms.", "Wrong 100 ms from 120 ms"),
        ("40 x 3 ms is under 100 ms.", "Wrong 100 ms from 120 ms"),
        ("40 x 3 ms exceeds 100 ms.", "Holds 100 ms from 120 ms"),
        ("40 x 3 ms stays below 130 ms.", "Holds 130 ms from 120 ms"),
        ("3 x 5 ≠ 16.", "Holds 16 from 15"),
        ("3 x 5 ≠ 15.", "Wrong 15 from 15"),
        ("99.9% of 30 days = 43.2 min.", "Holds 43.2 min from 43.2 min"),
        ("25 x 3 = 50+.", "Holds 50 from 75"),
        ("25 x 1 = 50+.", "Wrong 50 from 25"),
    ];
    for (text, expected) in cases {
        assert_eq!(verdicts(text), [expected], "{text}");
    }
}

#[test]
fn ranges_match_at_both_ends() {
    let cases = [
        ("5-10 x 20 = 100-200.", "Holds 100-200 from 150"),
        ("5-10 x 20 = 100-250.", "Holds 100-250 from 150"),
        ("5-10 x 20 = 120-200.", "Wrong 120-200 from 150"),
        ("100 ± 5% = 95-105.", "Holds 95-105 from 100"),
        ("100 ± 5 = 97-105.", "Wrong 97-105 from 100"),
    ];
    for (text, expected) in cases {
        assert_eq!(verdicts(text), [expected], "{text}");
    }
}

#[test]
fn a_note_behind_a_result_does_not_hide_it() {
    assert_eq!(verdicts("1,024 x 2.4576 = 2516.6 TFLOPS - matches"), ["Holds 2516.6 TFLOPS from 2,516.58 TFLOPS"]);
    assert_eq!(
        verdicts("800 x 200M = 160B entries x 50 bytes = 8 TB"),
        ["Holds 160B from 160B", "Holds 8 TB from 8 TB"]
    );
}

#[test]
fn a_missing_period_excuses_only_what_fits_one() {
    assert_eq!(wrong("500M posts × 500 bytes = 250GB/day"), [""; 0]);
    assert_eq!(wrong("500M posts × 500 bytes = 550GB/day"), ["550GB/day from 250GB/day"]);
}

#[test]
fn what_stands_on_one_side_only_as_a_word_or_an_order_is_no_result() {
    for text in [
        "Number of bits for 10^15 values = log_2(10^15) = 50 bits.",
        "A score of 5.4 vs. 4.4 is 82% as likely.",
        "1.25 is 25% for activations.",
        "All combinations are (2^64)^2 ~ 1e38.",
        "The loss is 2.25 x 10^-11 ≈ 10^-10.6.",
    ] {
        assert_eq!(wrong(text), [""; 0], "{text}");
    }
    assert_eq!(wrong("2^8 = 556 of them."), ["556 from 256"]);
    assert_eq!(wrong("There, 100h is 9000 minutes."), ["9000 minutes from 6,000 minutes"]);
}

#[test]
fn a_power_of_two_is_as_precise_as_its_exponent() {
    assert_eq!(verdicts("2^-60 * 2^57.7 = 2^-2.3"), ["Holds 2^-2.3 from 0.203063"]);
    assert_eq!(wrong("2^-60 * 2^57.7 = 2^-5.3"), ["2^-5.3 from 0.203063"]);
    assert_eq!(wrong("10^7 / 10^11 = 10^-7"), ["10^-7 from 0.0001"]);
}

#[test]
fn a_rounding_in_a_chain_is_a_link() {
    assert_eq!(wrong("1,000,000 pages / 2592 s = 385.8 pages/s ≈ 386 pages/s"), [""; 0]);
    assert_eq!(wrong("1,000,000 pages / 2592 s = 385.8 pages/s ≈ 686 pages/s"), ["686 pages/s from 385.8 pages/s"]);
}

#[test]
fn the_last_result_of_a_run_on_sum_may_be_that_of_the_whole() {
    let text = |last: &str| format!("So 881 MB / 25 GB/s = 35.2 ms plus 160 x 30 us = 4.8 ms = {last} of it.\n");
    let last = |text: &str| {
        let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
        let claim = facts.claims.iter().find(|c| c.stated.ends_with("0 ms")).cloned();
        claim.map(|c| (c.verdict, c.computed.unwrap_or_default()))
    };
    assert_eq!(last(&text("40 ms")), Some((Verdict::Holds, "40 ms".to_string())));
    assert_eq!(last(&text("60 ms")), Some((Verdict::Wrong, "40 ms".to_string())));
}

#[test]
fn a_name_is_looked_up_past_its_definition_in_the_claim() {
    assert_eq!(wrong("With w1 = 90% of the traffic, the rest is (1 - w1 = 5%)."), ["5% from 10%"]);
    assert_eq!(wrong("store = 4 TB.\n\nWith copies, store = 3 x store = 13 TB."), ["13 TB from 12 TB"]);
    assert_eq!(wrong("With copies, store = 3 x store = 2 x 6 TB = 12 TB."), [""; 0]);
}

#[test]
fn what_a_filter_takes_for_no_calculation_is_counted_by_name() {
    let dropped = |text| extract(&Document::parse(Source::new(text)), &Knowledge::default()).dropped;
    assert_eq!(dropped("The budget over 30 days is 216 minutes."), [("preposition", 1)]);
    assert_eq!(
        dropped("A product of two: 64 x 64 = 128 bit. We set TP=4 + PP=4 on each node."),
        [("path", 1), ("type-width", 1)]
    );
    assert_eq!(dropped("The Total is 3 x 4 = 12."), []);
}

#[test]
fn a_fraction_that_a_name_has_is_its_percentage() {
    assert_eq!(verdicts("Set lendingFee = 0.1 (10%) here."), ["Holds 10% from 10%"]);
    assert_eq!(verdicts("Set lendingFee = 0.1 (40%) here."), ["Wrong 40% from 10%"]);
    assert_eq!(verdicts("A part of 0.025963163 (≈ 5.5963%) is lost."), ["Wrong 5.5963% from 2.59632%"]);
    // What is left, an explained variance, a statistic, a share of something else.
    for silent in ["kept = 0.05 (95%)", "corr = 0.35 (12%)", "p = 0.05 (80%)", "Loss falls to 0.32 (45%) here."] {
        assert_eq!(wrong(silent), Vec::<String>::new(), "{silent}");
    }
}

#[test]
fn a_bracket_glued_to_its_number_is_a_formula_where_it_writes_its_signs() {
    assert_eq!(wrong("After 120(15*8) blocks, or 88(12*8) blocks."), ["88 from 96"]);
    for silent in ["It is 3(2 + 4) here.", "So 2(3*4) = 24.", "There are 4 + 3(2*5) of them.", "A 2 x 3(2*5) grid."] {
        assert_eq!(wrong(silent), Vec::<String>::new(), "{silent}");
    }
}

#[test]
fn a_division_by_a_rate_in_brackets_is_a_formula() {
    assert_eq!(wrong("It takes 648 servers (348,350 RPS ÷ 1,000 RPS/server)."), ["648 from 348.35"]);
    assert_eq!(wrong("It has 48 nodes (32 cores / 64 threads)."), Vec::<String>::new());
}

#[test]
fn a_number_in_code_is_the_formula_in_code() {
    assert_eq!(wrong("where `71,990` is `719900/10` per circuit"), Vec::<String>::new());
    assert_eq!(wrong("where `41,990` is `719900/10` per circuit"), ["41,990 from 71,990"]);
    // A sentence about code, and a number that belongs to its words.
    assert_eq!(wrong("where limit 41 is 719/10 per circuit"), Vec::<String>::new());
    assert_eq!(wrong("where `a = 41` is `719/10` per circuit"), Vec::<String>::new());
}

#[test]
fn a_rate_with_a_noun_is_the_division_in_the_next_line() {
    let fence = |left: &str| format!("```\n{left}\n= 60M / 30 days\n= 2M URLs / day\n```\n");
    assert_eq!(wrong(&fence("60 million URLs / month")), Vec::<String>::new());
    assert_eq!(wrong(&fence("90 million URLs / month")), ["90 million URLs / month from 60 million URLs / month"]);
    // One thing in terms of another.
    assert_eq!(wrong("- 3M sockets = 1 TB RAM / 8 GB"), Vec::<String>::new());
}

#[test]
fn what_follows_a_result_without_a_value_is_no_operand() {
    assert_eq!(wrong("$f = \\frac{1}{20} = 0.35$ – Share of slots with a leader."), ["0.35 from 0.05"]);
    assert_eq!(wrong("The ratio (1745/794.5 = **5.20×**) is what counts."), ["5.20 from 2.19635"]);
    assert_eq!(wrong("The ratio (1745/794.5 = **2.20×**) is what counts."), Vec::<String>::new());
    // The product goes on.
    assert_eq!(wrong("The ratio 1745/794.5 = 5.20× k is what counts."), Vec::<String>::new());
}

#[test]
fn a_sum_may_begin_with_a_sign_and_a_currency() {
    assert_eq!(wrong("Balance: +$50 + $30 = $30"), ["$30 from $80"]);
    assert_eq!(wrong("Balance: +$50 + $30 = $80"), Vec::<String>::new());
}

#[test]
fn a_scrub_rate_over_a_stated_time_leaves_nothing_open() {
    let rate = |stated: &str| format!("Rate: 125M chunks / (14 * 24 * 3600) seconds = ~{stated} chunks/second");
    assert_eq!(wrong(&rate("103")), Vec::<String>::new());
    assert_eq!(wrong(&rate("403")), ["403 chunks/second from 103.34 chunks/second"]);
}

#[test]
fn a_result_that_more_digits_follow_behind_a_comma_is_not_called_wrong() {
    for silent in ["It has 40 x 52,650 = 2,106,0notes.", "It has 40 x 52,650 = 2,106,0.", "So 2 x 3 = 5,7,8 or so."] {
        assert_eq!(wrong(silent), Vec::<String>::new(), "{silent}");
    }
    assert_eq!(wrong("So 2 x 3 = 5, 7, 8 or so."), ["5 from 6"]);
}
