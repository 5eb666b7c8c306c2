//! What several documents state differently.

use designlint_facts::{Difference, differences};

use crate::{Kind, Report};

/// The quantities that documents state differently, by name; `None` stands for a file that could not be read. The record of a
/// review has no say: it speaks of the numbers of another document.
pub fn across(reports: &[Option<&Report>]) -> Vec<Difference> {
    let own = |report: &&Report| report.kind.0 != Kind::Review;
    let documents: Vec<_> = reports.iter().map(|r| r.filter(own).map(|r| (&r.document, &r.facts))).collect();
    differences(&documents)
}
