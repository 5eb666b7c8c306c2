//! No float where numbers of documents are computed.

#![allow(clippy::unwrap_used, reason = "a test ends where the source is missing")]

mod common;

use std::fs;
use std::path::Path;

use common::root;

/// Crates in which a number is an exact rational. The lints of each deny arithmetic on floats; this looks for the types.
const EXACT: &[&str] = &["linter/quantity", "linter/document", "linter/facts", "linter/core", "rules"];

/// The one file of them that hands counts to an evaluator of floats, and takes a yes or a no back.
const CONDITIONS: &str = "rules/src/condition.rs";

#[test]
fn no_float_type_is_named_where_numbers_are_exact() {
    let mut found = Vec::new();
    for folder in EXACT {
        look(&root(folder).join("src"), names_a_float, &mut found);
    }
    let (conditions, others): (Vec<String>, Vec<String>) = found.into_iter().partition(|at| at.contains(CONDITIONS));
    assert!(others.is_empty(), "floats:\n{}", others.join("\n"));
    assert_eq!(conditions.len(), 2, "a literal and a count become floats:\n{}", conditions.join("\n"));
}

#[test]
fn one_file_knows_the_evaluator_of_floats() {
    let mut found = Vec::new();
    for folder in ["linter", "rules/src", "lsp"] {
        look(&root(folder), |line| line.contains("evalexpr"), &mut found);
    }
    found.retain(|at| !at.contains("/tests/"));
    assert!(!found.is_empty() && found.iter().all(|at| at.contains(CONDITIONS)), "{}", found.join("\n"));
}

fn look(folder: &Path, wanted: impl Fn(&str) -> bool + Copy, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            look(&path, wanted, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            for (i, line) in text.lines().enumerate().filter(|(_, line)| wanted(line)) {
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
