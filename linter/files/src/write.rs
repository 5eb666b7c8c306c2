//! Writes files so that whoever reads meanwhile, or after a power cut, finds the old text or the new one whole.

use std::fs::Permissions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::read::reason;

/// Replaces the text `before` of a file by `after` in one step. Permissions stay, and a link stays a link.
///
/// # Errors
/// Why it could not be written, also where somebody has changed the file since it was read; it is then as it was.
pub fn rewrite(path: &Path, before: &str, after: &str) -> Result<(), String> {
    let same = std::fs::read(path).map_err(|error| reason(&error))? == before.as_bytes();
    if !same {
        return Err("it was changed while it was checked, and is left as it is now".to_owned());
    }
    replace(path, after).map_err(|error| reason(&error))
}

/// Writes a file that need not be there yet, in one step; of one that is, permissions stay.
///
/// # Errors
/// Why it could not be written; a file that was there is then as it was.
pub fn write_anew(path: &Path, text: &str) -> Result<(), String> {
    let written = match std::fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(path, text),
        _ => replace(path, text),
    };
    written.map_err(|error| reason(&error))
}

/// Writes a file that is not there yet, in one step.
///
/// # Errors
/// Why it could not be written, and that it is there.
pub fn write_new(path: &Path, text: &str) -> Result<(), String> {
    create(path, text).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => "this file is there already".to_owned(),
        _ => reason(&error),
    })
}

fn create(path: &Path, text: &str) -> io::Result<()> {
    beside(path, text, None)?.persist_noclobber(path)?;
    Ok(())
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays a link: what it points at is replaced.
    let path: PathBuf = std::fs::canonicalize(path)?;
    let permissions = std::fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    beside(&path, text, Some(permissions))?.persist(&path)?;
    Ok(())
}

/// A file with the text, in the same folder, so that a rename puts it in place. It goes if that does not come.
fn beside(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let prefix = format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    // What others may do with a file that is new is what the system lets them.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder).map_err(without_the_path)?;
    file.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

/// The error of the system alone: the name of the file beside means nothing to anybody.
fn without_the_path(error: io::Error) -> io::Error {
    error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn writing_keeps_permissions_and_links() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let (path, link) = (dir.path().join("a.md"), dir.path().join("link.md"));
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        assert_eq!(rewrite(&link, "old", "new"), Ok(()));
        assert_eq!(text(&path), "new");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2);
        std::fs::set_permissions(&path, Permissions::from_mode(0o440)).unwrap();
        assert_eq!(rewrite(&path, "new", "newer"), Err("permission denied".to_owned()));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let mode = |name: &str| std::fs::metadata(dir.path().join(name)).unwrap().permissions().mode();
        std::fs::write(dir.path().join("any"), "text").unwrap();
        assert_eq!(write_new(&dir.path().join("new"), "text"), Ok(()));
        assert_eq!(write_anew(&dir.path().join("anew"), "text"), Ok(()));
        assert_eq!((mode("new"), mode("anew")), (mode("any"), mode("any")));
    }

    #[test]
    fn a_file_that_somebody_changed_meanwhile_is_left_to_him() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.md");
        std::fs::write(&path, "his").unwrap();
        let left = Err("it was changed while it was checked, and is left as it is now".to_owned());
        assert_eq!(rewrite(&path, "old", "new"), left);
        assert_eq!(text(&path), "his");
    }

    #[test]
    fn a_new_file_takes_nobodys_place() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.md");
        assert_eq!(write_new(&path, "first"), Ok(()));
        assert_eq!(write_new(&path, "second"), Err("this file is there already".to_owned()));
        assert_eq!(text(&path), "first");
        assert_eq!(write_anew(&path, "third"), Ok(()));
        assert_eq!(text(&path), "third");
        assert_eq!(write_new(&dir.path().join("no/folder.md"), "x"), Err("no such file".to_owned()));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
