//! Reads `packs/signals.yaml`.

use std::collections::BTreeSet;

use designlint_facts::{EmitterClass, FailureKind, Pattern, Signal};
use serde::Deserialize;

const PACK: &str = include_str!(concat!(env!("OUT_DIR"), "/signals.json"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    pattern: String,
    /// Made from the pattern by the build.
    #[serde(default)]
    literals: Vec<String>,
    emitter: String,
    class: Class,
    #[serde(default)]
    names: Vec<String>,
    sees: Vec<Sees>,
    #[serde(default)]
    blind: Vec<Sees>,
    on_death: String,
    trap: String,
    #[serde(default)]
    generic: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Class {
    #[serde(rename = "self")]
    Itself,
    Caller,
    Scraper,
    Orchestrator,
    Host,
    Store,
    Outside,
    People,
    Unknown,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Sees {
    Crash,
    Hang,
    Slow,
    Wrong,
    Never,
    Overload,
}

/// The signals that come with designlint, in the order in which they are asked.
///
/// # Errors
/// Where the pack does not read, an id stands twice or a pattern does not compile.
pub(super) fn signals() -> Result<Vec<Signal>, String> {
    parse(PACK)
}

fn parse(pack: &str) -> Result<Vec<Signal>, String> {
    let entries: Vec<Entry> = serde_json::from_str(pack).map_err(|e| e.to_string())?;
    let mut ids = BTreeSet::new();
    let mut signals = Vec::new();
    for entry in entries {
        if !ids.insert(entry.id.clone()) {
            return Err(format!("signal {} stands twice", entry.id));
        }
        signals.push(Signal::from(entry));
    }
    Ok(signals)
}

impl From<Entry> for Signal {
    fn from(entry: Entry) -> Self {
        Self {
            id: entry.id,
            pattern: Pattern::with_literals(entry.pattern, entry.literals),
            emitter: entry.emitter,
            class: entry.class.into(),
            names: entry.names,
            generic: entry.generic,
            sees: entry.sees.into_iter().map(FailureKind::from).collect(),
            blind: entry.blind.into_iter().map(FailureKind::from).collect(),
            on_death: entry.on_death,
            trap: entry.trap,
        }
    }
}

impl From<Class> for EmitterClass {
    fn from(class: Class) -> Self {
        match class {
            Class::Itself => Self::Itself,
            Class::Caller => Self::Caller,
            Class::Scraper => Self::Scraper,
            Class::Orchestrator => Self::Orchestrator,
            Class::Host => Self::Host,
            Class::Store => Self::Store,
            Class::Outside => Self::Outside,
            Class::People => Self::People,
            Class::Unknown => Self::Unknown,
        }
    }
}

impl From<Sees> for FailureKind {
    fn from(sees: Sees) -> Self {
        match sees {
            Sees::Crash => Self::Crash,
            Sees::Hang => Self::Hang,
            Sees::Slow => Self::Slow,
            Sees::Wrong => Self::WrongData,
            Sees::Never => Self::NeverRan,
            Sees::Overload => Self::Overload,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of detections, each with the signal that it is.
    const TOLD: &[(&str, &str)] = &[
        ("`up{job=\"search\"} == 0` for 1 m", "prom-up"),
        ("pods do not come up", ""),
        ("`probe_success == 0`", "blackbox-probe"),
        ("`pg_up == 0` from the exporter pod", "exporter-up"),
        ("`cnpg_collector_up == 0`", "in-pod-manager"),
        ("broker-side group lag > 10,000", "broker-lag"),
        ("`records-lag-max` on the consumer", "kafka-client-lag"),
        ("`kube_pod_container_status_restarts_total` rises", "kube-restarts"),
        ("CloudWatch `HTTPCode_ELB_5XX_Count` > 10", "elb-5xx"),
        ("a heartbeat ping missed for 26 h", "heartbeat-external"),
        ("`time() - backup_last_success_timestamp_seconds > 26 * 3600`", "age-of-success"),
        ("`kubelet_list_failures_total` rises", "kubelet"),
        ("SLO burn rate 14.4 measured at the edge", "slo-alert"),
        ("`gateway_upstream_errors_total`", "client-metric"),
        ("`scheduler_pods_placed_after_flush_total`", "cross-check"),
        ("`policy_server_reloads_total`", "named-after-component"),
        ("`tl.gateway.http_5xx`", "failure-counter"),
        ("`gateway_request_duration_seconds` p99", "latency-histogram"),
        ("index age > 15 m", "cross-check"),
        ("dashboard \"Consul\"", "dashboard"),
        ("users report it", "users-report"),
    ];

    fn first(text: &str) -> Option<String> {
        let signals = signals().unwrap();
        let find = |generic: bool| signals.iter().filter(|s| s.generic == generic).find(|s| s.pattern.is_in(text));
        find(false).or_else(|| find(true)).map(|s| s.id.clone())
    }

    #[test]
    fn every_pattern_compiles() {
        for signal in signals().unwrap() {
            assert_eq!(signal.pattern.check(), Ok(()), "{}", signal.id);
        }
    }

    /// What is not searched for want of a literal is not found by the pattern either.
    #[test]
    fn literals_hide_nothing() {
        let pack: Vec<Entry> = serde_json::from_str(PACK).unwrap();
        assert_eq!(
            pack.iter().find(|e| e.id == "prom-up").map(|e| e.literals.as_slice()),
            Some(&["up".to_owned()][..])
        );
        assert_eq!(pack.iter().find(|e| e.id == "dashboard").unwrap().literals, ["dashboard"]);
        let texts = TOLD.iter().map(|(text, _)| *text).chain(pack.iter().map(|e| e.pattern.as_str()));
        for text in texts.flat_map(|t| [t.to_owned(), t.to_uppercase(), t.to_lowercase()]) {
            for signal in signals().unwrap() {
                let all = Pattern::new(signal.pattern.source());
                assert_eq!(signal.pattern.is_in(&text), all.is_in(&text), "{} in {text}", signal.id);
            }
        }
    }

    #[test]
    fn generic_entries_stand_last() {
        let order: Vec<bool> = signals().unwrap().iter().map(|s| s.generic).collect();
        assert!(order.is_sorted(), "an entry stands after the generic ones");
    }

    #[test]
    fn signals_are_told_by_their_names() {
        for (text, id) in TOLD {
            assert_eq!(first(text).unwrap_or_default(), *id, "{text}");
        }
    }

    #[test]
    fn an_entry_that_nobody_can_read_is_an_error() {
        assert!(parse(r#"[{"id": "a", "pattern": "a"}]"#).is_err());
        let entry =
            r#"{"id": "a", "pattern": "a", "emitter": "b", "class": "self", "sees": [], "on_death": "c", "trap": "d"}"#;
        assert!(parse(&format!("[{entry}]")).is_ok());
        assert_eq!(parse(&format!("[{entry}, {entry}]")).unwrap_err(), "signal a stands twice");
    }
}
