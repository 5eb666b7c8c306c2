//! A configuration made from what a repository holds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use designlint_core::{Kind, Settings, check};
use designlint_document::{Document, Source};
use designlint_rules::packs;

use crate::find::{Walk, find};
use crate::read::{Contents, read};
use crate::workspace::{Discovery, FILE_NAMES, Request, Workspace, absolute};

/// Folders of other people's documents and of what programs write.
const OTHERS: &[&str] = &[
    "node_modules",
    "vendor",
    "vendored",
    "third_party",
    "third-party",
    "external",
    "target",
    "dist",
    "build",
    "out",
    "_site",
    "site-packages",
    "generated",
    "Pods",
    "venv",
];

/// A configuration file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Its text.
    pub text: String,
    /// The folders that it gives a kind: path and kind.
    pub kinds: Vec<(String, Kind)>,
    /// The folders that it leaves out.
    pub excluded: Vec<String>,
}

/// Looks at the Markdown of a folder, as far as `.gitignore` lets it, and proposes a configuration for it, which extends the
/// nearest one above the folder. No document is of another kind under it than without it.
pub fn propose(folder: &Path) -> Proposal {
    let above = above(folder);
    let workspace = above.as_ref().map(|(file, _)| Workspace::new(Request::default(), Discovery::File(file.clone())));
    let mut excluded = BTreeSet::new();
    let mut seen = Seen::default();
    for asked in find(&[folder.to_owned()], Walk::default()) {
        let Some(path) = inside(folder, &asked.path) else { continue };
        if workspace.as_ref().is_some_and(|w| w.excludes(&asked.path)) {
            continue;
        }
        match others(&path) {
            Some(other) => _ = excluded.insert(other),
            None => seen.look(path, &asked.path, workspace.as_ref()),
        }
    }
    let folders = seen.folders();
    let exceptions = seen.exceptions(&folders);
    let excluded: Vec<String> = excluded.into_iter().collect();
    let text = text(above.as_ref().map(|(_, way)| way.as_str()), &folders, &exceptions, &excluded);
    Proposal { text, kinds: folders.into_iter().collect(), excluded }
}

/// The nearest configuration above a folder, and the way to it from there.
fn above(folder: &Path) -> Option<(PathBuf, String)> {
    let folder = absolute(folder);
    let mut files = folder.ancestors().enumerate().skip(1).flat_map(|(up, above)| {
        FILE_NAMES.iter().map(move |name| (above.join(name), format!("{}{name}", "../".repeat(up))))
    });
    files.find(|(file, _)| file.is_file())
}

/// The path from the folder, with `/`; `None` where it is no text.
fn inside(folder: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(folder).ok()?.components().map(|part| part.as_os_str().to_str());
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
}

/// The outermost folder on a path that holds what others wrote.
fn others(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').collect();
    let at = parts.iter().take(parts.len() - 1).position(|part| OTHERS.contains(part))?;
    Some(parts[..=at].join("/"))
}

/// The documents of a folder, by their paths in it.
#[derive(Default)]
struct Seen {
    /// What each is by its content or by what it says itself.
    kinds: BTreeMap<String, Kind>,
    /// Those of which the configuration above says what they are.
    told: BTreeSet<String>,
}

impl Seen {
    /// Notes a document; one that cannot be read is left out.
    fn look(&mut self, path: String, file: &Path, above: Option<&Workspace>) {
        let Ok(Contents::Text(text)) = read(file) else { return };
        let packs = || Arc::new(Settings { knowledge: packs::knowledge(), ..Settings::default() });
        let settings = above.and_then(|w| w.settings_for(file).ok()).unwrap_or_else(packs);
        if settings.kind_from_configuration.is_some() {
            self.told.insert(path);
        } else {
            let kind = check(Document::parse(Source::new(text)), &settings, &[]).kind.0;
            self.kinds.insert(path, kind);
        }
    }

