//! What the targets share: the check as every caller runs it, and what must hold of whatever it says.

mod growth;
mod places;

use std::sync::LazyLock;

use designlint_core::{Report, Settings, check};
use designlint_document::{Document, Source, Span};
use designlint_rules::packs;

pub use growth::grows_as_its_text;
pub use places::all_within;

/// The packs and nothing configured.
pub static SETTINGS: LazyLock<Settings> = LazyLock::new(packs::settings);

/// The report on a text with all rules; no rule may have panicked.
pub fn report(text: &str) -> Report {
    let report = check(Document::parse(Source::new(text)), &SETTINGS, designlint_rules::ALL);
    assert!(report.diagnostics.iter().all(|d| d.rule != "internal-error"), "a rule panicked");
    report
}

/// Holds a span to the text: within it, and on the boundaries of characters.
pub fn within(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} is no place of a text of {} bytes", text.len());
}
