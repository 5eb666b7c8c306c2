//! A configuration file: its keys, read strictly.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use designlint_core::{ConfiguredRule, Profile, RuleEntry, Severity, resolve_selectors};
use designlint_document::Span;
use designlint_facts::Formula;

use crate::config_error::Wrong;
use crate::globs::Globs;
use crate::profiles::ProfileFile;
use crate::yaml::{Key, Node, Value};

/// The keys a file may have.
pub(crate) const KEYS: &[&str] = &[
    "extend",
    "kind",
    "exclude",
    "preview",
    "rules",
    "per-file-ignores",
    "overrides",
    "signals",
    "components",
    "units",
    "formulas",
    "profiles",
];
/// What a component may need, and how.
pub(crate) const NEEDS: &[&str] = &["depends_on", "stores_in", "runs_on", "scraped_by", "notifies_through"];
const OVERRIDE_KEYS: &[&str] = &["files", "kind", "rules"];

/// The names that a file may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'a> {
    pub rules: &'a [RuleEntry],
    pub profiles: &'a [Profile],
}

impl<'a> Names<'a> {
    fn checks(self) -> impl Iterator<Item = &'a str> {
        self.profiles.iter().flat_map(|p| &p.checks).map(|check| check.id.as_str())
    }
}

/// What one file says.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// Files that no folder gives.
    pub exclude: Globs,
    pub preview: Option<bool>,
    /// Rules that do not run on some files.
    pub per_file_ignores: Vec<(Globs, BTreeSet<String>)>,
    /// Signals by pattern, each with the component that emits it.
    pub signals: Vec<(String, String)>,
    /// Components, each with what it needs.
    pub components: Vec<Needing>,
    /// What units mean.
    pub units: crate::units::Units,
    /// Formulas of the team.
    pub formulas: Vec<Formula>,
    /// Profiles of the team.
    pub profiles: Vec<Arc<ProfileFile>>,
    /// What holds for every file.
    pub base: Scope,
    /// What holds for some files; the last that matches wins.
    pub overrides: Vec<(Globs, Scope)>,
}

/// A component and what it needs: `(verb, name)`.
pub(crate) type Needing = (String, Vec<(String, String)>);

/// Kind and rules, for every file or for some.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// A kind, or the id of a profile.
    pub kind: Option<String>,
    pub rules: Vec<RuleSetting>,
}

/// What is said about a rule.
#[derive(Debug)]
pub(crate) struct RuleSetting {
    pub name: String,
    /// A severity, or `None` within to switch it off.
    pub severity: Option<Option<Severity>>,
    pub options: Option<ConfiguredRule>,
}

impl Config {
    /// Reads a file whose text is `text` and which lies in `folder`.
    pub fn read(root: &Node, text: &str, folder: &Path, names: &Names<'_>) -> Result<Self, Wrong> {
        let mut config = Self::default();
        if matches!(root.value, Value::Null) {
            return Ok(config);
        }
        for (key, node) in mapping(root, "a configuration")? {
            match key.name.as_str() {
                // What it extends and its profiles are files, which the caller has read.
                "extend" | "profiles" => {}
                "kind" => config.base.kind = Some(kind(node, names)?),
                "exclude" => config.exclude = globs(node, folder)?,
                "preview" => config.preview = Some(boolean(node)?),
                "rules" => config.base.rules = rule_settings(node, names)?,
                "per-file-ignores" => config.per_file_ignores = per_file_ignores(node, folder, names)?,
                "overrides" => config.overrides = overrides(node, folder, names)?,
                "signals" => config.signals = signals(node)?,
                "components" => config.components = components(node)?,
                "units" => config.units = crate::units::units(node)?,
                "formulas" => config.formulas = crate::formulas::formulas(node, text)?,
                _ => return Err(unknown_key(key, KEYS)),
            }
        }
        Ok(config)
    }
}

/// A path of another file, and where it stands.
pub(crate) type Named = (String, Span);

/// The file that a configuration extends.
pub(crate) fn extended(root: &Node) -> Result<Option<Named>, Wrong> {
    under(root, "extend").map(|node| Ok((text_of(node, "a path")?, node.span))).transpose()
}

