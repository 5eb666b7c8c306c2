//! Finds and reads documents and configuration for designlint.
//!
//! The only part of the linter that touches a disk, used by the command line and the language server.

mod find;
mod read;

pub use find::{Asked, Walk, find};
pub use read::{Contents, read, write};
