//! Code actions as clients ask for them.

use designlint_core::{Kind, Settings, check};
use designlint_document::{Document, Source};
use designlint_rules::packs;
use serde_json::{Value, json};

use crate::features::testing::Session;

/// The actions at a piece of the text, of these kinds.
fn actions(session: &Session, piece: &str, only: Value) -> Vec<Value> {
    let params = json!({"range": session.range(piece), "context": {"diagnostics": [], "only": only}});
    session.ask("textDocument/codeAction", params).as_array().unwrap().clone()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|a| a["title"].as_str().unwrap()).collect()
}

/// The text after the action with this title.
fn done(session: &Session, actions: &[Value], title: &str) -> String {
    let action = actions.iter().find(|a| a["title"] == title).unwrap_or_else(|| panic!("{:?}", titles(actions)));
    session.after(&action["edit"])
}

const WRONG: &str = "数😀 12 x 64 = 770 rows.\r\n\r\n数😀 2.5 x 64 = 190 rows.\r\n";

#[test]
fn a_safe_fix_is_preferred_and_an_unsafe_one_says_so() {
    let session = Session::notes(WRONG);
    let safe = actions(&session, "770", json!(["quickfix"]));
    assert_eq!(titles(&safe), ["write 768", "hide `arith-mismatch` here with a reason"]);
    assert_eq!((&safe[0]["isPreferred"], &safe[0]["kind"]), (&json!(true), &json!("quickfix")));
    assert_eq!(done(&session, &safe, "write 768"), WRONG.replace("770", "768"));
    let other = actions(&session, "190", json!(["quickfix"]));
    assert_eq!(titles(&other), ["write 160 (unsafe)", "hide `arith-mismatch` here with a reason"]);
    assert_eq!(other[0]["isPreferred"], false);
    assert_eq!(done(&session, &other, "write 160 (unsafe)"), WRONG.replace("190", "160"));
}

#[test]
fn an_action_names_the_finding_that_the_client_sent() {
    let session = Session::notes(WRONG);
    let finding = json!({"range": session.range("12 x 64 = 770"), "code": "arith-mismatch", "message": "x"});
    let other = json!({"range": session.range("2.5 x 64 = 190"), "code": "arith-mismatch", "message": "y"});
    let context = json!({"diagnostics": [finding, other], "only": ["quickfix"]});
    let params = json!({"range": session.range("770"), "context": context});
    let offered = session.ask("textDocument/codeAction", params);
    assert_eq!(offered[0]["diagnostics"], json!([finding]));
    assert_eq!(offered[1]["diagnostics"], json!([finding]));
}

#[test]
fn edits_carry_the_version_where_the_client_takes_it() {
    let mut session = Session::notes(WRONG);
    session.abilities.versioned_edits = true;
    let offered = actions(&session, "770", json!(["quickfix"]));
    let edit = &offered[0]["edit"];
    assert_eq!(edit.get("changes"), None);
    assert_eq!(edit["documentChanges"][0]["textDocument"], json!({"uri": "untitled:Untitled-1", "version": 7}));
    assert_eq!(session.edited(&edit["documentChanges"][0]["edits"]), WRONG.replace("770", "768"));
}

#[test]
fn kinds_are_filtered_as_they_nest() {
    let session = Session::notes(WRONG);
    let kinds = |only: Value| {
        let mut kinds: Vec<String> =
            actions(&session, "770", only).iter().map(|a| a["kind"].as_str().unwrap().to_owned()).collect();
        kinds.dedup();
        kinds
    };
    assert_eq!(kinds(json!(["source"])), ["source.fixAll.designlint"]);
    assert_eq!(kinds(json!(["source.fixAll"])), ["source.fixAll.designlint"]);
    assert_eq!(kinds(json!(["source.fixAll.designlint.more"])), [""; 0]);
    assert_eq!(kinds(json!(["source.fixAl"])), [""; 0]);
    assert_eq!(kinds(json!(null)), ["quickfix", "source.fixAll.designlint"]);
}

#[test]
fn all_safe_fixes_at_once_converge_as_the_command_line_does() {
    let text = "12 x 64 = 770.\r\n\r\n数😀 4,096 x 8 = 32,786. 2.5 x 64 = 190.\r\n\r\n<!-- designlint-disable-next-line kv-bytes: x -->\r\n7 x 6 = 43.\r\n";
    let mut session = Session::notes(text);
    let whole = actions(&session, "12", json!(["source.fixAll"]));
    assert_eq!(titles(&whole), ["apply all safe fixes of designlint"]);
    let expected = "12 x 64 = 768.\r\n\r\n数😀 4,096 x 8 = 32,768. 2.5 x 64 = 190.\r\n\r\n7 x 6 = 42.\r\n";
    assert_eq!(session.after(&whole[0]["edit"]), expected);
    session.abilities.lazy_edits = true;
    let lazy = actions(&session, "12", json!(["source.fixAll"])).remove(0);
    assert_eq!(lazy.get("edit"), None);
    let resolved = session.ask("codeAction/resolve", lazy.clone());
    assert_eq!(session.after(&resolved["edit"]), expected);
    let mut stale = lazy;
    stale["data"]["version"] = json!(8);
    assert_eq!(session.ask("codeAction/resolve", stale)["code"], -32801);
    assert_eq!(actions(&Session::notes("2 x 3 = 6.\n"), "2", json!(["source"])), [""; 0]);
}

