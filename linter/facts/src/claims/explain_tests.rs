//! One slip of every row that is named, and near misses that are not.

use designlint_quantity::{Relation, Sides, compare, parse, tokens};

use super::{cues::Cues, explain::explain};

/// Kind and text for a line `calculation = result`; words after a semicolon stand beside it.
fn of(text: &str) -> Option<(String, String)> {
    let (equation, _) = text.split_once(';').unwrap_or((text, ""));
    let (left, right) = equation.split_once(" = ").unwrap();
    let (a, b) =
        (parse(left, &tokens(left), 0).unwrap().expression, parse(right, &tokens(right), 0).unwrap().expression);
    let sides = Sides { computed: &a, stated: &b, relation: Relation::Equal, about: false };
    let computed = compare(sides, &|_| None).computed?;
    let found = explain(&computed, b.as_literal().unwrap(), &a, &Cues::of(sides, text));
    found.explanation.map(|e| (e.kind, e.text))
}

#[test]
fn a_slip_of_every_row_is_named() {
    let cases = [
        (
            "75,000 x 219 GB = 16,425,000,000 GB",
            "prefix-step",
            "it matches if MB were meant in place of GB: the stated number is 1,000 times too large",
        ),
        (
            "7,318 x 219 KB = 1.603 MB",
            "prefix-step",
            "it matches if GB were meant in place of MB: the stated number is 1,000 times too small",
        ),
        (
            "70.2 EB / 200K nodes = 351 GB",
            "prefix-step",
            "it matches if TB were meant in place of GB: the stated number is 1,000 times too small",
        ),
        (
            "580K reads/sec x 500 = 290 BILLION reads/sec",
            "prefix-step",
            "it matches if MILLION were meant in place of BILLION: the stated number is 1,000 times too large",
        ),
        (
            "8 PB x $20/TB = $160M",
            "prefix-step",
            "it matches if K were meant in place of M: the stated number is 1,000 times too large",
        ),
        (
            "300 million tweets x 24 hours x 3600 seconds = 3472 tweets per second",
            "wrong-way",
            "it fits if 24 x 3,600 divides in place of multiplying",
        ),
        (
            "365 x 24 x 360 = 31.5 million",
            "power-of-ten",
            "the stated number is 10 times too large: check the zeros and the prefixes",
        ),
        (
            "22,541 x 5 = 11,270.5",
            "power-of-ten",
            "the stated number is 10 times too small: check the zeros and the prefixes",
        ),
        (
            "100 x 20 x 10000 = 2,000,000",
            "power-of-ten",
            "the stated number is 10 times too small: check the zeros and the prefixes",
        ),
        (
            "4,711 x 8.4 MiB = 39.572 GiB",
            "binary-prefix",
            "the stated number is 1.024 times too large: steps of 1000 taken for 1024, or the reverse",
        ),
        (
            "13.37 Gbit x 3.1 = 331.6 Gbit",
            "bits-bytes",
            "the stated number is 8 times too large: bits taken for bytes, or the reverse",
        ),
        (
            "437 req/s x 86,400 s = 2,265,408,000 req",
            "period",
            "the stated number is 60 times too large: seconds taken for minutes, or minutes for hours",
        ),
        (
            "437 req/s x 3,600 s = 26,220 req",
            "period",
            "the stated number is 60 times too small: seconds taken for minutes, or minutes for hours",
        ),
        (
            "731 x 365 = 263,160; a year",
            "calendar",
            "it fits with a year of 360 days taken for one of 365, or the reverse",
        ),
        (
            "1,283 a day x 30 = 39,773; a month",
            "calendar",
            "it fits with a month of 30 days taken for one of 31, or the reverse",
        ),
        ("2,350 + 15% = 2,365", "percent-added", "it fits with 15 added in place of 15%"),
        ("2,350 - 15% = 2,335", "percent-added", "it fits with 15 taken off in place of 15%"),
        ("(1,536 - 1,213) / 1,213 = 21.03%", "wrong-base", "it fits with 1,536 as the base in place of 1,213"),
        ("7 x 3^9 = 45,927", "exponent", "it fits with 3^8 in place of 3^9"),
        (
            "3 x 2^21 = 3,145,728",
            "exponent",
            "it fits with 2^20 in place of 2^21; or: one direction, copy or half of a pair",
        ),
        (
            "12 nodes x 731 x 3.7 GB = 2,704.7 GB; per node",
            "per-unit",
            "it fits for one of the 12 nodes: the factor is left out",
        ),
        (
            "8,123,456 KB / 7 shards = 8,123.456 MB; each shard",
            "per-unit",
            "it fits for all 7 shards: the divisor is left out",
        ),
        ("17 x 29 x 6,283 = 52,657,823", "operand-doubled", "it fits if the factor 17 is used twice"),
        ("31,415 / 127 = 0.0040427", "operands-swapped", "it fits with dividend and divisor swapped"),
        ("3,141 x 5,276 = 8,417", "wrong-operator", "it fits with a plus in place of a times"),
        ("5,276 - 3,141 = 8,417", "wrong-operator", "it fits with a plus in place of a minus"),
        (
            "437 req/s x 60 x 31 = 13,547 req",
            "operand-dropped",
            "it fits if the factor 60 is left out; or: seconds taken for minutes, or minutes for hours",
        ),
        (
            "4.37% of 8,123 = 35,498",
            "percent",
            "the stated number is 100 times too large: a percentage taken for a fraction, or the reverse",
        ),
        ("1,783 x 61 = 106,980; inclusive", "fencepost", "it fits with 60 in place of 61: one too many or one too few"),
        ("1,783 x 61 = 106,980", "fencepost", "it fits with 60 in place of 61: one too many or one too few"),
        (
            "17 x 6,283 = 213,622",
            "factor-two",
            "the stated number is 2 times too large: one direction, copy or half of a pair",
        ),
        ("17 x 29 x 6,283 = 182,207", "operand-dropped", "it fits if the factor 17 is left out"),
        ("8 x 1,719 x 31 = 53,289", "operand-dropped", "it fits if the factor 8 is left out"),
        ("3,141 - 5,276 = 2,135", "operands-swapped", "it fits with the two sides of the minus swapped"),
        (
            "(2,537 + 731) / 9 = 2,618",
            "precedence",
            "it fits with the operators applied in another order: check the brackets",
        ),
        (
            "2,537 + 731 / 9 = 363.1",
            "precedence",
            "it fits with the operators applied in another order: check the brackets",
        ),
        ("60 * 24 * 30 = 42,300", "digits-swapped", "two neighbouring digits are swapped"),
        ("525,600 x 6 = 3,159,600", "digit-mistyped", "one digit differs"),
        ("525,617 x 6 = 315,302", "digit-dropped", "a digit is missing"),
        ("525,617 x 6 = 31,537,702", "digit-repeated", "a digit stands there twice"),
        ("2 x 32 x 40 x 128 = 10,240", "operand-dropped", "it fits if the factor 32 is left out"),
    ];
    for (line, kind, text) in cases {
        assert_eq!(of(line), Some((kind.to_string(), text.to_string())), "{line}");
    }
}

