//! Words of labels, headers and notes that say what kind of number stands beside them.

use super::labels::words;

/// Words that say that a number covers something else than what is shown beside it.
const OTHERWISE: &[&str] = &[
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
/// Words that say which of several such numbers it is.
const SCOPES: &[&str] = &[
    "active",
    "actual",
    "annual",
    "approximate",
    "average",
    "avg",
    "conservative",
    "daily",
    "distributed",
    "each",
    "estimate",
    "estimated",
    "hourly",
    "maximum",
    "max",
    "mean",
    "minimum",
    "monthly",
    "once",
    "peak",
    "per",
    "primary",
    "raw",
    "replicated",
    "replication",
    "requirement",
    "rounded",
    "typical",
    "weekly",
    "worst",
    "yearly",
];

/// Whether words narrow or widen what a number covers, so that it need not be a sum of what is shown.
pub(crate) fn has_scope(text: &str) -> bool {
    has_any(text, SCOPES) || covers_otherwise(text)
}

/// Whether words say that a total covers something else than what is shown above it.
pub(crate) fn covers_otherwise(text: &str) -> bool {
    has_any(text, OTHERWISE)
}

fn has_any(text: &str, list: &[&str]) -> bool {
    words(text).iter().any(|w| list.contains(&w.as_str()))
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
    has_any(text, VIEWS)
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
    has_any(label, WORDS)
}

/// Kinds of numbers that have no sum.
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

/// Whether a column holds numbers that have no sum: averages, percentiles, identifiers, ratios.
pub(crate) fn has_no_sum(header: &str) -> bool {
    let header = header.trim();
    header == "#" || has_any(header, KINDS)
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
