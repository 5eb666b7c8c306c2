//! What may not be passed: `≤ 30 ms` in a row, "TPOT at most 30 ms", a latency budget.

use designlint_document::{BlockKind, Document, Flat, Span};
use designlint_quantity::{Quantity, Relation, Token, TokenKind, parse_until, tokens};

use super::{
    Derivation, Limit, Node, NodeKind, Step,
    index::{Index, Named},
    labels,
};
use crate::{Facts, definitions::key_of};

/// Most words of the name before a relation.
const WORDS: usize = 6;

/// What is read with.
pub(super) struct Limits<'d> {
    pub document: &'d Document,
    pub facts: &'d Facts,
    pub index: &'d Index<'d>,
}

impl Limits<'_> {
    /// The limits that a number of the document is held against, in order of the source.
    pub fn all(&self, derivation: &mut Derivation) -> Vec<Limit> {
        let mut out = self.budgets(derivation);
        for table in &self.document.tables {
            for row in &table.rows {
                let first = row.cells.iter().find_map(|c| labels::label(&c.text));
                for cell in row.cells.iter().filter(|c| has_bound(&c.text)) {
                    self.read(derivation, &self.document.flat_cell(cell), table.section, first.as_deref(), &mut out);
                }
            }
        }
        for block in &self.document.blocks {
            let flat = match &block.kind {
                BlockKind::Paragraph => self.document.flat(block),
                BlockKind::Code { .. } => Flat::of(&self.document.source, &block.lines, true).into(),
                _ => continue,
            };
            if has_bound(&flat.text) {
                self.read(derivation, &flat, block.section, None, &mut out);
            }
        }
        out.sort_by_key(|l| (l.span, l.node));
        out.dedup_by_key(|l| (l.span, l.node));
        out
    }

    /// The bounds of a text. A bound that starts a cell is that of its row.
    fn read(&self, derivation: &Derivation, flat: &Flat, section: usize, row: Option<&str>, out: &mut Vec<Limit>) {
        let text = &flat.text;
        let tokens = tokens(text);
        for at in 0..tokens.len() {
            let Some((relation, next)) = bound(text, &tokens, at) else { continue };
            let Some(parsed) = parse_until(text, &tokens, next, tokens.len()) else { continue };
            let Some(literal) = parsed.expression.as_literal() else { continue };
            let name = match at {
                0 => row.map(str::to_string),
                _ => name_before(text, &tokens, at).or_else(|| row.map(str::to_string)),
            };
            let Some(name) = name else { continue };
            let limit = Quantity::of(literal, text);
            let Some(node) = self.meant(derivation, &name, &limit, section) else { continue };
            let span = flat.source_span(literal.range.clone());
            out.push(Limit {
                name: derivation.nodes[node].name().to_string(),
                node,
                at_most: matches!(relation, Relation::Less | Relation::AtMost),
                strict: matches!(relation, Relation::Less | Relation::Greater),
                bound: self.index.around(&derivation.nodes, span.start),
                limit,
                text: text[literal.range.clone()].trim().to_string(),
                span,
            });
        }
    }

    /// The number that a name of a limit means: its own, else the only one whose name stands in it.
    fn meant(&self, derivation: &Derivation, name: &str, limit: &Quantity, section: usize) -> Option<usize> {
        let fits = |node: &usize| derivation.nodes[*node].dimension == limit.dimension;
        if let Named::One(node) = self.index.resolve(derivation, name, section) {
            return Some(node).filter(fits);
        }
        let says = format!(" {} ", key_of(&name.replace(['(', ')', ','], " ")));
        let within = self.index.names().filter(|(key, _)| key.len() > 1 && says.contains(&format!(" {key} ")));
        let results = within.filter_map(|(key, nodes)| match derivation.one_called(key, nodes) {
            Named::One(node) if fits(&node) && derivation.nodes[node].step.is_some() => Some((key.len(), node)),
            _ => None,
        });
        let mut found: Vec<(usize, usize)> = results.collect();
        found.sort_unstable();
        found.dedup_by_key(|f| f.1);
        match found[..] {
            [(_, only)] => Some(only),
            [.., (a, _), (b, longest)] if b > a => Some(longest),
            _ => None,
        }
    }

    /// The sums of latency budgets against their objectives.
    fn budgets(&self, derivation: &mut Derivation) -> Vec<Limit> {
        let mut out = Vec::new();
        for budget in self.facts.budgets.iter().filter(|b| b.complete) {
            let hops = budget.hops.iter().filter(|h| !h.hidden);
            let parts: Option<Vec<(usize, bool)>> =
                hops.map(|h| Some((self.index.around(&derivation.nodes, h.span.start)?, false))).collect();
            let Some(parts) = parts.filter(|p| !p.is_empty()) else { continue };
            let totals = |n: &Node| matches!(&n.step, Some(Step::Sum(own)) if *own == parts);
            let node = match derivation.nodes.iter().position(totals) {
                Some(node) => node,
                None => {
                    derivation.nodes.push(Node {
                        names: vec!["latency budget".to_string()],
                        kind: NodeKind::Total,
                        span: budget.span,
                        stated: String::new(),
                        dimension: budget.objective.dimension,
                        value: Some(Quantity { value: budget.sum.clone(), ..budget.objective.clone() }),
                        step: Some(Step::Sum(parts)),
                        text: "the hops one after another".to_string(),
                        numbers: Vec::new(),
                        also: Vec::new(),
                        rounds_down: false,
                        claim: None,
                        section: budget.section,
                    });
                    derivation.nodes.len() - 1
                }
            };
            let objective = self.objective(budget.objective_span, &budget.objective);
            out.push(Limit {
                name: derivation.nodes[node].name().to_string(),
                node,
                at_most: true,
                strict: false,
                bound: bound_in(derivation, budget.objective_span, &budget.objective),
                limit: budget.objective.clone(),
                text: objective,
                span: budget.objective_span,
            });
        }
        out
    }

    /// An objective as written; its place may be a whole row.
    fn objective(&self, span: Span, objective: &Quantity) -> String {
        let written = self.document.source.slice(span);
        if !written.contains('|') && written.len() < 24 {
            return written.trim().to_string();
        }
        let number = designlint_quantity::significant(&crate::claims::digits(objective), 6);
        format!("{number} {}", objective.unit).trim().to_string()
    }
}

