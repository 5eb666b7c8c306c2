//! Where a formula is applied: a sentence states its result, a label names it, or a calculation has its shape.

use std::cell::RefCell;

use designlint_document::{Document, Span};
use designlint_quantity::{Convention, Expression, Rational};
use rustc_hash::FxHashMap;

use super::align::{Placed, align};
use super::index::{FormulaIndex, Ready};
use super::inputs::{Bound, Inputs, bound, expression, values};
use super::judge::{Judgement, judge};
use super::report::{Report, apply_to};
use super::statement::{Item, Kind, Statement, Sum};
use super::sums::with_sums;
use super::{Amount, FormulaUse, Match};
use crate::Claim;
use crate::definitions::{Near, headings, key_of};
use crate::input_index::{Start, Wanted, starts, unit_dimension};
use crate::knowledge::{Formula, Knowledge};
use crate::lookup::{Lookup, Nearness, Place};

/// Applies the formulas: marks the claims they contradict, adds claims for what only a formula covers, and says which
/// formula contradicts what.
pub(crate) fn formula_uses(
    document: &Document,
    knowledge: &Knowledge,
    statements: &[Statement],
    lookup: &Lookup<'_>,
    claims: &mut Vec<Claim>,
    convention: Convention,
) -> Vec<FormulaUse> {
    let mut reader = Reader {
        document,
        formulas: &knowledge.formulas,
        statements,
        lookup,
        index: knowledge.formula_index(),
        anchored: Vec::new(),
        silent: RefCell::default(),
        near: Near::default(),
        convention,
    };
    reader.anchored = knowledge.formulas.iter().filter(|f| reader.is_anchored(f)).collect();
    let mut reports: Vec<Report<'_>> = Vec::new();
    for at in 0..statements.len() {
        reports.extend(reader.statement(at, claims));
    }
    let mut uses: Vec<FormulaUse> = Vec::new();
    let mut seen: Vec<Span> = Vec::new();
    for report in &reports {
        if !seen.contains(&report.stated_span) {
            seen.push(report.stated_span);
            uses.extend(apply_to(document, report, claims));
        }
    }
    claims.sort_by_key(|c| (c.span.start, c.span.end));
    uses
}

struct Reader<'a> {
    document: &'a Document,
    formulas: &'a [Formula],
    statements: &'a [Statement],
    lookup: &'a Lookup<'a>,
    index: &'a FormulaIndex,
    /// The formulas whose anchors the document states.
    anchored: Vec<&'a Formula>,
    /// Sections in which a formula does not hold, as far as asked.
    silent: RefCell<FxHashMap<(usize, &'a str), bool>>,
    near: Near,
    convention: Convention,
}

/// A number that a formula speaks of.
struct Candidate<'a> {
    formula: &'a Formula,
    statement: usize,
    amount: Amount,
    span: Span,
    claim: Option<usize>,
    about: bool,
    /// Whether only a known mistake tells.
    hint: bool,
    bound: Vec<Bound>,
    /// From the first item of the sentence that says it to the last.
    said: Span,
}