#[test]
fn a_result_that_holds_only_nearly_can_be_written_as_computed() {
    let session = Session::notes("数 33.61 s / 3,710 = 9.05 ms, and 2 x 3 = 6.\n");
    let offered = actions(&session, "9.05 ms", json!(["refactor"]));
    assert_eq!(titles(&offered), ["write 9.06 ms, the computed value, for 9.05 ms"]);
    assert_eq!(session.after(&offered[0]["edit"]), session.text().replace("9.05", "9.06"));
    assert_eq!(actions(&session, "2 x 3", json!(["refactor"])), [""; 0]);
}

#[test]
fn one_value_is_used_everywhere_in_the_style_of_each_place() {
    let text = "```yaml\r\nrequest_timeout: 1_500 ms\r\n```\r\n\r\n数😀 The request timeout is 2.0 s.\r\n";
    let session = Session::notes(text);
    let first = actions(&session, "1_500", json!(["refactor.rewrite"]));
    assert_eq!(titles(&first), ["use 1_500 ms for `request_timeout` everywhere (line 5)"]);
    assert_eq!(session.after(&first[0]["edit"]), text.replace("2.0 s", "1.5 s"));
    let second = actions(&session, "2.0 s", json!(["refactor.rewrite"]));
    assert_eq!(session.after(&second[0]["edit"]), text.replace("1_500", "2_000"));
}

#[test]
fn a_number_that_stands_for_a_name_takes_its_value() {
    let text = "```text\nlayers = 96\nwidth = 1,024\nall = 2 x layers x width = 2 x 80 x 1,024 = 163,840\n```\n";
    let session = Session::notes(text);
    let offered = actions(&session, "96", json!(["refactor.rewrite"]));
    assert_eq!(titles(&offered), ["use 96 for `layers` everywhere (line 4)"]);
    assert_eq!(session.after(&offered[0]["edit"]), text.replace("80", "96"));
}

#[test]
fn a_comment_about_designlint_itself_is_not_hidden() {
    let session = Session::notes("a <!-- designlint-disable-line bare-result: x -->\n");
    let offered = actions(&session, "designlint", json!(["quickfix"]));
    assert_eq!(titles(&offered), ["remove the comment"]);
}

/// What is found in a text, by rule.
fn found(text: &str) -> Vec<String> {
    let settings = Settings {
        knowledge: packs::knowledge(),
        profiles: packs::profiles(),
        kind_from_command_line: Some(Kind::Design.name().to_owned()),
        ..Settings::default()
    };
    let report = check(Document::parse(Source::new(text)), &settings, designlint_rules::ALL);
    let source = &report.document.source;
    let shown = |d: &designlint_core::Diagnostic| format!("{} {}", d.rule, source.slice(d.finding.span));
    report.diagnostics.iter().map(shown).collect()
}

#[test]
fn a_hidden_finding_is_hidden_and_asks_for_its_reason() {
    let wrong = "12 x 64 = 770";
    for text in [
        "数 12 x 64 = 770.\n",
        "> - 12 x 64 = 770\n>   and more\n",
        "1. ```text\n   12 x 64 = 770\n   ```\n2. b\n",
        "| a | b |\r\n|---|---|\r\n| 数 | 12 x 64 = 770 |\r\n| c | d |\r\n",
        "## 12 x 64 = 770\n\n- a\n",
    ] {
        let session = Session::of(Kind::Design, text);
        let offered = actions(&session, wrong, json!(["quickfix"]));
        let hidden = done(&session, &offered, "hide `arith-mismatch` here with a reason");
        let before = found(text);
        let after = found(&hidden);
        assert!(before.contains(&format!("arith-mismatch {wrong}")), "{text}: {before:?}");
        assert!(!after.iter().any(|f| f.starts_with("arith-mismatch")), "{hidden}: {after:?}");
        let reasons = after.iter().filter(|f| f.starts_with("suppression-without-reason")).count();
        assert_eq!((reasons, after.len()), (1, before.len()), "{hidden}: {after:?}");
        assert_eq!(found(&hidden.replace("TODO say why", "as measured")).len(), before.len() - 1, "{hidden}");
    }
}
