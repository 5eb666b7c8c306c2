//! What of a text is a number, and how far an expression goes.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::verdict;
use designlint_quantity::{
    Convention, Evaluation, Expression, Holds, Number, Outcome, Parsed, Quantity, Rational, Reading, Relation, Sides,
    TokenKind, compare, compare_under, decimal, last_place, parse, significant, tokens,
};

fn read(text: &str) -> Option<Parsed> {
    parse(text, &tokens(text), 0)
}

/// The value of the expression at the start of a text, and the text that it is.
fn value(text: &str) -> (String, &str) {
    let parsed = read(text).unwrap_or_else(|| panic!("{text}"));
    let reading = Reading::default();
    let value = Evaluation { reading: &reading, slack: false, symbols: &|_| None }.value(&parsed.expression);
    (value.map_or_else(|why| why.to_string(), |v| decimal(&v.low, 6)), &text[parsed.range])
}

/// The one thing that a text without a number is taken for.
fn no_number(text: &str) -> &'static str {
    match tokens(text).first().map(|t| (t.kind.clone(), t.range.end)) {
        Some((TokenKind::NoNumber(what), end)) if end == text.len() => what,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn dates_times_and_ratios_are_no_numbers() {
    for text in ["2024-01-15", "2024/1/5", "24/12/2024", "5/6/24"] {
        assert_eq!(no_number(text), "date", "{text}");
    }
    // Wherever in a line, and not where the last part is too long for a day.
    let kinds: Vec<TokenKind> = tokens("until 2024-01-15 or 2024-01-1567").into_iter().map(|t| t.kind).collect();
    assert_eq!(kinds[1], TokenKind::NoNumber("date"));
    assert!(matches!(kinds[3], TokenKind::Number(_)), "{kinds:?}");
    assert_eq!(["12:30", "9:05:00"].map(no_number), ["time"; 2]);
    assert_eq!(["16:9", "100:1", "1:100"].map(no_number), ["ratio"; 3]);
    assert_eq!(value("20240/10/2").0, "1,012");
    assert_eq!(value("600/10/20").0, "3");
    assert!(matches!(tokens("2000-1000-50")[0].kind, TokenKind::Number(_)));
}

#[test]
fn digits_in_groups_and_in_other_bases() {
    for (text, expected, all) in [
        ("1,234,567 rows", "1,234,567", "1,234,567 rows"),
        ("1 234 567", "1,234,567", "1 234 567"),
        ("1.234.567", "1,234,567", "1.234.567"),
        ("0x1F", "31", "0x1F"),
        ("0b1_01", "5", "0b1_01"),
        ("1e3", "1,000", "1e3"),
        ("1.5E-3", "0.0015", "1.5E-3"),
        ("3 x 10^-3", "0.003", "3 x 10^-3"),
        ("3 x 10^{-3}", "0.003", "3 x 10^{-3}"),
        ("3 x 10^{3}", "3,000", "3 x 10^{3}"),
        ("3 x 10³", "3,000", "3 x 10³"),
        ("½ GB", "500,000,000", "½ GB"),
        ("¾", "0.75", "¾"),
        (r"20\% of 50", "10", r"20\% of 50"),
        // Commas part arguments, in a bracket of a call only.
        ("max((1),234,5)", "234", "max((1),234,5)"),
        ("(1,234 + 1) x 2", "2,470", "(1,234 + 1) x 2"),
        ("(3)x(4)", "12", "(3)x(4)"),
        ("5 GB (of (8 in) all) x 2", "10,000,000,000", "5 GB (of (8 in) all) x 2"),
        // A blank groups digits only where nothing else hangs on them.
        ("8 192GB", "8", "8"),
        ("8 192_a", "8", "8"),
    ] {
        assert_eq!(value(text), (expected.to_string(), all), "{text}");
    }
}

#[test]
fn numbers_have_two_hundred_digits_on_either_side_of_the_point() {
    let long = format!("{0}.{0}", "7".repeat(200));
    let binary = format!("0b{}", "1".repeat(64));
    assert!(matches!(&tokens(&long)[..], [t] if matches!(t.kind, TokenKind::Number(_))));
    assert_eq!(no_number(&format!("{long}7")), "number of more digits than are read");
    assert_eq!(value(&binary).0, "18,446,744,073,709,551,615");
}

#[test]
fn the_precision_of_an_integer_and_of_a_multiple() {
    let number = Number::integer(-1_200);
    assert_eq!((number.digits, number.zeros, number.ulp.clone()), (4, 2, Rational::ONE));
    let scaled = number.scaled(&Rational::from(1_000u16));
    assert_eq!((scaled.value, scaled.ulp), (Rational::from(-1_200_000), Rational::from(1_000u16)));
}

#[test]
fn words_between_numbers() {
    for (text, expected, all) in [
        ("5 plus 3", "8", "5 plus 3"),
        ("5 minus 3", "2", "5 minus 3"),
        ("2 h 30 min", "9,000", "2 h 30 min"),
        ("2 h 30 MB", "7,200", "2 h"),
        ("2 30 min", "2", "2"),
        ("3 m² 5 m", "3", "3 m²"),
        ("5 rows and 3", "5", "5 rows"),
    ] {
        assert_eq!(value(text), (expected.to_string(), all), "{text}");
    }
}

#[test]
fn names_and_calls() {
    let symbols = |text: &str| {
        let parsed = read(text)?;
        Some(parsed.expression.symbols().into_iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>())
    };
    assert_eq!(symbols("kv heads x 2").unwrap(), ["kv heads"]);
    assert_eq!(symbols("layers (80) x 2").unwrap(), ["layers"]);
    assert_eq!(symbols("sqrt 16").unwrap(), ["sqrt"]);
    // A function that is not known has no value.
    assert_eq!(symbols("f(3)"), None);
    assert_eq!(value(r"\log_2 8").0, "3");
    assert_eq!(value("sqrt(16)").0, "4");
}

#[test]
fn an_operator_that_leads_nowhere_cuts_an_expression_off() {
    let cut_off = |text: &str| read(text).unwrap().cut_off;
    let texts = ["5 *", "5 +", "5 /", "2^", "5 * )", "5 - )", "5", "5 x 3", "5 rows", "5 – )", "5 = 3"];
    let cut: Vec<&str> = texts.into_iter().filter(|text| cut_off(text)).collect();
    assert_eq!(cut, ["5 *", "5 +", "5 /", "2^", "5 * )", "5 - )"]);
}

#[test]
fn a_minus_without_blanks_may_make_a_range() {
    let range = |text: &str| {
        let of_range = read(text).unwrap().expression.of_range()?;
        let reading = Reading::default();
        let value = Evaluation { reading: &reading, slack: false, symbols: &|_| None }.value(&of_range).unwrap();
        Some((value.low.to_string(), value.high.to_string()))
    };
    assert_eq!(range("5-10 x 20"), Some(("100".into(), "200".into())));
    for text in ["5 - 10 x 20", "10-5 x 20", "5-10", "5 GB-10 x 20", "5 x 10"] {
        assert_eq!(range(text), None, "{text}");
    }
}

#[test]
fn a_named_number_is_as_rounded_as_it_is_written() {
    let literal = read("9.1").unwrap().expression;
    let rate = Quantity::of(literal.as_literal().unwrap(), "9.1");
    let outcome = |computed: &str, stated: &str| {
        let (computed, stated) = (read(computed).unwrap().expression, read(stated).unwrap().expression);
        let sides = Sides { computed: &computed, stated: &stated, relation: Relation::Equal, about: false };
        compare(sides, &|name| (name == "rate").then(|| rate.clone())).outcome
    };
    assert_eq!(outcome("rate x 10", "91"), Outcome::Holds(Holds::Exact));
    assert_eq!(outcome("rate x 10", "91.4"), Outcome::Holds(Holds::Consistent));
    assert_eq!(outcome("rate x 10", "90.6"), Outcome::Holds(Holds::Consistent));
    assert!(matches!(outcome("rate x 10", "91.7"), Outcome::Wrong(_)));
    assert!(matches!(outcome("rate x 10", "90.3"), Outcome::Wrong(_)));
    assert_eq!(outcome("other x 10", "91"), Outcome::Unknown("`other` has no value".into()));
}

#[test]
fn what_is_agreed_on_is_not_open() {
    let under = |computed: &str, stated: &str, convention: Convention| {
        let (computed, stated) = (read(computed).unwrap().expression, read(stated).unwrap().expression);
        let sides = Sides { computed: &computed, stated: &stated, relation: Relation::Equal, about: false };
        let found = compare_under(sides, &|_| None, convention);
        (matches!(found.outcome, Outcome::Holds(_)), found.reading)
    };
    let open = Convention::default();
    let (decimal, binary) = (Convention { binary: Some(false), ..open }, Convention { binary: Some(true), ..open });
    let months = Convention { month: Convention::month_of("730 h"), ..open };
    assert_eq!(under("4 GB x 4", "16,384 MB", open), (true, "1 KB = 1,024 B".into()));
    assert_eq!(under("4 GB x 4", "16,384 MB", binary), (true, "1 KB = 1,024 B".into()));
    assert_eq!(under("4 GB x 4", "16,384 MB", decimal), (false, "as written".into()));
    assert_eq!(under("4 GB x 4", "16,000 MB", binary), (false, "1 KB = 1,024 B".into()));
    assert_eq!(under("3 x 1 month", "2,190 h", months), (true, "1 month = 730 h".into()));
    assert_eq!(under("3 x 1 month", "2,160 h", months), (false, "1 month = 730 h".into()));
    assert!(open.is_open() && !binary.is_open() && !decimal.is_open() && !months.is_open());
    assert_eq!((binary.reading().name().as_str(), open.reading().name().as_str()), ("1 KB = 1,024 B", "as written"));
}

#[test]
fn very_large_and_very_small_values_are_written_with_an_exponent() {
    let value = |text: &str| {
        let Some(Expression::Literal(l)) = read(text).map(|p| p.expression) else { panic!("{text}") };
        significant(&l.number.value, 3)
    };
    assert_eq!(
        ["1.5e25", "1e19", "9.99e18", "2.5e-9", "2.5e-10"].map(value),
        ["1.5e25", "1e19", "9,990,000,000,000,000,000", "0.0000000025", "2.5e-10"]
    );
}

#[test]
fn the_reach_of_rounded_operands_has_two_ends() {
    assert_eq!(verdict("6.14 ms x 2 = 12.27 ms"), "consistent");
    assert_eq!(verdict("6.14 ms x 2 = 12.26 ms"), "wrong");
    // The product of the two logarithms, not their quotient.
    assert_eq!(verdict("log2(3) x 2 = 1.523"), "wrong");
    assert_eq!(verdict("10-20 GB x (5-6 s - 7 s) / 1 s = -30 GB"), "rounded");
}

#[test]
fn arguments_between_which_blanks_stand_may_be_grouped() {
    assert_eq!(value("max((1), 2,000)").0, "2,000");
    assert_eq!(value("max((1),2,000)").0, "2");
}

#[test]
fn marks_that_are_no_operators() {
    let kinds = |text| tokens(text).into_iter().map(|t| t.kind).collect::<Vec<_>>();
    assert!(!kinds("done! 3").contains(&TokenKind::Factorial), "{:?}", kinds("done! 3"));
    assert_eq!(kinds("GPU-hours and tl.kv.v1"), vec![TokenKind::Word; 3]);
    assert_eq!(kinds("3 &= 4"), kinds("3 = 4"));
}

#[test]
fn a_function_may_stand_behind_a_slash_without_blanks() {
    assert_eq!(value("6/sqrt(4)"), ("3".to_string(), "6/sqrt(4)"));
    assert_eq!(value("sqrt(16)/sqrt(4)"), ("2".to_string(), "sqrt(16)/sqrt(4)"));
    assert_eq!(value("12/max(3, 4)"), ("3".to_string(), "12/max(3, 4)"));
    assert_eq!(value("6/pi").1, "6/pi");
    // A note on a noun, and a unit.
    assert_eq!(value("3 messages/round(s)").0, "3");
    assert_eq!(value("6 GB/min (2 of them)").0, "100,000,000");
}

#[test]
fn a_fraction_of_something() {
    assert_eq!(value("0.25 of 80").0, "20");
    assert_eq!(value("3 of 5").0, "3");
}

#[test]
fn one_unit_in_the_last_of_some_digits() {
    let last = |value: u32, digits| decimal(&last_place(&Rational::from(value), digits), 3);
    assert_eq!([last(12_345, 3), last(12_345, 7), last(0, 1), last(7, 2)], ["100", "0.01", "1", "0.1"]);
}
