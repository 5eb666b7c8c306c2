//! Reviews a pull request on GitHub with what designlint found: comments on the lines it changes, and one summary.
//!
//! What is to be done is a value: [`plan::plan`] makes requests of what was found and what stands there, and only
//! [`net`] sends them. It is the one part of designlint with a network.

pub mod api;
pub mod artifact;
pub mod comment;
pub mod findings;
pub mod hunks;
#[cfg(feature = "net")]
pub mod net;
pub mod own;
pub mod plan;
pub mod post;
pub mod pull;
pub mod request;
pub mod suggestion;
pub mod summary;
pub mod target;
pub mod text;
