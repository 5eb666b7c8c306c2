//! The page of a rule: its doc comment, what it says about its examples, its options, and whether it offers a fix.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use designlint_core::{Example, Report, RuleDocs, RuleEntry, Safety, Settings, check};
use designlint_document::{Document, Source};
use designlint_render::full::{Style, one};
use designlint_rules::packs;
use serde_json::Value;

use crate::Result;

/// Which fixes rules were seen to offer: on their own examples, and on the documents with planted mistakes.
pub struct Seen(BTreeMap<String, Safety>);

impl Seen {
    /// Runs all rules over both.
    pub fn in_corpus(repository: &Path) -> Result<Self> {
        let mut seen = Self(BTreeMap::new());
        let folder = repository.join("corpus/faulty");
        for entry in fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            let path = entry.map_err(|error| error.to_string())?.path().join("doc.md");
            let Ok(text) = fs::read_to_string(&path) else { continue };
            seen.note(&check(Document::parse(Source::new(text)), &settings(), designlint_rules::ALL));
        }
        for rule in designlint_rules::ALL {
            RuleDocs::parse(rule.meta.docs).examples.iter().for_each(|example| seen.note(&report(rule, example)));
        }
        Ok(seen)
    }

    fn note(&mut self, report: &Report) {
        for diagnostic in &report.diagnostics {
            if let Some(fix) = &diagnostic.finding.fix {
                let known = self.0.entry(diagnostic.rule.to_string()).or_insert(fix.safety);
                if fix.safety == Safety::Safe {
                    *known = Safety::Safe;
                }
            }
        }
    }

    /// "safe", "unsafe", or nothing where no fix was seen.
    pub fn fix(&self, rule: &str) -> &'static str {
        self.0.get(rule).map_or("", |safety| safety.name())
    }
}

fn settings() -> Settings {
    Settings { preview: true, ..packs::settings() }
}

/// What all rules say about an example of one, which is on whatever the profile says.
fn report(rule: &RuleEntry, example: &Example) -> Report {
    let mut settings = Settings {
        kind_from_command_line: Some(example.kind.name().to_owned()),
        known_files: example.files.clone(),
        ..settings()
    };
    if settings.severity(rule.meta, settings.profile(example.kind)).is_none() {
        settings.severities.insert(rule.meta.name.to_owned(), Some(rule.meta.severity));
    }
    check(Document::parse(Source::new(example.text.as_str())), &settings, designlint_rules::ALL)
}

/// The page.
pub fn page(rule: &RuleEntry, seen: &Seen, repository: &Path) -> Result<String> {
    let (meta, docs) = (rule.meta, RuleDocs::parse(rule.meta.docs));
    let mut out = format!("# {}\n\n{}\n\n", meta.name, docs.what);
    _ = write!(out, "Family [{0}](../rules.md#{0}), severity {1}", meta.family.name(), meta.severity.name());
    out += match seen.fix(meta.name) {
        "" => ".",
        "safe" => ", with a fix that `--fix` applies.",
        _ => ", with a fix that `--unsafe-fixes` applies.",
    };
    if meta.preview {
        out += " It is on trial and runs with `--preview`.";
    }
    if meta.family.needs_profile() {
        let profiles = packs::profiles();
        let kinds =
            profiles.iter().filter(|profile| profile.rules.contains_key(meta.name)).map(|profile| profile.id.as_str());
        _ = write!(
            out,
            "\n\nIt holds for [documents of the kinds](../profiles.md) {}.",
            kinds.collect::<Vec<_>>().join(", ")
        );
    }
    out += "\n";
    for (heading, text) in &docs.sections {
        _ = write!(out, "\n## {heading}\n\n");
        out += &if heading == "Example" { with_output(rule, text, &docs.examples) } else { format!("{text}\n") };
    }
    out += &options(rule, repository)?;
    _ = write!(out, "\n## In the configuration\n\n```yaml\nrules: {{{}: off}}\n```\n", meta.name);
    _ = write!(
        out,
        "\nA [comment](../suppression.md) hides one finding. The source of the rule is [{0}](../{0}).\n",
        meta.file
    );
    Ok(out)
}

