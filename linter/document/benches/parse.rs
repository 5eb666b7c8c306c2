//! How long it takes to make a document of a text: all those of the corpus with mistakes.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::disallowed_types, missing_docs)]

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use designlint_document::{Document, Source};

/// The documents of the corpus that have mistakes, in order of their paths.
fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/faulty");
    let mut paths: Vec<_> = fs::read_dir(root).unwrap().map(|e| e.unwrap().path().join("doc.md")).collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

fn parse(c: &mut Criterion) {
    let texts = corpus();
    let mut group = c.benchmark_group("parse");
    group.throughput(Throughput::Bytes(u64::try_from(texts.iter().map(String::len).sum::<usize>()).unwrap()));
    group.bench_function("corpus", |b| {
        b.iter(|| texts.iter().for_each(|text| drop(black_box(Document::parse(Source::new(text.as_str()))))));
    });
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
