//! `review`: the rubric line by line, and a decision.

use std::sync::Arc;

use designlint_core::review::Decision;
use designlint_core::whatif::{Scenario, sensitivity};
use designlint_core::{Settings, Severity, across};
use designlint_facts::{Difference, derivation};
use designlint_render::escape::line;
use designlint_render::{Checked, review};
use designlint_report::{Graph, Sensitivity, Subject, page};

use crate::arguments::{ReviewArguments, Selection, Sources};
use crate::documents::{Task, check_all, text_of};
use crate::output::{Exit, print, tell};
use crate::values::ReviewFormat;

/// The most numbers of a document whose sensitivities stand on its page.
const MOST_NUMBERS: usize = 400;

/// Reviews and prints.
pub fn run(arguments: &ReviewArguments) -> Exit {
    let of = match arguments.of.as_deref().map(|path| text_of("--of", path)).transpose() {
        Ok(of) => of,
        Err(exit) => return exit,
    };
    let (sources, selection) = (Sources::default(), Selection::default());
    let task = Task { review: true, of: of.as_deref(), ..Task::new(&arguments.paths, &sources, &selection) };
    let (checked, settings): (Vec<Checked>, Vec<Option<Arc<Settings>>>) = match check_all(task) {
        Ok(all) => all.into_iter().map(|done| (done.checked, done.settings)).unzip(),
        Err(exit) => return exit,
    };
    let differences = arguments.across.then(|| across(&checked.iter().map(Checked::report).collect::<Vec<_>>()));
    let followed = || checked.iter().zip(&settings).map(|(file, settings)| subject(file, settings.as_deref()));
    match text(arguments.format, &checked, &|| followed().collect(), differences.as_deref()) {
        Ok(text) => print(&text).max(verdict(&checked)),
        Err(exit) => exit,
    }
}

/// The review in a format. What the documents state differently is said where it was asked for.
fn text<'a>(
    format: ReviewFormat,
    checked: &[Checked],
    subjects: &dyn Fn() -> Vec<Subject<'a>>,
    differences: Option<&[Difference]>,
) -> Result<String, Exit> {
    Ok(match (format, differences) {
        (ReviewFormat::Text, None) => review::text::text(checked),
        (ReviewFormat::Text, Some(found)) => review::text::text(checked) + &review::across::text(checked, found),
        (ReviewFormat::Json, _) => review::json::json(checked, differences),
        (ReviewFormat::Markdown, None) => return record(checked),
        (ReviewFormat::Markdown, Some(found)) => review::across::markdown(checked, found),
        (ReviewFormat::Html, _) => return html(&subjects(), differences),
    })
}

/// The page of these documents.
fn html(subjects: &[Subject<'_>], differences: Option<&[Difference]>) -> Result<String, Exit> {
    page(subjects, differences).map_err(|error| {
        tell(&format!("error: --format html: {}", line(&error.to_string())));
        Exit::Failed
    })
}

/// A document of the page with what its numbers follow from. Sensitivities are told of where a limit asks for them, and the
/// numbers are few enough to be looked at one by one.
fn subject<'a>(file: &'a Checked, settings: Option<&Settings>) -> Subject<'a> {
    let (Some(report), Some(settings)) = (file.report(), settings) else { return Subject::new(file) };
    let derivation = derivation(&report.document, &report.facts, &settings.knowledge);
    let asked = !derivation.limits.is_empty() && derivation.nodes.len() <= MOST_NUMBERS;
    let found = asked.then(|| sensitivity(&derivation, &Scenario::default(), None));
    let sensitivities = found.map(|found| Sensitivity::of(&found)).unwrap_or_default();
    Subject { file, graph: Some(Graph::of(report, &derivation)), sensitivities }
}

/// The record of the one review, or nothing where the file could not be read, which was told.
fn record(checked: &[Checked]) -> Result<String, Exit> {
    let refused = |reason: &str| {
        tell(&format!("error: --format markdown: {reason}"));
        Exit::Failed
    };
    let [file] = checked else {
        return Err(refused("a record is of one document, so name one file"));
    };
    match (&file.outcome, review::markdown::record(file)) {
        (Err(_), _) => Ok(String::new()),
        (Ok(_), Some(text)) => Ok(text),
        (Ok(report), None) => {
            let kind = report.kind.0.name();
            let path = line(&file.path);
            Err(refused(&format!(
                "{path}: documents of the kind {kind} are asked no rubric; `kind:` in its front matter says what it is"
            )))
        }
    }
}

/// Found where a document is not approved, or where one without a rubric has an error.
fn verdict(checked: &[Checked]) -> Exit {
    if checked.iter().any(|file| file.outcome.is_err()) {
        return Exit::Failed;
    }
    let open = |file: &Checked| match file.review.as_ref().and_then(|review| review.decision) {
        Some(decision) => decision != Decision::Approve,
        None => file.report().is_some_and(|report| report.diagnostics.iter().any(|d| d.severity == Severity::Error)),
    };
    if checked.iter().any(open) { Exit::Found } else { Exit::Clean }
}
