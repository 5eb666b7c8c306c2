//! Definitions and their look-up.

use designlint_document::{Document, Source};

use super::*;
use crate::formulas::{Phrase, statements};
use crate::lookup::Lookup;

fn input(variable: &str, unit: &str, words: &[&str], says: &[&str]) -> Input {
    Input {
        variable: variable.into(),
        name: variable.into(),
        words: words.iter().map(|w| (*w).to_string()).collect(),
        says: words.iter().flat_map(|w| Phrase::naming(w)).chain(says.iter().map(|s| Phrase::new(*s))).collect(),
        unit: unit.into(),
        ..Input::default()
    }
}

fn quantities() -> Vec<Input> {
    vec![
        input("layers", "", &["layers", "L"], &[]),
        input("heads", "", &["query heads", "heads"], &[]),
        input("kv_heads", "", &["key/value heads", "KV heads"], &[]),
        input("ttft", "s", &["TTFT"], &[]),
        input("rate", "/s", &["arrival rate"], &["requests arrive at {}"]),
        input("bytes", "B", &["dtype_bytes"], &["float16 {=2 B}"]),
        Input { least: "50%".into(), ..input("objective", "%", &["availability"], &["{} .. over {period}"]) },
        Input { least: "1 d".into(), ..input("period", "s", &["SLO period"], &[]) },
    ]
}

fn read<T>(text: &str, f: impl FnOnce(&Document, &[Named], &InputIndex) -> T) -> T {
    let document = Document::parse(Source::new(text));
    let quantities = quantities();
    let inputs = InputIndex::new(quantities.iter());
    let named = named(&document, &statements(&document, designlint_quantity::Convention::default()), &inputs);
    f(&document, &named, &inputs)
}

/// `key=number`, each once, in order.
fn keys(text: &str) -> Vec<String> {
    read(text, |document, named, _| {
        let mut out: Vec<String> = Vec::new();
        for n in named {
            let line = format!("{}={}", n.definition.key, document.source.slice(n.definition.value_span));
            if !out.contains(&line) {
                out.push(line);
            }
        }
        out
    })
}

#[test]
fn prose_states_known_quantities() {
    assert_eq!(
        keys("A model of 30 layers, 9 query heads and 3 key/value heads."),
        ["layer=30", "query head=9", "key value head=3"]
    );
    assert_eq!(keys("Requests arrive at 4 per second; TTFT 0.5 s."), ["arrival rate=4 per second", "ttft=0.5 s"]);
    assert_eq!(keys("Values are float16."), ["dtype byte=float16"]);
    assert_eq!(
        keys("99.5% of requests without a 5xx over 30 days, and 2% over 1 h."),
        ["availability=99.5%", "slo period=30 days"]
    );
}

#[test]
fn names_end_where_they_end() {
    assert_eq!(keys("p95 TTFT 0.4 s, 40 KV heads 128, upper layers 12"), ["key value head=40"]);
    assert_eq!(keys("KV heads: 8"), ["key value head=8", "kv head=8"]);
    assert_eq!(keys("layers = 2 x 40"), [""; 0]);
    assert_eq!(keys("Left are 100 - z = 40."), [""; 0]);
    assert_eq!(keys("Batch 32 — pace = 40."), ["pace=40"]);
}

#[test]
fn settings_tables_assignments_and_front_matter() {
    assert_eq!(keys("---\npool:\n  size: 128 MiB\n---\n"), ["size=128 MiB"]);
    assert_eq!(keys("```toml\n[engine]\nkv_blocks = 2048 # blocks\nname = \"x\"\n```\n"), ["kv block=2048"]);
    assert_eq!(keys("```yaml\nreplicas: 3\n```\n"), ["replica=3"]);
    assert_eq!(keys("The engine sets `kv_blocks = 2048`."), ["kv block=2048"]);
    assert_eq!(keys("| Setting | Value |\n|---|---|\n| max_seqs | 64 |\n"), ["max seq=64"]);
    assert_eq!(keys("```text\npool = 2 x 8 GB\n     = 16 GB\n```\n"), ["pool=16 GB"]);
    assert_eq!(keys("Three things: 4 apples."), [""; 0]);
}

fn lookup(text: &str, name: &str, section: usize) -> Option<String> {
    read(text, |document, named, inputs| {
        let found = Lookup::new(named, inputs, document).lookup(name, section);
        found.map(|d| document.source.slice(d.value_span).to_string())
    })
}

#[test]
fn the_nearest_definition_counts() {
    let text = "# A\n\nx = 1\n\n## B\n\nx = 2\n\n## C\n\nNothing.\n\n# D\n\nNothing.\n";
    assert_eq!(lookup(text, "x", 2).as_deref(), Some("2"));
    assert_eq!(lookup(text, "x", 3).as_deref(), Some("1"), "of the section above");
    assert_eq!(lookup(text, "x", 4), None, "two values elsewhere");
    assert_eq!(lookup("# A\n\nx = 1\n\n# B\n\nNothing.\n", "x", 2).as_deref(), Some("1"));
}

#[test]
fn contradicting_definitions_are_no_definition() {
    assert_eq!(lookup("# A\n\nz = 1 and later z = 2.\n", "z", 1), None);
    assert_eq!(lookup("# A\n\nz = 1 and later z = 1.\n", "z", 1).as_deref(), Some("1"));
}

#[test]
fn another_usual_name_of_the_same_quantity() {
    assert_eq!(lookup("The model has 30 layers.\n", "L", 0).as_deref(), Some("30"));
    assert_eq!(lookup("The model has 30 layers.\n", "d_model", 0), None);
}
