//! Labels such as "Detection:" in an item or paragraph, and what they say.

use std::sync::LazyLock;

use designlint_document::{Block, BlockKind, Document};
use regex::Regex;

use crate::failure_modes::{Role, Scope, state};
use crate::failure_prose::split;
use crate::patterns::compile;
use crate::text::Flow;
use crate::{State, Text};

/// The labels of an item or paragraph and what they say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labels {
    /// The role of a label at the very start.
    pub first: Option<Role>,
    /// What stands before the labels, or after one that names the failure.
    pub failure: Option<Text>,
    /// What follows the failure before the labels.
    pub more: Option<Text>,
    /// The other labels.
    pub texts: Vec<(Role, Text)>,
}

impl Labels {
    /// Reads blocks: the first with all its labels, the others where they start with one.
    pub fn of(scope: &Scope<'_>, blocks: &[&Block]) -> Self {
        let mut labels = Self::default();
        let Some(first) = blocks.first() else { return labels };
        let flow = Flow::of(scope.document, first);
        let runs = runs(scope, scope.document, first, &flow);
        labels.first = runs.first().filter(|r| r.start == 0).map(|r| r.role);
        for (i, run) in runs.iter().enumerate() {
            let end = runs.get(i + 1).map_or(flow.raw.len(), |n| n.start);
            let text = flow.text(run.text, end);
            match run.role {
                Role::Failure | Role::Risk | Role::Scenario if labels.failure.is_none() => labels.failure = Some(text),
                role => labels.texts.push((role, text)),
            }
        }
        if labels.failure.is_none() {
            let end = runs.first().map_or(flow.raw.len(), |r| r.start);
            let (failure, more) = split(&flow, end);
            labels.failure = Some(failure);
            labels.more = more;
        }
        for (i, block) in blocks.iter().enumerate().skip(1) {
            labels.nested(scope, block, &blocks[i..]);
        }
        labels
    }

    /// A label at the start of a nested block holds for all that is nested in its item.
    fn nested(&mut self, scope: &Scope<'_>, block: &Block, following: &[&Block]) {
        let flow = Flow::of(scope.document, block);
        let runs = runs(scope, scope.document, block, &flow);
        if !is_prose(block) || runs.first().is_none_or(|r| r.start != 0) {
            return;
        }
        for (i, run) in runs.iter().enumerate() {
            let last = i + 1 == runs.len();
            let end = runs.get(i + 1).map_or(flow.raw.len(), |n| n.start);
            let mut text = flow.text(run.text, end);
            if let Some(item) = block.item.as_ref().filter(|_| last) {
                let starts = |b: &Block| is_prose(b) && starts_with_label(scope, b);
                let inside = following.iter().skip(1).filter(|b| item.span.contains(b.span));
                for block in inside.take_while(|b| b.item.as_ref() != Some(item) || !starts(b)) {
                    text = joined(&text, &Flow::of(scope.document, block).whole());
                }
            }
            self.texts.push((run.role, text));
        }
    }

    /// Adds what a list says to the label that it follows.
    pub fn extend_last(&mut self, more: &Text) {
        if let Some((_, text)) = self.texts.last_mut() {
            *text = joined(text, more);
        }
    }

    /// Whether a label tells how it is noticed or what is done.
    pub fn answers(&self) -> bool {
        self.texts.iter().any(|(r, _)| *r == Role::Detection || r.is_answer())
    }

    /// The first text of a role that says something, else the first.
    pub fn best(&self, scope: &Scope<'_>, wanted: &dyn Fn(Role) -> bool) -> Option<Text> {
        let of_role = || self.texts.iter().filter(|(r, _)| wanted(*r)).map(|(_, t)| t);
        let says = |t: &&Text| matches!(state(Some(t), scope.words), State::Filled | State::DeclaredNone);
        of_role().find(says).or_else(|| of_role().next()).cloned()
    }
}

/// Both texts.
pub(crate) fn joined(text: &Text, more: &Text) -> Text {
    if text.text.is_empty() {
        return more.clone();
    }
    if more.text.is_empty() {
        return text.clone();
    }
    let between = if text.text.ends_with(['.', '?', '!', ':', ';']) { " " } else { "; " };
    Text { text: format!("{}{between}{}", text.text, more.text), span: text.span.cover(more.span) }
}

fn is_prose(block: &Block) -> bool {
    block.kind == BlockKind::Paragraph
}

fn starts_with_label(scope: &Scope<'_>, block: &Block) -> bool {
    let flow = Flow::of(scope.document, block);
    runs(scope, scope.document, block, &flow).first().is_some_and(|r| r.start == 0)
}

/// Whether a paragraph ends with a label that has no text yet.
pub(crate) fn ends_with_label(scope: &Scope<'_>, block: &Block) -> bool {
    let flow = Flow::of(scope.document, block);
    runs(scope, scope.document, block, &flow).last().is_some_and(|r| flow.raw[r.text..].trim().is_empty())
}

/// A label in a text: where it starts and where its text does.
struct Run {
    role: Role,
    start: usize,
    text: usize,
}

static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(
        r"(?:^|[.;!?)]\s+|\s[-–—]\s)([*_]{0,3}([A-Za-z][A-Za-z' /&-]{2,40}?)(?:\s\d+)?[*_]{0,3}\s?:[*_]{0,3})(?:\s|$)",
    )
    .ok()
});

/// The known labels of a block, at its start, at the start of a line or after a sentence.
fn runs(scope: &Scope<'_>, document: &Document, block: &Block, flow: &Flow) -> Vec<Run> {
    let Some(label) = LABEL.as_ref() else { return Vec::new() };
    let mut out: Vec<Run> = Vec::new();
    let mut at = 0;
    for &line in &block.lines {
        let length = document.source.slice(line).len();
        for found in label.captures_iter(&flow.raw[at..at + length]) {
            let (Some(whole), Some(name)) = (found.get(1), found.get(2)) else { continue };
            if let Some(role) = scope.role_of_label(name.as_str()).filter(|r| *r != Role::Component) {
                out.push(Run { role, start: at + whole.start(), text: at + whole.end() });
            }
        }
        at += length + 1;
    }
    out
}