impl<'a> Reader<'a> {
    /// What the formulas say of one statement, one report a number.
    fn statement(&self, at: usize, claims: &[Claim]) -> Vec<Report<'a>> {
        let statement = &self.statements[at];
        if !statement.items.iter().any(|i| i.amount().is_some()) {
            return Vec::new();
        }
        let items = with_sums(statement, claims);
        let spoken = self.index.candidates(&items);
        if self.anchored.is_empty() && spoken.is_empty() {
            return Vec::new();
        }
        let mut candidates = Vec::new();
        for (formula, phrase, start) in spoken {
            self.said(at, &items, formula, phrase, start, &mut candidates);
        }
        self.shaped(at, &items, claims, &mut candidates);
        let mut out: Vec<Report<'a>> = Vec::new();
        for candidate in &candidates {
            let Some(report) = self.judged(candidate, claims) else { continue };
            match out.iter_mut().find(|r| r.stated_span == report.stated_span) {
                Some(other) if report.goes_before(other) => *other = report,
                Some(_) => {}
                None => out.push(report),
            }
        }
        out
    }

    /// Where a phrase of a formula, both told by their index, states its result.
    fn said(
        &self,
        at: usize,
        items: &[Item],
        formula: usize,
        phrase: usize,
        start: Start,
        out: &mut Vec<Candidate<'a>>,
    ) {
        let (Some(formula), Some(ready)) = (self.formulas.get(formula), self.index.get(formula)) else { return };
        let Some(phrase) = formula.says.get(phrase) else { return };
        let fits = |variable: &str, n: usize| {
            let Some(amount) = items[n].amount().filter(|_| !is_operand(items, n)) else { return false };
            if variable.is_empty() {
                let per = amount.per_period().filter(|_| !formula.per.is_empty());
                let next = items.get(n + 1).filter(|_| !phrase.names_what_result_counts());
                return is_result(formula, &ready.result, per.as_ref().map_or(amount, |(a, _)| a), next);
            }
            ready.inputs.iter().find(|i| i.input.variable == variable).is_some_and(|i| i.fits(amount, false))
        };
        for found in starts(start, items).filter_map(|start| phrase.match_at(items, start, &fits)) {
            let Some(candidate) = self.candidate(at, items, formula, &found) else { continue };
            // Several phrases say the same; those that contradict by themselves stand first.
            if !out.iter().any(|other| candidate.says_no_more_than(other)) {
                out.push(Candidate { hint: phrase.is_hint(), ..candidate });
            }
        }
    }

    fn candidate(&self, at: usize, items: &[Item], formula: &'a Formula, found: &Match<'_>) -> Option<Candidate<'a>> {
        let item = items.get(found.result()?)?;
        let stated = item.amount()?.clone();
        let (amount, per) = match stated.per_period().filter(|_| !formula.per.is_empty()) {
            Some((amount, per)) => (amount, Some(format!("1 {per}"))),
            None => (stated, None),
        };
        let mut bounds = Vec::new();
        for input in &formula.inputs {
            let slot = found.slot(&input.variable).and_then(|n| items.get(n));
            let constant = found.constants.iter().find(|(v, _)| *v == input.variable).map(|(_, text)| *text);
            let constant = constant.or(per.as_deref().filter(|_| input.variable == formula.per));
            if let Some((item, amount)) = slot.and_then(|i| i.amount().map(|a| (i, a))) {
                bounds.push(bound(input, amount, Some(item.number_span()), Nearness::Statement));
            } else if let Some(amount) = constant.and_then(Amount::of) {
                bounds.push(bound(input, &amount, None, Nearness::Statement));
            }
        }
        let said = items[found.start..found.end].iter().fold(items[found.start].span, |s, i| s.cover(i.span));
        Some(Candidate {
            formula,
            statement: at,
            about: found.about || amount.about,
            amount,
            span: item.number_span(),
            claim: sum(item).and_then(|s| s.claim),
            hint: false,
            bound: bounds,
            said,
        })
    }

    /// Calculations that have the shape of a formula or of a mistake, and share its anchors with the document.
    fn shaped(&self, at: usize, items: &[Item], claims: &[Claim], out: &mut Vec<Candidate<'a>>) {
        for item in items {
            let Some(sum) = sum(item) else { continue };
            let Some(claim) = sum.claim else { continue };
            for &formula in &self.anchored {
                if unit_dimension(&formula.unit) != sum.amount.quantity.dimension {
                    continue;
                }
                let mut candidate = Candidate {
                    formula,
                    statement: at,
                    amount: sum.amount.clone(),
                    span: sum.span,
                    claim: Some(claim),
                    about: sum.amount.about,
                    hint: true,
                    bound: Vec::new(),
                    said: item.span,
                };
                self.look_up(&mut candidate);
                let near =
                    |v: &String| candidate.bound.iter().any(|b| b.variable == *v && b.nearness <= Nearness::Section);
                if formula.anchors.iter().all(near) && self.infer(&mut candidate, claims) {
                    out.push(candidate);
                }
            }
        }
    }

    /// Whether the document states all anchors of a formula somewhere.
    fn is_anchored(&self, formula: &Formula) -> bool {
        !formula.anchors.is_empty() && formula.anchors.iter().all(|a| !self.lookup.of(a).is_empty())
    }

    /// The verdict on a candidate.
    fn judged(&self, candidate: &Candidate<'a>, claims: &[Claim]) -> Option<Report<'a>> {
        let formula = candidate.formula;
        if self.is_silent(candidate) {
            return None;
        }
        let mut candidate =
            Candidate { bound: candidate.bound.clone(), amount: candidate.amount.clone(), ..*candidate };
        self.look_up(&mut candidate);
        let used: Vec<String> = expression(&formula.formula)?.symbols().iter().map(|(v, _)| v.to_string()).collect();
        let given =
            |v: &String| candidate.has(v) || formula.inputs.iter().any(|i| i.variable == *v && !i.default.is_empty());
        if used.iter().filter(|v| !given(v)).count() == 1 {
            self.infer(&mut candidate, claims);
        }
        let about = candidate.about || candidate.claim.is_some_and(|c| claims[c].relation.contains(['≈', '~']));
        let judgement = judge(formula, &candidate.bound, &candidate.amount, about, self.convention)?;
        let far = candidate.bound.iter().any(|b| b.nearness >= Nearness::Above && used.contains(&b.variable));
        // What nothing but the wrong calculation says its operand is may be something else.
        let assumed = |v: &str| candidate.bound.iter().any(|b| b.variable == v && b.nearness == Nearness::Calculation);
        match &judgement {
            Judgement::Wrong(_, None) if far || candidate.hint => return None,
            Judgement::Wrong(_, Some(mistake)) if assumed(&mistake.operand) => return None,
            _ => {}
        }
        Some(Report {
            formula,
            shown: candidate.claim.and_then(|c| self.shown(&claims[c])),
            section: self.statements[candidate.statement].section,
            judgement,
            amount: candidate.amount,
            stated_span: candidate.span,
            claim: candidate.claim,
            said: candidate.said,
            bound: candidate.bound,
        })
    }

    fn is_silent(&self, candidate: &Candidate<'a>) -> bool {
        let formula = candidate.formula;
        let statement = &self.statements[candidate.statement];
        let nth = self.formulas.iter().position(|f| std::ptr::eq(f, formula)).unwrap_or_default();
        let near = |ready: &Ready| self.near.is(nth, self.document, self.statements, candidate.statement, &ready.near);
        if !self.index.get(nth).is_some_and(near) {
            return true;
        }
        if formula.silent_on.iter().any(|w| statement.says(w)) {
            return true;
        }
        let key = (statement.section, formula.id.as_str());
        if let Some(known) = self.silent.borrow().get(&key) {
            return *known;
        }
        let silent = self.is_silent_in(formula, statement.section);
        self.silent.borrow_mut().insert(key, silent);
        silent
    }

    /// Whether a section speaks of something on which the formula does not hold.
    fn is_silent_in(&self, formula: &Formula, section: usize) -> bool {
        let statements = || self.statements.iter().filter(|s| s.section == section);
        formula.silent_near.iter().any(|w| {
            let word = format!(" {} ", key_of(w));
            let mut headings = headings(&self.document.sections, section).map(|h| format!(" {} ", key_of(h)));
            statements().any(|s| s.says(w)) || headings.any(|h| h.contains(&word))
        })
    }

    /// Adds what the document states of the inputs that the sentence does not.
    fn look_up(&self, candidate: &mut Candidate<'a>) {
        let statement = &self.statements[candidate.statement];
        let place = Place { statement: candidate.statement, block: statement.block, section: statement.section };
        let inputs = Inputs { lookup: self.lookup, place, stated: candidate.span };
        for input in &candidate.formula.inputs {
            if !candidate.has(&input.variable) {
                candidate.bound.extend(inputs.find(input));
            }
        }
    }

    /// Takes missing inputs from the calculation itself, where it has the shape of the formula or of a mistake.
    fn infer(&self, candidate: &mut Candidate<'a>, claims: &[Claim]) -> bool {
        let formula = candidate.formula;
        let Some(shown) = candidate.claim.and_then(|c| self.shown(&claims[c])) else { return false };
        let known = known(&candidate.bound);
        let mistakes = formula.mistakes.iter().map(|m| m.formula.as_str());
        let placed = std::iter::once(formula.formula.as_str())
            .chain(mistakes)
            .find_map(|text| align(&expression(text)?, &shown.expression, &known));
        let Some(placed) = placed else { return false };
        for Placed { variable, literal } in placed {
            let input = formula.inputs.iter().find(|i| i.variable == variable && !candidate.has(&variable));
            let Some(input) = input else { continue };
            if let Some(amount) = shown.amount(&literal) {
                let span = Some(shown.span(&literal));
                candidate.bound.push(bound(input, &amount, span, Nearness::Calculation));
            }
        }
        true
    }

    /// The calculation that a claim shows.
    fn shown(&self, claim: &Claim) -> Option<Shown> {
        let text = self.document.source.slice(claim.computed_span).to_string();
        let expression = expression(&text)?;
        Some(Shown { text, start: claim.computed_span.start, expression })
    }
}