/// The node within a span that states an objective.
fn bound_in(derivation: &Derivation, span: Span, objective: &Quantity) -> Option<usize> {
    let states = |n: &Node| span.contains(n.span) && n.value.as_ref().is_some_and(|v| v.value == objective.value);
    derivation.nodes.iter().position(states)
}

fn has_bound(text: &str) -> bool {
    let signs = text.contains(['<', '>', '≤', '≥']);
    let words = ["at most", "at least", "no more than", "must stay below", "must stay under"];
    text.bytes().any(|b| b.is_ascii_digit()) && (signs || words.iter().any(|w| text.contains(w)))
}

/// The bound at a token, and the index behind it.
fn bound(text: &str, tokens: &[Token], at: usize) -> Option<(Relation, usize)> {
    if let TokenKind::Relation(relation) = tokens[at].kind {
        let bounds = matches!(relation, Relation::Less | Relation::AtMost | Relation::Greater | Relation::AtLeast);
        return bounds.then_some((relation, at + 1));
    }
    let word = |n: usize| tokens.get(at + n).map_or("", |t| t.text(text));
    match (word(0), word(1), word(2)) {
        ("at", "most", _) => Some((Relation::AtMost, at + 2)),
        ("at", "least", _) => Some((Relation::AtLeast, at + 2)),
        ("no", "more", "than") => Some((Relation::AtMost, at + 3)),
        ("stay", "below" | "under", _) => Some((Relation::Less, at + 2)),
        _ => None,
    }
}

/// The words right before a bound.
fn name_before(text: &str, tokens: &[Token], at: usize) -> Option<String> {
    let fills = |t: &&Token| matches!(t.text(text), "is" | "are" | "be" | "must" | "stays" | "stay" | "should");
    let end = at - tokens[..at].iter().rev().take_while(|t| fills(t)).count();
    let words = tokens[..end].iter().rev().take_while(|t| t.kind == TokenKind::Word).count().min(WORDS);
    let first = tokens.get(end.checked_sub(words)?).filter(|_| words > 0)?;
    labels::label(&text[first.range.start..tokens[end - 1].range.end])
}
