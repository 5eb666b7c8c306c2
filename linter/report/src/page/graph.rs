//! The derivation graph as a picture: inputs on the left, what follows from them to the right.

use std::collections::BTreeSet;

use super::bar::rounded;
use super::html::cut;

/// Quantities and what uses what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The quantities.
    pub nodes: Vec<Node>,
    /// From a quantity to one that uses it, by index in `nodes`.
    pub edges: Vec<(usize, usize)>,
}

/// A quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What the document calls it.
    pub name: String,
    /// Its value as the document has it; empty where it has none.
    pub value: String,
    /// What it is.
    pub role: Role,
    /// Its line, from 1.
    pub line: usize,
}

/// What a quantity is in a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Stated, not calculated.
    Input,
    /// Calculated from others.
    Result,
    /// What a result is held against.
    Limit,
}

impl Role {
    /// Its word, which is also its class in the style sheet.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Result => "result",
            Self::Limit => "limit",
        }
    }
}

/// More quantities than this are no picture any more; the table still has them.
const MOST: usize = 120;
const BOX: (f64, f64) = (176.0, 42.0);
const GAP: (f64, f64) = (56.0, 14.0);
const MARGIN: f64 = 8.0;
/// Characters of a line in a box.
const LETTERS: usize = 24;

/// The picture and the table of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    /// `None` where there is too much to draw.
    pub picture: Option<Picture>,
    /// Every quantity with what it uses.
    pub rows: Vec<Uses>,
    pub edges: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub width: f64,
    pub height: f64,
    pub boxes: Vec<Boxed>,
    /// Paths in the language of SVG.
    pub paths: Vec<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Boxed {
    pub x: f64,
    pub y: f64,
    pub name: String,
    pub value: String,
    pub whole: String,
    pub role: &'static str,
}

#[derive(Clone, Debug)]
pub(crate) struct Uses {
    pub node: Node,
    pub uses: String,
}

/// The drawing of a graph; `None` where nothing uses anything. A quantity that stands alone is left out.
pub(crate) fn drawing(graph: &Graph) -> Option<Drawing> {
    let count = graph.nodes.len();
    let edges: BTreeSet<(usize, usize)> =
        graph.edges.iter().copied().filter(|&(from, to)| from < count && to < count && from != to).collect();
    let linked: BTreeSet<usize> = edges.iter().flat_map(|&(from, to)| [from, to]).collect();
    if edges.is_empty() {
        return None;
    }
    let uses = |&to: &usize| {
        let names: Vec<&str> = edges.iter().filter(|e| e.1 == to).map(|e| graph.nodes[e.0].name.as_str()).collect();
        Uses { node: graph.nodes[to].clone(), uses: names.join(", ") }
    };
    let rows = linked.iter().map(uses).collect();
    let picture = (linked.len() <= MOST).then(|| picture(graph, &columns(&linked, &edges), &edges));
    Some(Drawing { picture, rows, edges: edges.len() })
}

/// The quantities by column: each stands behind all that it uses. Those of a cycle, which nothing puts in order, stand where
/// the first of them would.
fn columns(linked: &BTreeSet<usize>, edges: &BTreeSet<(usize, usize)>) -> Vec<Vec<usize>> {
    let mut left = linked.clone();
    let mut columns: Vec<Vec<usize>> = Vec::new();
    while !left.is_empty() {
        let waits = |n: &usize| edges.iter().any(|(from, to)| to == n && left.contains(from));
        let mut ready: Vec<usize> = left.iter().copied().filter(|n| !waits(n)).collect();
        if ready.is_empty() {
            ready.extend(left.first());
        }
        ready.iter().for_each(|n| {
            left.remove(n);
        });
        columns.push(ready);
    }
    // An input stands right before what uses it, which makes short lines.
    for at in (0..columns.len().saturating_sub(1)).rev() {
        let column = std::mem::take(&mut columns[at]);
        for node in column {
            let users = |c: &Vec<usize>| edges.iter().any(|(from, to)| *from == node && c.contains(to));
            let first = (at + 1..columns.len()).find(|&c| users(&columns[c]));
            let is_input = edges.iter().all(|(_, to)| *to != node);
            let to = first.filter(|_| is_input).map_or(at, |c| c - 1);
            columns[to].push(node);
        }
    }
    columns.iter_mut().for_each(|c| c.sort_unstable());
    columns.retain(|c| !c.is_empty());
    untangled(columns, edges)
}

