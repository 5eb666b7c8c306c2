//! What a formula says of a stated number, written onto its claim.

use designlint_document::{Document, Span};
use designlint_quantity::{Comparison, Expression, Outcome, Rational, significant};

use super::align::align;
use super::apply::{Shown, known};
use super::inputs::{Bound, expression, filled};
use super::judge::Judgement;
use super::{Amount, FormulaUse, write};
use crate::claims::{Shown as Written, value_of};
use crate::knowledge::{Formula, Mistake};
use crate::{Claim, ClaimKind, Explanation, Fault, Verdict};

/// A stated number with the formula that covers it.
pub(crate) struct Report<'f> {
    /// The formula.
    pub formula: &'f Formula,
    /// What became of the number.
    pub judgement: Judgement<'f>,
    /// The number.
    pub amount: Amount,
    /// Where it stands.
    pub stated_span: Span,
    /// Its claim, if it has one.
    pub claim: Option<usize>,
    /// The calculation of that claim.
    pub shown: Option<Shown>,
    /// The words and numbers that say it.
    pub said: Span,
    /// The inputs.
    pub bound: Vec<Bound>,
    /// Its section.
    pub section: usize,
}

impl Report<'_> {
    /// Of two formulas for one number, one that holds goes first, then one that names a mistake.
    pub fn goes_before(&self, other: &Self) -> bool {
        self.rank() < other.rank()
    }

    fn rank(&self) -> u8 {
        match self.judgement {
            Judgement::Holds(_) => 0,
            Judgement::Wrong(_, Some(_)) => 1,
            Judgement::Wrong(_, None) => 2,
        }
    }
}

/// Writes a report onto the claims; gives the use where the formula contradicts the number.
pub(crate) fn apply_to(document: &Document, report: &Report<'_>, claims: &mut Vec<Claim>) -> Option<FormulaUse> {
    match &report.judgement {
        Judgement::Holds(comparison) => {
            if report.claim.is_none() && !claims.iter().any(|c| c.stated_span == report.stated_span) {
                claims.push(claim_of(document, report, comparison));
            }
            None
        }
        Judgement::Wrong(comparison, mistake) => {
            let wrong = Wrong::new(document, report, comparison, *mistake)?;
            let fresh = claim_of(document, report, comparison);
            let at = report.claim.or_else(|| claims.iter().position(|c| c.stated_span == report.stated_span));
            match at.and_then(|at| claims.get_mut(at)) {
                Some(claim) => wrong.mark(claim, fresh),
                None => {
                    let mut claim = fresh.clone();
                    wrong.mark(&mut claim, fresh);
                    claims.push(claim);
                }
            }
            Some(wrong.found)
        }
    }
}

/// A claim of its own for a number that only a formula covers.
fn claim_of(document: &Document, report: &Report<'_>, comparison: &Comparison) -> Claim {
    let (verdict, how, reason) = crate::claims::verdict(comparison);
    let computed = comparison.computed.as_ref();
    let written = written(report);
    let inputs = report.bound.iter().filter_map(|b| b.span).filter(|s| report.said.contains(*s));
    let side = inputs.reduce(Span::cover).unwrap_or(report.said);
    Claim {
        kind: ClaimKind::Formula,
        span: side.cover(report.stated_span),
        stated_span: report.stated_span,
        computed_span: side,
        computed_text: crate::text::plain(document.source.slice(side)),
        relation: String::new(),
        verdict,
        how,
        weak: comparison.weak,
        stated: document.source.slice(report.stated_span).to_string(),
        computed: computed.map(|v| gives(report, v)),
        accepted: computed.and_then(|v| written.as_ref().map(|w| w.accepted(v))),
        rounded: computed.map(|v| written.as_ref().map_or_else(|| gives(report, v), |w| w.nearest(v))),
        reading: format!("{}, {}", report.formula.name, comparison.reading),
        reason,
        explanation: None,
        fault: None,
        value: Some(report.amount.quantity.clone()),
        recomputed: comparison.base.as_ref().map(|(value, dimension)| designlint_quantity::Quantity {
            value: value.clone(),
            dimension: *dimension,
            ..designlint_quantity::Quantity::count(0)
        }),
        operands: Vec::new(),
        plain: false,
        notes: Vec::new(),
        section: report.section,
    }
}

fn written(report: &Report<'_>) -> Option<Written> {
    report.amount.literal().and_then(|l| Written::of(&report.amount.text, l, &report.amount.text))
}

/// The value in the unit of the stated number; a fraction where that is one.
fn gives(report: &Report<'_>, value: &Rational) -> String {
    let Some(written) = written(report) else {
        let unit = report.amount.text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '/');
        let short = value.denominator().to_string().len() <= 4;
        let number = if short { value.to_string() } else { significant(value, 6) };
        return format!("{number}{unit}");
    };
    written.write(value)
}

/// A number that a formula contradicts.
struct Wrong {
    found: FormulaUse,
    explanation: Option<Explanation>,
    notes: Vec<(Span, String)>,
}

