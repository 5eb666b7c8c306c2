//! Totals by the evidence around them: what a label, another column or another row says for or against a sum.

use designlint_document::{Document, Source};

use crate::{Claim, ClaimKind, Knowledge, Verdict, extract};

fn claims(text: &str) -> Vec<Claim> {
    let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
    facts.claims.into_iter().filter(|c| matches!(c.kind, ClaimKind::Total | ClaimKind::Change)).collect()
}

/// What is wrong, as `stated: computed`.
fn wrong(text: &str) -> Vec<String> {
    let all = claims(text);
    let wrong = all.iter().filter(|c| c.verdict == Verdict::Wrong);
    wrong.map(|c| format!("{}: {}", c.stated, c.computed.as_deref().unwrap_or("-"))).collect()
}

fn table(header: &str, rows: &[&str]) -> String {
    let columns = header.matches('|').count() + 1;
    let rule = vec!["---"; columns].join("|");
    let rows: String = rows.iter().map(|r| format!("| {r} |\n")).collect();
    format!("| {header} |\n|{rule}|\n{rows}")
}

#[test]
fn a_total_may_say_of_what_it_is() {
    let list =
        "```\nPer worker:\n- queue: 16 bytes\n- owner: 8 bytes\n- state: 8 bytes\n- Total per worker: 62 bytes\n```\n";
    assert_eq!(wrong(list), ["62 bytes: 32 bytes"]);
    let list = "- Riders: 10 GB\n- Drivers: 2 GB\n- Total users: 42 GB\n";
    assert_eq!(wrong(list), ["42 GB: 12 GB"]);
    let cores = "- events: 2 CPU cores\n- matching: 2 CPU cores\n- queue: 1 CPU core\n- Total: 8 CPU cores\n";
    assert_eq!(wrong(cores), ["8: 5"]);
}

#[test]
fn what_may_be_no_sum_of_lines_is_not_judged() {
    for silent in [
        "- 10 servers\n- 20 connections\n- Total: 200 connections\n",
        "- rack: 10 Gbps\n- row: 1 Gbps\n- copies: 30 GB/s\n- Total bandwidth: 10 Tbps\n",
        "- files: 10B files\n- average size: 10 KB\n- index: 3 KB\n- Total text: 100 TB\n",
        "- key: 16 bytes\n- name: 80 bytes\n- Total amount: 8 bytes\n- dates: 16 bytes\n- Total: 120 bytes\n",
        "- ops: 320 MB/s\n- factor 3: 640 MB/s\n- compression: 320 MB/s\n- Total inside: 320 MB/s\n",
        "- logs: 300 GB\n- dumps: 100 MB\n- state: 20 MB\n- Total: 500 GB with retention\n",
        "```\nFailures:\n  1. index down\n  2. clock skew\n  3. disk full\n  Total modes: 3\n```\n",
    ] {
        assert_eq!(wrong(silent), [""; 0], "{silent}");
    }
}

#[test]
fn another_column_says_which_rows_are_added() {
    let rows = [
        "n1 | CBRS | 4,420 | 16,422",
        "n2 | Wi-Fi | 4,664 | 15,857",
        "n3 | CBRS | 641 | 4,119",
        "n4 | Wi-Fi | 2,305 | 356",
        "Total (CBRS) | | 8,061 | 20,541",
    ];
    assert_eq!(wrong(&table("device | radio | count | gas", &rows)), ["8,061: 5,061"]);
}

#[test]
fn a_column_of_changes_means_one_thing() {
    let rows = ["a | 400 | 100 | 75%", "b | 800 | 200 | 75%", "c | 120 | 30 | 75%", "d | 240 | 60 | 25%"];
    assert_eq!(wrong(&table("call | before | after | saved (reduction)", &rows)), ["25%: 75%"]);
}

#[test]
fn a_change_beside_its_numbers() {
    assert_eq!(wrong("It grew from 200 to 500 gas (a 450% increase).\n"), ["450%: 150%"]);
    assert_eq!(wrong("113.8 → 140.4, +53.4%.\n"), ["53.4%: 23.3743%"]);
    for silent in [
        "It grew from 200 to 500 gas (a 150% increase).\n",
        "A proof shrank from 619 bytes to 192 bytes (a 27% reduction in the whole size).\n",
        "It grew from 200 to 500, and 12% more people came.\n",
    ] {
        assert_eq!(wrong(silent), [""; 0], "{silent}");
    }
}

#[test]
fn a_column_of_times_needs_no_header_that_names_the_states() {
    let rows = |last: &str| {
        let last = format!("power | 1000 W | 1300 W | {last}");
        table("part | B2 | B3 | ratio", &["matmul | 1745 | 1769 | ~1.01×", "memory | 180 GiB | 288 GiB | 1.6×", &last])
    };
    assert_eq!(wrong(&rows("1.3×")), Vec::<String>::new());
    assert_eq!(wrong(&rows("4.3×")), ["4.3: 1.3"]);
}
