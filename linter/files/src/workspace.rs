//! What holds for each file: packs, configuration and command line together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use designlint_core::{Profile, RuleEntry, Settings};
use designlint_document::Source;
use designlint_facts::{Date, Knowledge, TopicWords};
use designlint_rules::packs;

use crate::config::{Config, Names, Scope, extended, profile_files};
use crate::config_error::{ConfigError, Wrong};
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
    /// The files that were looked for, as they were then.
    seen: Mutex<BTreeMap<PathBuf, Stamp>>,
}

type Read<T> = Result<T, Arc<ConfigError>>;
type Found = Read<Arc<Chain>>;

/// A configuration file after those it extends, and what it says about most files.
#[derive(Debug, Default)]
struct Chain {
    configs: Vec<Config>,
    /// Every file that was read for it.
    files: Vec<PathBuf>,
    settings: Arc<Settings>,
}

impl Workspace {
    /// A workspace that has read nothing yet.
    pub fn new(request: Request, discovery: Discovery) -> Self {
        let rules = designlint_rules::ALL;
        let (folders, files, seen) = (Mutex::default(), Mutex::default(), Mutex::default());
        Self { request, discovery, rules, folders, files, seen }
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
        let changed = known.as_ref().map_or(true, |chain| {
            let seen = lock(&self.seen);
            let differs = |file: &PathBuf| seen.get(file).is_some_and(|before| *before != stamp(file));
            chain.files.iter().any(differs) || candidates.into_iter().any(|file| differs(&file))
        });
        if changed {
            lock(&self.folders).clear();
            lock(&self.files).clear();
            lock(&self.seen).clear();
        }
    }

    /// What holds for a file, which need not exist.
    ///
    /// # Errors
    /// What is wrong with the configuration that applies to it.
    pub fn settings_for(&self, path: &Path) -> Result<Arc<Settings>, Arc<ConfigError>> {
        let path = absolute(path);
        let chain = self.chain_for(&path)?;
        let special = chain.configs.iter().any(|config| {
            let scoped = config.overrides.iter().any(|(globs, _)| globs.matches(&path));
            scoped || config.per_file_ignores.iter().any(|(globs, _)| globs.matches(&path))
        });
        if special { Ok(Arc::new(chain.settings_for(&path))) } else { Ok(Arc::clone(&chain.settings)) }
    }

    /// The profiles that the configuration of a file loads, those of the files it extends first.
    ///
    /// # Errors
    /// What is wrong with the configuration that applies to it.
    pub fn profiles_for(&self, path: &Path) -> Result<Vec<Arc<ProfileFile>>, Arc<ConfigError>> {
        let chain = self.chain_for(&absolute(path))?;
        Ok(chain.configs.iter().flat_map(|config| config.profiles.iter().cloned()).collect())
    }

    /// Whether a configuration file applies to a file.
    pub fn is_configured(&self, path: &Path) -> bool {
        self.chain_for(&absolute(path)).map_or(true, |chain| !chain.configs.is_empty())
    }

    /// The configuration file that leaves out a file found in a folder, if one does. A broken one leaves out nothing.
    pub fn excludes(&self, path: &Path) -> bool {
        let path = absolute(path);
        self.chain_for(&path).is_ok_and(|chain| chain.configs.iter().any(|config| config.exclude.matches(&path)))
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
        let here = candidates.into_iter().find(|file| self.look(file).is_some());
        let found = match (here, folder.parent()) {
            (Some(file), _) => self.chain(&file),
            (None, Some(above)) => self.nearest(above),
            (None, None) => Ok(Arc::new(self.finish(Vec::new(), Vec::new()))),
        };
        // Another thread may have read it meanwhile; the first counts, so that an error is one and told once.
        lock(&self.folders).entry(folder.to_owned()).or_insert(found).clone()
    }

