//! What holds for one file: kind, rules, knowledge.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
};

use designlint_facts::{Date, Knowledge, TopicWords};

use crate::{ConfiguredRule, Context, Example, Family, Kind, Report, RuleMeta, Severity};

/// What a kind of document promises: the lines of its rubric, and the severities of its rules.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// Id, which is the kind's name for the profiles that come with designlint.
    pub id: String,
    /// The kind that the profile is for: its own, or that of the profile it is like.
    pub kind: Kind,
    /// The lines of the rubric.
    pub lines: Vec<ProfileLine>,
    /// Rules of the failure, decision and structure families that hold, each with its severity; the others are off.
    pub rules: BTreeMap<String, Severity>,
    /// Rules of every kind that do not hold in this one.
    pub off: BTreeSet<String>,
    /// What the profile asks for besides the rules.
    pub checks: Vec<ProfileCheck>,
    /// Sections that the profile adds to the vocabulary, and further headings of those that stand there.
    pub sections: Vec<TopicWords>,
}

/// Something that a profile asks for besides the rules. It belongs to the structure family.
#[derive(Clone, Debug)]
pub struct ProfileCheck {
    /// Id, by which it is selected, suppressed and configured like a rule: `ours/two-regions`.
    pub id: String,
    /// Severity unless the profile's `rules` or the configuration say otherwise.
    pub severity: Severity,
    /// What it asks.
    pub test: ConfiguredRule,
    /// Says what it sees in a document, for whoever wonders why it finds nothing there.
    pub explain: Explain,
    /// Documents that show it.
    pub examples: Vec<Example>,
}

/// Says in words what a check sees in a document.
#[derive(Clone)]
pub struct Explain(pub Arc<dyn Fn(&Context<'_>) -> Seen + Send + Sync>);

/// What a check sees in a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// In words.
    pub words: String,
    /// Whether it would find something, did it not leave out documents such as this one.
    pub left_out: bool,
}

impl fmt::Debug for Explain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Explain")
    }
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
    /// What only a reader can tell about it; may be empty.
    pub reader: String,
}

/// What holds for one file.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Kind given on the command line, or the id of a profile; it goes before the front matter's.
    pub kind_from_command_line: Option<String>,
    /// Kind given by the configuration, or the id of a profile; it goes after the front matter's.
    pub kind_from_configuration: Option<String>,
    /// Severity by rule; `None` switches it off.
    pub severities: BTreeMap<String, Option<Severity>>,
    /// Names of the rules that run, where the caller selects; see [`crate::resolve_selectors`].
    pub select: Option<BTreeSet<String>>,
    /// Whether the caller means the document to be what it contains, as whoever asks for a review does.
    pub meant: bool,
    /// Names of the rules that do not run.
    pub ignore: BTreeSet<String>,
    /// Whether preview rules run.
    pub preview: bool,
    /// Rules with options that the configuration gives, by name; see [`crate::RuleEntry::configure`].
    pub configured: BTreeMap<String, ConfiguredRule>,
    /// What packs and configuration teach.
    pub knowledge: Arc<Knowledge>,
    /// The profiles: one a kind, and those that a team wrote.
    pub profiles: Arc<Vec<Profile>>,
    /// Which of the paths the document names exist; `None` where nobody looked.
    pub known_files: Option<BTreeSet<String>>,
    /// The day with which due dates are compared; `None` where the document's own date decides. Never the clock.
    pub today: Option<Date>,
    /// The document that this one is a review of; `None` where it names none or nobody looked.
    pub reviewed: Option<Arc<Reviewed>>,
}

/// The document that a review is of.
#[derive(Clone, Debug)]
pub enum Reviewed {
    /// The report on it.
    Read(Box<Report>),
    /// Nothing lies where the review says it does.
    Missing,
}

impl Settings {
    /// The profile of a kind.
    pub fn profile(&self, kind: Kind) -> Option<&Profile> {
        self.profiles.iter().find(|p| p.id == kind.name())
    }

    /// What a name of a kind or the id of a profile means.
    pub fn kind_named(&self, name: &str) -> Option<(Kind, Option<&Profile>)> {
        let own = self.profiles.iter().find(|p| p.id == name);
        Kind::from_name(name).or(own.map(|p| p.kind)).map(|kind| (kind, own))
    }

    /// The severity at which a rule runs under a profile; `None` where it does not run.
    ///
    /// The configuration goes before the profile, the profile before the rule. A rule that needs a profile runs where
    /// the profile lists it or the configuration gives it a severity.
    pub fn severity(&self, rule: &RuleMeta, profile: Option<&Profile>) -> Option<Severity> {
        // A rule that says what went wrong in designlint itself does not hide behind a selection of others.
        let always = crate::outcome::ALWAYS_ON.contains(&rule.name);
        let selected = always || self.select.as_ref().is_none_or(|names| names.contains(rule.name));
        if !selected || self.ignore.contains(rule.name) || (rule.preview && !self.preview) {
            return None;
        }
        if let Some(&configured) = self.severities.get(rule.name) {
            return configured;
        }
        if profile.is_some_and(|p| p.off.contains(rule.name)) {
            return None;
        }
        let listed = profile.and_then(|p| p.rules.get(rule.name).copied());
        if rule.family.needs_profile() { listed } else { Some(listed.unwrap_or(rule.severity)) }
    }

    /// The severity at which a check runs under its profile; `None` where it does not run.
    pub fn check_severity(&self, check: &ProfileCheck, profile: &Profile) -> Option<Severity> {
        let family = Family::Structure.name();
        let named = |names: &BTreeSet<String>| names.contains(&check.id) || names.contains(family);
        if !self.select.as_ref().is_none_or(named) || named(&self.ignore) {
            return None;
        }
        if let Some(&configured) = self.severities.get(&check.id) {
            return configured;
        }
        let listed = profile.rules.get(&check.id).copied();
        Some(listed.unwrap_or(check.severity)).filter(|_| !profile.off.contains(&check.id))
    }

    /// The ids of the checks of all profiles.
    pub fn check_ids(&self) -> impl Iterator<Item = &str> {
        self.profiles.iter().flat_map(|p| &p.checks).map(|c| c.id.as_str())
    }
}
