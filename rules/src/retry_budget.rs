//! `retry-budget`.

use designlint_core::{Context, Finding, Rule, RuleMeta, declare_rule};
use designlint_facts::{Call, FanOut, Stated};
use designlint_quantity::{Rational, significant};
use serde::Deserialize;

declare_rule! {
    /// All attempts of a call together take longer than its caller waits, or make more calls than are allowed.
    ///
    /// ## Why
    /// Attempts that run after the caller has given up work for nobody, and they add load at the worst moment. Attempts times the
    /// timeout of each is the longest that a call can take; calls times attempts is what arrives behind it.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Timeouts
    ///
    /// The client gives up after 20 s. The gateway tries 3 routes, 2 attempts each, with a 5 s timeout per attempt.
    /// ```
    /// ```md,passes
    /// ## Timeouts
    ///
    /// The client gives up after 35 s. The gateway makes 2 attempts with a 15 s timeout per attempt.
    /// ```
    ///
    /// ## Silent on
    /// Attempts that share what is left of the deadline, run side by side or in the background; sections that state two timeouts or two
    /// numbers of attempts.
    pub static META = { name: "retry-budget", family: Formula, severity: Warning }
}

/// `retry-budget`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RetryBudget {}

impl Rule for RetryBudget {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let service = &cx.facts.service;
        let late = service.calls.iter().filter(|c| c.longest > c.deadline.value.value);
        let many = service.fan_outs.iter().filter(|f| f.calls > f.cap.value.value);
        late.map(too_late).chain(many.map(too_many)).collect()
    }
}

fn too_late(call: &Call) -> Finding {
    let factor = &call.deadline.value.factor;
    let in_unit = |seconds: &Rational| format!("{} {}", significant(&(seconds / factor), 4), call.deadline.value.unit);
    let routes = call.routes.as_ref().map(|r| format!("{} routes", r.text));
    let tries = call.attempts.as_ref().map(|a| tries(a, call.retries));
    let factors: Vec<String> = routes.into_iter().chain(tries).chain([call.timeout.text.clone()]).collect();
    let mut worked = factors.join(" x ");
    if let Some(backoff) = &call.backoff {
        worked += &format!(" + {} x {}", significant(&(&call.count - Rational::ONE), 4), backoff.text);
    }
    let deadline = &call.deadline.text;
    let message =
        format!("{worked} is {}, above the {deadline} after which the caller gives up", in_unit(&call.longest));
    let help = format!("give all attempts together less than {deadline}, or each what is left of it");
    let mut finding =
        Finding::new(call.deadline.span, message).help(help).label(call.timeout.span, "the timeout of each attempt");
    if let Some(attempts) = &call.attempts {
        finding = finding.label(attempts.span, "the number of attempts");
    }
    finding
}

fn too_many(fan: &FanOut) -> Finding {
    let calls = significant(&fan.calls, 4);
    let worked = format!("{} calls x {}", fan.width.text, tries(&fan.attempts, fan.retries));
    let message = format!("{worked} is {calls} calls for one request, above the {} that are allowed", fan.cap.text);
    let help =
        "retry only a share of the calls, or only at one level, so that all attempts together stay under the limit";
    Finding::new(fan.cap.span, message)
        .help(help)
        .label(fan.width.span, "the calls of one request")
        .label(fan.attempts.span, "the number of attempts")
}

/// `2 attempts`, `(1 + 2) attempts`.
fn tries(attempts: &Stated, retries: bool) -> String {
    if retries { format!("(1 + {}) attempts", attempts.text) } else { format!("{} attempts", attempts.text) }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    fn found(text: &str) -> Vec<String> {
        says("retry-budget", &format!("## Timeouts\n\n{text}\n"))
    }

    #[test]
    fn attempts_longer_than_the_deadline() {
        assert_eq!(
            found(
                "The client gives up after 20 s. The gateway tries 3 routes, 2 attempts each, with a 5 s timeout per attempt."
            ),
            ["3:27-3:31 warning: 3 routes x 2 attempts x 5 s is 30 s, above the 20 s after which the caller gives up"]
        );
        assert_eq!(
            found("Each call has a timeout of 2 s and is retried 3 times. The caller's deadline is 5 s."),
            ["3:81-3:84 warning: (1 + 3) attempts x 2 s is 8 s, above the 5 s after which the caller gives up"]
        );
        assert_eq!(
            found("- attempts: 4\n- timeout per attempt: 800 ms\n- backoff: 200 ms\n- client timeout: 3 s"),
            [
                "6:19-6:22 warning: 4 attempts x 800 ms + 3 x 200 ms is 3.8 s, above the 3 s after which the caller gives up"
            ]
        );
        assert_eq!(
            found(
                "| setting | value |\n|---|---|\n| max attempts | 6 |\n| per-try timeout | 5 s |\n| request deadline | 20 s |"
            ),
            ["7:22-7:26 warning: 6 attempts x 5 s is 30 s, above the 20 s after which the caller gives up"]
        );
    }

    #[test]
    fn more_calls_than_allowed() {
        assert_eq!(
            found(
                "A request fans out to 20 shards with 3 attempts each. The store allows at most 50 calls per request."
            ),
            ["3:80-3:82 warning: 20 calls x 3 attempts is 60 calls for one request, above the 50 that are allowed"]
        );
        assert_eq!(
            found(
                "A request fans out to 20 shards with 2 attempts each. The store allows at most 50 calls per request."
            ),
            [""; 0]
        );
    }

    #[test]
    fn attempts_that_fit() {
        for text in [
            "The client gives up after 35 s. The gateway makes 2 attempts with a 15 s timeout per attempt.",
            "The client gives up after 20 s. Each of 6 attempts gets what is left, at most a 5 s timeout per attempt.",
            "The client gives up after 20 s. 6 attempts run in parallel with a 5 s timeout per attempt.",
            "The client gives up after 20 s. Reads have 3 attempts, writes have 9 attempts; timeout per attempt 5 s.",
            "The timeout is 5 s. The job is retried 3 times.",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
