//! What the label of a row or a line says about its numbers.

pub(crate) use super::label_words::{
    adds_nothing, covers_otherwise, has_no_sum, has_scope, is_rate, is_transformed, is_view, lists_properties, things,
};

/// What a row is, by its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Something that is added.
    Item,
    /// A total.
    Total(Qualifier),
    /// What a budget leaves after the total.
    Headroom,
    /// A budget, an objective, a limit: no addend.
    Limit,
    /// An average, a maximum, a percentile of the rows.
    Statistic,
}

/// What narrows a total.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Qualifier {
    /// The words besides "total", lower case.
    pub words: Vec<String>,
    /// Numbers among them: `3` of "Total, 3 nodes".
    pub numbers: Vec<u32>,
    /// The word for total is one that also means other things: overall, all, net.
    pub vague: bool,
}

impl Qualifier {
    /// Whether the label names the total of the whole table: nothing narrows it but words for the measure or those of
    /// the header.
    pub fn is_plain(&self, header: &str) -> bool {
        const MEASURES: &[&str] = &[
            "amount", "bits", "bytes", "cost", "costs", "count", "duration", "effort", "hops", "in", "latency", "of",
            "price", "rows", "size", "sum", "the", "time", "value", "usd", "ms", "gb", "mb", "kb", "tb", "all",
        ];
        let header = words(header);
        !self.vague
            && self.numbers.is_empty()
            && self.words.iter().all(|w| MEASURES.contains(&w.as_str()) || header.contains(w))
    }
}

const TOTALS: &[&str] = &["total", "totals", "subtotal", "subtotals", "sum", "σ", "∑", "altogether"];
const VAGUE: &[&str] = &["overall", "all", "net", "combined", "aggregate"];
const LEADS: &[&str] = &["grand", "sub", "running"];
const LIMITS: &[&str] = &[
    "allowance",
    "allowed",
    "available",
    "budget",
    "cap",
    "ceiling",
    "goal",
    "limit",
    "maximum",
    "objective",
    "quota",
    "sla",
    "slo",
    "target",
    "threshold",
    "deadline",
    "requirement",
];
const LIMIT_NOTES: &[&str] =
    &["latency", "p50", "p90", "p95", "p99", "time", "slo", "the", "e2e", "end-to-end", "client", "hard", "soft"];
const HEADROOM: &[&str] = &[
    "headroom",
    "reserve",
    "reserved",
    "remaining",
    "remainder",
    "margin",
    "slack",
    "spare",
    "buffer",
    "unallocated",
    "left",
    "leftover",
];
const STATISTICS: &[&str] =
    &["average", "avg", "mean", "median", "max", "min", "minimum", "p50", "p90", "p95", "p99", "stdev", "stddev"];

/// The words of a label, lower case, with what joins them dropped.
pub(crate) fn words(label: &str) -> Vec<String> {
    label
        .to_lowercase()
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '∑')))
        .map(|w| w.trim_matches(['-', '_', '.']).to_string())
        .filter(|w| !w.is_empty())
        .collect()
}

/// What a row with this label is.
pub(crate) fn role(label: &str) -> Role {
    let words = words(&label.replace("sub-total", "subtotal").replace("Sub-total", "subtotal"));
    if words.is_empty() {
        return Role::Item;
    }
    let is = |list: &[&str], w: &String| list.contains(&w.as_str());
    if words.iter().any(|w| is(LIMITS, w)) && words.iter().all(|w| is(LIMITS, w) || is(LIMIT_NOTES, w)) {
        return Role::Limit;
    }
    if let Some(qualifier) = total(&words) {
        return Role::Total(qualifier);
    }
    if is(HEADROOM, &words[0]) || (words.len() == 2 && is(HEADROOM, &words[1])) {
        return Role::Headroom;
    }
    if words.iter().all(|w| is(STATISTICS, w) || w == "weighted") && words.iter().any(|w| is(STATISTICS, w)) {
        return Role::Statistic;
    }
    Role::Item
}

/// `p50`, `p99`.
pub(crate) fn is_percentile(label: &str) -> bool {
    let words = words(label);
    !words.is_empty() && words.iter().all(|w| w.strip_prefix('p').is_some_and(|n| n.parse::<u32>().is_ok()))
}

