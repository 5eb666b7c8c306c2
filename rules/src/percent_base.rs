//! `percent-base`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Claim, Fault};
use serde::Deserialize;

declare_rule! {
    /// A percentage of change does not follow from the two numbers it is said of.
    ///
    /// ## Why
    /// People quote the percentage without the numbers. What is less is a share of the larger number, what is more a share
    /// of the smaller one, and a change for the worse is no improvement.
    ///
    /// ## Example
    /// ```md,fails
    /// Batch 192 gives 7,797 tokens/s against 9,235 for batch 277: 18% less throughput.
    /// ```
    /// ```md,passes
    /// Batch 192 gives 7,797 tokens/s against 9,235 for batch 277: 16% less throughput.
    /// ```
    ///
    /// ## Silent on
    /// Percentages of another quantity than the numbers measure, bounds ("up to 40%"), round ones near the right value,
    /// and "faster" or "improvement" of a time where either base fits.
    pub static META = { name: "percent-base", family: Arithmetic, severity: Warning }
}

/// `percent-base`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PercentBase {}

impl Rule for PercentBase {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.wrong(Fault::PercentBase).map(finding).collect()
    }
}

fn finding(claim: &Claim) -> Finding {
    let right = claim.computed.as_deref().unwrap_or("another percentage");
    let (change, word) = (&claim.computed_text, &claim.relation);
    let wrong_way = claim.explanation.as_ref().filter(|e| e.kind == "wrong-way");
    let message = match (wrong_way, &claim.explanation) {
        (Some(way), _) => format!("\"{word}\" does not fit {change}: {} of {right}", way.text),
        (None, Some(other)) => {
            format!("for {change}, \"{word}\" means {right}, not {}: {}", claim.stated, other.text)
        }
        (None, None) => format!("for {change}, \"{word}\" means {right}, not {}", claim.stated),
    };
    let help = match (wrong_way, claim.rounded.as_deref()) {
        (None, Some(rounded)) => format!("write {rounded}, or give the two numbers that make {}", claim.stated),
        _ => "say which way it went, or mend the two numbers".to_string(),
    };
    Finding::of_claim(claim, message).help(help)
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "percent-base";

    fn message(text: &str) -> Vec<String> {
        says(RULE, text).iter().map(|m| m.split_once(' ').map_or("", |m| m.1).to_string()).collect()
    }

    #[test]
    fn the_other_base() {
        assert_eq!(
            message("Memory fell from 80 GB to 64 GB, 25% less.\n"),
            ["warning: for 80 GB → 64 GB, \"less\" means 20%, not 25%: 25% is what 80 GB is more than 64 GB"]
        );
        assert_eq!(
            message("Throughput rose from 400/s to 500/s, a 20% increase.\n"),
            ["warning: for 400/s → 500/s, \"increase\" means 25%, not 20%: 20% is what 400/s is less than 500/s"]
        );
    }

    #[test]
    fn neither_base() {
        assert_eq!(
            message("Start-up went from 9.42 ms to 5.27 ms, a 128.73% improvement.\n"),
            ["warning: for 9.42 ms → 5.27 ms, \"improvement\" means 44.0552%, not 128.73%"]
        );
        assert_eq!(
            message("The bill went $1,240 → $930 (41% lower).\n"),
            ["warning: for $1,240 → $930, \"lower\" means 25%, not 41%"]
        );
    }

    #[test]
    fn the_wrong_way() {
        assert_eq!(
            message("Median latency improved by 10%, from 4.25 ms to 4.7 ms.\n"),
            ["warning: \"improved\" does not fit 4.25 ms → 4.7 ms: that is an increase of 10.5882%"]
        );
    }

    #[test]
    fn rows_of_a_table_elsewhere() {
        let table =
            "| Batch | TPOT | Node tok/s |\n|---|---|---|\n| 192 | 24 ms | 7,797 |\n| 277 | 30 ms | 9,235 |\n\n";
        let choice = |paid: &str| {
            format!(
                "{table}| Choice | Bought | Paid |\n|---|---|---|\n| Batch 192 instead of 277 | headroom | {paid} |\n"
            )
        };
        assert_eq!(
            says(RULE, &choice("18% less throughput")),
            [
                "8:41-8:44 warning: for 9,235 → 7,797, \"less\" means 15.5712%, not 18%: 18% is what 9,235 is more than 7,797"
            ]
        );
        assert_eq!(says(RULE, &choice("16% less throughput")), [""; 0]);
        assert_eq!(says(RULE, &choice("18% less memory")), [""; 0]);
    }

    #[test]
    fn right_ones_and_other_quantities() {
        for text in [
            "450 ms to 180 ms: 60% less, 2.5x as fast",
            "9.42 ms to 5.27 ms is 44% less time",
            "9.42 ms to 5.27 ms, 79% faster",
            "9.42 ms to 5.27 ms, 44% faster",
            "Batch 192 gives 7,797 tokens/s against 9,235 for batch 277: 16% less throughput",
            "from 4 to 8 workers, 41% less time",
            "It grows from 80 GB to 64 GB by up to 25% less",
            "from 100 ms to 68 ms, a 30% reduction",
            "from 90 s to 53 s, which costs 15% more memory",
            "Node count 5 to 9; 30% less",
            "~90 s to ~53 s (~41% reduction)",
        ] {
            assert_eq!(says(RULE, &format!("{text}.\n")), [""; 0], "{text}");
        }
    }
}
