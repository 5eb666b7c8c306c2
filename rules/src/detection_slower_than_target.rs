//! `detection-slower-than-target`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::DetectionDelay;
use serde::Deserialize;

declare_rule! {
    /// The alarm can only come after the time in which the row, or the service levels, promise to know.
    ///
    /// ## Why
    /// An alert that must hold for ten minutes tells nobody within thirty seconds. The two numbers stand in one cell and were
    /// written by two people.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | indexer stalls | broker lag > 5,000 for 15m; we know within 1 min | results are old |
    /// ```
    /// ```md,passes
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | indexer stalls | broker lag > 5,000 for 2m; we know within 5 min | results are old |
    /// ```
    ///
    /// ## Silent on
    /// Times to repair or to restore; rows that promise no time, where the sections of service levels promise none or several.
    pub static META = { name: "detection-slower-than-target", family: Failure, severity: Warning }
}

/// `detection-slower-than-target`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DetectionSlowerThanTarget {}

impl Rule for DetectionSlowerThanTarget {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.detection_delays.iter().map(finding).collect()
    }
}

fn finding(delay: &DetectionDelay) -> Finding {
    let parts: Vec<String> = delay.parts.iter().map(|(words, _)| format!("\"{words}\"")).collect();
    let takes = if parts.len() == 1 { "takes" } else { "take" };
    let longest = delay.longest();
    let times = longest / delay.promised;
    let factor = if times >= 2 { format!(", {times} times the {}", time(delay.promised)) } else { String::new() };
    let (says, at, label) = if delay.of_service {
        ("the service levels say", delay.held.span, (delay.promise.span, "this is promised"))
    } else {
        ("the row says", delay.promise.span, (delay.held.span, "the alarm waits this long"))
    };
    let message =
        format!("{} {takes} up to {}{factor}: {says} \"{}\"", parts.join(" and "), time(longest), delay.promise.text);
    Finding::new(at, message)
        .label(label.0, label.1)
        .help(format!("shorten what the alarm waits for, or promise {}", time(longest)))
}

/// `90 s`, `11 min`, `2 h`.
fn time(milliseconds: u64) -> String {
    let whole = [(3_600_000, "h"), (60_000, "min"), (1_000, "s")];
    let fits = whole.into_iter().find(|(each, _)| milliseconds >= *each && milliseconds.is_multiple_of(*each));
    fits.map_or(format!("{milliseconds} ms"), |(each, unit)| format!("{} {unit}", milliseconds / each))
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "detection-slower-than-target";

    fn row(detection: &str) -> Vec<String> {
        says(
            RULE,
            &format!(
                "## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n| indexer stalls | {detection} | old results |\n"
            ),
        )
    }

    #[test]
    fn what_is_held_and_asked_adds_up() {
        assert_eq!(
            row("lag > 5,000 for 8m, evaluated every 2m; detected within 1 min"),
            [
                "5:60-5:81 warning: \"for 8m\" and \"evaluated every 2m\" take up to 10 min, 10 times the 1 min: the row says \
              \"detected within 1 min\""
            ]
        );
        assert_eq!(
            row("lag > 5,000 for 90 s; alerts within 1 min"),
            ["5:42-5:61 warning: \"for 90 s\" takes up to 90 s: the row says \"alerts within 1 min\""]
        );
    }

    #[test]
    fn the_service_levels_promise_for_every_row() {
        let text = |levels: &str| {
            format!(
                "## SLO\n\n{levels}\n\n## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n| indexer stalls | lag > 5,000 for 10m | old results |\n"
            )
        };
        assert_eq!(
            says(RULE, &text("99.9% over 30 days. An outage is detected within 2 min.")),
            ["9:32-9:39 warning: \"for 10m\" takes up to 10 min, 5 times the 2 min: the service levels say \
              \"detected within 2 min\""]
        );
        for levels in ["99.9% over 30 days.", "Detected within 2 min. Alerted within 15 min.", "Restored within 2 min."]
        {
            assert_eq!(says(RULE, &text(levels)), [""; 0], "{levels}");
        }
    }

    #[test]
    fn silent_where_it_comes_in_time() {
        assert_eq!(row("lag > 5,000 for 2m; we know within 5 min"), [""; 0]);
        assert_eq!(row("lag > 5,000 for 10m; rebuilt within 1 min"), [""; 0]);
    }
}
