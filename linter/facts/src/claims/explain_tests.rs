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
    let found = explain(&computed, &b.as_literal().unwrap().number, &a, &Cues::of(sides, text));
    found.map(|e| (e.kind, e.text))
}

#[test]
fn a_slip_of_every_row_is_named() {
    let cases = [
        (
            "75,000 x 219 GB = 16,425,000,000 GB",
            "power-of-ten",
            "the stated number is 1,000 times too large: check the zeros and the prefixes",
        ),
        (
            "7,318 x 219 KB = 1.603 MB",
            "power-of-ten",
            "the stated number is 1,000 times too small: check the zeros and the prefixes",
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
            "4,711 x 8.4 MB = 41,495 MB;",
            "binary-prefix",
            "the stated number is 1.024^2 times too large: steps of 1000 taken for 1024, or the reverse",
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
        "365 x 24 x 360 = 31.5 million",
    ] {
        assert_eq!(of(line), None, "{line}");
    }
}
