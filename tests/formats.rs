//! The formats as the command line prints them: all of the faulty corpus, paths from the root of the repository, the
//! schemas that are published, and what completes and explains the arguments.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where its folder cannot be set up")]

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::root;
use common::run::{Folder, finish, keys};
use serde_json::Value;

/// A document with an error that has a place behind characters of several bytes.
const WRONG: &[u8] = "# Größe\n\n- „ü“: 4 + 5 = 10\n".as_bytes();

/// What is printed of two documents with findings of every severity and fixes; `tests/formats` has all of the corpus.
fn corpus(format: &str) -> String {
    let folder = Folder::with(&[]);
    let mut command = folder.command(&format!("check --format {format}"));
    let run = finish(command.current_dir(root("corpus/faulty")).args(["sensor-archive", "serving-platform"]));
    assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{format}");
    run.stdout
}

fn schema(name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(root(&format!("docs/schemas/{name}"))).unwrap()).unwrap()
}

#[test]
fn every_format_has_every_severity_and_the_fixes() {
    let json: Value = serde_json::from_str(&corpus("json")).unwrap();
    let all = json["diagnostics"].as_array().unwrap();
    let severities: BTreeSet<&str> = all.iter().map(|d| d["severity"].as_str().unwrap()).collect();
    assert_eq!(severities.into_iter().collect::<Vec<_>>(), ["error", "info", "warning"]);
    let safe = all.iter().filter(|d| d["fix"]["safety"] == "safe").count();
    assert!(safe > 0, "no safe fix");

    let sarif: Value = serde_json::from_str(&corpus("sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(results.len(), all.len());
    assert_eq!(results.iter().filter(|result| result["fixes"].is_array()).count(), safe);
    for (result, d) in results.iter().zip(all) {
        assert_eq!(rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()]["id"], d["rule"]);
        assert_eq!(result["partialFingerprints"]["designlint/v1"], d["fingerprint"]);
        assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startColumn"], d["column"]);
        assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string(), "{result}");
    }

    let gitlab: Value = serde_json::from_str(&corpus("gitlab")).unwrap();
    let prints: BTreeSet<&str> =
        gitlab.as_array().unwrap().iter().map(|issue| issue["fingerprint"].as_str().unwrap()).collect();
    assert_eq!(prints.len(), all.len(), "equal fingerprints are one issue");
    assert_eq!(corpus("jsonl").lines().count(), all.len());
    assert_eq!(corpus("junit").matches("<failure ").count(), all.len());
    let rdjson: Value = serde_json::from_str(&corpus("rdjson")).unwrap();
    let suggested = |d: &&Value| !d["suggestions"].as_array().unwrap().is_empty();
    assert_eq!(rdjson["diagnostics"].as_array().unwrap().iter().filter(suggested).count(), safe);
    assert_eq!(corpus("markdown").matches("\n- **").count(), all.len());
    let (github, mut left) = (corpus("github"), all.len());
    for (command, most) in [("::error ", 10), ("::warning ", 10)] {
        let shown = github.lines().filter(|line| line.starts_with(command)).count();
        assert!(0 < shown && shown <= most, "{command}: {shown}");
        left -= shown;
    }
    assert!(left > 0 && github.contains("\n::notice file=corpus/faulty/sensor-archive/doc.md,line="), "{github}");
}

#[test]
fn columns_are_in_the_unit_of_their_format() {
    let folder = Folder::with(&[("a.md", WRONG)]);
    let at = |format: &str, place: &str| {
        let json = folder.run(&format!("--select arith-mismatch --format {format} a.md")).json();
        json.pointer(place).unwrap_or_else(|| panic!("{json}")).clone()
    };
    assert_eq!(at("json", "/diagnostics/0/column"), 8);
    assert_eq!(at("sarif", "/runs/0/results/0/locations/0/physicalLocation/region/startColumn"), 8);
    assert_eq!(at("sarif", "/runs/0/columnKind"), "unicodeCodePoints");
    assert_eq!(at("rdjson", "/diagnostics/0/location/range/start"), serde_json::json!({"line": 3, "column": 13}));
}