    fn chain(&self, file: &Path) -> Found {
        if let Some(known) = lock(&self.files).get(file) {
            return known.clone();
        }
        let mut configs = Vec::new();
        let mut files = Vec::new();
        let read = self.read(file, &mut Vec::new(), &mut configs, &mut files);
        let found = read.map(|()| Arc::new(self.finish(configs, files)));
        // Another thread may have read it meanwhile; the first counts, so that an error is one and told once.
        lock(&self.files).entry(file.to_owned()).or_insert(found).clone()
    }

    /// Remembers how a file is now.
    fn look(&self, file: &Path) -> Stamp {
        let stamp = stamp(file);
        lock(&self.seen).insert(file.to_owned(), stamp);
        stamp
    }

    fn finish(&self, configs: Vec<Config>, files: Vec<PathBuf>) -> Chain {
        let settings = Arc::new(self.settings(&configs));
        Chain { configs, files, settings }
    }

    /// Reads a file and, before it, what it extends.
    fn read(
        &self,
        file: &Path,
        open: &mut Vec<PathBuf>,
        configs: &mut Vec<Config>,
        files: &mut Vec<PathBuf>,
    ) -> Read<()> {
        self.look(file);
        files.push(file.to_owned());
        let text = read_text(file)?;
        let wrong = |wrong: Wrong| Arc::new(wrong.of(shown(file), &text));
        let folder = file.parent().unwrap_or(file);
        let root = crate::yaml::parse(&text).map_err(|(message, span)| wrong(Wrong::new(span, message)))?;
        open.push(file.to_owned());
        if let Some((extend, span)) = extended(&root).map_err(wrong)? {
            let base = resolved(folder, &extend);
            if open.contains(&base) {
                return Err(wrong(Wrong::new(span, format!("`{extend}` extends this file in turn"))));
            }
            if !base.is_file() {
                return Err(wrong(Wrong::new(span, format!("there is no file `{extend}` to extend"))));
            }
            self.read(&base, open, configs, files)?;
        }
        let mut profiles = profiles(configs);
        let mut own: Vec<Arc<ProfileFile>> = Vec::new();
        for (path, span) in profile_files(&root).map_err(wrong)? {
            let place = resolved(folder, &path);
            if !place.is_file() {
                return Err(wrong(Wrong::new(span, format!("there is no file `{path}` with a profile"))));
            }
            self.look(&place);
            files.push(place.clone());
            let profile = read_profile(&place, &profiles)?;
            if own.iter().any(|other| other.profile.id == profile.profile.id) {
                let message = format!("a profile `{}` stands in a file above", profile.profile.id);
                return Err(wrong(Wrong::new(span, message)));
            }
            add(&mut profiles, &profile.profile);
            own.push(Arc::new(profile));
        }
        let names = Names { rules: self.rules, profiles: &profiles };
        let config = Config::read(&root, &text, folder, &names).map_err(wrong)?;
        configs.push(Config { profiles: own, ..config });
        Ok(())
    }

    /// What the files say together about every path, and the caller above all.
    fn settings(&self, configs: &[Config]) -> Settings {
        let mut settings = Settings {
            knowledge: knowledge(configs),
            profiles: if configs.iter().all(|c| c.profiles.is_empty()) {
                packs::profiles()
            } else {
                Arc::new(profiles(configs))
            },
            kind_from_command_line: self.request.kind.clone(),
            select: self.request.select.clone(),
            ignore: self.request.ignore.clone(),
            today: self.request.today,
            preview: self.request.preview || configs.iter().filter_map(|c| c.preview).next_back().unwrap_or(false),
            ..Settings::default()
        };
        for config in configs {
            apply(&config.base, &mut settings);
        }
        settings
    }
}

impl Chain {
    /// What holds for a path of which the files say something special.
    fn settings_for(&self, path: &Path) -> Settings {
        let mut settings = Settings::clone(&self.settings);
        for config in &self.configs {
            for (_, scope) in config.overrides.iter().filter(|(globs, _)| globs.matches(path)) {
                apply(scope, &mut settings);
            }
            for (_, names) in config.per_file_ignores.iter().filter(|(globs, _)| globs.matches(path)) {
                settings.ignore.extend(names.iter().cloned());
            }
        }
        settings
    }
}

