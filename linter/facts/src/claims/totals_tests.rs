//! Totals, sums in columns and lists, and changes: every form with its numbers, and silence on what only looks like one.

use designlint_document::{Document, Source};

use crate::{Claim, ClaimKind, Knowledge, Verdict, extract};

fn claims(text: &str) -> Vec<Claim> {
    let facts = extract(&Document::parse(Source::new(text)), &Knowledge::default());
    facts.claims.into_iter().filter(|c| matches!(c.kind, ClaimKind::Total | ClaimKind::Change)).collect()
}

/// One line a claim: verdict, stated, computed; where it is unknown, why.
fn verdicts(text: &str) -> Vec<String> {
    claims(text)
        .iter()
        .map(|c| {
            let computed = c.computed.as_deref().unwrap_or("-");
            let how = c.how.map_or(String::new(), |h| format!(" {h:?}").to_lowercase());
            let why = c.reason.as_ref().map_or(String::new(), |r| format!(": {r}"));
            format!("{:?}{how} {} from {computed}{why}", c.verdict, c.stated).replacen("Holds ", "", 1)
        })
        .collect()
}

fn table(header: &str, rows: &[&str]) -> String {
    let columns = header.matches('|').count() + 1;
    let rule = vec!["---"; columns].join("|");
    let rows: String = rows.iter().map(|r| format!("| {r} |\n")).collect();
    format!("| {header} |\n|{rule}|\n{rows}")
}

#[test]
fn a_total_row_is_the_sum_of_the_rows_above() {
    let text = table("area | tests", &["parser | 24", "lowering | 19", "runtime | 23", "**Total** | **66**"]);
    assert_eq!(verdicts(&text), ["exact 66 from 66"]);
    let claim = &claims(&text)[0];
    let slice = |s: designlint_document::Span| &text[s.start..s.end];
    assert_eq!(slice(claim.span), "| **Total** | **66** |");
    assert_eq!(slice(claim.stated_span), "66");
    assert!(slice(claim.computed_span).starts_with("24") && slice(claim.computed_span).ends_with("23"));
    assert_eq!(claim.computed_text, "24 + 19 + 23");
    assert_eq!(claim.operands.len(), 3);
}

#[test]
fn a_wrong_total_says_the_sum() {
    let text = table("area | tests", &["parser | 24", "lowering | 19", "runtime | 23", "Total | 67"]);
    assert_eq!(verdicts(&text), ["Wrong 67 from 66"]);
    let claim = &claims(&text)[0];
    assert_eq!(claim.accepted, Some(("66".to_string(), "66".to_string())));
    assert_eq!(claim.rounded.as_deref(), Some("66"));
}

#[test]
fn a_wrong_total_is_mended_in_its_own_style() {
    let rows = ["compute | $12,330", "database | $3,600", "cache | $2,160", "storage | $500", "network | $2,500"];
    let mut all = rows.to_vec();
    all.push("**Total** | **~$18,400**");
    let claim = &claims(&table("item | USD", &all))[0];
    assert_eq!(claim.verdict, Verdict::Wrong);
    assert_eq!(claim.computed.as_deref(), Some("$21,090"));
    assert_eq!(claim.rounded.as_deref(), Some("$21,100"));
}

#[test]
fn mixed_prefixes_and_rates_of_the_header_are_added() {
    let text = table("step | time", &["parse | 850 µs", "plan | 1.15 ms", "Total | 2.0 ms"]);
    assert_eq!(verdicts(&text), ["exact 2.0 ms from 2 ms"]);
    let text = table("item | monthly cost", &["a | $3,000", "b | $8,000", "c | $57,000", "Total | ~$68,000/month"]);
    assert_eq!(verdicts(&text), ["exact $68,000/month from $68,000/month"]);
    let text = table("cache | size", &["feeds | 1 TB", "posts | 187.5 GB", "graph | 160 GB", "Total | ~1.4 TB"]);
    assert_eq!(verdicts(&text), ["truncated 1.4 TB from 1.3475 TB"]);
}