/// The files with profiles that a configuration names.
pub(crate) fn profile_files(root: &Node) -> Result<Vec<Named>, Wrong> {
    let files = under(root, "profiles").map_or(&[][..], list);
    files.iter().map(|item| Ok((text_of(item, "the path of a profile")?, item.span))).collect()
}

fn under<'n>(root: &'n Node, name: &str) -> Option<&'n Node> {
    let Value::Map(entries) = &root.value else { return None };
    entries.iter().find(|(key, _)| key.name == name).map(|(_, node)| node)
}

pub(crate) fn unknown_key(key: &Key, possible: &[&str]) -> Wrong {
    Wrong::unknown(key.span, "key", &key.name, possible)
}

pub(crate) fn mapping<'a>(node: &'a Node, what: &str) -> Result<&'a [(Key, Node)], Wrong> {
    match &node.value {
        Value::Map(entries) => Ok(entries),
        _ => Err(Wrong::new(node.span, format!("{what} is a mapping of keys to values"))),
    }
}

pub(crate) fn text_of(node: &Node, what: &str) -> Result<String, Wrong> {
    node.text().ok_or_else(|| Wrong::new(node.span, format!("{what} is expected here")))
}

fn boolean(node: &Node) -> Result<bool, Wrong> {
    match node.value {
        Value::Bool(value) => Ok(value),
        _ => Err(Wrong::new(node.span, "true or false is expected here")),
    }
}

fn kind(node: &Node, names: &Names<'_>) -> Result<String, Wrong> {
    let name = text_of(node, "a kind")?;
    let names: Vec<&str> = names.profiles.iter().map(|profile| profile.id.as_str()).collect();
    if names.contains(&name.as_str()) { Ok(name) } else { Err(Wrong::unknown(node.span, "kind", &name, &names)) }
}

/// A list; what stands alone is a list of one.
pub(crate) fn list(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        Value::Null => &[],
        _ => std::slice::from_ref(node),
    }
}

fn globs(node: &Node, folder: &Path) -> Result<Globs, Wrong> {
    let mut globs = Globs::new(folder);
    for item in list(node) {
        let pattern = text_of(item, "a pattern")?;
        globs.add(&pattern).map_err(|error| Wrong::new(item.span, error))?;
    }
    globs.build().map_err(|error| Wrong::new(node.span, error))
}

fn rule_settings(node: &Node, names: &Names<'_>) -> Result<Vec<RuleSetting>, Wrong> {
    let entries = mapping(node, "`rules`")?;
    entries.iter().map(|(key, node)| rule_setting(key, node, names)).collect()
}

fn rule_setting(key: &Key, node: &Node, names: &Names<'_>) -> Result<RuleSetting, Wrong> {
    let mut setting = RuleSetting { name: key.name.clone(), severity: None, options: None };
    if names.checks().any(|id| id == key.name) {
        setting.severity = Some(severity(node)?);
        return Ok(setting);
    }
    let Some(rule) = names.rules.iter().find(|rule| rule.meta.name == key.name) else {
        let all = names.rules.iter().map(|rule| rule.meta.name).chain(names.checks());
        return Err(Wrong::unknown(key.span, "rule", &key.name, &all.collect::<Vec<_>>()));
    };
    let Value::Map(entries) = &node.value else {
        setting.severity = Some(severity(node)?);
        return Ok(setting);
    };
    let mut options = serde_json::Map::new();
    for (option, value) in entries {
        if option.name == "severity" {
            setting.severity = Some(severity(value)?);
        } else {
            options.insert(option.name.clone(), value.json());
        }
    }
    if !options.is_empty() {
        let configured = (rule.configure)(serde_json::Value::Object(options));
        setting.options = Some(configured.map_err(|error| wrong_option(entries, node.span, rule, &error))?);
    }
    Ok(setting)
}

