//! How long it takes to tell whether a word is a unit: every word of the corpus, most of which are none.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::disallowed_types, missing_docs)]

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use designlint_quantity::unit;

/// The words of all documents of the corpus with mistakes.
fn words() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/faulty");
    let texts = fs::read_dir(root).unwrap().map(|e| fs::read_to_string(e.unwrap().path().join("doc.md")).unwrap());
    let parts = |text: String| {
        text.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut words: Vec<_> = texts.flat_map(parts).collect();
    words.sort();
    words
}

fn units(c: &mut Criterion) {
    let words = words();
    let found = words.iter().filter(|word| unit(word).is_some()).count();
    assert!(found > 0 && found < words.len(), "{found} of {} words are units", words.len());
    let mut group = c.benchmark_group("units");
    group.throughput(Throughput::Elements(u64::try_from(words.len()).unwrap()));
    group.bench_function("words of the corpus", |b| {
        b.iter(|| words.iter().for_each(|word| drop(black_box(unit(word)))));
    });
    group.finish();
}

criterion_group!(benches, units);
criterion_main!(benches);
