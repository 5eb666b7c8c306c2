//! `detection-self-reported`.

use designlint_core::{Context, Finding, Rule, RuleMeta, Severity, declare_rule};
use designlint_facts::{EmitterClass, FailureKind, FailureMode, Knowledge, SignalFault, SignalUse};
use serde::Deserialize;

use crate::detection_wording::{name, witness};
use crate::failure_wording::{failures, the};

declare_rule! {
    /// Every signal of a failure is emitted by the component that is down in it.
    ///
    /// ## Why
    /// A dead gateway records no 5xx: its counters stop or stay flat, the alert computed from them never fires, and the
    /// first to notice are users. Whoever counts must still run when the component does not.
    ///
    /// Where nothing tells who emits the one metric of a row, that is information: the component may be the one.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | gateway down | `gateway_http_5xx_total` rises | requests fail |
    /// ```
    /// ```md,passes
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | gateway down | `probe_success{target="gateway"} == 0` for 1 m | requests fail |
    /// ```
    ///
    /// ## Silent on
    /// - rows in which the component runs: slow, overloaded, wrong data, errors
    /// - one of several replicas: the others go on reporting
    /// - a row in which at least one signal comes from elsewhere
    /// - counters named after a database, a broker or a provider: those who call it count them as often
    /// - signals whose silence is the alarm: `absent()`, a missed heartbeat, the age of the last success
    /// - conditions that need a value of a series that ends, which are `detection-absence-blind`
    ///
    /// ## Who emits a signal
    /// The first that tells: the document (`signals:` in its front matter, or a table with the columns signal and emitter),
    /// `signals:` in designlint.yaml, the signals that designlint knows, the name, the words around it. By its name
    /// `gateway_errors_total` or `tl.gateway.errors` belongs to the gateway; `gateway_upstream_errors_total` is what the
    /// gateway counts about others. Where a name misleads, declare it:
    ///
    /// ```yaml
    /// signals:
    ///   gateway_edge_*: load balancer
    /// ```
    pub static META = { name: "detection-self-reported", family: Failure, severity: Error }
}

/// `detection-self-reported`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DetectionSelfReported {}

impl Rule for DetectionSelfReported {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let knowledge = &cx.settings.knowledge;
        let about = |m| finding(m, knowledge).or_else(|| unattributed(m, knowledge));
        failures(&cx.facts.failure_modes).filter_map(about).collect()
    }
}

fn unattributed(mode: &FailureMode, knowledge: &Knowledge) -> Option<Finding> {
    let signal = &mode.unattributed()?.name;
    let component = the(mode.component.as_deref()?, &knowledge.vocabulary);
    let name = name(&signal.text);
    let fails = match mode.kind {
        FailureKind::Hang => "hangs",
        FailureKind::NeverRan => "does not run",
        _ => "is gone",
    };
    let message =
        format!("cannot tell who emits {name}: if {component} does, it says nothing while {component} {fails}");
    let help = format!(
        "say who emits it: a line `{}: …` under `signals` in the front matter, or a table of signals and emitters",
        signal.text
    );
    Some(
        Finding::new(signal.span, message)
            .label(mode.failure.span, "this is the failure it should show")
            .help(help)
            .severity(Severity::Info),
    )
}

fn finding(mode: &FailureMode, knowledge: &Knowledge) -> Option<Finding> {
    let component = mode.component.as_deref()?;
    let detection = mode.detection.as_ref()?;
    let (first, _) = mode.faulty_signal().filter(|(_, fault)| **fault == SignalFault::SelfReported)?;
    let signals: Vec<&SignalUse> = mode.signals.iter().filter(|s| s.fault == Some(SignalFault::SelfReported)).collect();
    let span = if signals.len() == 1 { first.name.span } else { detection.span };
    Some(
        Finding::new(span, message(mode, &signals, component, knowledge))
            .label(mode.failure.span, "this is the failure it should show")
            .help(format!(
                "name a signal that {} does not emit: {}",
                the(component, &knowledge.vocabulary),
                witness(mode, component)
            )),
    )
}

