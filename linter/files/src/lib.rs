//! Finds and reads documents and configuration for designlint.
//!
//! The only part of the linter that touches a disk, used by the command line and the language server.

mod chain;
mod config;
mod config_error;
mod examples;
mod find;
mod formulas;
mod globs;
mod holds;
mod init;
mod placed;
mod profile_schema;
mod profiles;
mod read;
mod reviewed;
mod root;
mod schema;
mod stamp;
#[cfg(test)]
mod testing;
mod units;
mod watch;
mod workspace;
mod write;
mod yaml;

pub use config_error::ConfigError;
pub use examples::{Shown, Tried, try_examples};
pub use find::{Asked, Walk, find, is_markdown};
pub use holds::{Holds, Place, Setting};
pub use init::{Proposal, propose};
pub use profile_schema::profile_schema;
pub use profiles::ProfileFile;
pub use read::{Contents, read, read_from};
pub use reviewed::{of_text, reviewed};
pub use root::{Roots, in_repository, repository};
pub use schema::schema;
pub use watch::{Stop, Watch, folders};
pub use workspace::{Discovery, FILE_NAMES, Request, Workspace, shown};
pub use write::{rewrite, write_anew, write_new};
