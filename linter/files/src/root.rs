//! Which of the paths that a document names exist.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ignore::WalkBuilder;

/// The folder in which the paths of documents are looked for.
#[derive(Debug)]
pub struct Root {
    folder: PathBuf,
    /// The names of all files below it; walked when a document names a file without its folder.
    names: OnceLock<BTreeSet<String>>,
}

impl Root {
    /// The paths are looked for in this folder.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, names: OnceLock::new() }
    }

    /// The wanted paths that exist: from the root, or beside the document where that lies below the root. A file without
    /// a folder may lie anywhere below the root.
    pub fn existing(&self, wanted: BTreeSet<String>, document: &Path) -> BTreeSet<String> {
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
        let found = Root::new(root.to_owned()).existing(wanted.into(), &root.join("docs/q.md"));
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["a.yaml", "api/a.yaml", "contracts/", "contracts/b.json"]);
    }
}
