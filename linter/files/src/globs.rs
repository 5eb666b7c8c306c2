//! Patterns of files, as `.gitignore` has them, relative to the folder of the configuration.

use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// A list of patterns. One with a `/` is anchored to the folder, one without matches at any depth, `!` takes back.
#[derive(Debug)]
pub(crate) struct Globs {
    folder: PathBuf,
    /// As they were given to the builder, in their order.
    patterns: Vec<String>,
    builder: Option<GitignoreBuilder>,
    matcher: Gitignore,
}

impl Default for Globs {
    fn default() -> Self {
        Self { folder: PathBuf::new(), patterns: Vec::new(), builder: None, matcher: Gitignore::empty() }
    }
}

impl Globs {
    /// No pattern yet, for paths below a folder.
    pub fn new(folder: &Path) -> Self {
        let builder = Some(GitignoreBuilder::new(folder));
        Self { folder: folder.to_owned(), patterns: Vec::new(), builder, matcher: Gitignore::empty() }
    }

    /// Adds a pattern.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn add(&mut self, pattern: &str) -> Result<(), String> {
        let Some(builder) = &mut self.builder else {
            return Ok(());
        };
        // A comment of `.gitignore` is a file name here.
        let pattern = if pattern.starts_with('#') { format!("\\{pattern}") } else { pattern.to_owned() };
        let pattern = pattern.strip_prefix("./").unwrap_or(&pattern);
        let added = builder.add_line(None, pattern);
        self.patterns.push(pattern.to_owned());
        added.map(|_| ()).map_err(|error| format!("this is no pattern: {}", reason(error)))
    }

    /// The list, ready to match.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn build(mut self) -> Result<Self, String> {
        if let Some(builder) = self.builder.take() {
            self.matcher =
                builder.build().map_err(|error| format!("this is no list of patterns: {}", reason(error)))?;
        }
        Ok(self)
    }

    /// Whether an absolute path, or a folder it lies in, matches. A path outside the folder never does.
    pub fn matches(&self, path: &Path) -> bool {
        self.matching(path).is_some()
    }

    /// Which pattern decides that a path matches, counted from 0 as they were added.
    pub fn matching(&self, path: &Path) -> Option<usize> {
        let inside = path.strip_prefix(&self.folder).ok()?;
        match self.matcher.matched_path_or_any_parents(inside, false) {
            Match::Ignore(glob) => self.patterns.iter().rposition(|pattern| {
                // The matcher leaves out blanks at the end, unless the last is escaped.
                pattern == glob.original() || pattern.trim_end() == glob.original()
            }),
            Match::None | Match::Whitelist(_) => None,
        }
    }
}

fn reason(error: ignore::Error) -> String {
    match error {
        ignore::Error::Glob { err, .. } => err,
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(patterns: &[&str], path: &str) -> bool {
        let mut globs = Globs::new(Path::new("/repo"));
        for pattern in patterns {
            globs.add(pattern).unwrap();
        }
        globs.build().unwrap().matches(Path::new(path))
    }

    #[test]
    fn patterns_are_those_of_gitignore() {
        assert!(matches(&["rfcs/**"], "/repo/rfcs/a/b.md"));
        assert!(!matches(&["rfcs/**"], "/repo/docs/rfcs/a.md"));
        assert!(matches(&["docs/adr/*.md"], "/repo/docs/adr/1.md"));
        assert!(!matches(&["docs/adr/*.md"], "/repo/docs/adr/old/1.md"));
        assert!(matches(&["*.md"], "/repo/a/b.md"));
        assert!(matches(&["./corpus/faulty/"], "/repo/corpus/faulty/a/doc.md"));
        assert!(!matches(&["drafts/*", "!drafts/keep.md"], "/repo/drafts/keep.md"));
        assert!(!matches(&["*.md"], "/elsewhere/b.md"));
        assert!(!Globs::default().matches(Path::new("/repo/a.md")));
    }

    #[test]
    fn the_last_pattern_decides() {
        let mut globs = Globs::new(Path::new("/repo"));
        for pattern in ["./drafts/ ", "#a.md", "drafts/b.md", "*.txt", "drafts/b.md"] {
            globs.add(pattern).unwrap();
        }
        let globs = globs.build().unwrap();
        assert_eq!(globs.matching(Path::new("/repo/drafts/a.md")), Some(0));
        assert_eq!(globs.matching(Path::new("/repo/#a.md")), Some(1));
        assert_eq!(globs.matching(Path::new("/repo/drafts/b.md")), Some(4));
        assert_eq!(globs.matching(Path::new("/repo/a.md")), None);
    }

    #[test]
    fn a_broken_pattern_is_told() {
        assert_eq!(
            Globs::new(Path::new("/")).add("a/{b"),
            Err("this is no pattern: unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)".to_owned())
        );
    }
}
