//! `rollback-missing`.

use designlint_core::{Context, Finding, Fix, Rule, RuleMeta, declare_rule};
use designlint_document::Span;
use serde::Deserialize;

use crate::skeleton_fix;

declare_rule! {
    /// A rollout says how a version arrives, and nothing says how it leaves.
    ///
    /// ## Why
    /// Most outages are changes. The way back is found in minutes while the design is written, or at night while it is
    /// needed.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Rollout
    ///
    /// 1% of traffic on day 1, 25% on day 2, 100% on day 3.
    /// ```
    /// ```md,passes
    /// ## Rollout
    ///
    /// 1% of traffic on day 1, 100% on day 2. Roll back (flag off, 2 min) when the edge 5xx ratio is above 1% for 5 m.
    /// ```
    ///
    /// ## Silent on
    /// - a flag, a feature gate, a kill switch, a downgrade, a revert, a restore, the previous version, an old way that stays the
    ///   default, in the rollout or in a section on rollback
    /// - a document without a rollout (`section-missing`), or one whose rollout is not written yet (`section-hollow`)
    pub static META = { name: "rollback-missing", family: Structure, severity: Error }
}

/// `rollback-missing`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RollbackMissing {}

impl Rule for RollbackMissing {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let Some(rollout) = cx.facts.rollout.as_ref().filter(|r| r.way_back.is_none()) else { return Vec::new() };
        let message = "this says how the version arrives, and nothing says how it leaves";
        let help = "say what takes it back, how long that takes and the number that starts it: \"flag off, 2 min, when the edge \
                    5xx ratio is above 1% for 5 m\"";
        let fix = fix(cx, rollout.title.span);
        vec![Finding { fix, ..Finding::new(rollout.title.span, message).help(help) }]
    }
}

/// A heading for the way back; none where one waits to be filled in.
fn fix(cx: &Context<'_>, rollout: Span) -> Option<Fix> {
    let waits = cx.facts.topics_of("rollback").any(|t| !t.kinds.iter().any(|kind| kind == "rollout"));
    let topic = cx.facts.topics_of("rollout").find(|t| t.title.span == rollout).filter(|_| !waits)?;
    let write = "what takes it back, how long that takes and the number that starts it";
    skeleton_fix::sub_heading(cx, topic, "Rollback", write)
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "rollback-missing";
    const MESSAGE: &str = "error: this says how the version arrives, and nothing says how it leaves";

    #[test]
    fn forward_only() {
        assert_eq!(says(RULE, "## Rollout\n\n1% on day 1, 100% on day 3.\n"), [format!("1:1-1:11 {MESSAGE}")]);
        let label = "Problem: slow. Choice: B. Rollout: 1%, then all. Capacity: 3 MB.\n";
        assert_eq!(says(RULE, label), [format!("1:27-1:34 {MESSAGE}")]);
    }

    #[test]
    fn a_way_back_in_any_words() {
        for back in [
            "Behind a flag.",
            "Roll back when 5xx rises.",
            "We revert the chart.",
            "The old version stays deployed.",
            "Traffic goes back to v1.",
            "A kill switch stops it.",
            "Downgrading is safe.",
            "Without a value the old path is the default; it stays the default if not set.",
            "The new store is off by default.",
        ] {
            assert_eq!(says(RULE, &format!("## Rollout\n\n1% on day 1. {back}\n")), [""; 0], "{back}");
        }
        assert_eq!(says(RULE, "## Rollout\n\n1% on day 1.\n\n## Rollback\n\nNothing is stored.\n"), [""; 0]);
    }

    #[test]
    fn without_a_rollout_there_is_nothing_to_take_back() {
        assert_eq!(says(RULE, "## Design\n\nThree brokers.\n"), [""; 0]);
        assert_eq!(says(RULE, "## Rollout\n\nTBD\n"), [""; 0]);
    }
}