#[test]
fn rounded_addends_may_miss_by_their_rounding_and_counts_may_not() {
    let rounded = ["a | 1.3 s", "b | 1.4 s", "c | 1.4 s", "Total | 4.2 s"];
    assert_eq!(verdicts(&table("step | time", &rounded)), ["consistent 4.2 s from 4.1 s"]);
    let counts = ["a | 13", "b | 14", "c | 14", "Total | 42"];
    assert_eq!(verdicts(&table("step | rows", &counts)), ["Wrong 42 from 41"]);
    let estimates = ["a | 10 ms", "b | 15 ms", "c | 20 ms", "Total | 46 ms"];
    assert_eq!(verdicts(&table("step | time", &estimates)), ["Wrong 46 ms from 45 ms"]);
    let measured = ["a | 13 ms", "b | 14 ms", "c | 14 ms", "Total | 42 ms"];
    assert_eq!(verdicts(&table("step | time", &measured)), ["consistent 42 ms from 41 ms"]);
}

#[test]
fn a_sum_further_off_than_rounding_usually_is_holds_with_a_mark() {
    let rows = ["a | 1.2 s", "b | 1.2 s", "c | 1.2 s", "d | 1.2 s", "e | 1.2 s", "f | 1.2 s", "Total | 6.9 s"];
    let found = claims(&table("step | time", &rows));
    assert_eq!((found[0].verdict, found[0].fault.is_some()), (Verdict::Holds, true));
}

#[test]
fn subtotals_groups_and_gaps() {
    let rows = ["a | 10", "b | 20", "Subtotal | 30", "c | 5", "d | 7", "Subtotal | 12", "Grand total | 42"];
    assert_eq!(verdicts(&table("part | bytes", &rows)), ["exact 30 from 30", "exact 12 from 12", "exact 42 from 42"]);
    let groups = [
        "n1 | CBRS | 4,420",
        "n2 | Wi-Fi | 4,664",
        "n3 | CBRS | 641",
        "n4 | Wi-Fi | 2,305",
        "Total (CBRS) | | 5,061",
        "Total (Wi-Fi) | | 6,969",
        "Total (all) | | 12,030",
    ];
    assert_eq!(verdicts(&table("device | radio | count", &groups)).len(), 3);
    assert!(verdicts(&table("device | radio | count", &groups)).iter().all(|v| v.starts_with("exact")));
    let gap = [
        "bytes | 200",
        "ratio | 10%",
        " | ",
        "intrinsic | 53,000",
        "calldata | 366,685",
        " | ",
        "Total cost | 419,685",
    ];
    assert_eq!(verdicts(&table("what | gas", &gap)), ["exact 419,685 from 419,685"]);
}

#[test]
fn multiples_of_a_total_weighted_sums_and_parallel_rows() {
    let rows = ["cache | 80 GB", "heap | 60 GB", "**Total per node** | **140 GB**", "**Total, 3 nodes** | **420 GB**"];
    assert_eq!(verdicts(&table("part | per node", &rows)), ["exact 140 GB from 140 GB", "exact 420 GB from 420 GB"]);
    let rows = ["web | 4 | $50", "db | 2 | $300", "Total | | $800"];
    assert_eq!(verdicts(&table("host | count | price each", &rows)), ["exact $800 from $800"]);
    let rows = [
        "gateway | 20 ms",
        "features (in parallel with recall) | 60 ms",
        "recall (in parallel with features) | 90 ms",
        "ranking | 200 ms",
        "total | 310 ms",
    ];
    assert_eq!(verdicts(&table("hop | budget", &rows)), ["exact 310 ms from 310 ms"]);
}

