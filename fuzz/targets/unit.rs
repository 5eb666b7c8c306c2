//! The reader of units and of numbers: a number before any text, and the number written again in its own style.

#![no_main]

use designlint_quantity::{NumberStyle, Quantity, parse, scale, tokens, unit};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for word in text.split_whitespace() {
        if let Some(unit) = unit(word) {
            assert!(unit.factor > designlint_quantity::Rational::ZERO, "{word} is no size");
        }
        let _ = scale(word);
    }
    let numbered = format!("12.5 {text}");
    quantity(&numbered);
    quantity(text);
    if let Some((style, range)) = NumberStyle::of(text) {
        let written = &text[range];
        let Some(value) = value_of(written) else { return };
        let again = style.write(&value);
        assert_eq!(value_of(&again), Some(value), "{written:?} is written {again:?}");
    }
});

fn quantity(text: &str) {
    let tokens = tokens(text);
    let Some(parsed) = parse(text, &tokens, 0) else { return };
    assert!(text.get(parsed.range.clone()).is_some(), "{:?}", parsed.range);
    if let Some(literal) = parsed.expression.as_literal() {
        let _ = Quantity::of(literal, text);
    }
}

fn value_of(text: &str) -> Option<designlint_quantity::Rational> {
    let tokens = tokens(text);
    let parsed = parse(text, &tokens, 0)?;
    let literal = parsed.expression.as_literal().filter(|l| l.suffix.is_bare())?;
    (parsed.range == (0..text.len())).then(|| literal.number.value.clone())
}
