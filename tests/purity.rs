//! No float where numbers of documents are computed.

#![allow(clippy::unwrap_used, reason = "a test ends where the source is missing")]

mod common;

use std::fs;
use std::path::Path;

use common::root;

/// Crates in which a number is an exact rational. The lints of each deny arithmetic on floats; this looks for the types.
const EXACT: &[&str] = &["linter/quantity", "linter/document", "linter/facts", "linter/core", "rules"];

#[test]
fn no_float_type_is_named_where_numbers_are_exact() {
    let mut found = Vec::new();
    for folder in EXACT {
        look(&root(folder).join("src"), &mut found);
    }
    assert!(found.is_empty(), "floats:\n{}", found.join("\n"));
}

fn look(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            look(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            for (i, line) in text.lines().enumerate().filter(|(_, line)| names_a_float(line)) {
                found.push(format!("{}:{}: {}", path.display(), i + 1, line.trim()));
            }
        }
    }
}

/// Whether the code of a line holds the word `f32` or `f64`. A visitor of serde must have a method for each type it is
/// given, whatever it makes of it.
fn names_a_float(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    !code.contains("fn visit_f64") && words.any(|word| matches!(word, "f32" | "f64"))
}

#[test]
fn each_exact_crate_denies_float_arithmetic() {
    for folder in EXACT {
        let text = fs::read_to_string(root(folder).join("src/lib.rs")).unwrap();
        assert!(text.contains("#![deny(clippy::float_arithmetic)]"), "{folder}/src/lib.rs");
    }
}
