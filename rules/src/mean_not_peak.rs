//! `mean-not-peak`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::MeanRate;
use serde::Deserialize;

declare_rule! {
    /// The mean over a day stands where the peak belongs.
    ///
    /// ## Why
    /// Days are not flat. What arrives in 8 hours arrives three times as fast as the same over 24, and machines sized by the mean
    /// are short exactly when people use them.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Load
    ///
    /// 20,000 users x 180 calls per hour x 8 active hours = 28.8 million calls a day.
    /// Peak: 28.8 million / 86,400 = 333 requests/s.
    /// ```
    /// ```md,passes
    /// ## Load
    ///
    /// 28.8 million calls a day: 28.8 million / 86,400 = 333/s on average, 28.8 million / 28,800 = 1,000/s in the 8 active hours.
    /// ```
    ///
    /// ## Silent on
    /// Numbers that are called an average; calculations with a factor that may be the peak factor; sections that state the rate of
    /// the peak as well.
    pub static META = { name: "mean-not-peak", family: Formula, severity: Warning }
}

/// `mean-not-peak`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MeanNotPeak {}

impl Rule for MeanNotPeak {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        cx.facts.service.mean_rates.iter().map(finding).collect()
    }
}

fn finding(mean: &MeanRate) -> Finding {
    let stated = &mean.stated;
    let peak = mean.peak_text();
    let (why, label) = match (&mean.factor, &mean.active) {
        (Some(factor), _) => (
            format!("the peak is {} times it", factor.text.trim_end_matches(['x', '×'])),
            Some((factor.span, "the peak factor")),
        ),
        (None, Some(active)) => {
            (format!("{} falls in {} h", mean.total, hours(&active.text)), Some((active.span, "the hours of activity")))
        }
        (None, None) => (String::new(), None),
    };
    let as_what = if mean.called_peak { "and is called the peak" } else { "and sizes what has to bear the peak" };
    let message = match &peak {
        Some(peak) => format!("{stated} is the mean over 24 h {as_what}: {why}, which is {peak}"),
        None => format!("{stated} is the mean over 24 h {as_what}"),
    };
    let help = match &peak {
        Some(peak) => format!("size by {peak}, and call {stated} the average"),
        None => "divide by the seconds of the busy hours, or multiply by a stated peak factor".to_string(),
    };
    let finding = Finding::new(mean.span, message).help(help);
    match label {
        Some((span, text)) => finding.label(span, text),
        None => finding,
    }
}

/// `8` of `8`, `8 h` and `8 hours`.
fn hours(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    fn found(text: &str) -> Vec<String> {
        says("mean-not-peak", &format!("## Load\n\n{text}\n"))
    }

    #[test]
    fn a_mean_called_peak() {
        assert_eq!(
            found(
                "20,000 users x 180 calls per hour x 8 active hours = 28.8 million calls a day.\nPeak: 28.8 million / 86,400 = 333 requests/s."
            ),
            [
                "4:7-4:45 warning: 333 requests/s is the mean over 24 h and is called the peak: 28.8 million falls in 8 h, which is 1,000/s"
            ]
        );
        assert_eq!(
            found("Peak load: 8.64 million / 86,400 s = 100 requests/s."),
            ["3:12-3:52 warning: 100 requests/s is the mean over 24 h and is called the peak"]
        );
        assert_eq!(
            found("8.64M / (24 x 3,600) = 100 requests/s at peak."),
            ["3:1-3:38 warning: 100 requests/s is the mean over 24 h and is called the peak"]
        );
    }

    #[test]
    fn a_mean_that_sizes() {
        assert_eq!(
            found("The peak factor is 4. 8.64 million / 86,400 = 100 requests/s, so we need 2 servers."),
            [
                "3:23-3:61 warning: 100 requests/s is the mean over 24 h and sizes what has to bear the peak: the peak is 4 times it, which is 400/s"
            ]
        );
    }

    #[test]
    fn means_that_are_called_so() {
        for text in [
            "28.8 million calls a day: 28.8 million / 86,400 = 333/s on average, 28.8 million / 28,800 = 1,000/s in the 8 active hours.",
            "8.64 million / 86,400 = 100 requests/s. The peak is 3 times that: 300 requests/s.",
            "Peak: 3 x 8.64 million / 86,400 = 300 requests/s.",
            "8.64 million / 86,400 = 100 requests/s.",
            "Average: 8.64 million / 86,400 = 100 requests/s, peak to be measured.",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
