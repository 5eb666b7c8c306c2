//! Words of labels, headers and notes that say what kind of number stands beside them.

use super::labels::words;

/// Whether words narrow or widen what a number covers, so that it need not be a sum of what is shown.
pub(crate) fn has_scope(text: &str) -> bool {
    const SCOPES: &[&str] = &[
        "active",
        "actual",
        "after",
        "alone",
        "annual",
        "approximate",
        "average",
        "avg",
        "before",
        "but",
        "conservative",
        "daily",
        "deduplicated",
        "distinct",
        "distributed",
        "each",
        "effective",
        "estimate",
        "estimated",
        "except",
        "excluding",
        "excl",
        "exclusive",
        "hourly",
        "including",
        "incl",
        "maximum",
        "max",
        "mean",
        "minimum",
        "monthly",
        "net",
        "once",
        "only",
        "overlap",
        "parallel",
        "peak",
        "per",
        "plus",
        "primary",
        "raw",
        "replicated",
        "replication",
        "requirement",
        "rounded",
        "shared",
        "typical",
        "unique",
        "usable",
        "weekly",
        "weighted",
        "with",
        "without",
        "worst",
        "yearly",
    ];
    words(text).iter().any(|w| SCOPES.contains(&w.as_str()))
}

/// Whether words say that a total covers something else than what is shown above it.
pub(crate) fn covers_otherwise(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "after",
        "alone",
        "before",
        "but",
        "deduplicated",
        "distinct",
        "effective",
        "except",
        "excluding",
        "excl",
        "exclusive",
        "including",
        "incl",
        "net",
        "only",
        "overlap",
        "parallel",
        "plus",
        "shared",
        "unique",
        "usable",
        "weighted",
        "with",
        "without",
    ];
    words(text).iter().any(|w| WORDS.contains(&w.as_str()))
}

/// Whether a label names a rate or an average, which is a factor rather than an addend: "operations per session".
pub(crate) fn is_rate(label: &str) -> bool {
    words(label).iter().any(|w| matches!(w.as_str(), "per" | "average" | "avg" | "mean" | "each"))
}

/// The words of a noun up to a preposition, singular: of `CPU cores per region`, `cpu` and `core`.
pub(crate) fn things(noun: &str) -> Vec<String> {
    let ends = |w: &String| !matches!(w.as_str(), "per" | "at" | "in" | "for" | "of" | "on" | "to" | "from");
    words(noun).into_iter().take_while(ends).map(|w| w.trim_end_matches('s').to_string()).collect()
}

/// Whether a cell says that its row adds nothing: `included`, `free`.
pub(crate) fn adds_nothing(text: &str) -> bool {
    matches!(words(text).as_slice(), [word] if matches!(word.as_str(), "included" | "free" | "zero" | "negligible"))
}

/// Whether a word says that a number shows a quantity in one of several ways: its average, its peak, a month of it.
pub(crate) fn is_view(text: &str) -> bool {
    const VIEWS: &[&str] = &[
        "aggregated",
        "annual",
        "average",
        "avg",
        "compressed",
        "daily",
        "monthly",
        "peak",
        "raw",
        "replicated",
        "uncompressed",
        "weekly",
        "yearly",
    ];
    words(text).iter().any(|w| VIEWS.contains(&w.as_str()))
}

/// Whether a label names the line above in another state: compressed, replicated, after.
pub(crate) fn is_transformed(label: &str) -> bool {
    const WORDS: &[&str] = &[
        "after",
        "before",
        "compressed",
        "compression",
        "deduplicated",
        "factor",
        "raw",
        "replicated",
        "with",
        "without",
    ];
    words(label).iter().any(|w| WORDS.contains(&w.as_str()))
}

/// Whether a column holds numbers that have no sum: averages, percentiles, identifiers, ratios.
pub(crate) fn has_no_sum(header: &str) -> bool {
    const KINDS: &[&str] = &[
        "average",
        "avg",
        "mean",
        "median",
        "p50",
        "p75",
        "p90",
        "p95",
        "p99",
        "p999",
        "p99.9",
        "percentile",
        "ratio",
        "id",
        "no",
        "nr",
        "year",
        "version",
        "rank",
        "step",
        "index",
        "mfu",
        "utilization",
        "utilisation",
        "efficiency",
        "speedup",
        "probability",
        "weight",
        "multiplier",
        "factor",
        "score",
        "rate",
        "max",
        "maximum",
        "min",
        "minimum",
        "each",
        "per",
        "tflops",
        "date",
        "port",
        "level",
        "priority",
        "ttl",
        "retention",
        "code",
    ];
    let header = header.trim();
    header == "#" || words(header).iter().any(|w| KINDS.contains(&w.as_str()))
}

/// Whether a header pair lists properties and their values: its rows are no addends of each other.
pub(crate) fn lists_properties(first: &str, second: &str) -> bool {
    const NAMES: &[&str] = &[
        "aspect",
        "attribute",
        "constraint",
        "key",
        "limit",
        "limits",
        "metric",
        "metrics",
        "name",
        "parameter",
        "property",
        "quantity",
        "requirement",
        "setting",
        "statistic",
    ];
    const VALUES: &[&str] = &["value", "values", "limit", "limits", "target", "setting", "default"];
    let is = |text: &str, list: &[&str]| words(text).last().is_some_and(|w| list.contains(&w.as_str()));
    is(first, NAMES) || is(second, VALUES)
}
