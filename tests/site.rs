//! The pages of `docs/src`: what they show of the program is what it prints, each is in the list, and designlint finds nothing
//! in them. `UPDATE=1 cargo test --test site` writes what the program prints.
//!
//! A block of code behind `<!-- file: NAME -->` is that file, in one folder a page; in a block `console` each line `$ designlint …`
//! is run there, in the order of the page.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test ends where a page is missing, and says what it tried"
)]

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::run::{Folder, finish};
use common::{root, update};
use regex::Regex;

/// The pages with their texts, in the order of their names.
fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<(String, String)> = fs::read_dir(root("docs/src"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            (path.file_name().unwrap().to_str().unwrap().to_owned(), text)
        })
        .collect();
    pages.sort();
    pages
}

/// A block of code: the name in the comment before it, its language, and its lines.
#[derive(Debug, Default)]
struct Block {
    name: Option<String>,
    language: String,
    text: String,
}

/// A page as text and blocks of code, in order; joined by [`written`] they are the page again.
fn parts(page: &str) -> Vec<(String, Option<Block>)> {
    let (mut parts, mut before, mut block) = (Vec::new(), String::new(), None::<Block>);
    let mut name = None;
    for line in page.split_inclusive('\n') {
        match (&mut block, line.strip_prefix("```")) {
            (Some(_), Some("\n")) => parts.push((std::mem::take(&mut before), block.take())),
            (Some(open), _) => open.text += line,
            (None, Some(language)) => {
                block = Some(Block { name: name.take(), language: language.trim().to_owned(), text: String::new() });
            }
            (None, None) => {
                before += line;
                let file = line.trim().strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
                name = file.filter(|file| file.starts_with("file: ")).map(str::to_owned);
            }
        }
    }
    assert!(block.is_none(), "a block without an end: {block:?}");
    parts.push((before, None));
    parts
}

fn written(parts: &[(String, Option<Block>)]) -> String {
    let of_block = |block: &Block| format!("```{}\n{}```\n", block.language, block.text);
    parts.iter().map(|(text, block)| text.clone() + &block.as_ref().map(of_block).unwrap_or_default()).collect()
}

/// The words of a command; those in double quotes are one.
fn words(line: &str) -> Vec<String> {
    let mut quoted = false;
    let apart = |c: char| {
        quoted ^= c == '"';
        c == ' ' && !quoted
    };
    line.split(apart).map(|word| word.replace('"', "")).filter(|word| !word.is_empty()).collect()
}

/// The commands of a block with what each prints: findings, and then what is said about them.
fn printed(block: &Block, folder: &Folder) -> String {
    let lines: Vec<&str> = block.text.lines().filter(|line| line.starts_with("$ ")).collect();
    assert!(!lines.is_empty(), "nothing is run in\n{}", block.text);
    let run = |line: &&str| {
        let arguments = line.strip_prefix("$ designlint ").unwrap_or_else(|| unreachable!("not designlint: {line}"));
        let run = finish(folder.command("").args(words(arguments)));
        let said = run.stdout + &run.stderr;
        let said = if cfg!(windows) { said.replace('\\', "/") } else { said };
        let said: String = said.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        assert!(!said.contains("```"), "{line} prints what would end its block");
        format!("{line}\n{}\n\n", said.trim_matches('\n'))
    };
    lines.iter().map(run).collect::<String>().trim_end().to_owned() + "\n"
}

#[test]
fn what_the_pages_show_is_what_the_program_prints() {
    let mut tried = 0;
    for (name, stands) in pages() {
        let folder = Folder::with(&[]);
        let mut parts = parts(&stands);
        for block in parts.iter_mut().filter_map(|(_, block)| block.as_mut()) {
            if let Some(file) = block.name.as_ref().and_then(|name| name.strip_prefix("file: ")) {
                folder.write(file, block.text.as_bytes());
            } else if block.language == "console" {
                block.text = printed(block, &folder);
                tried += 1;
            }
        }
        let made = written(&parts);
        if update() {
            fs::write(root("docs/src").join(&name), made).unwrap();
        } else {
            assert_eq!(stands, made, "{name}: `UPDATE=1 cargo test --test site` writes it");
        }
    }
    println!("{tried} blocks of commands tried");
    assert!(tried > 0);
}

/// Each YAML block is a file that the commands behind it read, or for programs that are not ours.
#[test]
fn no_configuration_stands_there_unread() {
    for (name, text) in pages() {
        let blocks: Vec<Block> = parts(&text).into_iter().filter_map(|(_, block)| block).collect();
        for (at, block) in blocks.iter().enumerate().filter(|(_, block)| block.language == "yaml") {
            let others = ["jobs:", "script:", "repos:"].iter().any(|key| block.text.contains(key));
            let read = block.name.is_some() && blocks[at..].iter().any(|later| later.language == "console");
            assert!(others || read, "{name}: nothing reads\n{}", block.text);
        }
    }
}

/// The configuration and the profile of the README, which the site includes, are read and do what they say.
#[test]
fn the_configuration_of_the_readme_is_one() {
    let readme = fs::read_to_string(root("README.md")).unwrap().replace("\r\n", "\n");
    let block = |anchor: &str| {
        let (_, behind) = readme.split_once(&format!("<!-- ANCHOR: {anchor} -->\n")).unwrap();
        let (part, _) = behind.split_once(&format!("<!-- ANCHOR_END: {anchor} -->")).unwrap();
        let blocks = parts(part).into_iter().filter_map(|(_, block)| block);
        blocks.into_iter().find(|block| block.language == "yaml").unwrap().text
    };
    let folder = Folder::with(&[("designlint.yaml", b"")]);
    folder.write("team/designlint.yaml", block("configuration").as_bytes());
    folder.write("team/profiles/ours.yaml", block("profile").as_bytes());
    let run = finish(folder.command("config test").current_dir(folder.path().join("team")));
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.ends_with("2 examples in 1 profile, all ok\n"), "{run:?}");
}

#[test]
fn every_page_is_in_the_list() {
    let listed = Regex::new(r"\]\(([^)]+\.md)\)").unwrap();
    let summary = fs::read_to_string(root("docs/src/SUMMARY.md")).unwrap();
    let listed: BTreeSet<String> = listed.captures_iter(&summary).map(|found| found[1].to_owned()).collect();
    let there: BTreeSet<String> =
        pages().into_iter().map(|(name, _)| name).filter(|name| name != "SUMMARY.md").collect();
    assert_eq!(listed, there);
}
