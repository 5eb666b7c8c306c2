//! Chains `a = b = c`: a wrong middle between ends that agree.

use designlint_quantity::Convention;

use super::{Claim, ClaimKind, Explanation, Verdict, equations::Equation, judge, passage::Passage};

/// The link before, while a passage is read.
#[derive(Default)]
pub(crate) struct Chains {
    before: Option<(Equation, Option<usize>)>,
}

impl Chains {
    /// Looks at a link, whose claim, if it is one, is the last of `claims`. Where it and the one before are wrong and
    /// their outer ends agree, the number between them is the fault: the first says so, and the second only inherits it.
    pub fn link(
        &mut self,
        passage: &Passage,
        equation: Equation,
        names: &judge::Names<'_>,
        convention: Convention,
        claims: &mut [Claim],
    ) {
        let last = claims.len().checked_sub(1).filter(|&i| {
            let place = passage.span(equation.sign.clone());
            claims[i].span.start <= place.start && place.end <= claims[i].span.end
        });
        let before = self.before.replace((equation, last));
        let (Some((first, Some(a))), Some((second, Some(b)))) = (before, &self.before) else { return };
        let wrong = |i: usize| claims[i].verdict == Verdict::Wrong;
        if !second.chained || !wrong(a) || !wrong(*b) {
            return;
        }
        let ends = Equation { left: first.left, chained: false, ..second.clone() };
        let ends = judge::claim_of(passage, &ends, names, convention);
        let Some(ends) = ends.ok().filter(|c| c.verdict == Verdict::Holds) else { return };
        let text = format!(
            "the ends of the chain agree: `{}` is {}; only the number between them is wrong",
            ends.computed_text, ends.stated
        );
        claims[a].explanation = Some(Explanation { kind: "chain-middle".to_string(), text });
        let inherits = &mut claims[*b];
        inherits.verdict = Verdict::Inherits;
        (inherits.fault, inherits.explanation) = (None, None);
        inherits.kind = ClaimKind::Chain;
    }
}
