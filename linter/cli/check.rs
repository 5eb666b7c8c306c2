//! `check`: what is wrong with documents.

use std::io::IsTerminal;

use designlint_core::Safety;
use designlint_render::diff::diff;
use designlint_render::escape::line;
use designlint_render::full::{self, Style};
use designlint_render::{Checked, concise, json, summary};

use crate::arguments::{CheckArguments, FailLevel, Format};
use crate::documents::{Done, Task, check_all};
use crate::output::{Exit, colored, dumb, print, tell};

/// Checks and prints.
pub fn run(arguments: &CheckArguments) -> Exit {
    if let Some(root) = arguments.root.as_deref().filter(|root| !root.is_dir()) {
        tell(&format!("error: --root: {}: no such folder", line(&root.to_string_lossy())));
        return Exit::Failed;
    }
    let safety = if arguments.unsafe_fixes { Safety::Unsafe } else { Safety::Safe };
    let task = Task {
        paths: &arguments.paths,
        kind: arguments.kind.get(),
        sources: &arguments.sources,
        selection: &arguments.selection,
        color: arguments.color,
        root: arguments.root.as_deref(),
        today: arguments.today,
        mend: (arguments.fix || arguments.diff).then_some(safety),
    };
    let all = match check_all(task) {
        Ok(all) => all,
        Err(exit) => return exit,
    };
    if arguments.diff { propose(&all) } else { report(arguments, all) }
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
fn report(arguments: &CheckArguments, all: Vec<Done>) -> Exit {
    let checked: Vec<Checked> = all.into_iter().map(|done| written(done, arguments.quiet)).collect();
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
        Format::Json => return json::json(checked, designlint_rules::ALL, limit),
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
