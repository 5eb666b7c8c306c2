//! The JSON schema of a profile's file, for editors: its keys, and the names of rules.

use designlint_core::{Kind, RuleEntry, Severity};
use serde_json::{Map, Value, json};

use crate::profiles::{CHECK_KEYS, KEYS, LINE_KEYS, NAME_KEYS, PATTERN_KEYS};

/// The schema (draft 7) of the file of a profile, whose `rules` may be those of the table and its own checks.
pub fn profile_schema(rules: &[RuleEntry]) -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A profile of designlint",
        "description": "What a kind of document promises: its lines, and what is asked for besides the rules.",
        "type": "object",
        "additionalProperties": false,
        "required": ["id", "like"],
        "properties": properties(KEYS, |key| of_profile(key, rules)),
        "definitions": {
            "text": {"type": ["string", "number", "boolean"]},
            "texts": one_or_more(&reference("text")),
            "id": {"type": "string", "pattern": "^[a-z][a-z0-9-]*$"},
            "check-id": {"type": "string", "pattern": "^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$"},
            "rule": {"anyOf": [{"enum": names(rules)}, reference("check-id")]},
            "name": {"anyOf": [reference("text"), object(NAME_KEYS, &["name", "synonyms"], of_name)]},
            "names": one_or_more(&reference("name")),
            "line": object(LINE_KEYS, &["id", "says", "sections"], of_line),
            "pattern": pattern(),
            "check": object(CHECK_KEYS, &["id", "assert", "message"], of_check),
        },
    })
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/definitions/{name}")})
}

fn one_or_more(item: &Value) -> Value {
    json!({"anyOf": [item, {"type": "array", "items": item}]})
}

fn list_of(name: &str) -> Value {
    json!({"type": ["array", "null"], "items": reference(name)})
}

fn properties(keys: &[&str], of: impl Fn(&str) -> (&'static str, Value)) -> Map<String, Value> {
    let described = |key: &str| {
        let (says, schema) = of(key);
        // What stands beside a reference is not read in draft 7.
        if schema.get("$ref").is_some() { json!({"description": says, "allOf": [schema]}) } else { with(schema, says) }
    };
    keys.iter().map(|key| ((*key).to_owned(), described(key))).collect()
}

fn with(mut schema: Value, says: &str) -> Value {
    if let Value::Object(schema) = &mut schema {
        schema.insert("description".to_owned(), says.into());
    }
    schema
}

fn object(keys: &[&str], required: &[&str], of: impl Fn(&str) -> (&'static str, Value)) -> Value {
    json!({"type": "object", "additionalProperties": false, "required": required, "properties": properties(keys, of)})
}

fn names(rules: &[RuleEntry]) -> Vec<&'static str> {
    rules.iter().map(|rule| rule.meta.name).collect()
}

fn of_profile(key: &str, rules: &[RuleEntry]) -> (&'static str, Value) {
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    match key {
        "id" => ("Its name, wherever a kind is named; that of a kind takes the kind's place.", reference("id")),
        "like" => (
            "The profile that it starts from: one of the seven kinds, or one named before it.",
            json!({"anyOf": [{"enum": kinds}, reference("id")]}),
        ),
        "lines" => ("The lines of the rubric; one with the id of a line that is there replaces it.", list_of("line")),
        "order" => ("Sections that stand in this order.", reference("texts")),
        "rules" => ("Severities of rules and checks.", severities(rules)),
        "patterns" => ("What must, or must not, stand in a section or anywhere.", list_of("pattern")),
        "checks" => ("Conditions over what was found in the document.", list_of("check")),
        // A key that nobody described yet takes anything, so that no file is called wrong that is right.
        _ => ("", json!({})),
    }
}

fn severities(rules: &[RuleEntry]) -> Value {
    let levels: Vec<&str> = std::iter::once("off").chain(Severity::ALL.iter().map(|s| s.name())).collect();
    let all: Map<String, Value> =
        names(rules).into_iter().map(|name| (name.to_owned(), json!({"enum": levels}))).collect();
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": all,
        "patternProperties": {"/": {"enum": levels}},
    })
}

fn of_name(key: &str) -> (&'static str, Value) {
    match key {
        "name" => ("What it is called here.", reference("text")),
        "synonyms" => ("What else documents call it.", reference("texts")),
        _ => ("", json!({})),
    }
}

fn of_line(key: &str) -> (&'static str, Value) {
    match key {
        "id" => ("Id.", reference("id")),
        "says" => ("The line as people read it.", reference("text")),
        "sections" => ("Sections, any of which answers it.", reference("names")),
        "heading" => ("The heading that is asked for where all of them are missing.", reference("text")),
        "write" => ("What stands under that heading, as an instruction.", reference("text")),
        "columns" => ("Columns of the table in its section.", reference("names")),
        "no_when" => ("Rules and checks whose finding makes the answer \"no\".", one_or_more(&reference("rule"))),
        "reader" => ("What only a reader can tell about it.", reference("text")),
        _ => ("", json!({})),
    }
}

/// What patterns and conditions share.
fn of_both(key: &str) -> (&'static str, Value) {
    match key {
        "id" => ("The id of the profile, `/`, and a name.", reference("check-id")),
        "section" => ("The section it is about.", reference("text")),
        "message" => ("What is wrong.", reference("text")),
        "help" => ("What to write instead.", reference("text")),
        "severity" => ("A warning unless it says otherwise.", json!({"enum": ["info", "warning", "error"]})),
        "fails" => ("Documents in which it finds something.", reference("texts")),
        "passes" => ("Documents in which it finds nothing.", reference("texts")),
        _ => ("", json!({})),
    }
}

fn of_check(key: &str) -> (&'static str, Value) {
    match key {
        "when" => ("A condition; where it is not true, nothing is asked.", reference("text")),
        "assert" => ("What must hold.", reference("text")),
        _ => of_both(key),
    }
}

/// One of `must` and `must_not`, never both.
fn pattern() -> Value {
    let of = |key: &str| match key {
        "must" => ("A pattern that must be found.", reference("text")),
        "must_not" => ("A pattern that must not be found.", reference("text")),
        _ => of_both(key),
    };
    let mut schema = object(PATTERN_KEYS, &["id", "message"], of);
    if let Value::Object(schema) = &mut schema {
        schema.insert("oneOf".to_owned(), json!([{"required": ["must"]}, {"required": ["must_not"]}]));
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_described() {
        let schema = profile_schema(designlint_rules::ALL);
        let line = &schema["definitions"]["line"];
        let (check, pattern) = (&schema["definitions"]["check"], &schema["definitions"]["pattern"]);
        let name = &schema["definitions"]["name"]["anyOf"][1];
        for (schema, keys) in
            [(&schema, KEYS), (line, LINE_KEYS), (check, CHECK_KEYS), (pattern, PATTERN_KEYS), (name, NAME_KEYS)]
        {
            for key in keys {
                let property = &schema["properties"][key];
                assert!(property["description"].as_str().is_some_and(|says| says.ends_with('.')), "{key}: {property}");
                assert!(property.as_object().is_some_and(|property| property.len() > 1), "{key}: {property}");
            }
        }
    }
}