    /// The outermost folders of which two documents in three are of one kind, which is not notes, and of which nobody
    /// above says anything. The folder itself is none.
    fn folders(&self) -> BTreeMap<String, Kind> {
        let mut counts: BTreeMap<&str, BTreeMap<Kind, usize>> = BTreeMap::new();
        for (path, kind) in &self.kinds {
            for (at, _) in path.match_indices('/') {
                *counts.entry(&path[..at]).or_default().entry(*kind).or_default() += 1;
            }
        }
        counts.retain(|folder, _| !self.told.iter().any(|path| is_below(path, folder)));
        let mut chosen: BTreeMap<String, Kind> = BTreeMap::new();
        for (folder, counts) in counts {
            let all: usize = counts.values().sum();
            let most = counts.iter().filter(|(kind, _)| **kind != Kind::Notes).max_by_key(|(_, count)| **count);
            // A folder stands before those in it, so the outermost is chosen first.
            let within = chosen.keys().any(|outer| is_below(folder, outer));
            if let Some((kind, _)) = most.filter(|(_, count)| !within && **count * 3 >= all * 2) {
                chosen.insert(innermost(folder, &self.kinds), *kind);
            }
        }
        chosen
    }

    /// The documents of the chosen folders that are of another kind than their folder, by kind.
    fn exceptions(&self, folders: &BTreeMap<String, Kind>) -> BTreeMap<Kind, Vec<String>> {
        let mut exceptions: BTreeMap<Kind, Vec<String>> = BTreeMap::new();
        for (path, kind) in &self.kinds {
            let folder = folders.iter().find(|(folder, _)| is_below(path, folder));
            if folder.is_some_and(|(_, of_folder)| of_folder != kind) {
                exceptions.entry(*kind).or_default().push(path.clone());
            }
        }
        exceptions
    }
}

/// The innermost folder that holds all documents of a folder: not all that may come to `docs` is what `docs/adr` holds.
fn innermost(folder: &str, kinds: &BTreeMap<String, Kind>) -> String {
    let folders = kinds.keys().filter(|path| is_below(path, folder)).filter_map(|path| path.rsplit_once('/'));
    let common = folders.map(|(folder, _)| folder.to_owned()).reduce(|a, b| {
        let same = a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b);
        same.map(|(part, _)| part).collect::<Vec<_>>().join("/")
    });
    common.unwrap_or_else(|| folder.to_owned())
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn text(
    above: Option<&str>,
    folders: &BTreeMap<String, Kind>,
    exceptions: &BTreeMap<Kind, Vec<String>>,
    excluded: &[String],
) -> String {
    let mut text = String::from("# What designlint checks in this repository. Paths are relative to this file.\n\n");
    if let Some(above) = above {
        text += "# What stands there holds here too, unless this file says otherwise.\n";
        _ = writeln!(text, "extend: {}\n", quoted(above));
    }
    text += "# Folders that are not checked because others wrote them, or programs did.\n";
    if excluded.is_empty() {
        text += "# exclude: [\"vendor/**\"]\n";
    } else {
        text += "exclude:\n";
        excluded.iter().for_each(|folder| _ = writeln!(text, "  - {}", quoted(&format!("{}/**", escaped(folder)))));
    }
    text += "\n# What kind of document a folder holds: it decides which sections a document owes. Where nothing stands here,\n\
             # the content decides. The last entry that matches wins.\n";
    if folders.is_empty() {
        text += "# overrides: [{files: \"docs/adr/**\", kind: adr}]\n";
    } else {
        text += "overrides:\n";
    }
    for (folder, kind) in folders {
        _ = writeln!(text, "  - {{files: {}, kind: {}}}", quoted(&format!("{}/**", escaped(folder))), kind.name());
    }
    if !exceptions.is_empty() {
        text += "  # These are of another kind than their folder.\n";
    }
    for (kind, paths) in exceptions {
        let files: Vec<String> = paths.iter().map(|path| quoted(&escaped(path))).collect();
        _ = writeln!(text, "  - {{files: [{}], kind: {}}}", files.join(", "), kind.name());
    }
    text += "\n# Severities (off, info, warning, error) of rules; `designlint rules` lists them.\n\
             # rules: {bare-result: warning}\n\n\
             # Whether rules that are still on trial run.\n";
    text += if above.is_some() { "# preview: false\n" } else { "preview: false\n" };
    text
}

/// A path as a pattern that matches it alone.
fn escaped(path: &str) -> String {
    let mut out = String::new();
    for c in path.chars() {
        if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '\\' | '!' | '#' | ' ') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A text in double quotes, as YAML and JSON both read it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
#[path = "init_tests.rs"]
mod tests;
