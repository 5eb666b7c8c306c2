//! `ledger`: every calculation, and what became of it.

use designlint_render::{Checked, ledger};

use crate::arguments::{LedgerArguments, Selection, Sources};
use crate::documents::{Task, check_all};
use crate::output::{Exit, print};
use crate::values::TextOrJson;

/// Lists and prints.
pub fn run(arguments: &LedgerArguments) -> Exit {
    let (sources, selection) = (Sources::default(), Selection::default());
    let task = Task { kind: arguments.kind.get(), ..Task::new(&arguments.paths, &sources, &selection) };
    let checked: Vec<Checked> = match check_all(task) {
        Ok(all) => all.into_iter().map(|done| done.checked).collect(),
        Err(exit) => return exit,
    };
    let text = match arguments.format {
        TextOrJson::Text => ledger::text(&checked, arguments.statistics),
        TextOrJson::Json => ledger::json(&checked, arguments.statistics),
    };
    let failed = if checked.iter().any(|file| file.outcome.is_err()) { Exit::Failed } else { Exit::Clean };
    print(&text).max(failed)
}
