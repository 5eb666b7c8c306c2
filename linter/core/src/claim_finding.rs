//! A finding about a claim: the numbers and places that every rule about a number gives.

use designlint_facts::{Claim, Verdict};

use crate::{Calculation, Finding};

impl Finding {
    /// A finding on a claim with its numbers, its notes as labels and its explanation as help.
    pub fn of_claim(claim: &Claim, message: impl Into<String>) -> Self {
        let mut finding = Self::new(claim.span, message);
        finding.calculation = Some(Calculation::of_claim(claim));
        for (span, text) in &claim.notes {
            finding = finding.label(*span, text.clone());
        }
        if let Some(explanation) = &claim.explanation {
            finding.help = Some(explanation.text.clone());
        }
        finding
    }
}

impl Calculation {
    /// The numbers of a claim.
    pub fn of_claim(claim: &Claim) -> Self {
        let accepted = claim
            .accepted
            .clone()
            .map_or_else(Vec::new, |(low, high)| if low == high { vec![low] } else { vec![low, high] });
        Self {
            stated: (claim.verdict == Verdict::Wrong).then(|| claim.stated.clone()),
            computed: claim.computed.clone(),
            accepted,
            reading: Some(claim.reading.clone()),
            explanation: claim.explanation.as_ref().map(|e| (e.kind.clone(), e.text.clone())),
        }
    }
}
