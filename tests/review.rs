//! The review: every answer, the decision, and the record that the rules for records find complete.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where a document is missing")]

mod common;

use std::fs;

use common::run::{Folder, keys};
use common::{lines, report, root, rules};
use designlint_core::review::{Decision, Review, review};
use designlint_core::{Report, Settings};
use designlint_facts::{How, Verdict};
use designlint_render::{Checked, review::markdown};
use designlint_rules::packs;

fn reviewed(text: &str) -> (Report, Review) {
    let settings = Settings { knowledge: packs::knowledge(), profiles: packs::profiles(), ..Settings::default() };
    let report = report(text);
    let review = review(&report, &settings);
    (report, review)
}

fn corpus(case: &str) -> String {
    fs::read_to_string(root("corpus").join(case).join("doc.md")).unwrap()
}

/// `problem yes, options no`.
fn answers(review: &Review) -> String {
    let answer = |yes| if yes { "yes" } else { "no" };
    let all: Vec<String> = review.lines.iter().map(|l| format!("{} {}", l.id, answer(l.yes))).collect();
    all.join(", ")
}

/// A draft of one page in which the problem, the contracts and the rollout stand, and nothing else does.
const DRAFT: &str = "# Answers from memory\n\nProblem: the same question at temperature 0 is computed again and again. Users: every client. Constraints: one \
     gateway with 128 MiB. Options: (A) nothing; (B) a cache in the process with a TTL, keyed by tenant, revision and question. Choice: B with 4,096 \
     entries and a TTL of 60 s. Interfaces: the header `X-Cache` (chat-subset.v1). Failure modes: a stale answer after a new model. Capacity: small. \
     Rollout: behind a flag.\n";

#[test]
fn a_draft_gets_the_answers_of_its_review() {
    for draft in [DRAFT.to_owned(), corpus("faulty/session-cache")] {
        let (_, review) = reviewed(&draft);
        assert_eq!(
            answers(&review),
            "problem yes, options no, accepted-cost no, interfaces yes, failure-modes no, capacity no, rollout yes, open-questions no"
        );
        assert_eq!(review.decision, Some(Decision::ApproveWithChanges));
        assert_eq!(review.because, ["5 of 8 lines are answered with no"]);
    }
}

#[test]
fn its_figures_written_down_are_right_by_rounding() {
    let capacity = "Capacity: an answer is 2 KB and 32 events of 200 B, 2 KB + 32 x 200 B = 8.4 KB, so 4,096 x 8.4 KB = 34 MB of the 128 MiB.";
    let (report, review) = reviewed(&DRAFT.replace("Capacity: small.", capacity));
    let claim = report.facts.claims.iter().find(|c| report.document.source.slice(c.span) == "4,096 x 8.4 KB = 34 MB");
    assert_eq!(claim.map(|c| (c.verdict, c.how)), Some((Verdict::Holds, Some(How::Rounded))));
    assert!(answers(&review).contains("capacity yes"), "{}", lines(&report));
}

#[test]
fn every_no_has_its_reason_and_what_closes_it() {
    let (report, review) = reviewed(&corpus("faulty/session-cache"));
    let at = |span: designlint_document::Span| report.document.source.position(span.start).line;
    let noes: Vec<String> = review
        .lines
        .iter()
        .filter(|l| !l.yes)
        .map(|l| format!("{} {}: {}", l.id, l.span.map_or(0, at), l.reason))
        .collect();
    assert_eq!(
        noes,
        [
            "options 8: 2 options are compared, and none of them has a number",
            "accepted-cost 10: a choice is made here, and no sentence of the document says what it gives up",
            "failure-modes 14: nothing says how anybody notices \"a session that was revoked is still honoured by one front…\"",
            "capacity 16: \"small\" is not arithmetic: the sentence has no number",
            "open-questions 1: no section is headed \"Open questions\" or the like: open questions with an owner",
        ]
    );
    let closes: Vec<(&str, usize)> = review.closes.iter().map(|c| (c.id.as_str(), at(c.span))).collect();
    assert_eq!(
        closes,
        [("options", 8), ("accepted-cost", 10), ("failure-modes", 14), ("capacity", 16), ("open-questions", 1)]
    );
    let doubt = review.doubt.unwrap();
    assert_eq!(doubt.failure, "a session that was revoked is still honoured by one front end");
}

