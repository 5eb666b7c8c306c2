//! Results that are only said to be of an order of magnitude.

use std::ops::Range;

use designlint_quantity::{Comparison, Holds, Literal, Outcome, Rational};

use super::passage::Passage;

/// Accepts a result within half a power of ten either way, where its sentence speaks of the order of magnitude.
pub(super) fn accept(passage: &Passage, place: Range<usize>, stated: Option<&Literal>, comparison: &mut Comparison) {
    let (Outcome::Wrong(_), Some(stated), Some(computed)) = (&comparison.outcome, stated, &comparison.computed) else {
        return;
    };
    let (one, other) = (&stated.number.value, computed);
    if one.is_zero() || other.is_zero() || !speaks_of_magnitude(passage, place) {
        return;
    }
    let ratio = one / other;
    let square = &ratio * &ratio;
    let ten = Rational::from(10u8);
    if ratio > Rational::ZERO && square <= ten && square * ten >= Rational::ONE {
        comparison.outcome = Outcome::Holds(Holds::Approximate);
    }
}

fn speaks_of_magnitude(passage: &Passage, place: Range<usize>) -> bool {
    let tokens = &passage.tokens[passage.sentence(place)];
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return false };
    let sentence = passage.text[first.range.start..last.range.end].to_lowercase();
    ["order of magnitude", "on the order of", "in the order of"].iter().any(|words| sentence.contains(words))
}

#[cfg(test)]
mod tests {
    use designlint_document::{Document, Source};

    use crate::{How, Knowledge, Verdict, extract};

    fn judged(text: &str) -> Vec<(Verdict, Option<How>)> {
        let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
        facts.claims.iter().map(|c| (c.verdict, c.how)).collect()
    }

    #[test]
    fn half_a_power_of_ten_either_way_holds() {
        let approximate = [(Verdict::Holds, Some(How::Approximate))];
        assert_eq!(judged("To an order of magnitude, 12 x 9,000 = 100,000."), approximate);
        assert_eq!(judged("That is on the order of 12 x 9,000 keys = 300,000 keys."), approximate);
    }

    #[test]
    fn more_is_wrong_and_so_is_a_number_that_is_said_exactly() {
        assert_eq!(judged("To an order of magnitude, 12 x 9,000 = 1,000,000."), [(Verdict::Wrong, None)]);
        assert_eq!(judged("That is 12 x 9,000 = 100,000."), [(Verdict::Wrong, None)]);
    }
}