/// The error at the option that it names.
fn wrong_option(entries: &[(Key, Node)], whole: Span, rule: &RuleEntry, error: &str) -> Wrong {
    let named = entries.iter().find(|(key, _)| error.contains(&format!("`{}`", key.name)));
    let only = entries.iter().filter(|(key, _)| key.name != "severity").collect::<Vec<_>>();
    let span = match (named, only.as_slice()) {
        (Some((key, _)), _) => key.span,
        (None, [(_, value)]) => value.span,
        _ => whole,
    };
    Wrong::new(span, format!("an option of `{}` is wrong: {error}", rule.meta.name))
}

fn severity(node: &Node) -> Result<Option<Severity>, Wrong> {
    let name = text_of(node, "a severity (off, info, warning or error)")?;
    match Severity::from_name(&name) {
        None if name == "off" => Ok(None),
        None => Err(Wrong::unknown(node.span, "severity", &name, &["off", "info", "warning", "error"])),
        severity => Ok(severity),
    }
}

fn per_file_ignores(node: &Node, folder: &Path, names: &Names<'_>) -> Result<Vec<(Globs, BTreeSet<String>)>, Wrong> {
    let mut ignores = Vec::new();
    for (key, node) in mapping(node, "`per-file-ignores`")? {
        let mut globs = Globs::new(folder);
        globs.add(&key.name).map_err(|error| Wrong::new(key.span, error))?;
        let globs = globs.build().map_err(|error| Wrong::new(key.span, error))?;
        let mut ignored = BTreeSet::new();
        for item in list(node) {
            let name = text_of(item, "a rule or a family")?;
            if name.contains('/') && !names.checks().any(|id| id == name) {
                let checks: Vec<&str> = names.checks().collect();
                return Err(Wrong::unknown(item.span, "check", &name, &checks));
            }
            let chosen = resolve_selectors(std::slice::from_ref(&name), names.rules).map_err(|unknown| {
                let help = match unknown.did_you_mean {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => "`designlint rules` lists all".to_owned(),
                };
                Wrong::new(item.span, format!("no rule or family is called `{name}`")).help(help)
            })?;
            ignored.extend(chosen);
        }
        ignores.push((globs, ignored));
    }
    Ok(ignores)
}

fn overrides(node: &Node, folder: &Path, names: &Names<'_>) -> Result<Vec<(Globs, Scope)>, Wrong> {
    let mut overrides = Vec::new();
    for item in list(node) {
        let mut files = None;
        let mut scope = Scope::default();
        for (key, node) in mapping(item, "an override")? {
            match key.name.as_str() {
                "files" => files = Some(globs(node, folder)?),
                "kind" => scope.kind = Some(kind(node, names)?),
                "rules" => scope.rules = rule_settings(node, names)?,
                _ => return Err(unknown_key(key, OVERRIDE_KEYS)),
            }
        }
        let files = files.ok_or_else(|| Wrong::new(item.span, "an override says which `files` it is for"))?;
        overrides.push((files, scope));
    }
    Ok(overrides)
}

fn signals(node: &Node) -> Result<Vec<(String, String)>, Wrong> {
    let entries = mapping(node, "`signals`")?.iter();
    entries.map(|(key, node)| Ok((key.name.clone(), text_of(node, "the name of a component")?))).collect()
}

fn components(node: &Node) -> Result<Vec<Needing>, Wrong> {
    if let Value::List(names) = &node.value {
        return names.iter().map(|name| Ok((text_of(name, "the name of a component")?, Vec::new()))).collect();
    }
    mapping(node, "`components`")?.iter().map(|(key, node)| Ok((key.name.clone(), needs(node)?))).collect()
}

fn needs(node: &Node) -> Result<Vec<(String, String)>, Wrong> {
    let mut needs = Vec::new();
    if matches!(node.value, Value::Null) {
        return Ok(needs);
    }
    for (verb, node) in mapping(node, "what a component needs")? {
        if !NEEDS.contains(&verb.name.as_str()) {
            return Err(unknown_key(verb, NEEDS));
        }
        for name in list(node) {
            needs.push((verb.name.replace('_', " "), text_of(name, "the name of a component")?));
        }
    }
    Ok(needs)
}
