//! What becomes of a document's numbers if one of them were another.

#![allow(clippy::unwrap_used, reason = "a test ends where an answer is missing")]

mod common;

use common::{root, run::Folder};
use serde_json::Value;

/// A folder with a document of the corpus.
fn corpus(case: &str) -> Folder {
    Folder::with(&[("a.md", &std::fs::read(root(&format!("corpus/clean/{case}/doc.md"))).unwrap())])
}

/// What a run prints, as JSON, and its exit code.
fn asked(folder: &Folder, arguments: &[&str]) -> (Value, i32) {
    let mut command = folder.command("whatif a.md --format json");
    let run = common::run::finish(command.args(arguments));
    assert!(!run.stdout.is_empty(), "{arguments:?}: {}", run.stderr);
    (run.json(), run.code)
}

fn results(value: &Value, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| value["results"][name].as_str().unwrap_or("none").to_owned()).collect()
}

/// The result of a name after a change.
fn after(value: &Value, name: &str) -> String {
    let all = value["results"].as_array().unwrap();
    let found = all.iter().find(|r| r["name"] == name);
    found.map_or_else(|| "none".to_owned(), |r| r["after"].as_str().unwrap().to_owned())
}

#[test]
fn a_batch_is_swept_to_where_compute_takes_over() {
    let (found, code) = asked(&corpus("llm-platform"), &["--sweep", "batch=32,96,192,277,512"]);
    let sweep = &found["sweep"];
    assert_eq!((sweep["name"].as_str(), found["version"].as_u64()), (Some("batch"), Some(1)));
    let rows: Vec<Vec<String>> = sweep["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let mut out = vec![row["value"].as_str().unwrap().to_owned()];
            out.extend(results(row, &["t_memory", "t_allreduce", "TPOT", "node_rate"]));
            out
        })
        .collect();
    assert_eq!(
        rows,
        [
            ["32", "5.44 ms", "1.77 ms", "14.52 ms", "2,204 tok/s"],
            ["96", "6.89 ms", "2.75 ms", "18.56 ms", "5,173 tok/s"],
            ["192", "9.06 ms", "4.22 ms", "24.62 ms", "7,797 tok/s"],
            ["277", "10.98 ms", "5.52 ms", "29.99 ms", "9,235 tok/s"],
            ["512", "16.29 ms", "9.11 ms", "46.40 ms", "11,034 tok/s"],
        ]
    );
    let broken: Vec<&Value> = sweep["rows"].as_array().unwrap().iter().map(|row| &row["broken"]).collect();
    assert!(broken[..4].iter().all(|b| b.as_array().unwrap().is_empty()), "{broken:?}");
    assert_eq!((broken[4], code), (&serde_json::json!(["TPOT"]), 1));
    let compute: Vec<String> =
        sweep["rows"].as_array().unwrap().iter().map(|r| results(r, &["compute_over_memory"]).remove(0)).collect();
    assert_eq!(compute, ["0.20", "0.47", "0.71", "0.85", "1.06"], "compute takes over between 277 and 512");
}

#[test]
fn a_longer_context_moves_the_knee() {
    let (found, _) = asked(&corpus("llm-platform"), &["--sweep", "context=2048,8192,32768"]);
    let knees = found["sweep"]["rows"].as_array().unwrap().iter().map(|r| results(r, &["knee"]).remove(0));
    assert_eq!(knees.collect::<Vec<_>>(), ["209", "52", "13"]);
}

#[test]
fn smaller_weights_and_cache_make_room_and_pace() {
    let set = ["--set", "weight_bytes=1 B", "--set", "cache_bytes=1 B"];
    let (found, code) = asked(&corpus("llm-platform"), &set);
    assert_eq!(
        (after(&found, "pool_tokens").as_str(), after(&found, "node_rate").as_str()),
        ("7,541,504", "9,460 tok/s")
    );
    assert_eq!(code, 0, "{found}");
}

#[test]
fn the_largest_batch_within_the_limit() {
    let folder = corpus("llm-platform");
    let (found, code) = asked(&folder, &["--solve", "TPOT <= 30 ms", "--for", "batch"]);
    let solve = &found["solve"];
    assert_eq!(
        (solve["value"].as_str(), solve["at"].as_str(), solve["next"].as_str(), code),
        (Some("277"), Some("29.99 ms"), Some("278"), 0)
    );
}

#[test]
fn a_wider_list_breaks_the_budget() {
    let folder = corpus("recommender");
    let (found, code) = asked(&folder, &["--set", "candidates=2000"]);
    assert_eq!(
        ["compute_per_feed", "egress", "rank_time", "feed_time"].map(|name| after(&found, name)),
        ["8.416 GFLOP", "6.40 GB/s", "81.0 ms", "210.0 ms"]
    );
    let limits = found["limits"].as_array().unwrap();
    let broken: Vec<&Value> = limits.iter().filter(|l| l["holds"] == false).collect();
    assert_eq!(
        (broken[0]["name"].as_str(), broken[0]["limit"].as_str(), code),
        (Some("feed_time"), Some("<= 150 ms"), 1)
    );
    let (found, _) = asked(&folder, &["--solve", "feed_time <= 150 ms", "--for", "candidates"]);
    assert_eq!((found["solve"]["value"].as_str(), found["solve"]["next"].as_str()), (Some("1,066"), Some("1,067")));
}

#[test]
fn questions_are_answered_from_inputs_and_formulas() {
    let (found, code) = asked(&corpus("serving-inputs"), &[]);
    let answers = [
        ("token_bytes", "23,040 B"),
        ("pool_bytes", "754,974,720 B"),
        ("fits", "64"),
        ("in_flight", "9.44"),
        ("error_budget", "216 min"),
        ("share_spent", "0.02"),
        ("lasts", "50 h"),
    ];
    for (name, answer) in answers {
        assert_eq!(after(&found, name), answer);
    }
    assert_eq!((found["inputs"].as_array().unwrap().len(), code), (0, 0));
    assert_eq!(found["unfollowed"], serde_json::json!([]));
}

#[test]
fn numbers_are_written_in_their_own_style_and_nothing_else_changes() {
    let text = "# Load\n\n```text\nrate  = 1_200 /s\nhold  = 0.50 s\nat once = rate x hold = 600\nbytes = at once x 2 KB = 1_200 KB\n```\n";
    let folder = Folder::with(&[("a.md", text.as_bytes())]);
    let run = common::run::finish(folder.command("whatif a.md --write").args(["--set", "hold=0.75"]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let expected = text.replace("0.50 s", "0.75 s").replace("= 600", "= 900").replace("1_200 KB", "1_800 KB");
    assert_eq!(String::from_utf8(folder.read("a.md")).unwrap(), expected);
    assert_eq!(folder.run("a.md").code, 0);
}

#[test]
fn a_name_with_two_values_and_a_name_without_one_are_refused() {
    let folder = Folder::with(&[(
        "a.md",
        b"# Load\n\n```text\nrate = 120 /s\n```\n\n```text\nrate = 140 /s\nall = rate x 2 = 280 /s\n```\n",
    )]);
    let run = |set: &str| common::run::finish(folder.command("whatif a.md").args(["--set", set]));
    let two = run("rate=3");
    assert_eq!(two.code, 2);
    assert_eq!(two.stderr, "error: a.md: `rate` has two values: line 4 says 120 /s, line 8 says 140 /s\n");
    let none = run("rat=3");
    assert_eq!(
        (none.code, none.stderr.as_str()),
        (2, "error: a.md: no number is called `rat`; did you mean `rate`?\n")
    );
}
