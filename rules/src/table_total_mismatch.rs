//! `table-total-mismatch`.

use designlint_core::{Context, Finding, Fix, Rule, RuleMeta, Severity, declare_rule};
use designlint_facts::{Claim, ClaimKind, Fault, Verdict};
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

/// `table-total-mismatch`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableTotalMismatch {}

impl Rule for TableTotalMismatch {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let totals = cx.facts.claims.iter().filter(|c| c.kind == ClaimKind::Total && c.fault == Some(Fault::Total));
        totals.filter_map(|c| finding(cx, c)).collect()
    }
}

fn finding(cx: &Context<'_>, claim: &Claim) -> Option<Finding> {
    let (sum, computed, stated) = (&claim.computed_text, claim.computed.as_ref()?, &claim.stated);
    if claim.verdict == Verdict::Holds {
        let message = format!("{sum} is {computed}, further from {stated} than rounded numbers usually add up to");
        return Some(Finding::of_claim(claim, message).severity(Severity::Warning));
    }
    let mut finding = Finding::of_claim(claim, format!("{sum} is {computed}, not {stated}"));
    if let Some(rounded) = &claim.rounded {
        finding.help.get_or_insert_with(|| format!("write {rounded}, or mend the number that is wrong"));
    }
    if let Some(first) = claim.operands.first() {
        finding = finding.label(first.span, "the numbers are added from here on");
    }
    finding.fix = Fix::of_claim(cx, claim);
    Some(finding)
}
