//! For people.

use std::fmt::Write;

use designlint_core::whatif::{Change, Kept, Sensitivity, Solution, Sweep, WhatIf};
use designlint_document::Source;
use designlint_quantity::{Rational, decimal};

use super::bars;
use crate::escape;

fn line(text: &str) -> String {
    escape::line(text).into_owned()
}

/// What becomes of the numbers.
pub fn whatif_text(path: &str, source: &Source, found: &WhatIf) -> String {
    let mut out = String::new();
    let at = |byte: usize| format!("{}:{}", line(path), source.line_of(byte));
    changes(&mut out, "set", &found.inputs, &at);
    changes(&mut out, if found.inputs.is_empty() { "calculated" } else { "follows" }, &found.results, &at);
    if !found.limits.is_empty() {
        _ = writeln!(out, "limits");
        let rows = found.limits.iter().map(|l| vec![line(&l.name), said(l), verdict(l), at(l.span.start)]);
        table(&mut out, &rows.collect::<Vec<_>>());
    }
    if !found.unfollowed.is_empty() {
        _ = writeln!(out, "not followed");
        let rows = found.unfollowed.iter().map(|u| vec![at(u.span.start), line(&short(&u.text)), line(&u.reason)]);
        table(&mut out, &rows.collect::<Vec<_>>());
    }
    if out.is_empty() { "no calculation was found\n".to_owned() } else { out }
}

fn changes(out: &mut String, title: &str, all: &[Change], at: &dyn Fn(usize) -> String) {
    if all.is_empty() {
        return;
    }
    _ = writeln!(out, "{title}");
    let says = |c: &Change| {
        if c.before == c.after { line(&c.after) } else { format!("{} → {}", line(&c.before), line(&c.after)) }
    };
    let rows = all.iter().map(|c| vec![line(&c.name), says(c), at(c.span.start)]);
    table(out, &rows.collect::<Vec<_>>());
}

fn said(kept: &Kept) -> String {
    let now =
        if kept.before == kept.after { kept.after.clone() } else { format!("{} → {}", kept.before, kept.after) };
    line(&format!("{now} {}", kept.limit))
}

/// "holds, 18% left", "breaks by 21%".
fn verdict(kept: &Kept) -> String {
    let off = percent(&if kept.off < Rational::ZERO { -kept.off.clone() } else { kept.off.clone() });
    match (kept.held, kept.holds) {
        (_, true) => format!("holds, {off} left"),
        (true, false) => format!("breaks by {off}"),
        (false, false) => format!("does not hold, by {off}"),
    }
}

/// Hundredths as text: `21.3%`.
pub(super) fn percent(hundredths: &Rational) -> String {
    format!("{}%", decimal(hundredths, 1))
}

/// A sweep as a table; where it has one input, with a bar for the last number that a limit is on, else for the last.
pub fn sweep_text(found: &Sweep) -> String {
    let mut rows = vec![found.names.iter().chain(&found.columns).map(|n| line(n)).collect::<Vec<_>>()];
    rows[0].push("broken".to_owned());
    for row in &found.rows {
        let mut cells: Vec<String> = row.values.iter().chain(&row.results).map(|t| line(t)).collect();
        cells.push(line(&row.broken.join(", ")));
        rows.push(cells);
    }
    let mut out = String::new();
    table(&mut out, &rows);
    let limited = |name: &&String| found.rows.iter().any(|r| r.broken.contains(name));
    let shown = found.columns.iter().rev().find(limited).or(found.columns.last());
    let column = shown.and_then(|name| found.columns.iter().position(|c| c == name));
    if let (Some(column), [_]) = (column, &found.names[..]) {
        _ = writeln!(out, "\n{}", line(&found.columns[column]));
        let numbers: Vec<Option<Rational>> = found.rows.iter().map(|r| r.numbers[column].clone()).collect();
        let drawn = bars(&numbers);
        let rows = found.rows.iter().zip(drawn).map(|(r, bar)| vec![line(&r.values[0]), bar, line(&r.results[column])]);
        table(&mut out, &rows.collect::<Vec<_>>());
    }
    out
}

/// What keeps a limit, as a sentence and a line end.
pub fn solved_text(limit: &str, input: &str, found: &Solution) -> String {
    let (limit, input) = (line(limit), line(input));
    let text = match found {
        Solution::Largest { value, at, next, beyond, .. } => format!(
            "{input} can grow to {} with {limit}: it is {} there, and {} at {}",
            line(value),
            line(at),
            line(beyond),
            line(next)
        ),
        Solution::Least { value, at, .. } => {
            format!("{input} must be at least {} for {limit}: it is {} there", line(value), line(at))
        }
        Solution::Always => format!("every {input} keeps {limit}"),
        Solution::Never => format!("no {input} keeps {limit}"),
        Solution::Independent => format!("{limit} does not depend on {input}"),
        Solution::Unclear => format!("{limit} is kept, broken and kept again as {input} grows"),
    };
    text + "\n"
}

/// What matters most: for each result its inputs, then which limit breaks first.
pub fn sensitivity_text(found: &Sensitivity) -> String {
    let mut out = String::new();
    for (at, name, stated) in &found.results {
        _ = writeln!(out, "{} = {}", line(name), line(stated));
        let mut rows = vec![["input", "stated", "-10%", "+10%", "x2", ""].map(str::to_owned).to_vec()];
        for effect in found.effects.iter().filter(|e| e.result == *at) {
            let change = |nth: usize| effect.changes[nth].as_ref().map_or_else(|| "no value".to_owned(), percent);
            let doubled = format!("{} ({})", line(&effect.results[2]), change(2));
            rows.push(vec![line(&effect.name), line(&effect.stated), change(0), change(1), doubled, String::new()]);
        }
        table(&mut out, &rows);
    }
    let broken: Vec<String> = found.breaks.iter().filter_map(breaks).collect();
    if !broken.is_empty() {
        _ = writeln!(out, "limits");
        broken.iter().for_each(|text| _ = writeln!(out, "  {text}"));
    }
    if out.is_empty() { "nothing is calculated from anything else\n".to_owned() } else { out }
}

/// "batch can grow to 277 before TPOT passes 30 ms".
fn breaks(found: &designlint_core::whatif::Breaks) -> Option<String> {
    let (name, limited, limit) = (line(&found.name), line(&found.limited), line(&found.limit));
    match &found.at {
        Solution::Largest { value, .. } => {
            Some(format!("{name} can grow to {} before {limited} passes {limit}", line(value)))
        }
        Solution::Least { value, .. } => {
            Some(format!("{name} can shrink to {} before {limited} passes {limit}", line(value)))
        }
        Solution::Never => Some(format!("no {name} keeps {limited} at {limit}")),
        _ => None,
    }
}

/// Rows as columns, two blanks apart, indented.
fn table(out: &mut String, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|r| r.get(column)).map(|c| c.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        _ = writeln!(out, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
}

/// A text in a few words.
fn short(text: &str) -> String {
    let mut out: String = text.chars().take(60).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}
