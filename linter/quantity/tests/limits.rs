//! Hostile input: an answer comes, whatever stands in the text, and the work for it is bounded. Work is counted, not timed;
//! `cargo bench` says what a unit of it costs.

#![allow(clippy::expect_used, clippy::panic)]

use designlint_quantity::{
    Comparison, Evaluation, Expression, Outcome, Reading, Relation, Sides, TokenKind, Unknown, compare, parse, tokens,
};

/// Most work of one comparison.
const MOST: u64 = 2_000_000;

/// Tokens and the expression at the first of them.
fn read(text: &str) -> Option<Expression> {
    let tokens = tokens(text);
    for pair in tokens.windows(2) {
        assert!(pair[0].range.end <= pair[1].range.start);
    }
    for token in &tokens {
        assert!(text.get(token.range.clone()).is_some_and(|t| !t.is_empty()), "{:?}", token.range);
    }
    let parsed = parse(text, &tokens, 0)?;
    assert!(text.get(parsed.range.clone()).is_some());
    Some(parsed.expression)
}

fn value(text: &str) -> Result<String, Unknown> {
    let reading = Reading::default();
    let evaluation = Evaluation { reading: &reading, slack: false, symbols: &|_| None };
    evaluation.value(&read(text).expect(text)).map(|v| v.low.to_string())
}

fn judge(computed: &str, stated: &str) -> Comparison {
    let (computed, stated) = (read(computed).expect(computed), read(stated).expect(stated));
    compare(Sides { computed: &computed, stated: &stated, relation: Relation::Equal, about: false }, &|_| None)
}

#[test]
fn large_powers_have_no_value() {
    let cases = [
        "2^10^9",
        "9^9^9",
        "9^9^9^9",
        "10^10^10^10",
        "2^100001",
        "2^-100001",
        "(2^4096)^4096",
        "((((2^4000)^4000)^4000)^4000)",
        "(1/3^4000)^4000",
        "2^(1/65)",
        "2^0.0000000000000000000000000000000000001",
        "99999! + 0",
        "1001! + 0",
        "2^2^2^2^2^2^2^2^2",
        "(10^4096 + 1)^8 + 1",
    ];
    for text in cases {
        assert_eq!(value(text), Err(Unknown::Limit), "{text}");
    }
}

#[test]
fn what_has_no_value_says_why() {
    assert_eq!(value("1 / 0"), Err(Unknown::Zero));
    assert_eq!(value("0^-1"), Err(Unknown::Zero));
    assert_eq!(value("1 / (5 - 5)"), Err(Unknown::Zero));
    assert_eq!(value("1 / (0 ± (0 - 5))"), Err(Unknown::Zero));
    assert_eq!(value("1 / (5 ± (0 - 5))"), Err(Unknown::Zero));
    assert_eq!(value("sqrt(-1)"), Err(Unknown::Undefined));
    assert_eq!(value("(-8)^0.5"), Err(Unknown::Undefined));
    assert_eq!(value("ln(0)"), Err(Unknown::Undefined));
    assert_eq!(value("log2(-4)"), Err(Unknown::Undefined));
    assert_eq!(value("5 KB + 3 s"), Err(Unknown::Units));
    assert_eq!(value("5 x layers"), Err(Unknown::Symbol("layers".into())));
}

