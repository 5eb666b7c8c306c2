//! `table-total-mismatch`.

use designlint_core::{Context, Finding, Fix, Rule, RuleMeta, Safety, Severity, declare_rule};
use designlint_facts::{Claim, ClaimKind, Fault, Operand, Verdict};
use designlint_quantity::Rational;
use serde::Deserialize;

declare_rule! {
    /// A total is not the sum of what stands above it.
    ///
    /// ## Why
    /// A total is quoted from the day it is written; a row that was added later, or a digit that was lost, is quoted
    /// with it.
    ///
    /// ## Example
    /// ```md,fails
    /// | area | tests |
    /// |---|---|
    /// | parser | 24 |
    /// | lowering | 19 |
    /// | runtime | 23 |
    /// | **Total** | **67** |
    /// ```
    /// ```md,passes
    /// | area | tests |
    /// |---|---|
    /// | parser | 24 |
    /// | lowering | 19 |
    /// | runtime | 23 |
    /// | **Total** | **66** |
    /// ```
    ///
    /// ## Silent on
    /// Rows that only look like totals; a total of subtotals or of its own group; a multiple of the total above; weighted
    /// sums and averages; caps; parallel rows, of which the slowest counts; sums of rounded numbers, as far as rounding
    /// explains the difference; a total over a row that cannot be read, such as a range; shares that do not make 100.
    pub static META = { name: "table-total-mismatch", family: Arithmetic, severity: Error }
}

/// Most addends that a message lists.
const LISTED: usize = 6;

/// `table-total-mismatch`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableTotalMismatch {}

impl Rule for TableTotalMismatch {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let totals = cx.facts.claims.iter().filter(|c| c.kind == ClaimKind::Total && c.fault == Some(Fault::Total));
        totals.filter_map(|claim| finding(cx, claim)).collect()
    }
}

fn finding(cx: &Context<'_>, claim: &Claim) -> Option<Finding> {
    let computed = claim.computed.as_ref()?;
    let sum = addends(cx, claim);
    if claim.verdict == Verdict::Holds {
        let message =
            format!("{sum} is {computed}, further from {} than rounded numbers usually add up to", claim.stated);
        return Some(Finding::of_claim(claim, message).severity(Severity::Warning));
    }
    let mut finding = Finding::of_claim(claim, format!("{sum} is {computed}, not {}", claim.stated));
    if let Some(rounded) = &claim.rounded {
        finding.help.get_or_insert_with(|| format!("write {rounded}, or mend the number that is wrong"));
    }
    if let (Some(first), Some(last)) = (claim.operands.first(), claim.operands.last()) {
        let what = if claim.operands.len() > LISTED {
            "the first of the numbers that it adds"
        } else {
            "the numbers that it adds"
        };
        let span = if claim.operands.len() > LISTED { first.span } else { first.span.cover(last.span) };
        finding = finding.label(span, what);
    }
    finding.fix = Fix::of_claim(claim, Safety::Unsafe);
    Some(finding)
}

/// The addends as written, joined by their signs; only their number where they are many.
fn addends(cx: &Context<'_>, claim: &Claim) -> String {
    if claim.operands.len() > LISTED {
        return format!("the sum of the {} numbers above", claim.operands.len());
    }
    let mut out = String::new();
    for (at, operand) in claim.operands.iter().enumerate() {
        out.push_str(joint(at, operand));
        out.push_str(cx.document.source.slice(operand.span).trim());
    }
    out
}

fn joint(at: usize, operand: &Operand) -> &'static str {
    match (at, operand.value.value < Rational::ZERO) {
        (0, false) => "",
        (0, true) => "−",
        (_, false) => " + ",
        (_, true) => " − ",
    }
}
