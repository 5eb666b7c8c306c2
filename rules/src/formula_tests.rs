//! The known mistakes, each told in full.

use designlint_core::Kind;

use crate::testing::{report, says};

const MODEL: &str = "## KV cache\n\nThe model has 30 layers, 9 query heads, 3 key/value heads and head dimension 64; values are float16.\n\n";
const POOL: &str =
    "## KV pool\n\nThe engine sets `kv_blocks = 2048` and `block_size = 16`. A token takes 23,040 B of KV cache.\n\n";
const LOAD: &str = "## Load\n\nRequests arrive at 4 per second. Each streams 32 output tokens, with a time to first token of 0.5 s \
    and 0.06 s between consecutive output tokens.\n\n";
const SLO: &str = "## Alerts\n\nThe availability SLO is 99.5% of requests without a 5xx over 30 days. The fast alert fires at a burn \
    rate of 14.4 sustained over its 1 hour long window.\n\n";

#[test]
fn query_heads_are_named_where_key_value_heads_belong() {
    let text = "The model has 30 layers, 9 query heads, 3 key/value heads, head dimension 64.\n\nKV bytes per token: `2*30*9*64*2 = 69,120`\n";
    let report = report("kv-bytes", Kind::Design, text);
    let [diagnostic] = report.diagnostics.as_slice() else { panic!("{:?}", report.diagnostics) };
    let finding = &diagnostic.finding;
    assert_eq!(
        finding.message,
        "`2*30*9*64*2` multiplies by 9, the number of query heads, where the cache stores 3 key/value heads: \
         2 x 30 x 3 x 64 x 2 B = 23,040 B"
    );
    let label = |i: usize| (&text[finding.labels[i].span.range()], finding.labels[i].message.as_str());
    assert_eq!(finding.labels[0].span.start, text.find("2*30*9").unwrap() + 5);
    assert_eq!(label(0), ("9", "this is the number of query heads"));
    assert_eq!(label(1), ("9", "the number of query heads is 9 here"));
    assert_eq!(label(2), ("3", "the number of key/value heads is 3 here"));
    assert_eq!(finding.help.as_deref(), Some("write 2 x 30 x 3 x 64 x 2 B = 23,040 B"));
    let calculation = finding.calculation.as_ref().unwrap();
    assert_eq!((calculation.stated.as_deref(), calculation.computed.as_deref()), (Some("69,120"), Some("23,040")));
    let edits: Vec<(&str, &str)> =
        finding.fix.iter().flat_map(|f| &f.edits).map(|e| (&text[e.span.range()], e.text.as_str())).collect();
    assert_eq!(edits, [("9", "3"), ("69,120", "23,040")]);
}

#[test]
fn keys_without_values() {
    assert_eq!(
        says("kv-bytes", &format!("{MODEL}KV bytes per token: 30 * 3 * 64 * 2 = 11,520.\n")),
        ["5:21-5:45 error: `30 * 3 * 64 * 2` counts keys but not values, and the cache stores both: \
          2 x 30 x 3 x 64 x 2 B = 23,040 B"]
    );
    assert_eq!(
        says("kv-bytes", &format!("{MODEL}One token of one sequence occupies 11,520 bytes of it.\n")),
        [
            "5:1-5:48 error: 11,520 bytes as the KV cache of a token counts keys but not values, and the cache stores both: \
          2 x 30 x 3 x 64 x 2 B = 23,040 bytes"
        ]
    );
}

#[test]
fn an_operand_that_is_none_of_the_known_mistakes() {
    assert_eq!(
        says("kv-bytes", &format!("{MODEL}KV bytes per token = 2 x 32 x 3 x 64 x 2 B = 24,576 B.\n")),
        ["5:22-5:54 error: `2 x 32 x 3 x 64 x 2 B` takes 32 for the number of layers, which is 30: \
          2 x 30 x 3 x 64 x 2 B = 23,040 B"]
    );
}

#[test]
fn a_chain_over_names_and_lines() {
    let text = "## KV cache\n\nlayers = 80, kv_heads = 8, head_dim = 128, dtype_bytes = 2\n\n```text\n\
        kv_bytes_per_token = 2 x layers x kv_heads x head_dim x dtype_bytes\n    = 2 x 80 x 64 x 128 x 2 B\n    = 2,621,440 B per token\n```\n";
    assert_eq!(
        says("kv-bytes", text),
        ["7:7-8:18 error: `2 x 80 x 64 x 128 x 2 B` takes 64 for the number of key/value heads, which is 8: \
          2 x 80 x 8 x 128 x 2 B = 327,680 B"]
    );
    assert_eq!(says("kv-bytes", &text.replace("64", "8").replace("2,621,440", "327,680")), [""; 0]);
}