#[test]
fn long_input_is_read_to_the_end() {
    let cases = [
        "(",
        ")",
        "((((1))))",
        "[{(",
        "1+",
        "1 + ",
        "1 * ",
        "-",
        "- ",
        "+",
        "1-",
        "1/",
        "2^",
        "2^-",
        "^",
        "!",
        "1!",
        "%",
        "1%",
        "=",
        "1=",
        "1 = ",
        "~1",
        "$",
        "$1",
        "1 ",
        "1",
        "0",
        "9",
        "1,",
        ",1",
        "1,111",
        "111,",
        ".",
        "1.",
        ".1",
        "1.1.",
        "1:",
        "1-1-",
        "1/1/",
        "2024-01-",
        "1e9",
        "1e99999 ",
        "1e-99999 ",
        "9e9",
        "e",
        "x",
        "1x",
        "x1",
        "1_",
        "_",
        "a-",
        "a.",
        "Aa-1",
        "aa-a",
        "a_",
        "0x",
        "0b1",
        "0xf ",
        "\\frac",
        "\\frac{",
        "\\frac{1}{",
        "\\text{",
        "\\text{a}",
        "\\left(",
        "\\sqrt{",
        "\\",
        "{",
        "}",
        "{}",
        "}{",
        "^{",
        "_{",
        "²",
        "⁻",
        "⁻²",
        "½",
        "⌈",
        "⌉",
        "⌈1",
        "\n",
        "1\n",
        " ",
        "\u{a0}",
        "1 000 ",
        "1\u{202f}000",
        "1'000'",
        "1.000.",
        "min(",
        "min(1,",
        "sum(1, ",
        "C(5,",
        "5 ms ",
        "5 ms",
        "1 h 2 min ",
        "1 KB/s",
        "/s",
        " per s",
        "/a",
        "1 a b c d e",
        "a ",
        "of ",
        "1% of ",
        "10 to ",
        "10-20",
        "10-20 ",
        "10..20",
        "..",
        "1ms-",
        "10%-",
        "2 x 10^3",
        "x10^",
        "10^",
        "1 (",
        "1 (a",
        "1 ()",
        "é",
        "中",
        "😀",
        "\u{fffc}",
        "¥",
        "µs",
        "…",
        "—",
        "⁄",
        "1⁄2",
        "\u{300}",
        "5–",
        "–",
        "1–2",
        "B",
        "1B",
        "1 B ",
        "GPU-hours",
        "1 GPU-hours ",
        "\r\n",
        "\t",
        "\u{0}",
    ];
    for part in cases {
        read(&part.repeat(40_000 / part.len()));
    }
}

#[test]
fn margins_of_margins_are_read_as_far_as_they_mean_something() {
    let margins = |n: usize| format!("1{}", " ± 1".repeat(n));
    for (n, cut_off) in [(1, false), (4, false), (5, true), (40, true)] {
        for text in [margins(n), "(".repeat(n) + "1" + &" ± 1)".repeat(n)] {
            let tokens = tokens(&text);
            let Some(parsed) = parse(&text, &tokens, 0) else { continue };
            assert_eq!(parsed.cut_off || parsed.next < tokens.len(), cut_off, "{text}");
        }
    }
    assert!(parse(&margins(40), &tokens(&margins(40)), 0).unwrap().cut_off);
}

#[test]
fn brackets_that_nothing_closes_are_tried_a_bounded_number_of_times() {
    for piece in ["14^-C4^(\\C4", "2^(", "2^-(a^(", "(2^("] {
        let text = piece.repeat(60);
        let tokens = tokens(&text);
        let ends: Vec<_> = (0..tokens.len()).filter_map(|from| parse(&text, &tokens, from)).map(|p| p.next).collect();
        assert!(ends.iter().all(|&end| end <= tokens.len()), "{piece}");
        assert!(parse(&text, &tokens, 0).is_none_or(|parsed| parsed.cut_off), "{piece}");
    }
    // Brackets that are closed are read as they are.
    let closed = format!("{}2{}", "2^(".repeat(40), ")".repeat(40));
    let closed_tokens = tokens(&closed);
    assert_eq!(parse(&closed, &closed_tokens, 0).map(|p| (p.next, p.cut_off)), Some((closed_tokens.len(), false)));
}

#[test]
fn huge_input_is_read_to_the_end() {
    let cases = [
        "9".repeat(1_000_000),
        format!("0.{}", "9".repeat(1_000_000)),
        format!("1{}", ",000".repeat(250_000)),
        format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000)),
        format!("1{}", " + 1".repeat(100_000)),
        format!("1{}", "-".repeat(100_000)),
        format!("{}1", r"\frac{".repeat(100_000)),
        "a".repeat(1_000_000),
        "é".repeat(500_000),
    ];
    for text in cases {
        read(&text);
    }
}

