//! Results that fit only where factors behind a division stand in brackets: `16 * 20 / 2 * 2 = 80`.

use std::ops::Range;

use designlint_document::Span;
use designlint_quantity::{Convention, Expression, Holds, Operator, Outcome, Sides, compare_under};

use super::{Claim, Explanation, Fault, judge::Names, passage::Passage};

/// Most factors of a line that is regrouped.
const FACTORS: usize = 8;

/// A line that holds with some of its factors in brackets.
pub(super) struct Grouping {
    /// The factors, in the passage.
    pub factors: Range<usize>,
    /// The whole calculation.
    side: Range<usize>,
}

/// The brackets that make a wrong line right, the longest first; `None` where none do.
pub(super) fn lost_brackets(
    passage: &Passage,
    sides: Sides<'_>,
    side: Range<usize>,
    names: &Names<'_>,
    convention: Convention,
) -> Option<Grouping> {
    let mut factors = Vec::new();
    chain(sides.computed, &mut factors);
    if factors.len() < 3 || factors.len() > FACTORS {
        return None;
    }
    let divides = (1..factors.len() - 1).filter(|&i| factors[i].0 == Operator::Divide);
    let groups = divides.flat_map(|i| (i + 2..=factors.len()).rev().map(move |end| (i, end)));
    let (from, to) = groups.into_iter().find(|&(i, end)| {
        let computed = regrouped(&factors, i, end);
        let found = compare_under(Sides { computed: &computed, ..sides }, names, convention);
        matches!(found.outcome, Outcome::Holds(Holds::Exact | Holds::Rounded)) && !found.weak
    })?;
    let places = factors[from..to].iter().filter_map(|f| range(f.1));
    let all = places.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))?;
    let text = passage.text.get(all.clone())?;
    let balanced = text.matches('(').count() == text.matches(')').count();
    (balanced && side.start <= all.start && all.end <= side.end).then_some(Grouping { factors: all, side })
}

impl Grouping {
    /// Makes the claim say so: its note is the place of the brackets.
    pub fn explain(&self, passage: &Passage, claim: &mut Claim) {
        let part = |range: Range<usize>| passage.text.get(range).unwrap_or("");
        let (before, after) = (part(self.side.start..self.factors.start), part(self.factors.end..self.side.end));
        let mended = format!("{before}({}){after}", part(self.factors.clone()));
        let mended = mended.split_whitespace().collect::<Vec<_>>().join(" ");
        claim.fault = Some(Fault::Grouping);
        claim.explanation = Some(Explanation { kind: "lost-brackets".to_string(), text: mended });
        let place: Span = passage.span(self.factors.clone());
        claim.notes.push((place, "divides by all of this only in brackets".to_string()));
    }
}

/// A product as its factors with their operators, the first with `Multiply`.
fn chain<'e>(e: &'e Expression, out: &mut Vec<(Operator, &'e Expression)>) {
    match e {
        Expression::Binary(operator @ (Operator::Multiply | Operator::Divide), a, b) => {
            chain(a, out);
            out.push((*operator, b));
        }
        e => out.push((Operator::Multiply, e)),
    }
}

/// The product with the factors `from..to` as one divisor.
fn regrouped(factors: &[(Operator, &Expression)], from: usize, to: usize) -> Expression {
    let join = |left: Expression, (operator, right): (Operator, Expression)| {
        Expression::Binary(operator, Box::new(left), Box::new(right))
    };
    let owned = |f: &(Operator, &Expression)| (f.0, f.1.clone());
    let divisor = factors[from + 1..to].iter().map(owned).fold(factors[from].1.clone(), join);
    let rest = factors[1..from].iter().map(owned).chain([(Operator::Divide, divisor)]);
    rest.chain(factors[to..].iter().map(owned)).fold(factors[0].1.clone(), join)
}

/// Where a factor stands: from its first number or name to its last.
fn range(e: &Expression) -> Option<Range<usize>> {
    let literals = e.literals().into_iter().map(|l| l.range.clone());
    let all = literals.chain(e.symbols().into_iter().map(|s| s.1));
    all.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))
}