#[test]
fn blocks_read_as_tokens() {
    assert_eq!(
        says(
            "kv-pool-blocks",
            &format!("{POOL}The pool holds 2048 x 23,040 = 47,185,920 bytes, enough for 4 sequences of 512 tokens.\n")
        ),
        [
            "5:16-5:48 error: `2048 x 23,040` reads the 2048 blocks as tokens, though each holds 16: \
             2048 x 16 x 23,040 B = 754,974,720 bytes",
            "5:61-5:72 error: 4 as the number of sequences in the KV pool reads the 2048 blocks as tokens, though each holds 16: \
             floor(2048 / ceil(512 / 16)) = 64"
        ]
    );
}

#[test]
fn one_gap_too_many() {
    assert_eq!(
        says("gap-count-off-by-one", &format!("{LOAD}In flight: 4 x (0.5 + 32 x 0.06) = 9.68.\n")),
        ["5:12-5:40 warning: `4 x (0.5 + 32 x 0.06)` counts 32 gaps, and only 31 follow the first of 32 tokens: \
          4 per second x (0.5 s + 31 x 0.06 s) = 9.44"]
    );
    assert_eq!(
        says("gap-count-off-by-one", &format!("{LOAD}On average 9.68 requests are in flight.\n")),
        [
            "5:12-5:39 warning: 9.68 as the number of requests in flight counts 32 gaps, and only 31 follow the first of 32 tokens: \
          4 per second x (0.5 s + 31 x 0.06 s) = 9.44"
        ]
    );
    assert_eq!(
        says("gap-count-off-by-one", "`0.5 + 32 x 0.06 = 2.42 s` for 32 output tokens.\n"),
        ["1:2-1:26 warning: `0.5 + 32 x 0.06` counts 32 gaps, and only 31 follow the first of 32 tokens: \
          0.5 s + 31 x 0.06 s = 2.36 s"]
    );
    assert_eq!(
        says("gap-count-off-by-one", "60 timestamps, 2 min apart, span 60 x 2 min = 120 min.\n"),
        ["1:34-1:54 warning: `60 x 2 min` counts 60 gaps, and 60 points have 59 between them: 59 x 2 min = 118 min"]
    );
}

#[test]
fn a_time_quoted_as_a_count() {
    assert_eq!(
        says("little-law", &format!("{LOAD}Concurrency: 2.36 requests in flight.\n")),
        [
            "5:14-5:37 error: 2.36 as the number of requests in flight is the time in seconds that a request spends in the system, \
          not how many are in it at 4 per second: 4 per second x (0.5 s + 31 x 0.06 s) = 9.44"
        ]
    );
}

#[test]
fn users_and_inverse_throughput() {
    assert_eq!(
        says(
            "little-law",
            "1,000 users, each waits 0.75 s between requests; a request takes 0.11 s. So 1,000 requests are in flight.\n"
        ),
        [
            "1:77-1:105 error: 1,000 as the number of requests in flight counts 1,000 users as requests, though each spends 0.75 s of \
          every 0.86 s between two: 1,000 x 0.11 s / (0.11 s + 0.75 s) = 127.907"
        ]
    );
    assert_eq!(
        says("little-law", "100 clients reach 1,275,543 messages/s, so latency = 1 / 1,275,543 s = 784 ns.\n"),
        [
            "1:54-1:78 error: `1 / 1,275,543 s` is the time between two completions; with 100 in flight each takes 100 times as long: \
          100 / 1,275,543 messages/s = 78,397.98 ns"
        ]
    );
}

#[test]
fn hours_and_days_in_a_budget() {
    assert_eq!(
        says("burn-rate", &format!("{SLO}That hour has spent 12/25 of the 30-day error budget.\n")),
        ["5:21-5:40 error: 12/25 as the share of the budget divides hours by days, and 1 hour is 1/720 of 30 days: \
          14.4 x 1 hour / 30 days = 1/50"]
    );
    assert_eq!(
        says(
            "burn-rate",
            &format!("{SLO}At a constant burn rate of 14.4 the whole budget is gone after 25/12 hours.\n")
        ),
        [
            "5:28-5:75 error: 25/12 hours as the time until the budget is gone divides days and calls them hours, and 30 days is 720 hours: \
          30 days / 14.4 = 50 hours"
        ]
    );
    assert_eq!(
        says("error-budget", &format!("{SLO}The error budget is 3.6 minutes.\n")),
        [
            "5:5-5:32 error: 3.6 minutes as the error budget is in hours and calls them minutes: (1 - 99.5%) x 30 days = 216 minutes"
        ]
    );
}

#[test]
fn rows_of_a_burn_table_keep_their_units() {
    let table = "| Burn rate | Long window | Budget spent |\n|---|---|---|\n| 14.4 | 1 h | 2% |\n| 6 | 6 h | 2% |\n";
    assert_eq!(
        says("burn-rate", &format!("SLO: 99.9% over 30 days.\n\n{table}")),
        ["6:3-6:15 error: the share of the budget is 6 x 6 h / 30 days = 5%, not 2%"]
    );
}