/// The qualifier of a label that starts with, or ends in, a word for total.
fn total(words: &[String]) -> Option<Qualifier> {
    let skip = usize::from(LEADS.contains(&words[0].as_str()) && words.len() > 1);
    let at = |i: usize| words.get(i).map(String::as_str);
    let in_all = skip == 0 && at(0) == Some("in") && at(1) == Some("all") && words.len() == 2;
    let leads = at(skip).is_some_and(|w| TOTALS.contains(&w));
    let vague = match at(0) {
        Some("all") => words.len() == 1,
        Some(w) => VAGUE.contains(&w) && words.len() <= 2,
        None => false,
    };
    let ends = words.len() > 1 && words.last().is_some_and(|w| TOTALS.contains(&w.as_str()));
    let rest: Vec<String> = match () {
        () if in_all => Vec::new(),
        () if leads => words[skip + 1..].to_vec(),
        () if ends => words[..words.len() - 1].to_vec(),
        () if vague => words[1..].to_vec(),
        () => return None,
    };
    let numbers = rest.iter().filter_map(|w| count(w)).collect();
    Some(Qualifier { words: rest, numbers, vague: vague && !leads && !ends })
}

/// `3`, `3x`, `x3`, `×10`: digits that count.
fn count(word: &str) -> Option<u32> {
    word.trim_matches(['x', '×']).parse().ok()
}

/// `(×10)`, `x3`: how often a row counts.
pub(crate) fn multiplicity(label: &str) -> Option<u32> {
    let lower = label.to_lowercase();
    let parts = lower.split(|c: char| !(c.is_alphanumeric() || c == '×'));
    let mut named = parts.filter(|w| !matches!(*w, "x86" | "x64"));
    named.find_map(|w| {
        let digits = w.strip_prefix(['x', '×']).or_else(|| w.strip_suffix(['x', '×']))?;
        digits.parse().ok()
    })
}

/// A label without what stands in brackets: two rows that share it are two views of one thing.
pub(crate) fn stem(label: &str) -> String {
    let mut depth = 0usize;
    let kept: String = label
        .chars()
        .filter(|c| match c {
            '(' | '[' => {
                depth += 1;
                false
            }
            ')' | ']' => {
                depth = depth.saturating_sub(1);
                false
            }
            _ => depth == 0,
        })
        .collect();
    words(&kept).join(" ")
}

/// Whether the label says that the row runs beside others.
pub(crate) fn is_parallel(label: &str) -> bool {
    let lower = label.to_lowercase();
    ["parallel", "concurrent", "overlap", "hidden behind", "simultaneous", "at the same time"]
        .iter()
        .any(|w| lower.contains(w))
}

/// Whether the label marks a row that another row contains.
pub(crate) fn is_nested(label: &str) -> bool {
    let lower = label.trim_start().to_lowercase();
    ["of which", "thereof", "including", "incl", "↳", "└", "├", "&nbsp;", "\u{a0}", "- ", "– ", "— ", "• ", "→"]
        .iter()
        .any(|m| lower.starts_with(m) || label.starts_with(m))
}

/// Whether a word of the label names a statistic: an average, a maximum, a percentile.
pub(crate) fn is_statistic(label: &str) -> bool {
    words(label).iter().any(|w| STATISTICS.contains(&w.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(label: &str, header: &str) -> Option<bool> {
        match role(label) {
            Role::Total(q) => Some(q.is_plain(header)),
            _ => None,
        }
    }

    #[test]
    fn a_total_is_named_by_its_label() {
        for label in [
            "Total",
            "**Total**",
            "Subtotal",
            "Sub-total:",
            "Grand total",
            "In all",
            "Sum",
            "Σ",
            "total (ms)",
            "Total cost",
        ] {
            assert_eq!(plain(label, ""), Some(true), "{label}");
        }
        assert_eq!(plain("Total tests", "tests"), Some(true));
        for label in ["Total active", "Total per node", "Total, 3 nodes", "total partitions", "Overall", "Net income"] {
            assert_eq!(plain(label, "limit"), Some(false), "{label}");
        }
        for label in ["TotalClientLockedCollateral", "parser", "Summary", "Totally different", "Allocated"] {
            assert_eq!(plain(label, ""), None, "{label}");
        }
    }

    #[test]
    fn rows_that_are_no_addends() {
        assert_eq!(role("Headroom"), Role::Headroom);
        assert_eq!(role("Safety margin"), Role::Headroom);
        assert_eq!(role("SLO"), Role::Limit);
        assert_eq!(role("p99 target"), Role::Limit);
        assert_eq!(role("Budget service"), Role::Item);
        assert_eq!(role("average"), Role::Statistic);
    }

    #[test]
    fn counts_in_labels() {
        let Role::Total(q) = role("Total, 3 nodes") else { panic!() };
        assert_eq!(q.numbers, [3]);
        assert_eq!(multiplicity("Per crawler (×10)"), Some(10));
        assert_eq!(multiplicity("replica x3"), Some(3));
        assert_eq!(multiplicity("x86 nodes"), None);
        assert_eq!(stem("Outbound (peak)"), stem("Outbound (avg)"));
    }
}
