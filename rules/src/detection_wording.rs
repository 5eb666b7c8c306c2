//! Words that the rules about detection share.

use designlint_core::{Context, Finding};
use designlint_facts::{FailureKind, FailureMode, Knowledge, Signal, SignalFault, SignalUse};

use crate::failure_wording::{failures, quoted};

/// The rows with a fault, each with the signal that comes nearest.
pub(crate) fn faulty<'a>(
    cx: &Context<'a>,
) -> impl Iterator<Item = (&'a FailureMode, &'a SignalUse, &'a SignalFault)> + use<'a> {
    failures(&cx.facts.failure_modes).filter_map(|m| m.faulty_signal().map(|(signal, fault)| (m, signal, fault)))
}

/// A finding about a signal, with the failure that it should show.
pub(crate) fn finding(mode: &FailureMode, signal: &SignalUse, message: String) -> Finding {
    Finding::new(signal.name.span, message).label(mode.failure.span, "this is the failure it should show")
}

/// The pack's entry of a signal.
pub(crate) fn entry<'k>(signal: &SignalUse, knowledge: &'k Knowledge) -> Option<&'k Signal> {
    knowledge.signals.iter().find(|k| Some(&k.id) == signal.pack.as_ref())
}

/// The name of a signal in code marks, without what surrounds its code; words in quotes.
pub(crate) fn name(name: &str) -> String {
    let code = name.strip_prefix('`').and_then(|rest| rest.split_once('`'));
    match code {
        Some((code, _)) => format!("`{code}`"),
        None if name.contains(' ') => quoted(name),
        None => format!("`{}`", name.trim_matches('`')),
    }
}

/// A signal that does not need the component.
pub(crate) fn witness(mode: &FailureMode, component: &str) -> &'static str {
    let failure = mode.failure.text.to_lowercase();
    let is = |names: &[&str]| names.iter().any(|n| component.split([' ', '-', '_']).any(|w| w == *n));
    if mode.kind == FailureKind::NeverRan || is(&["backup", "job", "cron", "batch", "export", "import", "sync"]) {
        return "the age of the last success, `time() - last_success_timestamp_seconds > 26 * 3600`";
    }
    if failure.contains("startup") || failure.contains("start-up") || failure.contains("start") {
        return "the restarts that the orchestrator counts, or a readiness probe that fails";
    }
    if is(&["prometheus", "alertmanager", "monitoring", "collector"]) {
        return "an alert that always fires and that a receiver outside misses";
    }
    if is(&["consumer", "worker", "workers", "processor", "indexer"]) {
        return "the lag that the broker reports, together with the time since the last commit";
    }
    if is(&["controller", "operator", "scheduler", "reconciler"]) {
        return "the age of the oldest pending object, or `kube_deployment_status_replicas_available == 0`";
    }
    if is(&["host", "node", "machine", "vm"]) {
        return "the node's condition in the orchestrator, or a probe from another machine";
    }
    if is(&["database", "db", "postgres", "mysql", "redis", "cache", "store", "broker", "kafka", "queue", "primary"]) {
        return "`up` of an exporter that runs elsewhere, or the errors that its clients count";
    }
    "`probe_success == 0` of a probe from outside, or the errors that the load balancer or another caller counts"
}
