//! Tables in the place of comments such as `<!-- made: rules -->`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use designlint_core::{Family, RuleDocs};
use designlint_rules::{ALL, packs};

use crate::Result;
use crate::rule_page::{Seen, options_of, takes};

/// The text with each comment replaced by what it asks for. An error names one that asks for something else.
pub fn fill(text: &str, repository: &Path, seen: &Seen) -> Result<String> {
    let mut parts = text.split("<!-- made: ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->").ok_or("a comment without an end")?;
        out += &match name {
            "rules" => rules(seen),
            "configuration" => configuration(),
            "options" => options(),
            "formulas" => formulas(),
            "measures" => measures(repository)?,
            _ => return Err(format!("nothing is made for `{name}`")),
        };
        out += rest;
    }
    Ok(out)
}

/// The rules by family.
fn rules(seen: &Seen) -> String {
    let mut out = String::new();
    for family in Family::ALL {
        _ = write!(out, "## {}\n\n| Rule | What is wrong | Severity | Fix |\n|---|---|---|---|\n", family.name());
        for meta in ALL.iter().map(|rule| rule.meta).filter(|meta| meta.family == *family) {
            let what = RuleDocs::parse(meta.docs).what.replace('\n', " ").replace('|', "\\|");
            let (name, fix, preview) = (meta.name, seen.fix(meta.name), if meta.preview { ", preview" } else { "" });
            _ = writeln!(out, "| [{name}](rules/{name}.md) | {what} | {}{preview} | {fix} |", meta.severity.name());
        }
        out += "\n";
    }
    out
}

/// The keys of a configuration with what they mean.
fn configuration() -> String {
    let schema = designlint_files::schema(ALL);
    let mut out = "| Key | Meaning |\n|---|---|\n".to_owned();
    for (key, schema) in schema["properties"].as_object().into_iter().flatten() {
        _ = writeln!(out, "| `{key}` | {} |", schema["description"].as_str().unwrap_or_default());
    }
    out
}

/// The options of rules, each with the rule whose page tells of it.
fn options() -> String {
    let schema = designlint_files::schema(ALL);
    let mut out = "| Rule | Option | Takes |\n|---|---|---|\n".to_owned();
    for meta in ALL.iter().map(|rule| rule.meta) {
        for (option, schema) in options_of(&schema, meta.name) {
            _ = writeln!(out, "| [{0}](rules/{0}.md) | `{option}` | {1} |", meta.name, takes(schema));
        }
    }
    out
}

/// The formulas that come with designlint, with the mistakes that are known of them.
fn formulas() -> String {
    let mut out = "| What is stated | How it is computed | Known mistakes: the number |\n|---|---|---|\n".to_owned();
    for formula in &packs::knowledge().formulas {
        let mut mistakes: Vec<&str> = formula.mistakes.iter().map(|mistake| mistake.says.as_str()).collect();
        mistakes.dedup();
        // A value of the document stands in braces, as a name or as an expression.
        let mistakes: Vec<String> =
            mistakes.iter().map(|says| says.replace("{= ", "`").replace(['{', '}'], "`").replace('|', "\\|")).collect();
        _ = writeln!(
            out,
            "| {} | `{}` | {} |",
            formula.name,
            formula.formula.replace('|', "\\|"),
            mistakes.join(";<br>")
        );
    }
    out
}

/// What the measures gave when they were last recorded.
fn measures(repository: &Path) -> Result<String> {
    let file = repository.join("tests/measures.tsv");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut out = "| Measured on | Figure | Recorded |\n|---|---|---:|\n".to_owned();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [of, label, _, number] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("{}: not four columns: {line}", file.display()));
        };
        // Counts are those of alarms that should not be.
        let percent = if label.contains("false alarms") || label.contains("something else") { "" } else { "%" };
        _ = writeln!(out, "| {of} | {label} | {number}{percent} |");
    }
    Ok(out)
}