#[test]
fn headroom_is_the_budget_less_the_total() {
    let rows = ["a | 40 ms", "Reserve for retries | 20 ms", "Total | 60 ms", "Budget | 80 ms", "Headroom | 20 ms"];
    assert_eq!(verdicts(&table("hop | p99", &rows)), ["exact 60 ms from 60 ms", "exact 20 ms from 20 ms"]);
    let rows = ["a | 40 ms", "b | 20 ms", "Total | 60 ms", "Budget | 80 ms", "Headroom | 25 ms"];
    let found = claims(&table("hop | p99", &rows));
    assert_eq!((found[1].verdict, found[1].computed_text.as_str()), (Verdict::Wrong, "80 ms − 60 ms"));
}

#[test]
fn percentages_that_make_100_and_shares_that_do_not() {
    let rows = ["a | 33.3%", "b | 33.3%", "c | 33.3%", "Total | 100%"];
    assert_eq!(verdicts(&table("part | share", &rows)), ["rounded 100% from 99.9%"]);
    let rows = ["a | 67%", "b | 20%", "c | 29%", "Total | 100%"];
    assert_eq!(verdicts(&table("part | share", &rows)), ["Wrong 100% from 116%"]);
}

#[test]
fn one_slip_is_named() {
    let explained = |rows: &[&str]| claims(&table("part | HNT", rows))[0].explanation.clone().map(|e| e.text);
    let slip = ["witnesses | 932,710", "challengees | 193,605", "holders | 1,700,000", "Total | 4,596,315"];
    assert_eq!(explained(&slip).as_deref(), Some("the total is right if `challengees` is 1,963,605"));
    let omitted = ["a | 1,204", "b | 3,310", "c | 877", "Total | 4,514"];
    assert_eq!(explained(&omitted).as_deref(), Some("the total leaves out `c`"));
    let power = ["a | 1,204", "b | 3,310", "c | 877", "Total | 53,910"];
    assert_eq!(explained(&power).as_deref(), Some("the total is off by a factor of 10"));
}

#[test]
fn what_only_looks_like_a_total_is_not_called_wrong() {
    let silent = [
        table(
            "resource | limit",
            &["topics | 100,000", "partitions per topic | 10,000", "total partitions | 1,000,000"],
        ),
        table("run | p99", &["1 | 40 ms", "2 | 50 ms", "3 | 60 ms", "average | 50 ms"]),
        table("GPU | TFLOPS", &["attention | 447", "the rest | 463", "**total** | 461"]),
        table("step | latency", &["queue | 1-5 ms", "work | 10 ms", "write | 7 ms", "Total | 40 ms"]),
        table("way | bandwidth", &["out (avg) | 736 Mbps", "out (peak) | 3 Gbps", "in | 126 Mbps", "Total | 5 Gbps"]),
        table("part | memory", &["CDN cache | 200 GB", "search | 5 GB", "routes | 23 GB", "Total per region | 28 GB"]),
        table("metric | value", &["requests | 100", "per request | 5", "shards | 7", "Total | 500"]),
        table("data | size", &["posts | 205 TB", "feeds | 3 TB", "graph | 20 TB", "Total | 25 TB | plus old posts"]),
        table(
            "today | A | B",
            &[
                "first | 217.88 | 217.88",
                "use | 0.32 | 132.86",
                "over | 237.22 | 237.22",
                "last | 217.88 | 217.88",
                "Total | 455.42 | 587.96",
            ],
        ),
    ];
    for text in &silent {
        let wrong: Vec<_> = claims(text).into_iter().filter(|c| c.verdict == Verdict::Wrong).collect();
        assert!(wrong.is_empty(), "{text}\n{wrong:#?}");
    }
}

fn fence(text: &str) -> String {
    format!("```text\n{text}\n```\n")
}

