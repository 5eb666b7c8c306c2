//! Text of the README that is made by the program. `UPDATE=1 cargo test --test generated` writes it.

#![allow(clippy::unwrap_used, reason = "a test ends where a file is missing")]

mod common;

use std::fs;
use std::process::Command;

use common::{root, update};
use designlint_core::RuleDocs;

/// What the README shows of the output.
const SHOWN: &[&str] =
    &["--select", "kv-bytes,gap-count-off-by-one,detection-self-reported", "corpus/faulty/serving-platform/doc.md"];

#[test]
fn the_readme_shows_what_the_program_prints_and_the_rules_it_has() {
    let path = root("README.md");
    let stands = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let made = with_block(&with_block(&stands, "output", &output()), "rules", &table());
    if update() {
        fs::write(&path, made).unwrap();
    } else {
        assert_eq!(stands, made, "`UPDATE=1 cargo test --test generated` writes it");
    }
}

/// The text with what stands between the two marks of a block replaced.
fn with_block(text: &str, name: &str, block: &str) -> String {
    let (begin, end) = (format!("<!-- {name}:begin -->\n"), format!("<!-- {name}:end -->"));
    let (before, rest) = text.split_once(&begin).unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    format!("{before}{begin}{block}{end}{after}")
}

/// The program's answer to [`SHOWN`] as on a terminal without colours.
fn output() -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_designlint"))
        .args(["--format", "full", "--color", "never"])
        .args(SHOWN)
        .current_dir(root(""))
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
    let printed = String::from_utf8(run.stdout).unwrap().replace("\r\n", "\n");
    let lines: String = printed.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    format!("```console\n$ designlint {}\n\n{}```\n", SHOWN.join(" "), lines.trim_start_matches('\n'))
}

/// One row a rule, in the order of the table of rules.
fn table() -> String {
    let mut text = String::from("| Rule | Family | Severity | What is wrong |\n|---|---|---|---|\n");
    for rule in designlint_rules::ALL {
        let meta = rule.meta;
        let preview = if meta.preview { ", preview" } else { "" };
        let what = RuleDocs::parse(meta.docs).what.replace('\n', " ").replace('|', "\\|");
        text += &format!("| `{}` | {} | {}{preview} | {what} |\n", meta.name, meta.family.name(), meta.severity.name());
    }
    text
}
