//! The graph of the numbers, laid out from left to right.

use std::collections::BTreeMap;

use designlint_facts::{Derivation, NodeKind};
use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::geometry::Point;
use layout::core::style::StyleAttr;
use layout::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout::topo::layout::VisualGraph;

use crate::described;

/// Most nodes that are laid out: the time grows faster than their number.
const NODES: usize = 400;
/// Colours of inputs, of results and of limits.
const COLORS: [u32; 3] = [0xfff6_e0ff, 0xe8f1_faff, 0xfbe6_e3ff];
const INK: u32 = 0x3333_33ff;

/// Nodes and edges as a picture; `nodes` and `edges` are what is to be shown, edges from what is used to what uses it.
///
/// # Errors
/// Why there is no picture.
pub fn graph(derivation: &Derivation, nodes: &[usize], edges: &[(usize, usize)]) -> Result<String, String> {
    if nodes.len() > NODES {
        return Err(format!("{} nodes are too many for a picture; try --format dot", nodes.len()));
    }
    let mut picture = VisualGraph::new(Orientation::LeftToRight);
    let mut handles = BTreeMap::new();
    for &at in nodes {
        let Some(node) = derivation.nodes.get(at) else { continue };
        let label =
            if node.stated.is_empty() { node.name().to_owned() } else { format!("{}\n{}", node.name(), node.stated) };
        let color = COLORS[usize::from(node.kind != NodeKind::Input)];
        handles.insert(at, picture.add_node(element(&label, color)));
    }
    for (from, to) in edges {
        if let (Some(from), Some(to)) = (handles.get(from), handles.get(to)) {
            picture.add_edge(Arrow::simple(""), *from, *to);
        }
    }
    for limit in &derivation.limits {
        let Some(&node) = handles.get(&derivation.root(limit.node)) else { continue };
        let sign = if limit.at_most { "≤" } else { "≥" };
        let bound = picture.add_node(element(&format!("{sign} {}", limit.text), COLORS[2]));
        picture.add_edge(Arrow::simple(""), node, bound);
    }
    let mut writer = SVGWriter::new();
    picture.do_it(false, false, false, &mut writer);
    let says = edges.iter().filter_map(|(from, to)| {
        Some(format!("{} follows from {}", derivation.nodes.get(*to)?.name(), derivation.nodes.get(*from)?.name()))
    });
    Ok(described(&writer.finalize(), "which number follows from which", &says.collect::<Vec<_>>().join("; ")))
}

fn element(label: &str, color: u32) -> Element {
    let clean: String = label.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
    let longest = clean.lines().map(|l| l.chars().count()).max().unwrap_or(1);
    let lines = clean.lines().count().max(1);
    let pixels = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    let size = Point::new(pixels(longest) * 9.0 + 20.0, pixels(lines) * 18.0 + 14.0);
    let style = StyleAttr::new(Color::new(INK), 1, Some(Color::new(color)), 4, 14);
    Element::create(ShapeKind::new_box(&clean), style, Orientation::LeftToRight, size)
}
