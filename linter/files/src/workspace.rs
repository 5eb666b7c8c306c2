//! What holds for each file: packs, configuration and command line together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use designlint_core::{RuleEntry, Settings};
use designlint_facts::Date;

use crate::chain::{Chain, Read};
use crate::config_error::ConfigError;
use crate::holds::{self, Holds, Setting};
use crate::profiles::ProfileFile;
use crate::stamp::{Stamp, stamp};

/// The names of a configuration file; the first wins.
pub const FILE_NAMES: &[&str] = &["designlint.yaml", ".designlint.yaml"];

/// What the caller asks for, before and above any configuration.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The kind of every document, or the id of a profile.
    pub kind: Option<String>,
    /// Names of the rules that run, where the caller selects.
    pub select: Option<BTreeSet<String>>,
    /// Names of the rules that do not run.
    pub ignore: BTreeSet<String>,
    /// Whether preview rules run.
    pub preview: bool,
    /// The day with which due dates are compared.
    pub today: Option<Date>,
}

/// Where configuration comes from.
#[derive(Clone, Debug, Default)]
pub enum Discovery {
    /// The nearest file upward from each document.
    #[default]
    Nearest,
    /// This file for every document.
    File(PathBuf),
    /// Nowhere.
    Isolated,
}

/// What holds for each file. Configuration is read once a folder; make a new one when it may have changed, or let it
/// [renew](Workspace::renew) itself.
#[derive(Debug)]
pub struct Workspace {
    request: Request,
    discovery: Discovery,
    rules: &'static [RuleEntry],
    folders: Mutex<BTreeMap<PathBuf, Found>>,
    files: Mutex<BTreeMap<PathBuf, Found>>,
    /// The files that were looked at, as they were then: configurations and profiles, also those that are missing.
    touched: Mutex<BTreeMap<PathBuf, Stamp>>,
    /// The names that a folder's own configuration could have, as they were then.
    named: Mutex<BTreeMap<PathBuf, Stamp>>,
}

type Found = Read<Arc<Chain>>;

impl Workspace {
    /// A workspace that has read nothing yet.
    pub fn new(request: Request, discovery: Discovery) -> Self {
        let rules = designlint_rules::ALL;
        let (folders, files, touched, named) = Default::default();
        Self { request, discovery, rules, folders, files, touched, named }
    }

    /// Forgets what was read if a configuration that applies to a file, or a profile that it names, has been written,
    /// added or removed since.
    pub fn renew(&self, path: &Path) {
        let path = absolute(path);
        let known = match &self.discovery {
            Discovery::File(file) => lock(&self.files).get(&absolute(file)).cloned(),
            _ => path.parent().and_then(|folder| lock(&self.folders).get(folder).cloned()),
        };
        let Some(known) = known else { return };
        let candidates = path.ancestors().skip(1).flat_map(|folder| FILE_NAMES.iter().map(|name| folder.join(name)));
        let named = |file: PathBuf| lock(&self.named).get(&file).is_some_and(|before| *before != stamp(&file));
        let touched = || lock(&self.touched).iter().any(|(file, before)| *before != stamp(file));
        if known.is_err() || candidates.into_iter().any(named) || touched() {
            lock(&self.folders).clear();
            lock(&self.files).clear();
            lock(&self.touched).clear();
            lock(&self.named).clear();
        }
    }

    /// What holds for a file, which need not exist.
    ///
    /// # Errors
    /// What is wrong with the configuration that applies to it.
    pub fn settings_for(&self, path: &Path) -> Result<Arc<Settings>, Arc<ConfigError>> {
        let path = absolute(path);
        Ok(self.chain_for(&path)?.settings_for(&path))
    }

    /// What configuration files say about a file, which need not exist, each setting with its place.
    ///
    /// # Errors
    /// What is wrong with the configuration that applies to it.
    pub fn holds_for(&self, path: &Path) -> Result<Holds, Arc<ConfigError>> {
        let path = absolute(path);
        Ok(holds::holds(self.chain_for(&path)?.as_ref(), &path))
    }