impl Candidate<'_> {
    /// Whether another one takes the same number by the same formula with the same values from the sentence.
    fn says_no_more_than(&self, other: &Self) -> bool {
        let same = |a: &Bound, b: &Bound| a.variable == b.variable && a.span == b.span;
        self.formula.id == other.formula.id
            && self.span == other.span
            && self.bound.iter().all(|a| other.bound.iter().any(|b| same(a, b)))
    }

    fn has(&self, variable: &str) -> bool {
        self.bound.iter().any(|b| b.variable == variable)
    }
}

/// A calculation as it stands in the source.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    text: String,
    start: usize,
    /// What it computes.
    pub expression: Expression,
}

impl Shown {
    /// Where a number of it stands.
    pub fn span(&self, literal: &designlint_quantity::Literal) -> Span {
        Span::from(literal.range.clone()).shift(self.start)
    }

    /// The whole calculation.
    pub fn whole(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    fn amount(&self, literal: &designlint_quantity::Literal) -> Option<Amount> {
        Amount::of(self.text.get(literal.range.clone())?)
    }
}

/// The values under which the inputs may stand in a calculation.
pub(crate) fn known(bound: &[Bound]) -> impl Fn(&str) -> Vec<Rational> + use<> {
    let known: Vec<(String, Vec<Rational>)> = bound.iter().map(|b| (b.variable.clone(), values(b))).collect();
    move |variable| known.iter().find(|(v, _)| v == variable).map(|(_, v)| v.clone()).unwrap_or_default()
}

fn sum(item: &Item) -> Option<&Sum> {
    match &item.kind {
        Kind::Sum(sum) => Some(sum),
        _ => None,
    }
}

/// Whether the number at an item is an operand of something larger.
fn is_operand(items: &[Item], at: usize) -> bool {
    let operator = |i: Option<&Item>| i.is_some_and(|i| i.kind == Kind::Operator);
    operator(at.checked_sub(1).and_then(|i| items.get(i))) || operator(items.get(at + 1))
}

/// Words that may follow a result without a unit; another word would be what it counts.
const AFTER_BARE: &[&str] = &["per", "for", "at", "in", "each", "and", "a", "on", "to", "of", "is", "so", "which"];

/// Whether an amount can be the result of a formula.
fn is_result(formula: &Formula, result: &Wanted, amount: &Amount, next: Option<&Item>) -> bool {
    let counts = next.is_some_and(|i| i.kind == Kind::Word && !AFTER_BARE.contains(&i.raw.as_str()));
    result.fits(amount, formula.bare && !counts)
}
