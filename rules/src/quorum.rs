//! `quorum`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

use crate::formula_finding;

declare_rule! {
    /// A cluster is said to survive more or fewer failures than its majority allows.
    ///
    /// ## Why
    /// A majority of n members is floor(n / 2) + 1, so floor((n - 1) / 2) may fail. An even member buys nothing: 4 survive what 3 do,
    /// and a design that counts on the second failure stops at it.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Control plane
    ///
    /// We run 4 managers, so the cluster tolerates 2 failures.
    /// ```
    /// ```md,passes
    /// ## Control plane
    ///
    /// We run 5 managers, so the cluster tolerates 2 failures.
    /// ```
    ///
    /// ## Silent on
    /// Byzantine faults (3f + 1), erasure codes, zones and disks, copies of data without a vote, sentences with a "not".
    pub static META = { name: "quorum", family: Formula, severity: Error }
}

/// `quorum`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Quorum {}

impl Rule for Quorum {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        formula_finding::findings(cx, META.name)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    fn found(text: &str) -> Vec<String> {
        says("quorum", text)
    }

    #[test]
    fn half_of_the_members() {
        assert_eq!(
            found("## Control plane\n\nWe run 4 managers, so the cluster tolerates 2 failures.\n"),
            [
                "3:8-3:46 error: 2 as the number of failures that a majority survives counts half of the 4 members, and 3 must remain: floor(3 / 2) = 1"
            ]
        );
    }

    #[test]
    fn other_words() {
        for text in [
            "A 6-node etcd cluster tolerates 3 failures.\n",
            "With 4 voters in the Raft group we survive the loss of 2.\n",
            "The consensus group of 3 members can lose 2 nodes.\n",
            "ZooKeeper runs on 5 servers and survives 3 failures.\n",
        ] {
            assert_eq!(found(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn what_holds_or_has_no_majority() {
        for text in [
            "5 managers: a majority is 3, so the cluster tolerates 2 failures. Growing from 3 to 4 still tolerates 1.\n",
            "A 3-node etcd cluster tolerates 1 failure.\n",
            "With 3 copies of a chunk the store survives the loss of 2.\n",
            "4 managers do not tolerate 2 failures: a majority is 3.\n",
            "4 Byzantine members with a quorum of 3 tolerate 1 failure.\n",
            "7 Byzantine voters tolerate 2 failures.\n",
            "The quorum spans 3 zones and survives the loss of 1.\n",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
