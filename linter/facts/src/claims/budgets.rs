//! Latency budgets: hops under an objective.

use designlint_document::{BlockKind, Document, Span, Table};
use designlint_quantity::{Convention, Dimension, Quantity, Rational};

use super::{
    amount::Amount,
    grid::Grid,
    labels::{self, Role},
    lines::TextLine,
    lists::List,
    objectives::{Objective, objective_of, timeouts},
};

/// Hops that share an objective.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The hops in order.
    pub hops: Vec<Hop>,
    /// The least time that they take one after another, of parallel ones the slowest, in seconds.
    pub sum: Rational,
    /// What it is held against.
    pub objective: Quantity,
    /// Where the objective stands.
    pub objective_span: Span,
    /// The row of the total, or the last hop.
    pub span: Span,
    /// Whether every hop is a plain number: then the sum is the whole path's, not only a part of it.
    pub complete: bool,
    /// Whether the hops are timeouts of calls one after another.
    pub timeouts: bool,
    /// Index of the section.
    pub section: usize,
}

/// A step of a path with its time.
#[derive(Clone, Debug)]
pub struct Hop {
    /// Its name as written.
    pub name: String,
    /// The number with its unit.
    pub span: Span,
    /// The time.
    pub time: Quantity,
    /// Whether it runs beside another hop that is slower.
    pub hidden: bool,
    /// Whether it is the reserve of the budget and no hop of the path.
    pub spare: bool,
}

/// The latency budgets of a document.
pub(crate) fn budgets(document: &Document, lists: &[List], readings: Convention) -> Vec<Budget> {
    let mut out = Vec::new();
    for table in document.tables.iter().filter(|t| may_be_budget(document, t)) {
        let Some(grid) = Grid::of(document, table, readings) else { continue };
        out.extend(table_budget(document, &grid, table.span));
    }
    for list in lists {
        out.extend(list_budget(document, list.section, &list.lines));
    }
    for (hops, objective, section) in timeouts(document) {
        let hops = hops.iter().map(|(name, amount)| hop(name, amount)).collect();
        out.extend(Draft { hops, complete: true, total: None }.budget(&objective, section, true));
    }
    out.sort_by_key(|b| (b.span.start, b.span.end));
    out
}

/// Hops before they meet an objective.
struct Draft {
    hops: Vec<Hop>,
    complete: bool,
    total: Option<Span>,
}

impl Draft {
    fn budget(self, objective: &Objective, section: usize, timeouts: bool) -> Option<Budget> {
        let last = self.hops.last()?.span;
        let seconds = |hops: &[Hop]| hops.iter().filter(|h| !h.hidden).fold(Rational::ZERO, |s, h| s + &h.time.value);
        (self.hops.len() >= 2).then(|| Budget {
            sum: seconds(&self.hops),
            objective: objective.time.clone(),
            objective_span: objective.span,
            span: self.total.unwrap_or(last),
            complete: self.complete,
            hops: self.hops,
            timeouts,
            section,
        })
    }
}

fn hop(name: &str, amount: &Amount) -> Hop {
    let name = name.trim_matches(['*', '`', '_', ' ']).to_string();
    let spare = labels::role(&name) == Role::Headroom;
    Hop { name, span: amount.span, time: amount.quantity(), hidden: false, spare }
}

fn is_time(amount: &Amount) -> bool {
    amount.quantity().dimension == Dimension::TIME && !amount.negative
}

fn table_budget(document: &Document, grid: &Grid, span: Span) -> Option<Budget> {
    if !is_budget(document, grid) {
        return None;
    }
    let columns = (0..grid.columns())
        .filter(|&c| (0..grid.lines.len()).filter(|&r| grid.amount(r, c).is_some_and(is_time)).count() >= 2);
    let columns: Vec<usize> = columns.collect();
    let limit = |c: usize| {
        let row = (0..grid.lines.len())
            .find(|&r| grid.lines[r].role == Role::Limit && grid.amount(r, c).is_some_and(is_time))?;
        let amount = grid.amount(row, c)?;
        Some(Objective { time: amount.quantity(), span: grid.lines[row].span, percentile: None })
    };
    if let Some((column, objective)) = columns.iter().rev().find_map(|&c| Some((c, limit(c)?))) {
        return hops_of(grid, column).budget(&objective, grid.section, false);
    }
    let objective = objective_of(document, grid.section, span)?;
    let column = column_of(grid, &columns, objective.percentile.as_deref())?;
    hops_of(grid, column).budget(&objective, grid.section, false)
}

/// The column that an objective speaks of: that of its percentile, else the one headed "budget", else the only one.
fn column_of(grid: &Grid, columns: &[usize], percentile: Option<&str>) -> Option<usize> {
    let headed = |word: &str| columns.iter().copied().find(|&c| labels::words(grid.head(c)).iter().any(|w| w == word));
    percentile.and_then(headed).or_else(|| headed("budget")).or(match columns {
        [only] => Some(*only),
        _ => None,
    })
}

/// Whether a table sets times that are to be added: it says budget, or it lists hops or stages under "latency" with their
/// total.
fn is_budget(document: &Document, grid: &Grid) -> bool {
    const STEPS: &[&str] = &["hop", "hops", "stage", "step", "phase", "segment", "leg"];
    const MEASURED: &[&str] =
        &["measured", "observed", "actual", "benchmark", "benchmarks", "result", "results", "current"];
    let mut says = labels::words(&headings(document, grid.section));
    for head in &grid.header {
        says.extend(labels::words(head));
    }
    let any = |list: &[&str]| says.iter().any(|w| list.contains(&w.as_str()));
    if any(MEASURED) {
        return false;
    }
    let totalled = grid.lines.iter().any(|l| matches!(l.role, Role::Total(_)));
    let steps = labels::words(grid.head(0)).iter().any(|w| STEPS.contains(&w.as_str()));
    any(&["budget", "budgets"]) && any(&["latency", "latencies", "time", "deadline", "hop", "budget"])
        || (any(&["latency"]) && steps && totalled)
}

