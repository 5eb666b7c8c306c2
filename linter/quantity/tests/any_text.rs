//! Any text at all: tokens in order, ranges on character boundaries, no panic.

use designlint_quantity::{Quantity, Relation, Sides, compare, parse, tokens};
use proptest::prelude::*;

/// Text made of what the reader knows, in any order, and of anything else.
fn any_line() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[0-9]{1,6}",
        2 => "[0-9]{1,3}(,[0-9]{3}){0,3}(\\.[0-9]{1,3})?(e-?[0-9]{1,3})?",
        4 => prop::sample::select(vec![
            "+", "-", "*", "/", "^", "**", "x", "×", "=", "≈", "~", "<=", "(", ")", "[", "]", "{", "}", ",", ".", ":", ";", "..",
            "%", "$", "€", "!", "²", "⁻¹", "½", "\\frac", "\\text{", "\\sqrt", "\\left", "\\,", "\\\\", "&=", "\\begin{aligned}", "\\log_{2}", "⌈", "⌉", "|", "\n", "–", "±",
        ])
        .prop_map(str::to_string),
        4 => prop::sample::select(vec![
            "KB", "MB/s", "GiB", "B", "m", "ms", "min", "per", "of", "s", "day", "months", "year", "million", "k", "K", "M",
            "percent", "points", "to", "plus", "minus", "times", "divided by", "sqrt", "log2", "log_", "min", "sum", "C", "pi",
            "ceil", "avg", "about", "in", "ft", "GPU-hours", "entries", "SHA-256", "0x1f", "0b1", "x86", "2024-01-01", "1.2.3",
        ])
        .prop_map(str::to_string),
        1 => "\\PC{1,4}",
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec((part, prop_oneof![Just(""), Just(" ")]), 0..40)
        .prop_map(|parts| parts.into_iter().flat_map(|(part, blank)| [part, blank.to_string()]).collect())
}

fn shows_nothing(gap: &str) -> bool {
    let mark = gap.trim_start().starts_with(['\\', '&', '}']);
    (mark && !gap.contains('=')) || gap.chars().all(char::is_whitespace)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_tokens_and_expressions_on_character_boundaries(text in any_line()) {
        let tokens = tokens(&text);
        let mut end = 0;
        for token in &tokens {
            prop_assert!(token.range.start >= end && token.range.end > token.range.start);
            prop_assert!(text.get(token.range.clone()).is_some());
            prop_assert!(shows_nothing(&text[end..token.range.start]), "between tokens only blanks and marks of TeX");
            end = token.range.end;
        }
        prop_assert!(shows_nothing(&text[end..]));
        let mut sides = Vec::new();
        for from in 0..=tokens.len() {
            let Some(parsed) = parse(&text, &tokens, from) else { continue };
            prop_assert!(parsed.next > from && parsed.next <= tokens.len());
            prop_assert_eq!(parsed.range.clone(), tokens[from].range.start..tokens[parsed.next - 1].range.end);
            for literal in parsed.expression.literals() {
                prop_assert!(text.get(literal.range.clone()).is_some(), "{:?} in {text:?}", literal.range);
                prop_assert!(literal.range.start >= parsed.range.start && literal.range.end <= parsed.range.end);
                Quantity::of(literal, &text);
            }
            for (name, range) in parsed.expression.symbols() {
                prop_assert_eq!(text.get(range), Some(name));
            }
            sides.push(parsed.expression);
        }
        for pair in sides.windows(2).take(4) {
            for relation in [Relation::Equal, Relation::About, Relation::AtMost] {
                let sides = Sides { computed: &pair[0], stated: &pair[1], relation, about: relation == Relation::About };
                compare(sides, &|_| None);
            }
        }
    }
}
