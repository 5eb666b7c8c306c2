//! The configuration of documents and the settings of the client.

use std::fs;

use super::*;

/// A folder with a blank in its name, its parent's configuration file, and the address of a document in it.
fn folder() -> (tempfile::TempDir, std::path::PathBuf, String) {
    let folder = tempfile::tempdir().unwrap();
    let (docs, config) = (folder.path().join("my docs"), folder.path().join("designlint.yaml"));
    fs::create_dir(&docs).unwrap();
    let uri = format!("file://{}/q7.md", docs.to_str().unwrap().replace(' ', "%20"));
    (folder, config, uri)
}

#[test]
fn the_configuration_beside_a_file_holds_and_a_broken_one_is_told_once() {
    let (_folder, config, uri) = folder();
    let client = Client::ready(json!({}));
    client.open_at(&uri, TEXT);
    assert_eq!(places(&client.published()["diagnostics"]), expected_utf16());
    fs::write(&config, "exclude: [\"my docs/**\"]\n").unwrap();
    client.open_at(&uri, TEXT);
    assert_eq!(client.published()["diagnostics"], json!([]));
    fs::write(&config, "kind: dessign\n").unwrap();
    client.open_at(&uri, TEXT);
    let told = client.told("window/showMessage");
    assert_eq!(told["type"], json!(1));
    assert!(told["message"].as_str().unwrap().contains("designlint.yaml:1:7: "), "{told}");
    assert_eq!(client.published()["diagnostics"], json!([]));
    client.open_at(&uri, TEXT);
    assert_eq!(client.published()["diagnostics"], json!([]));
    client.open_at("untitled:Untitled-1", TEXT);
    assert_eq!(places(&client.published()["diagnostics"]), expected_utf16());
    assert_eq!(client.leave(), [""; 0]);
}

#[test]
fn files_are_watched_and_a_change_is_checked_and_refreshed() {
    let (folder, config, uri) = folder();
    let refreshes = json!({"refreshSupport": true});
    let capabilities = json!({"textDocument": {"diagnostic": {}}, "workspace": {
        "didChangeWatchedFiles": {"dynamicRegistration": true}, "diagnostics": refreshes, "inlayHint": refreshes}});
    let client = Client::ready(json!({"capabilities": capabilities}));
    let registered = client.asked("client/registerCapability", Value::Null);
    assert_eq!(registered["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    assert_eq!(
        registered["registrations"][0]["registerOptions"]["watchers"],
        json!([{"globPattern": "**/*.{yaml,yml}"}, {"globPattern": "**/*.{md,markdown}"}])
    );
    client.open_at(&uri, TEXT);
    assert_eq!(places(&client.request("textDocument/diagnostic", of(&uri))["items"]), expected_utf16());
    let rewrite = |path: &Path, text: &str| {
        fs::write(path, text).unwrap();
        let uri = format!("file://{}", path.to_str().unwrap());
        client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri, "type": 2}]}));
        client.asked("workspace/diagnostic/refresh", Value::Null);
        client.asked("workspace/inlayHint/refresh", Value::Null);
        places(&client.request("textDocument/diagnostic", of(&uri_of(folder.path())))["items"])
    };
    assert_eq!(
        rewrite(&config, "rules: {arith-mismatch: off, unknown-suppression: off, suppression-without-reason: off}\n"),
        [""; 0]
    );
    assert_eq!(rewrite(&config, "profiles: [ours.yaml]\n"), [""; 0]);
    assert!(client.told("window/showMessage")["message"].as_str().unwrap().contains("no file `ours.yaml`"));
    let profile = folder.path().join("ours.yaml");
    assert_eq!(rewrite(&profile, "id: ours\nlike: notes\nrules: {arith-mismatch: info}\n"), expected_utf16());
}

#[test]
fn a_configuration_above_the_workspace_is_watched_where_the_client_can() {
    let (folder, _, uri) = folder();
    let root = uri.trim_end_matches("/q7.md");
    let watched = json!({"dynamicRegistration": true, "relativePatternSupport": true});
    let client = Client::ready(json!({"capabilities": {"workspace": {"didChangeWatchedFiles": watched}},
        "workspaceFolders": [{"uri": root, "name": "docs"}]}));
    let registered = client.asked("client/registerCapability", Value::Null);
    assert_eq!(registered["registrations"][0]["id"], "designlint-above");
    let watchers = &registered["registrations"][0]["registerOptions"]["watchers"];
    let parent = format!("file://{}", folder.path().to_str().unwrap());
    let pattern = |folder: &str| json!({"globPattern": {"baseUri": folder, "pattern": "*.{yaml,yml}"}});
    assert_eq!(watchers[0], pattern("file:///"));
    assert_eq!(watchers[watchers.as_array().unwrap().len() - 1], pattern(&parent));
    assert_eq!(registered["registrations"][1]["id"], "designlint-files");
    let other = json!({"added": [{"uri": "file:///other/docs", "name": "b"}], "removed": [{"uri": root, "name": "a"}]});
    client.notify("workspace/didChangeWorkspaceFolders", json!({"event": other}));
    let gone = client.asked("client/unregisterCapability", Value::Null);
    assert_eq!(gone["unregisterations"][0]["id"], "designlint-above");
    let registered = client.asked("client/registerCapability", Value::Null);
    assert_eq!(
        registered["registrations"][0]["registerOptions"]["watchers"],
        json!([pattern("file:///"), pattern("file:///other")])
    );
}

