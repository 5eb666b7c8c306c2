//! `--since`: only what stands on lines that have changed, as `git diff` tells.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use designlint_core::Diagnostic;
use designlint_files::in_repository;
use designlint_render::Checked;

use crate::documents::Done;

/// What git calls a commit of nothing, with either of its two hashes.
const NOTHING: [&str; 2] =
    ["4b825dc642cb6eb9a060e54bf8d69288fbee4904", "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"];

/// The lines that have changed, of each file of a run.
#[derive(Debug)]
pub struct Since(Vec<Changed>);

/// Lines of a file that have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Changed {
    All,
    Lines(Vec<RangeInclusive<usize>>),
}

impl Since {
    /// Compares what was checked with the commit from which `commit` and HEAD went different ways. A file that git does
    /// not know yet has changed as a whole.
    ///
    /// # Errors
    /// A file lies in no repository, or git cannot compare; why.
    pub fn new(commit: &str, all: &[Done]) -> Result<Self, String> {
        if commit.is_empty() || commit.starts_with('-') {
            return Err(format!("no commit is called `{commit}`"));
        }
        let mut repositories: BTreeMap<PathBuf, Repository> = BTreeMap::new();
        let mut changed = |done: &Done| {
            let Some(path) = done.path.as_deref().filter(|_| done.checked.outcome.is_ok()) else {
                return Ok(Changed::All);
            };
            let place = in_repository(path);
            let (root, file) = place.ok_or_else(|| format!("{}: lies in no git repository", done.checked.path))?;
            if !repositories.contains_key(&root) {
                repositories.insert(root.clone(), Repository::compare(&root, commit)?);
            }
            match repositories.get(&root) {
                Some(repository) if !repository.known.contains(&file) => Ok(Changed::All),
                Some(repository) if repository.changed.contains(&file) => lines(&root, commit, &file),
                _ => Ok(Changed::Lines(Vec::new())),
            }
        };
        all.iter().map(&mut changed).collect::<Result<_, _>>().map(Self)
    }

    /// Takes out of the reports what has nothing to do with the changes, and says how much that is. `checked` are the
    /// files that this was made of.
    pub fn leave_out(&self, checked: &mut [Checked]) -> usize {
        let mut left = 0;
        for (file, changed) in checked.iter_mut().zip(&self.0) {
            let (Ok(report), Changed::Lines(lines)) = (&mut file.outcome, changed) else { continue };
            let ends: Vec<usize> = report.document.source.text().match_indices('\n').map(|(at, _)| at).collect();
            let before = report.diagnostics.len();
            report.diagnostics.retain(|diagnostic| touches(diagnostic, &ends, lines));
            left += before - report.diagnostics.len();
        }
        left
    }
}

/// Whether a finding stands on one of the lines, or points at one. `ends` are the line ends as git counts them.
fn touches(diagnostic: &Diagnostic, ends: &[usize], lines: &[RangeInclusive<usize>]) -> bool {
    let line = |byte: usize| ends.partition_point(|end| *end < byte) + 1;
    let finding = &diagnostic.finding;
    let mut spans = std::iter::once(finding.span).chain(finding.labels.iter().map(|label| label.span));
    spans.any(|span| lines.iter().any(|lines| line(span.start) <= *lines.end() && *lines.start() <= line(span.end)))
}

/// The files of a repository, from its root.
#[derive(Debug)]
struct Repository {
    /// Those that differ from the commit.
    changed: BTreeSet<PathBuf>,
    /// Those that git knows.
    known: BTreeSet<PathBuf>,
}

impl Repository {
    fn compare(root: &Path, commit: &str) -> Result<Self, String> {
        let changed = diff(root, ["--name-only", "-z", "--merge-base", commit, "--"])?;
        let names = |nothing: &str| diff(root, ["--cached", "--name-only", "-z", nothing, "--"]);
        let known = names(NOTHING[0]).or_else(|_| names(NOTHING[1]))?;
        let files = |names: String| names.split('\0').map(PathBuf::from).collect();
        Ok(Self { changed: files(changed), known: files(known) })
    }
}

/// The lines of a file that its difference from the commit adds.
fn lines(root: &Path, commit: &str, file: &Path) -> Result<Changed, String> {
    let options = ["--unified=0", "--inter-hunk-context=0", "--text", "--merge-base", commit, "--"].map(OsStr::new);
    let patch = diff(root, options.into_iter().chain([file.as_os_str()]))?;
    Ok(Changed::Lines(patch.lines().filter_map(added).collect()))
}

/// The lines that a hunk adds, from its head `@@ -1,2 +3,4 @@`; nothing where it only takes some away.
fn added(line: &str) -> Option<RangeInclusive<usize>> {
    let (head, _) = line.strip_prefix("@@ -")?.split_once(" @@")?;
    let (_, added) = head.split_once(" +")?;
    let (first, count) = added.split_once(',').unwrap_or((added, "1"));
    let (first, count): (usize, usize) = (first.parse().ok()?, count.parse().ok()?);
    (count > 0).then(|| first..=first + count - 1)
}

/// What `git diff` says in a repository, whatever its configuration and that of its user would have it run or show.
fn diff<A: AsRef<OsStr>>(root: &Path, arguments: impl IntoIterator<Item = A>) -> Result<String, String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(["--literal-pathspecs", "-c", "core.fsmonitor=false", "diff", "--no-ext-diff", "--no-textconv"])
        .args(["--no-color", "--no-renames", "--no-relative"])
        .args(arguments)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let reason = said.lines().next().unwrap_or("git diff failed");
    Err(reason.trim_start_matches("fatal: ").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_hunks_name_the_lines_they_add() {
        assert_eq!(added("@@ -0,0 +1,3 @@"), Some(1..=3));
        assert_eq!(added("@@ -5 +7 @@ # Title @@ x"), Some(7..=7));
        assert_eq!(added("@@ -5,2 +4,0 @@"), None);
        assert_eq!(added("+@@ -1 +1 @@"), None);
        assert_eq!(added("@@ -x +y @@"), None);
    }
}
