//! From the facts of a document to its derivation.

use std::collections::BTreeSet;

use designlint_document::{Document, Span};

use super::{
    Calculation, Derivation, Node, NodeKind, Step, Unfollowed,
    formulas::{Found, formulas, grounded},
    index::{Index, Named},
    limits::Limits,
    links::Links,
    nodes::nodes,
    steps::{Steps, formula_factor, is_near, several},
    values::{NoValue, Values},
};
use designlint_quantity::{Dimension, Quantity, Rational, significant};

use crate::{Claim, ClaimKind, Facts, Knowledge, claims::digits, definitions, lookup::Lookup};

/// Circles that are cut one by one; the rest of a document that has more is not followed at all.
const CIRCLES: usize = 64;

/// What the numbers of a document are made of.
pub fn derivation(document: &Document, facts: &Facts, knowledge: &Knowledge) -> Derivation {
    let inputs = knowledge.inputs();
    let reading = knowledge.conventions.readings;
    let statements = crate::formulas::statements(document, reading);
    let named = definitions::named(document, &statements, inputs);
    let lookup = Lookup::new(&named, inputs, document);
    let found = formulas(document);
    let mut derivation = Derivation { nodes: nodes(document, facts, &found), ..Derivation::default() };
    let found = grounded(found, &derivation.nodes);
    let formulas = with_formulas(&mut derivation, found);
    let index = Index::new(&derivation.nodes, &lookup);
    restate(document, &mut derivation, &index, &formulas.iter().map(|f| f.0).collect());
    let links = Links::new(&derivation, &index);
    let steps = Steps { document, index: &index, links: &links, reading: reading.reading() };
    let mut builder = Builder { document, facts, derivation, claimed: BTreeSet::new() };
    builder.claims(&steps);
    builder.formulas(&steps, formulas);
    let limits = Limits { document, facts, index: &index };
    let found = limits.all(&mut builder.derivation);
    builder.sort();
    builder.settle();
    let mut derivation = builder.derivation;
    derivation.limits = found;
    derivation.unfollowed.sort_by(|a, b| (a.span, &a.reason).cmp(&(b.span, &b.reason)));
    derivation
}

/// Adds the formulas that give a name its only value, and gives for each formula its node.
fn with_formulas(derivation: &mut Derivation, found: Vec<Found>) -> Vec<(usize, Found)> {
    let mut out = Vec::new();
    for formula in found {
        let stated = formula.stated.as_ref().map(|(span, _)| span.start);
        let beside = stated.and_then(|at| derivation.nodes.iter().position(|n| n.span.start == at));
        if let Some(node) = beside {
            out.push((node, formula));
            continue;
        }
        match derivation.named(&formula.name) {
            Named::Nothing => {
                out.push((derivation.nodes.len(), formula.clone()));
                derivation.nodes.push(Node {
                    names: vec![formula.name],
                    kind: NodeKind::Formula,
                    span: formula.span,
                    stated: String::new(),
                    value: None,
                    dimension: Dimension::NONE,
                    step: None,
                    text: formula.text,
                    numbers: Vec::new(),
                    also: Vec::new(),
                    rounds_down: false,
                    claim: None,
                    section: formula.section,
                });
            }
            Named::One(node) => out.push((node, formula)),
            Named::Several(nodes) => {
                // A result and the places that restate it in other digits: the formula is that of the nearest behind it.
                let behind = nodes.into_iter().find(|&n| derivation.nodes[n].span.start >= formula.span.start);
                out.extend(behind.map(|node| (node, formula)));
            }
        }
    }
    out
}

/// Places that state one number by one name follow the first that calculates it, else the first. Of several calculations
/// of it the one in names goes by the name, else the first; the others by their lines.
fn restate(document: &Document, derivation: &mut Derivation, index: &Index<'_>, formulas: &BTreeSet<usize>) {
    for (key, called) in index.names().chain(index.only_said()) {
        let called: Vec<usize> = called.iter().chain(index.also(key)).copied().collect();
        let called = called.as_slice();
        let of_name = |n: &&usize| derivation.nodes[**n].names.first().is_some_and(|n| definitions::key_of(n) == key);
        let calculated: Vec<usize> = called
            .iter()
            .filter(of_name)
            .copied()
            .filter(|&n| derivation.nodes[n].claim.is_some() || formulas.contains(&n))
            .collect();
        let in_names = |n: &&usize| formulas.contains(*n);
        let first = calculated.iter().find(in_names).or(calculated.first());
        let Some(&root) = first.or(called.first()) else { continue };
        for at in calculated.iter().copied().filter(|&n| n != root) {
            if derivation.same_value(at, root) {
                let line = document.source.line_of(derivation.nodes[at].span.start);
                derivation.nodes[at].names.insert(0, format!("L{line}"));
            }
        }
        for &at in called.iter().filter(|&&n| n != root) {
            let node = &derivation.nodes[at];
            let free = node.claim.is_none() && node.step.is_none() && !formulas.contains(&at);
            if free && derivation.same_value(at, root) && derivation.root(root) != at {
                let node = &mut derivation.nodes[at];
                node.step = Some(Step::Same(root));
                node.kind = NodeKind::Restated;
            }
        }
    }
}

