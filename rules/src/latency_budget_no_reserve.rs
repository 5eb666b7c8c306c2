//! `latency-budget-no-reserve`.

use designlint_core::{Context, Finding, Rule, RuleMeta, Severity, declare_rule};
use designlint_facts::Budget;
use designlint_quantity::{Rational, significant};
use serde::Deserialize;

use crate::share::Share;

declare_rule! {
    /// The hops of a path leave next to nothing of its objective.
    ///
    /// ## Why
    /// Hops grow, queues form and calls are tried again. A budget that is spent to the last millisecond on the day it is
    /// written is missed by the first of these; 15 to 20% in reserve is what they take.
    ///
    /// Less than 10% left is a warning, less than 15% information; `reserve` and `least` set the two shares.
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
    /// | ranking | 60 ms |
    /// | rendering | 28 ms |
    /// | **total** | **148 ms** |
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
    /// Hops that exceed the objective, which is `latency-budget-over`; timeouts, which are no budget; measured times.
    pub static META = { name: "latency-budget-no-reserve", family: Formula, severity: Warning }
}

/// `latency-budget-no-reserve`.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LatencyBudgetNoReserve {
    /// From this share on nothing is said; 15% unless it is set.
    reserve: Share,
    /// Below this share it is more than information; 10% unless it is set.
    least: Share,
}

impl Default for LatencyBudgetNoReserve {
    fn default() -> Self {
        Self { reserve: Share::percent(15), least: Share::percent(10) }
    }
}

impl Rule for LatencyBudgetNoReserve {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.budgets.iter().filter(|b| !b.timeouts).filter_map(|b| self.finding(b)).collect()
    }
}

impl LatencyBudgetNoReserve {
    fn finding(&self, budget: &Budget) -> Option<Finding> {
        let whole = &budget.objective.value;
        if *whole <= Rational::ZERO || budget.sum > *whole {
            return None;
        }
        let spare = budget.hops.iter().filter(|h| h.spare).fold(Rational::ZERO, |s, h| s + &h.time.value);
        let used = &budget.sum - spare;
        let left = (whole - &used) / whole;
        if left >= self.reserve.0 {
            return None;
        }
        let in_unit = |seconds: &Rational| significant(&(seconds / &budget.objective.factor), 4);
        let unit = &budget.objective.unit;
        let most = if budget.complete { "" } else { "at most " };
        let percent = significant(&(&left * Rational::from(100u8)), 2);
        let share =
            if left.is_zero() { "nothing in reserve".to_string() } else { format!("{most}{percent}% in reserve") };
        let message = format!(
            "the hops take {} of the {} {unit} of the objective and leave {share}",
            in_unit(&used),
            in_unit(whole)
        );
        let part = |percent: u8| in_unit(&(whole * Rational::from(percent) / Rational::from(100u8)));
        let help = format!("keep 15 to 20% for growth, queues and retries: {} to {} {unit}", part(15), part(20));
        let finding = Finding::new(budget.span, message).help(help).label(budget.objective_span, "the objective");
        Some(if left < self.least.0 { finding } else { finding.severity(Severity::Info) })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{entry, says};

    fn budget(objective: &str, rows: &str) -> String {
        format!("## Latency budget\n\nSLO: p99 ≤ {objective} over 30 days.\n\n| hop | budget |\n|---|---|\n{rows}")
    }

    fn found(text: &str) -> Vec<String> {
        says("latency-budget-no-reserve", text)
    }

    #[test]
    fn a_warning_below_a_tenth_and_information_below_fifteen_percent() {
        let rows = "| gateway | 100 ms |\n| engine | 254 ms |\n| total | 354 ms |\n";
        assert_eq!(
            found(&budget("400 ms", rows)),
            ["9:1-9:19 info: the hops take 354 of the 400 ms of the objective and leave 12% in reserve"]
        );
        assert_eq!(
            found(&budget("360 ms", rows)),
            ["9:1-9:19 warning: the hops take 354 of the 360 ms of the objective and leave 1.7% in reserve"]
        );
        assert_eq!(
            found(&budget("354 ms", rows)),
            ["9:1-9:19 warning: the hops take 354 of the 354 ms of the objective and leave nothing in reserve"]
        );
        assert_eq!(found(&budget("417 ms", rows)), [""; 0]);
        assert_eq!(found(&budget("350 ms", rows)), [""; 0]);
    }

    #[test]
    fn a_reserve_among_the_rows_is_a_reserve() {
        let rows = "| gateway | 40 ms |\n| engine | 80 ms |\n| reserve | 30 ms |\n| total | 150 ms |\n";
        assert_eq!(found(&budget("150 ms", rows)), [""; 0]);
    }

    #[test]
    fn seconds_and_a_list() {
        let text = "## Latency budget\n\nThe deadline is 2 s.\n\n- gateway: 100 ms\n- engine: 1.8 s\n";
        assert_eq!(
            found(text),
            ["6:11-6:16 warning: the hops take 1.9 of the 2 s of the objective and leave 5% in reserve"]
        );
    }

    #[test]
    fn the_shares_are_options() {
        let configured = |value: serde_json::Value| (entry("latency-budget-no-reserve").configure)(value);
        assert!(configured(serde_json::json!({ "reserve": "15%", "least": "5%" })).is_ok());
        let error = configured(serde_json::json!({ "reserve": "15" })).err();
        assert_eq!(error.as_deref(), Some("invalid value: string \"15\", expected a share of 0 to 100% such as 15%"));
    }
}
