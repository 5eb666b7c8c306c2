//! One number, one claim: where two readers claim the same number, the better founded claim stays.

use std::collections::BTreeMap;

use super::{Claim, ClaimKind, Verdict};

/// Drops claims on a number that another claim explains better: one that holds over one that does not; of two that hold, or
/// of two that do not, the equation over the total and the change.
pub(super) fn settle(claims: &mut Vec<Claim>) {
    let mut best: BTreeMap<(usize, usize), (bool, bool)> = BTreeMap::new();
    let place = |c: &Claim| (c.stated_span.start, c.stated_span.end);
    let merit = |c: &Claim| (c.verdict == Verdict::Holds, !is_ours(c));
    for claim in claims.iter() {
        let known = best.entry(place(claim)).or_insert_with(|| merit(claim));
        *known = (*known).max(merit(claim));
    }
    claims.retain(|c| {
        let others = best.get(&place(c));
        merit(c).0 || is_equation(c) || others.is_none_or(|b| *b == merit(c))
    });
    let mut held: Vec<(usize, usize)> =
        claims.iter().filter(|c| is_ours(c) && c.verdict == Verdict::Holds).map(place).collect();
    held.sort_unstable();
    claims.retain(|c| {
        let (start, end) = place(c);
        let next = held.get(held.partition_point(|h| h.1 < start));
        let shared = next.is_some_and(|h| h.0 <= end && c.span.start <= h.0 && h.1 <= c.span.end);
        is_ours(c) || c.verdict == Verdict::Holds || !shared
    });
}

fn is_equation(claim: &Claim) -> bool {
    claim.verdict == Verdict::Wrong
        && matches!(claim.kind, ClaimKind::Equation | ClaimKind::Chain | ClaimKind::Conversion)
}

fn is_ours(claim: &Claim) -> bool {
    matches!(claim.kind, ClaimKind::Total | ClaimKind::Change)
}
