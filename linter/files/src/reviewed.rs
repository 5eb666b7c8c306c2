//! The document that a review is about.

use std::path::{Component, Path};
use std::sync::Arc;

use designlint_document::{Document, Source};

use crate::{Contents, read};

/// The document that `reviews:` in the front matter names, read from beside the record or from a folder below it; `None`
/// where it names none, leaves the folder, or cannot be read.
pub fn reviewed(record: &Document, path: &Path) -> Option<Arc<Document>> {
    let name = record.front_matter.as_ref()?.get("reviews")?.value.trim().to_owned();
    let name = Path::new(&name);
    // Nothing is read that does not lie with what was asked for.
    let inside = name.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    let markdown = name.extension().is_some_and(|e| e == "md" || e == "markdown");
    let file = path.parent()?.join(name);
    let contents = (inside && markdown && file != path).then(|| read(&file).ok()).flatten()?;
    let Contents::Text(text) = contents else { return None };
    Some(Arc::new(Document::parse(Source::new(text))))
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
            reviewed(&record, &docs.join("q8.md")).map(|d| d.source.text().to_owned())
        };
        assert_eq!(found("q7.md").as_deref(), Some("# Cache\n"));
        assert_eq!(found("./q7.md").as_deref(), Some("# Cache\n"));
        for name in ["other.md", "secret.txt", "../above.md", "/etc/hosts.md", "q8.md"] {
            assert_eq!(found(name), None, "{name}");
        }
    }
}
