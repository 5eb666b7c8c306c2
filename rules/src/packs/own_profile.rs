//! Profiles that a team writes, checked before they are used.

use std::collections::BTreeSet;

use designlint_core::{Kind, Profile, ProfileLine, RuleMeta, Severity, nearest};
use designlint_document::Span;
use designlint_facts::{TopicWords, heading_key};

use super::own::{Misstated, Placed};
use super::own_checks::{self, OwnCheck};
use super::vocabulary::keys;

/// A profile as a file states it.
#[derive(Clone, Debug, Default)]
pub struct OwnProfile {
    /// Id; that of a kind replaces the kind's profile.
    pub id: Placed,
    /// The profile that it starts from.
    pub like: Placed,
    /// Lines; one with the id of a line that is there replaces it.
    pub lines: Vec<OwnLine>,
    /// Sections that stand in this order.
    pub order: Vec<Placed>,
    /// Rules and checks, each with `off` or a severity.
    pub rules: Vec<(Placed, Placed)>,
    /// Patterns and conditions.
    pub checks: Vec<OwnCheck>,
}

/// A line of the rubric.
#[derive(Clone, Debug, Default)]
pub struct OwnLine {
    /// Id.
    pub id: Placed,
    /// The line as people read it.
    pub says: Placed,
    /// Sections, any of which answers it.
    pub sections: Vec<OwnName>,
    /// Heading to insert where all are missing.
    pub heading: Option<Placed>,
    /// What stands under it.
    pub write: Option<Placed>,
    /// Columns of the table in its section.
    pub columns: Vec<OwnName>,
    /// Rules and checks whose finding makes the answer "no".
    pub no_when: Vec<Placed>,
    /// What only a reader can tell about it.
    pub reader: Option<Placed>,
}

/// The name of a section or column, and what else documents call it.
#[derive(Clone, Debug, Default)]
pub struct OwnName {
    /// Name.
    pub name: Placed,
    /// Other names; `None` where the name alone was written, which a section of that name must then have.
    pub synonyms: Option<Vec<Placed>>,
}

/// A profile, ready to use. `known` are those that come with designlint and those before it, `rules` the table of rules.
///
/// # Errors
/// The first thing that is wrong with it, and where.
pub fn own_profile(stated: &OwnProfile, known: &[Profile]) -> Result<Profile, Misstated> {
    let id = stated.id.text.as_str();
    slug(&stated.id, "an id")?;
    let Some(base) = known.iter().find(|p| p.id == stated.like.text) else {
        let message = format!("no profile is called `{}`", stated.like.text);
        let ids = known.iter().map(|p| p.id.as_str());
        return Err(Misstated::new(stated.like.span, message).help(meant(&stated.like.text, ids)));
    };
    let mut profile = Profile { id: id.to_owned(), kind: Kind::from_name(id).unwrap_or(base.kind), ..base.clone() };
    for section in stated.lines.iter().flat_map(|line| &line.sections) {
        add_section(section, &mut profile.sections)?;
    }
    let topics = topics(&profile);
    for check in &stated.checks {
        add_check(check, &topics, &mut profile)?;
    }
    let mut seen: Vec<&str> = Vec::new();
    for line in &stated.lines {
        if seen.contains(&line.id.text.as_str()) {
            return Err(Misstated::new(line.id.span, format!("a line `{}` stands above", line.id.text)));
        }
        seen.push(&line.id.text);
        add_line(line, &topics, &mut profile)?;
    }
    if !stated.order.is_empty() {
        let order = stated.order.iter().map(|section| topic(section, &topics)).collect::<Result<_, _>>()?;
        replace(&mut profile.checks, own_checks::order(format!("{id}/order"), order));
    }
    // What a line or the rules name may be a check of any line, so this comes last.
    for name in stated.lines.iter().flat_map(|line| &line.no_when) {
        rule(name, &profile)?;
    }
    for (name, level) in &stated.rules {
        set_rule(name, level, &mut profile)?;
    }
    Ok(profile)
}

/// The sections that a profile may name: those of the vocabulary, then its own.
fn topics(profile: &Profile) -> Vec<TopicWords> {
    super::knowledge().vocabulary.topics.iter().chain(&profile.sections).cloned().collect()
}

/// The id of a section that is there, which is named by its id or by a heading that is known for it.
pub(super) fn topic(stated: &Placed, topics: &[TopicWords]) -> Result<String, Misstated> {
    if topics.iter().any(|topic| topic.id == stated.text) {
        return Ok(stated.text.clone());
    }
    if let Some(headed) = super::knowledge().vocabulary.topics_of_heading(&stated.text).into_iter().next() {
        return Ok(headed);
    }
    let key = heading_key(&stated.text);
    if let Some(own) = topics.iter().find(|topic| topic.headings.contains(&key)) {
        return Ok(own.id.clone());
    }
    let help = match nearest(&stated.text, topics.iter().map(|topic| topic.id.as_str())) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("`{{name: {0}, synonyms: [{0}]}}` in a line's `sections` adds one", stated.text),
    };
    Err(Misstated::new(stated.span, format!("no section is called `{}`", stated.text)).help(help))
}

/// Adds a section that states its synonyms to those of the profile.
fn add_section(section: &OwnName, sections: &mut Vec<TopicWords>) -> Result<(), Misstated> {
    let Some(synonyms) = &section.synonyms else { return Ok(()) };
    slug(&section.name, "the name of a section")?;
    let words: Vec<String> = [&section.name].into_iter().chain(synonyms).map(|word| word.text.clone()).collect();
    let id = section.name.text.clone();
    match sections.iter_mut().find(|s| s.id == id) {
        Some(known) => known.headings.extend(keys(&words)),
        None => sections.push(TopicWords { id, headings: keys(&words), not: Vec::new() }),
    }
    Ok(())
}

