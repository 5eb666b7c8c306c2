//! Reports of designlint as text: for people, for programs, for the services that show findings; the ledger; the pages of
//! rules.
//!
//! Every function returns the text; nothing here prints. Human formats never hand on what a terminal or a CI runner
//! would obey ([`escape`]); one format stands in one file.

mod base;
pub mod baseline;
pub mod concise;
pub mod derivation;
pub mod diff;
pub mod escape;
mod excerpt;
#[cfg(test)]
mod format_tests;
mod found;
pub mod full;
pub mod github;
pub mod gitlab;
pub mod graph;
#[cfg(test)]
mod hostile_tests;
pub mod json;
pub mod jsonl;
pub mod junit;
pub mod ledger;
mod line_hash;
pub mod markdown;
mod pieces;
mod place;
pub mod rdjson;
pub mod review;
pub mod rule_page;
pub mod sarif;
pub mod skeleton;
pub mod statistics;
pub mod summary;
#[cfg(test)]
mod tests;
mod tidy;
pub mod whatif;

pub use base::Base;
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
