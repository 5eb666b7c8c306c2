//! `check --watch`: again whenever something changes, until Ctrl-C. Nothing on the screen is cleared: what was printed
//! before, by designlint or by others, stays where it is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use designlint_files::{FILE_NAMES, Request, Walk, Watch, Workspace, folders, is_markdown, shown};
use designlint_render::escape::line;
use designlint_render::summary::counted;

use crate::arguments::CheckArguments;
use crate::asked::place;
use crate::check::once;
use crate::documents::discovery;
use crate::output::{Exit, reader_left, tell};

/// Checks, waits for a change, and checks again. Ctrl-C ends it, which is no failure whatever was found.
pub fn run(arguments: &CheckArguments) -> Exit {
    match watch(arguments) {
        Ok(exit) => exit,
        Err(reason) => {
            tell(&format!("error: --watch: {}", line(&reason)));
            Exit::Failed
        }
    }
}

fn watch(arguments: &CheckArguments) -> Result<Exit, String> {
    let (mut watch, stop) = Watch::new()?;
    ctrlc::set_handler(move || stop.stop()).map_err(|error| error.to_string())?;
    let mut watched = look(arguments, &mut watch)?;
    if let Err(exit) = once(arguments) {
        return Ok(exit);
    }
    if !arguments.quiet {
        tell("note: watching for changes; Ctrl-C ends it");
    }
    while !reader_left() {
        let Some(changed) = watch.wait(|path| watched.concerns(path))? else { break };
        if !arguments.quiet {
            tell(&format!("note: {}; checking again", said(&changed)));
        }
        watched = look(arguments, &mut watch)?;
        // What is wrong with a configuration or a baseline may be put right, and was told.
        _ = once(arguments);
    }
    Ok(Exit::Clean)
}

/// What is watched.
struct Watched {
    /// Files that were named, and files that settle what holds.
    files: BTreeSet<PathBuf>,
    /// Folders that are walked for documents.
    walked: BTreeSet<PathBuf>,
}

impl Watched {
    /// Whether a change of a path may change what is found.
    fn concerns(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default();
        let settles = FILE_NAMES.iter().any(|known| name == *known) || name == ".gitignore";
        let inside = path.parent().is_some_and(|folder| self.walked.contains(folder));
        settles
            || self.files.contains(path)
            || self.walked.contains(path)
            || inside && (is_markdown(path) || path.is_dir())
    }
}

/// Watches the folders that are walked, those of files that are named, and those in which a configuration lies or could.
fn look(arguments: &CheckArguments, watch: &mut Watch) -> Result<Watched, String> {
    loop {
        let (watched, all) = wanted(arguments);
        // What was made in a new folder before it was watched is seen when it is walked once more.
        if !watch.look_at(all)? {
            return Ok(watched);
        }
    }
}

/// What is to be watched, and all folders that show it.
fn wanted(arguments: &CheckArguments) -> (Watched, BTreeSet<PathBuf>) {
    let sources = &arguments.sources;
    let walk = Walk { no_ignore: sources.no_ignore };
    let (walks, named): (Vec<PathBuf>, Vec<PathBuf>) = arguments.paths.iter().cloned().partition(|path| path.is_dir());
    let walked = folders(&walks, walk);
    let workspace = Workspace::new(Request::default(), discovery(sources));
    for asked in designlint_files::find(&arguments.paths, walk) {
        // Whatever is wrong with it is told by the check.
        _ = workspace.settings_for(place(&asked, sources));
    }
    let mut files: BTreeSet<PathBuf> = workspace.touched();
    let given = named.iter().chain(&arguments.baseline).chain(&sources.config);
    for file in given {
        files.extend(std::path::absolute(file).ok());
        files.extend(std::fs::canonicalize(file).ok());
    }
    let files_of: Vec<PathBuf> = files.iter().cloned().collect();
    let mut all = folders(&files_of, walk);
    all.extend(walked.iter().cloned());
    if !sources.isolated && sources.config.is_none() {
        let above: Vec<PathBuf> = all.iter().flat_map(|folder| folder.ancestors().map(Path::to_owned)).collect();
        all.extend(above);
    }
    (Watched { files, walked }, all)
}

fn said(changed: &BTreeSet<PathBuf>) -> String {
    let Some(first) = changed.first() else { return String::new() };
    let first = shown(first);
    match changed.len() {
        1 => format!("{} has changed", line(&first)),
        more => format!("{} and {} have changed", line(&first), counted(more - 1, "other file")),
    }
}