/// The section with the examples: each said to be wrong or right, and under a wrong one what is printed.
fn with_output(rule: &RuleEntry, section: &str, examples: &[Example]) -> String {
    let mut out = String::new();
    let mut examples = examples.iter();
    let mut open: Option<String> = None;
    for line in section.lines() {
        let ticks: String = line.chars().take_while(|&c| c == '`').collect();
        let info = line[ticks.len()..].trim();
        match &open {
            Some(fence) if line.trim_end() == *fence => {
                _ = writeln!(out, "{line}");
                open = None;
                if let Some(example) = examples.next().filter(|example| example.fails) {
                    out += &printed(rule, example);
                }
            }
            None if ticks.len() >= 3 && info.starts_with("md,") => {
                let wrong = info.starts_with("md,fails");
                let kind = info.split([',', ' ']).find_map(|word| word.strip_prefix("kind="));
                let kind = kind.map_or(String::new(), |kind| format!(", in a document of the kind `{kind}`"));
                _ = writeln!(out, "{}{kind}:\n\n{ticks}markdown", if wrong { "Wrong" } else { "Right" });
                open = Some(ticks);
            }
            _ => _ = writeln!(out, "{line}"),
        }
    }
    out
}

/// What a rule prints about an example.
fn printed(rule: &RuleEntry, example: &Example) -> String {
    let report = report(rule, example);
    let ours = report.diagnostics.iter().filter(|d| d.rule == rule.meta.name);
    let text: String = ours
        .map(|d| one("example.md", &report.document.source, &d.rule, d.severity, &d.finding, Style::default()) + "\n")
        .collect();
    let lines: String = text.trim().lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    format!("\n```text\n{lines}```\n\n")
}

/// The options of a rule with what they take, from the schema, and what they mean, from their doc comments.
fn options(rule: &RuleEntry, repository: &Path) -> Result<String> {
    let schema = designlint_files::schema(designlint_rules::ALL);
    let rows = options_of(&schema, rule.meta.name);
    if rows.is_empty() {
        return Ok(String::new());
    }
    let file = repository.join(rule.meta.file);
    let source = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut out = "\n## Options\n\n| Option | Takes | Meaning |\n|---|---|---|\n".to_owned();
    for (name, schema) in rows {
        let says =
            doc_comment(&source, name).ok_or_else(|| format!("{}: `{name}` has no doc comment", rule.meta.file))?;
        _ = writeln!(out, "| `{name}` | {} | {says} |", takes(schema));
    }
    Ok(out)
}

/// The options of a rule with what they take, in the schema of configurations.
pub fn options_of<'a>(schema: &'a Value, rule: &str) -> Vec<(&'a String, &'a Value)> {
    let properties = &schema["definitions"]["rules"]["properties"][rule]["anyOf"][1]["properties"];
    properties.as_object().into_iter().flatten().filter(|(name, _)| *name != "severity").collect()
}

/// What a value of a schema is, in words.
pub fn takes(schema: &Value) -> &'static str {
    match (schema["type"].as_str(), schema["pattern"].is_string()) {
        (Some("boolean"), _) => "true or false",
        (Some("integer"), _) => "a whole number",
        (Some("string"), true) => "a share, such as 15%",
        (Some("string"), false) => "a text",
        (Some("array"), _) => "a list of texts",
        _ => "see its meaning",
    }
}

/// The doc comment of a field, in one line.
fn doc_comment(source: &str, field: &str) -> Option<String> {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let is_field =
        |line: &&str| line.trim_start_matches("pub ").split_once(": ").is_some_and(|(name, _)| name == field);
    let at = lines.iter().position(is_field)?;
    let said = lines[..at].iter().rev().map_while(|line| line.strip_prefix("/// "));
    let mut said: Vec<&str> = said.collect();
    said.reverse();
    (!said.is_empty()).then(|| said.join(" "))
}
