//! The packages have one version, one description and one list of targets, wherever those stand.

#![allow(clippy::unwrap_used, reason = "a test ends where a file is missing")]

mod common;

use std::fs;

use common::root;
use regex::Regex;
use serde_json::Value;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn text(path: &str) -> String {
    fs::read_to_string(root(path)).unwrap().replace("\r\n", "\n")
}

fn json(path: &str) -> Value {
    serde_json::from_str(&text(path)).unwrap()
}

/// What the group of the pattern covers, wherever it matches in the file.
fn all(path: &str, pattern: &str) -> Vec<String> {
    let pattern = Regex::new(pattern).unwrap();
    pattern.captures_iter(&text(path)).map(|found| found[1].to_string()).collect()
}

/// The column of packages/targets.tsv with this name, from the first target to the last.
fn column(name: &str) -> Vec<String> {
    let table = text("packages/targets.tsv");
    let mut rows = table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
    let at = rows.next().unwrap().position(|column| column == name).unwrap();
    rows.map(|mut row| row.nth(at).unwrap().to_string()).collect()
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

#[test]
fn every_package_has_the_version_of_the_workspace() {
    let crates = all("Cargo.toml", r#"(?m)^designlint-[a-z]+ = \{ path = "[^"]+", version = "([^"]+)" \}"#);
    assert!(crates.len() >= 8, "{crates:?}");
    assert_eq!(crates, vec![VERSION; crates.len()]);

    let npm = json("packages/npm/package.json");
    assert_eq!(npm["version"], VERSION);
    for (package, version) in npm["optionalDependencies"].as_object().unwrap() {
        assert_eq!(version, VERSION, "{package}");
    }
    assert_eq!(json("vscode-extension/package.json")["version"], VERSION);
    let lock = json("vscode-extension/package-lock.json");
    assert_eq!((&lock["version"], &lock["packages"][""]["version"]), (&VERSION.into(), &VERSION.into()));

    // The wheels take it from Cargo.toml, and must not have another one beside it.
    for wheel in ["pyproject.toml", "bot/pyproject.toml"] {
        assert_eq!(all(wheel, r"(?m)^dynamic = (.*)$"), [r#"["version"]"#], "{wheel}");
        assert_eq!(all(wheel, "(?m)^(version) ="), Vec::<String>::new(), "{wheel}");
    }
    assert_eq!(all("action.yml", r"(?m)^  version:\n    description: .*\n    default: (.*)$"), [VERSION]);
}

#[test]
fn what_is_written_of_the_action_is_of_this_version() {
    let said = all("README.md", r"designlint/designlint@v([0-9.]+)");
    assert!(!said.is_empty());
    assert_eq!(said, vec![VERSION; said.len()]);
}

#[test]
fn every_package_says_the_same_of_itself() {
    let npm = json("packages/npm/package.json");
    let repository = env!("CARGO_PKG_REPOSITORY");
    assert_eq!(npm["license"], env!("CARGO_PKG_LICENSE"));
    assert_eq!(npm["repository"]["url"], format!("git+{repository}.git"));
    assert_eq!(all("pyproject.toml", r#"(?m)^license = "(.*)"$"#), [env!("CARGO_PKG_LICENSE")]);
    assert_eq!(all("pyproject.toml", r#"(?m)^description = "(.*)"$"#), [env!("CARGO_PKG_DESCRIPTION")]);
    assert_eq!(all("pyproject.toml", r#"(?m)^Repository = "(.*)"$"#), [repository]);
    assert_eq!(all("packages/nfpm.yaml", "(?m)^homepage: (.*)$"), [repository]);
    assert_eq!(all("packages/nfpm.yaml", "(?m)^license: (.*)$"), [env!("CARGO_PKG_LICENSE")]);
}

#[test]
fn the_bot_has_packages_of_its_own_that_say_what_it_is() {
    let said = all("bot/Cargo.toml", r#"(?m)^description = "(.*)"$"#);
    assert_eq!(all("bot/pyproject.toml", r#"(?m)^description = "(.*)"$"#), said);
    assert_eq!(all("bot/pyproject.toml", r#"(?m)^name = "(.*)"$"#), ["designlint-bot"]);
    for line in ["requires", "license", "license-files", "requires-python", "Repository", "Changelog", "bindings"] {
        let pattern = format!("(?m)^{line} = (.*)$");
        assert_eq!(all("bot/pyproject.toml", &pattern), all("pyproject.toml", &pattern), "{line}");
    }
    // A package takes no file from outside of its folder.
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        assert_eq!(text(&format!("bot/{licence}")), text(licence));
    }
    // Where it is built it is tried, where there is a wheel to try.
    let tried =
        all(".github/workflows/release.yml", r"\{ target: ([a-z0-9_-]+), system: [a-z0-9.-]+, try: [a-z ]*bot \}");
    let built =
        column("target").into_iter().zip(column("bot")).filter(|(_, bot)| bot == "yes").map(|(target, _)| target);
    let with_wheel = built.filter(|target| !target.ends_with("-musl"));
    assert_eq!(sorted(tried), sorted(with_wheel.collect()));
}

#[test]
fn the_action_takes_its_token_and_its_inputs_by_the_environment() {
    let action = text("action.yml");
    let script = action.split("\n      run: ").skip(1).map(|rest| rest.split("\n\n    - ").next().unwrap());
    for script in script {
        assert!(!script.contains("${{"), "{script}");
    }
    assert_eq!(all("action.yml", r"(?m)^ +(.*inputs\.token.*)$"), ["GITHUB_TOKEN: ${{ inputs.token }}"]);
}

#[test]
fn every_target_is_released_and_has_its_package_of_npm() {
    let targets = sorted(column("target"));
    assert!(targets.contains(&"x86_64-unknown-linux-gnu".to_string()), "{targets:?}");
    assert_eq!(sorted(all(".github/workflows/release.yml", r"\{ target: ([a-z0-9_-]+),")), targets);

    let binaries = json("packages/npm/package.json")["optionalDependencies"].as_object().unwrap().clone();
    let names = column("npm").into_iter().map(|name| format!("@designlint/cli-{name}")).collect();
    assert_eq!(sorted(binaries.keys().cloned().collect()), sorted(names));
}

#[test]
fn every_platform_of_the_extension_is_one_that_it_can_be_packaged_for() {
    let known = all("vscode-extension/package.mjs", r"(?m)^  '([a-z0-9-]+)': \[\[");
    for platforms in column("vscode").iter().filter(|platforms| *platforms != "-") {
        for platform in platforms.split(',') {
            assert!(known.iter().any(|name| name == platform), "{platform} of {known:?}");
        }
    }
}
