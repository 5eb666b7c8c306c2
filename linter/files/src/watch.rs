//! Says when files change.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::event::EventKind;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use crate::workspace::absolute;

/// How long nothing must happen before what has happened is told: editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(50);
/// How long it may take until it is told all the same.
const LATEST: Duration = Duration::from_secs(1);

/// Watches folders, each without those below it.
pub struct Watch {
    watcher: RecommendedWatcher,
    folders: BTreeSet<PathBuf>,
    news: Receiver<News>,
}

/// Ends the waiting of a [`Watch`] from another thread.
#[derive(Clone, Debug)]
pub struct Stop(Sender<News>);

#[derive(Debug)]
enum News {
    Changed(Vec<PathBuf>),
    Failed(String),
    Stop,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("folders", &self.folders).finish_non_exhaustive()
    }
}

impl Stop {
    /// Ends it; does nothing where nobody watches any more.
    pub fn stop(&self) {
        _ = self.0.send(News::Stop);
    }
}

impl Watch {
    /// Watches nothing yet.
    ///
    /// # Errors
    /// Why the system watches nothing.
    pub fn new() -> Result<(Self, Stop), String> {
        let (tell, news) = channel();
        let stop = Stop(tell.clone());
        let told = move |event: notify::Result<notify::Event>| {
            let news = match event {
                // Whoever reads a file changes nothing.
                Ok(event) if matches!(event.kind, EventKind::Access(_)) => return,
                Ok(event) => News::Changed(event.paths),
                Err(error) => News::Failed(reason(&error)),
            };
            _ = tell.send(news);
        };
        let watcher = notify::recommended_watcher(told).map_err(|error| reason(&error))?;
        Ok((Self { watcher, folders: BTreeSet::new(), news }, stop))
    }

    /// Watches these folders from now on, and no others. Says whether some are new. A folder that is gone meanwhile is left
    /// out.
    ///
    /// # Errors
    /// The folder that cannot be watched, and why.
    pub fn look_at(&mut self, folders: BTreeSet<PathBuf>) -> Result<bool, String> {
        for gone in self.folders.difference(&folders) {
            // The system has dropped a folder that was deleted.
            _ = self.watcher.unwatch(gone);
        }
        let mut watched = BTreeSet::new();
        let mut new = false;
        for folder in folders {
            if !self.folders.contains(&folder) {
                match self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
                    Ok(()) => new = true,
                    Err(_) if !folder.is_dir() => continue,
                    Err(error) => return Err(format!("{}: {}", folder.to_string_lossy(), reason(&error))),
                }
            }
            watched.insert(folder);
        }
        self.folders = watched;
        Ok(new)
    }

    /// Waits until files change that `concern` somebody, and then until nothing has happened for a moment. `None` once it
    /// is to stop.
    ///
    /// # Errors
    /// Why the system watches no more.
    pub fn wait(&mut self, concern: impl Fn(&Path) -> bool) -> Result<Option<BTreeSet<PathBuf>>, String> {
        let mut changed = BTreeSet::new();
        let mut first: Option<Instant> = None;
        loop {
            let news = match first {
                None => self.news.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(first) => self.news.recv_timeout(QUIET.min(LATEST.saturating_sub(first.elapsed()))),
            };
            match news {
                Ok(News::Stop) | Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Ok(News::Failed(reason)) => return Err(reason),
                Ok(News::Changed(paths)) => {
                    // A folder that was deleted may come back, and is then another one.
                    self.folders.retain(|folder| !paths.contains(folder) || folder.is_dir());
                    changed.extend(paths.into_iter().filter(|path| concern(path)));
                    if !changed.is_empty() {
                        first.get_or_insert_with(Instant::now);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Ok(Some(changed)),
            }
        }
    }
}

/// The folders that are walked for paths, absolute: those given and what lies below them, and the folder of each file,
/// where it exists.
pub fn folders(paths: &[PathBuf], walk: crate::Walk) -> BTreeSet<PathBuf> {
    let mut folders = BTreeSet::new();
    for path in paths {
        let path = absolute(path);
        if path.is_dir() {
            folders.extend(crate::find::below(&path, walk));
        } else {
            // A link may point elsewhere, where its file is changed.
            let real = std::fs::canonicalize(&path).ok();
            folders.extend([Some(path), real].into_iter().flatten().filter_map(|file| existing(file.parent()?)));
        }
    }
    folders
}

/// The nearest folder upward that exists.
fn existing(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|folder| folder.is_dir()).map(Path::to_owned)
}

