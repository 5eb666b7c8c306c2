//! Diagnostics that the server pushes, to clients that do not ask.

use super::*;

/// The width of a character in an encoding.
type Width = fn(char) -> usize;

#[test]
fn pushes_what_check_says_at_the_places_it_says() {
    let widths: [(&str, Width); 3] = [("utf-8", char::len_utf8), ("utf-16", char::len_utf16), ("utf-32", |_| 1)];
    for (encoding, width) in widths {
        let client = Client::ready(json!({"capabilities": {"general": {"positionEncodings": [encoding]}}}));
        client.open(TEXT);
        let published = client.published();
        assert_eq!((&published["uri"], &published["version"]), (&json!(URI), &json!(1)));
        assert_eq!(places(&published["diagnostics"]), expected(TEXT, width), "{encoding}");
        assert_eq!(client.leave(), [""; 0]);
    }
}

#[test]
fn a_change_is_checked_and_a_close_clears() {
    let client = Client::ready(json!({}));
    client.open("");
    assert_eq!(client.published(), json!({"uri": URI, "version": 1, "diagnostics": []}));
    client.change(2, TEXT);
    let published = client.published();
    assert_eq!((&published["version"], places(&published["diagnostics"])), (&json!(2), expected_utf16()));
    client.notify("textDocument/didClose", of(URI));
    assert_eq!(client.published(), json!({"uri": URI, "diagnostics": []}));
    client.notify("textDocument/didClose", of(URI));
    client.change(3, TEXT);
    let told = client.told("window/logMessage");
    assert_eq!(told, json!({"type": 1, "message": "file:///docs/q7.md was changed, and it is not open"}));
    assert_eq!(client.leave(), [""; 0]);
}

#[test]
fn only_what_has_changed_is_sent_and_the_rest_is_kept() {
    let client = Client::ready(json!({}));
    client.open(TEXT);
    let first = client.published();
    // The line moves down, and an emoji is put before it.
    let start = |line, character| json!({"line": line, "character": character});
    client.edit(
        2,
        json!([
            {"range": {"start": start(0, 0), "end": start(0, 0)}, "text": "# 日本\r\n\r"},
            {"range": {"start": start(4, 0), "end": start(4, 0)}, "text": "👍🏽"},
        ]),
    );
    let second = client.published();
    let moved = expected(&TEXT.replace("😀", "👍🏽😀").replace("# Cache", "# 日本\r\n\r# Cache"), char::len_utf16);
    assert_eq!(places(&second["diagnostics"]), moved);
    assert_eq!(first["diagnostics"].as_array().unwrap().len(), moved.len());
}

#[test]
fn the_last_of_many_changes_is_checked_in_the_end() {
    let client = Client::ready(json!({}));
    client.open(TEXT);
    for version in 2..=50 {
        client.change(version, "");
    }
    let mut last = client.published();
    while last["version"] != json!(50) {
        last = client.published();
    }
    assert_eq!(last["diagnostics"], json!([]));
}

#[test]
fn a_diagnostic_holds_what_the_client_shows_and_no_more() {
    let text =
        "The pool has 7 blocks of 6 MB, so 7 x 6 MB = 43 MB.\n\nx <!-- designlint-disable-line kv-bytes: y -->\n";
    let plain = Client::ready(json!({}));
    plain.open(text);
    let fields = |d: &Value| d.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let published = plain.published();
    assert_eq!(fields(&published["diagnostics"][0]), ["range", "severity", "code", "source", "message"]);
    let shows = json!({"relatedInformation": true, "codeDescriptionSupport": true, "dataSupport": true,
        "tagSupport": {"valueSet": [1, 2]}});
    let rich = Client::ready(json!({"capabilities": {"textDocument": {"publishDiagnostics": shows}}}));
    rich.open(text);
    let published = rich.published();
    let [wrong, unused] = published["diagnostics"].as_array().unwrap().as_slice() else { panic!("{published}") };
    assert_eq!((&wrong["code"], &wrong["tags"]), (&json!("arith-mismatch"), &Value::Null));
    assert_eq!(wrong["codeDescription"]["href"], "https://designlint.github.io/designlint/rules/arith-mismatch.html");
    assert_eq!(wrong["data"]["fix"], json!({"title": "write 42 MB", "safety": "safe"}));
    assert_eq!(wrong["data"]["fingerprint"].as_str().map(str::len), Some(16));
    assert_eq!((&unused["code"], &unused["tags"]), (&json!("unused-suppression"), &json!([1])));
}

#[test]
fn related_places_are_named() {
    let text = "The model has 30 layers, 9 query heads and 3 key/value heads of dimension 64, in float16 of 2 bytes.\n\n    kv_bytes_per_token = 2 x 30 x 9 x 64 x 2 B = 69,120 B\n";
    let shows = json!({"textDocument": {"publishDiagnostics": {"relatedInformation": true}}});
    let client = Client::ready(json!({"capabilities": shows}));
    client.open(text);
    let published = client.published();
    let found = published["diagnostics"].as_array().unwrap().iter().find(|d| d["code"] == "kv-bytes").unwrap();
    let related = found["relatedInformation"].as_array().unwrap();
    let heads = related.iter().find(|r| r["message"] == "the number of key/value heads is 3 here").unwrap();
    assert_eq!((&heads["location"]["uri"], &heads["location"]["range"]["start"]["line"]), (&json!(URI), &json!(0)));
}
