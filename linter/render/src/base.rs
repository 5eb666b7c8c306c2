//! Paths as the services that show findings know them: from the root of the repository, with `/`.

/// Where a run stands in its repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Base {
    root: String,
    here: String,
}

impl Base {
    /// Both are absolute folders as the system writes them: the root of the repository, and where the run was started.
    pub fn new(root: &str, here: &str) -> Self {
        let folder = |path: &str| plain(&slashes(path)).trim_end_matches('/').to_owned();
        Self { root: folder(root), here: folder(here) }
    }

    /// The path from the root of the repository; the absolute one where it lies outside. `-` is standard input and stays.
    pub fn relative(&self, path: &str) -> String {
        if path == "-" {
            return path.to_owned();
        }
        let path = slashes(path);
        let absolute = plain(&if is_absolute(&path) { path } else { format!("{}/{path}", self.here) });
        let inside = absolute.strip_prefix(&self.root).and_then(|rest| rest.strip_prefix('/'));
        inside.map(str::to_owned).unwrap_or(absolute)
    }

    /// The same as a reference of URIs.
    pub fn uri(&self, path: &str) -> String {
        let path = self.relative(path);
        let scheme = match path.starts_with('/') {
            true => "file://",
            false if is_absolute(&path) => "file:///",
            false => "",
        };
        let mut uri = scheme.to_owned();
        for byte in path.bytes() {
            let stays = byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'.' | b'_' | b'~');
            if stays { uri.push(char::from(byte)) } else { uri += &format!("%{byte:02X}") }
        }
        uri
    }
}

fn slashes(path: &str) -> String {
    if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() }
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || cfg!(windows) && path.as_bytes().get(1) == Some(&b':')
}

/// The path without `.`, `..` and doubled slashes.
fn plain(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match part {
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    let start = if path.starts_with('/') { "/" } else { "" };
    start.to_owned() + &parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_count_from_the_root_of_the_repository() {
        let base = Base::new("/home/ana/repo/", "/home/ana/repo/docs");
        for (path, expected) in [
            ("q7.md", "docs/q7.md"),
            ("./a//b.md", "docs/a/b.md"),
            ("../README.md", "README.md"),
            ("/home/ana/repo/x/../y.md", "y.md"),
            ("../../other/q.md", "/home/ana/other/q.md"),
            ("/home/ana/repository/q.md", "/home/ana/repository/q.md"),
            ("-", "-"),
        ] {
            assert_eq!(base.relative(path), expected, "{path}");
        }
        assert_eq!(Base::new("/", "/").relative("a.md"), "a.md");
    }

    #[test]
    fn addresses_hold_any_name() {
        let base = Base::new("/repo", "/repo");
        assert_eq!(base.uri("a b/ü%#?:.md"), "a%20b/%C3%BC%25%23%3F%3A.md");
        assert_eq!(base.uri("/else where/a.md"), "file:///else%20where/a.md");
        assert_eq!(base.uri("1\u{1b}.md"), "1%1B.md");
    }
}
