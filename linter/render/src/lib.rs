//! Reports of designlint as text: full, concise, JSON; the ledger; the pages of rules.
//!
//! Every function returns the text; nothing here prints. Human formats never hand on what a terminal or a CI runner
//! would obey ([`escape`]); one format stands in one file.

pub mod baseline;
pub mod concise;
pub mod derivation;
pub mod diff;
pub mod escape;
mod excerpt;
pub mod full;
pub mod json;
pub mod ledger;
mod pieces;
mod place;
pub mod review;
pub mod rule_page;
pub mod skeleton;
pub mod summary;
#[cfg(test)]
mod tests;
mod tidy;

use designlint_core::Report;
use designlint_core::review::Review;

/// A file that was asked for, and what became of it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The path as the caller wrote it, or the folder he wrote joined with `/` and the way inside it.
    pub path: String,
    /// The report, or why there is none.
    pub outcome: Result<Report, String>,
    /// The review, where one was asked for and the file could be read.
    pub review: Option<Review>,
}

impl Checked {
    /// The report, if the file could be read.
    pub fn report(&self) -> Option<&Report> {
        self.outcome.as_ref().ok()
    }
}
