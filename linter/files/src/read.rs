//! Reads documents.

use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a file that are read: more is no document, and `/dev/zero` has no end.
const MOST_BYTES: u64 = 64 << 20;

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
/// Why there is nothing to read, for people: "no such file", "permission denied", "larger than 64 MiB".
pub fn read(path: &Path) -> Result<Contents, String> {
    std::fs::File::open(path).map_err(|error| reason(&error)).and_then(read_from)
}

/// Reads what is not a file, such as standard input.
///
/// # Errors
/// Those of [`read`].
pub fn read_from(from: impl Read) -> Result<Contents, String> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("larger than {} MiB, which no document is", MOST_BYTES >> 20));
    }
    Ok(Contents::from(bytes))
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

    #[test]
    fn what_has_no_end_is_not_read_to_it() {
        assert_eq!(read_from(io::repeat(b'a')), Err("larger than 64 MiB, which no document is".to_owned()));
        assert_eq!(read_from(&b"a"[..]), Ok(Contents::Text("a".to_owned())));
    }
}
