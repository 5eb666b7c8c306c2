//! Profiles that a team writes: a file each, named under `profiles` of a configuration.

use designlint_core::Profile;
use designlint_document::{Source, Span};
use designlint_rules::packs::{Asks, OwnCheck, OwnLine, OwnName, OwnProfile, Placed, own_profile};

use crate::config_error::Wrong;
use crate::placed::{Reader, entries, needed, value};
use crate::yaml::{Node, Value};

pub(crate) const KEYS: &[&str] = &["id", "like", "lines", "order", "rules", "patterns", "checks"];
pub(crate) const LINE_KEYS: &[&str] = &["id", "says", "sections", "heading", "write", "columns", "no_when", "reader"];
pub(crate) const NAME_KEYS: &[&str] = &["name", "synonyms"];
pub(crate) const PATTERN_KEYS: &[&str] =
    &["id", "section", "must", "must_not", "message", "help", "severity", "fails", "passes"];
pub(crate) const CHECK_KEYS: &[&str] =
    &["id", "when", "assert", "section", "message", "help", "severity", "fails", "passes"];

/// A profile and the file it was read from.
#[derive(Clone, Debug)]
pub struct ProfileFile {
    /// The file, from the current folder where it lies below it.
    pub path: String,
    /// Its text.
    pub source: Source,
    /// What it says, with what it took from the profile it is like.
    pub profile: Profile,
    /// The checks that it states, each with the places of its examples in the order of the check.
    pub examples: Vec<(String, Vec<Span>)>,
}

/// Reads the text of a profile's file. `known` are the profiles that it may be like.
///
/// # Errors
/// The first thing that is wrong with it, and where.
pub(crate) fn read(path: String, text: &str, known: &[Profile]) -> Result<ProfileFile, Wrong> {
    let root = crate::yaml::parse(text).map_err(|(message, span)| Wrong::new(span, message))?;
    let stated = Reading(Reader::new(text)).profile(&root)?;
    let profile = own_profile(&stated, known)?;
    let spans = |check: &OwnCheck| check.fails.iter().chain(&check.passes).map(|example| example.span).collect();
    let examples = stated.checks.iter().map(|check| (check.id.text.clone(), spans(check))).collect();
    Ok(ProfileFile { path, source: Source::new(text), profile, examples })
}

struct Reading<'t>(Reader<'t>);