#[test]
fn sums_over_a_rule_line() {
    let signed = "\
node HBM  8 x 192 GB                          = 1,536.0 GB
- weights                                     =   140.0 GB
- runtime reserve (15%: activations, comms,
  allocator fragmentation)                    =   230.4 GB
                                                ----------
KV pool                                       = 1,165.6 GB";
    assert_eq!(verdicts(&fence(signed)), ["exact 1,165.6 GB from 1,165.6 GB"]);
    assert_eq!(claims(&fence(signed))[0].computed_text, "1,536.0 GB − 140.0 GB − 230.4 GB");
    let wrong = signed.replace("= 1,165.6", "= 1,195.6");
    assert_eq!(verdicts(&fence(&wrong)), ["Wrong 1,195.6 GB from 1,165.6 GB"]);
    let unlabelled = "weights = 17.50 GB\nKV      = 16.11 GB\n          --------\n          33.61 GB";
    assert_eq!(verdicts(&fence(unlabelled)), ["exact 33.61 GB from 33.61 GB"]);
    assert_eq!(verdicts(&fence(&unlabelled.replace("33.61", "38.61"))), ["Wrong 38.61 GB from 33.61 GB"]);
    let comments = "  36  # state CID\n  36  # code CID\n  8   # nonce\n+ 64  # address (max)\n-----\n= 144";
    assert_eq!(verdicts(&fence(comments)), ["exact 144 from 144"]);
    let bars = "Upload: 60 Gbps\nFeed: 2.88 Tbps\nOther: 200 Gbps\n────────\nTotal: ~3.1 Tbps peak";
    assert_eq!(verdicts(&fence(bars)), ["rounded 3.1 Tbps from 3.14 Tbps"]);
}

#[test]
fn a_line_that_another_outlasts_is_no_addend() {
    let step = "\
t_memory    = 9.06 ms

t_compute   = 6.46 ms   (memory still wins)
t_allreduce = 4.22 ms
t_fixed     = 1.50 ms
              --------
step        = 14.77 ms";
    let found = claims(&fence(step));
    assert_eq!((found[0].verdict, found[0].reading.as_str()), (Verdict::Holds, "the greater of two lines"));
    let unmarked = step.replace("   (memory still wins)", "").replace("t_memory    = 9.06 ms\n", "");
    assert!(
        claims(&fence(&unmarked)).iter().all(|c| c.verdict == Verdict::Unknown),
        "{:?}",
        verdicts(&fence(&unmarked))
    );
}

#[test]
fn lists_that_end_in_a_total() {
    let list = "- auth: 100ms\n- token: 50ms\n- fraud: 300ms\n- network: 1200ms\n- write: 100ms\n- Total: ~1850ms (within 2s)\n";
    assert_eq!(verdicts(list), ["Wrong 1850ms from 1,750ms"]);
    let list = "* `query` - 50 bytes\n* `title` - 20 bytes\n* `snippet` - 200 bytes\n* Total: 270 bytes\n";
    assert_eq!(verdicts(list), ["exact 270 bytes from 270 bytes"]);
    for silent in [
        "- 10,000 servers\n- 100 metrics per server\n- 1 point per second\n- Total: 1,000,000 points per second\n",
        "- requests: 100\n- per request: 5\n- Total: 500\n",
        "- hot: 10 TB\n- kept: 30 days\n- Total: 300 TB\n",
        "- A: 10-20 ms\n- B: 5 ms\n- C: 7 ms\n- Total: 60 ms\n",
        "- raw: 5 PB\n- with replicas: 15 PB\n- with indexes: 18 PB\n- Total: 90 PB\n",
    ] {
        assert!(claims(silent).iter().all(|c| c.verdict != Verdict::Wrong), "{silent}{:?}", verdicts(silent));
    }
}

#[test]
fn changes_by_the_words_of_the_header() {
    let rows = [
        "paged cache | 108 seq/node | 1,737 seq/node | 16× capacity",
        "prefix cache | 450k tok/s | 180k tok/s | −60% fleet",
        "fp8 | 7,797 tok/s | 9,460 tok/s | +21%, 2.1× KV capacity",
        "funnel | 210,000 GFLOP | 2.529 GFLOP | 83,042×",
    ];
    let found = verdicts(&table("change | before | after | delta", &rows));
    assert_eq!(
        found,
        [
            "rounded 16 from 16.0833",
            "exact -60% from -60%",
            "rounded 21% from 21.3287%",
            "consistent 83,042 from 83,036.77"
        ]
    );
}

