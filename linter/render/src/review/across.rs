//! What several documents state differently, for people.

use std::fmt::Write;

use designlint_core::Report;
use designlint_facts::{Difference, Stating};

use super::line_of;
use crate::Checked;
use crate::escape::{self, cell};
use crate::ledger::coverage;

/// The differences below the reviews: a heading, and for each quantity a line with its values.
pub fn text(checked: &[Checked], differences: &[Difference]) -> String {
    let mut out = "\nStated differently\n".to_owned();
    if differences.is_empty() {
        _ = writeln!(out, "  no quantity of the same name has two values");
    }
    for found in differences {
        let place =
            |(file, line, stating): (&Checked, usize, &Stating)| format!("{} in {}:{line}", stating.text, file.path);
        let values: Vec<String> = places(checked, found).map(place).collect();
        _ = writeln!(out, "  {}", escape::line(&format!("{}: {}", found.name, values.join(", "))));
    }
    out
}

/// An index of the documents with their decisions, and the differences, as Markdown.
pub fn markdown(checked: &[Checked], differences: &[Difference]) -> String {
    let mut out = "# Reviews\n\n| Document | Decision | Calculations |\n|---|---|---|\n".to_owned();
    for file in checked {
        let (decision, numbers) = match &file.outcome {
            Ok(report) => (decision(file), coverage(&report.coverage)),
            Err(error) => ("not read", error.clone()),
        };
        _ = writeln!(out, "| {} | {decision} | {} |", as_cell(&file.path), as_cell(&numbers));
    }
    _ = writeln!(out, "\n## Stated differently\n");
    if differences.is_empty() {
        _ = writeln!(out, "No quantity of the same name has two values.");
        return out;
    }
    _ = writeln!(out, "| Quantity | Value | Where |\n|---|---|---|");
    for found in differences {
        for (file, line, stating) in places(checked, found) {
            let (name, value) = (as_cell(&found.name), as_cell(&stating.text));
            _ = writeln!(out, "| {name} | {value} | {}, line {line} |", as_cell(&file.path));
        }
    }
    out
}

/// The file, the line and what is stated there, for each place of a difference.
pub(super) fn places<'a>(
    checked: &'a [Checked],
    found: &'a Difference,
) -> impl Iterator<Item = (&'a Checked, usize, &'a Stating)> {
    found.places.iter().filter_map(|stating| {
        let file = checked.get(stating.document)?;
        let report: &Report = file.report()?;
        Some((file, line_of(report, stating.span), stating))
    })
}

fn decision(file: &Checked) -> &'static str {
    file.review.as_ref().and_then(|r| r.decision).map_or("no rubric", |d| d.name())
}

fn as_cell(text: &str) -> String {
    cell(&escape::markdown(text))
}
