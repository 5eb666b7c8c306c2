//! `formula-mismatch`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::formula_finding;

declare_rule! {
    /// A stated result contradicts a known formula.
    ///
    /// ## Why
    /// A result without its calculation still has a formula where the field has one; recomputing it is what a reviewer does by hand.
    /// Formulas with a rule of their own are reported by that rule.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Transfer
    ///
    /// The cache of a prompt is 671 MB, which at 25 GB/s adds 2.7 ms.
    /// ```
    /// ```md,passes
    /// ## Transfer
    ///
    /// The cache of a prompt is 671 MB, which at 25 GB/s adds 27 ms.
    /// ```
    ///
    /// ## Silent on
    /// A result with an input that is not stated, or with a qualifier that the formula does not know, such as "effective" or "compressed".
    pub static META = { name: "formula-mismatch", family: Formula, severity: Error }
}

/// `formula-mismatch`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FormulaMismatch {}

impl Rule for FormulaMismatch {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        formula_finding::findings(cx, META.name)
    }
}