/// What the packs teach, and the files after them.
fn knowledge(configs: &[Config]) -> Arc<Knowledge> {
    let packs = packs::knowledge();
    let teaches = |c: &Config| {
        let names = c.signals.is_empty() && c.components.is_empty();
        !(names && c.units.is_empty() && c.formulas.is_empty() && c.profiles.is_empty())
    };
    if !configs.iter().any(teaches) {
        return packs;
    }
    let mut knowledge = Knowledge::clone(&packs);
    for config in configs {
        knowledge.emitters.extend(config.signals.iter().cloned());
        knowledge.components.extend(config.components.iter().cloned());
        config.units.teach(&mut knowledge.conventions);
        // A file says last what a file it extends said of the same formula.
        knowledge.formulas.retain(|known| config.formulas.iter().all(|own| own.id != known.id));
        knowledge.formulas.extend(config.formulas.iter().cloned());
    }
    for section in profiles(configs).into_iter().flat_map(|profile| profile.sections) {
        teach_section(&mut knowledge.vocabulary.topics, section);
    }
    Arc::new(knowledge)
}

/// Adds the headings of a section to those that are known.
fn teach_section(topics: &mut Vec<TopicWords>, section: TopicWords) {
    match topics.iter_mut().find(|topic| topic.id == section.id) {
        Some(topic) => topic.headings.extend(section.headings),
        None => topics.push(section),
    }
}

/// The profiles that come with designlint, and those of the files, of which the last with an id counts.
fn profiles(configs: &[Config]) -> Vec<Profile> {
    let mut profiles = packs::profiles().to_vec();
    configs.iter().flat_map(|c| &c.profiles).for_each(|file| add(&mut profiles, &file.profile));
    profiles
}

fn add(profiles: &mut Vec<Profile>, profile: &Profile) {
    match profiles.iter_mut().find(|known| known.id == profile.id) {
        Some(known) => known.clone_from(profile),
        None => profiles.push(profile.clone()),
    }
}

fn read_profile(file: &Path, known: &[Profile]) -> Read<ProfileFile> {
    let text = read_text(file)?;
    crate::profiles::read(shown(file), &text, known).map_err(|wrong| Arc::new(wrong.of(shown(file), &text)))
}

fn apply(scope: &Scope, settings: &mut Settings) {
    if scope.kind.is_some() {
        settings.kind_from_configuration.clone_from(&scope.kind);
    }
    for rule in &scope.rules {
        if let Some(severity) = rule.severity {
            settings.severities.insert(rule.name.clone(), severity);
        }
        if let Some(options) = &rule.options {
            settings.configured.insert(rule.name.clone(), options.clone());
        }
    }
}

fn read_text(file: &Path) -> Read<String> {
    let unreadable = |message: String| {
        Arc::new(ConfigError { path: shown(file), source: Source::new(""), span: None, message, help: None })
    };
    match crate::read(file) {
        Ok(crate::Contents::Text(text)) => Ok(text),
        Ok(crate::Contents::Binary(_)) => Err(unreadable("this file is not UTF-8".to_owned())),
        Err(reason) => Err(unreadable(reason)),
    }
}

pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| without_dots(&path))
}

fn resolved(folder: &Path, path: &str) -> PathBuf {
    without_dots(&folder.join(path))
}

/// The path without `.` and `..`, by its text alone: links are not followed.
fn without_dots(path: &Path) -> PathBuf {
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
fn shown(path: &Path) -> String {
    let below = std::env::current_dir().ok().and_then(|folder| path.strip_prefix(folder).ok().map(Path::to_owned));
    below.unwrap_or_else(|| path.to_owned()).to_string_lossy().into_owned()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A map that was being filled by a thread that panicked is still a map.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
