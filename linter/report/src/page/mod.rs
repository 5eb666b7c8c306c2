//! The page of a review.

mod bar;
mod budgets;
mod derived;
mod document;
mod failures;
mod graph;
mod html;
mod index;
mod ledger;
mod questions;
mod sensitivity;

use askama::Template;
use designlint_facts::Difference;
use designlint_render::Checked;
use designlint_render::summary::counted;

pub use graph::{Graph, Node, Role};
pub use sensitivity::{Sensitivity, Swing};

use document::DocumentView;
use index::{DifferenceView, Entry};

/// A document of the page.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// What was checked, with its review.
    pub file: &'a Checked,
    /// What its numbers follow from; `None` leaves the section out.
    pub graph: Option<Graph>,
    /// How its results follow its inputs; none leaves the section out.
    pub sensitivities: Vec<Sensitivity>,
}

impl<'a> Subject<'a> {
    /// A document without a graph and without sensitivities.
    pub fn new(file: &'a Checked) -> Self {
        Self { file, graph: None, sensitivities: Vec::new() }
    }
}

/// The page of these documents: of one alone its review, of several an index and the review of each. `across` is what they
/// state differently, where that was asked for.
///
/// # Errors
/// What hindered the template; writing to a text, nothing does.
pub fn page(subjects: &[Subject<'_>], across: Option<&[Difference]>) -> Result<String, askama::Error> {
    let alone = subjects.len() == 1 && across.is_none();
    let level = if alone { 1 } else { 2 };
    let documents: Vec<DocumentView> =
        subjects.iter().enumerate().map(|(i, s)| document::view(s, i + 1, level)).collect();
    let title = match documents.first() {
        Some(only) if alone => format!("Review of {}", only.title),
        _ => format!("Review of {}", counted(documents.len(), "document")),
    };
    let ids: Vec<String> = documents.iter().map(|d| d.id.clone()).collect();
    let entries = subjects.iter().zip(&documents).map(|(s, d)| index::entry(s, &d.id, &d.title));
    let index = if alone { Vec::new() } else { entries.collect() };
    let differences = across.map(|found| index::differences(subjects, &ids, found));
    Page { title, documents, index, differences }.render()
}

/// The page.
#[derive(Template)]
#[template(path = "page.html")]
struct Page {
    title: String,
    documents: Vec<DocumentView>,
    index: Vec<Entry>,
    differences: Option<Vec<DifferenceView>>,
}
