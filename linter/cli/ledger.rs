//! `ledger`: every calculation, and what became of it.

use designlint_render::{Checked, ledger};

use crate::arguments::{Color, LedgerArguments, Selection, Sources, TextOrJson};
use crate::documents::{Task, check_all};
use crate::output::{Exit, print};

/// Lists and prints.
pub fn run(arguments: &LedgerArguments) -> Exit {
    let task = Task {
        paths: &arguments.paths,
        kind: arguments.kind.get(),
        sources: &Sources::default(),
        selection: &Selection::default(),
        color: Color::Auto,
        root: None,
        today: None,
        mend: None,
        review: false,
        of: None,
    };
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
