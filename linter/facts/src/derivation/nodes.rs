//! The numbers of a document that are nodes: results, definitions, cells, and what totals add.

use std::collections::{BTreeMap, BTreeSet};

use designlint_document::{BlockKind, Document, Span};
use designlint_quantity::Quantity;

use super::{Node, NodeKind, formulas::Found, labels};
use crate::{
    Claim, ClaimKind, Facts, Verdict,
    claims::{Grid, read},
    definitions::key_of,
};

/// The nodes of a document by place.
pub(super) struct Places<'d> {
    document: &'d Document,
    facts: &'d Facts,
    pub nodes: Vec<Node>,
    /// Index of the node whose number starts at a byte.
    at: BTreeMap<usize, usize>,
    /// Where code that is read as it stands lies.
    code: Vec<Span>,
}

/// The numbers that are nodes, in order of the source, without steps.
pub(super) fn nodes(document: &Document, facts: &Facts, formulas: &[Found]) -> Vec<Node> {
    let code = document.blocks.iter().filter(|b| matches!(b.kind, BlockKind::Code { .. }));
    let code = code.map(|b| b.span).collect();
    let mut places = Places { document, facts, nodes: Vec::new(), at: BTreeMap::new(), code };
    places.results();
    places.formulas(formulas);
    places.definitions();
    places.cells();
    places.operands();
    places.name_the_rest();
    let mut nodes = places.nodes;
    nodes.sort_by_key(|n| n.span);
    nodes
}

