//! Documents in and out.

use std::io::{self, Write};
use std::path::Path;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Text as it lies on disk, a byte order mark included.
    Text(String),
    /// Bytes that are not UTF-8.
    Binary(Vec<u8>),
}

impl From<Vec<u8>> for Contents {
    fn from(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::Text(text),
            Err(error) => Self::Binary(error.into_bytes()),
        }
    }
}

/// Reads a file.
///
/// # Errors
/// Why there is nothing to read, for people: "no such file", "permission denied".
pub fn read(path: &Path) -> Result<Contents, String> {
    std::fs::read(path).map(Contents::from).map_err(|error| reason(&error))
}

/// Replaces a file's text in one step: whoever reads meanwhile sees the old or the new. Permissions stay.
///
/// # Errors
/// Why it could not be written; the file is then as it was.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    replace(path, text).map_err(|error| reason(&error))
}

/// Writes a file that need not be there yet; one that is is replaced in one step.
///
/// # Errors
/// Why it could not be written.
pub fn write_anew(path: &Path, text: &str) -> Result<(), String> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => std::fs::write(path, text).map_err(|e| reason(&e)),
        _ => write(path, text),
    }
}

/// Writes a file that is not there yet.
///
/// # Errors
/// Why it could not be written, and that it is there.
pub fn write_new(path: &Path, text: &str) -> Result<(), String> {
    let written = std::fs::File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => "this file is there already".to_owned(),
        _ => reason(&error),
    })
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays a link: what it points at is replaced.
    let path = std::fs::canonicalize(path)?;
    let permissions = std::fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = std::fs::File::create_new(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.set_permissions(permissions)?;
        file.sync_all()?;
        std::fs::rename(&beside, &path)
    });
    if written.is_err() {
        _ = std::fs::remove_file(&beside);
    }
    written
}

/// Why the system refused, in words.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "is a folder".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_kept_as_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.md");
        std::fs::write(&path, "\u{feff}a\r\nb\r").unwrap();
        assert_eq!(read(&path), Ok(Contents::Text("\u{feff}a\r\nb\r".to_owned())));
        std::fs::write(&path, b"a\xff").unwrap();
        assert_eq!(read(&path), Ok(Contents::Binary(b"a\xff".to_vec())));
        assert_eq!(read(&dir.path().join("b.md")), Err("no such file".to_owned()));
        assert_eq!(read(dir.path()), Err("is a folder".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn writing_keeps_permissions_and_links() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let (path, link) = (dir.path().join("a.md"), dir.path().join("link.md"));
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        assert_eq!(write(&link, "new"), Ok(()));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o440)).unwrap();
        assert_eq!(write(&path, "newer"), Err("permission denied".to_owned()));
    }
}
