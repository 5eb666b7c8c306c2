//! Options that share a table.

use designlint_document::{Cell, Table};

use crate::text::folded;
use crate::{Choice, Text, Vocabulary};

/// The options and criteria of a table; `None` where it compares no options.
pub(crate) fn from_table(table: &Table, words: &Vocabulary) -> Option<(Vec<Choice>, Vec<Text>)> {
    let (first, others) = table.header.cells.split_first()?;
    if is_field_table(table) {
        return None;
    }
    let corner = folded(&first.text);
    let is = |list: &str| words.list(list).contains(&corner);
    let labelled = |cells: &mut dyn Iterator<Item = &Cell>| cells.filter(|c| is_label(&c.text, words)).count();
    let columns = labelled(&mut others.iter());
    let rows = labelled(&mut table.rows.iter().filter_map(|r| r.cells.first()));
    let (as_rows, sure) =
        if is("option-header") || others.iter().any(|c| words.list("criterion-name").contains(&folded(&c.text))) {
            (true, true)
        } else if is("criterion-header") || columns > rows {
            (false, true)
        } else {
            (rows > 0 || others.len() < 2, rows > 0)
        };
    let (items, criteria) = if as_rows { rows_as_options(table) } else { columns_as_options(table, words) };
    (sure || items.len() >= 2).then_some((items, criteria))
}

/// Whether a table compares options wherever it stands: `option | cost`.
pub(crate) fn says_option(table: &Table, words: &Vocabulary) -> bool {
    let Some((first, others)) = table.header.cells.split_first() else { return false };
    let named = ["option", "alternative", "approach", "candidate"].contains(&folded(&first.text).as_str());
    named && others.iter().any(|c| words.list("criterion-name").contains(&folded(&c.text)))
}

/// A table of fields or flags stands under "Options" of a program.
fn is_field_table(table: &Table) -> bool {
    let field =
        |c: &Cell| ["type", "default", "required", "flag", "field", "parameter"].contains(&folded(&c.text).as_str());
    table.header.cells.iter().any(field)
}

/// `A: queue`, `Option 2`, `do nothing`.
fn is_label(text: &str, words: &Vocabulary) -> bool {
    let text = folded(text);
    let lettered = text
        .strip_prefix(|c: char| c.is_ascii_alphanumeric())
        .is_some_and(|r| r.is_empty() || r.starts_with([':', '.', ')']));
    let (label, row) = (words.list("option-label"), words.list("option-row"));
    lettered
        || label.iter().any(|l| text.strip_prefix(l.as_str()).is_some_and(|r| r.starts_with(' ')))
        || row.iter().any(|r| text.starts_with(r.as_str()))
}

fn rows_as_options(table: &Table) -> (Vec<Choice>, Vec<Text>) {
    let criteria = table.header.cells.iter().skip(1).map(text).collect();
    let items = table.rows.iter().filter_map(|row| {
        let (name, cells) = row.cells.split_first()?;
        (!name.text.is_empty()).then(|| Choice { name: text(name), cells: cells.iter().map(text).collect() })
    });
    (items.collect(), criteria)
}

fn columns_as_options(table: &Table, words: &Vocabulary) -> (Vec<Choice>, Vec<Text>) {
    let criteria = table.rows.iter().filter_map(|r| r.cells.first()).map(text).collect();
    let comments = words.list("option-comment");
    let columns = table.header.cells.iter().enumerate().skip(1);
    let options = columns.filter(|(_, h)| !h.text.is_empty() && !comments.contains(&folded(&h.text)));
    let items = options.map(|(column, header)| {
        let cells = table.rows.iter().filter_map(|r| r.cells.get(column)).map(text).collect();
        Choice { name: text(header), cells }
    });
    (items.collect(), criteria)
}

fn text(cell: &Cell) -> Text {
    Text { text: cell.text.clone(), span: cell.span }
}