#[test]
fn numbers_that_do_not_hold_are_listed_and_closed() {
    let (_, review) = reviewed(&corpus("faulty/recommender"));
    let numbers: Vec<&str> = review.numbers.iter().map(|n| n.says.as_str()).collect();
    assert_eq!(
        numbers,
        [
            "`4.2e18 / 520e12` is 8,076.92, not 8,770",
            "`480 kB x 20,000/s` is 9.6 GB/s, not 96 GB/s",
            "the sum of the 7 numbers above is 2.529, not 2.592",
            "$84 + $36 + $65 is $185, not $195",
            "the error budget is (1 - 99.95%) x 30 days = 21.6 minutes, not 26.1 minutes",
            "`0.02 x 0.10 x 0.40` is 0.08%, not 0.8%",
        ]
    );
    assert_eq!(review.decision, Some(Decision::ApproveWithChanges));
    assert_eq!(review.doubt.unwrap().failure, "retrieval unreachable");
    let broken = reviewed(&corpus("faulty/llm-platform")).1;
    assert_eq!(broken.decision, Some(Decision::Rework));
    assert_eq!(
        broken.because,
        ["a stated limit does not hold: the hops take 410 ms, 10 ms above the 400 ms of the objective"]
    );
}

#[test]
fn clean_designs_are_approved() {
    for case in ["response-cache", "llm-platform", "recommender", "serving-platform", "adr-outbox", "review-record"] {
        let (report, review) = reviewed(&corpus(&format!("clean/{case}")));
        assert_eq!(review.decision, Some(Decision::Approve), "{case}: {:?} {}", review.because, lines(&report));
        assert_eq!(review.closes, [], "{case}");
        assert!(review.doubt.is_some() || case.starts_with("adr") || case.starts_with("review"), "{case}");
    }
}

#[test]
fn what_a_machine_cannot_judge_is_named() {
    let (_, review) = reviewed(&corpus("clean/response-cache"));
    assert!(review.lines.iter().all(|l| l.reader.starts_with("whether ")), "{:?}", review.lines);
}

#[test]
fn the_record_of_every_review_is_complete() {
    let mut records = 0;
    for group in ["clean", "faulty"] {
        for entry in fs::read_dir(root("corpus").join(group)).unwrap() {
            let path = entry.unwrap().path().join("doc.md");
            let (design, review) = reviewed(&fs::read_to_string(&path).unwrap());
            let checked = Checked { path: "doc.md".to_owned(), outcome: Ok(design), review: Some(review) };
            let Some(record) = markdown::record(&checked) else { continue };
            let found = report(&record);
            assert_eq!(found.kind.0.name(), "review");
            assert_eq!(lines(&found), "", "{}:\n{record}", path.display());
            records += 1;
        }
    }
    assert!(records >= 30, "only {records} records were written");
}

