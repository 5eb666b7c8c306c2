//! Rows of failure tables.

use std::collections::BTreeMap;

use designlint_document::{BlockKind, Cell, Row, Table};

use crate::failure_modes::{Draft, Role, Scope, state};
use crate::text::{Flow, plain};
use crate::{FailureList, State, Text};

/// The rows of the tables that list failures.
pub(crate) fn tables(scope: &Scope<'_>) -> Vec<Draft> {
    let mut beside = BTreeMap::new();
    let mut out = Vec::new();
    for table in &scope.document.tables {
        if let Some(columns) = Columns::of(scope, table) {
            let says = || *beside.entry(table.section).or_insert_with(|| speaks_of_noticing(scope, table.section));
            out.extend(rows(scope, table, &columns, says));
        }
    }
    out
}

/// Which column plays which role.
struct Columns {
    roles: Vec<Option<Role>>,
    failure: usize,
    risks: bool,
}

impl Columns {
    /// The columns of a table that lists failures: under a failure heading one that says what fails and one that answers;
    /// elsewhere one for failures or risks and one for detections.
    fn of(scope: &Scope<'_>, table: &Table) -> Option<Self> {
        let roles: Vec<Option<Role>> = table.header.cells.iter().map(|c| scope.role(&plain(&c.text))).collect();
        let has = |role: Role| roles.contains(&Some(role));
        let at = |role: Role| roles.iter().position(|r| *r == Some(role));
        let answered = roles.iter().flatten().any(|r| r.is_answer());
        let strong = at(Role::Failure);
        let risk = at(Role::Risk);
        if let (Some(failure), true) = (strong.or(risk), has(Role::Detection)) {
            return Some(Self { roles, failure, risks: false });
        }
        scope.topic_of(table.span)?;
        if !answered && !has(Role::Detection) {
            return None;
        }
        let failure = strong.or(risk).or_else(|| at(Role::Scenario)).or_else(|| at(Role::Component))?;
        Some(Self { roles, failure, risks: strong.is_none() && risk.is_some() })
    }

    fn cells<'a>(&'a self, row: &'a Row, wanted: impl Fn(Role) -> bool + 'a) -> impl Iterator<Item = &'a Cell> {
        self.roles.iter().zip(&row.cells).filter(move |(role, _)| role.is_some_and(&wanted)).map(|(_, cell)| cell)
    }
}

fn rows(scope: &Scope<'_>, table: &Table, columns: &Columns, beside: impl FnOnce() -> bool) -> Vec<Draft> {
    let has_detection = columns.roles.contains(&Some(Role::Detection));
    let list = FailureList {
        head: Some(table.header.span),
        detects: has_detection || half_notices(scope, table) || beside(),
        risks: columns.risks,
    };
    table.rows.iter().filter_map(|row| draft(scope, row, columns, &list)).collect()
}

fn draft(scope: &Scope<'_>, row: &Row, columns: &Columns, list: &FailureList) -> Option<Draft> {
    let failure = row.cells.get(columns.failure).map(text).filter(|t| !t.text.is_empty())?;
    let best = |cells: Vec<&Cell>| {
        let texts: Vec<Text> = cells.into_iter().map(text).collect();
        let said = texts.iter().position(|t| state(Some(t), scope.words) == State::Filled);
        let declared = || texts.iter().position(|t| state(Some(t), scope.words) == State::DeclaredNone);
        let at = said.or_else(declared).unwrap_or(0);
        texts.into_iter().nth(at)
    };
    let has = |wanted: fn(Role) -> bool| columns.roles.iter().flatten().any(|r| wanted(*r));
    let missing = || Text { text: String::new(), span: failure.span };
    let is_detection: fn(Role) -> bool = |r| r == Role::Detection;
    let detection = has(is_detection).then(|| best(columns.cells(row, is_detection).collect()).unwrap_or_else(missing));
    let mut degradation = None;
    for role in [Role::Degradation, Role::Effect, Role::Answer] {
        let cells: Vec<&Cell> = columns.cells(row, move |r| r == role).collect();
        let found = best(cells);
        if degradation.as_ref().is_none_or(|d| state(Some(d), scope.words) != State::Filled) && found.is_some() {
            degradation = found;
        }
    }
    if degradation.is_none() && has(Role::is_answer) {
        degradation = Some(missing());
    }
    let component = columns.cells(row, |r| r == Role::Component).map(text).find(|t| !t.text.is_empty());
    Some(Draft { span: row.span, failure, component, detection, degradation, list: list.clone() })
}

fn text(cell: &Cell) -> Text {
    Text { text: plain(&cell.text), span: cell.span }
}

/// Whether half of the rows speak of noticing in another column.
fn half_notices(scope: &Scope<'_>, table: &Table) -> bool {
    let telling = |row: &&Row| row.cells.iter().any(|c| scope.says_any(&c.text, "failure.noticing"));
    2 * table.rows.iter().filter(telling).count() >= table.rows.len().max(1)
}

/// Whether a sentence of the section speaks of noticing, so that nobody can say that it is missing.
fn speaks_of_noticing(scope: &Scope<'_>, section: usize) -> bool {
    let blocks = scope.document.sections.get(section).map_or(&[][..], |s| &scope.document.blocks[s.blocks.clone()]);
    blocks
        .iter()
        .filter(|b| b.section == section && b.kind == BlockKind::Paragraph)
        .any(|b| scope.says_any(&Flow::of(scope.document, b).raw, "failure.noticing"))
}
