//! The page of a review: what stands on it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where a document or a part of the page is missing")]

mod common;

use std::fs;

use common::page::{checked, corpus, html, rows, shown, texts, values};
use common::root;
use common::run::{Folder, keys};
use designlint_facts::Verdict;
use designlint_render::Checked;
use designlint_report::{Subject, page};
use scraper::Html;

#[test]
fn the_decision_and_the_figures_stand_on_top() {
    let page = shown("clean/llm-platform");
    assert_eq!(texts(&page, "h1"), ["Inference for many teams: one 70B model, one platform"]);
    assert_eq!(texts(&page, "head > title"), ["Review of Inference for many teams: one 70B model, one platform"]);
    assert_eq!(texts(&page, ".decision"), ["approve"]);
    let broken = shown("faulty/llm-platform");
    assert_eq!(
        texts(&broken, ".decision"),
        ["rework: a stated limit does not hold: the hops take 410 ms, 10 ms above the 400 ms of the objective"]
    );
    assert_eq!(texts(&broken, "nav a")[..4], ["Rubric", "To do", "Budgets", "Failures"]);
}

#[test]
fn the_rubric_has_an_answer_a_reason_and_what_a_reader_must_tell() {
    let rows = rows(&shown("faulty/session-cache"), ".rubric tbody tr");
    assert_eq!(rows.len(), 8);
    assert_eq!(
        rows[1],
        [
            "✗ no",
            "at least two options on the same criteria, with numbers",
            "2 options are compared, and none of them has a number line 8",
            "whether the numbers of the options are true, and whether a better option is missing",
        ]
    );
    let answers: Vec<&str> = rows.iter().map(|r| r[0].as_str()).collect();
    assert_eq!(answers, ["✓ yes", "✗ no", "✗ no", "✓ yes", "✗ no", "✗ no", "✓ yes", "✗ no"]);
}

#[test]
fn a_budget_is_a_bar_with_its_reserve_and_its_numbers() {
    let page = shown("clean/llm-platform");
    let says = "340 ms of 400 ms; 60 ms (15%) in reserve";
    assert_eq!(texts(&page, ".budget figcaption p"), [says]);
    assert_eq!(texts(&page, ".budget svg title"), [format!("Latency budget of the first token: {says}")]);
    assert_eq!(
        rows(&page, ".hops tbody tr")[3..5],
        [["Admission queue", "99 ms", "25%"], ["Prefill", "175 ms", "44%"]]
    );
    // 15, 10, 6, 99 and 175 of 400 on a bar of 1,000, one behind the other, and the reserve behind all.
    let bars = ["x", "width"].map(|name| values(&page, ".budget rect.hop", name));
    assert_eq!(bars[0][..5], ["0", "37.5", "62.5", "77.5", "325"]);
    assert_eq!(bars[1][..5], ["37.5", "25", "15", "247.5", "437.5"]);
    let spare = ["x", "width"].map(|name| values(&page, ".budget rect.spare", name));
    assert_eq!(spare, [["850"], ["150"]]);
    assert_eq!(values(&page, ".budget .limit", "d"), ["M1000 0V40"]);
}

#[test]
fn a_budget_that_does_not_hold_reaches_over_its_limit() {
    let page = shown("faulty/llm-platform");
    assert_eq!(texts(&page, ".budget figcaption p.bad"), ["410 ms of 400 ms; 10 ms too much"]);
    // 400 of 410.
    assert_eq!(values(&page, ".budget .limit", "d"), ["M975.6 0V40"]);
    assert_eq!(values(&page, ".budget rect.spare", "x"), [""; 0]);
}

#[test]
fn a_limit_is_held_against_what_was_computed() {
    let text = "# Sizes\n\nThe index takes 8 x 6 GB <= 64 GB.\n\nThe queue holds 40 x 3 ms <= 100 ms.\n";
    let page = Html::parse_document(&html(&checked("a.md", text)));
    assert_eq!(
        rows(&page, ".limits tbody tr"),
        [
            ["8 x 6 GB line 3", "48 GB", "<= 64 GB", "", "holds 25% below"],
            ["40 x 3 ms line 5", "120 ms", "<= 100 ms", "", "broken 20% above"],
        ]
    );
    assert_eq!(values(&page, ".limits rect.hop", "width"), ["750", "1000"]);
    assert_eq!(
        values(&page, ".limits svg", "aria-label"),
        ["48 GB against 64 GB: 25% below", "120 ms against 100 ms: 20% above"]
    );
}

