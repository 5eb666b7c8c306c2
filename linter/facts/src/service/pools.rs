//! Connection pools under the limit of a server.

use designlint_quantity::Rational;

use super::Reader;
use super::words::{counts, has_any, place, said, section_text};
use crate::definitions::Named;
use crate::formulas::{Kind, Stated};

/// What shares connections among clients, so that pools do not add up at the server.
const POOLERS: &[&str] = &[
    "pgbouncer",
    "pgcat",
    "pgpool",
    "odyssey",
    "proxysql",
    "maxscale",
    "rds proxy",
    "connection pooler",
    "pooler",
    "poolers",
    "multiplex",
    "multiplexes",
    "multiplexed",
    "multiplexing",
    "transaction pooling",
    "session pooling",
    "supavisor",
    "connection proxy",
];

/// Pools that share a server.
#[derive(Clone, Debug)]
pub struct PoolLoad {
    /// Number of clients with a pool.
    pub replicas: Stated,
    /// Connections of a pool.
    pub pool: Stated,
    /// Pools of a client, where it has several.
    pub sources: Option<Stated>,
    /// What the server takes.
    pub limit: Stated,
    /// All connections together.
    pub connections: Rational,
}

/// The pools of a document.
pub(super) fn pools(reader: &Reader<'_>) -> Vec<PoolLoad> {
    let mut out: Vec<PoolLoad> = Vec::new();
    for limit in reader.lookup.of("connection_limit").iter().filter(|l| counts(l, 1) && !is_of_one_client(reader, l)) {
        out.extend(load(reader, limit));
    }
    out.dedup_by(|b, a| a.pool.span == b.pool.span && a.limit.value.value == b.limit.value.value);
    out
}

fn load(reader: &Reader<'_>, limit: &Named) -> Option<PoolLoad> {
    let at = place(limit);
    let other = |n: &Named| counts(n, 1) && n.definition.value_span != limit.definition.value_span;
    let pool = reader.near("pool_size", at, &other)?;
    let not_pool = |n: &Named| other(n) && n.definition.value_span != pool.definition.value_span;
    let sources = reader.near("pool_sources", at, &|n| not_pool(n) && counts(n, 2));
    let is_source = |n: &Named| sources.is_some_and(|s| s.definition.value_span == n.definition.value_span);
    let replicas = reader.near("replicas", at, &|n| not_pool(n) && counts(n, 2) && !is_source(n))?;
    let text = section_text(reader.document, limit.definition.section);
    let others =
        reader.lookup.of("connection_limit").iter().filter(|n| n.definition.section == limit.definition.section);
    let is_only = others.into_iter().all(|n| n.definition.value.value == limit.definition.value.value);
    let sentence = reader.statements.get(limit.statement).map_or(String::new(), |s| said(reader.document, s.span()));
    if !is_only
        || has_any(&text, POOLERS)
        || has_any(&sentence, &["default", "defaults"])
        || !holds_connections(reader, pool)
    {
        return None;
    }
    let value = |n: &Named| n.definition.value.value.clone();
    let connections = value(pool) * value(replicas) * sources.map_or(Rational::ONE, value);
    Some(PoolLoad {
        replicas: Stated::of(replicas),
        pool: Stated::of(pool),
        sources: sources.map(Stated::of),
        limit: Stated::of(limit),
        connections,
    })
}

/// Whether no other noun follows the size of a pool, as in "a pool of 25 threads".
fn holds_connections(reader: &Reader<'_>, pool: &Named) -> bool {
    const OTHERS: &[&str] = &[
        "thread",
        "worker",
        "goroutine",
        "buffer",
        "object",
        "address",
        "block",
        "page",
        "slot",
        "token",
        "instance",
        "pod",
        "server",
        "machine",
        "gpu",
        "process",
        "processe",
    ];
    let Some(statement) = reader.statements.get(pool.statement) else { return true };
    let behind = statement.items.iter().find(|i| i.span.start >= pool.definition.value_span.end);
    behind.is_none_or(|i| !OTHERS.contains(&i.word.as_str()))
}

/// Whether "per replica" or "each" follows: then it is no limit of the server.
fn is_of_one_client(reader: &Reader<'_>, limit: &Named) -> bool {
    let Some(statement) = reader.statements.get(limit.statement) else { return false };
    let behind = statement.items.iter().skip_while(|i| i.span.start < limit.definition.value_span.end);
    let words = behind.take(3).take_while(|i| i.kind == Kind::Word);
    words.into_iter().any(|w| matches!(w.raw.as_str(), "per" | "each" | "a"))
}
