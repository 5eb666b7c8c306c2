//! What claims owe each other: one uses the result of another by its digits, by its name or in the same cell.

use std::collections::BTreeMap;

use designlint_document::{Document, Span};
use designlint_quantity::{Expression, Quantity, Rational};

use super::{
    Claim, ClaimKind, Explanation, Fault, How, Operand, Verdict,
    rework::{Rework, Reworked, read},
};
use crate::{definitions::Named, lookup::Lookup};

/// Digits that a number must have, zeros at its end not counted, so that its next occurrence is no coincidence.
const DIGITS: usize = 3;

/// Numbers that anybody writes, whatever the document computed.
const CONSTANTS: [u32; 9] = [128, 256, 365, 512, 1_024, 1_440, 3_600, 86_400, 604_800];

/// A calculation that uses a result which the document gets wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inheritance {
    /// Index of the claim that uses it; its verdict is [`Verdict::Inherits`].
    pub claim: usize,
    /// The stated number it goes back to: that claim is wrong by its own numbers.
    pub root: Span,
    /// The stated number that it uses: the root's, or that of another claim that inherits.
    pub source: Span,
    /// The number as it stands there: `42,300`.
    pub uses: String,
    /// What it should be: `43,200`.
    pub right: String,
    /// What the claim's own number becomes with that; `None` for a comparison, which no longer holds.
    pub becomes: Option<String>,
    /// Whether it is the next link of the chain whose result is wrong: no use of it somewhere else.
    pub same_chain: bool,
}

/// Gives the claims that rest on a wrong result their verdict, and says what each rests on, in order of the source.
pub(crate) fn inherit(
    document: &Document,
    named: &[Named],
    lookup: &Lookup<'_>,
    claims: &mut [Claim],
) -> Vec<Inheritance> {
    let mut out = Vec::new();
    if !claims.iter().any(|c| c.verdict == Verdict::Wrong) {
        return out;
    }
    let mut graph = Graph {
        document,
        lookup,
        sources: Vec::new(),
        by_place: BTreeMap::new(),
        by_digits: BTreeMap::new(),
        given: BTreeMap::new(),
    };
    named.iter().for_each(|n| graph.give(&n.definition.value, n.definition.value_span));
    for at in 0..claims.len() {
        out.extend(graph.visit(at, claims));
        let claim = &claims[at];
        claim.operands.iter().for_each(|o| graph.give(&o.value, o.span));
        if let (Verdict::Holds, Some(value)) = (claim.verdict, &claim.value) {
            graph.give(value, claim.stated_span);
            graph.by_digits.remove(&digits(value));
        }
    }
    out
}

/// A stated number that is wrong, by its own line or by what it uses.
struct Source {
    stated: Span,
    root: Span,
    text: String,
    value: Quantity,
    /// What it should be, in base units.
    right: Rational,
    right_text: String,
}

struct Graph<'a> {
    document: &'a Document,
    lookup: &'a Lookup<'a>,
    sources: Vec<Source>,
    /// The last source whose stated number starts at this byte.
    by_place: BTreeMap<usize, usize>,
    /// The source with these digits.
    by_digits: BTreeMap<Rational, usize>,
    /// Where digits first stood in a claim or a definition.
    given: BTreeMap<Rational, usize>,
}

/// How a claim uses a source.
#[derive(Clone, Copy)]
struct Use {
    /// Index of the operand; `None` where it is a name.
    operand: Option<usize>,
    source: usize,
}