struct Builder<'d> {
    document: &'d Document,
    facts: &'d Facts,
    derivation: Derivation,
    /// Claims that use another number.
    claimed: BTreeSet<usize>,
}

impl Builder<'_> {
    fn claims(&mut self, steps: &Steps<'_>) {
        for at in 0..self.derivation.nodes.len() {
            let Some(claim) = self.derivation.nodes[at].claim.and_then(|c| self.facts.claims.get(c)) else { continue };
            let followed = steps.of(&self.derivation, at, claim);
            if followed.linked {
                self.derivation.linked += 1;
                self.claimed.insert(at);
            }
            for doubt in &followed.doubts {
                let reason = format!("{} is {}", doubt.text, several(&self.derivation, &doubt.nodes));
                self.leave(claim, reason, true);
            }
            self.derivation.nodes[at].numbers = followed.numbers;
            match followed.step {
                Ok(step) => self.derivation.nodes[at].step = step,
                Err(reason) if followed.linked || claim.verdict == crate::Verdict::Unknown => {
                    self.leave(claim, reason, followed.linked);
                }
                Err(_) => {}
            }
        }
        for claim in self.facts.claims.iter().filter(|c| c.kind != ClaimKind::Comparison && c.value.is_none()) {
            let unread = claim.verdict == crate::Verdict::Unknown && crate::claims::read(&claim.stated).is_none();
            if unread {
                self.leave(claim, claim.reason.clone().unwrap_or_default(), false);
            }
        }
    }

    fn leave(&mut self, claim: &Claim, reason: String, linked: bool) {
        let text = self.text(claim.span);
        self.derivation.unfollowed.push(Unfollowed { span: claim.span, text, reason, linked });
    }

    fn text(&self, span: Span) -> String {
        self.document.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What is calculated in names follows them, where no calculation in numbers stands beside it.
    fn formulas(&mut self, steps: &Steps<'_>, formulas: Vec<(usize, Found)>) {
        for (at, formula) in formulas {
            let own = self.derivation.nodes[at].step.as_ref();
            if own.is_some_and(|step| !matches!(step, Step::Calculation(c) if c.names.is_empty())) {
                continue;
            }
            let (names, unknown) = steps.names(&self.derivation, &formula.expression, formula.section);
            let own = names.iter().any(|(_, node)| *node == at);
            if let Some(reason) = unknown.or_else(|| own.then(|| "it uses itself".to_string())) {
                if !names.is_empty() && self.derivation.nodes[at].step.is_none() {
                    self.leave_formula(&formula, reason);
                }
                continue;
            }
            let node = &mut self.derivation.nodes[at];
            let leaves = formula.expression.literals().iter().map(|_| None).collect();
            let factor = Rational::ONE;
            node.step = Some(Step::Calculation(Box::new(Calculation {
                expression: formula.expression,
                leaves,
                names,
                factor,
            })));
            if node.text.is_empty() {
                node.text = formula.text;
            }
            if node.kind == NodeKind::Input {
                node.kind = NodeKind::Formula;
            }
            if formula.stated.is_some() {
                self.derivation.linked += 1;
                self.claimed.insert(at);
            }
        }
    }

    fn leave_formula(&mut self, formula: &Found, reason: String) {
        let text = format!("{} = {}", formula.name, formula.text);
        self.derivation.unfollowed.push(Unfollowed {
            span: formula.span,
            text,
            reason,
            linked: formula.stated.is_some(),
        });
    }

    /// Orders the nodes so that each comes after those that it uses; what uses itself is cut.
    fn sort(&mut self) {
        for circle in 0..=CIRCLES {
            let left = self.order();
            if left.is_empty() {
                return;
            }
            let cut = if circle == CIRCLES { left } else { vec![self.circle(&left)] };
            for at in cut {
                self.cut(at, "it uses itself".to_string());
            }
        }
        self.order();
    }

    /// Sets the order; gives the nodes that are left, in circles or behind one.
    fn order(&mut self) -> Vec<usize> {
        let nodes = &self.derivation.nodes;
        let uses: Vec<Vec<usize>> = nodes.iter().map(Node::uses).collect();
        let mut waits: Vec<usize> = uses.iter().map(Vec::len).collect();
        let mut used_by: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (at, uses) in uses.iter().enumerate() {
            uses.iter().for_each(|&used| used_by[used].push(at));
        }
        let mut ready: BTreeSet<(Span, usize)> =
            (0..nodes.len()).filter(|&at| waits[at] == 0).map(|at| (nodes[at].span, at)).collect();
        let mut order = Vec::new();
        while let Some((_, at)) = ready.pop_first() {
            order.push(at);
            for &user in &used_by[at] {
                waits[user] -= 1;
                if waits[user] == 0 {
                    ready.insert((nodes[user].span, user));
                }
            }
        }
        self.derivation.order = order;
        (0..waits.len()).filter(|&at| waits[at] > 0).collect()
    }

    /// A node of a circle: the last one in the document on the way from the first that is left.
    fn circle(&self, left: &[usize]) -> usize {
        let mut seen = Vec::new();
        let mut at = left[0];
        while !seen.contains(&at) {
            seen.push(at);
            let next = self.derivation.nodes[at].uses().into_iter().find(|n| left.contains(n));
            let Some(next) = next else { return at };
            at = next;
        }
        let from = seen.iter().position(|&n| n == at).unwrap_or(0);
        seen[from..].iter().copied().max().unwrap_or(at)
    }

    fn cut(&mut self, at: usize, reason: String) {
        let node = &mut self.derivation.nodes[at];
        node.step = None;
        let (span, name, text) = (node.span, node.name().to_string(), node.text.clone());
        let linked = self.claimed.contains(&at);
        self.derivation.unfollowed.push(Unfollowed { span, text: format!("{name} = {text}"), reason, linked });
    }

    /// Calculates all once; what does not give what is stated is not followed, and the stated number is kept.
    fn settle(&mut self) {
        let mut known: Values = vec![Err(NoValue::Undefined(String::new())); self.derivation.nodes.len()];
        for at in self.derivation.order.clone() {
            let (dimension, value) = match self.derivation.nodes[at].step.clone() {
                Some(Step::Calculation(c)) => match self.derivation.calculated(&c, &known) {
                    Ok((value, dimension)) => (Some(dimension), Ok(value)),
                    Err(why) => (None, Err(why)),
                },
                _ => (None, self.derivation.value(at, &known)),
            };
            known[at] = self.settled(at, dimension, value);
        }
    }

    fn settled(
        &mut self,
        at: usize,
        dimension: Option<Dimension>,
        value: Result<Rational, NoValue>,
    ) -> Result<Rational, NoValue> {
        let node = &mut self.derivation.nodes[at];
        let Some(stated) = node.value.clone() else {
            node.dimension = dimension.unwrap_or(node.dimension);
            if let Err(NoValue::Undefined(why)) = &value {
                let why = why.clone();
                self.cut(at, why);
            }
            return value;
        };
        let formula = node.claim.is_none();
        let why = match (&value, &mut node.step) {
            (_, None) => return Ok(stated.value),
            (Err(why), _) => why.to_string(),
            (Ok(value), Some(Step::Calculation(c))) if formula => {
                match dimension.and_then(|d| formula_factor(value, d, &stated)) {
                    Some(factor) => {
                        c.factor = factor.clone();
                        return Ok(value * factor);
                    }
                    None => differs(value, &stated),
                }
            }
            (Ok(value), Some(Step::Same(_))) => return Ok(value.clone()),
            (Ok(value), Some(_)) if is_near(value, &stated.value, &stated.ulp) => {
                node.rounds_down = rounds_down(value, &stated);
                return Ok(value.clone());
            }
            (Ok(value), Some(_)) => differs(value, &stated),
        };
        self.cut(at, why);
        Ok(stated.value)
    }
}

/// Whether a whole number is the stated one only if it is rounded down.
fn rounds_down(value: &Rational, stated: &Quantity) -> bool {
    if stated.ulp.is_zero() || stated.rounded {
        return false;
    }
    let steps = value / &stated.ulp;
    let shown = &stated.value / &stated.ulp;
    Rational::from(steps.floor()) == shown && Rational::from(steps.round()) != shown
}

fn differs(value: &Rational, stated: &Quantity) -> String {
    let factor = if stated.factor.is_zero() { Rational::ONE } else { stated.factor.clone() };
    let gives = significant(&(value / factor), 6);
    let says = significant(&digits(stated), 6);
    format!("from unrounded inputs it gives {gives} where {says} is stated")
}
