//! What holds for one file: kind, rules, knowledge.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use designlint_document::Document;
use designlint_facts::{Date, Knowledge};

use crate::{ConfiguredRule, Kind, RuleMeta, Severity};

/// What a kind of document promises: the lines of its rubric, and the severities of its rules.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// Id, which is the kind's name for the profiles that come with designlint.
    pub id: String,
    /// The lines of the rubric.
    pub lines: Vec<ProfileLine>,
    /// Rules of the failure, decision and structure families that hold, each with its severity; the others are off.
    pub rules: BTreeMap<String, Severity>,
}

/// A line of the rubric.
#[derive(Clone, Debug, Default)]
pub struct ProfileLine {
    /// Id.
    pub id: String,
    /// The line as people read it.
    pub says: String,
    /// Topics of the vocabulary, any of which answers it.
    pub topics: Vec<String>,
    /// Heading to insert where all are missing; empty where the line wants none.
    pub heading: String,
    /// What stands under that heading, as an instruction: "the multiplication with its factors".
    pub write: String,
    /// Rules whose finding makes the answer "no".
    pub no_when: Vec<String>,
}

/// What holds for one file.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Kind given on the command line; it goes before the front matter's.
    pub kind_from_command_line: Option<Kind>,
    /// Kind given by the configuration; it goes after the front matter's.
    pub kind_from_configuration: Option<Kind>,
    /// Severity by rule; `None` switches it off.
    pub severities: BTreeMap<String, Option<Severity>>,
    /// Names of the rules that run, where the caller selects; see [`crate::resolve_selectors`].
    pub select: Option<BTreeSet<String>>,
    /// Names of the rules that do not run.
    pub ignore: BTreeSet<String>,
    /// Whether preview rules run.
    pub preview: bool,
    /// Rules with options that the configuration gives, by name; see [`crate::RuleEntry::configure`].
    pub configured: BTreeMap<String, ConfiguredRule>,
    /// What packs and configuration teach.
    pub knowledge: Arc<Knowledge>,
    /// The profiles by kind.
    pub profiles: Arc<Vec<Profile>>,
    /// Which of the paths the document names exist; `None` where nobody looked.
    pub known_files: Option<BTreeSet<String>>,
    /// The day with which due dates are compared; `None` where the document's own date decides. Never the clock.
    pub today: Option<Date>,
    /// The document that this one is a review of; `None` where it names none or nobody looked.
    pub reviewed: Option<Arc<Document>>,
}

impl Settings {
    /// The profile of a kind.
    pub fn profile(&self, kind: Kind) -> Option<&Profile> {
        self.profiles.iter().find(|p| p.id == kind.name())
    }

    /// The severity at which a rule runs on documents of a kind; `None` where it does not run.
    ///
    /// The configuration goes before the profile, the profile before the rule. A rule that needs a profile runs where
    /// the profile lists it or the configuration gives it a severity.
    pub fn severity(&self, rule: &RuleMeta, kind: Kind) -> Option<Severity> {
        // A rule that says what went wrong in designlint itself does not hide behind a selection of others.
        let always = crate::outcome::ALWAYS_ON.contains(&rule.name);
        let selected = always || self.select.as_ref().is_none_or(|names| names.contains(rule.name));
        if !selected || self.ignore.contains(rule.name) || (rule.preview && !self.preview) {
            return None;
        }
        if let Some(&configured) = self.severities.get(rule.name) {
            return configured;
        }
        let profile = self.profile(kind).and_then(|p| p.rules.get(rule.name).copied());
        if rule.family.needs_profile() { profile } else { Some(profile.unwrap_or(rule.severity)) }
    }
}
