//! `replication-factor-missing`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::UnreplicatedSize;
use designlint_quantity::significant;
use serde::Deserialize;

declare_rule! {
    /// A size on disk leaves out the replication that its section states.
    ///
    /// ## Why
    /// Each copy takes its room. At a replication factor of 3 the product without it buys a third of the disks.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Storage
    ///
    /// Replication factor 3. 2 TB/day x 7 days = 14 TB of disk across the brokers.
    /// ```
    /// ```md,passes
    /// ## Storage
    ///
    /// Replication factor 3: 2 TB/day x 7 days x 3 = 42 TB.
    /// ```
    ///
    /// ## Silent on
    /// Sizes of one copy, logical and usable sizes, sizes per node or per day; erasure codes; sections that multiply by the factor
    /// further on or state the size of all copies.
    pub static META = { name: "replication-factor-missing", family: Formula, severity: Warning }
}

/// `replication-factor-missing`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReplicationFactorMissing {}

impl Rule for ReplicationFactorMissing {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.service.unreplicated.iter().map(finding).collect()
    }
}

fn finding(size: &UnreplicatedSize) -> Finding {
    let factor = size.factor.text.trim_end_matches(['x', '×']);
    let all = format!("{} {}", significant(&size.replicated, 4), size.unit);
    let message = format!(
        "{} leaves out the replication factor of {factor} that the section states: {} x {factor} = {all}",
        size.stated, size.worked
    );
    let help = format!("write {} x {factor} = {all}, or say that {} is one copy", size.worked, size.stated);
    Finding::new(size.span, message).help(help).label(size.factor.span, "the replication factor")
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    fn found(text: &str) -> Vec<String> {
        says("replication-factor-missing", &format!("## Storage\n\n{text}\n"))
    }

    #[test]
    fn a_product_without_the_factor() {
        assert_eq!(
            found("Replication factor 3. 2 TB/day x 7 days = 14 TB of disk across the brokers."),
            [
                "3:43-3:48 warning: 14 TB leaves out the replication factor of 3 that the section states: 2 TB/day x 7 days x 3 = 42 TB"
            ]
        );
        assert_eq!(
            found("- Disk: 500 GB x 30 = 15 TB\n- RF = 2\n"),
            [
                "3:23-3:28 warning: 15 TB leaves out the replication factor of 2 that the section states: 500 GB x 30 x 2 = 30 TB"
            ]
        );
        assert_eq!(
            found("Every chunk is replicated 3 times. The cluster stores 40 million x 1 MB = 40 TB."),
            [
                "3:75-3:80 warning: 40 TB leaves out the replication factor of 3 that the section states: 40 million x 1 MB x 3 = 120 TB"
            ]
        );
    }

    #[test]
    fn sizes_with_the_factor_or_of_one_copy() {
        for text in [
            "Replication factor 3: 2 TB/day x 7 days x 3 = 42 TB of disk. Archive with 8+3 erasure coding: 14 TB x 11 / 8 = 19.25 TB.",
            "Replication factor 3. Logical size: 2 TB/day x 7 days = 14 TB of storage.",
            "Replication factor 3. 2 TB/day x 7 days = 14 TB stored; with all copies 14 TB x 3 = 42 TB.",
            "2 TB/day x 7 days = 14 TB of disk across the brokers.",
            "Replication factor 3. Egress: 2 TB/day x 7 days = 14 TB.",
            "Replication factor 3. 2 TB/day x 7 days = 14 TB of disk per broker.",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
