//! `little-law`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::formula_finding;

declare_rule! {
    /// Requests in flight, arrival rate and time in the system contradict Little's law.
    ///
    /// ## Why
    /// What is in a system is what arrives per second times the seconds it stays. A time quoted as a count, users counted as requests
    /// or the inverse of a throughput taken for a latency size a scheduler for 2 where 9 are in flight.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Concurrency
    ///
    /// 4 requests/s arrive and each request takes 2.36 s. On average 2.36 requests are in flight.
    /// ```
    /// ```md,passes
    /// ## Concurrency
    ///
    /// 4 requests/s arrive and each request takes 2.36 s. On average 9.44 requests are in flight.
    /// ```
    ///
    /// ## Silent on
    /// Limits and peaks, and sections that do not state all of rate, time and number.
    pub static META = { name: "little-law", family: Formula, severity: Error }
}

/// `little-law`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LittleLaw {}

impl Rule for LittleLaw {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        formula_finding::findings(cx, META.name)
    }
}
