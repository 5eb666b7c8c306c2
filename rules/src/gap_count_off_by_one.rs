//! `gap-count-off-by-one`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::formula_finding;

declare_rule! {
    /// n points, tokens or timestamps are given n gaps.
    ///
    /// ## Why
    /// Between n points lie n - 1 gaps: the first token of a stream comes at its own time, and n - 1 follow. One gap too many is a small
    /// but systematic error.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Latency
    ///
    /// Each answer has 32 output tokens: 0.5 + 32 x 0.06 = 2.42 s.
    /// ```
    /// ```md,passes
    /// ## Latency
    ///
    /// Each answer has 32 output tokens: 0.5 + 31 x 0.06 = 2.36 s.
    /// ```
    ///
    /// ## Silent on
    /// Numbers of points that the document does not state, and times that count from before the first point.
    pub static META = { name: "gap-count-off-by-one", family: Arithmetic, severity: Warning }
}

/// `gap-count-off-by-one`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GapCountOffByOne {}

impl Rule for GapCountOffByOne {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        formula_finding::findings(cx, META.name)
    }
}
