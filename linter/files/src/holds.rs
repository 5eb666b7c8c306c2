//! What the configuration says about one file, and where.

use std::fmt;
use std::path::Path;

use designlint_document::Span;
use serde_json::Value as Json;

use crate::chain::{Chain, Layer};
use crate::config::{KEYS, list};
use crate::yaml::{Key, Node, Value};

/// What holds for a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holds {
    /// The configuration file, then the one it extends, and so on; none where no file applies. From the current folder
    /// where they lie below it.
    pub files: Vec<String>,
    /// What they say that holds, in the order of the keys of a file.
    pub settings: Vec<Setting>,
    /// The pattern of `exclude` that leaves the file out of folders.
    pub excluded: Option<Setting>,
}

/// A setting, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The way to it: `kind`, `rules.bare-result.severity`.
    pub key: String,
    /// What it is set to.
    pub value: Json,
    /// The pattern of `overrides` or `per-file-ignores` under which it stands.
    pub files: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// A place in a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, from the current folder where it lies below it.
    pub path: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in Unicode characters.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

/// What a chain says about a path.
pub(crate) fn holds(chain: &Chain, path: &Path) -> Holds {
    let mut held = Held::default();
    for layer in &chain.layers {
        held.everywhere(layer);
    }
    for layer in &chain.layers {
        held.here(layer, path);
    }
    let order = |setting: &Setting| {
        let first = setting.key.split('.').next().unwrap_or_default();
        KEYS.iter().position(|key| *key == first)
    };
    held.settings.sort_by_key(order);
    Holds {
        files: chain.layers.iter().rev().map(|layer| layer.shown.clone()).collect(),
        settings: held.settings,
        excluded: excluded(chain, path),
    }
}

/// The pattern that leaves out a path; that of the nearest file where several do.
pub(crate) fn excluded(chain: &Chain, path: &Path) -> Option<Setting> {
    chain.layers.iter().rev().find_map(|layer| {
        let pattern = layer.config.exclude.matching(path)?;
        let node = under(layer, "exclude").and_then(|node| list(node).get(pattern))?;
        Some(Setting { key: "exclude".to_owned(), value: node.json(), files: None, place: layer.place(node.span) })
    })
}

impl Layer {
    fn place(&self, span: Span) -> Place {
        let at = self.source.position(span.start);
        Place { path: self.shown.clone(), line: at.line, column: at.column }
    }
}

fn entries(node: &Node) -> &[(Key, Node)] {
    match &node.value {
        Value::Map(entries) => entries,
        _ => &[],
    }
}

fn under<'n>(layer: &'n Layer, name: &str) -> Option<&'n Node> {
    entries(&layer.root).iter().find(|(key, _)| key.name == name).map(|(_, node)| node)
}

/// What holds so far.
#[derive(Debug, Default)]
struct Held {
    settings: Vec<Setting>,
}

impl Held {
    /// What a file says about every path.
    fn everywhere(&mut self, layer: &Layer) {
        for (key, node) in entries(&layer.root) {
            let name = key.name.as_str();
            match name {
                "kind" | "preview" => self.set(layer, name, node.json(), key.span, None),
                "rules" => self.rules(layer, node, None),
                "units" => self.units(layer, node),
                "signals" => self.pairs(layer, name, node),
                "components" if matches!(node.value, Value::Map(_)) => self.pairs(layer, name, node),
                "formulas" => list(node).iter().for_each(|item| self.formula(layer, item)),
                "components" | "profiles" => {
                    list(node).iter().for_each(|item| self.add(layer, name, item.json(), item.span))
                }
                _ => {}
            }
        }
    }

    /// What a file says about a path alone.
    fn here(&mut self, layer: &Layer, path: &Path) {
        let overrides = under(layer, "overrides").map_or(&[][..], list);
        for (item, (globs, _)) in overrides.iter().zip(&layer.config.overrides) {
            let Some(pattern) = globs.matching(path) else { continue };
            let stated = |name: &str| entries(item).iter().find(|(key, _)| key.name == name);
            let pattern = stated("files").and_then(|(_, files)| list(files).get(pattern)?.text());
            if let Some((key, kind)) = stated("kind") {
                self.set(layer, "kind", kind.json(), key.span, pattern.clone());
            }
            if let Some((_, rules)) = stated("rules") {
                self.rules(layer, rules, pattern);
            }
        }
        let ignores = under(layer, "per-file-ignores").map_or(&[][..], entries);
        for ((key, names), (globs, _)) in ignores.iter().zip(&layer.config.per_file_ignores) {
            if globs.matches(path) {
                let value = list(names).iter().map(Node::json).collect();
                let files = Some(key.name.clone());
                let place = layer.place(key.span);
                self.settings.push(Setting { key: "per-file-ignores".to_owned(), value, files, place });
            }
        }
    }

    /// Severities by rule, and options, which take the place of all options that the rule was given before.
    fn rules(&mut self, layer: &Layer, node: &Node, files: Option<String>) {
        for (rule, node) in entries(node) {
            let of = |option: &str| format!("rules.{}.{option}", rule.name);
            let Value::Map(options) = &node.value else {
                self.set(layer, &of("severity"), node.json(), rule.span, files.clone());
                continue;
            };
            if options.iter().any(|(option, _)| option.name != "severity") {
                let (all, severity) = (of(""), of("severity"));
                self.settings.retain(|known| !known.key.starts_with(&all) || known.key == severity);
            }
            for (option, value) in options {
                self.set(layer, &of(&option.name), value.json(), option.span, files.clone());
            }
        }
    }

    fn units(&mut self, layer: &Layer, node: &Node) {
        for (key, node) in entries(node) {
            let name = format!("units.{}", key.name);
            match key.name.as_str() {
                "nouns" => list(node).iter().for_each(|noun| self.add(layer, &name, noun.json(), noun.span)),
                _ => self.set(layer, &name, node.json(), key.span, None),
            }
        }
    }

    fn pairs(&mut self, layer: &Layer, name: &str, node: &Node) {
        for (key, node) in entries(node) {
            self.add(layer, &format!("{name}.{}", key.name), node.json(), key.span);
        }
    }

    /// A formula by its id, with the expression of its result.
    fn formula(&mut self, layer: &Layer, item: &Node) {
        let of =
            |node: &Node, name: &str| entries(node).iter().find(|(key, _)| key.name == name).map(|(_, n)| n.clone());
        let Some(id) = of(item, "id") else { return };
        let result = of(item, "result").and_then(|result| of(&result, "formula"));
        let name = format!("formulas.{}", id.text().unwrap_or_default());
        self.set(layer, &name, result.map_or(Json::Null, |result| result.json()), id.span, None);
    }

    /// A setting that takes the place of what was set before.
    fn set(&mut self, layer: &Layer, key: &str, value: Json, span: Span, files: Option<String>) {
        self.settings.retain(|known| known.key != key);
        self.settings.push(Setting { key: key.to_owned(), value, files, place: layer.place(span) });
    }

    /// A setting that stands beside those that were there before.
    fn add(&mut self, layer: &Layer, key: &str, value: Json, span: Span) {
        self.settings.push(Setting { key: key.to_owned(), value, files: None, place: layer.place(span) });
    }
}

#[cfg(test)]
mod tests;
