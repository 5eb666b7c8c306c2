//! Fixes taken until none is left.

use designlint_document::{Document, Source};

use crate::{Report, RuleEntry, Safety, Settings, apply_fixes, check};

/// Rounds of fixing at most. A fix may make room for another; two that undo each other must not go on for ever.
const ROUNDS: usize = 10;

/// Takes the fixes that are at least as safe as `safety`, again and again until nothing changes. Gives the report on the
/// text that comes out, and how many fixes it took.
pub fn mend(report: Report, settings: &Settings, rules: &[RuleEntry], safety: Safety) -> (Report, usize) {
    let (mut report, mut count) = (report, 0);
    for _ in 0..ROUNDS {
        let (after, taken) = apply_fixes(report.document.source.text(), &report.diagnostics, safety);
        if taken == 0 {
            break;
        }
        count += taken;
        report = check(Document::parse(Source::new(after)), settings, rules);
    }
    (report, count)
}
