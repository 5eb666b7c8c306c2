//! `ledger`: every calculation, and what became of it.

use designlint_render::ledger;

use crate::arguments::{Color, LedgerArguments, Selection, TextOrJson};
use crate::documents::check_all;
use crate::output::{Exit, print};

/// Lists and prints.
pub fn run(arguments: &LedgerArguments) -> Exit {
    let checked = check_all(&arguments.paths, &arguments.common, &Selection::default(), Color::Auto);
    let checked = match checked {
        Ok(checked) => checked,
        Err(exit) => return exit,
    };
    let text = match arguments.format {
        TextOrJson::Text => ledger::text(&checked, arguments.statistics),
        TextOrJson::Json => ledger::json(&checked, arguments.statistics),
    };
    let failed = if checked.iter().any(|file| file.outcome.is_err()) { Exit::Failed } else { Exit::Clean };
    print(&text).max(failed)
}
