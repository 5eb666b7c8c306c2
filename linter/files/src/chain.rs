//! A configuration file with those that it extends, and what they say together.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use designlint_core::{Profile, RuleEntry, Settings};
use designlint_document::Source;
use designlint_facts::{Knowledge, TopicWords};
use designlint_rules::packs;

use crate::config::{Config, Names, Scope, extended, profile_files};
use crate::config_error::{ConfigError, Wrong};
use crate::profiles::ProfileFile;
use crate::workspace::{Request, shown, without_dots};
use crate::yaml::Node;

pub(crate) type Read<T> = Result<T, Arc<ConfigError>>;

/// Most files that extend one another. What people write has three.
const LONGEST: usize = 32;

/// Configuration files, of which each extends the one before, and what they say about most files.
#[derive(Debug, Default)]
pub(crate) struct Chain {
    pub layers: Vec<Layer>,
    pub settings: Arc<Settings>,
}

/// A configuration file.
#[derive(Debug)]
pub(crate) struct Layer {
    /// From the current folder where it lies below it.
    pub shown: String,
    pub source: Source,
    pub root: Node,
    pub config: Config,
}

/// A file that was opened and is not understood yet.
struct Opened {
    file: PathBuf,
    text: String,
    root: Node,
}

impl Opened {
    fn open(file: PathBuf, touch: &dyn Fn(&Path)) -> Read<Self> {
        touch(&file);
        let text = read_text(&file)?;
        let root = crate::yaml::parse(&text)
            .map_err(|(message, span)| Arc::new(Wrong::new(span, message).of(shown(&file), &text)))?;
        Ok(Self { file, text, root })
    }

    fn wrong(&self, wrong: Wrong) -> Arc<ConfigError> {
        Arc::new(wrong.of(shown(&self.file), &self.text))
    }

    fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(&self.file)
    }

    /// The file that this one extends, if it does; `before` are those that led here.
    fn extended(&self, before: &[Self], touch: &dyn Fn(&Path)) -> Read<Option<PathBuf>> {
        let Some((extend, span)) = extended(&self.root).map_err(|wrong| self.wrong(wrong))? else { return Ok(None) };
        let base = resolved(self.folder(), &extend);
        touch(&base);
        let message = if before.iter().chain([self]).any(|opened| same(&opened.file, &base)) {
            format!("`{extend}` extends this file in turn")
        } else if !base.is_file() {
            format!("there is no file `{extend}` to extend")
        } else if before.len() + 2 > LONGEST {
            format!("more than {LONGEST} files extend one another")
        } else {
            return Ok(Some(base));
        };
        Err(self.wrong(Wrong::new(span, message)))
    }

    /// Reads what it says. `layers` are the files that it extends.
    fn layer(self, rules: &'static [RuleEntry], layers: &[Layer], touch: &dyn Fn(&Path)) -> Read<Layer> {
        let mut profiles = profiles(layers);
        let mut own: Vec<Arc<ProfileFile>> = Vec::new();
        for (path, span) in profile_files(&self.root).map_err(|wrong| self.wrong(wrong))? {
            let place = resolved(self.folder(), &path);
            touch(&place);
            if !place.is_file() {
                return Err(self.wrong(Wrong::new(span, format!("there is no file `{path}` with a profile"))));
            }
            let profile = read_profile(&place, &profiles)?;
            if own.iter().any(|other| other.profile.id == profile.profile.id) {
                let message = format!("a profile `{}` stands in a file above", profile.profile.id);
                return Err(self.wrong(Wrong::new(span, message)));
            }
            add(&mut profiles, &profile.profile);
            own.push(Arc::new(profile));
        }
        let names = Names { rules, profiles: &profiles };
        let config = Config::read(&self.root, &self.text, self.folder(), &names).map_err(|wrong| self.wrong(wrong))?;
        let config = Config { profiles: own, ..config };
        Ok(Layer { shown: shown(&self.file), source: Source::new(self.text), root: self.root, config })
    }
}

