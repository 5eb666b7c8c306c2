//! A piece of text that is written again and again: the time that each reader takes grows as the text does.

#![no_main]

use arbitrary::Arbitrary;
use designlint_bot::hunks::Hunks;
use designlint_bot::text::Text;
use designlint_document::{Document, Source};
use designlint_facts::{derivation, extract};
use designlint_fuzz::{SETTINGS, grows_as_its_text, report};
use designlint_quantity::{parse, tokens};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Reader {
    Check,
    Facts,
    Expression,
    Patch,
}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    reader: Reader,
    before: &'a str,
    piece: &'a str,
}

fuzz_target!(|input: Input<'_>| {
    let Input { reader, before, piece } = input;
    // What comes before is there to open something, and not to be the text.
    if piece.is_empty() || piece.len() + before.len() > 100 {
        return;
    }
    grows_as_its_text(before, piece, |text| match reader {
        Reader::Check => drop(report(text)),
        Reader::Facts => {
            let document = Document::parse(Source::new(text));
            let facts = extract(&document, &SETTINGS.knowledge);
            drop(derivation(&document, &facts, &SETTINGS.knowledge));
        }
        Reader::Expression => {
            let tokens = tokens(text);
            drop(parse(text, &tokens, 0));
        }
        Reader::Patch => drop((Hunks::parse(text), Text::new(text.to_owned()))),
    });
});
