//! `month-length-mixed`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{MonthLength, MonthUse};
use serde::Deserialize;

declare_rule! {
    /// A month is 30 days in one calculation and a twelfth of a year in another.
    ///
    /// ## Why
    /// 43.2 and 43.8 minutes are both right for 99.9% of some month. Side by side they make a budget that depends on the
    /// line one reads, and a bill that is 1.4% off.
    ///
    /// ## Example
    /// ```md,fails
    /// | objective | downtime per month |
    /// |---|---|
    /// | 99.95% | 21.9 min |
    /// | 99.995% | 2.16 min |
    /// ```
    /// ```md,passes
    /// | objective | downtime per month |
    /// |---|---|
    /// | 99.95% | 21.6 min |
    /// | 99.995% | 2.16 min |
    /// ```
    ///
    /// ## Silent on
    /// Durations that either length gives to the digits shown, lines that state their length ("per 30-day month", "over 30
    /// days"), and projects that state it (`units: {month: 30 d}`).
    pub static META = { name: "month-length-mixed", family: Arithmetic, severity: Warning }
}

/// `month-length-mixed`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MonthLengthMixed {}

impl Rule for MonthLengthMixed {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let uses = &cx.facts.month_uses;
        if cx.settings.knowledge.conventions.readings.month.is_some() {
            return Vec::new();
        }
        finding(cx, uses).into_iter().collect()
    }
}

/// One finding at the first use of the rarer length, or of the later one where both are as common.
fn finding(cx: &Context<'_>, uses: &[MonthUse]) -> Option<Finding> {
    let first = uses.first()?.length;
    let count = |length: MonthLength| uses.iter().filter(|u| u.length == length).count();
    let other = uses.iter().find(|u| u.length != first)?.length;
    let (usual, odd) = if count(other) > count(first) { (other, first) } else { (first, other) };
    let usual = uses.iter().find(|u| u.length == usual)?;
    let odd: Vec<&MonthUse> = uses.iter().filter(|u| u.length == odd).collect();
    let (at, more) = odd.split_first()?;
    let text = |u: &MonthUse| cx.document.source.slice(u.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let message = format!(
        "a month is {} here (`{}`) and {} at line {} (`{}`)",
        at.length.name(),
        text(at),
        usual.length.name(),
        cx.document.source.line_of(usual.span.start),
        text(usual)
    );
    let mut finding = Finding::new(at.span, message)
        .help("take one length for the whole document and name it, such as \"per 30-day month\"")
        .label(usual.span, format!("a month of {}", usual.length.name()));
    for use_ in more.iter().take(MOST) {
        finding = finding.label(use_.span, format!("a month of {} too", use_.length.name()));
    }
    Some(finding)
}

/// Most other lines that a finding points at.
const MOST: usize = 8;

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "month-length-mixed";

    #[test]
    fn downtimes_of_two_months() {
        let table = "| target | downtime per month |\n|---|---|\n| 99.9% | 43.8 min |\n| 99.99% | 4.32 min |\n";
        assert_eq!(
            says(RULE, table),
            ["4:12-4:20 warning: a month is 30 days here (`4.32 min`) and 30.4 days (730 hours) at line 3 \
                 (`43.8 min`)"]
        );
        let prose = "Monthly, 99.9% leaves 43.2 minutes.\n\nThe stricter 99.99% leaves 4.38 minutes a month.\n";
        assert_eq!(
            says(RULE, prose),
            [
                "3:28-3:48 warning: a month is 30.4 days (730 hours) here (`4.38 minutes a month`) and 30 days at line 1 \
                 (`43.2 minutes`)"
            ]
        );
    }

    #[test]
    fn hours_of_two_months() {
        let text = "Nodes: $0.50/h x 730 = $365 a month.\n\nProxies: $0.20/h x 24 x 30 = $144 a month.\n";
        assert_eq!(
            says(RULE, text),
            [
                "3:10-3:42 warning: a month is 30 days here (`$0.20/h x 24 x 30 = $144 a month`) and 30.4 days (730 hours) at \
                 line 1 (`$0.50/h x 730 = $365 a month`)"
            ]
        );
    }

    #[test]
    fn silent() {
        for text in [
            "| target | downtime per 30-day month |\n|---|---|\n| 99.9% | 43.2 min |\n| 99.99% | 4.32 min |\n",
            "| target | per month | per year |\n|---|---|---|\n| 99.9% | 43.8 min | 8.76 h |\n| 99.99% | 4.38 min | 52.6 min |\n",
            // Either length gives these digits.
            "| target | downtime per month |\n|---|---|\n| 99.9% | 43.8 min |\n| 99.99% | 4.4 min |\n",
            // A window of 30 days is no month.
            "99.9% over 30 days is 43.2 minutes.\n\nNodes: $0.50/h x 730 = $365 a month.\n",
            "Nodes: $0.50/h x 730 = $365 a month.\n\nProxies: $0.20/h x 730 = $146 a month.\n",
        ] {
            assert_eq!(says(RULE, text), [""; 0], "{text}");
        }
    }
}