fn reason(error: &notify::Error) -> String {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => "the system watches no more folders".to_owned(),
        notify::ErrorKind::Io(error) => crate::read::reason(error),
        notify::ErrorKind::Generic(says) => says.clone(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::Walk;
    use crate::testing::tree;

    fn watch(folders: &[&Path]) -> (Watch, Stop) {
        let (mut watch, stop) = Watch::new().unwrap();
        assert_eq!(watch.look_at(folders.iter().map(|folder| (*folder).to_owned()).collect()), Ok(true));
        (watch, stop)
    }

    #[test]
    fn only_what_concerns_somebody_is_told() {
        let dir = tree(&[("a.md", "a"), ("b.txt", "b"), ("below/c.md", "c")]);
        let (mut watch, stop) = watch(&[dir.path()]);
        for file in ["b.txt", "below/c.md", "a.md"] {
            fs::write(dir.path().join(file), "changed").unwrap();
        }
        let changed = watch.wait(|path| path.extension().is_some_and(|ending| ending == "md"));
        assert_eq!(changed, Ok(Some(BTreeSet::from([dir.path().join("a.md")]))));
        fs::read(dir.path().join("a.md")).unwrap();
        stop.stop();
        assert_eq!(watch.wait(|_| true), Ok(None), "who reads changes nothing");
    }

    #[test]
    fn a_folder_that_comes_back_is_watched_again() {
        let dir = tree(&[("a/b.md", "")]);
        let folder = dir.path().join("a");
        let (mut watch, _stop) = watch(&[dir.path(), &folder]);
        fs::remove_dir_all(&folder).unwrap();
        let gone = watch.wait(|path| path == folder).unwrap();
        assert_eq!(gone, Some(BTreeSet::from([folder.clone()])));
        fs::create_dir(&folder).unwrap();
        let both = || BTreeSet::from([dir.path().to_owned(), folder.clone()]);
        assert_eq!(watch.look_at(both()), Ok(true));
        assert_eq!(watch.look_at(both()), Ok(false));
        fs::write(folder.join("c.md"), "").unwrap();
        let changed = watch.wait(|path| path.ends_with("c.md")).unwrap();
        assert_eq!(changed, Some(BTreeSet::from([folder.join("c.md")])));
    }

    #[test]
    fn folders_are_those_that_are_walked() {
        let dir = tree(&[("a/b/c.md", ""), (".git/d.md", ""), ("out/e/f.md", ""), (".gitignore", "out/\n")]);
        let names = |paths: &[&str], walk| {
            let paths: Vec<PathBuf> = paths.iter().map(|path| dir.path().join(path)).collect();
            let below = |folder: PathBuf| folder.strip_prefix(dir.path()).unwrap().to_string_lossy().into_owned();
            folders(&paths, walk).into_iter().map(below).collect::<Vec<_>>()
        };
        assert_eq!(names(&[""], Walk::default()), ["", "a", "a/b"]);
        assert_eq!(names(&[""], Walk { no_ignore: true }), ["", "a", "a/b", "out", "out/e"]);
        assert_eq!(names(&["a/b/c.md", "out/e/f.md"], Walk::default()), ["a/b", "out/e"]);
        assert_eq!(names(&["gone/x/y.md"], Walk::default()), [""]);
    }
}
