//! `check --statistics`: how often each rule has something to say.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use designlint_core::Safety;
use serde::Serialize;

use crate::Checked;

/// A rule, or a check of a profile, and its findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Count<'a> {
    pub rule: &'a str,
    pub family: &'a str,
    /// Number of findings.
    pub count: usize,
    /// How many of them have a safe fix.
    pub fixable: usize,
}

/// A line a rule, the most frequent first: how often, name, and how many can be fixed.
pub fn statistics(checked: &[Checked]) -> String {
    let counts = counts(checked);
    let most = counts.first().map_or(0, |first| first.count.to_string().len());
    let mut out = String::new();
    for Count { rule, count, fixable, .. } in &counts {
        let fixable = if *fixable > 0 { format!(" ({fixable} fixable with --fix)") } else { String::new() };
        _ = writeln!(out, "{count:most$}  {rule}{fixable}");
    }
    out
}

/// The rules that have findings, the most frequent first, then by name.
pub(crate) fn counts(checked: &[Checked]) -> Vec<Count<'_>> {
    let mut counts: BTreeMap<&str, Count<'_>> = BTreeMap::new();
    for d in checked.iter().filter_map(Checked::report).flat_map(|report| &report.diagnostics) {
        let none = Count { rule: &d.rule, family: d.family.name(), count: 0, fixable: 0 };
        let count = counts.entry(&d.rule).or_insert(none);
        count.count += 1;
        count.fixable += usize::from(d.finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe));
    }
    let mut counts: Vec<Count<'_>> = counts.into_values().collect();
    counts.sort_by_key(|count| Reverse(count.count));
    counts
}