/// `failure | verdict | signals under their emitters`.
fn matrix(page: &Html) -> Vec<String> {
    let heads = texts(page, ".matrix thead th");
    let row = |cells: Vec<String>| {
        let named = cells.iter().zip(&heads).skip(2).take(heads.len().saturating_sub(3)).filter(|(c, _)| !c.is_empty());
        let named: Vec<String> = named.map(|(cell, head)| format!("{head}: {cell}")).collect();
        format!("{} | {} | {}", cells[0], cells[1], named.join("; "))
    };
    rows(page, ".matrix tbody tr:not(.group)").into_iter().map(row).collect()
}

#[test]
fn failures_stand_against_signals_and_who_emits_them() {
    let page = shown("clean/recommender");
    let found = matrix(&page);
    let faulty = matrix(&shown("faulty/recommender"));
    assert!(found.iter().all(|row| !row.contains(" | unnoticed | ")), "{found:#?}");
    assert_eq!(found.len(), faulty.len());
    let unnoticed: Vec<&String> = faulty.iter().filter(|row| row.contains(" | unnoticed | ")).collect();
    assert!(!unnoticed.is_empty(), "{faulty:#?}");
    let itself = faulty.iter().filter(|row| row.contains("emitted by what failed"));
    assert!(itself.clone().count() > 0 && itself.clone().all(|row| row.contains("✗does not show it: ")), "{faulty:#?}");
}

#[test]
fn the_ledger_unfolds_into_derivations() {
    let (file, page) = (corpus("faulty/llm-platform"), shown("faulty/llm-platform"));
    let claims = &file.report().unwrap().facts.claims;
    assert_eq!(texts(&page, "details.claim").len(), claims.len());
    let wrong = claims.iter().filter(|c| matches!(c.verdict, Verdict::Wrong | Verdict::Inherits)).count();
    assert!(wrong > 0);
    assert_eq!(texts(&page, "details.claim[open]").len(), wrong);
    let held = texts(&shown("clean/llm-platform"), "details.claim");
    let bandwidth = held.iter().find(|c| c.contains("5.3 TB/s x 0.70 = 3.71 TB/s")).unwrap();
    assert_eq!(
        bandwidth.split_once("holds").unwrap().1,
        ", exact 5.3 TB/s x 0.70 = 3.71 TB/s stated3.71 TB/s (equation)accepted3.71 TB/sreadingas written"
    );
}

#[test]
fn questions_stand_under_their_owners_by_date() {
    let text = "# Cache\n\n## Open questions\n\n| Question | Owner | Due |\n|---|---|---|\n| Late one? | ana | 2026-06-30 |\n| Nobody's? | | |\n| Early one? | ana | 2026-05-04 |\n| Other? | ben | 2026-05-01 |\n";
    let page = Html::parse_document(&html(&checked("a.md", text)));
    let all: Vec<String> = rows(&page, ".questions tbody tr").into_iter().map(|row| row.join(" | ")).collect();
    assert_eq!(
        all,
        [
            "ana",
            "2026-05-04 | Early one? | 9",
            "2026-06-30 | Late one? | 7",
            "ben",
            "2026-05-01 | Other? | 10",
            "nobody is named",
            "no date | Nobody's? | 8",
        ]
    );
}

#[test]
fn the_graph_and_the_sensitivities_are_those_of_the_document() {
    let text =
        b"# Pool\n\n```text\nbatch = 4\nwidth = 30\ntotal = batch x width = 120\n```\n\nThe total is at most 150.\n";
    let folder = Folder::with(&[("a.md", text), ("b.md", b"# Notes\n\nNothing to see.\n")]);
    let page = Html::parse_document(&folder.run("review --format html a.md").stdout);
    assert_eq!(
        rows(&page, ".tornado tbody tr"),
        [
            ["batch 4", "", "108", "132", "total passes 150 above 5"],
            ["width 30", "", "108", "132", "total passes 150 above 37"],
        ]
    );
    assert_eq!(values(&page, ".tornado rect.low", "x"), ["0", "0"]);
    assert_eq!(values(&page, ".tornado rect.high", "width"), ["500", "500"]);
    let boxes = texts(&page, "svg.graph g title");
    assert_eq!(
        boxes,
        [
            "batch = 4 (input, line 4)",
            "width = 30 (input, line 5)",
            "total = 120 (result, line 6)",
            "total = \u{2264} 150 (limit, line 9)",
        ]
    );
    let listed = rows(&page, "#d1-graph ~ details tbody tr");
    assert_eq!(listed.iter().map(|row| row[0].as_str()).collect::<Vec<_>>(), ["batch", "width", "total", "total"]);
    let without = Html::parse_document(&folder.run("review --format html b.md").stdout);
    assert_eq!(texts(&without, "svg.graph, .tornado"), [""; 0]);
}

