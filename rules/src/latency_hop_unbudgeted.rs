//! `latency-hop-unbudgeted`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Budget, Path, Text};
use serde::Deserialize;

declare_rule! {
    /// A part on the path of a request has no line in the latency budget.
    ///
    /// ## Why
    /// The sum of a budget is below its objective only if every part is in it. What is left out is most often a queue, and that is
    /// where a p99 goes under load.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Latency budget
    ///
    /// Path: client → gateway → queue → worker → store. SLO: p99 ≤ 100 ms over 30 days.
    ///
    /// | hop | budget |
    /// |---|---|
    /// | gateway | 10 ms |
    /// | worker | 40 ms |
    /// | store | 20 ms |
    /// | **total** | **70 ms** |
    /// ```
    /// ```md,passes
    /// ## Latency budget
    ///
    /// Path: client → gateway → queue → worker → store. SLO: p99 ≤ 100 ms over 30 days.
    ///
    /// | hop | budget |
    /// |---|---|
    /// | gateway | 10 ms |
    /// | queue | 10 ms |
    /// | worker | 40 ms |
    /// | store | 20 ms |
    /// | **total** | **80 ms** |
    /// ```
    ///
    /// ## Silent on
    /// The caller at the ends of the path; budgets that name fewer than half of its parts, and so divide it otherwise; budgets with a
    /// line for the rest; paths of other sections.
    pub static META = { name: "latency-hop-unbudgeted", family: Formula, severity: Warning }
}

/// `latency-hop-unbudgeted`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LatencyHopUnbudgeted {}

impl Rule for LatencyHopUnbudgeted {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let mut out: Vec<Finding> = Vec::new();
        for budget in cx.facts.budgets.iter().filter(|b| !b.timeouts) {
            let names: Vec<&str> = budget.hops.iter().map(|h| h.name.as_str()).collect();
            for part in paths_of(cx, budget, &names).into_iter().flat_map(|p| p.unnamed(&names)) {
                let found = finding(part, budget);
                if out.iter().all(|o| o.message != found.message) {
                    out.push(found);
                }
            }
        }
        out
    }
}

/// The paths of the section of a budget; where it has none, the only one of the document that the budget divides.
fn paths_of<'c>(cx: &Context<'c>, budget: &Budget, names: &[&str]) -> Vec<&'c Path> {
    let divided: Vec<&Path> = cx.facts.service.paths.iter().filter(|p| p.is_divided_by(names)).collect();
    let near: Vec<&Path> = divided.iter().copied().filter(|p| p.is_of_section(cx.document, budget.section)).collect();
    match divided.as_slice() {
        [only] if near.is_empty() => vec![*only],
        _ => near,
    }
}

fn finding(part: &Text, budget: &Budget) -> Finding {
    let name = &part.text;
    let message = format!("`{name}` is on the path, but no line of the latency budget gives it a time");
    let help =
        format!("add a line for `{name}`; waiting in a queue and the way over the network are parts of the time too");
    Finding::new(part.span, message).help(help).label(budget.span, "the budget ends here")
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const TABLE: &str = "\n| hop | budget |\n|---|---|\n| API gateway | 10 ms |\n| workers | 40 ms |\n| store reads | 20 ms |\n| total | 70 ms |\n";

    fn found(path: &str) -> Vec<String> {
        says(
            "latency-hop-unbudgeted",
            &format!("## Latency budget\n\n{path}\nSLO: p99 ≤ 100 ms over 30 days.\n{TABLE}"),
        )
    }

    #[test]
    fn a_part_without_a_line() {
        let message = "`queue` is on the path, but no line of the latency budget gives it a time";
        assert_eq!(
            found("Path: client → gateway → queue → worker → store."),
            [format!("3:26-3:31 warning: {message}")]
        );
        assert_eq!(
            found("Request path: `client` -> `gateway` -> `queue` -> `worker` -> `store` -> `client`."),
            [format!("3:41-3:46 warning: {message}")]
        );
        assert_eq!(
            found("A request passes the gateway, the queue, the worker and the store."),
            [format!("3:35-3:40 warning: {message}")]
        );
        assert_eq!(
            found("```text\ngateway -> queue -> worker -> store\n```\n"),
            [format!("4:12-4:17 warning: {message}")]
        );
    }

    #[test]
    fn every_part_has_a_line_or_the_budget_divides_otherwise() {
        for path in [
            "Path: client → gateway → worker → store.",
            "Path: browser → DNS → CDN → balancer → gateway → mesh → worker.",
            "States: draft → queued → sent → done.",
            "The gateway sends to the store.",
        ] {
            assert_eq!(found(path), [""; 0], "{path}");
        }
    }
}
