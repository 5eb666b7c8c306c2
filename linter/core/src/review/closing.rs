//! What closes each comment of a review.

use super::{Closing, Line};
use crate::{Diagnostic, Report, Severity};

/// What closes the comments: on each "no" every finding, and after them every other error and number.
pub(super) fn closes(report: &Report, lines: &[Line]) -> Vec<Closing> {
    let mut closes: Vec<Closing> = Vec::new();
    for line in lines {
        for &finding in &line.findings {
            // A finding against two lines is closed once.
            if closes.iter().all(|c| c.finding != finding) {
                closes.push(closing(report, &line.id, finding));
            }
        }
    }
    for (i, diagnostic) in report.diagnostics.iter().enumerate() {
        let counts = diagnostic.severity == Severity::Error || diagnostic.finding.calculation.is_some();
        if counts && closes.iter().all(|c| c.finding != i) {
            closes.push(closing(report, &diagnostic.rule, i));
        }
    }
    closes
}

fn closing(report: &Report, id: &str, finding: usize) -> Closing {
    let diagnostic = &report.diagnostics[finding];
    Closing { id: id.to_owned(), text: change(diagnostic), span: diagnostic.finding.span, finding }
}

/// What to do about a finding.
fn change(diagnostic: &Diagnostic) -> String {
    let finding = &diagnostic.finding;
    let fix = finding.fix.as_ref().map(|fix| fix.title.clone());
    let help = finding.help.clone();
    match &finding.calculation {
        // The help of a number explains the mistake.
        Some(calculation) => {
            let write = calculation.computed.as_ref().map(|computed| format!("write {computed}"));
            fix.or(write.filter(|_| calculation.stated.is_some())).or(help)
        }
        None => help.or(fix),
    }
    .unwrap_or_else(|| format!("mend it: {}", finding.message))
}
