//! Markdown to a [`Document`]: sections, blocks, tables, diagrams and comments, each with its place in the source.
//!
//! This crate is the only one that knows the Markdown parser. It knows no number and no rule. Parsing does no I/O and
//! cannot fail: odd input gives fewer parts, never an error.

#![deny(clippy::float_arithmetic)]

mod containers;
mod directives;
mod document;
mod emphasis;
mod entities;
mod flat;
mod fold;
mod front_matter;
mod html;
mod inline;
mod lines;
mod links;
mod math;
mod math_blocks;
mod options;
mod parse;
mod paths;
mod sections;
mod sentences;
mod source;
mod tables;
mod tags;

pub use document::{
    Block, BlockKind, Cell, Diagram, Directive, Document, Entry, FrontMatter, Item, Row, Section, SectionOrigin, Table,
};
pub use flat::{Flat, Region, RegionKind};
pub use fold::{fold_blanks, folded};
pub use paths::paths_in;
pub use sentences::{Sentence, sentence_ends};
pub use source::{Position, Source, Span};
