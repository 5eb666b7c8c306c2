//! `check`: what is wrong with documents.

use std::io::IsTerminal;

use designlint_render::escape::line;
use designlint_render::full::{self, Style};
use designlint_render::{Checked, concise, json, summary};

use crate::arguments::{CheckArguments, FailLevel, Format};
use crate::documents::check_all;
use crate::output::{Exit, colored, dumb, print, tell};

/// Checks and prints.
pub fn run(arguments: &CheckArguments) -> Exit {
    if let Some(root) = arguments.root.as_deref().filter(|root| !root.is_dir()) {
        tell(&format!("error: --root: {}: no such folder", line(&root.to_string_lossy())));
        return Exit::Failed;
    }
    let checked = match check_all(&arguments.paths, &arguments.common, &arguments.selection, arguments.color) {
        Ok(checked) => checked,
        Err(exit) => return exit,
    };
    let printed = print(&text(arguments, &checked));
    printed.max(verdict(&checked, arguments.fail_level))
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
