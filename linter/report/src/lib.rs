//! What designlint shows as pictures: reviews as one HTML page; plots of a sweep, tornado charts and the graph of a document's
//! numbers as SVG.
//!
//! A page is one file that fetches nothing and runs nothing. Every text of a document goes through one escaper, which the
//! templates cannot go round. The only part with floats, and they are pixels: every number that is written was written exactly
//! before.

mod graph;
mod page;
mod plot;
mod tornado;

pub use graph::graph;
pub use page::{Graph, Node, Role, Sensitivity, Subject, Swing, page};
pub use plot::plot;
pub use tornado::tornado;

use designlint_quantity::Rational;
use designlint_render::escape::xml;

/// What a drawing library said, as text.
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// A number as a coordinate; 0 for what has none.
fn coordinate(value: &Rational) -> f64 {
    value.to_f64().value()
}

/// The SVG with a title and a description for those who do not see it.
fn described(svg: &str, title: &str, text: &str) -> String {
    let Some(end) = svg.find("<svg").and_then(|at| svg[at..].find('>').map(|end| at + end + 1)) else {
        return svg.to_owned();
    };
    let (head, body) = svg.split_at(end);
    let head = head.trim_end_matches('>');
    format!("{head} role=\"img\"><title>{}</title><desc>{}</desc>{body}", xml(title), xml(text))
}
