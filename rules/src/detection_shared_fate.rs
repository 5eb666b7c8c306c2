//! `detection-shared-fate`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{FailureMode, FateLink, SignalFault, SignalUse, Vocabulary};
use serde::Deserialize;

use crate::detection_wording::{faulty, finding, name, witness};
use crate::failure_wording::the;

declare_rule! {
    /// The signal of a failure is kept, computed or delivered by something that needs what failed.
    ///
    /// ## Why
    /// A status page in the bucket that is down, an alert rule in the Prometheus it watches, a mail about the mail server:
    /// the signal may be right and reaches nobody, because one link of its way fails in the same minute.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Components
    ///
    /// - `alertmanager` notifies through `mail-relay`.
    ///
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | mail-relay down | mail from `alertmanager` | receipts wait |
    /// ```
    /// ```md,passes
    /// ## Components
    ///
    /// - `alertmanager` notifies through `mail-relay`.
    ///
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | mail-relay down | probe from outside, paged by phone | receipts wait |
    /// ```
    ///
    /// ## What ties a signal to a failure
    /// What the document says: a component list, front matter or a diagram ("runs on", "notifies through", "scraped by"; of
    /// parts that watch others "stores in" and "depends on", too), the word "same" before what failed, a job or rule of the
    /// scheduler or monitor that failed, a viewer that is reached over what failed.
    ///
    /// ## Silent on
    /// - a caller that needs what failed: it counts the errors of its calls
    /// - one of several replicas
    /// - a row in which one signal comes from elsewhere: outside, another host, a second region, out of band
    pub static META = { name: "detection-shared-fate", family: Failure, severity: Warning }
}

/// `detection-shared-fate`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DetectionSharedFate {}

impl Rule for DetectionSharedFate {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let words = &cx.settings.knowledge.vocabulary;
        faulty(cx)
            .filter_map(|(mode, signal, fault)| match fault {
                SignalFault::SharedFate(link) => Some(about(mode, signal, link, words)),
                _ => None,
            })
            .collect()
    }
}

fn about(mode: &FailureMode, signal: &SignalUse, link: &FateLink, words: &Vocabulary) -> Finding {
    let shown = name(&signal.name.text);
    let failed = mode.component.as_deref().unwrap_or("what fails in this row");
    let (message, place) = match link {
        FateLink::Declared { component, verb, need, span } => {
            let way = if signal.owner.as_deref() == Some(component) { "comes from" } else { "goes through" };
            let (part, need, failed) = (the(component, words), the(need, words), the(failed, words));
            let fails = if same(&need, &failed) { "that" } else { failed.as_str() };
            let message =
                format!("{shown} {way} {part}, which needs {need}, and {fails} fails in this row: it reaches nobody");
            (message, Some((*span, format!("\"{verb}\" is said here"))))
        }
        FateLink::Same(place) => {
            (format!("{shown} stands in the same {place} that fails in this row: both are gone together"), None)
        }
        FateLink::RunBy(job) => {
            let failed = the(failed, words);
            (format!("this is a {job}: {failed} runs it, and {failed} fails in this row"), None)
        }
        FateLink::Reached(way) => {
            (format!("{shown} is reached {way}, which fails in this row: nobody can look at it"), None)
        }
    };
    let finding = finding(mode, signal, message);
    let finding = match place {
        Some((span, said)) if !span.is_empty() => finding.label(span, said),
        _ => finding,
    };
    finding.help(format!("name a signal whose whole way, up to the pager, is apart from it: {}", witness(mode, failed)))
}

fn same(a: &str, b: &str) -> bool {
    let bare = |name: &str| name.trim_start_matches("the ").trim_matches('`').to_lowercase();
    bare(a) == bare(b)
}

#[cfg(test)]
mod tests {
    use crate::testing::says_of_row;

    const RULE: &str = "detection-shared-fate";

    fn row(before: &str, failure: &str, detection: &str) -> Vec<String> {
        says_of_row(RULE, before, failure, detection)
    }

    const PARTS: &str = "## Components\n\n- `metrics` depends on `etcd`.\n- `alertmanager` notifies through `relay`.\n- `orders` depends on `ledger` and runs on `node-7`.\n\n";

    #[test]
    fn a_declared_need_is_a_tie() {
        assert_eq!(
            row(PARTS, "relay down", "queue alert by `alertmanager`"),
            [
                "\"queue alert by `alertmanager`\" goes through alertmanager, which needs the relay, and that fails in this row: it reaches nobody"
            ]
        );
        assert_eq!(row(PARTS, "node-7 lost", "`orders_failed_total` rises").len(), 1);
        assert_eq!(row(PARTS, "etcd down", "alert in `metrics`").len(), 1);
    }

    #[test]
    fn a_caller_counts_what_it_cannot_call() {
        assert_eq!(row(PARTS, "ledger down", "`orders_ledger_errors_total` rises"), [""; 0]);
        assert_eq!(row(PARTS, "relay down", "probe from outside"), [""; 0]);
    }

    #[test]
    fn the_same_place_is_a_tie() {
        assert_eq!(
            row("", "bucket unavailable", "status page (static files in the same bucket)"),
            [
                "\"status page (static files in the same bucket)\" stands in the same bucket that fails in this row: both are gone together"
            ]
        );
        assert_eq!(row("", "prometheus down", "an alert rule in the same prometheus").len(), 1);
        assert_eq!(row("", "gateway down", "a script on the same host that calls it"), [""; 0]);
        assert_eq!(row("", "bucket unavailable", "status page, not in the same bucket"), [""; 0]);
    }

    #[test]
    fn a_scheduler_runs_its_checks() {
        assert_eq!(
            row("", "cron daemon on `batch-2` dies", "a nightly cron job on `batch-2` looks for missing output"),
            ["this is a cron job: the cron daemon runs it, and the cron daemon \
             fails in this row"]
        );
        assert_eq!(row("", "cron daemon on `batch-2` dies", "a cron job on `batch-5` asks for it"), [""; 0]);
        assert_eq!(row("", "prometheus down", "an alert rule in prometheus").len(), 1);
        assert_eq!(row("", "prometheus-a down", "an alert rule in prometheus-b"), [""; 0]);
    }

    #[test]
    fn what_is_reached_over_it_cannot_be_seen() {
        assert_eq!(
            row("", "vpn down", "dashboards over the vpn"),
            ["\"dashboards over the vpn\" is reached over the vpn, which fails in this row: nobody can look at it"]
        );
        assert_eq!(row("", "vpn down", "probes from another network"), [""; 0]);
        assert_eq!(row("", "DNS down", "errors of DNS lookups in `resolver`"), [""; 0]);
    }
}
