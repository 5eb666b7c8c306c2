//! `review`: the rubric line by line, and a decision.

use designlint_core::Severity;
use designlint_core::review::Decision;
use designlint_render::escape::line;
use designlint_render::{Checked, review};

use crate::arguments::{ReviewArguments, Selection, Sources};
use crate::documents::{Task, check_all, text_of};
use crate::output::{Exit, print, tell};
use crate::values::ReviewFormat;

/// Reviews and prints.
pub fn run(arguments: &ReviewArguments) -> Exit {
    let of = match arguments.of.as_deref().map(|path| text_of("--of", path)).transpose() {
        Ok(of) => of,
        Err(exit) => return exit,
    };
    let (sources, selection) = (Sources::default(), Selection::default());
    let task = Task { review: true, of: of.as_deref(), ..Task::new(&arguments.paths, &sources, &selection) };
    let checked: Vec<Checked> = match check_all(task) {
        Ok(all) => all.into_iter().map(|done| done.checked).collect(),
        Err(exit) => return exit,
    };
    let text = match arguments.format {
        ReviewFormat::Text => review::text::text(&checked),
        ReviewFormat::Json => review::json::json(&checked),
        ReviewFormat::Markdown => match record(&checked) {
            Ok(text) => text,
            Err(exit) => return exit,
        },
    };
    print(&text).max(verdict(&checked))
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