fn message(mode: &FailureMode, signals: &[&SignalUse], component: &str, knowledge: &Knowledge) -> String {
    let names: Vec<String> = signals.iter().map(|s| name(&s.name.text)).collect();
    let (come, it) = if names.len() == 1 { ("comes", "it") } else { ("come", "they") };
    let the = |name: &str| the(name, &knowledge.vocabulary);
    let emitters: Vec<&str> = signals.iter().map(|s| s.emitter.as_str()).collect();
    let emitter = match emitters.first() {
        Some(first) if emitters.iter().all(|e| e == first) => the(first),
        _ => the(component),
    };
    let runs = match mode.kind {
        FailureKind::Hang => "hangs in this row",
        FailureKind::NeverRan => "did not run in this row",
        _ => "does not run in this row",
    };
    let bare = |name: &str| name.trim_start_matches("the ").trim_matches('`').to_string();
    let own = emitter.ends_with(" itself") || bare(&emitter) == bare(&the(component));
    let who = if own {
        format!("{}, which {runs}", the(component))
    } else {
        format!("{emitter}, and {} {runs}", the(component))
    };
    let entry = signals.first().and_then(|s| knowledge.signals.iter().find(|k| Some(&k.id) == s.pack.as_ref()));
    let silence = match (names.len(), mode.kind, entry) {
        (1, FailureKind::Hang, _) => "falls silent",
        // What a caller's series does tells of the death of others, not of its own.
        (1, _, Some(entry)) if entry.class == EmitterClass::Itself => entry.on_death.as_str(),
        (1, ..) => "falls silent",
        _ => "fall silent",
    };
    format!("{} {come} from {who}: {it} {silence} instead of raising an alarm", names.join(" and "))
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "detection-self-reported";

    fn table(failure: &str, detection: &str) -> String {
        format!(
            "## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n| {failure} | {detection} | errors |\n"
        )
    }

    /// The messages about a row, without their places.
    fn row(failure: &str, detection: &str) -> Vec<String> {
        let said = says(RULE, &table(failure, detection));
        said.into_iter().map(|m| m.split_once(": ").map_or(m.clone(), |(_, text)| text.to_string())).collect()
    }

    #[test]
    fn a_dead_gateway_counts_no_5xx() {
        let text = table("gateway down", "the gateway's own 5xx ratio > 1%");
        assert_eq!(
            says(RULE, &text),
            [
                "5:18-5:50 error: \"the gateway's own 5xx ratio > 1%\" comes from the gateway, which does not run in this row: \
                 it falls silent instead of raising an alarm"
            ]
        );
        assert_eq!(
            row("gateway down", "`tl.gateway.http_5xx` > 1% for 5 m"),
            [
                "`tl.gateway.http_5xx` comes from the gateway, which does not run in this row: it stays flat instead of raising an \
                 alarm"
            ]
        );
    }

    #[test]
    fn whoever_does_not_run_counts_nothing() {
        assert_eq!(
            row("consumer crashes", "`records-lag-max` on the consumer > 10,000"),
            [
                "`records-lag-max` comes from the client library in the consumer, and the consumer does not run in this row: it \
                 vanishes instead of raising an alarm"
            ]
        );
        assert_eq!(
            row(
                "policy server cannot read its files at startup",
                "`policy_server_reloads_total{status=\"failure\"}` increases"
            ),
            [
                "`policy_server_reloads_total` comes from the policy server, which does not run in this row: it vanishes instead \
                 of raising an alarm"
            ]
        );
        assert_eq!(
            row("engine hangs", "`engine_request_duration_seconds` p99 and `engine_errors_total`"),
            [
                "`engine_request_duration_seconds` and `engine_errors_total` come from the engine, which hangs in this row: they \
                 fall silent instead of raising an alarm"
            ]
        );
    }

    #[test]
    fn the_words_are_those_of_what_happens_in_the_row() {
        assert_eq!(
            row("nightly backup was skipped", "`nightly_backup_duration_seconds` > 5"),
            [
                "`nightly_backup_duration_seconds` comes from the nightly backup, which did not run in this row: it vanishes instead \
                 of raising an alarm"
            ]
        );
        assert_eq!(
            row("consumer hangs", "`records-lag-max` on the consumer > 10,000"),
            [
                "`records-lag-max` comes from the client library in the consumer, and the consumer hangs in this row: it falls silent \
                 instead of raising an alarm"
            ]
        );
        let asked = |happens| {
            let name = "cannot tell who emits `http_requests_total`: if the gateway does";
            [format!("{name}, it says nothing while the gateway {happens}")]
        };
        assert_eq!(row("gateway hangs", "`http_requests_total` 5xx > 5 for 2 m"), asked("hangs"));
        assert_eq!(row("gateway never starts", "`http_requests_total` 5xx > 5 for 2 m"), asked("does not run"));
    }

    #[test]
    fn signals_of_several_emitters_are_those_of_the_component() {
        assert_eq!(
            says(RULE, &table("consumer crashes", "`records-lag-max` on the consumer, `consumer_errors_total`")),
            [
                "5:22-5:80 error: `records-lag-max` and `consumer_errors_total` come from the consumer, which does not run in this \
                 row: they fall silent instead of raising an alarm"
            ]
        );
    }

    #[test]
    fn flagged_whatever_the_words() {
        for (failure, detection) in [
            ("gateway down", "gateway 5xx ratio > 1%"),
            ("API gateway crashes", "5xx rate from gateway metrics"),
            ("gateway is down", "error ratio computed from `gateway_requests_total`"),
            ("gateway dead", "its own `http_requests_total{code=~\"5..\"}`"),
            ("gateway OOM", "`http_requests_total` of the gateway"),
            ("the whole gateway is gone", "HTTP 5xx emitted by the gateway"),
            ("alertmanager down", "`alertmanager_notifications_failed_total` > 0"),
            ("otel collector down", "`otelcol_receiver_refused_spans` rises"),
            ("The gateway dies", "its own error counter"),
            ("crash of the gateway", "`gateway_requests_total` rate"),
            ("loss of `gateway`", "`gateway_requests_total` rate, dashboard \"Gateway\""),
            ("api gateway is down", "`gateway_http_requests_total{code=~\"5..\"}`"),
            ("resource controller not running", "`resource_controller_sync_errors_total` increases"),
            ("gateway down", "`gateway_upstream_errors_total` rises"),
            ("operator crash", "`tl_operator_reconcile_errors_total`"),
            ("api server down", "`apiserver_request_total` rate"),
            ("edge down", "5xx ratio at the edge"),
            ("prometheus dies", "`prometheus_tsdb_head_series` drops"),
            ("ingress controller down", "`nginx_ingress_controller_requests` 5xx"),
            ("worker OOM-killed", "`process_cpu_seconds_total{job=\"worker\"}` > 1"),
            ("consul unavailable", "`consul_rpc_errors_total` in `metrics`, dashboard \"Consul\""),
        ] {
            assert_eq!(row(failure, detection).len(), 1, "{failure}: {detection}");
        }
    }

    #[test]
    fn what_a_caller_counts_about_others_falls_silent_with_it() {
        assert_eq!(
            row("proxy down", "5xx ratio at the proxy"),
            [
                "\"5xx ratio at the proxy\" comes from the edge in front of the service, and the proxy does not run in this row: it \
                 falls silent instead of raising an alarm"
            ]
        );
    }

    #[test]
    fn who_emits_an_unknown_metric_is_asked() {
        assert_eq!(
            says(RULE, &table("gateway down", "`http_requests_total` 5xx > 5 for 2 m")),
            [
                "5:19-5:38 info: cannot tell who emits `http_requests_total`: if the gateway does, it says nothing while the gateway is gone"
            ]
        );
        for (failure, detection) in [
            ("gateway down", "`http_requests_total` 5xx > 5; a probe from outside"),
            ("gateway slow", "`http_requests_total` 5xx > 5"),
            ("one gateway replica dies", "`http_requests_total` 5xx > 5"),
            ("gateway down", "the deficit of accepted requests rises"),
        ] {
            assert_eq!(row(failure, detection), [""; 0], "{failure}: {detection}");
        }
    }

    #[test]
    fn silent_where_the_component_runs() {
        for (failure, detection) in [
            ("gateway slow (p99 > 300 ms)", "`gateway_request_duration_seconds` p99 > 0.3 for 5 m"),
            ("gateway returns 5xx", "`gateway_http_5xx_total` > 1%"),
            ("gateway overloaded", "`gateway_inflight` > 100"),
            ("gateway unreachable from one zone", "`gateway_requests_total` drops"),
            ("policy server cannot read its files on reload", "`policy_server_reloads_total{status=\"failure\"}`"),
            ("hint function wrongly says that nothing is ready", "`scheduler_pods_placed_after_flush_total` rises"),
            ("auth failure", "`auth_failures_total`"),
            ("scheduler fails to bind pods", "`scheduler_bind_failures_total`"),
            ("worker is stuck", "`worker_queue_depth` > 100"),
            ("engine lost messages", "`engine_dropped_total`"),
        ] {
            assert_eq!(row(failure, detection), [""; 0], "{failure}: {detection}");
        }
    }

    #[test]
    fn silent_where_somebody_else_counts() {
        for (failure, detection) in [
            ("gateway down", "`probe_success == 0`; `gateway_http_5xx_total`"),
            ("gateway down", "`up{job=\"gateway\"} == 0` for 1 m"),
            ("engine down", "`gateway_upstream_errors_total{upstream=\"engine\"}`"),
            ("engine down", "`engine_client_errors_total`"),
            ("gateway down", "5xx ratio at the load balancer"),
            ("gateway down", "gateway 5xx seen by the edge"),
            ("engine down", "the gateway's own 5xx"),
            ("engine down", "`tl.gateway.engine.errors`"),
            ("gateway down", "`edge_gateway_5xx_total`"),
            ("gateway down", "`absent(gateway_requests_total)`"),
            ("gateway down", "no data from `gateway_requests_total` for 5 m"),
            ("consumer crashes", "broker-side group lag > 10,000 for 5 m or no commit for 10 m"),
            ("runtime crashes during a list call", "`kubelet_list_failures_total` rises"),
            ("prometheus-a down", "`up{job=\"prometheus-a\"} == 0` in prometheus-b"),
            ("prometheus down", "`Watchdog` alert stops arriving at the external dead man's switch for 5 m"),
            ("controller not running", "status of requests stays unset; own counter stays at 0"),
            ("database down", "readiness failure, DB errors"),
            ("scheduler misses runs", "cleanup lag, backlog of expired rows"),
            ("plugin crashes", "runtime logs, plugin exit"),
            ("worker killed", "`kube_pod_container_status_restarts_total` rises by 3 in 10 m"),
            ("one gateway replica dies", "`gateway_errors_total`"),
            ("a worker crashes", "`worker_jobs_failed_total`"),
            ("gateway down", "`GatewayDown` alert"),
            ("gateway down", ""),
            ("gateway down", "error rate rises"),
            ("worker dies", "`worker_restarts_total` rises"),
            ("database down", "`database_errors_total` rises"),
            ("redis cache unavailable", "`redis_cache_timeouts_total` rises"),
            ("payment provider down", "`payment_errors_total`"),
            ("gateway down", "`gateway_up == 0`"),
            ("gateway down", "`gateway_errors_total` seen from another network"),
            ("gateway down", "`lb_5xx_total` of the gateway"),
            ("gateway down", "`checkout_errors_total` of the gateway"),
            ("gateway down", "`gateway_healthcheck_failures_total`"),
            ("redis down", "`redis_connected_clients` drops"),
            ("worker dies", "`worker_heartbeat_seconds` older than 60 s"),
            ("worker dies", "`worker_queue_depth` grows"),
            ("consumer down", "`consumer_lag` > 10,000"),
            ("worker killed for memory", "`worker_memory_bytes` > 90% of the limit"),
        ] {
            assert_eq!(row(failure, detection), [""; 0], "{failure}: {detection}");
        }
    }

    #[test]
    fn a_declared_emitter_goes_before_the_name() {
        let declared =
            |matter: &str| format!("---\nsignals:\n{matter}---\n{}", table("gateway down", "`gateway_5xx_total` > 1%"));
        assert_eq!(says(RULE, &declared("  gateway_5xx_total: edge proxy\n")), [""; 0]);
        assert_eq!(says(RULE, &declared("  gateway_*: edge proxy\n")), [""; 0]);
        assert_eq!(says(RULE, &declared("  - name: gateway_5xx_total\n    emitter: edge proxy\n")), [""; 0]);
        assert_eq!(says(RULE, &declared("  other_total: edge proxy\n")).len(), 1);
        let by_table = "## Signals\n\n| signal | emitter |\n|---|---|\n| `front_5xx_total` | gateway |\n\n";
        let text = format!("{by_table}{}", table("gateway down", "`front_5xx_total` > 1%"));
        assert_eq!(says(RULE, &text).len(), 1);
    }

    #[test]
    fn a_name_belongs_to_the_first_component_of_the_inventory_in_it() {
        let text = format!(
            "Path: client → checkout → gateway\n\n{}",
            table("gateway down", "`checkout_gateway_errors_total`")
        );
        assert_eq!(says(RULE, &text), [""; 0]);
        let text = format!(
            "```mermaid\nflowchart LR\n  G[gateway] --> E[engine]\n```\n\n{}",
            table("engine dies", "`acme.prod.engine.errors`")
        );
        assert_eq!(says(RULE, &text).len(), 1);
    }

    #[test]
    fn labels_of_a_list_are_read_like_cells() {
        let text = "###### What are other known failure modes?\n\n- Policy server does not start\n  - Detection: `policy_server_reloads_total`\n    increases\n  - Mitigations: roll back\n";
        assert_eq!(says(RULE, text).len(), 1);
    }
}
