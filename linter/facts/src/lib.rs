//! What a document states. Facts are nouns; rules ask about them.
//!
//! `extract` reads a [`designlint_document::Document`] once and gives [`Facts`]. It does no I/O and cannot fail.

mod nouns;

pub use nouns::*;