#[test]
fn nothing_is_named_where_chance_may_be_the_cause() {
    for line in [
        "4,711 x 8.4 GB = 40,536 GB",
        "13.37 x 3.1 = 331.6",
        "22 * 5 = 112",
        "2 x 3 = 5",
        "20 x 3 = 6.0",
        "20 x 3 = 600",
        "12 x 3 = 33",
        "22.54 * 5 = 112.25",
        "1000/300 = 3.5",
        "350*10^6 * 64 bit = 23 GB",
        "2 x 3 GB = 6 TB",
        "7,919 x 31 = 245,488",
        "1,283 a month x 437 = 46,722",
        "4,711 x 8.4 MiB = 40,522 MiB",
        "50 x 4 GB = 20 PB",
        "7,318 x 219 KB = 1.7 MB",
        "7,318 x 219 KB = 1.604 MB",
        "12 x 731 x 3.7 GB = 2,706 GB",
        "2,350 + 15% = 2,366",
        "7 x 3^9 = 45,928",
        "3,141 x 5,276 = 8,418",
        "17 x 29 x 6,283 = 52,657,833",
    ] {
        assert_eq!(of(line), None, "{line}");
    }
}

#[test]
fn two_slips_that_fit_say_nothing() {
    // A factor one off, and a digit of the result.
    assert_eq!(of("1,001 x 1,000 = 1,000,000"), None);
}