impl Wrong {
    fn new(
        document: &Document,
        report: &Report<'_>,
        comparison: &Comparison,
        mistake: Option<&Mistake>,
    ) -> Option<Self> {
        let formula = report.formula;
        if !matches!(comparison.outcome, Outcome::Wrong(_) | Outcome::Holds(_)) {
            return None;
        }
        let gives = gives(report, comparison.computed.as_ref()?);
        let bare = report.amount.is_bare() && formula.unit != "%" && !formula.unit.is_empty();
        let gives = if bare { format!("{gives} {}", formula.unit) } else { gives };
        let worked = write::worked(&expression(&formula.formula)?, formula, &report.bound);
        let named =
            |m: &Mistake| Some((m.id.clone(), write::sentence(&m.says, formula, &report.bound)?, operand(report, m)));
        let (kind, says, operand) = match mistake.and_then(named).or_else(|| other_operand(report)) {
            Some((kind, says, operand)) => (Some(kind), Some(says), operand),
            None => (None, None, None),
        };
        let subject = if report.shown.is_some() { "the calculation" } else { "the number" };
        let explanation =
            kind.zip(says.as_ref()).map(|(kind, says)| Explanation { kind, text: format!("{subject} {says}") });
        let rule = mistake.map(|m| m.rule.as_str()).filter(|r| !r.is_empty()).unwrap_or(&formula.rule);
        let notes = notes(document, report, mistake, operand.as_ref());
        let found = FormulaUse {
            formula: formula.id.clone(),
            name: formula.name.clone(),
            rule: rule.to_string(),
            stated_span: report.stated_span,
            side: None,
            worked,
            gives,
            says,
            operand,
        };
        let side = report.shown.as_ref().map(Shown::whole);
        Some(Self { found: FormulaUse { side, ..found }, explanation, notes })
    }

    fn mark(&self, claim: &mut Claim, fresh: Claim) {
        claim.verdict = Verdict::Wrong;
        claim.how = None;
        claim.reason = None;
        claim.computed = fresh.computed;
        claim.accepted = fresh.accepted;
        claim.rounded = fresh.rounded;
        claim.recomputed = fresh.recomputed;
        claim.reading = fresh.reading;
        claim.fault = Some(Fault::Formula(self.found.formula.clone()));
        claim.explanation = self.explanation.clone();
        claim.notes = self.notes.clone();
    }
}

/// Kind and sentence of a slip, and the operand it sits in with what the document says of it.
type Slip = (String, String, Option<(Span, String)>);

/// The one number of a calculation that has the formula's shape and is not what the document says.
fn other_operand(report: &Report<'_>) -> Option<Slip> {
    let shown = report.shown.as_ref()?;
    let formula = report.formula;
    let known = known(&report.bound);
    let mut found = report.bound.iter().filter_map(|b| {
        let others = |v: &str| if v == b.variable { Vec::new() } else { known(v) };
        let placed = align(&expression(&formula.formula)?, &shown.expression, &others)?;
        let at = placed.into_iter().find(|p| p.variable == b.variable)?;
        let name = &formula.inputs.iter().find(|i| i.variable == b.variable)?.name;
        let says = format!("takes {} for the {name}, which is {}", write::number(&at.literal.number.value), b.text);
        Some(("other-operand".to_string(), says, Some((shown.span(&at.literal), b.text.clone()))))
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The number of the calculation that a mistake put there, and what belongs in its place.
fn operand(report: &Report<'_>, mistake: &Mistake) -> Option<(Span, String)> {
    let shown = report.shown.as_ref()?;
    let placed = align(&expression(&mistake.formula)?, &shown.expression, &known(&report.bound))?;
    let at = placed.iter().find(|p| p.variable == mistake.operand)?;
    let instead = filled(&expression(&mistake.instead)?, report.formula, &report.bound)?;
    let text = match &instead {
        Expression::Literal(_) => report.bound.iter().find(|b| b.variable == mistake.instead).map(|b| b.text.clone()),
        _ => None,
    };
    let value = || value_of(&instead, &|_| None).map(|(v, _)| write::number(&v));
    Some((shown.span(&at.literal), text.or_else(value)?))
}

/// Places that the message points at: the operand, and where the document states what the mistake is about.
fn notes(
    document: &Document,
    report: &Report<'_>,
    mistake: Option<&Mistake>,
    operand: Option<&(Span, String)>,
) -> Vec<(Span, String)> {
    let formula = report.formula;
    let name = |variable: &str| formula.inputs.iter().find(|i| i.variable == variable).map(|i| i.name.as_str());
    let mut out: Vec<(Span, String)> = Vec::new();
    if let Some((span, instead)) = operand {
        let what = mistake.and_then(|m| name(&m.operand));
        out.push((*span, what.map_or_else(|| format!("{instead} belongs here"), |name| format!("this is the {name}"))));
    }
    let concerns = |b: &&Bound| match mistake {
        Some(m) => {
            m.says.contains(&format!("{{{}}}", b.variable))
                || m.instead.contains(&b.variable)
                || m.operand == b.variable
        }
        None => formula.formula.contains(&b.variable),
    };
    for b in report.bound.iter().filter(concerns) {
        let Some(span) = b.span.filter(|s| !report.said.contains(*s)) else { continue };
        if let Some(name) = name(&b.variable).filter(|_| out.iter().all(|(s, _)| *s != span)) {
            out.push((span, format!("the {name} is {} here", document.source.slice(span).trim())));
        }
    }
    out
}
