//! `failover-no-failback`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// Something that is written to fails over by itself, and nothing says how it comes back.
    ///
    /// ## Why
    /// After a failover both sides hold writes that the other lacks. Without a rule for conflicts, a replay and a time, the
    /// way back is invented during the incident, and takes a day instead of a minute.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | primary database down | `probe_success == 0` for 1 m | automatic failover to the standby |
    /// ```
    /// ```md,passes
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | primary database down | `probe_success == 0` for 1 m | automatic failover to the standby; the old primary rejoins as replica within 40 min |
    /// ```
    ///
    /// ## Silent on
    /// What is stateless, read-only, active on both sides, or elected by a quorum; documents that speak of a way back anywhere.
    pub static META = { name: "failover-no-failback", family: Failure, severity: Warning, preview: true }
}

/// `failover-no-failback`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FailoverNoFailback {}

impl Rule for FailoverNoFailback {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let failover = cx.facts.failover.iter().filter(|f| !f.returns);
        failover
            .map(|f| {
                let message = format!(
                    "{}, and nothing says how the old side comes back: both hold writes that the other lacks",
                    quoted(&f.text.text)
                );
                Finding::new(f.text.span, message)
                    .help("say how it returns: what is replayed, which write wins, how long it takes, when it was last drilled")
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "failover-no-failback";

    #[test]
    fn the_first_is_reported() {
        let text = "## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n| region one unreachable | `probe_success == 0` | Automatic failover to region two |\n\n## Rollout\n\nThe ledger database fails over automatically.\n";
        assert_eq!(
            says(RULE, text),
            [
                "5:51-5:69 warning: \"Automatic failover\", and nothing says how the old side comes back: both hold writes that the \
              other lacks"
            ]
        );
        assert_eq!(says(RULE, &format!("{text}\nFailback: replay of the queue, 20 min.\n")), [""; 0]);
    }

    #[test]
    fn silent_where_nothing_is_written() {
        assert_eq!(
            says(RULE, "## Failure modes\n\nAutomatic failover of the read-only replicas of the database.\n"),
            [""; 0]
        );
        assert_eq!(says(RULE, "## Failure modes\n\nFailover of the primary is done by hand.\n"), [""; 0]);
    }
}
