//! What goes wrong is said, and the session goes on.

use designlint_core::{Context, Family, Finding, RuleEntry, RuleMeta, Severity};

use super::*;

#[test]
fn edits_outside_the_text_are_moved_inside_and_said() {
    let client = Client::ready(json!({}));
    client.open("# Cache\n");
    client.published();
    let position = |line, character| json!({"line": line, "character": character});
    client.edit(2, json!([{"range": {"start": position(70, 1), "end": position(90, 0)}, "text": "\n😀 the pool takes 7 x 6 MB = 43 MB. <!-- designlint-disable-line kv-byte -->\n"}]));
    let told = client.told("window/logMessage");
    assert_eq!(
        told["message"],
        "file:///docs/q7.md: the range 70:1-90:0 of a change lies outside the text, which has 2 lines; what designlint checks may differ from what you see until you reopen it"
    );
    assert_eq!(places(&client.published()["diagnostics"]), expected_utf16());
    client.edit(3, json!({"no": "list"}));
    assert!(client.told("window/logMessage")["message"].as_str().unwrap().contains("its changes cannot be read"));
    client.edit(4, json!([{"range": {"start": 3}, "text": "x"}]));
    assert!(client.told("window/logMessage")["message"].as_str().unwrap().contains("cannot be read"));
    let published = client.published();
    assert_eq!((&published["version"], places(&published["diagnostics"])), (&json!(4), expected_utf16()));
    assert_eq!(client.leave(), [""; 0]);
}

static META: RuleMeta = RuleMeta {
    name: "falls-over",
    family: Family::Arithmetic,
    severity: Severity::Info,
    preview: false,
    docs: "Fails.",
    file: file!(),
};

fn falls_over(cx: &Context<'_>) -> Vec<Finding> {
    assert!(!cx.document.source.text().contains("fall"), "what a fall");
    Vec::new()
}

#[test]
fn a_rule_that_panics_is_a_finding_and_said_once() {
    let engine = |entry: &&RuleEntry| entry.meta.family == Family::Engine;
    let rules = designlint_rules::ALL.iter().filter(engine).copied();
    let own = RuleEntry { meta: &META, check: falls_over, configure: |_| Err(String::new()) };
    let rules: &'static [RuleEntry] = rules.chain([own]).collect::<Vec<_>>().leak();
    let client = Client::with(Parts { rules, ..Parts::default() }).initialized(json!({}));
    client.open("fall\n");
    let published = client.published();
    let found = &published["diagnostics"][0];
    assert_eq!((&found["code"], published["diagnostics"].as_array().unwrap().len()), (&json!("internal-error"), 1));
    assert!(found["message"].as_str().unwrap().contains("falls-over"), "{found}");
    let told = client.told("window/logMessage");
    assert_eq!(told["message"], format!("{URI}: {}", found["message"].as_str().unwrap().lines().next().unwrap()));
    client.change(2, "fall again\n");
    assert_eq!(client.published()["diagnostics"][0]["code"], "internal-error");
    client.change(3, "stand\n");
    assert_eq!(client.published()["diagnostics"], json!([]));
    assert_eq!(client.leave(), [""; 0]);
}

#[test]
fn a_feature_that_panics_is_an_error_and_said() {
    let answer: fn(Asked<'_>, &str, Value) -> Option<Result<Value, ResponseError>> = |_, method, _| match method {
        "textDocument/hover" => panic!("what a fall"),
        _ => None,
    };
    let client = Client::with(Parts { rules: &[], answer, document_of: any_document }).initialized(json!({}));
    client.open("x\n");
    let at = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}});
    assert_eq!(client.request("textDocument/hover", at.clone()), json!({"error": -32603}));
    assert_eq!(
        client.told("window/showMessage")["message"],
        format!("designlint failed on textDocument/hover for {URI}; please report it")
    );
    assert_eq!(client.request("textDocument/definition", at), json!({"error": -32601}));
    client.change(2, "y\n");
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
}
