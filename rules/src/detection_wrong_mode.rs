//! `detection-wrong-mode`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Blindness, FailureKind, FailureMode, Knowledge, SignalFault, SignalUse};
use serde::Deserialize;

use crate::detection_wording::{entry, faulty, finding, name};
use crate::failure_wording::the;

declare_rule! {
    /// The signal stays healthy during this kind of failure.
    ///
    /// ## Why
    /// A slow service is up, a wrong answer is a 200, a heartbeat from beside the work goes on while the work hangs. The
    /// signal is there and measures something else, so the row looks answered and nobody is told.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | index serves stale results | 5xx ratio at the load balancer | old items |
    /// ```
    /// ```md,passes
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | index serves stale results | index age > 20 m | old items |
    /// ```
    ///
    /// ## Silent on
    /// - kinds that a signal sees under a condition, such as timeouts that end as errors
    /// - rows that name several kinds, of which it sees one
    /// - signals with words for what they look at beyond their kind: a known answer, a checksum, p99
    pub static META = { name: "detection-wrong-mode", family: Failure, severity: Warning }
}

/// `detection-wrong-mode`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DetectionWrongMode {}

impl Rule for DetectionWrongMode {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        faulty(cx)
            .filter_map(|(mode, signal, fault)| match fault {
                SignalFault::WrongMode(blindness) => Some(about(mode, signal, *blindness, &cx.settings.knowledge)),
                _ => None,
            })
            .collect()
    }
}

fn about(mode: &FailureMode, signal: &SignalUse, blindness: Blindness, knowledge: &Knowledge) -> Finding {
    let words = &knowledge.vocabulary;
    let component = the(mode.component.as_deref().unwrap_or("the component"), words);
    let shown = name(&signal.name.text);
    let emitter = entry(signal, knowledge).map_or_else(|| signal.emitter.clone(), |e| e.emitter.clone());
    let emitter = the(&emitter, words);
    let (why, instead) = match blindness {
        Blindness::Kind => of_kind(mode.kind),
        Blindness::Average => (
            "the average over the others hides the one that fails",
            "the worst of the replicas: the same series by instance, with a limit for each",
        ),
        Blindness::OthersReport => (
            "the other replicas keep the series alive, so it is never absent",
            "`up == 0` by instance, or the number of healthy instances against the number that should run",
        ),
        Blindness::ShallowCheck => (
            "whoever answers it runs on without what was lost",
            "a readiness check that runs a query, or the errors that the caller counts",
        ),
    };
    let message = format!("{shown} comes from {emitter} and stays healthy in this row: {why}");
    finding(mode, signal, message).help(format!("for {component}, take {instead}"))
}

/// Why a signal does not see a kind of failure, and one that does.
fn of_kind(kind: FailureKind) -> (&'static str, &'static str) {
    match kind {
        FailureKind::Slow => {
            ("something slow still runs and answers", "a latency, such as p99 at the caller above its limit for 5 m")
        }
        FailureKind::WrongData => (
            "a wrong answer is an answer, and counts as a success",
            "a freshness or quality signal: the age of the data, a checksum, a query with a known answer",
        ),
        FailureKind::Hang => (
            "it goes on beside the work that hangs",
            "the time since the last finished unit of work, or timeouts that the caller counts",
        ),
        FailureKind::NeverRan => (
            "what never started leaves nothing for it to count",
            "the age of the last success, `time() - last_success_timestamp_seconds > 26 * 3600`",
        ),
        FailureKind::Overload => {
            ("something full still runs", "the depth of its queue, the share of refused requests or p99 at the caller")
        }
        FailureKind::Crash | FailureKind::Other => {
            ("it measures something else", "a probe from outside, or the errors that a caller counts")
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says_of_row;

    const RULE: &str = "detection-wrong-mode";

    fn row(failure: &str, detection: &str) -> Vec<String> {
        says_of_row(RULE, "", failure, detection)
    }

    #[test]
    fn what_is_slow_or_wrong_is_up() {
        assert_eq!(
            row("catalogue answers slowly (p95 > 1 s)", "`up{job=\"catalogue\"} == 0` for 2 m"),
            [
                "`up{job=\"catalogue\"} == 0` comes from the Prometheus that scrapes the target and stays healthy in this row: \
              something slow still runs and answers"
            ]
        );
        assert_eq!(
            row("price list is stale", "5xx ratio at the load balancer"),
            [
                "\"5xx ratio at the load balancer\" comes from the edge in front of the service and stays healthy in this row: a \
              wrong answer is an answer, and counts as a success"
            ]
        );
        assert_eq!(row("worker hangs", "process heartbeat missed").len(), 1);
    }

    #[test]
    fn a_process_answers_without_its_database() {
        assert_eq!(
            row("database unreachable from the orders API", "load balancer asks `/livez`"),
            [
                "\"load balancer asks `/livez`\" comes from whoever asks the health endpoint and stays healthy in this row: whoever answers it runs on \
              without what was lost"
            ]
        );
        assert_eq!(row("database unreachable from the orders API", "`/readyz`, which runs a query"), [""; 0]);
        assert_eq!(row("orders API down", "load balancer asks `/livez`"), [""; 0]);
    }

    #[test]
    fn an_average_hides_one_of_many() {
        assert_eq!(
            row("one replica of the gateway is slow", "`gateway_request_duration_seconds` average > 1 s").len(),
            1
        );
        assert_eq!(row("one replica of the gateway dies", "`absent(up{job=\"gateway\"})`").len(), 1);
        assert_eq!(row("one replica of the gateway dies", "`up{job=\"gateway\"} == 0`"), [""; 0]);
    }

    #[test]
    fn silent_where_it_may_see() {
        for (failure, detection) in [
            ("search answers slowly", "`search_request_duration_seconds` p99 > 2 for 5 m"),
            ("search answers slowly", "5xx ratio at the load balancer (timeouts count)"),
            ("ranker returns stale results", "canary query with a known answer fails twice"),
            ("ranker returns stale results", "`/healthz` compares the version of the index"),
            ("consumer silently dies", "`up == 0`"),
            ("cache returns stale values", "`up == 0`; age of the oldest entry > 5 m"),
            ("worker hangs", "heartbeat after each job missed for 5 m"),
        ] {
            assert_eq!(row(failure, detection), [""; 0], "{failure}: {detection}");
        }
    }
}