    /// The profiles that the configuration of a file loads, those of the files it extends first.
    ///
    /// # Errors
    /// What is wrong with the configuration that applies to it.
    pub fn profiles_for(&self, path: &Path) -> Result<Vec<Arc<ProfileFile>>, Arc<ConfigError>> {
        Ok(self.chain_for(&absolute(path))?.profile_files())
    }

    /// Whether a configuration file applies to a file.
    pub fn is_configured(&self, path: &Path) -> bool {
        self.chain_for(&absolute(path)).map_or(true, |chain| !chain.layers.is_empty())
    }

    /// Whether the configuration leaves out a file that is found in a folder. A broken one leaves out nothing.
    pub fn excludes(&self, path: &Path) -> bool {
        let path = absolute(path);
        self.chain_for(&path).is_ok_and(|chain| chain.layers.iter().any(|layer| layer.config.exclude.matches(&path)))
    }

    /// The pattern that leaves out such a file, if one does.
    pub fn excluded_by(&self, path: &Path) -> Option<Setting> {
        let path = absolute(path);
        holds::excluded(self.chain_for(&path).ok()?.as_ref(), &path)
    }

    /// The files that were looked at so far, absolute: configurations and profiles, also those that are missing. The names
    /// that a folder's own configuration could have are not among them.
    pub fn touched(&self) -> BTreeSet<PathBuf> {
        lock(&self.touched).keys().cloned().collect()
    }

    fn chain_for(&self, path: &Path) -> Found {
        match &self.discovery {
            Discovery::Nearest => self.nearest(path.parent().unwrap_or(path)),
            Discovery::File(file) => self.chain(&absolute(file)),
            Discovery::Isolated => self.nearest(Path::new("")),
        }
    }

    /// What holds in a folder: its own file or that of the nearest folder above; nothing above the topmost.
    fn nearest(&self, folder: &Path) -> Found {
        if let Some(known) = lock(&self.folders).get(folder) {
            return known.clone();
        }
        let candidates = FILE_NAMES.iter().map(|name| folder.join(name)).filter(|_| folder.is_absolute());
        let here = candidates.into_iter().find(|file| look(&self.named, file).is_some());
        let found = match (here, folder.parent()) {
            (Some(file), _) => self.chain(&file),
            (None, Some(above)) => self.nearest(above),
            (None, None) => Ok(Arc::new(Chain::of(Vec::new(), &self.request))),
        };
        // Another thread may have read it meanwhile; the first counts, so that an error is one and told once.
        lock(&self.folders).entry(folder.to_owned()).or_insert(found).clone()
    }

    fn chain(&self, file: &Path) -> Found {
        if let Some(known) = lock(&self.files).get(file) {
            return known.clone();
        }
        let touch = |file: &Path| _ = look(&self.touched, file);
        let found = Chain::read(file, self.rules, &self.request, &touch).map(Arc::new);
        // Another thread may have read it meanwhile; the first counts, so that an error is one and told once.
        lock(&self.files).entry(file.to_owned()).or_insert(found).clone()
    }
}

/// Remembers how a file is now.
fn look(seen: &Mutex<BTreeMap<PathBuf, Stamp>>, file: &Path) -> Stamp {
    let stamp = stamp(file);
    lock(seen).insert(file.to_owned(), stamp);
    stamp
}

/// The path from the topmost folder, without `.` and `..`.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| without_dots(&path))
}

/// The path without `.` and `..`, by its text alone: links are not followed.
pub(crate) fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => _ = plain.pop(),
            std::path::Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// The path from the current folder where it lies below it.
pub fn shown(path: &Path) -> String {
    let below = std::env::current_dir().ok().and_then(|folder| path.strip_prefix(folder).ok().map(Path::to_owned));
    below.unwrap_or_else(|| path.to_owned()).to_string_lossy().into_owned()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A map that was being filled by a thread that panicked is still a map.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