#[test]
fn a_change_is_wrong_only_among_rows_that_hold() {
    let rows = ["a | 100 | 80 | 20%", "b | 200 | 150 | 25%", "c | 400 | 100 | 75%", "d | 1000 | 340 | 64%"];
    let found = verdicts(&table("operation | before | after | delta", &rows));
    assert_eq!(found[3], "Wrong 64% from 66%");
    let unsure = ["a | 100 | 80 | 11%", "b | 200 | 150 | 25%", "c | 400 | 100 | 12%", "d | 1000 | 340 | 64%"];
    let found = claims(&table("operation | before | after | delta", &unsure));
    assert!(found.iter().all(|c| c.verdict == Verdict::Holds));
}

#[test]
fn percentiles_change_like_anything_else_and_means_of_changes_do_not() {
    let latencies = |p99: &str| {
        let p99 = format!("p99 | 400 ms | 240 ms | {p99}");
        table(
            "latency | before | after | change",
            &["p50 | 40 ms | 30 ms | -25%", "p90 | 200 ms | 150 ms | -25%", &p99],
        )
    };
    assert_eq!(verdicts(&latencies("-40%"))[2], "exact -40% from -40%");
    assert_eq!(verdicts(&latencies("-60%"))[2], "Wrong -60% from -40%");
    let mean = ["a | 40 ms | 30 ms | -25%", "b | 200 ms | 100 ms | -50%", "mean | 120 ms | 65 ms | -37.5%"];
    let held = verdicts(&table("job | before | after | change", &mean));
    assert!(held.iter().all(|v| !v.starts_with("Wrong")), "{held:?}");
}

#[test]
fn swapped_cells_are_told() {
    let rows = [
        "15 | 728.565µs | 1.263ms | 1.73",
        "20 | 816.508µs | 1.499ms | 1.83",
        "25 | 956.735µs | 1.837ms | 1.92",
        "30 | 1.022ms | 2.055ms | 2.01",
        "35 | 428.765µs | 2.715ms | 6.13",
        "40 | 469.49µs | 2.882ms | 6.33",
    ];
    let found = claims(&table("size | optimized time | naive time | ratio naive/optimized", &rows));
    let wrong: Vec<_> = found.iter().filter(|c| c.verdict == Verdict::Wrong).collect();
    assert_eq!(wrong.len(), 2);
    assert_eq!(wrong[0].computed.as_deref(), Some("6.33214"));
    assert_eq!(wrong[0].explanation.as_ref().map(|e| e.kind.as_str()), Some("rows-swapped"));
}

#[test]
fn columns_that_follow_from_others() {
    let rows = [
        "I | 10,000 | 27 | 270,000",
        "II | 20,000 | 11 | 220,000",
        "III | 80,000 | 8 | 640,000",
        "IV | 120,000 | 3 | 360,000",
    ];
    let found = verdicts(&table("dan | salary | members | yearly", &rows));
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|v| v.starts_with("exact")), "{found:?}");
    let mut wrong = rows.to_vec();
    wrong.push("V | 160,000 | 5 | 850,000");
    wrong.push("VI | 210,000 | 3 | 630,000");
    assert_eq!(verdicts(&table("dan | salary | members | yearly", &wrong))[4], "Wrong 850,000 from 800,000");
    let few = ["a | 3 | 5 | 8", "b | 2 | 9 | 11", "c | 7 | 1 | 9"];
    assert_eq!(verdicts(&table("x | p | q | r", &few)), Vec::<String>::new());
}

