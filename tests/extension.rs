//! What the extension of VS Code takes from the program: `UPDATE=1 cargo test --test extension` writes it.

#![allow(clippy::unwrap_used, reason = "a test ends where a file is missing")]

mod common;

use std::fs;

use assert_cmd::Command;
use common::{root, update};
use serde_json::{Value, json};

/// Holds a generated file in step with what it is generated from.
fn holds(path: &str, made: &Value) {
    let path = root("vscode-extension").join(path);
    let made = serde_json::to_string_pretty(made).unwrap() + "\n";
    if update() {
        fs::write(&path, &made).unwrap();
    }
    let stands = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert_eq!(stands, made, "`UPDATE=1 cargo test --test extension` writes it");
}

#[test]
fn the_schema_is_that_of_the_configuration() {
    holds("schemas/designlint.schema.json", &designlint_files::schema(designlint_rules::ALL));
}

#[test]
fn new_documents_are_of_the_kinds_that_can_be_begun() {
    let output = Command::cargo_bin("designlint").unwrap().args(["new", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let lines = help.lines().filter_map(|line| line.trim().strip_prefix("- ")?.split_once(':'));
    let kinds: Vec<Value> = lines.map(|(id, says)| json!({"id": id, "says": says.trim()})).collect();
    assert!(kinds.iter().any(|kind| kind["id"] == "design"), "{help}");
    holds("src/generated.json", &json!({"kinds": kinds}));
}

#[test]
fn the_extension_has_the_version_of_the_program() {
    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(root("vscode-extension/package.json")).unwrap()).unwrap();
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(manifest["license"], env!("CARGO_PKG_LICENSE"));
    assert_eq!(manifest["repository"]["url"], env!("CARGO_PKG_REPOSITORY"));
}
