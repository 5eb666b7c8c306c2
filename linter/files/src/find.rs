//! Which files a caller asks for.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use ignore::{WalkBuilder, WalkState};

/// How folders are walked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walk {
    /// Whether `.gitignore` is disregarded, and hidden files and folders are walked too.
    pub no_ignore: bool,
}

/// A file to check.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Asked {
    /// The path as the caller wrote it, or the folder he wrote joined with `/` and the way inside it.
    pub shown: String,
    /// Where it lies.
    pub path: PathBuf,
    /// Whether the caller named the file itself, so that nothing may leave it out.
    pub named: bool,
    /// Why it cannot be read, where that is known already.
    pub error: Option<String>,
}

/// The files that paths mean: each path that is no folder, and of each folder what is Markdown by its ending (`.md`,
/// `.markdown`). Sorted by what is shown, each once; the order of walking leaves no trace. A part of a folder that
/// cannot be read becomes a file with an error.
pub fn find(paths: &[PathBuf], walk: Walk) -> Vec<Asked> {
    let mut asked: Vec<Asked> =
        paths.iter().flat_map(|path| if path.is_dir() { folder(path, walk) } else { vec![named(path)] }).collect();
    // Named ones first, so that a file both named and walked counts as named.
    asked.sort_by(|a, b| (&a.shown, !a.named).cmp(&(&b.shown, !b.named)));
    asked.dedup_by(|later, earlier| later.shown == earlier.shown);
    asked
}

fn named(path: &Path) -> Asked {
    Asked { shown: slashes(path), path: path.to_owned(), named: true, error: None }
}

/// The folders that are walked below one, itself among them.
pub(crate) fn below(root: &Path, walk: Walk) -> Vec<PathBuf> {
    let folders = walker(root, walk).build().flatten().filter(|entry| entry.file_type().is_some_and(|t| t.is_dir()));
    folders.map(ignore::DirEntry::into_path).collect()
}

fn walker(root: &Path, walk: Walk) -> WalkBuilder {
    let mut builder = WalkBuilder::new(root);
    builder
        .hidden(!walk.no_ignore)
        .ignore(false)
        .parents(!walk.no_ignore)
        .git_ignore(!walk.no_ignore)
        .git_exclude(!walk.no_ignore)
        .git_global(false)
        .require_git(false)
        .filter_entry(|entry| entry.file_name() != ".git");
    builder
}

fn folder(root: &Path, walk: Walk) -> Vec<Asked> {
    let found = Mutex::new(Vec::new());
    walker(root, walk).build_parallel().run(|| {
        Box::new(|entry| {
            if let (Some(asked), Ok(mut found)) = (walked(root, entry), found.lock()) {
                found.push(asked);
            }
            WalkState::Continue
        })
    });
    found.into_inner().unwrap_or_default()
}

fn walked(root: &Path, entry: Result<ignore::DirEntry, ignore::Error>) -> Option<Asked> {
    match entry {
        Ok(entry) => {
            let is_document = entry.file_type().is_some_and(|t| t.is_file()) && is_markdown(entry.path());
            is_document.then(|| Asked {
                shown: joined(root, entry.path()),
                path: entry.path().to_owned(),
                named: false,
                error: None,
            })
        }
        Err(error) => {
            let (path, reason) = failure(&error)?;
            Some(Asked { shown: joined(root, &path), path, named: false, error: Some(reason) })
        }
    }
}

/// Where walking failed and why; `None` for an error without a place, such as a broken pattern in a `.gitignore`.
fn failure(error: &ignore::Error) -> Option<(PathBuf, String)> {
    match error {
        ignore::Error::WithPath { path, err } => Some((path.clone(), crate::read::reason(err.io_error()?))),
        ignore::Error::WithDepth { err, .. } => failure(err),
        _ => None,
    }
}

/// Whether a folder gives a file of this name: `.md` or `.markdown`, in any case.
pub fn is_markdown(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    ending.eq_ignore_ascii_case("md") || ending.eq_ignore_ascii_case("markdown")
}

/// The folder as the caller wrote it, `/`, and the way inside.
fn joined(root: &Path, path: &Path) -> String {
    let root_shown = slashes(root);
    match path.strip_prefix(root) {
        Ok(inside) if inside.as_os_str().is_empty() => root_shown,
        Ok(inside) => format!("{}/{}", root_shown.trim_end_matches('/'), slashes(inside)),
        Err(_) => slashes(path),
    }
}

fn slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for file in files {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "text\n").unwrap();
        }
        dir
    }

    fn shown(dir: &tempfile::TempDir, paths: &[&str], walk: Walk) -> Vec<String> {
        let paths: Vec<PathBuf> = paths.iter().map(|p| dir.path().join(p)).collect();
        let root = slashes(dir.path());
        find(&paths, walk).into_iter().map(|a| a.shown.replace(&root, "")).collect()
    }

    #[test]
    fn folders_give_their_documents_in_order() {
        let dir = tree(&["b.md", "a/z.markdown", "a/b.MD", "a/c.txt", "c/d/e.md", ".hidden/x.md", ".git/y.md"]);
        assert_eq!(shown(&dir, &[""], Walk::default()), ["/a/b.MD", "/a/z.markdown", "/b.md", "/c/d/e.md"]);
        assert_eq!(
            shown(&dir, &[""], Walk { no_ignore: true }),
            ["/.hidden/x.md", "/a/b.MD", "/a/z.markdown", "/b.md", "/c/d/e.md"]
        );
    }

    #[test]
    fn gitignore_holds_for_what_is_walked_and_not_for_what_is_named() {
        let dir = tree(&["a.md", "out/b.md", "out/c.md"]);
        fs::write(dir.path().join(".gitignore"), "out/\n").unwrap();
        assert_eq!(shown(&dir, &[""], Walk::default()), ["/a.md"]);
        assert_eq!(shown(&dir, &["", "out/b.md"], Walk::default()), ["/a.md", "/out/b.md"]);
        assert_eq!(shown(&dir, &[""], Walk { no_ignore: true }), ["/a.md", "/out/b.md", "/out/c.md"]);
    }

    #[test]
    fn a_file_is_checked_once_and_a_missing_one_is_kept() {
        let dir = tree(&["a.md", "notes.txt"]);
        let paths = ["a.md", "", "a.md", "notes.txt", "gone.md"];
        assert_eq!(shown(&dir, &paths, Walk::default()), ["/a.md", "/gone.md", "/notes.txt"]);
    }

    #[test]
    fn a_folder_is_shown_as_written() {
        assert_eq!(joined(Path::new("docs/"), Path::new("docs/a/b.md")), "docs/a/b.md");
        assert_eq!(joined(Path::new("."), Path::new("./b.md")), "./b.md");
        assert_eq!(joined(Path::new("/"), Path::new("/b.md")), "/b.md");
    }
}
