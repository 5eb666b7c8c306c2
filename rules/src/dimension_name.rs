//! What a number measures, in words.

use designlint_facts::Claim;
use designlint_quantity::Dimension;

/// What the two sides of a claim measure; `None` unless both are counts, sizes, times or amounts of money. Where the numbers
/// agree, as of two currencies, no factor is missing and none is named either.
pub(crate) fn names(claim: &Claim) -> Option<(&'static str, &'static str)> {
    if claim.computed.is_some() {
        return None;
    }
    Some((name(claim.recomputed.as_ref()?.dimension)?, name(claim.value.as_ref()?.dimension)?))
}

/// What one of counted things has.
pub(crate) fn name_of(name: &str) -> &'static str {
    match name {
        "a size" => "the size",
        "a time" => "the time",
        "an amount of money" => "the price",
        _ => "the number",
    }
}

fn name(dimension: Dimension) -> Option<&'static str> {
    match dimension {
        Dimension::NONE => Some("a count"),
        Dimension::DATA => Some("a size"),
        Dimension::TIME => Some("a time"),
        d if d.has_money() && d == d.money() && !d.is_compound() => Some("an amount of money"),
        _ => None,
    }
}
