//! What holds of every document whose numbers are followed: an input set to its own value changes nothing, most of what is
//! linked is followed, and a document with one input doubled and written is as right as before.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test says what it did and ends where a file is missing"
)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use common::{report, root};
use designlint_core::whatif::{Scenario, rewrite, what_if};
use designlint_core::{Report, Settings};
use designlint_facts::{Derivation, Verdict, derivation};
use designlint_rules::packs;

/// Linked calculations that a document must have to be looked at.
const LINKED: usize = 5;
/// Documents that lie beside the repository.
const BESIDE: usize = 50;
/// Most inputs of one document that are doubled and written.
const WRITTEN: usize = 3;

fn settings() -> Settings {
    Settings { knowledge: packs::knowledge(), profiles: packs::profiles(), ..Settings::default() }
}

/// The inputs that something depends on.
fn inputs(derivation: &Derivation) -> Vec<usize> {
    let used = |at: usize| derivation.depends_on(&[at]).iter().filter(|d| **d).count() > 1;
    (0..derivation.nodes.len()).filter(|&at| derivation.nodes[at].step.is_none() && used(at)).collect()
}

/// The first documents with enough linked calculations by name, with what their numbers are made of.
fn followed(paths: Vec<PathBuf>, settings: &Settings, most: usize) -> Vec<(String, Report, Derivation)> {
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).ok()?;
        let report = report(&text);
        let derivation = derivation(&report.document, &report.facts, &settings.knowledge);
        Some((path.display().to_string(), report, derivation))
    };
    let enough = |(_, _, d): &(String, Report, Derivation)| d.linked >= LINKED;
    paths.into_iter().filter_map(read).filter(enough).take(most).collect()
}

fn corpus() -> Vec<PathBuf> {
    let folders = fs::read_dir(root("corpus/clean")).unwrap().map(|entry| entry.unwrap().path().join("doc.md"));
    let mut paths: Vec<PathBuf> = folders.filter(|path| path.exists()).collect();
    paths.sort();
    paths
}

/// `None` where the folder is not there.
fn beside() -> Option<Vec<PathBuf>> {
    let mut open = vec![root("../shared/eval/docs")];
    if !open[0].is_dir() {
        println!("skipped: no ../shared");
        return None;
    }
    let mut paths = Vec::new();
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.extension() {
                _ if path.is_dir() => open.push(path),
                Some(end) if end == "md" => paths.push(path),
                _ => {}
            }
        }
    }
    paths.sort();
    Some(paths)
}

/// Sets each input to its own value; gives how often something changed, with what.
fn own_values(documents: &[(String, Report, Derivation)]) -> Vec<String> {
    let mut changed = Vec::new();
    for (path, report, derivation) in documents {
        for (nth, at) in inputs(derivation).into_iter().enumerate() {
            let own = derivation.nodes[at].value.as_ref().unwrap().value.clone();
            let set = Scenario { values: BTreeMap::from([(at, own)]) };
            let found = what_if(derivation, &set);
            let others = found.inputs.iter().chain(&found.results).filter(|c| c.before != c.after);
            changed.extend(others.map(|c| format!("{path}: {} {} -> {}", c.name, c.before, c.after)));
            let moved = found.limits.iter().filter(|l| l.before != l.after || l.held != l.holds);
            changed.extend(moved.map(|l| format!("{path}: limit {}", l.name)));
            let rewritten = || rewrite(report, derivation, &set, &Settings::default(), &[]).text;
            if nth < WRITTEN && rewritten() != report.document.source.text() {
                changed.push(format!("{path}: {} is written anew", derivation.nodes[at].name()));
            }
            if changed.len() > 20 {
                return changed;
            }
        }
    }
    changed
}

/// Linked calculations, and those of them that are not followed.
fn unfollowed(documents: &[(String, Report, Derivation)]) -> (usize, usize) {
    let of = |d: &Derivation| {
        d.unfollowed.iter().filter(|u| u.linked).map(|u| u.span).collect::<std::collections::BTreeSet<_>>().len()
    };
    documents.iter().fold((0, 0), |(all, left), (_, _, d)| (all + d.linked, left + of(d)))
}

/// Doubles inputs and writes; gives how many were tried, how many were refused, and those after which a line is wrong that
/// was right.
fn doubled(documents: &[(String, Report, Derivation)], settings: &Settings) -> (usize, usize, Vec<String>) {
    let (mut tried, mut refused, mut worse) = (0, 0, Vec::new());
    for (path, report, derivation) in documents {
        for at in inputs(derivation).into_iter().take(WRITTEN) {
            let own = &derivation.nodes[at].value.as_ref().unwrap().value;
            let set = Scenario { values: BTreeMap::from([(at, own + own)]) };
            let written = rewrite(report, derivation, &set, settings, &[]);
            let wrong = |r: &Report| r.facts.claims.iter().filter(|c| c.verdict == Verdict::Wrong).count();
            tried += 1;
            if !written.wrong.is_empty() {
                refused += 1;
                println!("  refused: {path}: {} doubled", derivation.nodes[at].name());
                continue;
            }
            if wrong(&written.report) > wrong(report) {
                let text = |span| written.report.document.source.slice(span).to_owned();
                let lines: Vec<String> = written
                    .report
                    .facts
                    .claims
                    .iter()
                    .filter(|c| c.verdict == Verdict::Wrong)
                    .map(|c| text(c.span))
                    .collect();
                worse.push(format!("{path}: {} doubled: {lines:?}", derivation.nodes[at].name()));
            }
        }
    }
    (tried, refused, worse)
}

fn hold(what: &str, paths: Vec<PathBuf>, most: usize) {
    let settings = settings();
    let documents = followed(paths, &settings, most);
    let changed = own_values(&documents);
    assert!(changed.is_empty(), "{changed:#?}");
    let (linked, left) = unfollowed(&documents);
    let (tried, refused, worse) = doubled(&documents, &settings);
    println!(
        "{what}: {} documents, {linked} linked calculations, {left} not followed ({}%); {tried} inputs doubled, {refused} not written, {} with a line that is wrong now",
        documents.len(),
        left * 100 / linked.max(1),
        worse.len()
    );
    for line in &worse {
        println!("  {line}");
    }
    assert!(left * 10 <= linked * 3, "{left} of {linked}");
    assert!(worse.is_empty(), "{worse:#?}");
    assert!(refused * 5 <= tried, "{refused} of {tried}");
}

#[test]
fn documents_of_the_corpus() {
    hold("corpus/clean", corpus(), usize::MAX);
}

#[test]
fn documents_that_lie_beside_the_repository() {
    if let Some(paths) = beside() {
        hold("documents beside the repository", paths, BESIDE);
    }
}
