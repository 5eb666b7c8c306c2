//! `pool-vs-limit`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::PoolLoad;
use designlint_quantity::{Rational, significant};
use serde::Deserialize;

declare_rule! {
    /// The connection pools of all replicas together exceed what the server takes.
    ///
    /// ## Why
    /// Each replica fills its pool under load, so a scale-out is what breaks the limit: new replicas cannot connect, and neither can
    /// the operator who comes to help.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Database connections
    ///
    /// 5 replicas, each with a pool of 25 connections. The server has max_connections = 100.
    /// ```
    /// ```md,passes
    /// ## Database connections
    ///
    /// 5 replicas, each with a pool of 16 connections: 5 x 16 = 80 of max_connections = 100, 20 in reserve.
    /// ```
    ///
    /// ## Silent on
    /// Poolers and proxies in between, which share connections among clients; limits of a single client.
    pub static META = { name: "pool-vs-limit", family: Formula, severity: Error }
}

/// `pool-vs-limit`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PoolVsLimit {}

impl Rule for PoolVsLimit {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.service.pools.iter().filter(|p| p.connections > p.limit.value.value).map(finding).collect()
    }
}

fn finding(load: &PoolLoad) -> Finding {
    let (replicas, pool, limit) = (&load.replicas, &load.pool, &load.limit);
    let sources = load.sources.as_ref().map(|s| format!(" x {}", s.text)).unwrap_or_default();
    let connections = significant(&load.connections, 4);
    let message = format!(
        "{} x {}{sources} is {connections} connections, above the limit of {}, before any for migrations and operators",
        replicas.text, pool.text, limit.text
    );
    let clients = &load.connections / &pool.value.value;
    let most = Rational::from((&limit.value.value / clients).floor());
    let help = if most.is_zero() {
        "put a pooler before the server, or raise its limit".to_string()
    } else {
        format!("a pool of at most {}, less a reserve, fits; or put a pooler before the server", significant(&most, 4))
    };
    let mut finding = Finding::new(limit.span, message)
        .help(help)
        .label(replicas.span, "the number of replicas")
        .label(pool.span, "the pool of each");
    if let Some(sources) = &load.sources {
        finding = finding.label(sources.span, "the pools of a replica");
    }
    finding
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    fn found(text: &str) -> Vec<String> {
        says("pool-vs-limit", &format!("## Database connections\n\n{text}\n"))
    }

    #[test]
    fn pools_above_the_limit() {
        assert_eq!(
            found("5 replicas, each with a pool of 25 connections. The server has max_connections = 100."),
            [
                "3:82-3:85 error: 5 x 25 is 125 connections, above the limit of 100, before any for migrations and operators"
            ]
        );
        assert_eq!(
            found("We scale to 40 pods with 10 connections each; Postgres accepts at most 300 connections."),
            [
                "3:72-3:75 error: 40 x 10 is 400 connections, above the limit of 300, before any for migrations and operators"
            ]
        );
        assert_eq!(
            found("| setting | value |\n|---|---|\n| replicas | 12 |\n| pool size | 20 |\n| max_connections | 200 |"),
            [
                "7:21-7:24 error: 12 x 20 is 240 connections, above the limit of 200, before any for migrations and operators"
            ]
        );
        assert_eq!(
            found("8 instances keep two pools of 10 connections. The limit is 150 connections."),
            [
                "3:60-3:63 error: 8 x 10 x two is 160 connections, above the limit of 150, before any for migrations and operators"
            ]
        );
    }

    #[test]
    fn pools_that_fit_or_share() {
        for text in [
            "5 replicas, each with a pool of 16 connections: 5 x 16 = 80 of max_connections = 100, 20 in reserve.",
            "5 replicas, each with a pool of 25 connections. PgBouncer keeps max_connections = 100.",
            "5 replicas, each with a pool of 25 connections. The cap is 100 connections per replica.",
            "5 replicas. The server has max_connections = 100.",
            "A pool of 25 connections. The server has max_connections = 100.",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