#[test]
fn a_configuration_that_nobody_watches_holds_from_the_next_edit_on() {
    let (_folder, config, uri) = folder();
    let client = Client::ready(json!({}));
    client.open_at(&uri, TEXT);
    assert_eq!(places(&client.published()["diagnostics"]), expected_utf16());
    let edit = |version: i32| {
        let changes = json!([{"text": TEXT}]);
        let document = json!({"uri": uri, "version": version});
        client.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
        places(&client.published()["diagnostics"])
    };
    fs::write(&config, "exclude: [\"my docs/**\"]\n").unwrap();
    assert_eq!(edit(2), [""; 0]);
    fs::remove_file(&config).unwrap();
    assert_eq!(edit(3), expected_utf16());
}

fn uri_of(folder: &Path) -> String {
    format!("file://{}/my%20docs/q7.md", folder.to_str().unwrap())
}

#[test]
fn a_client_without_refresh_is_pushed_to_again() {
    let (_folder, config, uri) = folder();
    let client = Client::ready(json!({}));
    client.open_at(&uri, TEXT);
    assert_eq!(places(&client.published()["diagnostics"]), expected_utf16());
    fs::write(&config, "exclude: [\"my docs/**\"]\n").unwrap();
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    assert_eq!(client.published()["diagnostics"], json!([]));
    // What is the same is not pushed again.
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    assert_eq!(client.leave(), [""; 0]);
}

#[test]
fn files_that_a_document_names_are_looked_for() {
    let (folder, _, uri) = folder();
    fs::create_dir(folder.path().join(".git")).unwrap();
    let text = "---\nkind: design\n---\n\n# Kueue\n\n## Problem\n\nWho waits.\n\n## Interfaces\n\n| Interface | Contract |\n|---|---|\n| gateway to engine | `contracts/a.yaml` |\n\n## Decision\n\nWe take it.\n";
    let client = Client::ready(json!({}));
    let missing = |published: Value| {
        places(&published["diagnostics"]).into_iter().filter(|line| line.ends_with("contract-file-missing")).count()
    };
    client.open_at(&uri, text);
    assert_eq!(missing(client.published()), 1);
    fs::create_dir(folder.path().join("contracts")).unwrap();
    fs::write(folder.path().join("contracts/a.yaml"), "").unwrap();
    client.notify("textDocument/didSave", of(&uri));
    assert_eq!(missing(client.published()), 0);
}

#[test]
fn the_client_switches_it_off_and_names_a_configuration() {
    let (folder, _, uri) = folder();
    fs::write(folder.path().join("other.yaml"), "rules: {arith-mismatch: off, unknown-suppression: off}\n").unwrap();
    let root = format!("file://{}", folder.path().to_str().unwrap());
    let client = Client::ready(json!({"rootUri": root, "initializationOptions": {"configPath": "other.yaml"}}));
    client.open_at(&uri, TEXT);
    assert!(places(&client.published()["diagnostics"]).iter().all(|line| line.ends_with("suppression-without-reason")));
    let set = |settings: Value| {
        client.notify("workspace/didChangeConfiguration", json!({"settings": {"designlint": settings}}))
    };
    set(json!({"configPath": ""}));
    assert_eq!(places(&client.published()["diagnostics"]), expected_utf16());
    set(json!({"configPath": "", "enable": false, "trace": {"server": "off"}}));
    assert_eq!(client.published()["diagnostics"], json!([]));
    set(json!({"enable": "maybe"}));
    let told = client.told("window/showMessage");
    assert!(told["message"].as_str().unwrap().starts_with("the settings `designlint` are wrong: "), "{told}");
    assert_eq!(client.leave(), [""; 0]);
}

#[test]
fn a_client_is_asked_for_its_configuration() {
    let workspace = json!({"configuration": true, "didChangeConfiguration": {"dynamicRegistration": true}});
    let client = Client::ready(json!({"capabilities": {"workspace": workspace}}));
    let registered = client.asked("client/registerCapability", Value::Null);
    assert_eq!(
        registered["registrations"],
        json!([{"id": "designlint-configuration", "method": "workspace/didChangeConfiguration", "registerOptions": {"section": "designlint"}}])
    );
    let asked = client.asked("workspace/configuration", json!([null]));
    assert_eq!(asked, json!({"items": [{"section": "designlint"}]}));
    client.open(TEXT);
    assert_eq!(places(&client.published()["diagnostics"]), expected_utf16());
    client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    client.asked("workspace/configuration", json!([{"enable": false}]));
    assert_eq!(client.published()["diagnostics"], json!([]));
}