fn add_check(check: &OwnCheck, topics: &[TopicWords], profile: &mut Profile) -> Result<(), Misstated> {
    let id = check.id.text.as_str();
    let name = id.strip_prefix(&profile.id).and_then(|rest| rest.strip_prefix('/'));
    if !name.is_some_and(is_slug) {
        let message = format!("`{id}` is no id of a check");
        let help = format!("write `{}/` and a name of small letters, digits and hyphens", profile.id);
        return Err(Misstated::new(check.id.span, message).help(help));
    }
    if profile.checks.iter().any(|known| known.id == id) {
        return Err(Misstated::new(check.id.span, format!("a check `{id}` stands above")));
    }
    let check = own_checks::checked(check, topics, profile.kind)?;
    profile.checks.push(check);
    Ok(())
}

fn add_line(line: &OwnLine, topics: &[TopicWords], profile: &mut Profile) -> Result<(), Misstated> {
    slug(&line.id, "the id of a line")?;
    let mut sections = line.sections.iter().map(|s| topic(&s.name, topics)).collect::<Result<Vec<_>, _>>()?;
    let mut seen = BTreeSet::new();
    sections.retain(|section| seen.insert(section.clone()));
    if let (None, Some(write)) = (&line.heading, &line.write) {
        let message = "`write` says what stands under the `heading`, and the line has none";
        return Err(Misstated::new(write.span, message));
    }
    let text = |stated: Option<&Placed>| stated.map(|s| s.text.clone());
    let mut no_when: Vec<String> = line.no_when.iter().map(|name| name.text.clone()).collect();
    if !line.columns.is_empty() {
        let id = format!("{}/{}-columns", profile.id, line.id.text);
        let names = |column: &OwnName| {
            let synonyms = column.synonyms.iter().flatten();
            [&column.name].into_iter().chain(synonyms).map(|name| name.text.clone()).collect()
        };
        no_when.push(id.clone());
        let columns = line.columns.iter().map(names).collect();
        replace(&mut profile.checks, own_checks::columns(id, sections.clone(), columns));
    }
    let new = ProfileLine {
        id: line.id.text.clone(),
        says: line.says.text.clone(),
        topics: sections,
        write: text(line.write.as_ref().or(line.heading.as_ref().map(|_| &line.says))).unwrap_or_default(),
        heading: text(line.heading.as_ref()).unwrap_or_default(),
        no_when,
        reader: text(line.reader.as_ref()).unwrap_or_default(),
    };
    match profile.lines.iter_mut().find(|l| l.id == new.id) {
        // What it leaves open stays: `section-missing` goes on asking for the heading.
        Some(old) if new.heading.is_empty() => {
            let (heading, write) = (std::mem::take(&mut old.heading), std::mem::take(&mut old.write));
            *old = ProfileLine { heading, write, ..new };
        }
        Some(old) => *old = new,
        None => profile.lines.push(new),
    }
    Ok(())
}

fn replace(checks: &mut Vec<designlint_core::ProfileCheck>, new: designlint_core::ProfileCheck) {
    checks.retain(|check| check.id != new.id);
    checks.push(new);
}

/// The rule of a name; `None` where it is a check of the profile.
fn rule(name: &Placed, profile: &Profile) -> Result<Option<&'static RuleMeta>, Misstated> {
    let rules = || crate::ALL.iter().map(|rule| rule.meta);
    let checks = || profile.checks.iter().map(|check| check.id.as_str());
    if checks().any(|id| id == name.text) {
        return Ok(None);
    }
    rules().find(|meta| meta.name == name.text).map(Some).ok_or_else(|| {
        let message = format!("no rule or check is called `{}`", name.text);
        let known: Vec<&str> = rules().map(|meta| meta.name).chain(checks()).collect();
        let help = match nearest(&name.text, known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "`designlint rules` lists all rules".to_owned(),
        };
        Misstated::new(name.span, message).help(help)
    })
}

fn set_rule(name: &Placed, level: &Placed, profile: &mut Profile) -> Result<(), Misstated> {
    rule(name, profile)?;
    match Severity::from_name(&level.text) {
        Some(severity) => {
            profile.off.remove(&name.text);
            profile.rules.insert(name.text.clone(), severity);
        }
        None if level.text == "off" => {
            profile.rules.remove(&name.text);
            profile.off.insert(name.text.clone());
        }
        None => {
            let message = format!("no severity is called `{}`", level.text);
            let help = meant(&level.text, ["off", "info", "warning", "error"].into_iter());
            return Err(Misstated::new(level.span, message).help(help));
        }
    }
    Ok(())
}

fn meant<'a>(name: &str, possible: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, possible.clone()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("possible: {}", possible.collect::<Vec<_>>().join(", ")),
    }
}

fn slug(stated: &Placed, what: &str) -> Result<(), Misstated> {
    if is_slug(&stated.text) {
        return Ok(());
    }
    let span: Span = stated.span;
    Err(Misstated::new(span, format!("`{}` is not {what}: small letters, digits and hyphens", stated.text)))
}

fn is_slug(text: &str) -> bool {
    let plain = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    plain && text.starts_with(|c: char| c.is_ascii_lowercase())
}

#[cfg(test)]
#[path = "own_profile_tests.rs"]
mod tests;
