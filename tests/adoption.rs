//! A team with two hundred old documents takes designlint up: their findings are recorded once, and from then on only what
//! is new fails, also after lines have moved.

#![allow(clippy::unwrap_used, reason = "a test ends where its documents cannot be made")]

mod common;

use std::collections::BTreeMap;
use std::fs;

use common::root;
use common::run::{Folder, Run};

const DOCUMENTS: usize = 200;
/// Long documents take long to check in a build that is not optimised, and show nothing else.
const LONGEST: usize = 2000;

/// Old documents by name: those of the corpus with planted mistakes, in turn, each with a number of its own in its title.
fn old() -> BTreeMap<String, String> {
    let mut folders: Vec<_> = fs::read_dir(root("corpus/faulty")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let texts = folders.iter().filter_map(|folder| fs::read_to_string(folder.join("doc.md")).ok());
    let texts: Vec<String> = texts.filter(|text| text.len() < LONGEST).collect();
    let document = |i: usize| {
        let text = texts[i % texts.len()].replace("\r\n", "\n");
        let titled = text.replacen("\n# ", &format!("\n# Number {i}: "), 1);
        (format!("docs/team-{}/{i:03}.md", i % 7), titled)
    };
    (0..DOCUMENTS).map(document).collect()
}

fn team(documents: &BTreeMap<String, String>) -> Folder {
    let files: Vec<(&str, &[u8])> = documents.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    Folder::with(&files)
}

/// A check that fails for whatever the record does not know.
fn check(folder: &Folder, paths: &str) -> Run {
    folder.run(&format!("--fail-level info --baseline known.json --format json {paths}"))
}

/// What is found: the file, the rule, and the line as it stands there.
fn found(run: &Run, documents: &BTreeMap<String, String>) -> Vec<(String, String, String)> {
    let json = run.json();
    let line = |path: &str, number: u64| {
        let text = documents.get(path).map_or("", String::as_str);
        text.lines().nth(usize::try_from(number).unwrap() - 1).unwrap_or_default().to_owned()
    };
    let told = |d: &serde_json::Value| {
        let path = d["path"].as_str().unwrap().to_owned();
        let line = line(&path, d["line"].as_u64().unwrap());
        (path, d["rule"].as_str().unwrap().to_owned(), line)
    };
    json["diagnostics"].as_array().unwrap().iter().map(told).collect()
}

/// Where the body of a document begins: behind its front matter.
fn body(text: &str) -> usize {
    match text.strip_prefix("---\n").and_then(|rest| rest.find("\n---\n")) {
        Some(end) => "---\n".len() + end + "\n---\n".len(),
        None => 0,
    }
}

/// How many findings of each file the record knows.
fn recorded(folder: &Folder) -> BTreeMap<String, usize> {
    let record: serde_json::Value = serde_json::from_slice(&folder.read("known.json")).unwrap();
    let mut counts = BTreeMap::new();
    for known in record["findings"].as_array().unwrap() {
        *counts.entry(known["path"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    counts
}

#[test]
fn what_was_there_never_fails_and_what_is_new_does() {
    let mut documents = old();
    let folder = team(&documents);
    let run = folder.run("--write-baseline known.json docs");
    let known = recorded(&folder);
    let all: usize = known.values().sum();
    assert_eq!((run.code, run.stderr), (0, format!("note: known.json: {all} findings recorded\n")));
    assert!(documents.keys().all(|name| known.contains_key(name)), "all are at fault");

    // Lines move in every document: something that is no sentence comes in front, something else behind.
    for (name, text) in &mut documents {
        let moved = "\n<!-- moved -->\n\n\n";
        text.insert_str(body(text), moved);
        text.push_str(moved);
        folder.write(name, text.as_bytes());
    }
    let moved = check(&folder, "docs");
    assert_eq!((moved.code, found(&moved, &documents)), (0, Vec::new()), "{}", moved.stderr);
    assert_eq!(moved.json()["files"].as_array().unwrap().len(), DOCUMENTS);
    assert_eq!(moved.stderr, format!("note: {all} findings left out by the baseline\n"));

    // Two people write something wrong; one of them says twice what stands there already.
    let mut new = Vec::new();
    let twice = "It takes 3 x 4 GB = 13 GB.";
    for (i, wrong) in [(3, twice), (77, "All of it is 7 x 6 = 43 hosts."), (3, twice)] {
        let (name, text) = documents.iter_mut().nth(i).unwrap();
        text.push_str(&format!("\n{wrong}\n"));
        folder.write(name, text.as_bytes());
        new.push((name.clone(), "arith-mismatch".to_owned(), wrong.to_owned()));
    }
    new.sort();
    let names: Vec<&str> = documents.keys().take(100).map(String::as_str).collect();
    let now = check(&folder, &names.join(" "));
    assert_eq!((now.code, found(&now, &documents)), (1, new));

    // Whoever mends an old one is told that the record knows more than there is, and nothing fails.
    let mended = names[5];
    folder.write(mended, b"# Mended\n");
    let run = check(&folder, mended);
    let gone = known[mended];
    assert_eq!(run.code, 0);
    assert_eq!(run.stderr, format!("note: 0 findings left out by the baseline; {gone} of it found no more\n"));
}