impl Graph<'_> {
    fn give(&mut self, value: &Quantity, span: Span) {
        let first = self.given.entry(digits(value)).or_insert(span.start);
        *first = (*first).min(span.start);
    }

    /// Settles one claim, the claims before it being settled.
    fn visit(&mut self, at: usize, claims: &mut [Claim]) -> Option<Inheritance> {
        let (before, rest) = claims.split_at_mut(at);
        let claim = rest.first_mut()?;
        let uses = self.uses(claim);
        match claim.verdict {
            Verdict::Wrong => {
                if !uses.is_empty() && self.rework(claim, &uses) == Some(Reworked::Holds) {
                    let follows = is_link(claim, &self.sources[uses[0].source]);
                    self.excuse(claim, uses[0], follows);
                }
                if claim.verdict == Verdict::Wrong && !self.is_given_before(before, claim) {
                    self.learn_root(claim);
                }
                None
            }
            Verdict::Holds if !uses.is_empty() => {
                let Some(Reworked::Differs(becomes, number)) = self.rework(claim, &uses) else { return None };
                Some(self.pass_on(at, claim, uses[0], becomes, number))
            }
            _ => None,
        }
    }

    /// Whether the side before the calculated one gives the stated number, as in `2 x 1.5 = 3.1 = 3`: what stands between
    /// is wrong then, and the number may be used. The claim points at that side.
    fn is_given_before(&self, before: &[Claim], claim: &mut Claim) -> bool {
        let Some(first) = before.iter().rev().find(|c| c.stated_span == claim.computed_span) else { return false };
        let named = |name: &str| Some(self.lookup.lookup(name, claim.section)?.value.clone());
        if claim.fault != Some(Fault::Value) || !Rework::across(first, claim).is_some_and(|r| r.holds(&named)) {
            return false;
        }
        claim.notes.push((
            first.computed_span,
            format!("this gives {}, as stated: what is wrong is the side between them", claim.stated),
        ));
        claim.plain = false;
        true
    }

    /// The claim with what its sources should be.
    fn rework(&self, claim: &Claim, uses: &[Use]) -> Option<Reworked> {
        let right = |u: &Use| {
            let (source, used) = (&self.sources[u.source], &claim.operands.get(u.operand?)?.value);
            let factor = if source.value.factor.is_zero() { Rational::ONE } else { source.value.factor.clone() };
            Some((u.operand?, &source.right / factor * &used.factor))
        };
        let replaced: Vec<(usize, Rational)> = uses.iter().filter_map(right).collect();
        let named = |name: &str| {
            let definition = self.lookup.lookup(name, claim.section)?;
            let source = self.stated_at(definition.value_span).map(|at| &self.sources[at]);
            let value = source.map_or(&definition.value.value, |s| &s.right).clone();
            Some(Quantity { value, ..definition.value.clone() })
        };
        Rework::of(claim)?.with(&replaced, &named)
    }

    fn learn_root(&mut self, claim: &Claim) {
        let (Some(value), Some(right), Some(text)) = (&claim.value, &claim.recomputed, &claim.rounded) else { return };
        let known = claim.kind != ClaimKind::Comparison && !matches!(claim.fault, Some(Fault::Unit | Fault::Prefix));
        // Of `6 * 24 * 365 = 52,650 readings a year` the calculated side has no year.
        let right = match read(text) {
            Some(Expression::Literal(l)) if value.dimension != right.dimension => l.number.value * &value.factor,
            _ => right.value.clone(),
        };
        // The value of `-0.037` is the number behind its sign, and lines that use it write it without.
        let unsigned = claim.stated.starts_with(['-', '−']) && value.value > Rational::ZERO && right < Rational::ZERO;
        let right = if unsigned { -right } else { right };
        if known && value.value != right {
            self.learn(claim, claim.stated_span, right, text.clone());
        }
    }

    fn learn(&mut self, claim: &Claim, root: Span, right: Rational, right_text: String) {
        let Some(value) = claim.value.clone() else { return };
        if is_telling(&value) {
            self.by_digits.insert(digits(&value), self.sources.len());
        }
        let text = claim.stated.clone();
        self.by_place.insert(claim.stated_span.start, self.sources.len());
        self.sources.push(Source { stated: claim.stated_span, root, text, value, right, right_text });
    }

    /// What a claim uses, in order of its operands.
    fn uses(&self, claim: &Claim) -> Vec<Use> {
        if self.sources.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        for (nth, operand) in claim.operands.iter().enumerate() {
            let source = self.same_cell(claim, operand).or_else(|| self.same_digits(operand));
            out.extend(source.map(|source| Use { operand: Some(nth), source }));
        }
        if out.is_empty() && claim.computed_text.bytes().any(|b| b.is_ascii_alphabetic()) {
            out.extend(self.same_name(claim).map(|source| Use { operand: None, source }));
        }
        out
    }

    fn same_cell(&self, claim: &Claim, operand: &Operand) -> Option<usize> {
        let Span { start, end } = operand.span;
        let around = self.by_place.range(..=start).next_back();
        let inside = self.by_place.range(start..end).next_back();
        let holds = |s: &Source| s.stated.contains(operand.span) || operand.span.contains(s.stated);
        let used = |&at: &usize| self.sources[at].stated != claim.stated_span && holds(&self.sources[at]);
        [inside, around].into_iter().flatten().map(|(_, &at)| at).find(used)
    }

    fn stated_at(&self, span: Span) -> Option<usize> {
        self.by_place.get(&span.start).copied().filter(|&at| self.sources[at].stated == span)
    }

    /// The source with the digits of an operand; none where they stood in the document before it, which may be where the
    /// operand comes from.
    fn same_digits(&self, operand: &Operand) -> Option<usize> {
        let shown = digits(&operand.value);
        let at = *self.by_digits.get(&shown)?;
        let source = &self.sources[at];
        let first = self.given.get(&shown).is_none_or(|&at| at >= source.stated.start);
        (first && operand.span.start >= source.stated.end && is_same(&operand.value, &source.value)).then_some(at)
    }

    fn same_name(&self, claim: &Claim) -> Option<usize> {
        let rework = Rework::of(claim)?;
        rework.names().find_map(|name| {
            let definition = self.lookup.lookup(name, claim.section)?;
            self.stated_at(definition.value_span)
        })
    }

    /// A claim that holds by a wrong number inherits it.
    fn pass_on(
        &mut self,
        at: usize,
        claim: &mut Claim,
        by: Use,
        becomes: Option<String>,
        number: Option<Rational>,
    ) -> Inheritance {
        let source = &self.sources[by.source];
        let line = self.document.source.line_of(source.stated.start);
        claim.verdict = Verdict::Inherits;
        claim.how = None;
        claim.reason = Some(format!("inherits {} from line {line}, which is {}", source.text, source.right_text));
        let found = Inheritance {
            claim: at,
            root: source.root,
            source: source.stated,
            uses: source.text.clone(),
            right: source.right_text.clone(),
            becomes: becomes.clone(),
            same_chain: is_link(claim, source),
        };
        if let (Some(number), Some(text)) = (number, becomes) {
            let factor = claim.value.as_ref().map_or(Rational::ONE, |v| v.factor.clone());
            self.learn(claim, found.root, number * factor, text);
        }
        found
    }

    /// A claim that is wrong by its own numbers and right by what its source should be: the next link of a chain is no
    /// second error, another line keeps its own and says what would mend it.
    fn excuse(&self, claim: &mut Claim, by: Use, follows: bool) {
        let source = &self.sources[by.source];
        if follows {
            claim.verdict = Verdict::Holds;
            claim.how = Some(How::Consistent);
            claim.reading = "from the side before the wrong link".to_string();
            claim.fault = None;
            claim.explanation = None;
            return;
        }
        let line = self.document.source.line_of(source.stated.start);
        claim.notes.push((source.stated, format!("this is {}", source.right_text)));
        claim.explanation = Some(Explanation {
            kind: "wrong-input".to_string(),
            text: format!(
                "it uses {} from line {line}, which is {}: with that it holds",
                source.text, source.right_text
            ),
        });
    }
}

