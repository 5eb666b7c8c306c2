//! Which of the paths that a document names exist.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ignore::WalkBuilder;

/// Where the paths of documents are looked for: in one folder, or each in the repository that its document lies in.
#[derive(Debug, Default)]
pub struct Roots {
    given: Option<Arc<Root>>,
    repositories: Mutex<BTreeMap<PathBuf, Arc<Root>>>,
}

impl Roots {
    /// Everything is looked for in `given`; without it, in the repositories.
    pub fn new(given: Option<PathBuf>) -> Self {
        let given = given.map(|folder| Arc::new(Root::new(folder)));
        Self { given, repositories: Mutex::default() }
    }

    /// The wanted paths that exist: from the root, or beside the document where that lies below the root. A file without
    /// a folder may lie anywhere below the root. `None` where the document lies in no repository.
    pub fn existing(&self, wanted: BTreeSet<String>, document: &Path) -> Option<BTreeSet<String>> {
        let root = self.given.clone().or_else(|| self.repository(document))?;
        Some(root.existing(wanted, document))
    }

    fn repository(&self, document: &Path) -> Option<Arc<Root>> {
        let folder = repository(std::path::absolute(document).ok()?.parent()?)?;
        let mut known = self.repositories.lock().unwrap_or_else(PoisonError::into_inner);
        let root = known.entry(folder.clone()).or_insert_with(|| Arc::new(Root::new(folder)));
        Some(Arc::clone(root))
    }
}

/// The repository that a folder lies in: the nearest folder upward that git keeps its own in. A worktree and a submodule
/// have a file there.
pub fn repository(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    folder.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned)
}

/// The repository that a file lies in, and its path in there. Symbolic links of its folders are followed, as git does.
pub fn in_repository(file: &Path) -> Option<(PathBuf, PathBuf)> {
    let file = std::path::absolute(file).ok()?;
    let folder = file.parent()?.canonicalize().ok()?;
    let root = repository(&folder)?;
    let inside = folder.strip_prefix(&root).ok()?.join(file.file_name()?);
    Some((root, inside))
}

#[derive(Debug)]
struct Root {
    folder: PathBuf,
    /// The names of all files below it; walked when a document names a file without its folder.
    names: OnceLock<BTreeSet<String>>,
}

impl Root {
    fn new(folder: PathBuf) -> Self {
        Self { folder, names: OnceLock::new() }
    }

    fn existing(&self, wanted: BTreeSet<String>, document: &Path) -> BTreeSet<String> {
        let inside = |folder: &Path| {
            let absolute = |p: &Path| std::path::absolute(p).ok();
            absolute(folder).zip(absolute(&self.folder)).is_some_and(|(below, root)| below.starts_with(root))
        };
        let beside = document.parent().filter(|folder| inside(folder));
        let exists = |path: &String| {
            self.folder.join(path).exists()
                || beside.is_some_and(|folder| folder.join(path).exists())
                || !path.contains('/') && self.names().contains(path)
        };
        wanted.into_iter().filter(exists).collect()
    }

    fn names(&self) -> &BTreeSet<String> {
        self.names.get_or_init(|| {
            let mut walk = WalkBuilder::new(&self.folder);
            walk.hidden(false).filter_entry(|entry| entry.file_name() != ".git");
            let files = walk.build().flatten().filter(|entry| entry.file_type().is_some_and(|t| t.is_file()));
            files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn from_the_root_beside_the_document_or_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("docs/api")).unwrap();
        fs::create_dir_all(root.join("contracts")).unwrap();
        for file in ["docs/api/a.yaml", "contracts/b.json", "docs/q.md"] {
            fs::write(root.join(file), "").unwrap();
        }
        let wanted =
            ["contracts/b.json", "api/a.yaml", "a.yaml", "contracts/", "c.yaml", "x/b.json"].map(str::to_owned);
        let found = Roots::new(Some(root.to_owned())).existing(wanted.into(), &root.join("docs/q.md"));
        assert_eq!(
            found.unwrap().into_iter().collect::<Vec<_>>(),
            ["a.yaml", "api/a.yaml", "contracts/", "contracts/b.json"]
        );
    }

    #[test]
    fn the_repository_of_the_document_is_the_root() {
        let folder = tempfile::tempdir().unwrap();
        for below in ["one/.git", "one/docs", "one/api", "two/docs", "two/api"] {
            fs::create_dir_all(folder.path().join(below)).unwrap();
        }
        fs::write(folder.path().join("one/api/a.yaml"), "").unwrap();
        fs::write(folder.path().join("two/.git"), "gitdir: elsewhere").unwrap();
        let roots = Roots::default();
        let wanted = || BTreeSet::from(["api/a.yaml".to_owned()]);
        assert_eq!(roots.existing(wanted(), &folder.path().join("one/docs/q.md")), Some(wanted()));
        assert_eq!(roots.existing(wanted(), &folder.path().join("two/docs/q.md")), Some(BTreeSet::new()));
        assert_eq!(roots.existing(wanted(), &folder.path().join("q.md")), None);
    }
}
