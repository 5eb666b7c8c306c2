//! A document with other numbers in it.

use std::collections::{BTreeMap, BTreeSet};

use designlint_document::{Document, Source, Span};
use designlint_facts::{Claim, Derivation, Fault, Leaf, NodeKind, Values, Verdict, written_exactly_like, written_like};

use super::Scenario;
use crate::{Report, RuleEntry, Settings, check};

/// Times that results are written again, so that each is right by the numbers on its line.
const ROUNDS: usize = 8;

/// A document that was written anew.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The text.
    pub text: String,
    /// How many numbers are others.
    pub changed: usize,
    /// The report on the new text.
    pub report: Report,
    /// Places, in the new text, of calculations that were right and are wrong now, since a number of them was not followed:
    /// such a text is not to be written.
    pub wrong: Vec<Span>,
}

/// Writes the numbers of a scenario into the document: what was set, all that depends on it, and the same numbers where
/// calculations use them. Nothing but digits changes. Where rounding makes a line wrong by its own numbers, its result is
/// what these give.
pub fn rewrite(
    report: &Report,
    derivation: &Derivation,
    scenario: &Scenario,
    settings: &Settings,
    rules: &[RuleEntry],
) -> Rewritten {
    let (before, after) = (derivation.values(&BTreeMap::new()), derivation.values(&scenario.values));
    let mut writer = Writer { report, derivation, before, after, corrected: BTreeMap::new() };
    let wrong_before: BTreeSet<usize> = wrong(report).map(|c| c.stated_span.start).collect();
    let mut rounds = 0;
    loop {
        let edits = writer.edits();
        let new = apply(report.document.source.text(), &edits);
        let checked = check(Document::parse(Source::new(new.as_str())), settings, rules);
        let was = |span: Span| origin(&edits, span.start);
        let mut found = Vec::new();
        let mut again = false;
        for claim in wrong(&checked).filter(|c| !was(c.stated_span).is_some_and(|at| wrong_before.contains(&at))) {
            found.push(claim.stated_span);
            let node = was(claim.stated_span).and_then(|at| derivation.nodes.iter().position(|n| n.span.start == at));
            // What a known formula says is no result of the numbers on the line.
            let own = !matches!(claim.fault, Some(Fault::Formula(_)));
            if let (Some(node), Some(right), true) = (node, &claim.rounded, own) {
                again |= writer.corrected.insert(node, right.clone()).as_ref() != Some(right);
            }
        }
        rounds += 1;
        if !again || rounds == ROUNDS {
            return Rewritten { changed: edits.len(), text: new, report: checked, wrong: found };
        }
    }
}

fn wrong(report: &Report) -> impl Iterator<Item = &Claim> {
    report.facts.claims.iter().filter(|c| c.verdict == Verdict::Wrong)
}

struct Writer<'r> {
    report: &'r Report,
    derivation: &'r Derivation,
    before: Values,
    after: Values,
    /// Results as the numbers on their line give them.
    corrected: BTreeMap<usize, String>,
}

impl Writer<'_> {
    /// New texts for spans of the old one, in order, none of which overlap.
    fn edits(&self) -> Vec<(Span, String)> {
        let source = &self.report.document.source;
        let mut out: BTreeMap<Span, String> = BTreeMap::new();
        for (at, node) in self.derivation.nodes.iter().enumerate() {
            if self.changes(at) && !node.stated.is_empty() {
                let written = self.written(at);
                out.extend(written.map(|text| (node.span, text)));
            }
        }
        for node in &self.derivation.nodes {
            for (span, leaf) in &node.numbers {
                if self.changes(leaf.node) {
                    let text = self.used(source.slice(*span), leaf, &node.text);
                    out.extend(text.map(|text| (*span, text)));
                }
            }
        }
        let mut edits: Vec<(Span, String)> = Vec::new();
        for (span, text) in out {
            let apart = edits.last().is_none_or(|(last, _)| last.end <= span.start);
            if apart && source.slice(span) != text {
                edits.push((span, text));
            }
        }
        edits
    }

    fn changes(&self, at: usize) -> bool {
        self.before[at] != self.after[at] || self.corrected.contains_key(&at)
    }

    /// The number of a node as it is to stand there.
    fn written(&self, at: usize) -> Option<String> {
        let node = &self.derivation.nodes[at];
        let root = self.derivation.root(at);
        let same = root != at && self.derivation.nodes[root].stated == node.stated;
        if let Some(text) = self.corrected.get(&at).or_else(|| self.corrected.get(&root).filter(|_| same)) {
            return Some(text.clone());
        }
        let value = self.after[at].as_ref().ok()?;
        if self.derivation.nodes[root].step.is_none() || node.kind == NodeKind::Input {
            return node.write_exactly(value);
        }
        node.write(value)
    }

    /// A number where a calculation uses it: as it stands at its own place, where both were written the same.
    fn used(&self, stated: &str, leaf: &Leaf, beside: &str) -> Option<String> {
        let node = &self.derivation.nodes[leaf.node];
        if node.stated == stated {
            return self.written(leaf.node);
        }
        let number = self.after[leaf.node].as_ref().ok()? * &leaf.per;
        if self.derivation.nodes[self.derivation.root(leaf.node)].step.is_none() {
            written_exactly_like(stated, beside, &number)
        } else {
            written_like(stated, beside, &number)
        }
    }
}

/// The text with edits.
fn apply(text: &str, edits: &[(Span, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (span, new) in edits {
        out.push_str(text.get(done..span.start).unwrap_or(""));
        out.push_str(new);
        done = span.end;
    }
    out.push_str(text.get(done..).unwrap_or(""));
    out
}

/// The byte of the old text that a byte of the new one comes from: for one inside a number the number's start.
fn origin(edits: &[(Span, String)], at: usize) -> Option<usize> {
    let (mut old, mut new) = (0usize, 0usize);
    for (span, text) in edits {
        let gap = span.start - old;
        if at < new + gap {
            return Some(old + (at - new));
        }
        new += gap;
        if at < new + text.len() {
            return Some(span.start);
        }
        new += text.len();
        old = span.end;
    }
    Some(old + at.checked_sub(new)?)
}