#[test]
fn a_folder_gets_an_index() {
    let files = ["clean/llm-platform", "faulty/llm-platform", "clean/sizing-notes"].map(corpus);
    let gone = Checked { path: "gone.md".to_owned(), outcome: Err("no such file".to_owned()), review: None };
    let subjects: Vec<Subject<'_>> = files.iter().chain([&gone]).map(Subject::new).collect();
    let page = Html::parse_document(&page(&subjects, None).unwrap());
    assert_eq!(texts(&page, "h1"), ["Review of 4 documents"]);
    let index = rows(&page, "#index ~ table tbody tr");
    assert_eq!(
        index[0][..2],
        ["Inference for many teams: one 70B model, one platformclean/llm-platform/doc.md", "approveml-design",]
    );
    assert_eq!(index[1][1], "reworkml-design");
    assert!(index[1][3].starts_with("error, line "), "{:?}", index[1]);
    assert_eq!(index[2][1], "no rubricnotes");
    assert_eq!(index[3], ["gone.mdgone.md", "not read", "none", "no such file"]);
    assert_eq!(values(&page, "#index ~ table a", "href"), ["#d1", "#d2", "#d3", "#d4"]);
    assert_eq!(texts(&page, "article").len(), 4);
    assert_eq!(texts(&page, "#across"), [""; 0]);
}

const A: &[u8] = b"# A\n\n```yaml\nrequest_timeout: 30 s\n```\n";
const B: &[u8] = b"# B\n\n```yaml\nrequest_timeout: 20 s\n```\n";

#[test]
fn what_documents_state_differently_in_every_format() {
    let folder = Folder::with(&[("docs/a.md", A), ("docs/b.md", B)]);
    let text = folder.run("review --across docs");
    assert!(
        text.stdout.ends_with("\nStated differently\n  request_timeout: 30 s in docs/a.md:4, 20 s in docs/b.md:4\n"),
        "{text:?}"
    );
    assert_eq!(text.code, 0);
    let json = folder.run("review --across --format json docs").json();
    assert_eq!(keys(&json), ["version", "files", "across"]);
    assert_eq!(
        json["across"],
        serde_json::json!([{"name": "request_timeout", "places": [
            {"path": "docs/a.md", "line": 4, "span": [30, 34], "value": "30 s"},
            {"path": "docs/b.md", "line": 4, "span": [30, 34], "value": "20 s"},
        ]}])
    );
    let markdown = folder.run("review --across --format markdown docs").stdout;
    assert!(
        markdown.contains(
            "| request\\_timeout | 30 s | docs/a.md, line 4 |\n| request\\_timeout | 20 s | docs/b.md, line 4 |\n"
        ),
        "{markdown}"
    );
    let page = Html::parse_document(&folder.run("review --across --format html docs").stdout);
    assert_eq!(
        rows(&page, "#across ~ table tbody tr"),
        [["request_timeout", "30 s in docs/a.md, line 4 20 s in docs/b.md, line 4"]]
    );
    assert_eq!(keys(&folder.run("review --format json docs").json()), ["version", "files"]);
}

#[test]
fn the_exit_code_is_that_of_the_decision_in_every_format() {
    let folder = Folder::with(&[
        ("good.md", &fs::read(root("corpus/clean/response-cache/doc.md")).unwrap()),
        ("bad.md", &fs::read(root("corpus/faulty/llm-platform/doc.md")).unwrap()),
    ]);
    assert_eq!(folder.run("review --format html good.md").code, 0);
    assert_eq!(folder.run("review --format html bad.md").code, 1);
    let both = folder.run("review --format html good.md gone.md");
    assert_eq!(both.code, 2);
    assert_eq!(texts(&Html::parse_document(&both.stdout), ".decision.no").len(), 1);
}
