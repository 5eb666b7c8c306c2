//! Counts that are stated as sizes, times or money.

use designlint_quantity::{Dimension, Quantity};

use super::{Claim, Fault, Verdict};

/// A product of counted things is no size, time or money, whatever its digits: the size of one is missing. Without nouns it
/// takes the unit of the result.
pub(crate) fn mark_counts(claims: &mut [Claim]) {
    for claim in claims.iter_mut().filter(|c| c.verdict == Verdict::Wrong && c.fault == Some(Fault::Value)) {
        let measures = claim.value.as_ref().is_some_and(|v| is_measure(v.dimension));
        let counts = claim.operands.iter().all(|o| o.value.dimension.is_none() && o.value.unit.find('%').is_none());
        let named = claim.operands.iter().filter(|o| !o.noun.is_empty()).count();
        let is_data = |d: Dimension| d.data() != 0;
        let sized = claim.operands.iter().any(|o| is_data(o.value.dimension));
        if !counts && named > 0 && !sized && claim.value.as_ref().is_some_and(|v| is_data(v.dimension)) {
            claim.verdict = Verdict::Unknown;
            claim.fault = None;
            claim.explanation = None;
            claim.reason = Some("a counted thing may have a size that the line does not state".to_string());
            continue;
        }
        // One noun may say what the numbers are of: `3 chunks x 40 = 120 ms`.
        if !measures || !counts || named < 2 || named < claim.operands.len() {
            continue;
        }
        claim.fault = Some(Fault::Unit);
        claim.recomputed = claim.recomputed.take().map(|q| Quantity { dimension: Dimension::NONE, ..q });
        claim.computed = None;
        claim.rounded = None;
        claim.accepted = None;
        claim.explanation = None;
    }
}

fn is_measure(dimension: Dimension) -> bool {
    dimension == Dimension::DATA
        || dimension == Dimension::TIME
        || (dimension.has_money() && dimension == dimension.money())
}
