//! A team with two hundred old documents takes designlint up: their findings are recorded once, and from then on only what
//! is new fails, also after lines have moved.

#![allow(clippy::unwrap_used, reason = "a test ends where its documents cannot be made")]

mod common;

use std::collections::BTreeMap;
use std::fs;

use common::root;
use common::run::{Folder, Run};

const DOCUMENTS: usize = 200;
const RECORD: &str = "--write-baseline known.json docs";
const CHECK: &str = "--fail-level info --baseline known.json --format json docs";

/// Old documents by name: those of the corpus with planted mistakes, in turn, each with a number of its own in its title.
fn old() -> BTreeMap<String, String> {
    let mut folders: Vec<_> = fs::read_dir(root("corpus/faulty")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let texts: Vec<String> =
        folders.iter().filter_map(|folder| fs::read_to_string(folder.join("doc.md")).ok()).collect();
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

#[test]
fn what_was_there_never_fails_and_what_is_new_does() {
    let mut documents = old();
    let folder = team(&documents);
    let before = folder.run("--fail-level info --format json docs");
    let faulty = before.json()["files"].as_array().unwrap().len();
    let known = found(&before, &documents);
    assert!(faulty == DOCUMENTS && known.len() > 2 * DOCUMENTS, "{} findings in {faulty} documents", known.len());
    let recorded = folder.run(RECORD);
    assert_eq!((recorded.code, recorded.stderr), (0, format!("note: known.json: {} findings recorded\n", known.len())));

    let again = folder.run(CHECK);
    assert_eq!((again.code, found(&again, &documents)), (0, Vec::new()));
    assert_eq!(again.stderr, format!("note: {} findings left out by the baseline\n", known.len()));

    // Lines move in every document: something that is no sentence comes in front, something else behind.
    for (name, text) in &mut documents {
        let moved = "\n<!-- moved -->\n\n\n";
        text.insert_str(body(text), moved);
        text.push_str(moved);
        folder.write(name, text.as_bytes());
    }
    let moved = folder.run(CHECK);
    assert_eq!((moved.code, found(&moved, &documents)), (0, Vec::new()), "{}", moved.stderr);
    assert_eq!(moved.stderr, again.stderr);

    // Three people write something wrong, one of them what stands there already.
    let mut new = Vec::new();
    for (i, wrong) in [(3, "It takes 3 x 4 GB = 13 GB."), (77, "All of it is 7 x 6 = 43 hosts."), (3, "It takes 3 x 4 GB = 13 GB.")] {
        let (name, text) = documents.iter_mut().nth(i).unwrap();
        text.push_str(&format!("\n{wrong}\n"));
        folder.write(name, text.as_bytes());
        new.push((name.clone(), "arith-mismatch".to_owned(), wrong.to_owned()));
    }
    new.sort();
    let now = folder.run(CHECK);
    assert_eq!((now.code, found(&now, &documents)), (1, new));

    // Whoever mends an old one is told that the record can be written anew, and nothing fails.
    let (name, _) = documents.iter().nth(5).unwrap();
    folder.write(name, b"# Mended\n");
    let here = known.iter().filter(|(path, ..)| path == name).count();
    let mended = folder.run(&format!("--fail-level info --baseline known.json {name}"));
    assert_eq!(mended.code, 0);
    assert_eq!(mended.stderr, format!("note: 0 findings left out by the baseline; {here} of it found no more\n"));
}