#[test]
fn a_record_to_the_letter() {
    let text = "---\nowner: \"@mail-team\"\n---\n\n# Queue <b>\n\n## Problem\n\nUsers wait 40 s for mail.\n\n## Options\n\n| | A: queue | B: nothing |\n|---|---|---|\n| wait | 2 s | 40 s |\n\n## Decision\n\nA. We accept one more process.\n\n## Interfaces\n\n| boundary | contract |\n|---|---|\n| web to queue | `mail.v1.json` |\n\n## Failure modes\n\n| failure | detection | degradation |\n|---|---|---|\n| the relay | - | mail waits |\n\n## Capacity\n\n3 x 400 mails/s = 1,300 mails/s.\n\n## Rollout\n\nBehind a flag; it goes off when errors are above 1% for 5 min.\n\n## Open questions\n\nNone, settled on 2026-04-02.\n";
    let (design, review) = reviewed(text);
    let checked = Checked { path: "docs/q7.md".to_owned(), outcome: Ok(design), review: Some(review) };
    insta::assert_snapshot!(markdown::record(&checked).unwrap(), @r#"
    ---
    kind: review
    reviews: docs/q7.md
    ---

    # Review of "Queue"

    By designlint, which recomputes and looks up; what only a reader can tell stands below.

    ## Answers

    | Line of the rubric | Answer | Comment |
    |---|---|---|
    | problem, users and constraints before the solution | yes | "Problem" answers it, and no rule speaks against that |
    | at least two options on the same criteria, with numbers | yes | "Options" answers it, and no rule speaks against that |
    | a sentence that says what the choice gives up | yes | "We accept one more process" answers it, and no rule speaks against that |
    | every interface names its contract | yes | "Interfaces" answers it, and no rule speaks against that |
    | failure modes with detection and degradation | no | section "Failure modes", line 31: nothing says how anybody notices "the relay". Change: write a detection: a metric, a probe or a query, with the value that raises the alarm, that shows this failure while it lasts; here for example `probe_success == 0` for 1 m, probed from outside (comment 1) |
    | capacity and latency budgets with the arithmetic shown | yes | "Capacity" answers it, and no rule speaks against that |
    | rollout and rollback, migrations | yes | "Rollout" answers it, and no rule speaks against that |
    | open questions with an owner | yes | "Open questions" answers it, and no rule speaks against that |

    ## Comments

    1. Section "Failure modes", line 31: nothing says how anybody notices "the relay". Change: write a detection: a metric, a probe or a query, with the value that raises the alarm, that shows this failure while it lasts; here for example `probe_success == 0` for 1 m, probed from outside.
    2. Section "Capacity", line 35: `3 x 400 mails/s` is 1,200 mails/s, not 1,300 mails/s. Change: write 1,200 mails/s.

    ## Numbers

    Recomputed whatever is calculated: checked 1 of 1 calculation: 0 hold, 1 wrong.

    ## The failure most in doubt

    Section "Failure modes", line 31: nothing says how anybody notices "the relay". What if nobody notices? @&#8203;mail-team answers.

    ## For a reader

    No machine can tell:

    - whether this is the problem that the users have, and worth solving now
    - whether the numbers of the options are true, and whether a better option is missing
    - whether whoever bears the cost has agreed to it
    - whether each contract says what both sides need
    - whether the list has the failures that are most likely, and whether users can live with what they see meanwhile
    - whether the factors are those of the real load, since a right product of wrong factors is a wrong size
    - whether the way back was ever tried
    - whether a question is missing that somebody in the room is thinking of

    ## Decision

    Approve with changes: 1 of 8 lines is answered with no; there is one more error.

    Comments 1 to 2 are closed when their changes stand in the document, the question on the failure when @&#8203;mail-team has answered.
    "#);
}

/// `4 requirements 26`: the level of each dimension, and the line that shows it.
fn levels(case: &str) -> (usize, String, Vec<String>) {
    let (report, review) = reviewed(&corpus(case));
    let score = review.score.unwrap();
    let at = |span: designlint_document::Span| report.document.source.position(span.start).line.to_string();
    let level = |d: &designlint_facts::Scored| {
        let line = d.evidence.first().map_or_else(|| "-".to_owned(), |e| at(e.span));
        format!("{} {} {line}", d.level, d.id)
    };
    assert_eq!(score.of, 40);
    assert_eq!(score.total, score.dimensions.iter().map(|d| d.level).sum::<usize>());
    (score.total, score.band.clone(), score.dimensions.iter().map(level).collect())
}

#[test]
fn designs_of_systems_that_learn_get_a_score() {
    let (total, band, found) = levels("clean/llm-platform");
    assert_eq!((total, band.as_str()), (32, "sound; mend the two weakest dimensions first"));
    assert_eq!(
        found,
        [
            "4 requirements 26",
            "1 metrics 40",
            "3 guardrails 44",
            "4 architecture 61",
            "0 data -",
            "4 latency 183",
            "4 hardware 31",
            "4 rollout 201",
            "4 monitoring 44",
            "4 cost 247",
        ]
    );
    let (total, band, found) = levels("clean/recommender");
    assert_eq!((total, band.as_str()), (35, "ready to be sent round for review"));
    assert_eq!(
        found,
        [
            "4 requirements 14",
            "3 metrics 22",
            "3 guardrails 23",
            "3 architecture 73",
            "4 data 22",
            "4 latency 114",
            "4 hardware 116",
            "4 rollout 162",
            "2 monitoring 153",
            "4 cost 171",
        ]
    );
    assert_eq!(reviewed(&corpus("clean/response-cache")).1.score, None);
}

#[test]
fn a_score_in_text_and_json() {
    let folder = Folder::with(&[("q7.md", corpus("clean/recommender").as_bytes())]);
    let text = folder.run("review q7.md").stdout;
    let metrics = "  3  the chain of metrics: 22:1 \"offline proxy; NDCG@20 on a split by time, users of the last week held…\"\n     4 asks: the gap between offline and online is named and measured\n     for a reader: whether the proxy deserves it\n";
    assert!(text.contains(metrics), "{text}");
    let json = folder.run("review --format json q7.md").json();
    let score = &json["files"][0]["score"];
    assert_eq!(keys(score), ["total", "of", "band", "dimensions"]);
    assert_eq!(
        score["dimensions"][1],
        serde_json::json!({
            "id": "metrics", "says": "the chain of metrics", "level": 3,
            "evidence": "\"offline proxy; NDCG@20 on a split by time, users of the last week held…\"", "line": 22,
            "unjudged": ["whether the proxy deserves it"], "next": "the gap between offline and online is named and measured",
        })
    );
}

#[test]
fn a_record_is_held_against_its_document() {
    let record = "---\nkind: review\nreviews: docs/q7.md\n---\n\n# Review\n\n| line | answer | comment |\n|---|---|---|\n| tone | no | section \"Tone\": add a price |\n| speed | yes | |\n\n8 x 6 GB = 48 GB holds. The probe would not fire. Decision: rework, closed when it is there.\n";
    let folder = Folder::with(&[
        ("docs/q7.md", b"# Cache\n\n## Sizes\n\nThe index takes 8 x 6 GB = 40 GB.\n"),
        ("docs/q8.md", record.as_bytes()),
        ("q8.md", record.as_bytes()),
        ("gone.md", record.replace("q7", "q9").as_bytes()),
        ("alone.md", record.replace("reviews: docs/q7.md\n", "").as_bytes()),
    ]);
    let said = |line: &str, file: &str| {
        let run = folder.run(line);
        let all = run.json()["diagnostics"].as_array().unwrap().clone();
        let of = all.into_iter().filter(|d| d["path"] == file);
        of.map(|d| d["message"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let both = [
        "this comment is about section \"Tone\", and the document under review has none",
        "this says that the number holds, but line 5 of the document states 40 GB, and it is 48 GB",
    ];
    assert_eq!(said("check --format json docs/q8.md", "docs/q8.md"), both);
    assert_eq!(said("check --format json q8.md", "q8.md"), both);
    assert_eq!(
        said("check --format json gone.md", "gone.md"),
        ["this is a review of \"docs/q9.md\", and there is no such file"]
    );
    assert_eq!(said("check --format json alone.md", "alone.md"), [""; 0]);
    let of = folder.run("review --format json --of docs/q7.md alone.md").json();
    let answers: Vec<&str> =
        of["files"][0]["lines"].as_array().unwrap().iter().map(|l| l["answer"].as_str().unwrap()).collect();
    assert_eq!(answers, ["no", "no", "yes", "yes", "yes"]);
}

#[test]
fn hostile_text_stays_text() {
    let text = "---\nkind: design\n---\n\n# Queue @admin <img src=x> ![a](http://b) ::error::x\n\n## Problem\n\nSlow.\n\n## Options <!-- designlint-disable -->\n\nTODO @team/x #12 `a` | b\n";
    let (design, review) = reviewed(text);
    let checked = Checked { path: "a b\n@x.md".to_owned(), outcome: Ok(design), review: Some(review) };
    let record = markdown::record(&checked).unwrap();
    for harm in ["@admin", "@team", "\n<img", " <img", "![a]", " ::error", "#12", "<!--"] {
        assert!(!record.contains(harm), "{harm} in\n{record}");
    }
    assert!(record.contains("reviews: \"a b\\n@x.md\"\n"), "{record}");
    assert_eq!(rules(&report(&record)), [""; 0], "{record}");
}

#[test]
fn the_exit_code_is_the_decision() {
    let folder = Folder::with(&[
        ("good.md", corpus("clean/response-cache").as_bytes()),
        ("draft.md", DRAFT.as_bytes()),
        ("notes.md", b"# Notes\n\n2 x 3 = 6.\n"),
        ("sums.md", b"# Notes\n\n2 x 3 = 7.\n"),
    ]);
    for (line, code) in [
        ("review good.md", 0),
        ("review draft.md", 1),
        ("review notes.md", 0),
        ("review sums.md", 1),
        ("review good.md notes.md", 0),
        ("review .", 1),
        ("review gone.md", 2),
        ("review --of gone.md good.md", 2),
        ("review --format markdown good.md", 0),
        ("review --format markdown good.md draft.md", 2),
        ("review --format markdown notes.md", 2),
        ("check --review good.md", 2),
        ("check --review --format json good.md", 0),
    ] {
        let run = folder.run(line);
        assert_eq!(run.code, code, "{line}: {run:?}");
    }
    let notes = folder.run("review notes.md").stdout;
    assert!(
        notes.contains("Documents of this kind are asked no rubric: nothing was looked at but the numbers."),
        "{notes}"
    );
    let json = folder.run("review --format json notes.md").json();
    assert_eq!(json["files"][0]["decision"], serde_json::Value::Null);
    assert_eq!(json["files"][0]["lines"], serde_json::json!([]));
}

#[test]
fn json_has_its_fields() {
    let folder = Folder::with(&[("draft.md", DRAFT.as_bytes())]);
    let json = folder.run("review --format json draft.md gone.md").json();
    assert_eq!(keys(&json), ["version", "files"]);
    let file = &json["files"][0];
    let all = ["path", "kind", "lines", "decision", "because", "closes", "numbers", "doubt", "score"];
    assert_eq!(keys(file), all);
    assert_eq!(file["decision"], "approve with changes");
    assert_eq!(
        file["lines"][1],
        serde_json::json!({
            "id": "options", "says": "at least two options on the same criteria, with numbers", "answer": "no",
            "reason": "2 options are compared, and none of them has a number", "line": 3,
            "reader": "whether the numbers of the options are true, and whether a better option is missing",
        })
    );
    assert_eq!(keys(&file["closes"][0]), ["id", "text", "line"]);
    assert_eq!(json["files"][1]["error"], "no such file");
    let both = folder.run("check --format json --review draft.md gone.md").json();
    assert_eq!(keys(&both), ["version", "diagnostics", "files", "summary", "review"]);
    assert_eq!(both["review"], json["files"]);
}
