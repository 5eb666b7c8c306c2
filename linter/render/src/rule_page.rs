//! `rule NAME` and `rules`: what a rule's own file says about it.

use std::fmt::Write;

use designlint_core::{RuleDocs, RuleEntry, RuleMeta};
use serde::Serialize;

use crate::json::to_text;

/// The page of a rule for people.
pub fn page(rule: &RuleMeta) -> String {
    let docs = RuleDocs::parse(rule.docs);
    let preview = if rule.preview { ", preview" } else { "" };
    let (name, family, severity) = (rule.name, rule.family.name(), rule.severity.name());
    let mut out = format!("# {name}\n\n{}\n\nFamily {family}, severity {severity}{preview}.\n", docs.what);
    for (heading, text) in &docs.sections {
        _ = write!(out, "\n## {heading}\n\n{text}\n");
    }
    out
}

/// The page of a rule as JSON and a line end.
pub fn page_json(rule: &RuleMeta) -> String {
    to_text(&Versioned { version: 1, rule: RuleOut::new(rule) })
}

/// All rules, one a line: name, family, severity, what.
pub fn list(rules: &[RuleEntry]) -> String {
    let rows: Vec<(&RuleMeta, RuleDocs)> =
        rules.iter().map(|rule| (rule.meta, RuleDocs::parse(rule.meta.docs))).collect();
    let width = |text: fn(&RuleMeta) -> &'static str| rows.iter().map(|(rule, _)| text(rule).len()).max().unwrap_or(0);
    let (names, families, severities) =
        (width(|rule| rule.name), width(|rule| rule.family.name()), width(|rule| rule.severity.name()));
    let mut out = String::new();
    for (rule, docs) in &rows {
        let (name, family, severity) = (rule.name, rule.family.name(), rule.severity.name());
        let preview = if rule.preview { " (preview)" } else { "" };
        let what = docs.what.split_whitespace().collect::<Vec<_>>().join(" ");
        _ = writeln!(out, "{name:names$}  {family:families$}  {severity:severities$}  {what}{preview}");
    }
    out
}

/// All rules as JSON and a line end.
pub fn list_json(rules: &[RuleEntry]) -> String {
    to_text(&All { version: 1, rules: rules.iter().map(|rule| RuleOut::new(rule.meta)).collect() })
}

#[derive(Serialize)]
struct Versioned {
    version: u32,
    #[serde(flatten)]
    rule: RuleOut,
}

#[derive(Serialize)]
struct All {
    version: u32,
    rules: Vec<RuleOut>,
}

#[derive(Serialize)]
struct RuleOut {
    name: &'static str,
    family: &'static str,
    severity: &'static str,
    preview: bool,
    what: String,
    sections: Vec<SectionOut>,
    examples: Vec<ExampleOut>,
}

#[derive(Serialize)]
struct SectionOut {
    heading: String,
    text: String,
}

#[derive(Serialize)]
struct ExampleOut {
    text: String,
    fails: bool,
    kind: &'static str,
}

impl RuleOut {
    fn new(rule: &RuleMeta) -> Self {
        let docs = RuleDocs::parse(rule.docs);
        let examples = docs.examples.into_iter();
        Self {
            name: rule.name,
            family: rule.family.name(),
            severity: rule.severity.name(),
            preview: rule.preview,
            what: docs.what,
            sections: docs.sections.into_iter().map(|(heading, text)| SectionOut { heading, text }).collect(),
            examples: examples.map(|e| ExampleOut { text: e.text, fails: e.fails, kind: e.kind.name() }).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use designlint_core::{Family, Severity};

    use super::*;

    static META: RuleMeta = RuleMeta {
        name: "sky-falls",
        family: Family::Failure,
        severity: Severity::Warning,
        preview: true,
        docs: " The sky falls\n and nobody says so.\n\n ## Why\n It hurts.\n\n ## Example\n ```md,fails\n The sky.\n ```\n",
        file: "rules/src/sky_falls.rs",
    };

    #[test]
    fn a_page_says_what_the_rule_says() {
        insta::assert_snapshot!(page(&META), @r"
        # sky-falls

        The sky falls
        and nobody says so.

        Family failure, severity warning, preview.

        ## Why

        It hurts.

        ## Example

        ```md,fails
        The sky.
        ```
        ");
    }

    #[test]
    fn a_page_is_json_too() {
        let expected = concat!(
            r#"{"version":1,"name":"sky-falls","family":"failure","severity":"warning","preview":true,"#,
            r#""what":"The sky falls\nand nobody says so.","sections":[{"heading":"Why","text":"It hurts."},"#,
            r#"{"heading":"Example","text":"```md,fails\nThe sky.\n```"}],"#,
            r#""examples":[{"text":"The sky.\n","fails":true,"kind":"design"}]}"#,
            "\n"
        );
        assert_eq!(page_json(&META), expected);
    }

    #[test]
    fn the_list_has_a_line_a_rule() {
        let entry = RuleEntry { meta: &META, check: |_| Vec::new(), configure: |_| Err(String::new()) };
        assert_eq!(list(&[entry]), "sky-falls  failure  warning  The sky falls and nobody says so. (preview)\n");
        assert!(list_json(&[entry]).starts_with(r#"{"version":1,"rules":[{"name":"sky-falls","family":"failure""#));
    }
}
