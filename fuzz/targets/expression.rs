//! The reader of expressions, and what is computed of what it read: two sides around a relation, in any text.

#![no_main]

use designlint_quantity::{Relation, Sides, TokenKind, compare, parse, tokens};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let tokens = tokens(text);
    for token in &tokens {
        assert!(text.get(token.range.clone()).is_some(), "{:?}", token.range);
    }
    let sides = (0..tokens.len()).filter(|&i| i == 0 || matches!(tokens[i - 1].kind, TokenKind::Relation { .. }));
    let read: Vec<_> = sides.filter_map(|from| parse(text, &tokens, from)).collect();
    for pair in read.windows(2) {
        for about in [false, true] {
            let (computed, stated) = (&pair[0].expression, &pair[1].expression);
            let compared = compare(Sides { computed, stated, relation: Relation::Equal, about }, &|_| None);
            let again = compare(Sides { computed, stated, relation: Relation::Equal, about }, &|_| None);
            assert_eq!((compared.outcome, compared.work), (again.outcome, again.work));
        }
    }
});
