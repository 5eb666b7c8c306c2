//! The ledger: every calculation with its derivation, under the heading that it stands below.

use designlint_core::Report;
use designlint_facts::{Claim, Verdict};
use designlint_render::derivation::Derivation;

use super::html::{folded, plain};

/// The calculations under a heading.
#[derive(Clone, Debug)]
pub(crate) struct Chapter {
    pub title: String,
    pub claims: Vec<ClaimView>,
}

/// A calculation.
#[derive(Clone, Debug)]
pub(crate) struct ClaimView {
    pub line: usize,
    pub text: String,
    /// "holds, rounded".
    pub verdict: String,
    /// Its class in the style sheet: yes, no, open.
    pub class: &'static str,
    pub worked: String,
    pub notes: Vec<(&'static str, String)>,
    /// Whether it is shown unfolded.
    pub open: bool,
}

/// The ledger of a report, in order of the source.
pub(crate) fn chapters(report: &Report) -> Vec<Chapter> {
    let mut out: Vec<(usize, Chapter)> = Vec::new();
    for claim in &report.facts.claims {
        if out.last().is_none_or(|(section, _)| *section != claim.section) {
            let title = report.document.sections.get(claim.section).map(|s| plain(&s.title));
            let title = title.filter(|t| !t.is_empty()).unwrap_or_else(|| "Before the first heading".to_owned());
            out.push((claim.section, Chapter { title, claims: Vec::new() }));
        }
        if let Some((_, chapter)) = out.last_mut() {
            chapter.claims.push(view(report, claim));
        }
    }
    out.into_iter().map(|(_, chapter)| chapter).collect()
}

fn view(report: &Report, claim: &Claim) -> ClaimView {
    let derivation = Derivation::of(report, claim);
    let class = match claim.verdict {
        Verdict::Holds => "yes",
        Verdict::Wrong | Verdict::Inherits => "no",
        Verdict::Unknown => "open",
    };
    ClaimView {
        line: report.document.source.line_of(claim.span.start),
        text: shown(report.document.source.slice(claim.span)),
        verdict: derivation.verdict,
        class,
        worked: folded(&derivation.worked),
        notes: derivation.notes.into_iter().map(|(label, text)| (label, folded(&text))).collect(),
        open: class == "no",
    }
}

/// The source of a calculation on one line; of a row of a table its cells.
fn shown(source: &str) -> String {
    let text = folded(source);
    if !text.starts_with('|') {
        return text;
    }
    let cells = text.split('|').map(|cell| cell.trim().trim_matches('*')).filter(|cell| !cell.is_empty());
    cells.collect::<Vec<_>>().join(" · ")
}