impl Chain {
    /// Reads a file and those that it extends. `touch` is told each file that is looked at, also one that is missing.
    pub fn read(file: &Path, rules: &'static [RuleEntry], request: &Request, touch: &dyn Fn(&Path)) -> Read<Self> {
        let mut opened: Vec<Opened> = Vec::new();
        let mut next = Some(file.to_owned());
        while let Some(file) = next {
            let now = Opened::open(file, touch)?;
            next = now.extended(&opened, touch)?;
            opened.push(now);
        }
        let mut layers = Vec::new();
        for opened in opened.into_iter().rev() {
            let layer = opened.layer(rules, &layers, touch)?;
            layers.push(layer);
        }
        Ok(Self::of(layers, request))
    }

    /// What files say together, the later ones above the earlier.
    pub fn of(layers: Vec<Layer>, request: &Request) -> Self {
        let settings = Arc::new(settings(&layers, request));
        Self { layers, settings }
    }

    fn configs(&self) -> impl Iterator<Item = &Config> {
        configs(&self.layers)
    }

    /// What holds for a path.
    pub fn settings_for(&self, path: &Path) -> Arc<Settings> {
        let special = self.configs().any(|config| {
            let scoped = config.overrides.iter().any(|(globs, _)| globs.matches(path));
            scoped || config.per_file_ignores.iter().any(|(globs, _)| globs.matches(path))
        });
        if !special {
            return Arc::clone(&self.settings);
        }
        let mut settings = Settings::clone(&self.settings);
        for config in self.configs() {
            for (_, scope) in config.overrides.iter().filter(|(globs, _)| globs.matches(path)) {
                apply(scope, &mut settings);
            }
            for (_, names) in config.per_file_ignores.iter().filter(|(globs, _)| globs.matches(path)) {
                settings.ignore.extend(names.iter().cloned());
            }
        }
        Arc::new(settings)
    }

    /// The profiles that the files load.
    pub fn profile_files(&self) -> Vec<Arc<ProfileFile>> {
        self.configs().flat_map(|config| config.profiles.iter().cloned()).collect()
    }
}

fn configs(layers: &[Layer]) -> impl Iterator<Item = &Config> {
    layers.iter().map(|layer| &layer.config)
}

/// What the files say together about every path, and the caller above all.
fn settings(layers: &[Layer], request: &Request) -> Settings {
    let mut settings = Settings {
        knowledge: knowledge(layers),
        profiles: if configs(layers).all(|c| c.profiles.is_empty()) {
            packs::profiles()
        } else {
            Arc::new(profiles(layers))
        },
        kind_from_command_line: request.kind.clone(),
        select: request.select.clone(),
        ignore: request.ignore.clone(),
        today: request.today,
        preview: request.preview || configs(layers).filter_map(|c| c.preview).last().unwrap_or(false),
        ..Settings::default()
    };
    for config in configs(layers) {
        apply(&config.base, &mut settings);
    }
    settings
}

/// What the packs teach, and the files after them.
fn knowledge(layers: &[Layer]) -> Arc<Knowledge> {
    let packs = packs::knowledge();
    let teaches = |c: &Config| {
        let names = c.signals.is_empty() && c.components.is_empty();
        !(names && c.units.is_empty() && c.formulas.is_empty() && c.profiles.is_empty())
    };
    if !configs(layers).any(teaches) {
        return packs;
    }
    let mut knowledge = Knowledge::clone(&packs);
    for config in configs(layers) {
        knowledge.emitters.extend(config.signals.iter().cloned());
        knowledge.components.extend(config.components.iter().cloned());
        config.units.teach(&mut knowledge.conventions);
        // A file says last what a file it extends said of the same formula.
        knowledge.formulas.retain(|known| config.formulas.iter().all(|own| own.id != known.id));
        knowledge.formulas.extend(config.formulas.iter().cloned());
    }
    for section in profiles(layers).into_iter().flat_map(|profile| profile.sections) {
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
fn profiles(layers: &[Layer]) -> Vec<Profile> {
    let mut profiles = packs::profiles().to_vec();
    configs(layers).flat_map(|c| &c.profiles).for_each(|file| add(&mut profiles, &file.profile));
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

/// Whether two paths are one file, also where a link leads to it.
fn same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path);
    one == other || real(one).is_ok_and(|one| real(other).is_ok_and(|other| one == other))
}

fn resolved(folder: &Path, path: &str) -> PathBuf {
    without_dots(&folder.join(path))
}
