//! Whether a file has changed since it was read.

use std::path::Path;
use std::time::SystemTime;

/// When a file was written last, where the system tells, and its length in bytes; `None` where there is none.
pub(crate) type Stamp = Option<(Option<SystemTime>, u64)>;

/// The stamp of a file now.
pub(crate) fn stamp(file: &Path) -> Stamp {
    let known = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    Some((known.modified().ok(), known.len()))
}
