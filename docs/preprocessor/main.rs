//! The preprocessor of mdBook that adds to `docs/src` what the program knows: a page for each rule, and tables for comments such
//! as `<!-- made: rules -->`. It also leads links that hold in the repository to where they hold in the site.
//!
//! mdBook starts it as `docs supports html`, and then without arguments, with `[context, book]` as JSON on standard input.

mod links;
mod made;
mod rule_page;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use designlint_core::{Family, RuleEntry};
use serde_json::{Value, json};

/// What goes wrong, in words.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("supports") {
        return ExitCode::SUCCESS;
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error is a terminal or a log, and nothing can be done where it is closed.
            _ = writeln!(io::stderr(), "docs: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).map_err(|error| error.to_string())?;
    let mut given: [Value; 2] = serde_json::from_str(&input).map_err(|error| error.to_string())?;
    let root = given[0]["root"].as_str().ok_or("mdBook names no root")?;
    let repository = Path::new(root).parent().ok_or("the book lies in no folder")?.to_path_buf();
    let book = given[1].take();
    let made = with_made(book, &repository)?;
    io::stdout().write_all(made.to_string().as_bytes()).map_err(|error| error.to_string())
}

/// The book with what is made.
fn with_made(mut book: Value, repository: &Path) -> Result<Value> {
    let items = book["items"].as_array_mut().ok_or("a book without items")?;
    let seen = rule_page::Seen::in_corpus(repository)?;
    for chapter in items.iter_mut().filter_map(|item| item.get_mut("Chapter")) {
        if chapter["path"] == "rules.md" {
            chapter["sub_items"] = families(&chapter["number"], repository, &seen)?.into();
        }
        finish(chapter, repository, &seen)?;
    }
    Ok(book)
}

/// The pages of rules, under a heading for each family; `above` is the number of the chapter that they stand under.
fn families(above: &Value, repository: &Path, seen: &rule_page::Seen) -> Result<Vec<Value>> {
    let family = |(at, family): (usize, &Family)| -> Result<Value> {
        let number = under(above, at);
        let rules = designlint_rules::ALL.iter().filter(|rule| rule.meta.family == *family);
        let page = |(at, rule): (usize, &RuleEntry)| -> Result<Value> {
            let (name, text) = (rule.meta.name, rule_page::page(rule, seen, repository)?);
            Ok(chapter(name, under(&number, at), Some(&format!("rules/{name}.md")), &text, Vec::new()))
        };
        let pages = rules.enumerate().map(page).collect::<Result<_>>()?;
        Ok(chapter(family.name(), number.clone(), None, "", pages))
    };
    Family::ALL.iter().enumerate().map(family).collect()
}

/// The number of a chapter, counted from 0, under another one; the list of chapters is indented by it.
fn under(above: &Value, at: usize) -> Value {
    above.as_array().into_iter().flatten().cloned().chain([json!(at + 1)]).collect()
}

/// A chapter as mdBook has it; one without a path is a heading among the others.
fn chapter(name: &str, number: Value, path: Option<&str>, content: &str, sub_items: Vec<Value>) -> Value {
    json!({"Chapter": {
        "name": name, "content": content, "number": number, "sub_items": sub_items,
        "path": path, "source_path": path, "parent_names": ["Rules"],
    }})
}

/// Fills in what is to be made and leads the links, in a chapter and those under it.
fn finish(chapter: &mut Value, repository: &Path, seen: &rule_page::Seen) -> Result<()> {
    if let (Some(path), Some(content)) = (chapter["path"].as_str(), chapter["content"].as_str()) {
        let path = PathBuf::from(path);
        let text = made::fill(content, repository, seen).map_err(|error| format!("{}: {error}", path.display()))?;
        let text = links::lead(&text, &path, repository)?;
        chapter["content"] = text.into();
    }
    let under = chapter["sub_items"].as_array_mut().into_iter().flatten();
    under.filter_map(|item| item.get_mut("Chapter")).try_for_each(|chapter| finish(chapter, repository, seen))
}
