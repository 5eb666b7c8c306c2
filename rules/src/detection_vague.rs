//! `detection-vague`.

use designlint_core::{Context, Finding, Rule, RuleMeta, Severity, declare_rule};
use designlint_facts::{FailureMode, SignalFault, SignalUse, Vagueness};
use serde::Deserialize;

use crate::detection_wording::{faulty, finding, witness};
use crate::failure_wording::quoted;

declare_rule! {
    /// A detection names no signal: users report it, somebody looks, or only what the failure does.
    ///
    /// ## Why
    /// "Monitoring" is answered by every team and pages nobody. A signal has a name and a limit, and who reads the row at
    /// night can look it up.
    ///
    /// Logs and events alone, and an effect in place of a signal, are information.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | catalogue shows old prices | users report it | wrong prices |
    /// ```
    /// ```md,passes
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | catalogue shows old prices | age of the price list > 15 m | wrong prices |
    /// ```
    ///
    /// ## Silent on
    /// - a gap that is accepted in words, with a bound or an owner
    /// - a row in which another part names a metric, a query, a probe or a number
    pub static META = { name: "detection-vague", family: Failure, severity: Warning }
}

/// `detection-vague`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DetectionVague {}

impl Rule for DetectionVague {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        faulty(cx)
            .filter_map(|(mode, signal, fault)| match fault {
                SignalFault::Vague(vagueness) => Some(about(mode, signal, *vagueness)),
                _ => None,
            })
            .collect()
    }
}

fn about(mode: &FailureMode, signal: &SignalUse, vagueness: Vagueness) -> Finding {
    let said = quoted(&signal.name.text);
    let message = match vagueness {
        Vagueness::People => format!("{said} is no signal: people come late, and each thinks that another has told"),
        Vagueness::ToLookAt => format!("{said} names no signal: nobody looks at the moment when it counts"),
        Vagueness::Logs => {
            format!("{said} does not say what to look for, and a line that nobody waits for tells nobody")
        }
        Vagueness::Effect => format!("{said} says what happens and names no signal that would tell somebody"),
    };
    let component = mode.component.as_deref().unwrap_or_default();
    let finding = finding(mode, signal, message)
        .help(format!("name a metric, a query or a probe, with its limit; for instance {}", witness(mode, component)));
    match vagueness {
        Vagueness::Logs | Vagueness::Effect => finding.severity(Severity::Info),
        Vagueness::People | Vagueness::ToLookAt => finding,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::says;

    const RULE: &str = "detection-vague";

    fn row(detection: &str) -> Vec<String> {
        let text = format!(
            "## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n| the gateway dies | {detection} | errors |\n"
        );
        says(RULE, &text)
            .into_iter()
            .map(|m| m.split_once(' ').map_or(m.clone(), |(_, text)| text.to_string()))
            .collect()
    }

    #[test]
    fn people_and_pictures_are_no_signals() {
        assert_eq!(
            row("customers complain"),
            ["warning: \"customers complain\" is no signal: people come late, and each thinks that another has told"]
        );
        assert_eq!(
            row("Monitoring"),
            ["warning: \"Monitoring\" names no signal: nobody looks at the moment when it counts"]
        );
    }

    #[test]
    fn logs_and_effects_are_information() {
        assert_eq!(
            row("logs"),
            ["info: \"logs\" does not say what to look for, and a line that nobody waits for tells nobody"]
        );
        assert_eq!(
            row("decisions differ"),
            ["info: \"decisions differ\" says what happens and names no signal that would tell somebody"]
        );
    }

    #[test]
    fn silent_where_a_signal_is_named() {
        for detection in [
            "`probe_success == 0`; users report it",
            "none automatic; we accept up to 2 days until the weekly scrub finds it (owner: storage)",
            "alert on 5xx at the edge",
            "health check fails",
            "log pattern `upstream gone`",
            "more than 3 user reports in 10 m",
        ] {
            assert_eq!(row(detection), [""; 0], "{detection}");
        }
    }
}
