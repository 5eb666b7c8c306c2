//! One line judged: what the tests of the ladder and of rounding share.

use designlint_quantity::{
    Comparison, Outcome, Relation, Sides, TokenKind, Wrong, compare, parse, parse_until, tokens,
};

/// Compares the two sides of the first relation of a line. A `~` marks a side as approximate.
pub fn judge(line: &str) -> Comparison {
    let tokens = tokens(line);
    let at = tokens.iter().position(|t| matches!(t.kind, TokenKind::Relation(_))).unwrap_or_else(|| panic!("{line}"));
    let TokenKind::Relation(relation) = tokens[at].kind else { unreachable!() };
    let left = parse_until(line, &tokens, 0, at).unwrap_or_else(|| panic!("left of {line}"));
    let right = parse(line, &tokens, at + 1).unwrap_or_else(|| panic!("right of {line}"));
    assert_eq!((left.next, right.next), (at, tokens.len()), "{line}");
    let about = relation == Relation::About || line.contains('~');
    let sides = Sides { computed: &left.expression, stated: &right.expression, relation, about };
    compare(sides, &|_| None)
}

/// "exact", "rounded", ..., "wrong", "units", "period", "unknown: why".
pub fn verdict(line: &str) -> String {
    match judge(line).outcome {
        Outcome::Holds(how) => format!("{how:?}").to_lowercase(),
        Outcome::Wrong(Wrong::Value) => "wrong".into(),
        Outcome::Wrong(Wrong::Units) => "units".into(),
        Outcome::Wrong(Wrong::RatePeriod) => "period".into(),
        Outcome::Unknown(why) => format!("unknown: {why}"),
    }
}