#[test]
fn services_get_paths_from_the_root_of_the_repository() {
    let folder = Folder::with(&[("docs/a b.md", WRONG), (".git/HEAD", b"")]);
    let run = |format: &str, path: &str| {
        let mut command = folder.command(&format!("--select arith-mismatch --format {format}"));
        finish(command.current_dir(folder.path().join("docs")).arg(path)).stdout
    };
    let absolute = folder.path().canonicalize().unwrap().join("docs/a b.md");
    for path in ["a b.md", "./a b.md", "../docs/a b.md", absolute.to_str().unwrap()] {
        assert!(run("github", path).starts_with("::error file=docs/a b.md,line=3,endLine=3,col=8,"), "{path}");
        assert!(run("gitlab", path).contains(r#""path":"docs/a b.md""#), "{path}");
        assert!(run("rdjson", path).contains(r#""path":"docs/a b.md""#), "{path}");
        assert!(run("sarif", path).contains(r#""uri":"docs/a%20b.md""#), "{path}");
        assert!(run("junit", path).contains("<testsuite name=\"docs/a b.md\""), "{path}");
        assert!(run("markdown", path).contains("\n### docs/a b.md (notes"), "{path}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_told_where_the_format_has_a_place() {
    let folder = Folder::with(&[("a.md", b"# a\n")]);
    let run = |format: &str| {
        let run = folder.run(&format!("--format {format} a.md gone.md"));
        assert_eq!((run.code, run.stderr.as_str()), (2, "error: gone.md: no such file\n"), "{format}");
        run.stdout
    };
    assert_eq!(run("github"), "::error file=gone.md,title=designlint::no such file\n");
    assert!(run("junit").contains("<error type=\"unreadable\" message=\"no such file\"/>"));
    assert!(run("markdown").ends_with("\n### gone.md\n\n- **not checked**: no such file\n"));
    assert_eq!((run("jsonl").as_str(), run("gitlab").as_str()), ("", "[]\n"));
    let sarif: Value = serde_json::from_str(&run("sarif")).unwrap();
    let invocation = &sarif["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["toolExecutionNotifications"][0]["message"]["text"], "not checked: no such file");
}

#[test]
fn the_schemas_know_every_field() {
    let folder = Folder::with(&[]);
    let mut command = folder.command("check --format json --review --statistics");
    let run = finish(command.current_dir(root("")).args([
        "corpus/faulty/sensor-archive",
        "corpus/faulty/recommender",
        "gone.md",
    ]));
    let check = schema("check.json");
    let mut unused = fields(&check, "");
    known(&run.json(), &check, &check, "", &mut unused);
    assert!(unused.is_empty(), "printed nowhere: {unused:?}");
    let line = schema("check-line.json");
    assert_eq!(line["$ref"], "#/$defs/diagnostic");
    for (name, value) in line["$defs"].as_object().unwrap() {
        assert_eq!(value, &check["$defs"][name], "{name}");
    }
}

/// Asserts that the fields of a value are those of its schema, in all depths, and takes them off the list.
fn known(value: &Value, schema: &Value, whole: &Value, at: &str, unused: &mut BTreeSet<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let place = name.trim_start_matches('#');
        return known(value, whole.pointer(place).unwrap(), whole, place, unused);
    }
    if let Some(either) = schema["anyOf"].as_array() {
        if !value.is_null() {
            known(value, &either[0], whole, &format!("{at}/anyOf/0"), unused);
        }
        return;
    }
    if value.is_object() {
        for key in keys(value) {
            let place = format!("{at}/properties/{key}");
            let field =
                schema.pointer(&format!("/properties/{key}")).unwrap_or_else(|| panic!("no schema for {place}"));
            unused.remove(&place);
            known(&value[key], field, whole, &place, unused);
        }
        for name in schema["required"].as_array().unwrap() {
            assert!(value.get(name.as_str().unwrap()).is_some(), "{at}: {name} is missing");
        }
    }
    for item in value.as_array().into_iter().flatten().filter(|_| schema["items"].is_object()) {
        known(item, &schema["items"], whole, &format!("{at}/items"), unused);
    }
}

/// The places of all fields that a schema names.
fn fields(schema: &Value, at: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    match schema {
        Value::Object(entries) => {
            for (key, value) in entries {
                let place = format!("{at}/{key}");
                if at.ends_with("/properties") && !at.ends_with("/properties/properties") {
                    found.insert(place.clone());
                }
                found.extend(fields(value, &place));
            }
        }
        Value::Array(items) => {
            found.extend(items.iter().enumerate().flat_map(|(i, item)| fields(item, &format!("{at}/{i}"))));
        }
        _ => {}
    }
    found
}

#[test]
fn statistics_stand_instead_of_the_findings() {
    let folder = Folder::with(&[("a.md", WRONG), ("b.md", b"# b\n\n3 + 4 = 8\n\n5 + 6 = 12\n")]);
    let run = folder.run("--select arithmetic --statistics a.md b.md");
    assert_eq!((run.code, run.stdout.lines().next()), (1, Some("3  arith-mismatch (3 fixable with --fix)")));
    assert_eq!(run.stdout.lines().last(), Some("found 3 errors; 3 fixable with --fix"));
    let json = folder.run("--select arithmetic --statistics --format json a.md b.md").json();
    assert_eq!(
        json["statistics"],
        serde_json::json!([{"rule": "arith-mismatch", "family": "arithmetic", "count": 3, "fixable": 3}])
    );
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 3);
    let refused = folder.run("--statistics --format sarif a.md");
    assert_eq!(
        (refused.code, refused.stderr.as_str()),
        (2, "error: --statistics: needs --format full, concise or json\n")
    );
}

#[test]
fn five_shells_complete_the_arguments() {
    let folder = Folder::with(&[]);
    for (shell, says) in [
        ("bash", "complete -F _designlint"),
        ("elvish", "edit:completion:arg-completer[designlint]"),
        ("fish", "complete -c designlint"),
        ("powershell", "Register-ArgumentCompleter -Native -CommandName 'designlint'"),
        ("zsh", "#compdef designlint"),
    ] {
        let run = folder.run(&format!("completions {shell}"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{shell}");
        for part in [says, "fail-level", "ledger"] {
            assert!(run.stdout.contains(part), "{shell}: {part}");
        }
    }
    assert_eq!(folder.run("completions csh").code, 2);
}

#[test]
fn the_manual_has_a_page_for_each_verb() {
    let folder = Folder::with(&[]);
    let page = folder.run("man");
    assert_eq!(page.code, 0);
    assert!(page.stdout.contains(".TH designlint 1") && page.stdout.contains("Exit codes"), "{}", page.stdout);
    let check = folder.run("man check").stdout;
    assert!(check.contains(".TH designlint-check 1") && check.contains("\\-\\-fail\\-level"), "{check}");
    let refused = folder.run("man chekc");
    assert_eq!(
        (refused.code, refused.stderr.as_str()),
        (2, "error: no verb is called `chekc`; did you mean `check`?\n")
    );
}
