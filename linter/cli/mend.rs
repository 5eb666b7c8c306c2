//! `--fix` and `--diff`: what fixes make of a text.

use designlint_core::{Report, Safety, Settings};

/// What fixes made of a text.
#[derive(Debug)]
pub struct Mended {
    pub before: String,
    pub after: String,
    /// Number of fixes taken.
    pub count: usize,
}

/// Takes the fixes that are at least as safe as asked, until none is left. Gives the report on the text that comes out.
pub fn mend(report: Report, settings: &Settings, safety: Safety) -> (Report, Option<Mended>) {
    let before = report.document.source.text().to_owned();
    let (report, count) = designlint_core::mend(report, settings, designlint_rules::ALL, safety);
    let after = report.document.source.text().to_owned();
    let mended = (after != before).then_some(Mended { before, after, count });
    (report, mended)
}
