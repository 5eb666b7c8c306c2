//! How long the parts of a check take after parsing: reading the facts, and each rule by its name, over all documents of the corpus
//! with mistakes. A rule's figure is its query alone, since the facts have been read.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, clippy::disallowed_types, missing_docs)]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use designlint_core::{Context, Outcome, Report, Settings, check};
use designlint_document::{Document, Source};
use designlint_facts::extract;
use designlint_rules::{ALL, packs};

fn settings() -> Settings {
    Settings { knowledge: packs::knowledge(), profiles: packs::profiles(), ..Settings::default() }
}

/// The documents of the corpus that have mistakes, in order of their paths.
fn corpus() -> Vec<Document> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/faulty");
    let mut paths: Vec<_> = fs::read_dir(root).unwrap().map(|e| e.unwrap().path().join("doc.md")).collect();
    paths.sort();
    paths.iter().map(|path| Document::parse(Source::new(fs::read_to_string(path).unwrap()))).collect()
}

fn bytes(documents: &[Document]) -> Throughput {
    Throughput::Bytes(u64::try_from(documents.iter().map(|d| d.source.text().len()).sum::<usize>()).unwrap())
}

fn facts(c: &mut Criterion) {
    let (documents, knowledge) = (corpus(), packs::knowledge());
    let mut group = c.benchmark_group("extract");
    group.throughput(bytes(&documents));
    group.bench_function("corpus", |b| {
        b.iter(|| documents.iter().for_each(|document| drop(black_box(extract(document, &knowledge)))));
    });
    group.finish();
}

/// What the rules may look at in a document that has been checked.
fn context<'a>(report: &'a Report, settings: &'a Settings, outcome: &'a Outcome<'a>) -> Context<'a> {
    Context {
        document: &report.document,
        facts: &report.facts,
        settings,
        kind: report.kind.0,
        kind_from: report.kind.1,
        profile: settings.profiles.iter().find(|p| p.id == report.profile),
        outcome,
    }
}

fn rules(c: &mut Criterion) {
    let (documents, settings, outcome) = (corpus(), settings(), Outcome::default());
    let throughput = bytes(&documents);
    let reports: Vec<Report> = documents.into_iter().map(|d| check(d, &settings, ALL)).collect();
    let contexts: Vec<Context<'_>> = reports.iter().map(|r| context(r, &settings, &outcome)).collect();
    let found: usize = ALL.iter().map(|rule| contexts.iter().map(|cx| (rule.check)(cx).len()).sum::<usize>()).sum();
    assert!(found > 0, "no rule finds anything in the documents with mistakes");
    let mut group = c.benchmark_group("rule");
    group.throughput(throughput);
    // Each of them is short and there are many of them.
    group.sample_size(10).warm_up_time(Duration::from_millis(50)).measurement_time(Duration::from_millis(200));
    for rule in ALL {
        group.bench_function(rule.meta.name, |b| {
            b.iter(|| contexts.iter().for_each(|cx| drop(black_box((rule.check)(cx)))));
        });
    }
    group.finish();
}

criterion_group!(benches, facts, rules);
criterion_main!(benches);
