//! The snippets of the extension for VS Code, filled in with what stands in their placeholders: they are the tables that the
//! rules read, and nothing is found in them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where a snippet is missing")]

mod common;

use std::fs;

use common::{lines, report, root};
use designlint_core::{Kind, Report};
use designlint_facts::{ContractKind, Due};
use serde_json::Value;

/// The text of a snippet: what each placeholder proposes, and nothing for the last place of the cursor.
fn filled(name: &str) -> String {
    let file = fs::read_to_string(root("vscode-extension/snippets/markdown.json")).unwrap();
    let snippets: Value = serde_json::from_str(&file).unwrap();
    let body = snippets[name]["body"].as_array().unwrap_or_else(|| panic!("no snippet `{name}`"));
    let body: Vec<&str> = body.iter().map(|line| line.as_str().unwrap()).collect();
    let body = body.join("\n");
    let (text, rest) = expanded(&body);
    assert_eq!(rest, "", "{name}");
    text
}

/// What a text says with its placeholders filled in, up to a brace that closes one around it; and what stands behind.
fn expanded(text: &str) -> (String, &str) {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '}' => return (out, rest),
            '\\' => {
                let escaped = rest.chars().next().unwrap();
                out.push(escaped);
                rest = &rest[escaped.len_utf8()..];
            }
            '$' if rest.starts_with('{') => {
                let (_, inside) = rest.split_once(':').unwrap();
                let (proposed, behind) = expanded(inside);
                out += &proposed;
                rest = behind;
            }
            '$' => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                out += match &rest[..end] {
                    "CURRENT_YEAR" => "2026",
                    "CURRENT_MONTH" => "05",
                    "CURRENT_DATE" => "04",
                    "0" => "",
                    other => panic!("the variable {other}"),
                };
                rest = &rest[end..];
            }
            c => out.push(c),
        }
    }
    (out, rest)
}

/// A design of which the snippets are the tables.
fn design() -> String {
    let sections = [
        ("Problem", "Clients of the gateway wait 6 s at the peak, and 500 ms are promised.".to_owned()),
        ("Options", filled("Options")),
        ("Interfaces", filled("Interfaces")),
        ("Failure modes", filled("Failure modes")),
        ("Latency budget", format!("The promise at p95 is 300 ms.\n\n{}", filled("Latency budget"))),
        ("Rollout", filled("Rollout")),
        ("Open questions", filled("Open questions")),
    ];
    let sections = sections.iter().map(|(title, text)| format!("\n## {title}\n\n{}\n", text.trim_end()));
    ["---\nkind: design\n---\n\n# Limits\n".to_owned()].into_iter().chain(sections).collect()
}

fn of(section: &str) -> Report {
    report(&format!("---\nkind: design\n---\n\n## {section}\n\n{}\n", filled(section)))
}

#[test]
fn a_design_of_snippets_is_silent() {
    let report = report(&design());
    assert_eq!(report.kind.0, Kind::Design);
    assert_eq!(lines(&report), "", "{}", design());
}

#[test]
fn every_snippet_is_tried() {
    let file = fs::read_to_string(root("vscode-extension/snippets/markdown.json")).unwrap();
    let snippets: Value = serde_json::from_str(&file).unwrap();
    let names: Vec<&String> = snippets.as_object().unwrap().keys().collect();
    let design = design();
    for name in names {
        assert!(design.contains(filled(name).trim_end()), "{name}");
        assert!(!filled(name).contains('$') || filled(name).contains("$50"), "{name}");
    }
}

#[test]
fn failures_have_a_detection_and_what_users_see() {
    let report = of("Failure modes");
    let [mode] = report.facts.failure_modes.as_slice() else { panic!("{:?}", report.facts.failure_modes) };
    assert_eq!(mode.failure.text, "gateway down");
    assert_eq!(mode.detection.as_ref().unwrap().text, "`probe_success == 0` for 1 min, from the prober outside");
    assert_eq!(mode.degradation.as_ref().unwrap().text, "connection refused; clients retry for 60 s");
}

#[test]
fn options_have_numbers_and_the_choice_has_a_cost() {
    let report = of("Options");
    let [options] = report.facts.options.as_slice() else { panic!("{:?}", report.facts.options) };
    let names: Vec<&str> = options.items.iter().map(|o| o.name.text.as_str()).collect();
    assert_eq!(names, ["A: leave it as it is", "B: what is proposed"]);
    assert!(options.items.iter().all(|o| o.has_number()));
    let costs: Vec<&str> = report.facts.accepted_costs.iter().map(|c| c.text.text.as_str()).collect();
    assert_eq!(costs, ["We accept $50 more per month and six weeks of work."]);
}

#[test]
fn boundaries_questions_and_rollouts_are_read() {
    let interfaces = of("Interfaces").facts.interfaces;
    let [interface] = interfaces.as_slice() else { panic!("{interfaces:?}") };
    assert_eq!((interface.boundary.text.as_str(), interface.contract_kind), ("client → gateway", ContractKind::Named));
    let questions = of("Open questions").facts.questions;
    let [question] = questions.as_slice() else { panic!("{questions:?}") };
    assert_eq!(question.owner.as_ref().unwrap().text, "gateway team");
    assert!(matches!(question.due_kind, Due::Day(_)), "{question:?}");
    let rollout = of("Rollout").facts.rollout.unwrap();
    assert!(rollout.way_back.is_some() && rollout.trigger.is_some(), "{rollout:?}");
}

#[test]
fn the_hops_of_a_path_are_added() {
    let report = report(&format!("## Latency budget\n\n{}\n", filled("Latency budget")));
    let totals: Vec<(&str, &str)> =
        report.facts.claims.iter().map(|c| (c.stated.as_str(), c.computed.as_deref().unwrap_or(""))).collect();
    assert_eq!(totals, [("113 ms", "113 ms"), ("228 ms", "228 ms")]);
}
