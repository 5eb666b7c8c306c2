//! Failures in lists, under sub-headings and in prose with labels.

use std::sync::LazyLock;

use designlint_document::{Block, BlockKind, Document, Span};
use regex::Regex;

use crate::failure_kind::is_failure;
use crate::failure_modes::{Draft, Role, Scope, is_failure_topic, state};
use crate::failure_prose::{lead, prose, rest};
use crate::text::{Flow, blocks_in, folded};
use crate::{FailureList, State, Text, Topic};

/// The failures of the failure topics that no table lists.
pub(crate) fn lists(scope: &Scope<'_>) -> Vec<Draft> {
    let mut out = Vec::new();
    for topic in scope.topics.iter().filter(|t| is_failure_topic(t)) {
        let clipped: Vec<Block> = blocks_in(scope.document, topic.body).map(|b| clip(b, topic.body)).collect();
        let of_topic = |b: &&Block| scope.topic_of(b.span).is_some_and(|t| t.body == topic.body);
        let blocks: Vec<&Block> = clipped.iter().filter(of_topic).collect();
        let found = out.len();
        for part in blocks.chunk_by(|a, b| a.section == b.section) {
            out.extend(Part::of(scope, topic, part).rows());
        }
        if out.len() == found {
            out.extend(prose(scope, topic, &blocks));
        }
    }
    out
}

/// The part of a block that lies in a span: a label shares its block with others.
fn clip(block: &Block, span: Span) -> Block {
    let inside = |s: Span| Span::new(s.start.max(span.start), s.end.min(span.end));
    let lines = block.lines.iter().map(|&l| inside(l)).filter(|l| !l.is_empty()).collect();
    Block { span: inside(block.span), lines, ..block.clone() }
}

/// An item of an outermost list, with all that is nested in it.
struct TopItem<'a> {
    span: Span,
    blocks: Vec<&'a Block>,
}

/// What stands under one heading.
struct Part<'a> {
    scope: &'a Scope<'a>,
    /// The heading; `None` where the part stands directly under the topic's own.
    sub_heading: Option<Text>,
    heading: Span,
    /// Whether the topic is about risks.
    risks: bool,
    items: Vec<TopItem<'a>>,
    paragraphs: Vec<&'a Block>,
    /// Items that belong to the label at the end of a paragraph, with its index.
    listed: Vec<(usize, TopItem<'a>)>,
}

