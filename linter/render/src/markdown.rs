//! `--format markdown`: a report for the summary of a job or for a comment.

use std::fmt::Write;

use designlint_core::RuleEntry;

use crate::Checked;
use crate::base::Base;
use crate::escape::markdown as escaped;
use crate::found::Found;
use crate::summary::{counted, kind, severities};

/// How many bytes the list of findings may take: hosts take 65,536 characters of a comment.
const MOST: usize = 56_000;

/// The findings by file, at most `limit`; where they do not fit into a comment, the most severe of them and how many are
/// left out. `rules` is the table of rules; paths count from the root of the repository. Nothing that a document or the
/// name of a file says is a link, a mention, HTML or markup.
pub fn markdown(checked: &[Checked], rules: &[RuleEntry], base: &Base, limit: Option<usize>) -> String {
    let (items, left_out) = fitting(checked, rules, limit);
    let mut out = String::from("## designlint\n\n");
    let all: Vec<_> = checked.iter().filter_map(Checked::report).flat_map(|report| &report.diagnostics).collect();
    let what = severities(all.iter().copied()).unwrap_or_else(|| "nothing".to_owned());
    _ = writeln!(out, "Found {what} in {}.", counted(checked.len(), "file"));
    let mut budget = MOST;
    for (i, file) in checked.iter().enumerate() {
        let own = items.iter().filter(|item| item.file == i).map(|item| item.text.as_str()).collect::<String>();
        let text = match &file.outcome {
            Err(reason) => format!("- **not checked**: {}\n", escaped(reason)),
            Ok(_) if own.is_empty() => continue,
            Ok(_) => own,
        };
        let about = file.report().map_or_else(String::new, |report| format!(" ({})", escaped(&kind(report))));
        let section = format!("\n### {}{about}\n\n{text}", escaped(&base.relative(&file.path)));
        // Only names of very many files can still be too long.
        match budget.checked_sub(section.len()) {
            Some(rest) => budget = rest,
            None => {
                _ = writeln!(out, "\nMore files are not shown.");
                break;
            }
        }
        out.push_str(&section);
    }
    if left_out > 0 {
        let are = if left_out == 1 { "is" } else { "are" };
        _ = writeln!(out, "\n{} {are} not shown, none more severe than these.", counted(left_out, "more finding"));
    }
    out
}

/// A finding as an item of a list.
struct Item {
    /// Number of its file.
    file: usize,
    text: String,
}

/// The items that are shown, by file and place, and how many others there are.
fn fitting(checked: &[Checked], rules: &[RuleEntry], limit: Option<usize>) -> (Vec<Item>, usize) {
    let found = Found::all(checked);
    let all = found.len();
    let mut ranked: Vec<(usize, Found<'_>)> = found.into_iter().enumerate().collect();
    ranked.sort_by_key(|(_, found)| std::cmp::Reverse(found.diagnostic.severity));
    let mut budget = MOST / 8 * 7;
    let mut taken: Vec<(usize, Item)> = Vec::new();
    for (i, found) in ranked.into_iter().take(limit.unwrap_or(usize::MAX)) {
        let file =
            checked.iter().position(|file| file.report().is_some_and(|report| std::ptr::eq(report, found.report)));
        let text = item(&found, rules);
        match budget.checked_sub(text.len()) {
            Some(rest) => budget = rest,
            None => break,
        }
        taken.push((i, Item { file: file.unwrap_or_default(), text }));
    }
    taken.sort_by_key(|(i, _)| *i);
    let items: Vec<Item> = taken.into_iter().map(|(_, item)| item).collect();
    let left_out = all - items.len();
    (items, left_out)
}

fn item(found: &Found<'_>, rules: &[RuleEntry]) -> String {
    let finding = &found.diagnostic.finding;
    let (severity, place) = (found.diagnostic.severity.name(), found.place());
    let rule = match found.meta(rules) {
        Some(meta) => format!("[{}]({})", meta.name, meta.page()),
        None => escaped(&found.diagnostic.rule),
    };
    let mut text = format!("- **{severity}** line {}, {rule}: {}\n", place.line, escaped(&finding.message));
    if let Some(help) = &finding.help {
        _ = writeln!(text, "  - help: {}", escaped(help));
    }
    text
}
