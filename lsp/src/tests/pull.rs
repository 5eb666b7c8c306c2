//! Diagnostics that a client asks for.

use super::*;

fn ready() -> Client {
    Client::ready(json!({"capabilities": pulls()}))
}

fn pull(previous: Option<&Value>) -> Value {
    let mut params = of(URI);
    params["identifier"] = json!("designlint");
    if let Some(id) = previous {
        params["previousResultId"] = id.clone();
    }
    params
}

#[test]
fn a_report_is_full_once_and_then_unchanged_until_it_differs() {
    let client = ready();
    client.open(TEXT);
    let first = client.request("textDocument/diagnostic", pull(None));
    assert_eq!((&first["kind"], places(&first["items"])), (&json!("full"), expected_utf16()));
    let id = &first["resultId"];
    let unchanged = json!({"kind": "unchanged", "resultId": id});
    assert_eq!(client.request("textDocument/diagnostic", pull(Some(id))), unchanged);
    client.edit(2, json!([{"range": {"start": {"line": 9, "character": 0}, "end": {"line": 9, "character": 0}}, "text": "More.\n"}]));
    assert_eq!(client.request("textDocument/diagnostic", pull(Some(id))), unchanged);
    client.change(3, "# Cache\n");
    let last = client.request("textDocument/diagnostic", pull(Some(id)));
    assert_eq!((&last["kind"], &last["items"]), (&json!("full"), &json!([])));
    assert_ne!(&last["resultId"], id);
    client.notify("textDocument/didClose", of(URI));
    // Nothing was pushed in all that.
    assert_eq!(client.leave(), ["window/logMessage"; 1]);
}

#[test]
fn a_file_that_is_not_open_is_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("q7.md"), TEXT).unwrap();
    let client = ready();
    let at = |name: &str| of(&format!("file://{}/{name}", folder.path().to_str().unwrap()));
    let read = client.request("textDocument/diagnostic", at("q7.md"));
    assert_eq!(places(&read["items"]), expected_utf16());
    let mut again = at("q7.md");
    again["previousResultId"] = read["resultId"].clone();
    assert_eq!(client.request("textDocument/diagnostic", again)["kind"], "unchanged");
    std::fs::write(folder.path().join("q7.md"), [b'a', 0xff]).unwrap();
    assert_eq!(places(&client.request("textDocument/diagnostic", at("q7.md"))["items"]), ["0:1-0:1 unreadable-file"]);
    assert_eq!(client.request("textDocument/diagnostic", at("gone.md"))["items"], json!([]));
    assert_eq!(client.request("textDocument/diagnostic", of("untitled:Untitled-1")), json!({"error": -32602}));
    assert_eq!(client.request("textDocument/diagnostic", json!({})), json!({"error": -32602}));
    assert_eq!(client.leave(), [""; 0]);
}

#[test]
fn what_is_no_file_is_checked_and_keeps_its_address() {
    let client = Client::ready(json!({}));
    let addresses = [
        "untitled:Untitled-1",
        "file:///c%3A/docs/q7.md",
        "vscode-notebook-cell:/docs/a.ipynb#W0sZmlsZQ%3D%3D",
        "file:///my docs/é|{}.md",
    ];
    for address in addresses {
        client.open_at(address, TEXT);
        let published = client.published();
        assert_eq!((&published["uri"], places(&published["diagnostics"])), (&json!(address), expected_utf16()));
    }
    assert_eq!(client.leave(), [""; 0]);
}

#[test]
fn only_what_was_saved_is_shown_to_who_wants_that() {
    let options = json!({"run": "onSave"});
    let capabilities =
        json!({"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}});
    let client = Client::ready(json!({"capabilities": capabilities, "initializationOptions": options}));
    client.open(TEXT);
    let first = client.request("textDocument/diagnostic", pull(None));
    assert_eq!(places(&first["items"]), expected_utf16());
    client.change(2, "");
    let id = &first["resultId"];
    assert_eq!(client.request("textDocument/diagnostic", pull(Some(id)))["kind"], "unchanged");
    client.save();
    client.asked("workspace/diagnostic/refresh", Value::Null);
    assert_eq!(client.request("textDocument/diagnostic", pull(Some(id)))["items"], json!([]));
    let pushed = Client::ready(json!({"initializationOptions": options}));
    pushed.open("");
    assert_eq!(pushed.published()["diagnostics"], json!([]));
    pushed.change(2, "x");
    pushed.change(3, TEXT);
    pushed.save();
    let published = pushed.published();
    assert_eq!((&published["version"], places(&published["diagnostics"])), (&json!(3), expected_utf16()));
}