impl<'a> Part<'a> {
    fn of(scope: &'a Scope<'a>, topic: &Topic, blocks: &[&'a Block]) -> Self {
        let mut items: Vec<TopItem<'a>> = Vec::new();
        let mut paragraphs = Vec::new();
        let mut listed: Vec<(usize, TopItem<'a>)> = Vec::new();
        for &block in blocks.iter().filter(|b| b.kind == BlockKind::Paragraph) {
            let Some(item) = &block.item else {
                paragraphs.push(block);
                continue;
            };
            // "Detection:" at the end of a paragraph speaks of the list that follows.
            let label = paragraphs.len().checked_sub(1).filter(|&i| ends_with_label(scope, paragraphs[i]));
            match (listed.last_mut(), items.last_mut()) {
                (Some((_, top)), _) if top.span.contains(block.span) => top.blocks.push(block),
                (_, Some(top)) if top.span.contains(block.span) => top.blocks.push(block),
                _ if item.depth > 0 => {}
                _ => match label {
                    Some(i) => listed.push((i, TopItem { span: item.span, blocks: vec![block] })),
                    None => items.push(TopItem { span: item.span, blocks: vec![block] }),
                },
            }
        }
        let index = blocks.first().map_or(topic.section, |b| b.section);
        let section = scope.document.sections.get(index);
        let heading = section.map_or(topic.title.span, |s| s.heading);
        let own = topic.label || index == topic.section;
        let sub_heading = section.filter(|_| !own).map(|s| Text { text: s.title.clone(), span: s.heading });
        let risks =
            scope.says_any(&topic.title.text, "failure-column.risk") && !is_failure(&topic.title.text, scope.words);
        Self {
            scope,
            sub_heading,
            heading: if own { topic.title.span } else { heading },
            risks,
            items,
            paragraphs,
            listed,
        }
    }

    fn rows(&self) -> Vec<Draft> {
        let mut of_heading = Vec::new();
        let mut labelled = Vec::new();
        let mut plain = Vec::new();
        for item in &self.items {
            let labels = Labels::of(self.scope, &item.blocks);
            match labels.first {
                Some(role) if role == Role::Detection || role.is_answer() => of_heading.push(labels),
                _ if labels.answers() => labelled.push((item, labels)),
                _ => plain.push(item),
            }
        }
        let mut rows = Vec::new();
        for (i, block) in self.paragraphs.iter().enumerate() {
            let mut labels = Labels::of(self.scope, &[*block]);
            for item in self.listed.iter().filter(|(at, _)| *at == i).flat_map(|(_, item)| &item.blocks) {
                labels.extend_last(&Flow::of(self.scope.document, item).whole());
            }
            match labels.first {
                Some(role) if role == Role::Detection || role.is_answer() => of_heading.push(labels),
                _ if labels.answers() => rows.extend(self.labelled(block.span, &labels)),
                _ => {}
            }
        }
        rows.extend(self.of_heading(&of_heading));
        if labelled.is_empty() {
            rows.extend(self.plain(&plain));
        } else {
            rows.extend(labelled.iter().filter_map(|(item, labels)| self.labelled(item.span, labels)));
            let failures = plain.iter().filter(|i| is_failure(&lead(self.scope, &i.blocks).text, self.scope.words));
            rows.extend(failures.filter_map(|i| self.labelled(i.span, &Labels::of(self.scope, &i.blocks))));
        }
        rows
    }

    fn list(&self) -> FailureList {
        FailureList { head: None, detects: true, risks: self.risks }
    }

    /// A failure with labels of its own.
    fn labelled(&self, span: Span, labels: &Labels) -> Option<Draft> {
        let failure = labels.failure.clone().filter(|f| !f.text.is_empty() && !is_template(&f.text))?;
        let list = FailureList { risks: self.risks || labels.first == Some(Role::Risk), ..self.list() };
        let detection = labels.best(self.scope, &|r| r == Role::Detection);
        let degradation = labels.best(self.scope, &Role::is_answer).or_else(|| labels.more.clone());
        Some(Draft { span, failure, component: None, detection, degradation, list })
    }

    /// A sub-heading that names a failure, with labels under it.
    fn of_heading(&self, labels: &[Labels]) -> Option<Draft> {
        let title = self.sub_heading.clone().filter(|t| self.scope.role(&t.text).is_none() && !is_template(&t.text))?;
        let (title, numbered) = match without_number(&title.text, self.scope) {
            Some(name) => (Text { text: name, ..title }, true),
            None => (title, false),
        };
        let has = |wanted: fn(Role) -> bool| labels.iter().any(|l| l.texts.iter().any(|(r, _)| wanted(*r)));
        let (detects, answers) = (has(|r| r == Role::Detection), has(Role::is_answer));
        if !(detects && answers || (detects || answers) && (numbered || is_failure(&title.text, self.scope.words))) {
            return None;
        }
        let all = Labels { texts: labels.iter().flat_map(|l| l.texts.clone()).collect(), ..Labels::default() };
        let said = || self.beside().find(|t| self.scope.says_any(&t.text, "failure.noticing"));
        Some(Draft {
            span: title.span,
            detection: all.best(self.scope, &|r| r == Role::Detection).or_else(said),
            degradation: all.best(self.scope, &Role::is_answer),
            failure: title,
            component: None,
            list: self.list(),
        })
    }

    /// The paragraphs and items of the part.
    fn beside(&self) -> impl Iterator<Item = Text> {
        let items = self.items.iter().flat_map(|i| &i.blocks);
        self.paragraphs.iter().chain(items).map(|b| Flow::of(self.scope.document, b).whole())
    }

    /// A list whose every item says that something fails.
    fn plain(&self, items: &[&TopItem<'a>]) -> Vec<Draft> {
        let words = self.scope.words;
        let of_failures = self.sub_heading.as_ref().is_none_or(|t| is_failure(&t.text, words));
        let every = items.iter().all(|i| is_failure(&lead(self.scope, &i.blocks).text, words));
        if items.is_empty() || !of_failures || !every {
            return Vec::new();
        }
        let beside = self.paragraphs.iter().map(|b| Flow::of(self.scope.document, b).raw);
        let detects = beside.into_iter().any(|t| self.scope.says_any(&t, "failure.noticing"));
        let mut rows: Vec<Draft> = items
            .iter()
            .map(|item| {
                let (detection, degradation) = rest(self.scope, &item.blocks);
                let list = FailureList { head: Some(self.heading), detects, risks: self.risks };
                let failure = lead(self.scope, &item.blocks);
                Draft { span: item.span, failure, component: None, detection, degradation, list }
            })
            .collect();
        if rows.iter().any(|r| r.detection.is_some()) && !detects {
            rows.iter_mut().for_each(|r| r.list.head = None);
        }
        rows
    }
}

/// "Copper wire breaks" of "Failure mode 1: copper wire breaks".
fn without_number(title: &str, scope: &Scope<'_>) -> Option<String> {
    let (head, name) = title.split_once([':', '–', '—', '-'])?;
    let head = folded(head);
    let words = head.trim_end_matches(|c: char| c.is_ascii_digit() || " #.".contains(c));
    let numbered = words.len() < head.len() && scope.words.list("failure.numbered").iter().any(|w| w == words);
    numbered.then(|| name.trim().to_string()).filter(|n| !n.is_empty())
}

/// `[Failure mode brief description]`.
fn is_template(failure: &str) -> bool {
    failure.starts_with('[') && failure.ends_with(']')
}

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
            let (failure, more) = crate::failure_prose::split(&flow, end);
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
        if runs.first().is_none_or(|r| r.start != 0) {
            return;
        }
        for (i, run) in runs.iter().enumerate() {
            let last = i + 1 == runs.len();
            let end = runs.get(i + 1).map_or(flow.raw.len(), |n| n.start);
            let mut text = flow.text(run.text, end);
            if let Some(item) = block.item.as_ref().filter(|_| last) {
                let inside = following.iter().filter(|b| item.span.contains(b.span) && b.item.as_ref() != Some(item));
                for block in inside {
                    text = joined(&text, &Flow::of(scope.document, block).whole());
                }
            }
            self.texts.push((run.role, text));
        }
    }

    /// Adds what a list says to the label that it follows.
    fn extend_last(&mut self, more: &Text) {
        if let Some((_, text)) = self.texts.last_mut() {
            *text = joined(text, more);
        }
    }

    /// Whether a label tells how it is noticed or what is done.
    fn answers(&self) -> bool {
        self.texts.iter().any(|(r, _)| *r == Role::Detection || r.is_answer())
    }

    /// The first text of a role that says something, else the first.
    fn best(&self, scope: &Scope<'_>, wanted: &dyn Fn(Role) -> bool) -> Option<Text> {
        let of_role = || self.texts.iter().filter(|(r, _)| wanted(*r)).map(|(_, t)| t);
        let says = |t: &&Text| matches!(state(Some(t), scope.words), State::Filled | State::DeclaredNone);
        of_role().find(says).or_else(|| of_role().next()).cloned()
    }
}

fn joined(text: &Text, more: &Text) -> Text {
    if text.text.is_empty() {
        return more.clone();
    }
    Text { text: format!("{}; {}", text.text, more.text), span: text.span.cover(more.span) }
}

/// Whether a paragraph ends with a label that has no text yet.
fn ends_with_label(scope: &Scope<'_>, block: &Block) -> bool {
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
    Regex::new(
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
