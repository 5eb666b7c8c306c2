//! `new`: a document that asks for what its rules ask, built from the lines of its profile.

use std::fmt::Write;

use designlint_core::{Kind, Profile, ProfileLine, Settings};

/// The skeleton of a kind with a blank under each heading, marked `TODO`; `None` where its profile asks for nothing.
pub fn skeleton(kind: Kind, settings: &Settings) -> Option<String> {
    let profile = settings.profile(kind).filter(|profile| !profile.lines.is_empty())?;
    match kind {
        Kind::Review => record(profile, settings.profile(Kind::Design)?),
        _ => document(kind, profile, settings),
    }
}

fn document(kind: Kind, profile: &Profile, settings: &Settings) -> Option<String> {
    let mut out = format!("---\nkind: {}\nstatus: draft\ndate:\nowners:\n---\n\n# Title\n", kind.name());
    for line in &profile.lines {
        let write = if line.write.is_empty() { &line.says } else { &line.write };
        write!(out, "\n## {}\n\nTODO: {write}.\n", heading(line, settings)).ok()?;
    }
    Some(out)
}

/// The heading of a line, or what documents call its first section most.
fn heading(line: &ProfileLine, settings: &Settings) -> String {
    if !line.heading.is_empty() {
        return line.heading.clone();
    }
    let named = |topic: &String| settings.knowledge.vocabulary.topics.iter().find(|t| t.id == *topic)?.headings.first();
    let name = line.topics.iter().find_map(named).unwrap_or(&line.id);
    let mut letters = name.trim_end_matches([' ', '*']).chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A record: a row for each line of the rubric for designs, and what the record must hold besides.
fn record(profile: &Profile, rubric: &Profile) -> Option<String> {
    let mut out = "---\nkind: review\nreviews:\n---\n\n# Review of TODO\n".to_owned();
    out += "\n## Answers\n\n| Line of the rubric | Answer | Comment |\n|---|---|---|\n";
    for line in &rubric.lines {
        writeln!(out, "| {} | TODO | |", line.says).ok()?;
    }
    out += "\n## Comments\n\n";
    let (closing, others) = profile.lines.split_last()?;
    for line in others {
        writeln!(out, "- TODO: {}.", line.says).ok()?;
    }
    write!(out, "\n## Decision\n\nTODO: {}.\n", closing.says).ok()?;
    Some(out)
}
