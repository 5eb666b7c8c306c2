//! `error-budget`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::formula_finding;

declare_rule! {
    /// An error budget does not follow from its objective and period.
    ///
    /// ## Why
    /// Alerts, freezes and contracts hang on the minutes that an objective leaves: (1 - objective) x period.
    ///
    /// ## Example
    /// ```md,fails
    /// ## SLO
    ///
    /// 99.99% availability over 7 days leaves an error budget of 65 s per week.
    /// ```
    /// ```md,passes
    /// ## SLO
    ///
    /// 99.99% availability over 7 days leaves an error budget of 60.5 s per week.
    /// ```
    ///
    /// ## Silent on
    /// Months of 30, 30.44 days or 730 h, budgets that are partly spent, objectives of latency, and an objective or period that is not stated.
    pub static META = { name: "error-budget", family: Formula, severity: Error }
}

/// `error-budget`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ErrorBudget {}

impl Rule for ErrorBudget {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        formula_finding::findings(cx, META.name)
    }
}