#[test]
fn a_column_named_total_adds_the_columns_before() {
    let rows = ["r1 | 12 | 30 | 42", "r2 | 7 | 9 | 16", "r3 | 100 | 1 | 101", "r4 | 55 | 5 | 60", "r5 | 20 | 20 | 41"];
    let found = verdicts(&table("run | reads | writes | total", &rows));
    assert_eq!(found[4], "Wrong 41 from 40");
    assert!(found[..4].iter().all(|v| v.starts_with("exact")));
}

#[test]
fn changes_in_sentences_hold_or_are_no_claims() {
    let cases = [
        ("A 28% memory increase, from 18 MB to 23 MB.", "rounded 28% from 27.7778%"),
        ("Costs rise from 200 to 500 (a 150% increase).", "exact 150% from 150%"),
        ("That cuts the fleet from 26 to 19 nodes, −27%.", "rounded -27% from -26.9231%"),
        ("A move of 45% → 65% average load is −31%.", "rounded -31% from -30.7692%"),
        ("So 210,000 GFLOP → 2.529 GFLOP = 83,042×.", "consistent 83,042 from 83,036.77"),
        ("From 90s: cut time from ~90s to ~53s (~41% reduction).", "rounded 41% from 41.1111%"),
    ];
    for (text, expected) in cases {
        assert_eq!(verdicts(text), [expected], "{text}");
    }
    for silent in
        ["Traffic grows from 5% to 2.5% of calls, with 10% of users.", "Boards go 3 → 5, 40% of them.", "From 9 to 5."]
    {
        assert_eq!(verdicts(silent), Vec::<String>::new(), "{silent}");
    }
}

#[test]
fn hostile_tables_and_fences_end_soon() {
    let rows: Vec<String> = (0..3000).map(|i| format!("r{i} | {i} | {}", i * 7)).collect();
    let refs: Vec<&str> = rows.iter().map(String::as_str).collect();
    let _ = claims(&table("a | b | c", &refs));
    let _ = claims(&fence(&"1 -----\n------\n".repeat(1500)));
    let _ = claims(&fence(&"((((((((1: = 5\n".repeat(500)));
    let _ = claims(&"- Total: 5 ms\n".repeat(1500));
}

#[test]
fn a_change_that_only_rounding_explains_means_what_the_other_row_means() {
    let rows = ["read | 0.045 s | 0.032 s | 29%", "write | 0.05 s | 0.03 s | 70%"];
    let found = verdicts(&table("call | current | optimized | reduction", &rows));
    assert_eq!(found, ["rounded 29% from 28.8889%", "Wrong 70% from 40%"]);
}

#[test]
fn a_note_beside_every_change_sets_no_row_apart() {
    let rows = |last: &str| {
        let all =
            ["2 | 96 B | 48 B | 48 B (1 key)", "3 | 144 B | 96 B | 48 B (1 key)", "4 | 192 B | 96 B | 96 B (2 keys)"];
        let last = format!("5 | 240 B | 96 B | {last}");
        table("peers | list | tree | savings", &[all[0], all[1], all[2], &last])
    };
    assert_eq!(verdicts(&rows("144 B (3 keys)")).last().map(String::as_str), Some("exact 144 B from 144 B"));
    assert_eq!(verdicts(&rows("444 B (3 keys)")).last().map(String::as_str), Some("Wrong 444 B from 144 B"));
}

#[test]
fn three_products_of_four_accuse_the_fourth_of_a_wrong_digit_only() {
    let rows = |last: &str| {
        let last = format!("d | 170 | 42 | {last}");
        table(
            "grade | rate | people | yearly",
            &["a | 110 | 23 | 2530", "b | 130 | 37 | 4810", "c | 190 | 29 | 5510", &last],
        )
    };
    assert_eq!(verdicts(&rows("4140")).last().map(String::as_str), Some("Wrong 4140 from 7,140"));
    assert_eq!(verdicts(&rows("3985")), Vec::<String>::new());
}
