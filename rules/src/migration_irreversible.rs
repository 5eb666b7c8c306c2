//! `migration-irreversible`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::Migration;
use serde::Deserialize;

use crate::failure_wording::quoted;

declare_rule! {
    /// A migration destroys what the old version reads, and the rollback is to deploy the old version.
    ///
    /// ## Why
    /// The old program starts, does not find its column, and fails: the rollback that everybody counts on makes the outage
    /// longer. It is found out at the worst time.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Rollout and rollback
    ///
    /// 1. Deploy v2 with `ALTER TABLE jobs DROP COLUMN note;`
    /// 2. Rollback: redeploy v1.
    /// ```
    /// ```md,passes
    /// ## Rollout and rollback
    ///
    /// 1. Deploy v2, which no longer reads `note`.
    /// 2. Rollback until then: redeploy v1. `note` is dropped in a later release.
    /// ```
    ///
    /// ## Silent on
    /// - a drop in a later release, a backfill, a restore, two formats side by side
    /// - a point of no return that is named
    /// - changes that only add
    pub static META = { name: "migration-irreversible", family: Structure, severity: Error }
}

/// `migration-irreversible`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MigrationIrreversible {}

impl Rule for MigrationIrreversible {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.migrations.iter().map(finding).collect()
    }
}

fn finding(migration: &Migration) -> Finding {
    let (change, back) = (quoted(&migration.change.text), quoted(&migration.way_back.text));
    let (message, help) = if migration.rewrites {
        (
            format!("{change} leaves data that the old version cannot read, so {back} does not roll back"),
            "teach the old version to read both in a release before, or name the point of no return and how the data comes \
             back after it",
        )
    } else {
        (
            format!("{change} takes away what the old version reads, so {back} does not roll back"),
            "stop using it in this release and destroy it in a later one, or name the point of no return and how the data \
             comes back after it",
        )
    };
    Finding::new(migration.change.span, message).help(help).label(migration.way_back.span, "the way back")
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::{says, says_of};

    const RULE: &str = "migration-irreversible";

    #[test]
    fn the_old_version_does_not_find_its_column() {
        let text = "## Rollout and rollback\n\n1. Deploy v2 with `ALTER TABLE jobs DROP COLUMN note;`\n2. Rollback: redeploy v1.\n";
        assert_eq!(
            says(RULE, text),
            [
                "3:37-3:48 error: \"DROP COLUMN\" takes away what the old version reads, so \"Rollback: redeploy v1\" does not roll back"
            ]
        );
        assert_eq!(says_of(RULE, Kind::Kep, text).len(), 1);
    }

    #[test]
    fn expand_migrate_contract() {
        let text = "## Rollout and rollback\n\n1. v2 writes both columns.\n2. Backfill, then read the new one behind a flag.\n3. v3, two weeks later: drop the column `note`. Rollback before: redeploy v1.\n";
        assert_eq!(says(RULE, text), [""; 0]);
    }

    #[test]
    fn elsewhere_it_is_no_step_of_a_rollout() {
        let text = "## Design\n\nThe job may drop the column. Rollback: redeploy v1.\n";
        assert_eq!(says(RULE, text), [""; 0]);
    }
}
