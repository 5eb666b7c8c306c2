//! `no-scaling-story`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use serde::Deserialize;

declare_rule! {
    /// The design is sized for one load, and nothing says what breaks first at ten times that.
    ///
    /// ## Why
    /// Systems that people like grow. Whoever knows which part gives out first does not build the one that is hardest to
    /// replace, and need not build for ten times the load today.
    ///
    /// ## Example
    /// ```md,fails,kind=ml-design
    /// ## Capacity
    ///
    /// 1,200 requests/s / 150 requests/s = 8 nodes.
    /// ```
    /// ```md,passes,kind=ml-design
    /// ## Capacity
    ///
    /// 1,200 requests/s / 150 requests/s = 8 nodes. At ten times the load the index no longer fits in one host and is sharded.
    /// ```
    ///
    /// ## Silent on
    /// - designs without a load per second, or without a section that sizes them
    pub static META = { name: "no-scaling-story", family: Structure, severity: Warning }
}

/// `no-scaling-story`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NoScalingStory {}

impl Rule for NoScalingStory {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let load = cx.facts.learning.load.iter().filter(|l| !l.grows);
        load.map(finding).collect()
    }
}

fn finding(load: &designlint_facts::DesignLoad) -> Finding {
    let message = format!("this sizes for {}, and nothing says what breaks first at ten times that", load.load);
    let help = "name the part that gives out first, at which load, and what would replace it: \"at 10x the index no longer fits \
                in one host\"";
    Finding::new(load.title.span, message).help(help)
}

#[cfg(test)]
mod tests {
    use designlint_core::Kind;

    use crate::testing::says_of;

    fn found(text: &str) -> Vec<String> {
        says_of("no-scaling-story", Kind::MlDesign, text)
    }

    #[test]
    fn one_load_only() {
        assert_eq!(
            found("## Serving\n\n300 requests/s at the peak.\n"),
            ["1:1-1:11 warning: this sizes for 300 requests/s, and nothing says what breaks first at ten times that"]
        );
        assert_eq!(
            found("## Load\n\nPeak: 12k QPS.\n"),
            ["1:1-1:8 warning: this sizes for 12k qps, and nothing says what breaks first at ten times that"]
        );
    }

    #[test]
    fn growth_in_any_words() {
        for text in [
            "At 10× the store gives out.",
            "The queue breaks first.",
            "If the traffic doubles, we add a shard: twice the load, twice the hosts.",
        ] {
            assert_eq!(found(&format!("## Serving\n\n300 requests/s.\n\n## Outlook\n\n{text}\n")), [""; 0], "{text}");
        }
        assert_eq!(found("## Serving\n\nOne node.\n"), [""; 0]);
        assert_eq!(found("## Problem\n\n300 requests/s.\n"), [""; 0]);
    }
}