impl Places<'_> {
    /// The stated numbers of calculations. Of several for one number the first that holds is its calculation.
    fn results(&mut self) {
        let chains: BTreeMap<Span, usize> =
            self.facts.claims.iter().enumerate().map(|(at, c)| (c.stated_span, at)).collect();
        for (at, claim) in self.facts.claims.iter().enumerate() {
            let Some(value) = claim.value.clone().filter(|_| is_number(claim)) else { continue };
            if let Some(&known) = self.at.get(&claim.stated_span.start) {
                let other = self.nodes[known].claim.and_then(|c| self.facts.claims.get(c));
                if other.is_some_and(|c| c.verdict == Verdict::Holds || claim.verdict != Verdict::Holds) {
                    continue;
                }
                self.nodes[known].claim = Some(at);
                continue;
            }
            let name = self.name_of(claim, &chains);
            let node = self.add(claim.stated_span, value, claim.section, name);
            let node = &mut self.nodes[node];
            node.claim = Some(at);
            node.text.clone_from(&claim.computed_text);
            node.kind = match claim.kind {
                ClaimKind::Total => NodeKind::Total,
                ClaimKind::Change => NodeKind::Change,
                _ => NodeKind::Result,
            };
        }
    }

    /// What stands before the first link of its chain.
    fn name_of(&self, claim: &Claim, chains: &BTreeMap<Span, usize>) -> Option<String> {
        let mut first = claim;
        let mut seen = BTreeSet::new();
        while let Some(&before) = chains.get(&first.computed_span).filter(|at| seen.insert(**at)) {
            first = &self.facts.claims[before];
        }
        let start = if claim.kind == ClaimKind::Total { claim.stated_span.start } else { first.computed_span.start };
        if start > claim.stated_span.start {
            return None;
        }
        labels::before(self.document, start, self.is_code(start))
    }

    fn is_code(&self, at: usize) -> bool {
        let next = self.code.partition_point(|s| s.start <= at);
        next.checked_sub(1).is_some_and(|i| self.code[i].end > at)
    }

    /// What has a name and a value: by a sign between them, or in a sentence. A column heading names each number under it,
    /// and so none of them.
    fn definitions(&mut self) {
        let source = &self.document.source;
        for definition in &self.facts.definitions {
            let Span { start, .. } = definition.value_span;
            let whole = definition.span;
            let own = source.line_of(whole.start) == source.line_of(start);
            if !own || source.slice(definition.value_span).trim().is_empty() || self.is_operand(whole.start) {
                continue;
            }
            let between = source.slice(Span::new(whole.start.min(start), start));
            let signed = whole.start < start && between.contains(['=', ':', '|']);
            let written = signed && key_of(between).contains(&definition.key);
            if !written && !source.slice(definition.value_span).bytes().any(|b| b.is_ascii_digit()) {
                continue;
            }
            let node = match self.at.get(&start) {
                Some(&node) => node,
                None => self.add(definition.value_span, definition.value.clone(), definition.section, None),
            };
            match written {
                true => self.name(node, &definition.name),
                false => self.nodes[node].also.push(definition.name.clone()),
            }
        }
    }

    /// Whether an operator stands before a name: what follows it is no value of that name.
    fn is_operand(&self, at: usize) -> bool {
        let source = &self.document.source;
        let line = source.line_span(source.line_of(at));
        let before = source.slice(Span::new(line.start.min(at), at)).trim_end();
        let sign =
            before.ends_with(['+', '/', '×', '·', '⋅', '÷', '^']) || before.ends_with(" x") || before.ends_with(" *");
        sign || before.len() > 1 && (before.ends_with(" -") || before.ends_with(" −"))
    }

    /// The numbers that formulas in names give.
    fn formulas(&mut self, found: &[Found]) {
        for formula in found {
            let Some((span, value)) = &formula.stated else { continue };
            let node = match self.at.get(&span.start) {
                Some(&node) => node,
                None => self.add(*span, value.clone(), formula.section, None),
            };
            let names = &mut self.nodes[node].names;
            names.retain(|n| key_of(n) != key_of(&formula.name));
            names.insert(0, formula.name.clone());
        }
    }

    /// The numbers of tables: named by the first cell of the row, with the column's heading where a row has several.
    fn cells(&mut self) {
        let document = self.document;
        for table in &document.tables {
            let Some(grid) = Grid::of(document, table, designlint_quantity::Convention::default()) else { continue };
            for (row, line) in grid.lines.iter().enumerate() {
                let Some(label) = labels::label(&line.label) else { continue };
                let numbers = (0..grid.columns()).filter(|&c| grid.amount(row, c).is_some_and(|a| !a.bound));
                let numbers: Vec<usize> = numbers.collect();
                for &column in &numbers {
                    let Some(amount) = grid.amount(row, column) else { continue };
                    let head = labels::label(grid.head(column)).unwrap_or_else(|| grid.head(column).trim().to_string());
                    let name = if numbers.len() > 1 { format!("{label}/{head}") } else { label.clone() };
                    let node = match self.at.get(&amount.span.start) {
                        Some(&node) => node,
                        None => self.add(amount.span, amount.quantity(), grid.section, None),
                    };
                    if numbers.len() > 1 {
                        self.nodes[node].names.retain(|n| key_of(n) != key_of(&label));
                    }
                    self.name(node, &name);
                }
            }
        }
    }

    /// What totals add, and the numbers that stand for a name which has no other value.
    fn operands(&mut self) {
        let known: BTreeSet<String> =
            self.nodes.iter().flat_map(|n| n.names.iter().chain(&n.also)).map(|n| key_of(n)).collect();
        for claim in &self.facts.claims {
            let total = claim.kind == ClaimKind::Total;
            for operand in &claim.operands {
                let symbol = operand.symbol.as_ref().filter(|s| !known.contains(&key_of(s)));
                if (!total && symbol.is_none()) || self.holds(operand.span) {
                    continue;
                }
                let start = operand.span.start;
                let label = || labels::before(self.document, start, self.is_code(start));
                let name = symbol.cloned().or_else(label);
                self.add(operand.span, operand.value.clone(), claim.section, name);
            }
        }
    }

    /// Whether a number stands in that of a node.
    fn holds(&self, span: Span) -> bool {
        let before = self.at.range(..=span.start).next_back();
        before.is_some_and(|(_, &at)| self.nodes[at].span.contains(span) || self.nodes[at].span.start == span.start)
    }

    fn add(&mut self, span: Span, value: Quantity, section: usize, name: Option<String>) -> usize {
        self.at.insert(span.start, self.nodes.len());
        self.nodes.push(Node {
            names: name.into_iter().collect(),
            kind: NodeKind::Input,
            span,
            stated: self.document.source.slice(span).to_string(),
            dimension: value.dimension,
            value: Some(value),
            step: None,
            text: String::new(),
            numbers: Vec::new(),
            also: Vec::new(),
            rounds_down: false,
            claim: None,
            section,
        });
        self.nodes.len() - 1
    }

    fn name(&mut self, node: usize, name: &str) {
        let names = &mut self.nodes[node].names;
        if !name.is_empty() && names.iter().all(|n| key_of(n) != key_of(name)) {
            names.push(name.to_string());
        }
    }

    /// Results without a name are called by their line.
    fn name_the_rest(&mut self) {
        let mut lines: BTreeMap<usize, usize> = BTreeMap::new();
        for &node in self.at.values() {
            let line = self.document.source.line_of(self.nodes[node].span.start);
            let nth = lines.entry(line).or_default();
            *nth += 1;
            if self.nodes[node].names.is_empty() {
                let name = if *nth == 1 { format!("L{line}") } else { format!("L{line}.{nth}") };
                self.nodes[node].names.push(name);
            }
        }
    }
}

/// Whether a claim states one number: no comparison, and no side of a chain.
fn is_number(claim: &Claim) -> bool {
    let literal = || read(&claim.stated).is_some_and(|e| e.as_literal().is_some());
    claim.kind != ClaimKind::Comparison && (claim.kind == ClaimKind::Formula || literal())
}
