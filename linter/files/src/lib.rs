//! Finds and reads documents and configuration for designlint.
//!
//! The only part of the linter that touches a disk, used by the command line and the language server.

mod config;
mod config_error;
mod find;
mod formulas;
mod globs;
mod read;
mod reviewed;
mod root;
mod units;
mod workspace;
mod yaml;

pub use config_error::ConfigError;
pub use find::{Asked, Walk, find};
pub use read::{Contents, read, write, write_anew};
pub use reviewed::reviewed;
pub use root::Roots;
pub use workspace::{Discovery, FILE_NAMES, Request, Workspace};
