//! `sli-excludes-overload`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::ExcludedErrors;
use serde::Deserialize;

declare_rule! {
    /// An indicator leaves out all client errors, and with them the answers that shed load.
    ///
    /// ## Why
    /// 429 is a 4xx, and it is the service that sends it because it has too much to do. An indicator without any 4xx stays green
    /// while callers are turned away.
    ///
    /// ## Example
    /// ```md,fails
    /// ## SLI
    ///
    /// Good events are responses without a 5xx. Client errors (all 4xx) are excluded from the total.
    /// ```
    /// ```md,passes
    /// ## SLI
    ///
    /// Good events are responses without a 5xx and without a 429. 400, 401, 403 and 404 are excluded from the total.
    /// ```
    ///
    /// ## Silent on
    /// Sections that say what becomes of 429, throttling or load shedding; lists of single codes; text that is about no
    /// indicator.
    pub static META = { name: "sli-excludes-overload", family: Formula, severity: Warning }
}

/// `sli-excludes-overload`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SliExcludesOverload {}

impl Rule for SliExcludesOverload {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let hidden = cx.facts.service.excluded_errors.iter().filter(|e| !e.names_overload);
        hidden.map(finding).collect()
    }
}

fn finding(excluded: &ExcludedErrors) -> Finding {
    let what = excluded.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = format!(
        "`{what}` is left out of the indicator, and with it 429, by which the service sheds load: overload stays unseen"
    );
    let help = "list the codes that the caller alone is to blame for, such as 400, 401, 403 and 404, and count 429 as an error";
    Finding::new(excluded.span, message).help(help)
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    fn found(text: &str) -> Vec<String> {
        says("sli-excludes-overload", text)
    }

    #[test]
    fn all_client_errors_left_out() {
        let message = |what: &str| {
            format!(
                "`{what}` is left out of the indicator, and with it 429, by which the service sheds load: overload stays unseen"
            )
        };
        assert_eq!(
            found("## SLI\n\nGood events have no 5xx. Client errors (all 4xx) are excluded from the total.\n"),
            [format!("3:41-3:48 warning: {}", message("all 4xx"))]
        );
        assert_eq!(
            found("## SLO\n\nAvailability ignores HTTP 4xx.\n"),
            [format!("3:22-3:30 warning: {}", message("HTTP 4xx"))]
        );
        assert_eq!(
            found("## Monitoring\n\nThe error rate does not count 400-499.\n"),
            [format!("3:31-3:38 warning: {}", message("400-499"))]
        );
        assert_eq!(
            found("## SLI\n\n| indicator | valid events |\n|---|---|\n| success rate | requests, without 4xx |\n"),
            [format!("5:36-5:39 warning: {}", message("4xx"))]
        );
        assert_eq!(
            found("## SLI\n\n```promql\nsum(rate(http_total{code!~\"4..\"}[5m]))\n```\n"),
            [format!("4:25-4:31 warning: {}", message("!~\"4.."))]
        );
    }

    #[test]
    fn overload_that_is_spoken_of() {
        for text in [
            "## SLI\n\nAll 4xx except 429 are excluded.\n",
            "## SLI\n\n4xx are excluded. Throttling counts as an error.\n",
            "## SLI\n\n400, 401, 403 and 404 are excluded from the total.\n",
            "## SLI\n\nGood events have no 5xx; 4xx count as errors.\n",
            "## Retries\n\nThe client does not retry a 4xx, which it ignores.\n",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
