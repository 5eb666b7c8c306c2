//! The scale for designs of systems that learn.

use designlint_facts::{Scored, scored};

use crate::{Kind, Report, Settings};

/// The score of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The sum of the levels.
    pub total: usize,
    /// The highest sum.
    pub of: usize,
    /// What the sum means.
    pub band: String,
    /// The levels.
    pub dimensions: Vec<Scored>,
}

/// The score of a document; `None` where its kind has no scale.
pub(super) fn score(report: &Report, settings: &Settings) -> Option<Score> {
    let scale = &settings.knowledge.scale;
    if report.kind.0 != Kind::MlDesign || scale.dimensions.is_empty() {
        return None;
    }
    let dimensions = scored(&report.document, &report.facts, scale);
    let total = dimensions.iter().map(|d| d.level).sum();
    let of = scale.dimensions.iter().map(|d| d.levels.len()).sum();
    let band = scale.bands.iter().find(|b| b.from <= total).map(|b| b.says.clone()).unwrap_or_default();
    Some(Score { total, of, band, dimensions })
}
