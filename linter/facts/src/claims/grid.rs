//! A table as labels, roles and numbers.

use designlint_document::{Document, Row, Span, Table};
use designlint_quantity::Convention;

use super::{
    amount::{Amount, Content, cell},
    labels::{self, Role},
};

/// Largest table that is read, in cells.
const CELLS: usize = 20_000;

/// A row.
pub(crate) struct Line {
    /// The row's line.
    pub span: Span,
    /// Its label: the first cell with words.
    pub label: String,
    /// What it is.
    pub role: Role,
    /// What each of its cells holds.
    pub cells: Vec<Content>,
    /// Whether it only separates: no cell says anything, or it has a label and no number.
    pub separates: bool,
    /// Whether it is part of the row above.
    pub nested: bool,
    /// The words of the cells other than the label and the numbers.
    pub notes: String,
}

/// A table.
pub(crate) struct Grid {
    /// The header texts.
    pub header: Vec<String>,
    /// The rows.
    pub lines: Vec<Line>,
    /// Index of its section.
    pub section: usize,
}

impl Grid {
    /// Reads a table; `None` where it has no two rows or is too large.
    pub fn of(document: &Document, table: &Table, readings: Convention) -> Option<Self> {
        let columns = table.header.cells.len();
        if table.rows.len() < 2 || columns < 2 || columns * table.rows.len() > CELLS {
            return None;
        }
        let mut lines: Vec<Line> = table.rows.iter().map(|row| line(document, row, columns, readings)).collect();
        // "Reserve for retries" above the total is one of its addends.
        for line in lines.iter_mut().take_while(|l| !matches!(l.role, Role::Total(_))) {
            if line.role == Role::Headroom {
                line.role = Role::Item;
            }
        }
        Some(Self {
            header: table.header.cells.iter().map(|c| c.text.clone()).collect(),
            lines,
            section: table.section,
        })
    }

    /// Number of columns of the header.
    pub fn columns(&self) -> usize {
        self.header.len()
    }

    /// The header of a column.
    pub fn head(&self, column: usize) -> &str {
        self.header.get(column).map_or("", String::as_str)
    }

    /// Whether the cells of a row follow from one another as those of an item do. The mean of a column's changes is no change of
    /// its means; a percentile is measured, and so is a mean where all rows are such.
    pub fn stands_for_itself(&self, row: usize) -> bool {
        self.lines.get(row).is_some_and(|line| match line.role {
            Role::Item => true,
            Role::Statistic => {
                labels::is_percentile(&line.label) || self.lines.iter().all(|l| l.role == Role::Statistic)
            }
            _ => false,
        })
    }

    /// The number of a cell.
    pub fn amount(&self, row: usize, column: usize) -> Option<&Amount> {
        self.lines.get(row)?.cells.get(column)?.amount()
    }

    /// The number of a cell, or the first of several.
    pub fn first(&self, row: usize, column: usize) -> Option<&Amount> {
        self.lines.get(row)?.cells.get(column)?.first()
    }

    /// Whether a cell has digits or words that are no number: its row cannot be added.
    pub fn is_unreadable(&self, row: usize, column: usize) -> bool {
        match self.lines.get(row).and_then(|l| l.cells.get(column)) {
            Some(Content::Unreadable | Content::Several(_) | Content::Words) => true,
            Some(Content::Amount(a)) => a.bound,
            _ => false,
        }
    }
}

fn line(document: &Document, row: &Row, columns: usize, readings: Convention) -> Line {
    let mut cells: Vec<Content> = row.cells.iter().take(columns).map(|c| cell(document, c, readings)).collect();
    for (content, cell) in cells.iter_mut().zip(&row.cells) {
        if matches!(content, Content::Words) && labels::adds_nothing(&cell.text) {
            *content = Content::Empty;
        }
    }
    let named = |i: usize| {
        let text = row.cells.get(i).map_or("", |c| c.text.trim());
        text.chars().any(char::is_alphabetic) || text.contains(['Σ', '∑'])
    };
    let label_column = (0..cells.len()).find(|&i| named(i) && !is_numeric(&cells[i], &row.cells[i].text));
    let label = label_column.and_then(|i| row.cells.get(i)).map_or(String::new(), |c| c.text.trim().to_string());
    // "5 minutes | Total outage": the row is named by what stands first.
    let measured = |content: &Content| content.amount().is_some_and(|a| !a.is_bare());
    let keyed = label_column.is_some_and(|at| cells[..at].iter().any(measured));
    let role = if keyed { Role::Item } else { labels::role(&label) };
    let mut notes = String::new();
    for (i, content) in cells.iter().enumerate().filter(|(i, _)| Some(*i) != label_column) {
        let text = match content {
            Content::Words | Content::Unreadable | Content::Several(_) => row.cells[i].text.as_str(),
            Content::Amount(a) => a.rest.as_str(),
            Content::Empty => "",
        };
        notes.push_str(text);
        notes.push(' ');
    }
    let silent = cells.iter().enumerate().all(|(i, c)| Some(i) == label_column || matches!(c, Content::Empty));
    if let Some(own) = label_column.and_then(|i| cells.get_mut(i)) {
        *own = Content::Empty;
    }
    Line { span: row.span, nested: labels::is_nested(&label), label, role, cells, separates: silent, notes }
}

/// Whether a cell is a number rather than a label that holds one: it starts with its digits.
fn is_numeric(content: &Content, text: &str) -> bool {
    content.amount().is_some()
        && text
            .trim_start()
            .trim_start_matches(['*', '_', '`', '~', '$', '+', '-', '−', '(', '<', '>', '≈', '€', '£', ' '])
            .starts_with(|c: char| c.is_ascii_digit())
}