/// Whether a heading or a header names what [`is_budget`] asks for.
fn may_be_budget(document: &Document, table: &Table) -> bool {
    let says = |text: &str| labels::words(text).iter().any(|w| matches!(w.as_str(), "budget" | "budgets" | "latency"));
    table.header.cells.iter().any(|c| says(&c.text)) || says(&headings(document, table.section))
}

/// The titles of a section and of those it stands in.
pub(crate) fn headings(document: &Document, section: usize) -> String {
    let mut out = String::new();
    let mut at = Some(section);
    while let Some(found) = at.and_then(|i| document.sections.get(i)) {
        out.push_str(&found.title);
        out.push(' ');
        at = found.parent;
    }
    out
}

fn hops_of(grid: &Grid, column: usize) -> Draft {
    let end = grid.lines.iter().position(|l| matches!(l.role, Role::Total(_))).unwrap_or(grid.lines.len());
    let rows: Vec<usize> =
        (0..end).filter(|&r| grid.lines[r].role == Role::Item && counts(&grid.lines[r].label)).collect();
    let complete = rows.iter().all(|&r| !grid.is_unreadable(r, column));
    let named: Vec<(usize, &Amount)> =
        rows.iter().filter_map(|&r| Some((r, grid.amount(r, column).filter(|a| is_time(a))?))).collect();
    let mut hops: Vec<Hop> = named.iter().map(|(r, a)| hop(&grid.lines[*r].label, a)).collect();
    let notes: Vec<String> =
        named.iter().map(|(r, _)| format!("{} {}", grid.lines[*r].label, grid.lines[*r].notes)).collect();
    hide_the_faster(&mut hops, &notes);
    Draft { hops, complete, total: grid.lines.get(end).map(|l| l.span) }
}

/// Whether a hop is always on the path: not a fallback, a miss or a retry.
fn counts(label: &str) -> bool {
    const SOMETIMES: &[&str] = &[
        "optional",
        "fallback",
        "miss",
        "misses",
        "retry",
        "retries",
        "cold",
        "async",
        "asynchronous",
        "background",
        "rare",
        "hedged",
        "offline",
        "if",
    ];
    !labels::is_nested(label) && !labels::words(label).iter().any(|w| SOMETIMES.contains(&w.as_str()))
}

/// Of hops that run side by side all but the slowest take no time of their own; the same holds for views of one hop.
fn hide_the_faster(hops: &mut [Hop], notes: &[String]) {
    let parallel: Vec<bool> = notes.iter().map(|n| labels::is_parallel(n)).collect();
    let stems: Vec<String> = hops.iter().map(|h| labels::stem(&h.name)).collect();
    let named = |a: usize, b: usize| {
        let words = labels::words(&notes[a]);
        parallel[a] && !stems[b].is_empty() && labels::words(&stems[b]).iter().all(|w| words.contains(w))
    };
    let mut group: Vec<usize> = (0..hops.len()).collect();
    for a in 0..hops.len() {
        for b in 0..a {
            let beside = named(a, b) || named(b, a) || (parallel[a] && parallel[b] && (b..a).all(|i| parallel[i]));
            let same = !stems[a].is_empty() && stems[a] == stems[b];
            if beside || same {
                let (from, to) = (group[a], group[b]);
                group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
            }
        }
    }
    for a in 0..hops.len() {
        let slower = |b: &usize| {
            let (x, y) = (&hops[a].time.value, &hops[*b].time.value);
            group[*b] == group[a] && (y > x || (y == x && *b < a))
        };
        let hidden = (0..hops.len()).any(|b| b != a && slower(&b));
        hops[a].hidden = hidden;
    }
}

fn list_budget(document: &Document, section: usize, lines: &[TextLine]) -> Option<Budget> {
    let says = labels::words(&headings(document, section));
    let word = |w: &str| says.iter().any(|s| s == w);
    if !(word("budget") && (word("latency") || word("time"))) {
        return None;
    }
    let end = lines.iter().position(|l| matches!(labels::role(&l.label), Role::Total(_))).unwrap_or(lines.len());
    let items: Vec<&TextLine> = lines[..end]
        .iter()
        .filter(|l| labels::role(&l.label) == Role::Item && !l.label.is_empty() && counts(&l.label))
        .collect();
    let times: Vec<(&&TextLine, &Amount)> =
        items.iter().filter_map(|l| Some((l, l.content.amount().filter(|a| is_time(a))?))).collect();
    let mut hops: Vec<Hop> = times.iter().map(|(l, a)| hop(&l.label, a)).collect();
    let notes: Vec<String> = times.iter().map(|(l, _)| l.text.clone()).collect();
    hide_the_faster(&mut hops, &notes);
    let first = lines.first()?.span;
    let objective = objective_of(document, section, first)?;
    let complete = times.len() == items.len();
    Draft { hops, complete, total: lines.get(end).map(|l| l.span) }.budget(&objective, section, false)
}

/// Whether a block holds sentences.
pub(crate) fn is_prose(kind: &BlockKind) -> bool {
    matches!(kind, BlockKind::Paragraph)
}
