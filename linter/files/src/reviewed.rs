//! The document that a review is about.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use designlint_core::{Reviewed, Settings, check};
use designlint_document::{Document, Source};

use crate::{Contents, read};

/// The document that `reviews:` in the front matter names, checked with the settings of the record. It is looked for beside
/// the record and below, then from the folders above it: those of a relative path, or those up to the root of the repository.
/// `None` where the record names none, or a file that nobody looks for: one that leaves its folder or is no Markdown.
pub fn reviewed(record: &Document, path: &Path, settings: &Settings) -> Option<Arc<Reviewed>> {
    let name = record.front_matter.as_ref()?.get("reviews")?.value.trim().to_owned();
    let name = Path::new(&name);
    // Nothing is read that does not lie with what was asked for.
    let inside = name.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    let markdown = name.extension().is_some_and(|e| e == "md" || e == "markdown");
    let mut files = folders(path.parent()?).into_iter().map(|folder| folder.join(name));
    if !inside || !markdown || path.parent().is_some_and(|folder| folder.join(name) == path) {
        return None;
    }
    let Some(file) = files.find(|file| file.is_file()) else { return Some(Arc::new(Reviewed::Missing)) };
    let Contents::Text(text) = read(&file).ok()? else { return None };
    Some(of_text(text, settings))
}

/// The report on the text of a document that is reviewed, with the settings of its record.
pub fn of_text(text: String, settings: &Settings) -> Arc<Reviewed> {
    // `--kind` says what the record is.
    let settings = Settings { kind_from_command_line: None, reviewed: None, known_files: None, ..settings.clone() };
    let report = check(Document::parse(Source::new(text)), &settings, designlint_rules::ALL);
    Arc::new(Reviewed::Read(Box::new(report)))
}

/// The folder of a record and those above it in which its document may lie.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let above: Vec<&Path> = folder.ancestors().collect();
    let root = above.iter().position(|above| above.join(".git").exists());
    let last = match root {
        Some(root) => root,
        None if folder.is_relative() => above.len().saturating_sub(1),
        None => 0,
    };
    above.iter().take(last + 1).map(|above| (*above).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn beside_the_record_and_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let docs = folder.path().join("docs");
        fs::create_dir_all(&docs).unwrap();
        fs::write(docs.join("q7.md"), "# Cache\n").unwrap();
        fs::write(docs.join("secret.txt"), "x").unwrap();
        fs::write(folder.path().join("above.md"), "# Above\n").unwrap();
        let found = |name: &str| {
            let record = Document::parse(Source::new(format!("---\nreviews: {name}\n---\n\n# Review\n")));
            reviewed(&record, &docs.join("q8.md"), &Settings::default()).map(|found| match found.as_ref() {
                Reviewed::Read(report) => report.document.source.text().to_owned(),
                Reviewed::Missing => "missing".to_owned(),
            })
        };
        assert_eq!(found("q7.md").as_deref(), Some("# Cache\n"));
        assert_eq!(found("./q7.md").as_deref(), Some("# Cache\n"));
        assert_eq!(found("other.md").as_deref(), Some("missing"));
        // Without a repository nothing above an absolute path is looked at.
        assert_eq!(found("docs/q7.md").as_deref(), Some("missing"));
        fs::create_dir(folder.path().join(".git")).unwrap();
        assert_eq!(found("docs/q7.md").as_deref(), Some("# Cache\n"));
        for name in ["secret.txt", "../above.md", "/etc/hosts.md", "q8.md"] {
            assert_eq!(found(name), None, "{name}");
        }
    }
}
