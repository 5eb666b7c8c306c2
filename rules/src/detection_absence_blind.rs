//! `detection-absence-blind`.

use designlint_core::{Context, Edit, Finding, Fix, Rule, RuleMeta, Safety, declare_rule};
use designlint_document::{Document, Span};
use designlint_facts::{FailureMode, Knowledge, SignalFault, SignalUse, Silence};
use serde::Deserialize;

use crate::detection_wording::{entry, faulty, finding, name, witness};
use crate::failure_wording::{quoted, the};

declare_rule! {
    /// The alarm needs a value, and the failure is that none comes.
    ///
    /// ## Why
    /// `backup_failed > 0` says nothing of the night in which no backup ran, and `== 0` never holds on a series that ended.
    /// Such rows look green for weeks. What is absent must itself be an alarm: `absent()`, the age of the last success, a
    /// missed ping, a least number of samples.
    ///
    /// ## Example
    /// ```md,fails
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | nightly export does not run | `export_failed_total > 0` | yesterday's report |
    /// ```
    /// ```md,passes
    /// ## Failure modes
    ///
    /// | failure | detection | degradation |
    /// |---|---|---|
    /// | nightly export does not run | `time() - export_last_success_timestamp_seconds > 26 * 3600` | yesterday's report |
    /// ```
    ///
    /// ## Silent on
    /// - `up == 0` and others that the scraper writes: they are 0 as long as the target is known
    /// - `absent()`, ages, missed heartbeats, no data as an alarm
    /// - signals of which nobody can tell who emits them
    pub static META = { name: "detection-absence-blind", family: Failure, severity: Warning }
}

/// `detection-absence-blind`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DetectionAbsenceBlind {}

impl Rule for DetectionAbsenceBlind {
    const META: &'static RuleMeta = &META;

    fn check(&self, cx: &Context<'_>) -> Vec<Finding> {
        let rows = faulty(cx).filter_map(|(mode, signal, fault)| match fault {
            SignalFault::AbsenceBlind(silence) => {
                Some(row(cx.document, mode, signal, *silence, &cx.settings.knowledge))
            }
            _ => None,
        });
        let passes = cx.facts.silent_passes.iter().map(|said| {
            let message = format!(
                "{} lets a version pass that serves nothing: it reports no errors because it reports nothing",
                quoted(&said.text)
            );
            Finding::new(said.span, message)
                .help("ask for a least number of samples, and treat missing data as a failure")
        });
        rows.chain(passes).collect()
    }
}

fn row(
    document: &Document,
    mode: &FailureMode,
    signal: &SignalUse,
    silence: Silence,
    knowledge: &Knowledge,
) -> Finding {
    let words = &knowledge.vocabulary;
    let component = mode.component.as_deref().unwrap_or("the component");
    let shown = name(&signal.name.text);
    let from = match entry(signal, knowledge) {
        Some(entry) if !entry.generic && signal.emitter == entry.emitter => the(&entry.emitter, words),
        _ => the(component, words),
    };
    match silence {
        Silence::OnlyFailures => {
            let message = format!(
                "{shown} comes from {from} and speaks of runs that failed: a run that never was says nothing, and nothing looks \
                 like success"
            );
            finding(mode, signal, message).help(format!("alarm on silence: {}", witness(mode, component)))
        }
        Silence::SeriesEnds => {
            let message = format!(
                "{shown} comes from {from} and ends with {}: its condition compares a value, and there is none",
                the(component, words)
            );
            let mended = finding(mode, signal, message).help(format!(
                "add `or absent({})`, or take {}",
                metric(signal),
                witness(mode, component)
            ));
            match fix(document, signal) {
                Some(fix) => mended.fix(fix),
                None => mended,
            }
        }
    }
}

fn metric(signal: &SignalUse) -> &str {
    signal.name.text.trim_matches('`')
}

/// Adds `or absent(...)` inside the code span of a bare comparison.
fn fix(document: &Document, signal: &SignalUse) -> Option<Fix> {
    let source = document.source.text();
    let start = source.get(..signal.name.span.start)?;
    let rest = source.get(signal.name.span.end..)?;
    let close = rest.find(['`', '\n']).filter(|&at| rest[at..].starts_with('`'))?;
    let condition = &rest[..close];
    let bare = start.ends_with('`') && condition.trim_start().starts_with(['=', '<']) && !condition.contains("absent");
    let at = signal.name.span.end + close;
    let text = format!(" or absent({})", metric(signal));
    bare.then(|| Fix {
        title: format!("add `or absent({})`", metric(signal)),
        safety: Safety::Unsafe,
        edits: vec![Edit { span: Span::new(at, at), text }],
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::{says, says_of_row};

    const RULE: &str = "detection-absence-blind";

    fn row(failure: &str, detection: &str) -> Vec<String> {
        says_of_row(RULE, "", failure, detection)
    }

    #[test]
    fn a_series_that_ends_equals_nothing() {
        assert_eq!(
            row("postgres primary dies", "`cnpg_collector_up == 0` for 3 m"),
            [
                "`cnpg_collector_up` comes from the manager that runs in the database's own pod and ends with the postgres primary: \
              its condition compares a value, and there is none"
            ]
        );
        assert_eq!(row("postgres primary dies", "`cnpg_collector_up == 0 or absent(cnpg_collector_up)`"), [""; 0]);
        assert_eq!(row("search crashes", "`up{job=\"search\"} == 0` for 1 m"), [""; 0]);
        assert_eq!(row("gateway down", "`gateway_http_5xx_total` > 1%"), [""; 0]);
    }

    #[test]
    fn a_run_that_never_was_reports_no_failure() {
        assert_eq!(
            row("nightly backup does not run", "`backup_failed_total` > 0"),
            [
                "`backup_failed_total` comes from the nightly backup and speaks of runs that failed: a run that never was says \
              nothing, and nothing looks like success"
            ]
        );
        assert_eq!(row("nightly sync never starts", "cron mails its error output to the list").len(), 1);
        assert_eq!(row("nightly backup does not run", "`backup_failed_total` > 0; heartbeat missed for 26 h"), [""; 0]);
    }

    #[test]
    fn no_data_is_not_health() {
        let text = "## Rollout\n\nCanary at 2%, back on errors above 1%; missing data is treated as success.\n";
        assert_eq!(
            says(RULE, text),
            [
                "3:40-3:74 warning: \"missing data is treated as success\" lets a version pass that serves nothing: it reports no \
              errors because it reports nothing"
            ]
        );
        for right in ["no data counts as a failure", "no data is not healthy", "missing data is treated as unhealthy"] {
            assert_eq!(says(RULE, &format!("## Rollout\n\nCanary at 2%; {right}.\n")), [""; 0], "{right}");
        }
    }
}
