//! The files that the paths of a command line mean, and what is said where there are none.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use designlint_files::{Asked, Walk, Workspace, find};
use designlint_render::escape::line;
use designlint_render::summary::counted;

use crate::arguments::Sources;
use crate::output::tell;

/// The files that paths mean, without those that the configuration leaves out: of folders, and with `--force-exclude` also
/// of those that are named. Tells which settings left nothing to check.
pub fn asked(paths: &[PathBuf], sources: &Sources, workspace: &Workspace) -> Vec<Asked> {
    let walk = Walk { no_ignore: sources.no_ignore };
    let stays = |asked: &Asked| {
        let may_go = !asked.named || sources.force_exclude;
        !may_go || asked.error.is_some() || !workspace.excludes(place(asked, sources))
    };
    let (mut asked, excluded): (Vec<_>, Vec<_>) = find(paths, walk).into_iter().partition(stays);
    for folder in paths.iter().filter(|path| path.is_dir()) {
        if asked.iter().any(|asked| asked.path.starts_with(folder)) {
            continue;
        }
        let excluded: Vec<_> = excluded.iter().filter(|asked| asked.path.starts_with(folder)).collect();
        let all = find(std::slice::from_ref(folder), Walk { no_ignore: true }).len();
        let hidden = all.saturating_sub(excluded.len());
        let why = why_empty(&exclusions(&excluded, sources, workspace), hidden);
        tell(&format!("note: {}: nothing to check: {why}", line(&folder.to_string_lossy())));
    }
    let named: Vec<_> = excluded.iter().filter(|asked| asked.named).collect();
    if asked.is_empty() && !named.is_empty() {
        tell(&format!("note: nothing to check: {}", why_empty(&exclusions(&named, sources, workspace), 0)));
    }
    if let (Some(name), Some(stdin)) = (&sources.stdin_filename, asked.iter_mut().find(|asked| is_stdin(asked))) {
        stdin.shown = name.to_string_lossy().into_owned();
        asked.sort();
    }
    asked
}

/// Where a file lies, or would lie.
pub fn place<'a>(asked: &'a Asked, sources: &'a Sources) -> &'a Path {
    sources.stdin_filename.as_deref().filter(|_| is_stdin(asked)).unwrap_or(&asked.path)
}

/// Whether a file is standard input.
pub fn is_stdin(asked: &Asked) -> bool {
    asked.named && asked.path == Path::new("-")
}

/// How many of the files each pattern leaves out, by the place of the pattern.
fn exclusions(files: &[&Asked], sources: &Sources, workspace: &Workspace) -> Vec<String> {
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for setting in files.iter().filter_map(|asked| workspace.excluded_by(place(asked, sources))) {
        *counts.entry((setting.place, setting.value.as_str().map(str::to_owned))).or_default() += 1;
    }
    let said = |((place, pattern), count): ((designlint_files::Place, Option<String>), usize)| {
        let pattern = pattern.unwrap_or_default();
        format!("`exclude: {}` ({}) leaves out {}", line(&pattern), line(&place.to_string()), counted(count, "file"))
    };
    counts.into_iter().map(said).collect()
}

fn why_empty(exclusions: &[String], hidden: usize) -> String {
    let mut reasons = exclusions.to_vec();
    if hidden > 0 {
        let hidden = counted(hidden, "file");
        reasons.push(format!(".gitignore or a leading dot hides {hidden} (--no-ignore looks at them)"));
    }
    if reasons.is_empty() { "no .md or .markdown file in it".to_owned() } else { reasons.join(", ") }
}