/// Each column in the order of the middle of what its quantities use.
fn untangled(mut columns: Vec<Vec<usize>>, edges: &BTreeSet<(usize, usize)>) -> Vec<Vec<usize>> {
    for at in 1..columns.len() {
        let place = |n: usize| columns[..at].iter().find_map(|c| c.iter().position(|m| *m == n));
        let middle = |n: usize| {
            let used: Vec<usize> = edges.iter().filter(|e| e.1 == n).filter_map(|e| place(e.0)).collect();
            // In hundredths, so that the order rests on integers.
            used.iter().sum::<usize>() * 100 / used.len().max(1)
        };
        let mut sorted: Vec<(usize, usize)> = columns[at].iter().map(|&n| (middle(n), n)).collect();
        sorted.sort_unstable();
        columns[at] = sorted.into_iter().map(|(_, n)| n).collect();
    }
    columns
}

fn picture(graph: &Graph, columns: &[Vec<usize>], edges: &BTreeSet<(usize, usize)>) -> Picture {
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(0);
    let extent = |count: usize, size: f64, gap: f64| length(count) * (size + gap) - gap;
    let height = extent(tallest, BOX.1, GAP.1) + 2.0 * MARGIN;
    let width = extent(columns.len(), BOX.0, GAP.0) + 2.0 * MARGIN;
    let mut places = vec![(0.0, 0.0); graph.nodes.len()];
    for (c, column) in columns.iter().enumerate() {
        let top = (height - extent(column.len(), BOX.1, GAP.1)) / 2.0;
        for (r, &node) in column.iter().enumerate() {
            places[node] = (MARGIN + length(c) * (BOX.0 + GAP.0), rounded(top + length(r) * (BOX.1 + GAP.1)));
        }
    }
    let boxed = |&n: &usize| {
        let (node, (x, y)) = (&graph.nodes[n], places[n]);
        Boxed {
            x,
            y,
            name: cut(&node.name, LETTERS),
            value: cut(&node.value, LETTERS),
            whole: format!("{} = {} ({}, line {})", node.name, node.value, node.role.word(), node.line),
            role: node.role.word(),
        }
    };
    let path = |&(from, to): &(usize, usize)| {
        let ((x1, y1), (x2, y2)) = (places[from], places[to]);
        let (x1, y1, y2) = (x1 + BOX.0, y1 + BOX.1 / 2.0, y2 + BOX.1 / 2.0);
        let middle = rounded((x1 + x2) / 2.0);
        format!("M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}")
    };
    let boxes = columns.iter().flatten().map(boxed).collect();
    Picture { width, height, boxes, paths: edges.iter().map(path).collect() }
}

/// A count as a length. Nothing drawn has more than a few thousand parts.
fn length(count: usize) -> f64 {
    f64::from(u16::try_from(count).unwrap_or(u16::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(names: &[&str], edges: &[(usize, usize)]) -> Graph {
        let node = |name: &&str| Node { name: (*name).to_owned(), value: String::new(), role: Role::Input, line: 1 };
        Graph { nodes: names.iter().map(node).collect(), edges: edges.to_vec() }
    }

    fn named(graph: &Graph) -> Vec<Vec<&str>> {
        let edges: BTreeSet<(usize, usize)> = graph.edges.iter().copied().collect();
        let linked = edges.iter().flat_map(|&(from, to)| [from, to]).collect();
        let name = |n: &usize| graph.nodes[*n].name.as_str();
        columns(&linked, &edges).iter().map(|c| c.iter().map(name).collect()).collect()
    }

    #[test]
    fn what_is_used_stands_to_the_left() {
        let chain = graph(&["layers", "width", "kv", "pool", "tokens"], &[(0, 2), (1, 2), (2, 4), (3, 4)]);
        assert_eq!(named(&chain), [vec!["layers", "width"], vec!["pool", "kv"], vec!["tokens"]]);
    }

    #[test]
    fn a_cycle_ends_and_is_drawn() {
        let cycle = graph(&["a", "b", "c"], &[(0, 1), (1, 0), (1, 2)]);
        assert_eq!(named(&cycle), [["a"], ["b"], ["c"]]);
        let drawn = drawing(&cycle).unwrap().picture.unwrap();
        assert_eq!((drawn.boxes.len(), drawn.paths.len()), (3, 3));
    }

    #[test]
    fn edges_to_nowhere_and_lonely_quantities_are_left_out() {
        let odd = graph(&["a", "b", "alone"], &[(0, 1), (0, 9), (1, 1)]);
        let drawn = drawing(&odd).unwrap();
        let uses: Vec<(&str, &str)> = drawn.rows.iter().map(|r| (r.node.name.as_str(), r.uses.as_str())).collect();
        assert_eq!((uses, drawn.edges), (vec![("a", ""), ("b", "a")], 1));
        assert!(drawing(&graph(&["a"], &[])).is_none());
    }
}
