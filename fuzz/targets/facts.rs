//! Any text as a document: its parts, its facts and what its numbers are made of stand at places of it.

#![no_main]

use designlint_document::{Document, Source};
use designlint_facts::{derivation, extract};
use designlint_fuzz::{SETTINGS, all_within};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let document = Document::parse(Source::new(text));
    all_within(text, &document);
    let facts = extract(&document, &SETTINGS.knowledge);
    all_within(text, &facts);
    assert!(facts.claims.iter().all(|claim| claim.section < document.sections.len()));
    all_within(text, &derivation(&document, &facts, &SETTINGS.knowledge));
});
