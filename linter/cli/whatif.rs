//! `whatif` and `sensitivity`: other numbers, and what becomes of the document.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use designlint_core::whatif::{
    Asked, Refused, Scenario, Swept, rewrite, sensitivity as effects, solve, sweep, what_if,
};
use designlint_core::{Report, Settings};
use designlint_facts::{Derivation, derivation};
use designlint_render::escape::line;
use designlint_render::summary::counted;
use designlint_render::whatif as render;

use crate::arguments::{Selection, Sources};
use crate::documents::{Task, check_all};
use crate::graph_arguments::{SensitivityArguments, WhatIfArguments};
use crate::output::{Exit, print, tell};
use crate::values::PlotFormat;

/// A document with what its numbers are made of.
pub struct Followed {
    pub path: String,
    pub report: Report,
    pub derivation: Derivation,
    settings: Arc<Settings>,
    /// Where it lies; `None` for standard input.
    place: Option<PathBuf>,
}

/// Reads and follows one document. What hinders it is told.
///
/// # Errors
/// How to end.
pub fn follow(file: &Path) -> Result<Followed, Exit> {
    let (sources, selection) = (Sources::default(), Selection::default());
    let paths = [file.to_owned()];
    let mut all = check_all(Task { progress: false, ..Task::new(&paths, &sources, &selection) })?;
    let (Some(done), true) = (all.pop(), all.is_empty()) else {
        tell(&format!("error: {}: name one document", line(&file.to_string_lossy())));
        return Err(Exit::Failed);
    };
    let (Ok(report), Some(settings)) = (done.checked.outcome, done.settings) else { return Err(Exit::Failed) };
    let derivation = derivation(&report.document, &report.facts, &settings.knowledge);
    Ok(Followed { path: done.checked.path, report, derivation, settings, place: done.path })
}

/// Calculates and prints.
pub fn run(arguments: &WhatIfArguments) -> Exit {
    let followed = match follow(&arguments.file) {
        Ok(followed) => followed,
        Err(exit) => return exit,
    };
    answer(arguments, &followed).unwrap_or_else(|refused| {
        tell(&format!("error: {}: {}", line(&followed.path), line(&refused.to_string())));
        Exit::Failed
    })
}

fn answer(arguments: &WhatIfArguments, followed: &Followed) -> Result<Exit, Refused> {
    let (derivation, source) = (&followed.derivation, &followed.report.document.source);
    let scenario = Scenario::of(derivation, source, &arguments.set)?;
    if arguments.format == PlotFormat::Svg && arguments.sweep.is_empty() {
        let why = "there is a picture of a sweep only; add --sweep NAME=A,B".to_owned();
        return Err(Refused::Unreadable("--format svg".to_owned(), why));
    }
    if let (Some(limit), Some(input)) = (&arguments.solve, &arguments.input) {
        let asked = Asked::of(derivation, source, limit)?;
        let node = node(followed, input)?;
        let found = solve(derivation, &scenario, &asked, node);
        let name = derivation.nodes[node].name();
        return Ok(print(&match arguments.format {
            PlotFormat::Json => render::solved_json(limit, name, &found),
            _ => render::solved_text(limit, name, &found),
        }));
    }
    if !arguments.sweep.is_empty() {
        let swept = arguments.sweep.iter().map(|s| Swept::of(derivation, source, s));
        let found = sweep(derivation, source, &scenario, &swept.collect::<Result<Vec<_>, _>>()?);
        let broken = found.rows.iter().any(|r| !r.broken.is_empty());
        let exit = match arguments.format {
            PlotFormat::Json => print(&render::sweep_json(&found)),
            PlotFormat::Text => print(&render::sweep_text(&found)),
            PlotFormat::Svg => picture(&followed.path, designlint_report::plot(&found)),
        };
        return Ok(exit.max(if broken { Exit::Found } else { Exit::Clean }));
    }
    let found = what_if(derivation, &scenario);
    let written = if arguments.write { write(followed, &scenario) } else { Exit::Clean };
    let text = match arguments.format {
        PlotFormat::Json => render::whatif_json(source, &found),
        _ => render::whatif_text(&followed.path, source, &found),
    };
    Ok(print(&text).max(written).max(if found.breaks() { Exit::Found } else { Exit::Clean }))
}

/// Writes a scenario into the document. Standard input is not written.
fn write(followed: &Followed, scenario: &Scenario) -> Exit {
    let refused = |why: &str| {
        tell(&format!("error: --write: {}: {}", line(&followed.path), line(why)));
        Exit::Failed
    };
    let Some(place) = &followed.place else { return refused("standard input cannot be written") };
    let Followed { report, derivation, settings, .. } = followed;
    let written = rewrite(report, derivation, scenario, settings, designlint_rules::ALL);
    if !written.wrong.is_empty() {
        for span in &written.wrong {
            let (source, at) = (&written.report.document.source, span.start);
            let says = source.slice(source.line_span(source.line_of(at))).trim();
            tell(&format!("{}:{}: would not hold: {}", line(&followed.path), source.line_of(at), line(says)));
        }
        return refused("a number there could not be followed, so nothing is written");
    }
    if let Err(error) = designlint_files::rewrite(place, report.document.source.text(), &written.text) {
        return refused(&error);
    }
    tell(&format!("note: {}: {} written", line(&followed.path), counted(written.changed, "number")));
    Exit::Clean
}

fn node(followed: &Followed, name: &str) -> Result<usize, Refused> {
    Scenario::node(&followed.derivation, &followed.report.document.source, name)
}

/// Says which input matters most.
pub fn sensitivity(arguments: &SensitivityArguments) -> Exit {
    let followed = match follow(&arguments.file) {
        Ok(followed) => followed,
        Err(exit) => return exit,
    };
    let on = match arguments.on.as_deref().map(|name| node(&followed, name)).transpose() {
        Ok(on) => on,
        Err(refused) => {
            tell(&format!("error: {}: {}", line(&followed.path), line(&refused.to_string())));
            return Exit::Failed;
        }
    };
    let found = effects(&followed.derivation, &Scenario::default(), on);
    match arguments.format {
        PlotFormat::Json => print(&render::sensitivity_json(&found)),
        PlotFormat::Text => print(&render::sensitivity_text(&found)),
        PlotFormat::Svg => picture(&followed.path, designlint_report::tornado(&found)),
    }
}

/// Prints a picture, or tells why there is none.
pub fn picture(path: &str, drawn: Result<String, String>) -> Exit {
    match drawn {
        Ok(svg) => print(&svg),
        Err(why) => {
            tell(&format!("error: --format svg: {}: {}", line(path), line(&why)));
            Exit::Failed
        }
    }
}
