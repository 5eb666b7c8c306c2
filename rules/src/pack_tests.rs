//! The formulas of sizing: what holds, the known mistakes, and where they are silent.

use designlint_core::Kind;
use designlint_facts::{ClaimKind, Verdict};

use crate::testing::{report, says};

/// The stated numbers that hold by a formula.
fn holds(text: &str) -> Vec<String> {
    let claims = report("formula-mismatch", Kind::Design, text).facts.claims;
    let by_formula = claims.iter().filter(|c| c.kind == ClaimKind::Formula && c.verdict == Verdict::Holds);
    by_formula.map(|c| c.stated.clone()).collect()
}

/// What is said of a wrong number, without its place.
fn wrong(text: &str) -> String {
    let said = says("formula-mismatch", text);
    said.iter().map(|s| s.split_once(": ").map_or(s.as_str(), |(_, m)| m)).collect::<Vec<_>>().join("\n")
}

/// A formula with a right sentence, a list, a row, a wrong sentence with what is said of it, and near-misses.
struct Case {
    right: [&'static str; 3],
    stated: &'static str,
    wrong: &'static str,
    message: &'static str,
    silent: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        right: [
            "The model has 7,000,000,000 parameters at 2 bytes per value, so the weights take 14 GB.",
            "- parameters: 7,000,000,000\n- bytes per value: 2\n- weights: 14 GB",
            "| Setting | Value |\n|---|---|\n| parameters | 7,000,000,000 |\n| bytes per value | 2 B |\n| weights | 14 GB |",
        ],
        stated: "14 GB",
        wrong: "The model has 7,000,000,000 parameters at 2 bytes per value, so the weights take 7 GB.",
        message: "7 GB as the size of the weights counts parameters and not their bytes, of which each takes 2 bytes: \
                  7,000,000,000 x 2 bytes = 14 GB",
        silent: &[
            "The model has 7,000,000,000 parameters, and the weights take 7 GB.",
            "The model has 7,000,000,000 parameters at 2 bytes per value, and the weights take 7 GB per GPU.",
            "The model has 7,000,000,000 parameters at 2 bytes per value; quantized, the weights take 7 GB.",
        ],
    },
    Case {
        right: [
            "Ingest is 200 GB/day, retention is 30 days and there are 3 replicas, so storage is 18 TB.",
            "- ingest: 200 GB/day\n- retention: 30 days\n- replicas: 3\n- storage: 18 TB",
            "| Setting | Value |\n|---|---|\n| ingest | 200 GB/day |\n| retention | 30 days |\n| replicas | 3 |\n| storage | 18 TB |",
        ],
        stated: "18 TB",
        wrong: "Ingest is 200 GB/day, retention is 30 days and there are 3 replicas, so storage is 6 TB.",
        message: "6 TB as the storage leaves out the 3 replicas: 200 GB/day x 30 days x 3 = 18 TB",
        silent: &[
            "Ingest is 200 GB/day and retention is 30 days, so storage is 6 TB.",
            "Ingest is 200 GB/day, retention is 30 days and there are 3 replicas, so raw storage is 6 TB.",
            "Ingest is 200 GB/day, retention is 30 days and there are 3 replicas, so compressed storage is 6 TB.",
        ],
    },
    Case {
        right: [
            "The cache holds 5,000,000 entries of 2 KB each: 10 GB.",
            "- cache entries: 5,000,000\n- entry size: 2 KB\n- cache memory: 10 GB",
            "| Cache | Value |\n|---|---|\n| cache entries | 5,000,000 |\n| entry size | 2 KB |\n| cache memory | 10 GB |",
        ],
        stated: "10 GB",
        wrong: "The cache has 5,000,000 entries, the entry size is 2 KB, and the cache needs 80 GB.",
        message: "80 GB as the memory of the cache counts bits and calls them bytes: 5,000,000 x 2 KB = 10 GB",
        silent: &[
            "The cache has 5,000,000 entries and needs 80 GB.",
            "The cache has 5,000,000 entries, the entry size is 2 KB, and the cache needs 80 GB with overhead.",
        ],
    },
    Case {
        right: [
            "The peak load is 10,000 requests/s and each host handles 3,000 requests/s, so 4 hosts carry it.",
            "- peak load: 10,000 requests/s\n- capacity per host: 3,000 requests/s\n- hosts: 4",
            "| Sizing | Value |\n|---|---|\n| peak load | 10,000 requests/s |\n| capacity per host | 3,000 requests/s |\n| hosts | 4 |",
        ],
        stated: "4",
        wrong: "The peak load is 10,000 requests/s and each host handles 3,000 requests/s. So 3 hosts carry it.",
        message: "3 as the number of hosts rounds down, and 10,000 requests/s takes 3.33333 of them: \
                  ceil(10,000 requests/s / 3,000 requests/s) = 4",
        silent: &[
            "The peak load is 10,000 requests/s. So 3 hosts carry it.",
            "The peak load is 10,000 requests/s and each host handles 3,000 requests/s. So 3 hosts per zone carry it.",
        ],
    },
    Case {
        right: [
            "In a ring of 8 the message is 4 MB, and each rank sends 7 MB.",
            "### Ring all-reduce\n\n- message size: 4 MB\n- ranks: 8\n- volume: 7 MB",
            "| Ring all-reduce | Value |\n|---|---|\n| message size | 4 MB |\n| ranks | 8 |\n| volume | 7 MB |",
        ],
        stated: "7 MB",
        wrong: "In a ring of 8 the message is 4 MB, and each rank sends 3.5 MB.",
        message: "3.5 MB as the volume of a ring all-reduce counts one of two passes: a ring scatters the sums and then gathers them: \
                  2 x 7 / 8 x 4 MB = 7 MB",
        silent: &[
            "In the ring the message is 4 MB, and each rank sends 3.5 MB.",
            "In a ring of 8 the message is 4 MB, and each rank sends 3.5 MB compressed.",
        ],
    },
    Case {
        right: [
            "With t_memory = 9 ms, t_compute = 6 ms, t_allreduce = 4 ms and t_fixed = 1 ms the decode step takes 14 ms.",
            "- t_memory: 9 ms\n- t_compute: 6 ms\n- t_allreduce: 4 ms\n- t_fixed: 1 ms\n- decode step: 14 ms",
            "| Term | Value |\n|---|---|\n| t_memory | 9 ms |\n| t_compute | 6 ms |\n| t_allreduce | 4 ms |\n| t_fixed | 1 ms |\n| decode step | 14 ms |",
        ],
        stated: "14 ms",
        wrong: "With t_memory = 9 ms, t_compute = 6 ms, t_allreduce = 4 ms and t_fixed = 1 ms the decode step takes 20 ms.",
        message: "20 ms as the time of a decode step adds 6 ms of computing to 9 ms of reading memory, and the slower of the two hides \
                  the other: max(9 ms, 6 ms) + 4 ms + 1 ms = 14 ms",
        silent: &["With t_memory = 9 ms, t_allreduce = 4 ms and t_fixed = 1 ms the decode step takes 20 ms."],
    },
    Case {
        right: [
            "The HNSW index has 50,000,000 vectors with 128 dimensions at 4 B per value and 32 links, so the index takes 32 GB.",
            "### HNSW index\n\n- vectors: 50,000,000\n- dimensions: 128\n- bytes per value: 4\n- links: 32\n- index size: 32 GB",
            "| HNSW | Value |\n|---|---|\n| vectors | 50,000,000 |\n| dimensions | 128 |\n| bytes per value | 4 B |\n| links | 32 |\n| index size | 32 GB |",
        ],
        stated: "32 GB",
        wrong: "The HNSW index has 50,000,000 vectors with 128 dimensions at 4 B per value and 32 links, so the index takes 25.6 GB.",
        message: "25.6 GB as the size of the index leaves out the graph: 32 links of 4 B for each vector: \
                  50,000,000 x (128 x 4 B + 32 x 4 B) = 32 GB",
        silent: &[
            "The HNSW index has 50,000,000 vectors with 128 dimensions and 32 links, so the index takes 25.6 GB.",
        ],
    },
    Case {
        right: [
            "The KV pool is 64 GB, a token takes 100 KB of KV cache, and sequences have 4,000 tokens. So 160 sequences run.",
            "### KV pool\n\n- KV pool: 64 GB\n- KV cache per token: 100 KB\n- sequence length: 4,000\n- 160 sequences",
            "| KV pool | Value |\n|---|---|\n| KV pool | 64 GB |\n| KV cache per token | 100 KB |\n| sequence length | 4,000 |\n| pool | 160 sequences |",
        ],
        stated: "160",
        wrong: "The KV pool is 64 GB, a token takes 100 KB of KV cache, and sequences have 4,000 tokens. So 640,000 sequences run.",
        message: "640,000 as the number of sequences in the KV pool counts tokens, and each sequence takes 4,000 of them: \
                  floor(64 GB / (100 KB x 4,000)) = 160",
        silent: &["The KV pool is 64 GB, and a token takes 100 KB of KV cache. So 640,000 sequences run."],
    },
    Case {
        right: [
            "The weights are 16 GB, a token takes 100 KB of KV cache, and sequences have 4,000 tokens. So the knee is 40 streams.",
            "### Knee\n\n- weights: 16 GB\n- KV cache per token: 100 KB\n- sequence length: 4,000\n- knee batch: 40",
            "| Knee | Value |\n|---|---|\n| weights | 16 GB |\n| KV cache per token | 100 KB |\n| sequence length | 4,000 |\n| knee batch | 40 |",
        ],
        stated: "40",
        wrong: "The weights are 16 GB, a token takes 100 KB of KV cache, and sequences have 4,000 tokens. So the knee is 160,000 streams.",
        message: "160,000 as the batch at the knee counts tokens, and each stream has 4,000: \
                  16 GB / (4,000 x 100 KB) = 40",
        silent: &["The weights are 16 GB, and a token takes 100 KB of KV cache. So the knee is 160,000 streams."],
    },
    Case {
        right: [
            "The funnel takes a catalogue of 2,000,000 items to 500 candidates, a reduction of 4,000.",
            "### Funnel\n\n- catalogue: 2,000,000\n- candidates: 500\n- reduction: 4,000",
            "| Funnel | Value |\n|---|---|\n| catalogue | 2,000,000 |\n| candidates | 500 |\n| reduction | 4,000 |",
        ],
        stated: "4,000",
        wrong: "The funnel takes a catalogue of 2,000,000 items to 500 candidates, a reduction of 1,999,500.",
        message: "1,999,500 as the reduction of the funnel is how many items fewer, not how many times fewer: \
                  2,000,000 / 500 = 4,000",
        silent: &[
            "The funnel has a catalogue of 2,000,000 items, a reduction of 1,999,500.",
            "### Funnel\n\n- catalogue: 2,000,000\n- candidates: 500\n- latency reduction: 1,999,500",
        ],
    },
    Case {
        right: [
            "The node costs 3.60 USD/hour and the throughput is 500 tokens/s, so the cost per million tokens is 2 USD.",
            "- hourly cost: 3.60 USD/hour\n- throughput: 500/s\n- cost per million: 2 USD",
            "| Cost | Value |\n|---|---|\n| hourly cost | 3.60 USD/h |\n| throughput | 500 tokens/s |\n| cost per million | 2 USD |",
        ],
        stated: "2 USD",
        wrong: "The node costs 3.60 USD/hour and the throughput is 500/s, so the cost per million tokens is 7,200 USD.",
        message: "7,200 USD as the cost of a million takes the price of an hour for that of a second: \
                  3.60 USD/hour / 500/s x 1,000,000 = 2 USD",
        silent: &[
            "The node costs 3.60 USD/hour, so the cost per million tokens is 7,200 USD.",
            "The node costs 3.60 USD/hour and the throughput is 500/s, so the cost per million cached tokens is 7,200 USD.",
        ],
    },
    Case {
        right: [
            "Weights read: 16 GB; KV read: 8 GB; memory bandwidth: 3 TB/s. So t_memory = 8 ms.",
            "- weights read: 16 GB\n- KV read: 8 GB\n- memory bandwidth: 3 TB/s\n- t_memory: 8 ms",
            "| Term | Value |\n|---|---|\n| weights read | 16 GB |\n| KV read | 8 GB |\n| memory bandwidth | 3 TB/s |\n| t_memory | 8 ms |",
        ],
        stated: "8 ms",
        wrong: "- weights read: 16 GB\n- KV read: 8 GB\n- memory bandwidth: 2 TB/s\n- t_memory: 8 ms",
        message: "8 ms as the time of reading memory in a step reads the weights and not the KV cache, of which a step reads 8 GB: \
                  (16 GB + 8 GB) / 2 TB/s = 12 ms",
        silent: &[
            "- weights read: 16 GB\n- memory bandwidth: 2 TB/s\n- t_memory: 8 ms",
            "- weights read: 16 GB\n- KV read: 8 GB\n- memory bandwidth: 2 TB/s\n- t_memory at peak: 8 ms",
        ],
    },
    Case {
        right: [
            "The roofline step is 12 ms, so TPOT at 60% efficiency is 20 ms.",
            "- roofline step: 12 ms\n- TPOT at 60% efficiency: 20 ms",
            "| Term | Value |\n|---|---|\n| roofline step | 12 ms |\n| TPOT at 60% efficiency | 20 ms |",
        ],
        stated: "20 ms",
        wrong: "The roofline step is 12 ms, so TPOT at 60% efficiency is 7.2 ms.",
        message: "7.2 ms as the time per token at that efficiency multiplies by the efficiency, and a step at 60% of the roofline takes longer than 12 ms: \
                  12 ms / 60% = 20 ms",
        silent: &["The measured step is 12 ms, so TPOT at 60% efficiency is 7.2 ms."],
    },
    Case {
        right: [
            "We keep 10,000,000 vectors with 256 dimensions at 4 bytes per value, and the vectors take 10.24 GB.",
            "- vectors: 10,000,000\n- dimensions: 256\n- bytes per value: 4\n- raw vectors: 10.24 GB",
            "| Setting | Value |\n|---|---|\n| vectors | 10,000,000 |\n| dimensions | 256 |\n| bytes per value | 4 B |\n| raw vectors | 10.24 GB |",
        ],
        stated: "10.24 GB",
        wrong: "We keep 10,000,000 vectors with 256 dimensions at 4 bytes per value, and the vectors take 2.56 GB.",
        message: "2.56 GB as the size of the vectors counts values and not their bytes, of which each takes 4 bytes: \
                  10,000,000 x 256 x 4 bytes = 10.24 GB",
        silent: &[
            "We keep 10,000,000 vectors with 256 dimensions, and the vectors take 2.56 GB.",
            "We keep 10,000,000 vectors with 256 dimensions at 4 bytes per value; compressed, the vectors take 2.56 GB.",
        ],
    },
];