#[test]
fn a_result_in_a_sentence_with_all_its_inputs() {
    assert_eq!(
        says("error-budget", "99.99% availability over 7 days leaves an error budget of 65 s per week.\n"),
        ["1:1-1:72 error: the error budget is (1 - 99.99%) x 7 days = 60.48 s per week, not 65 s per week"]
    );
    assert_eq!(
        says("error-budget", "99.9% over 30 days leaves 4.32 minutes.\n"),
        ["1:1-1:39 error: 4.32 minutes as the error budget is the budget of one nine more than 99.9%: \
          (1 - 99.9%) x 30 days = 43.2 minutes"]
    );
    assert_eq!(
        says("burn-rate", "SLO: 99.5% over 28 days. A burn rate of 7 held for 24 h spends 20% of the budget.\n"),
        ["1:41-1:67 error: the share of the budget is 7 x 24 h / 28 days = 25%, not 20%"]
    );
    assert_eq!(
        says("formula-mismatch", "A prompt of 2,048 x 327,680 B = 671 MB, which at 25 GB/s adds 2.7 ms.\n"),
        ["1:33-1:69 error: the time of the transfer is 671 MB / 25 GB/s = 26.84 ms, not 2.7 ms"]
    );
}

#[test]
fn what_follows_is_silent_and_verified() {
    let text = format!(
        "{MODEL}KV bytes per token: 2*30*3*64*2 = 23,040.\n\n{POOL}The pool holds 2048 x 16 x 23,040 = 754,974,720 bytes; 64 sequences of \
         512 tokens fit.\n\n{LOAD}W = 0.5 + 31 x 0.06 = 2.36 s, so 9.44 requests are in flight.\n\n{SLO}99.5% over 30 days is 216 minutes, \
         and a 14.4x burn spends 1/50 of it per hour. The whole budget is gone after 50 hours.\n"
    );
    for rule in ["kv-bytes", "kv-pool-blocks", "little-law", "gap-count-off-by-one", "error-budget", "burn-rate"] {
        assert_eq!(says(rule, &text), [""; 0], "{rule}");
    }
    let report = report("burn-rate", Kind::Design, &text);
    let claims = &report.facts.claims;
    for stated in ["23,040", "754,974,720 bytes", "64", "2.36 s", "9.44", "216 minutes", "1/50", "50 hours"] {
        let holds = claims.iter().any(|c| c.stated == stated && c.verdict == designlint_facts::Verdict::Holds);
        assert!(holds, "{stated}: {claims:#?}");
    }
}

#[test]
fn silent_where_the_formula_does_not_hold() {
    for line in [
        "KV bytes per token and GPU: 2 x 30 x 1 x 64 x 2 B = 7,680 B.",
        "KV bytes per token in each layer: 2 x 3 x 64 x 2 B = 768 B.",
        "KV bytes per token, compressed: 11,520 B.",
        "With a sliding window the cache takes 11,520 B per token.",
        "Latent attention stores 576 values: KV bytes per token = 30 x 576 x 2 B = 34,560 B.",
    ] {
        assert_eq!(says("kv-bytes", &format!("{MODEL}{line}\n")), [""; 0], "{line}");
    }
    // Without a count of blocks it may be one of tokens.
    let pool = "block_size = 16. The KV pool holds 2,048 x 23,040 B = 47,185,920 B.\n";
    assert_eq!(says("kv-pool-blocks", &format!("{MODEL}{pool}")), [""; 0]);
    assert_eq!(says("kv-pool-blocks", &format!("{MODEL}kv_blocks = 2048. {pool}")).len(), 1);
    let two = MODEL.replace("3 key/value heads", "3 key/value heads (the draft model 1 key/value head)");
    assert_eq!(says("kv-bytes", &format!("{two}KV bytes per token: 2 x 30 x 9 x 64 x 2 B = 69,120 B.\n")), [""; 0]);
    assert_eq!(says("little-law", &format!("{LOAD}A limit of 2.36 requests in flight.\n")), [""; 0]);
    assert_eq!(says("error-budget", "99.9% of requests over 30 days are answered within 300 ms.\n"), [""; 0]);
    assert_eq!(says("error-budget", "Months average 30.44 days. 99.9% leaves 43.8 min per month.\n"), [""; 0]);
    assert_eq!(says("error-budget", "99.9% uptime allows 8.76 hours of downtime per year.\n"), [""; 0]);
    assert_eq!(
        says("burn-rate", "SLO: 99.9% over 28 days. We page at a burn rate of 14 over 1 h and 5 min (about 2%).\n"),
        [""; 0]
    );
}
