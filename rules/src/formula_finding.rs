//! What the rules about formulas share: a finding for each number that a known formula contradicts.

use designlint_core::{Context, Edit, Finding, Fix, Safety};
use designlint_facts::{Claim, Fault, FormulaUse};

/// The findings of the formulas that a rule reports.
pub(crate) fn findings(cx: &Context<'_>, rule: &str) -> Vec<Finding> {
    let uses = cx.facts.formula_uses.iter().filter(|u| u.rule == rule);
    uses.filter_map(|u| Some(finding(cx, claim_of(cx, u)?, u))).collect()
}

/// The claim that carries the verdict.
fn claim_of<'c>(cx: &Context<'c>, found: &FormulaUse) -> Option<&'c Claim> {
    cx.wrong(Fault::Formula(found.formula.clone())).find(|c| c.stated_span == found.stated_span)
}

fn finding(cx: &Context<'_>, claim: &Claim, found: &FormulaUse) -> Finding {
    let FormulaUse { name, worked, gives, .. } = found;
    let side = found.side.map(|_| &claim.computed_text);
    let message = match (&found.says, side) {
        (Some(says), Some(side)) => format!("`{side}` {says}: {worked} = {gives}"),
        (Some(says), None) => format!("{} as {name} {says}: {worked} = {gives}", claim.stated),
        (None, _) => format!("{name} is {worked} = {gives}, not {}", claim.stated),
    };
    let mut finding = Finding::of_claim(claim, message).help(format!("write {worked} = {gives}"));
    finding.fix = fix(cx, claim, found);
    finding
}

/// The operand and the result in place of the wrong ones, or the whole calculation, or the result alone.
fn fix(cx: &Context<'_>, claim: &Claim, found: &FormulaUse) -> Option<Fix> {
    let text = claim.rounded.clone()?;
    let digits = Fix::of_claim(cx, claim).and_then(|f| f.edits.into_iter().next());
    let result = digits.unwrap_or(Edit { span: claim.stated_span, text });
    let calculation = match (&found.operand, found.side) {
        (Some((span, text)), _) => Some(Edit { span: *span, text: text.clone() }),
        (None, Some(side)) => Some(Edit { span: side, text: found.worked.clone() }),
        (None, None) => None,
    };
    let mut edits: Vec<Edit> = calculation.into_iter().chain([result]).collect();
    edits.sort_by_key(|e| e.span);
    let overlaps = edits.windows(2).any(|pair| pair[0].span.end > pair[1].span.start);
    let unchanged = edits.iter().all(|e| cx.document.source.slice(e.span) == e.text);
    let title = format!("write {} = {}", found.worked, found.gives);
    (!overlaps && !unchanged).then_some(Fix { title, safety: Safety::Unsafe, edits })
}