/// A line that leaves open what every unit means, so that all readings are tried, and whose numbers are large.
#[test]
fn large_numbers_under_every_reading_are_given_up() {
    let open = "1 KB + 1 B / (2 months / 1 year) x (5 m / 3 m)";
    let many = |part: &str, sign: &str, n: usize| vec![part; n].join(sign);
    let cases = [
        many("1/3^4000", " + ", 20),
        (3..33).map(|n| format!("1/{n}^4000")).collect::<Vec<_>>().join(" + "),
        (3..33).map(|n| format!("{n}^4000 / 7^4000")).collect::<Vec<_>>().join(" + "),
        many("1000!", " + ", 20),
        many("C(1000, 500)", " + ", 20),
        many("sqrt(2)", " x ", 40),
        many("ln(7)", " x ", 40),
        many("log2(3^4000)", " + ", 20),
        many(r"\log_3(5^4000 / 7^4000)", " + ", 20),
        many("(3^4000)^(1/64)", " + ", 12),
        many("(1/3^4000)^(1/63)", " + ", 12),
        many("((1/3^4000)^15)^(1/63)", " + ", 12),
        many("(1/3^4000)^(61/63)", " + ", 12),
        many("1.0000001^4000", " x ", 12),
        many("sqrt(sqrt(sqrt(sqrt(3))))", " x ", 12),
        many("1.5 months", " + ", 60),
        many("1e400", " x ", 90),
        many("1e-400", " x ", 90),
        many("3 min^824454797", " x ", 20),
        many("3 GiB^9", " x ", 30),
    ];
    for case in cases {
        for (computed, stated) in [(format!("{case} + {open}"), "7 GB"), (format!("({case}) x ({open})"), "7 GB")] {
            let start: String = computed.chars().take(40).collect();
            let got = judge(&computed, stated);
            assert_eq!(got.outcome, Outcome::Unknown("too large to compute".to_string()), "{start}: {got:?}");
            assert!(got.work <= MOST, "{start}: {got:?}");
        }
    }
}

/// The work for a line that holds under no reading, made of a part many times over.
fn work_of(part: &str, sign: &str, times: usize) -> u64 {
    let got = judge(&vec![part; times].join(sign), "7,777.7 GB");
    assert!(!matches!(got.outcome, Outcome::Holds(_)) && got.work < MOST, "{part}: {got:?}");
    got.work
}

#[test]
fn work_grows_with_the_length_of_a_line() {
    let parts = [
        ("7 KB", " + "),
        ("1.5 months", " + "),
        ("7 B", " + "),
        ("1/3", " + "),
        ("99.9%", " x "),
        ("3", " x "),
        ("10-20 KB", " + "),
        ("2.5 GB/s", " + "),
        ("$1.99", " + "),
        ("5 req/s", " + "),
        ("sqrt(2)", " + "),
        ("2^10", " + "),
    ];
    for (part, sign) in parts {
        let (once, twice) = (work_of(part, sign, 5), work_of(part, sign, 10));
        assert!(twice <= once * 5 / 2, "{part}: {once} and {twice}");
    }
}

#[test]
fn work_depends_on_nothing_but_the_line() {
    let work = || judge("1.5 months x 3 KB + 7 B", "4 GB").work;
    assert_eq!([work(), work()], [work(); 2]);
    assert!(judge("3 x 4", "12").work < judge("3 x 4", "13").work);
}

/// One character of every general category of Unicode, and the odd ones: marks, joiners, surrogate neighbours, the last.
const CATEGORIES: [char; 44] = [
    'A',
    'a',
    'ǅ',
    'ʰ',
    'א',
    '中',
    '\u{301}',
    '\u{903}',
    '\u{20dd}',
    '7',
    '٣',
    '७',
    '𝟗',
    'Ⅷ',
    'ⅷ',
    '½',
    '²',
    '₂',
    '①',
    '_',
    '‿',
    '-',
    '—',
    '(',
    ')',
    '«',
    '»',
    '!',
    '¡',
    '+',
    '∑',
    '√',
    '∞',
    '¤',
    '€',
    '^',
    '¨',
    '°',
    '\u{a0}',
    '\u{2028}',
    '\u{2029}',
    '\u{85}',
    '\u{200d}',
    '\u{10ffff}',
];

#[test]
fn every_category_of_unicode_is_read_at_every_place() {
    for a in CATEGORIES {
        for b in CATEGORIES.into_iter().chain(['1', '.', ',', '=', '%', '\\', '{', '/', '~', ' ', '\n']) {
            for text in [format!("{a}{b}"), format!("5{a}{b}3 = 1"), format!("5 {a} 3{b}KB"), format!("(2{a}){b}")] {
                read(&text);
            }
        }
    }
}

#[test]
fn digits_of_other_scripts_are_no_numbers() {
    for text in ["٣", "७", "𝟗", "Ⅷ", "①", "₂"] {
        assert!(tokens(text).iter().all(|t| !matches!(t.kind, TokenKind::Number(_))), "{text}");
    }
}
