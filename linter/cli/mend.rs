//! `--fix` and `--diff`: fixes taken until none is left.

use designlint_core::{Report, Safety, Settings, apply_fixes, check};
use designlint_document::{Document, Source};

/// Rounds of fixing at most. A fix may make room for another; two that undo each other must not go on for ever.
const ROUNDS: usize = 10;

/// What fixes made of a text.
#[derive(Debug)]
pub struct Mended {
    pub before: String,
    pub after: String,
    /// Number of fixes taken.
    pub count: usize,
}

/// Takes the fixes that are at least as safe as asked, again and again until nothing changes. Gives the report on the
/// text that comes out.
pub fn mend(report: Report, settings: &Settings, safety: Safety) -> (Report, Option<Mended>) {
    let before = report.document.source.text().to_owned();
    let mut report = report;
    let mut count = 0;
    for _ in 0..ROUNDS {
        let (after, taken) = apply_fixes(report.document.source.text(), &report.diagnostics, safety);
        if taken == 0 {
            break;
        }
        count += taken;
        report = check(Document::parse(Source::new(after)), settings, designlint_rules::ALL);
    }
    let after = report.document.source.text().to_owned();
    let mended = (after != before).then_some(Mended { before, after, count });
    (report, mended)
}
