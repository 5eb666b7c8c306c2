//! `latency-budget-over`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Budget, Hop};
use designlint_quantity::{Rational, significant};
use serde::Deserialize;

declare_rule! {
    /// The hops of a path take longer than its objective allows.
    ///
    /// ## Why
    /// A design whose own numbers miss its objective cannot meet it, however well each part is built.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Latency budget
    ///
    /// SLO: p99 ≤ 150 ms over 30 days.
    ///
    /// | hop | budget |
    /// |---|---|
    /// | gateway | 15 ms |
    /// | retrieval | 45 ms |
    /// | ranking | 70 ms |
    /// | rendering | 35 ms |
    /// | **total** | **165 ms** |
    /// ```
    /// ```md,passes
    /// ## Latency budget
    ///
    /// SLO: p99 ≤ 150 ms over 30 days.
    ///
    /// | hop | budget |
    /// |---|---|
    /// | gateway | 10 ms |
    /// | retrieval | 40 ms |
    /// | ranking | 50 ms |
    /// | rendering | 20 ms |
    /// | **total** | **120 ms** |
    /// ```
    ///
    /// ## Silent on
    /// Measured times, which are no budget; of hops that run in parallel all but the slowest; fallbacks, retries and cold
    /// starts, which are not on every path; sections that state two objectives, or none.
    pub static META = { name: "latency-budget-over", family: Formula, severity: Error }
}

/// `latency-budget-over`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LatencyBudgetOver {}

impl Rule for LatencyBudgetOver {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let over = cx.facts.budgets.iter().filter(|b| b.sum > b.objective.value);
        over.map(finding).collect()
    }
}

fn finding(budget: &Budget) -> Finding {
    let above = &budget.sum - &budget.objective.value;
    let (sum, above) = (time(&budget.sum, budget), time(&above, budget));
    let objective = time(&budget.objective.value, budget);
    let what = if budget.timeouts { "the timeouts, one after another," } else { "the hops" };
    let at_least = if budget.complete { "" } else { "at least " };
    let message = format!("{what} take {at_least}{sum}, {above} above the {objective} of the objective");
    let hidden = budget.hops.iter().filter(|h| h.hidden).count();
    let help = if budget.timeouts {
        "give each call what is left of the time, or shorten the timeouts until their sum fits"
    } else {
        "cut a hop, run two of them side by side, or raise the objective; keep 15 to 20% of it in reserve"
    };
    let mut finding = Finding::new(budget.span, message).help(help).label(budget.objective_span, "the objective");
    if let Some(slowest) = slowest(&budget.hops) {
        let beside =
            if hidden > 0 { "the slowest hop; of parallel ones only the slowest counts" } else { "the slowest hop" };
        finding = finding.label(slowest.span, beside);
    }
    finding
}

fn slowest(hops: &[Hop]) -> Option<&Hop> {
    hops.iter().rev().max_by_key(|h| h.time.value.clone())
}

/// A time in the unit of the objective.
fn time(seconds: &Rational, budget: &Budget) -> String {
    let shown = seconds / &budget.objective.factor;
    format!("{} {}", significant(&shown, 6), budget.objective.unit)
}
