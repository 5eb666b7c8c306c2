//! `graph`: which number follows from which.

use designlint_render::graph;

use crate::graph_arguments::GraphArguments;
use crate::output::{Exit, print};
use crate::values::GraphFormat;
use crate::whatif::{follow, picture};

/// Follows and prints.
pub fn run(arguments: &GraphArguments) -> Exit {
    let followed = match follow(&arguments.file) {
        Ok(followed) => followed,
        Err(exit) => return exit,
    };
    let (source, derivation) = (&followed.report.document.source, &followed.derivation);
    if arguments.format == GraphFormat::Svg {
        let (nodes, edges) = (graph::shown(derivation), graph::edges(derivation));
        return picture(&followed.path, designlint_report::graph(derivation, &nodes, &edges));
    }
    print(&match arguments.format {
        GraphFormat::Text => graph::text::text(&followed.path, source, derivation),
        GraphFormat::Json => graph::json::json(source, derivation),
        GraphFormat::Dot | GraphFormat::Svg => graph::dot::dot(derivation),
        GraphFormat::Mermaid => graph::mermaid::mermaid(derivation),
    })
}
