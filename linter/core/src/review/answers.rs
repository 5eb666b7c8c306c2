//! Yes or no to each line of the rubric.

use designlint_document::Span;
use designlint_facts::{Facts, State, Text, Topic};

use super::Line;
use crate::{Diagnostic, Kind, Profile, ProfileLine, Report, Settings, Severity};

/// The answers to the lines of a profile.
pub(super) fn lines(report: &Report, profile: &Profile) -> Vec<Line> {
    profile.lines.iter().map(|line| answer(report, profile, line)).collect()
}

/// The lines that designs are asked and this profile is not.
pub(super) fn not_asked(profile: &Profile, settings: &Settings) -> Vec<String> {
    let all = settings.profile(Kind::Design).map(|p| p.lines.as_slice()).unwrap_or_default();
    let others = all.iter().filter(|l| profile.lines.iter().all(|own| own.id != l.id));
    others.map(|l| l.says.clone()).collect()
}

fn answer(report: &Report, profile: &Profile, line: &ProfileLine) -> Line {
    let against = |d: &Diagnostic| d.severity >= Severity::Warning && speaks_against(report, profile, line, d);
    let mut findings: Vec<usize> = (0..report.diagnostics.len()).filter(|&i| against(&report.diagnostics[i])).collect();
    findings.sort_by_key(|&i| std::cmp::Reverse(report.diagnostics[i].severity));
    let gravest = findings.first().map(|&i| &report.diagnostics[i]);
    let (reason, span) = match gravest {
        Some(worst) => (worst.finding.message.clone(), Some(worst.finding.span)),
        None => nothing_against(&report.facts, line),
    };
    Line {
        id: line.id.clone(),
        says: line.says.clone(),
        yes: findings.is_empty(),
        reason,
        span,
        findings,
        reader: line.reader.clone(),
    }
}

/// Whether a finding makes a line a "no". Where several lines name its rule, it is about the line it says, or else about
/// those whose section it stands in.
fn speaks_against(report: &Report, profile: &Profile, line: &ProfileLine, diagnostic: &Diagnostic) -> bool {
    let names = |l: &ProfileLine| l.no_when.iter().any(|rule| *rule == diagnostic.rule);
    if !names(line) {
        return false;
    }
    let finding = &diagnostic.finding;
    match &finding.line {
        Some(id) => *id == line.id,
        None if profile.lines.iter().filter(|l| names(l)).count() == 1 => true,
        None => sections(&report.facts, line).any(|topic| stands_in(topic, finding.span)),
    }
}

/// The sections that answer a line.
fn sections<'a>(facts: &'a Facts, line: &'a ProfileLine) -> impl Iterator<Item = &'a Topic> {
    facts.topics.iter().filter(|topic| topic.kinds.iter().any(|kind| line.topics.contains(kind)))
}

fn stands_in(topic: &Topic, span: Span) -> bool {
    topic.title.span.cover(topic.body).contains(span)
}

/// What answers a line against which nothing was found: its heading, or what is stated elsewhere.
fn nothing_against(facts: &Facts, line: &ProfileLine) -> (String, Option<Span>) {
    let filled = |topic: &&Topic| matches!(topic.state, State::Filled | State::DeclaredNone);
    let headed = sections(facts, line).find(filled).map(|topic| &topic.title);
    let stated = || line.topics.iter().find_map(|topic| elsewhere(facts, topic));
    match headed.or_else(stated) {
        Some(Text { text, span }) => {
            let text = text.trim_end_matches('.');
            (format!("\"{text}\" answers it, and no rule speaks against that"), Some(*span))
        }
        None => ("no heading of its own, and no rule misses one".to_owned(), None),
    }
}

/// What a document states about a topic wherever it stands.
fn elsewhere<'a>(facts: &'a Facts, topic: &str) -> Option<&'a Text> {
    match topic {
        "accepted-cost" => facts.accepted_costs.first().map(|cost| &cost.text),
        "options" => facts.options.first().map(|options| &options.title),
        "interfaces" => facts.interfaces.first().map(|interface| &interface.boundary),
        "failure-modes" => facts.failure_modes.first().map(|mode| &mode.failure),
        "decision" => facts.decisions.first().map(|decision| &decision.text),
        _ => None,
    }
}
