//! Diagnostics of a whole workspace.

use std::fs;

use super::*;

struct Tree(tempfile::TempDir);

impl Tree {
    fn new() -> Self {
        let tree = Self(tempfile::tempdir().unwrap());
        for (file, text) in
            [("a/q7.md", TEXT), ("a/fine.md", "# Fine\n"), ("b/my q8.markdown", TEXT), ("b/x.txt", TEXT)]
        {
            tree.write(file, text);
        }
        tree
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}/{}", self.0.path().to_str().unwrap(), file.replace(' ', "%20"))
    }

    fn folder(&self, name: &str) -> Value {
        json!({"uri": self.uri(name), "name": name})
    }

    /// A client with one folder of two, whose files it watches or not.
    fn client(&self, watches: bool) -> Client {
        let watched = json!({"dynamicRegistration": watches});
        let capabilities = json!({"textDocument": {"diagnostic": {}}, "workspace": {"didChangeWatchedFiles": watched}});
        Client::ready(json!({"capabilities": capabilities, "workspaceFolders": [self.folder("a")]}))
    }

    /// `file code code ...` for each report.
    fn shown(&self, items: &Value) -> Vec<String> {
        let line = |item: &Value| {
            assert_eq!((&item["kind"], &item["version"]), (&json!("full"), &Value::Null));
            let codes = item["items"].as_array().unwrap().iter().map(|d| d["code"].as_str().unwrap());
            let file = item["uri"].as_str().unwrap().replace(&self.uri(""), "");
            [file.as_str()].into_iter().chain(codes).collect::<Vec<_>>().join(" ")
        };
        items.as_array().unwrap().iter().map(line).collect()
    }
}

/// The ids of the results in reports.
fn ids(items: &Value) -> Value {
    items.as_array().unwrap().iter().map(|item| json!({"uri": item["uri"], "value": item["resultId"]})).collect()
}

const FOUND: &str = " arith-mismatch suppression-without-reason unknown-suppression";

#[test]
fn all_files_of_all_folders_that_are_not_open() {
    let tree = Tree::new();
    let client = tree.client(false);
    let pull = || client.request("workspace/diagnostic", json!({"previousResultIds": []}));
    let q7 = format!("a/q7.md{FOUND}");
    assert_eq!(tree.shown(&pull()["items"]), ["a/fine.md".to_owned(), q7.clone()]);
    let change = |added: Value, removed: Value| {
        client.notify("workspace/didChangeWorkspaceFolders", json!({"event": {"added": added, "removed": removed}}));
    };
    change(json!([tree.folder("b")]), json!([]));
    let q8 = format!("b/my%20q8.markdown{FOUND}");
    assert_eq!(tree.shown(&pull()["items"]), ["a/fine.md".to_owned(), q7, q8.clone()]);
    client.open_at(&tree.uri("a/fine.md"), TEXT);
    tree.write("designlint.yaml", "exclude: [a/q7.md]\n");
    change(json!([]), json!([]));
    assert_eq!(tree.shown(&pull()["items"]), [q8]);
    change(json!([]), json!([tree.folder("b")]));
    assert_eq!(tree.shown(&pull()["items"]), [""; 0]);
}

#[test]
fn only_what_differs_is_told_and_what_is_gone_is_cleared() {
    let tree = Tree::new();
    let client = tree.client(false);
    let first = client.request("workspace/diagnostic", json!({"previousResultIds": []}));
    let previous = ids(&first["items"]);
    let again = client.request("workspace/diagnostic", json!({"previousResultIds": previous}));
    assert_eq!(again["items"], json!([]));
    fs::remove_file(tree.0.path().join("a/q7.md")).unwrap();
    tree.write("a/new.md", TEXT);
    let last = client.request("workspace/diagnostic", json!({"previousResultIds": previous}));
    assert_eq!(tree.shown(&last["items"]), [format!("a/new.md{FOUND}"), "a/q7.md".to_owned()]);
}

#[test]
fn a_request_that_brings_nothing_new_waits_for_a_change() {
    let tree = Tree::new();
    let client = tree.client(true);
    let first = client.request("workspace/diagnostic", json!({"previousResultIds": []}));
    let params = json!({"previousResultIds": ids(&first["items"])});
    let (waits, cancelled) =
        (client.ask("workspace/diagnostic", params.clone()), client.ask("workspace/diagnostic", params));
    client.notify("$/cancelRequest", json!({"id": cancelled}));
    assert_eq!(client.answer(cancelled), json!({"error": -32800}));
    tree.write("a/fine.md", TEXT);
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": tree.uri("a/fine.md"), "type": 2}]}));
    assert_eq!(tree.shown(&client.answer(waits)["items"]), [format!("a/fine.md{FOUND}")]);
}

#[test]
fn parts_are_sent_as_they_come() {
    let tree = Tree::new();
    let client = tree.client(false);
    let id = client.ask("workspace/diagnostic", json!({"previousResultIds": [], "partialResultToken": "t"}));
    for expected in ["a/fine.md".to_owned(), format!("a/q7.md{FOUND}")] {
        let part = client.told("$/progress");
        assert_eq!((&part["token"], tree.shown(&part["value"]["items"])), (&json!("t"), vec![expected]));
    }
    assert_eq!(client.answer(id), json!({"items": []}));
}
