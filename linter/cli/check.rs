//! `check`: what is wrong with documents.

use std::path::Path;

use designlint_core::Safety;
use designlint_render::baseline::Baseline;
use designlint_render::diff::diff;
use designlint_render::escape::line;
use designlint_render::{Checked, summary};

use crate::arguments::CheckArguments;
use crate::documents::{Done, Task, check_all, refused, text_of};
use crate::formats::{format, text};
use crate::output::{Exit, print, tell};
use crate::since::Since;
use crate::values::{FailLevel, Format};
use crate::watch;

/// Checks and prints, once or whenever something changes.
pub fn run(arguments: &CheckArguments) -> Exit {
    if let Err(reason) = sensible(arguments) {
        tell(&format!("error: {reason}"));
        return Exit::Failed;
    }
    if arguments.watch { watch::run(arguments) } else { once(arguments).unwrap_or_else(|exit| exit) }
}

/// Checks and prints once.
///
/// # Errors
/// How to end where nothing could be checked: a rule, a kind or a commit that does not exist, a baseline that is none.
pub fn once(arguments: &CheckArguments) -> Result<Exit, Exit> {
    let safety = if arguments.unsafe_fixes { Safety::Unsafe } else { Safety::Safe };
    let task = Task {
        kind: arguments.kind.get(),
        color: arguments.color,
        progress: !arguments.quiet,
        root: arguments.root.as_deref(),
        today: arguments.today,
        mend: (arguments.fix || arguments.diff).then_some(safety),
        review: arguments.review,
        ..Task::new(&arguments.paths, &arguments.sources, &arguments.selection)
    };
    let known = arguments.baseline.as_deref().map(read_baseline).transpose()?;
    let all = check_all(task)?;
    match &arguments.write_baseline {
        _ if arguments.diff => Ok(propose(&all)),
        Some(path) => Ok(write_baseline(path, all)),
        None => report(arguments, all, known.as_ref()),
    }
}

/// What the arguments alone do not tell: flags that belong to a format, and values that name nothing.
fn sensible(arguments: &CheckArguments) -> Result<(), String> {
    let format = format(arguments);
    if arguments.review && format != Format::Json {
        return Err("--review: needs --format json; `designlint review` prints reviews for people".to_owned());
    }
    if arguments.statistics && !matches!(format, Format::Full | Format::Concise | Format::Json) {
        return Err("--statistics: needs --format full, concise or json".to_owned());
    }
    if arguments.watch && !matches!(format, Format::Full | Format::Concise) {
        return Err("--watch: needs --format full or concise".to_owned());
    }
    let stdin = arguments.paths.iter().any(|path| path == Path::new("-"));
    if arguments.watch && stdin {
        return Err("--watch: standard input does not change".to_owned());
    }
    if arguments.since.is_some() && stdin {
        return Err("--since: standard input is in no commit".to_owned());
    }
    match arguments.root.as_deref().filter(|root| !root.is_dir()) {
        Some(root) => Err(format!("--root: {}: no such folder", line(&root.to_string_lossy()))),
        None => Ok(()),
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
///
/// # Errors
/// How to end where git cannot compare.
fn report(arguments: &CheckArguments, all: Vec<Done>, known: Option<&Baseline>) -> Result<Exit, Exit> {
    let since = arguments.since.as_deref().map(|commit| Since::new(commit, &all)).transpose();
    let since = since.map_err(|reason| {
        tell(&format!("error: --since: {}", line(&reason)));
        Exit::Failed
    })?;
    let mut checked: Vec<Checked> = all.into_iter().map(|done| written(done, arguments.quiet)).collect();
    if let Some(left) = known.map(|known| known.leave_out(&mut checked)).filter(|_| !arguments.quiet) {
        let gone = if left.gone > 0 { format!("; {} of it found no more", left.gone) } else { String::new() };
        tell(&format!("note: {} left out by the baseline{gone}", summary::counted(left.known, "finding")));
    }
    // After the baseline, which knows findings by how many there are of a kind.
    if let Some(left) = since.map(|since| since.leave_out(&mut checked)).filter(|left| *left > 0 && !arguments.quiet) {
        tell(&format!("note: {} on unchanged lines left out", summary::counted(left, "finding")));
    }
    let printed = print(&text(arguments, &checked));
    Ok(printed.max(verdict(&checked, arguments.fail_level)))
}

/// The file after its mended text is written; a file with an error where that fails.
fn written(done: Done, quiet: bool) -> Checked {
    let mut checked = done.checked;
    let Some(mended) = done.mended else {
        return checked;
    };
    let result = match done.path {
        Some(path) => designlint_files::rewrite(&path, &mended.before, &mended.after),
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

fn verdict(checked: &[Checked], level: FailLevel) -> Exit {
    if checked.iter().any(|file| file.outcome.is_err()) {
        return Exit::Failed;
    }
    let mut found = checked.iter().filter_map(Checked::report).flat_map(|report| &report.diagnostics);
    if found.any(|d| level.reached(d.severity)) { Exit::Found } else { Exit::Clean }
}