/// Whether a claim is the link behind a wrong one in its chain.
fn is_link(claim: &Claim, source: &Source) -> bool {
    let chained = matches!(claim.kind, ClaimKind::Chain | ClaimKind::Conversion | ClaimKind::Comparison);
    chained && claim.computed_span.start <= source.stated.start && source.stated.end <= claim.computed_span.end
}

/// The digits of a number as shown, whatever its unit.
pub(crate) fn digits(value: &Quantity) -> Rational {
    if value.factor.is_zero() { value.value.clone() } else { &value.value / &value.factor }
}

/// Whether the digits of a result stand again: with its unit, or with none but nouns and rates.
pub(crate) fn is_same(used: &Quantity, result: &Quantity) -> bool {
    let places = |q: &Quantity| if q.factor.is_zero() { q.ulp.clone() } else { &q.ulp / &q.factor };
    let alike = used.dimension == result.dimension && used.factor == result.factor;
    let bare = used.dimension.is_none() && used.factor.is_one();
    let unit = |q: &Quantity| q.unit.split(['/', ' ']).next().unwrap_or("").to_string();
    let per_time = result.dimension.time() < 0 && used.dimension == result.dimension.without_time();
    let without_rate = per_time && (unit(used) == unit(result) || (used.unit.is_empty() && used.factor.is_one()));
    (alike || bare || without_rate) && places(used) == places(result)
}

/// Whether a number can be told from others by its digits.
pub(crate) fn is_telling(value: &Quantity) -> bool {
    if value.ulp.is_zero() || CONSTANTS.iter().any(|c| value.value == Rational::from(*c)) {
        return false;
    }
    let shown = (&value.value / &value.ulp).round().to_string();
    shown.trim_matches(|c: char| c == '0' || c == '-').len() >= DIGITS
}
