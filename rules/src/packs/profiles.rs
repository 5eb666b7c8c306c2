//! Reads `packs/profiles/*.yaml`.

use std::collections::BTreeMap;

use designlint_core::{Kind, Profile, ProfileLine, Severity};
use serde::Deserialize;

/// One a kind of document; a profile stands after the one it is like.
const PACKS: &[&str] = &[
    include_str!(concat!(env!("OUT_DIR"), "/design.json")),
    include_str!(concat!(env!("OUT_DIR"), "/ml-design.json")),
    include_str!(concat!(env!("OUT_DIR"), "/review.json")),
    include_str!(concat!(env!("OUT_DIR"), "/adr.json")),
    include_str!(concat!(env!("OUT_DIR"), "/rfc.json")),
    include_str!(concat!(env!("OUT_DIR"), "/kep.json")),
    include_str!(concat!(env!("OUT_DIR"), "/notes.json")),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pack {
    id: String,
    like: Option<String>,
    lines: Vec<Line>,
    rules: BTreeMap<String, Level>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    says: String,
    sections: Vec<String>,
    #[serde(default)]
    heading: String,
    #[serde(default)]
    write: String,
    no_when: Vec<String>,
    #[serde(default)]
    reader: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Info,
    Warning,
    Error,
}

/// The profiles that come with designlint; one that does not parse is left out, which a test excludes.
pub(super) fn built_in() -> Vec<Profile> {
    let mut profiles = Vec::new();
    for pack in PACKS {
        if let Ok(profile) = parse(pack, &profiles) {
            profiles.push(profile);
        }
    }
    profiles
}

/// A profile; it starts from the one of `known` that it is like, and a line of the same id replaces that one's.
fn parse(pack: &str, known: &[Profile]) -> Result<Profile, String> {
    let pack: Pack = serde_json::from_str(pack).map_err(|e| e.to_string())?;
    let mut profile = match &pack.like {
        Some(like) => known.iter().find(|p| p.id == *like).cloned().ok_or(format!("no profile {like}"))?,
        None => Profile::default(),
    };
    profile.kind = Kind::from_name(&pack.id).ok_or_else(|| format!("no kind {}", pack.id))?;
    profile.id = pack.id;
    for line in pack.lines.into_iter().map(ProfileLine::from) {
        match profile.lines.iter_mut().find(|l| l.id == line.id) {
            Some(old) => *old = line,
            None => profile.lines.push(line),
        }
    }
    profile.rules.extend(pack.rules.into_iter().map(|(rule, level)| (rule, level.into())));
    Ok(profile)
}

impl From<Line> for ProfileLine {
    fn from(line: Line) -> Self {
        Self {
            id: line.id,
            says: line.says,
            topics: line.sections,
            heading: line.heading,
            write: line.write,
            no_when: line.no_when,
            reader: line.reader,
        }
    }
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Info => Self::Info,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_profile() {
        let ids: Vec<String> = built_in().into_iter().map(|p| p.id).collect();
        assert_eq!(ids, ["design", "ml-design", "review", "adr", "rfc", "kep", "notes"]);
        assert!(built_in().iter().all(|p| p.kind.name() == p.id));
    }

    #[test]
    fn what_a_line_asks_for_is_known() {
        let knowledge = crate::packs::knowledge();
        for profile in built_in() {
            for line in &profile.lines {
                for topic in &line.topics {
                    assert!(knowledge.vocabulary.topics.iter().any(|t| t.id == *topic), "{}: {topic}", profile.id);
                }
                assert_eq!(line.heading.is_empty(), line.write.is_empty(), "{}: {}", profile.id, line.id);
            }
        }
    }

    #[test]
    fn a_profile_takes_over_what_it_is_like() {
        let profiles = built_in();
        let ml = profiles.iter().find(|p| p.id == "ml-design").unwrap();
        assert_eq!(ml.lines.first().map(|l| l.id.as_str()), Some("problem"));
        assert_eq!(ml.lines.last().map(|l| l.id.as_str()), Some("metrics"));
        assert_eq!(ml.rules.get("open-question-no-owner"), Some(&Severity::Error));
        assert!(parse(r#"{"id": "a", "like": "b", "lines": [], "rules": {}}"#, &[]).is_err());
    }

    #[test]
    fn notes_promise_nothing() {
        let profiles = built_in();
        let notes = profiles.iter().find(|p| p.id == "notes").unwrap();
        assert!(notes.lines.is_empty() && notes.rules.is_empty());
    }
}
