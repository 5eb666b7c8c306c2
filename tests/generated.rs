//! Text that is made from the table of rules. `UPDATE=1 cargo test --test generated` writes it.

mod common;

use std::fs;

use common::{root, update};
use designlint_core::RuleDocs;

const BEGIN: &str = "<!-- rules:begin -->\n";
const END: &str = "<!-- rules:end -->";

#[test]
fn the_table_of_rules_in_the_readme_is_that_of_the_binary() {
    let path = root("README.md");
    let readme = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let (before, rest) = readme.split_once(BEGIN).unwrap();
    let (stands, after) = rest.split_once(END).unwrap();
    let table = table();
    if update() {
        fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
    } else {
        assert_eq!(stands, table, "`UPDATE=1 cargo test --test generated` writes it");
    }
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
