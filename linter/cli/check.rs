//! `check`: what is wrong with documents.

use std::io::IsTerminal;
use std::path::Path;

use designlint_core::Safety;
use designlint_render::baseline::Baseline;
use designlint_render::diff::diff;
use designlint_render::escape::line;
use designlint_render::full::{self, Style};
use designlint_render::{Checked, concise, json, summary};

use crate::arguments::{CheckArguments, FailLevel, Format};
use crate::documents::{Done, Task, check_all, refused, text_of};
use crate::output::{Exit, colored, dumb, print, tell};

/// Checks and prints.
pub fn run(arguments: &CheckArguments) -> Exit {
    if arguments.review && arguments.format != Some(Format::Json) {
        tell("error: --review: needs --format json; `designlint review` prints reviews for people");
        return Exit::Failed;
    }
    if let Some(root) = arguments.root.as_deref().filter(|root| !root.is_dir()) {
        tell(&format!("error: --root: {}: no such folder", line(&root.to_string_lossy())));
        return Exit::Failed;
    }
    let safety = if arguments.unsafe_fixes { Safety::Unsafe } else { Safety::Safe };
    let task = Task {
        kind: arguments.kind.get(),
        color: arguments.color,
        root: arguments.root.as_deref(),
        today: arguments.today,
        mend: (arguments.fix || arguments.diff).then_some(safety),
        review: arguments.review,
        ..Task::new(&arguments.paths, &arguments.sources, &arguments.selection)
    };
    let known = match arguments.baseline.as_deref().map(read_baseline).transpose() {
        Ok(known) => known,
        Err(exit) => return exit,
    };
    let all = match check_all(task) {
        Ok(all) => all,
        Err(exit) => return exit,
    };
    match &arguments.write_baseline {
        _ if arguments.diff => propose(&all),
        Some(path) => write_baseline(path, all),
        None => report(arguments, all, known.as_ref()),
    }
}

fn read_baseline(path: &Path) -> Result<Baseline, Exit> {
    let text = text_of("--baseline", path)?;
    Baseline::parse(&text).map_err(|reason| refused("--baseline", path, &reason))
}

/// Writes what was found for later runs. Fails only where a file could not be read or written.
fn write_baseline(path: &Path, all: Vec<Done>) -> Exit {
    let checked: Vec<Checked> = all.into_iter().map(|done| done.checked).collect();
    let baseline = Baseline::of(&checked);
    let name = path.to_string_lossy();
    if let Err(reason) = designlint_files::write_anew(path, &baseline.to_text()) {
        tell(&format!("error: --write-baseline: {}: {reason}", line(&name)));
        return Exit::Failed;
    }
    tell(&format!("note: {}: {} recorded", line(&name), summary::counted(baseline.len(), "finding")));
    if checked.iter().any(|file| file.outcome.is_err()) { Exit::Failed } else { Exit::Clean }
}

/// Prints what fixes would change.
fn propose(all: &[Done]) -> Exit {
    let changes = all.iter().filter_map(|done| Some((&done.checked.path, done.mended.as_ref()?)));
    let diffs: String = changes.map(|(path, mended)| diff(path, &mended.before, &mended.after)).collect();
    let proposed = if diffs.is_empty() { Exit::Clean } else { Exit::Found };
    let failed = if all.iter().any(|done| done.checked.outcome.is_err()) { Exit::Failed } else { Exit::Clean };
    print(&diffs).max(proposed).max(failed)
}

/// Writes what was mended and prints what is left.
fn report(arguments: &CheckArguments, all: Vec<Done>, known: Option<&Baseline>) -> Exit {
    let mut checked: Vec<Checked> = all.into_iter().map(|done| written(done, arguments.quiet)).collect();
    if let Some(left) = known.map(|known| known.leave_out(&mut checked)).filter(|_| !arguments.quiet) {
        let gone = if left.gone > 0 { format!("; {} of it found no more", left.gone) } else { String::new() };
        tell(&format!("note: {} left out by the baseline{gone}", summary::counted(left.known, "finding")));
    }
    let printed = print(&text(arguments, &checked));
    printed.max(verdict(&checked, arguments.fail_level))
}

/// The file after its mended text is written; a file with an error where that fails.
fn written(done: Done, quiet: bool) -> Checked {
    let mut checked = done.checked;
    let Some(mended) = done.mended else {
        return checked;
    };
    let result = match done.path {
        Some(path) => designlint_files::write(&path, &mended.after),
        None => Err("standard input cannot be fixed; --diff shows what would change".to_owned()),
    };
    let path = line(&checked.path).into_owned();
    match result {
        Ok(()) if quiet => {}
        Ok(()) => tell(&format!("note: {path}: {} applied", summary::counted(mended.count, "fix"))),
        Err(reason) => {
            tell(&format!("error: {path}: {reason}"));
            checked.outcome = Err(reason);
        }
    }
    checked
}

fn text(arguments: &CheckArguments, checked: &[Checked]) -> String {
    let terminal = std::io::stdout().is_terminal();
    let format = arguments.format.unwrap_or(if terminal { Format::Full } else { Format::Concise });
    let limit = arguments.max_findings;
    let findings = match format {
        Format::Json => return json::json(checked, limit, arguments.review),
        Format::Concise => concise::concise(checked, limit),
        Format::Full => {
            let color = colored(arguments.color, &std::io::stdout());
            full::full(checked, Style { color, ascii: dumb() }, limit)
        }
    };
    if arguments.quiet { findings } else { findings + &summary::summary(checked, limit) }
}

fn verdict(checked: &[Checked], level: FailLevel) -> Exit {
    if checked.iter().any(|file| file.outcome.is_err()) {
        return Exit::Failed;
    }
    let mut found = checked.iter().filter_map(Checked::report).flat_map(|report| &report.diagnostics);
    if found.any(|d| level.reached(d.severity)) { Exit::Found } else { Exit::Clean }
}