#[test]
fn what_follows_holds_in_prose_lists_and_rows() {
    let texts =
        CASES.iter().flat_map(|c| c.right.iter().map(move |right| (format!("## Sizing\n\n{right}\n"), c.stated)));
    let got: Vec<_> = texts.clone().map(|(text, _)| (holds(&text), wrong(&text), text)).collect();
    let expected: Vec<_> = texts.map(|(text, stated)| (vec![stated.to_owned()], String::new(), text)).collect();
    let differ: Vec<_> = got.iter().zip(&expected).filter(|(a, b)| a != b).collect();
    assert!(differ.is_empty(), "{differ:#?}");
}

#[test]
fn a_known_mistake_is_named() {
    let said = |c: &Case| (wrong(&format!("## Sizing\n\n{}\n", c.wrong)), c.message.to_owned());
    let differ: Vec<_> = CASES.iter().map(said).filter(|(a, b)| a != b).collect();
    assert!(differ.is_empty(), "{differ:#?}");
}

#[test]
fn a_missing_input_or_a_qualifier_is_silence() {
    let texts = CASES.iter().flat_map(|c| c.silent);
    let said: Vec<_> =
        texts.map(|t| (wrong(&format!("## Sizing\n\n{t}\n")), t)).filter(|(m, _)| !m.is_empty()).collect();
    assert!(said.is_empty(), "{said:#?}");
}