impl Reading<'_> {
    fn profile(&self, node: &Node) -> Result<OwnProfile, Wrong> {
        let stated = entries(node, "a profile", KEYS)?;
        let items = |name: &str| value(stated, name).map_or(Ok(&[][..]), |node| items(node, name));
        let patterns = items("patterns")?.iter().map(|item| self.pattern(item));
        let checks = items("checks")?.iter().map(|item| self.check(item));
        Ok(OwnProfile {
            id: self.0.placed(needed(node, stated, "a profile", "id")?, "an id")?,
            like: self.0.placed(needed(node, stated, "a profile", "like")?, "the id of a profile")?,
            lines: items("lines")?.iter().map(|item| self.line(item)).collect::<Result<_, _>>()?,
            order: self.texts(value(stated, "order"), "the name of a section")?,
            rules: value(stated, "rules").map_or(Ok(Vec::new()), |node| self.rules(node))?,
            checks: patterns.chain(checks).collect::<Result<_, _>>()?,
        })
    }

    fn rules(&self, node: &Node) -> Result<Vec<(Placed, Placed)>, Wrong> {
        let Value::Map(entries) = &node.value else {
            return Err(Wrong::new(
                node.span,
                "`rules` maps rules and checks to severities, as in `{bare-result: off}`",
            ));
        };
        let entries = entries.iter();
        let what = "a severity (off, info, warning or error)";
        entries
            .map(|(key, node)| Ok((self.0.written(key.name.clone(), key.span), self.0.placed(node, what)?)))
            .collect()
    }

    fn line(&self, node: &Node) -> Result<OwnLine, Wrong> {
        let stated = entries(node, "a line", LINE_KEYS)?;
        let sections = needed(node, stated, "a line", "sections")?;
        Ok(OwnLine {
            id: self.0.placed(needed(node, stated, "a line", "id")?, "an id")?,
            says: self.0.placed(needed(node, stated, "a line", "says")?, "the line as people read it")?,
            sections: self.names(sections, "the name of a section")?,
            heading: self.text(value(stated, "heading"), "a heading")?,
            write: self.text(value(stated, "write"), "an instruction")?,
            columns: value(stated, "columns")
                .map_or(Ok(Vec::new()), |node| self.names(node, "the name of a column"))?,
            reader: self.text(value(stated, "reader"), "what only a reader can tell")?,
            no_when: self.texts(value(stated, "no_when"), "the name of a rule or check")?,
        })
    }

    /// `[rollout, {name: regions, synonyms: [region order]}]`.
    fn names(&self, node: &Node, what: &str) -> Result<Vec<OwnName>, Wrong> {
        crate::config::list(node).iter().map(|item| self.name(item, what)).collect()
    }

    fn name(&self, node: &Node, what: &str) -> Result<OwnName, Wrong> {
        if !matches!(node.value, Value::Map(_)) {
            return Ok(OwnName { name: self.0.placed(node, what)?, synonyms: None });
        }
        let stated = entries(node, what, NAME_KEYS)?;
        let name = self.0.placed(needed(node, stated, what, "name")?, what)?;
        let synonyms = self.0.list(needed(node, stated, what, "synonyms")?, "another name")?;
        Ok(OwnName { name, synonyms: Some(synonyms) })
    }

    fn pattern(&self, node: &Node) -> Result<OwnCheck, Wrong> {
        let stated = entries(node, "a pattern", PATTERN_KEYS)?;
        let asks = match (value(stated, "must"), value(stated, "must_not")) {
            (Some(must), None) => Asks::Must(self.0.placed(must, "a pattern")?),
            (None, Some(must_not)) => Asks::MustNot(self.0.placed(must_not, "a pattern")?),
            _ => return Err(Wrong::new(node.span, "a pattern has either `must` or `must_not`")),
        };
        self.asking(node, "a pattern", asks)
    }

    fn check(&self, node: &Node) -> Result<OwnCheck, Wrong> {
        let stated = entries(node, "a check", CHECK_KEYS)?;
        let when = self.text(value(stated, "when"), "a condition")?;
        let assert = self.0.placed(needed(node, stated, "a check", "assert")?, "a condition")?;
        self.asking(node, "a check", Asks::Condition { when, assert })
    }

    /// The keys that patterns and conditions share.
    fn asking(&self, node: &Node, what: &str, asks: Asks) -> Result<OwnCheck, Wrong> {
        let Value::Map(stated) = &node.value else { return Err(Wrong::new(node.span, format!("{what} is a mapping"))) };
        Ok(OwnCheck {
            id: self.0.placed(needed(node, stated, what, "id")?, "an id")?,
            asks,
            section: self.text(value(stated, "section"), "the name of a section")?,
            message: self.0.placed(needed(node, stated, what, "message")?, "a message")?,
            help: self.text(value(stated, "help"), "what to write instead")?,
            severity: self.text(value(stated, "severity"), "a severity")?,
            fails: self.texts(value(stated, "fails"), "a document")?,
            passes: self.texts(value(stated, "passes"), "a document")?,
        })
    }

    fn text(&self, node: Option<&Node>, what: &str) -> Result<Option<Placed>, Wrong> {
        node.map(|node| self.0.placed(node, what)).transpose()
    }

    fn texts(&self, node: Option<&Node>, what: &str) -> Result<Vec<Placed>, Wrong> {
        node.map_or(Ok(Vec::new()), |node| self.0.list(node, what))
    }
}

fn items<'n>(node: &'n Node, name: &str) -> Result<&'n [Node], Wrong> {
    match &node.value {
        Value::List(items) => Ok(items),
        Value::Null => Ok(&[]),
        _ => Err(Wrong::new(node.span, format!("`{name}` is a list"))),
    }
}

#[cfg(test)]
#[path = "profiles_tests.rs"]
mod tests;
