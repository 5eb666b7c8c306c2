//! Paths of files that a text names.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::Document;

/// Longest path that is looked at, in bytes.
const LONGEST: usize = 200;

impl Document {
    /// The paths of files and folders that the text names, as written. Whoever may touch a disk looks which of them
    /// exist; rules only read the answer.
    pub fn wanted_paths(&self) -> BTreeSet<String> {
        let text = self.source.text();
        paths_in(text).map(|range| text[range].to_owned()).collect()
    }
}

/// Where the paths of a text stand: `api/openapi.yaml`, `schema.json`, `migrations/`. What stands in an address, starts
/// at the root of a disk, leaves the folder or has a placeholder in it is none.
///
/// ```
/// let text = "see `api/v1.yaml`, https://example.org/b.yaml and {name}.json";
/// let paths: Vec<&str> = designlint_document::paths_in(text).map(|r| &text[r]).collect();
/// assert_eq!(paths, ["api/v1.yaml"]);
/// ```
pub fn paths_in(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        loop {
            // A path has an ending or a folder: only the words around a point or a slash are read.
            let mark = start + memchr::memchr2(b'.', b'/', text.as_bytes().get(start..)?)?;
            let from =
                mark - text[start..mark].chars().rev().take_while(|&c| is_part(c)).map(char::len_utf8).sum::<usize>();
            start = mark + text[mark..].find(|c| !is_part(c)).unwrap_or(text.len() - mark);
            let word = &text[from..start];
            let end = from + word.trim_end_matches(['.', '-']).len();
            if end > from && is_path(&text[from..end]) {
                return Some(from..end);
            }
        }
    })
}

/// What stands in a path or in an address; a word with one of the latter is no path.
fn is_part(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(
            c,
            '.' | '-'
                | '_'
                | '/'
                | '+'
                | ':'
                | '@'
                | '{'
                | '}'
                | '*'
                | '<'
                | '>'
                | '$'
                | '%'
                | '#'
                | '?'
                | '='
                | '&'
                | '~'
                | '\\'
        )
}

fn is_path(word: &str) -> bool {
    let plain = word.strip_prefix("./").unwrap_or(word);
    let clean = plain.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '/' | '+'));
    if !clean
        || plain.len() > LONGEST
        || plain.starts_with(['/', '-'])
        || plain.split('/').any(|p| p == ".." || p == ".")
    {
        return false;
    }
    let (folder, name) = plain.rsplit_once('/').unwrap_or(("", plain));
    // `example.org/a.yaml` is an address without its scheme.
    let host = folder.split('/').next().is_some_and(|first| first.trim_start_matches('.').contains('.'));
    let file = name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty() && ending.len() <= 10 && ending.starts_with(|c: char| c.is_ascii_alphabetic())
    });
    !host && !plain.contains("//") && (file || !folder.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    fn found(text: &str) -> Vec<&str> {
        paths_in(text).map(|r| &text[r]).collect()
    }

    #[test]
    fn files_and_folders() {
        assert_eq!(
            found("| `contracts/orders.v2.yaml` | [x](a/b.proto). ./c.json"),
            ["contracts/orders.v2.yaml", "a/b.proto", "./c.json"]
        );
        assert_eq!(found("migrations/ and .github/workflows/ci.yml"), ["migrations/", ".github/workflows/ci.yml"]);
    }

    #[test]
    fn what_is_no_path_of_this_folder() {
        for text in [
            "https://example.org/a.yaml",
            "example.org/a.yaml",
            "/etc/hosts.conf",
            "../other/a.yaml",
            "a/{name}.yaml",
            "a/*.yaml",
            "billing:api.yaml",
            "v1.2",
            "end.",
            "",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_document_wants_each_once() {
        let document = Document::parse(Source::new("`a.yaml`, `a.yaml`\n\n- b/c.json\n"));
        assert_eq!(document.wanted_paths().into_iter().collect::<Vec<_>>(), ["a.yaml", "b/c.json"]);
    }
}
