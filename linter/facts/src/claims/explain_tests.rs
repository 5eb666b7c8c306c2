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
    let cases: [(&str, &str, &str); 0] = [];
    for (line, kind, text) in cases {
        assert_eq!(of(line), Some((kind.to_string(), text.to_string())), "{line}");
    }
}

#[test]
fn show() {
    for line in [
        "75,000 x 219 GB = 16,425,000,000 GB",
        "7,318 x 219 KB = 1.603 MB",
        "22,541 x 5 = 11,270.5",
        "100 x 20 x 10000 = 2,000,000",
        "4,711 x 8.4 MB = 41,495 MB; ",
        "4,711 x 8.4 GB = 40,536 GB",
        "13.37 Gbit x 3.1 = 331.6 Gbit",
        "13.37 x 3.1 = 331.6",
        "437 req/s x 86,400 s = 2,265,408,000 req",
        "437 req/s x 3,600 s = 26,220 req",
        "1,283 a day x 30 = 39,773; a month",
        "731 x 365 = 263,160; a year",
        "4.37% of 8,123 = 35,498",
        "4.37% of 8,123 = 7,768",
        "1,783 x 61 = 106,980; inclusive",
        "1,783 x 61 = 106,980",
        "17 x 6,283 = 213,622",
        "17 x 29 x 6,283 = 182,207",
        "17 x 29 x 6,283 = 52,658,823",
        "2 x 17 x 29 x 6,283 = 3,097,519",
        "8 x 1,719 x 31 = 53,289",
        "31,415 / 127 = 0.0040426",
        "3,141 - 5,276 = 2,135",
        "3,141 x 5,276 = 8,417",
        "3,141 + 5,276 = 16,571,916",
        "(2,537 + 731) / 9 = 2,618",
        "2,537 + 731 / 9 = 363.1",
        "60 * 24 * 30 = 42,300",
        "525,600 x 6 = 3,159,600",
        "525,617 x 6 = 315,302",
        "525,617 x 6 = 31,537,702",
        "525,617 x 6 = 31,553,702",
        "22 * 5 = 112",
        "2 x 3 = 5",
        "20 x 3 = 6.0",
        "20 x 3 = 600",
        "12 x 3 = 33",
        "22.54 * 5 = 112.25",
        "1000/300 = 3.5",
        "350*10^6 * 64 bit = 23 GB",
        "365 x 24 x 360 = 31.5 million",
        "2 x 32 x 40 x 128 = 10,240",
    ] {
        println!("{line}  {:?}", of(line));
    }
}
