//! The JSON schema of a configuration file, for editors: its keys, the names of rules, and the options that they take.

use designlint_core::{Family, Kind, RuleDocs, RuleEntry, Severity};
use designlint_rules::packs::input_kinds;
use serde_json::{Map, Value, json};

use crate::config::{KEYS, NEEDS};
use crate::workspace::FILE_NAMES;

/// The schema (draft 7) of a configuration file, whose `rules` may be those of the table.
pub fn schema(rules: &[RuleEntry]) -> Value {
    let properties: Map<String, Value> =
        KEYS.iter().map(|&key| (key.to_owned(), described(key, of_key(key)))).collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": FILE_NAMES.join(" or "),
        "description": "What designlint checks, and how gravely. The nearest file upward from a document holds.",
        "type": ["object", "null"],
        "additionalProperties": false,
        "properties": properties,
        "definitions": {
            "texts": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
            "severity": {"enum": severities()},
            "kind": kind(),
            "rules": rule_settings(rules),
            "selectors": selectors(rules),
            "formula": formula(),
        },
    })
}

/// What a key means to a person.
fn described(key: &str, mut schema: Value) -> Value {
    let says = match key {
        "extend" => "A local file whose settings hold where this one says nothing.",
        "kind" => "The kind of the documents, where their front matter names none.",
        "exclude" => "Patterns of files that no folder gives.",
        "preview" => "Whether rules run that are still on trial.",
        "rules" => "Severities and options of rules.",
        "per-file-ignores" => "Rules that do not run on some files, by pattern.",
        "overrides" => "Kind and rules of some files; the last that matches wins.",
        "signals" => "Who emits what: patterns of signals, each with its component.",
        "components" => "The parts of the system, and what each needs.",
        "units" => "What prefixes and months mean, and which nouns count.",
        "formulas" => "What the team computes all the time, with the known mistakes.",
        "profiles" => "Files with what the team's own kinds of documents promise.",
        _ => "",
    };
    if let Value::Object(schema) = &mut schema {
        schema.insert("description".to_owned(), says.into());
    }
    schema
}

fn of_key(key: &str) -> Value {
    let reference = |name: &str| json!({"allOf": [{"$ref": format!("#/definitions/{name}")}]});
    match key {
        "extend" => json!({"type": "string"}),
        "preview" => json!({"type": "boolean"}),
        "kind" => reference("kind"),
        "exclude" | "profiles" => reference("texts"),
        "rules" => reference("rules"),
        "per-file-ignores" => json!({"type": "object", "additionalProperties": {"$ref": "#/definitions/selectors"}}),
        "overrides" => one_or_more(json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["files"],
            "properties": {
                "files": {"$ref": "#/definitions/texts"},
                "kind": {"$ref": "#/definitions/kind"},
                "rules": {"$ref": "#/definitions/rules"},
            },
        })),
        "signals" => json!({"type": "object", "additionalProperties": {"type": "string"}}),
        "components" => components(),
        "units" => json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "prefix": {"enum": ["decimal", "binary"]},
                "month": {"enum": ["30 d", "30.4375 d", "30.436875 d", "730 h"]},
                "nouns": {"$ref": "#/definitions/texts"},
            },
        }),
        "formulas" => json!({"type": ["array", "null"], "items": {"$ref": "#/definitions/formula"}}),
        // A key that nobody described yet takes anything, so that no file is called wrong that is right.
        _ => json!({}),
    }
}

fn one_or_more(item: Value) -> Value {
    json!({"anyOf": [item.clone(), {"type": "array", "items": item}]})
}

fn severities() -> Vec<&'static str> {
    std::iter::once("off").chain(Severity::ALL.iter().map(|severity| severity.name())).collect()
}

/// One of the seven, or the id of a profile, which no schema knows.
fn kind() -> Value {
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    json!({"anyOf": [{"enum": kinds}, {"type": "string", "description": "The id of a profile of the team"}]})
}

fn rule_settings(rules: &[RuleEntry]) -> Value {
    let properties: Map<String, Value> =
        rules.iter().map(|rule| (rule.meta.name.to_owned(), rule_setting(rule))).collect();
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
        "patternProperties": {"^[^/]+/": {"$ref": "#/definitions/severity"}},
    })
}

/// A severity, or a mapping of it and the options of the rule.
fn rule_setting(rule: &RuleEntry) -> Value {
    let mut properties = Map::from_iter([("severity".to_owned(), json!({"$ref": "#/definitions/severity"}))]);
    properties.extend(options(rule).into_iter().map(|name| {
        let schema = option(rule, &name);
        (name, schema)
    }));
    let severity = rule.meta.severity.name();
    let preview = if rule.meta.preview { "; on trial, so it runs with `preview: true`" } else { "" };
    let what = RuleDocs::parse(rule.meta.docs).what.replace('\n', " ");
    json!({
        "description": format!("{what} ({}, {severity}{preview})", rule.meta.family.name()),
        "anyOf": [
            {"$ref": "#/definitions/severity"},
            {"type": "object", "additionalProperties": false, "properties": properties},
        ],
    })
}

