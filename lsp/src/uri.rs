//! Addresses of documents, as clients write them, and where files lie.

use std::path::{Path, PathBuf};

use lsp_types::Uri;

/// The address of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// The address as the client writes it, which is how it is named to the client.
    pub written: String,
    /// The same as the protocol's types hold it: what may not stand in an address is escaped.
    pub uri: Uri,
    /// Where it lies, if it is a file: not for `untitled:`, the cells of notebooks and the like.
    pub path: Option<PathBuf>,
}

impl Address {
    /// Reads an address. `None` where it is none even when escaped.
    pub(crate) fn read(written: &str) -> Option<Self> {
        let uri: Uri = written.parse().or_else(|_| escaped(written, LENIENT).parse()).ok()?;
        Some(Self { written: written.to_owned(), path: file_path(&uri, cfg!(windows)), uri })
    }

    /// The address of a file below a folder, in the way the client writes that of the folder.
    pub(crate) fn below(folder: &Self, inside: &Path) -> Option<Self> {
        let parts = inside.components().map(|part| escaped(&part.as_os_str().to_string_lossy(), ""));
        let written = [folder.written.trim_end_matches('/').to_owned()].into_iter().chain(parts);
        Self::read(&written.collect::<Vec<_>>().join("/"))
    }
    /// The addresses of the folders above this one, nearest first, in the way the client writes it; none where it is no file.
    pub(crate) fn above(&self) -> Vec<String> {
        let Some(path) = &self.path else { return Vec::new() };
        let start = self.written.find("://").map_or(0, |at| at + 3);
        let start = self.written[start..].find('/').map_or(self.written.len(), |at| start + at);
        let (host, mut rest) = (&self.written[..start], self.written[start..].trim_end_matches('/'));
        let mut above = Vec::new();
        for _ in path.ancestors().skip(1) {
            let Some(cut) = rest.rfind('/') else { break };
            rest = &rest[..cut];
            above.push(format!("{host}{}", if rest.is_empty() { "/" } else { rest }));
        }
        above
    }
}

/// The characters that an address may hold besides letters and digits, `%` for what is escaped already.
const LENIENT: &str = "-._~:/?#[]@!$&'()*+,;=%";

/// The text with everything escaped but letters, digits and the characters of `kept` and `-._~`.
fn escaped(text: &str, kept: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || kept.as_bytes().contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

/// The path of a `file:` address. On Windows `/c:/docs` is `c:/docs`, and a host stands before the path.
fn file_path(uri: &Uri, windows: bool) -> Option<PathBuf> {
    if !uri.scheme().is_some_and(|scheme| scheme.eq_lowercase("file")) {
        return None;
    }
    let path = uri.path().as_estr().decode().into_string_lossy().into_owned();
    if !windows {
        return Some(path.into());
    }
    let host = uri.authority().map_or("", |authority| authority.host().as_str());
    let drive = path.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    Some(match (host, drive) {
        ("", Some(drive)) => drive.into(),
        ("", None) => path.into(),
        (host, _) => format!("//{host}{path}").into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(written: &str, windows: bool) -> Option<String> {
        let address = Address::read(written).unwrap();
        assert_eq!(address.written, written);
        file_path(&address.uri, windows).map(|path| path.to_string_lossy().into_owned())
    }

    #[test]
    fn only_files_have_paths() {
        assert_eq!(path("file:///my%20docs/%C3%A9.md", false).as_deref(), Some("/my docs/é.md"));
        assert_eq!(path("untitled:Untitled-1", false), None);
        assert_eq!(path("vscode-notebook-cell:/docs/a.ipynb#W0sZmlsZQ%3D%3D", false), None);
        assert_eq!(path("inmemory://model/1", false), None);
    }

    #[test]
    fn windows_writes_drives_and_hosts() {
        assert_eq!(path("file:///c%3A/docs/q7.md", true).as_deref(), Some("c:/docs/q7.md"));
        assert_eq!(path("file:///C:/docs/q7.md", true).as_deref(), Some("C:/docs/q7.md"));
        assert_eq!(path("file://server/share/q7.md", true).as_deref(), Some("//server/share/q7.md"));
        assert_eq!(path("file:///c%3A/docs/q7.md", false).as_deref(), Some("/c:/docs/q7.md"));
    }

    #[test]
    fn an_address_that_is_not_escaped_is_read_all_the_same() {
        assert_eq!(path("file:///my docs/é|1.md", false).as_deref(), Some("/my docs/é|1.md"));
        assert!(Address::read("").is_none_or(|address| address.path.is_none()));
        assert_eq!(Address::read(":"), None);
    }

    #[test]
    fn the_folders_above_are_written_like_the_folder() {
        let above = |written: &str| Address::read(written).unwrap().above();
        assert_eq!(above("file:///my%20docs/a/b/"), ["file:///my%20docs/a", "file:///my%20docs", "file:///"]);
        assert_eq!(above("file://host/a/b"), ["file://host/a", "file://host/"]);
        assert_eq!(above("file:///"), [""; 0]);
        assert_eq!(above("untitled:a/b"), [""; 0]);
    }

    #[test]
    fn a_file_below_a_folder_is_written_like_the_folder() {
        let folder = Address::read("file:///c%3A/docs/").unwrap();
        let file = Address::below(&folder, Path::new("my é/q7.md")).unwrap();
        assert_eq!(file.written, "file:///c%3A/docs/my%20%C3%A9/q7.md");
        assert_eq!(file.path, Some(PathBuf::from("/c:/docs/my é/q7.md")));
    }
}
