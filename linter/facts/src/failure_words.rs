//! A small vocabulary for the tests of failures.

use crate::{EmitterClass, FailureKind, Knowledge, Pattern, Signal, TopicWords, Vocabulary};

const LISTS: &[(&str, &str)] = &[
    ("failure-column.detection", "detection,signal,how it is noticed"),
    ("failure-column.degradation", "degradation,what users see"),
    ("failure-column.effect", "impact,effect"),
    ("failure-column.answer", "mitigation,mitigations,recovery"),
    ("failure-column.failure", "failure,failure mode,what fails"),
    ("failure-column.risk", "risk,risks,threat"),
    ("failure-column.scenario", "scenario,cause"),
    ("failure-column.component", "component"),
    ("failure.noticing", "alert,alerts,detected"),
    ("failure.detection-sign", "alert,alerts,detected,logs"),
    ("failure.refusal", "see,none"),
    ("failure-kind.never", "does not run,never starts"),
    ("failure-kind.slow", "slow,slowly,late"),
    ("failure-kind.hang", "hangs,stuck"),
    ("failure-kind.wrong", "stale,wrong,silent,corruption,lost messages"),
    ("failure-kind.overload", "full,saturated"),
    ("failure-kind.crash", "down,dies,crash,crashes,lost,loss,killed,unreachable,not running,at startup"),
    ("failure-kind.fails", "fails,failure"),
    ("failure-kind.none", "scale down,failure modes"),
    ("failure.ends-name", "cannot,fails,failure,is,does,returns,never,not"),
    ("failure.ends-subject", "on,in,from,behind,at,during"),
    ("failure.numbered", "failure mode"),
    ("failure.one-of-many", "one,single,replica"),
    ("failure.generic-noun", "service,server,replica"),
    ("component.noun", "gateway,broker,node"),
    ("component.dependency", "database"),
    ("component.heading", "components"),
    ("component.needs", "depends on,stores its,notifies through"),
    ("component.path", "path,request path"),
    ("emitter-column.signal", "signal"),
    ("emitter-column.emitter", "emitter"),
    ("emitter.elsewhere", "edge,load balancer"),
    ("emitter.first-segment", "edge,probe"),
    ("emitter.silence", "absent,no data"),
    ("emitter.qualifier", "for,increases,rises"),
    ("emitter.own-noun", "5xx,metrics"),
    ("emitter.by", "of,from"),
    ("emitter.anybodys", "http"),
    ("placeholder", "tbd,todo,n/a"),
    ("fate.monitor", "metrics,alertmanager,dashboard"),
    ("fate.soft-need", "depends on,stores its"),
    ("fate.hard-need", "notifies through,runs on"),
    ("fate.runner", "cron,prometheus"),
    ("fate.runs", "job,rule"),
    ("fate.transport", "dns,backbone,mail"),
    ("fate.apart", "outside,another,out-of-band"),
    ("shows.slow", "p99,latency"),
    ("shows.wrong", "checksum,age"),
    ("shows.average", "average"),
    ("vague.people", "users report,on call notices"),
    ("vague.to-look-at", "monitoring"),
    ("vague.logs", "logs"),
];

/// The lists and the topics "failure modes" and "interfaces".
pub(crate) fn words() -> Vocabulary {
    let topic = |id: &str, heading: &str| TopicWords { id: id.into(), headings: vec![heading.into()], not: Vec::new() };
    let lists = LISTS.iter().map(|(id, words)| ((*id).to_string(), words.split(',').map(str::to_string).collect()));
    Vocabulary {
        topics: vec![topic("failure-modes", "failure modes"), topic("interfaces", "interfaces")],
        lists: lists.collect(),
    }
}

/// The words, and a signal of each sort that is told apart.
pub(crate) fn knowledge() -> Knowledge {
    let signal = |id: &str, pattern: &str, class: EmitterClass, names: &[&str], sees: &[FailureKind]| Signal {
        id: id.into(),
        pattern: Pattern::new(pattern),
        emitter: format!("emitter of {id}"),
        class,
        names: names.iter().map(|&n| n.to_string()).collect(),
        generic: id.starts_with("g-"),
        sees: sees.to_vec(),
        blind: if id == "up" { vec![FailureKind::Slow] } else { Vec::new() },
        on_death: "vanishes".into(),
        trap: String::new(),
    };
    use EmitterClass::{Caller, Itself, People, Scraper};
    let signals = vec![
        signal("up", r"\bup\{", Scraper, &[], &[FailureKind::Crash]),
        signal("client-lag", "records-lag", Itself, &["consumer"], &[FailureKind::Slow]),
        signal("proxy", "proxy_upstream_", Caller, &["proxy"], &[FailureKind::Crash]),
        signal("g-upstream", "_upstream_|_client_", Caller, &[], &[FailureKind::Crash]),
        signal("g-dashboard", "dashboard", People, &[], &[]),
        signal("g-named", "[a-z]_[a-z]|`[a-z]+[.]", Itself, &[], &[FailureKind::Slow]),
    ];
    Knowledge { vocabulary: words(), signals, ..Knowledge::default() }
}