/// The names of a rule's options: those that it says it expects when it is given another.
fn options(rule: &RuleEntry) -> Vec<String> {
    let Err(refused) = (rule.configure)(json!({"": null})) else { return Vec::new() };
    let Some((_, expected)) = refused.split_once("expected") else { return Vec::new() };
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// What an option takes: the types of the values that the rule accepts.
fn option(rule: &RuleEntry, name: &str) -> Value {
    let values = [json!(true), json!(1), json!("a word"), json!("10%"), json!(["a word"])];
    let schemas = [
        json!({"type": "boolean"}),
        json!({"type": "integer", "minimum": 0}),
        json!({"type": "string"}),
        json!({"type": "string", "pattern": r"^\s*[0-9.]+\s*%\s*$"}),
        json!({"type": "array", "items": {"type": "string"}}),
    ];
    let accepted = |value: &Value| (rule.configure)(json!({name: value})).is_ok();
    let taken: Vec<Value> =
        values.iter().zip(schemas).filter(|(value, _)| accepted(value)).map(|(_, schema)| schema).collect();
    match taken.as_slice() {
        [one] => one.clone(),
        _ => json!({"anyOf": taken}),
    }
}

fn selectors(rules: &[RuleEntry]) -> Value {
    let families = Family::ALL.iter().map(|family| family.name());
    let names: Vec<&str> = rules.iter().map(|rule| rule.meta.name).chain(families).chain(["all"]).collect();
    one_or_more(json!({"anyOf": [{"enum": names}, {"type": "string", "pattern": "/"}]}))
}

fn components() -> Value {
    let needs: Map<String, Value> =
        NEEDS.iter().map(|&verb| (verb.to_owned(), json!({"$ref": "#/definitions/texts"}))).collect();
    let component = json!({"type": ["object", "null"], "additionalProperties": false, "properties": needs});
    json!({"anyOf": [
        {"type": "array", "items": {"type": "string"}},
        {"type": "object", "additionalProperties": component},
    ]})
}

fn formula() -> Value {
    let kinds: Vec<&str> = input_kinds().collect();
    let input = json!({"anyOf": [{"enum": kinds}, {"type": "string", "description": "The unit of a bare number"}]});
    let texts = json!({"$ref": "#/definitions/texts"});
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["id", "words", "inputs", "result"],
        "properties": {
            "id": {"type": "string"},
            "name": {"type": "string"},
            "words": texts,
            "inputs": {
                "type": "object",
                "minProperties": 1,
                "additionalProperties": {"anyOf": [input, {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["kind"],
                    "properties": {"kind": input, "words": texts},
                }]},
            },
            "result": {
                "type": "object",
                "additionalProperties": false,
                "required": ["formula"],
                "properties": {"unit": {"type": "string"}, "formula": {"type": ["string", "number"]}},
            },
            "silent_on": texts,
            "mistakes": {"type": "array", "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["formula", "says"],
                "properties": {"formula": {"type": ["string", "number"]}, "says": {"type": "string"}},
            }},
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_described_and_takes_something_definite() {
        let schema = schema(designlint_rules::ALL);
        for key in KEYS {
            let property = &schema["properties"][key];
            assert!(property["description"].as_str().is_some_and(|says| says.ends_with('.')), "{key}: {property}");
            assert!(property.as_object().is_some_and(|property| property.len() > 1), "{key}: {property}");
        }
    }

    #[test]
    fn options_are_those_that_the_rules_take() {
        let of = |name: &str| {
            let rule = designlint_rules::ALL.iter().find(|rule| rule.meta.name == name).unwrap();
            rule_setting(rule)["anyOf"][1]["properties"].clone()
        };
        let severity = json!({"$ref": "#/definitions/severity"});
        let share = json!({"type": "string", "pattern": r"^\s*[0-9.]+\s*%\s*$"});
        let texts = json!({"type": "array", "items": {"type": "string"}});
        assert_eq!(of("bare-result"), json!({"severity": severity}));
        assert_eq!(of("latency-budget-no-reserve"), json!({"severity": severity, "reserve": share, "least": share}));
        assert_eq!(of("section-hollow"), json!({"severity": severity, "may_be_empty": texts}));
        let words = json!({"type": "integer", "minimum": 0});
        assert_eq!(of("solution-before-problem"), json!({"severity": severity, "words_of_introduction": words}));
    }
}
