//! Failures in lists, under sub-headings and in prose with labels.

use designlint_document::{Block, BlockKind, Document, Span};

use crate::failure_kind::is_failure;
use crate::failure_labels::{Labels, ends_with_label, joined};
use crate::failure_modes::{Draft, Role, Scope, is_failure_topic};
use crate::failure_prose::{lead, prose, rest};
use crate::text::{Flow, blocks_in, folded, plain};
use crate::{FailureList, Text, Topic};

/// The failures of the failure topics that no table lists.
pub(crate) fn lists(scope: &Scope<'_>) -> Vec<Draft> {
    let mut out = Vec::new();
    for topic in scope.topics.iter().filter(|t| is_failure_topic(t)) {
        let clipped: Vec<Block> = blocks_in(scope.document, topic.body).map(|b| b.within(topic.body)).collect();
        let of_topic = |b: &&Block| scope.topic_of(b.span).is_some_and(|t| t.body == topic.body);
        let blocks: Vec<&Block> = clipped.iter().filter(of_topic).collect();
        let found = out.len();
        let parts = blocks.chunk_by(|a, b| a.section == b.section).map(|part| Part::of(scope, topic, part));
        let mut parts: Vec<Part<'_>> = parts.collect();
        answer_under_headings(scope.document, &mut parts);
        parts.iter().for_each(|part| out.extend(part.rows()));
        if out.len() == found {
            out.extend(prose(scope, topic, &blocks));
        }
    }
    out
}

/// A heading such as "Detection" or a bold line is a label of the failure that the heading above it names.
fn answer_under_headings(document: &Document, parts: &mut Vec<Part<'_>>) {
    let answers = |p: &Part<'_>| {
        let role = p.sub_heading.as_ref().and_then(|t| p.scope.role_of_label(&t.text))?;
        (role == Role::Detection || role.is_answer()).then_some(role)
    };
    let found: Vec<(usize, Labels)> =
        parts.iter().filter_map(|p| Some((p.section, p.answers_as(answers(p)?)))).collect();
    for (section, labels) in found {
        let above = document.sections.get(section).and_then(|s| s.parent);
        if let Some(part) = parts.iter_mut().find(|p| Some(p.section) == above) {
            part.under_headings.texts.extend(labels.texts);
        }
    }
    parts.retain(|p| answers(p).is_none());
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
    /// Index of its section.
    section: usize,
    /// Labels that are headings below it.
    under_headings: Labels,
    /// Whether the topic is about risks.
    risks: bool,
    items: Vec<TopItem<'a>>,
    paragraphs: Vec<&'a Block>,
    /// Items that belong to the label at the end of a paragraph, with its index.
    listed: Vec<(usize, TopItem<'a>)>,
    /// Tables, code and the like.
    other: Option<Span>,
}

impl<'a> Part<'a> {
    fn of(scope: &'a Scope<'a>, topic: &Topic, blocks: &[&'a Block]) -> Self {
        let mut items: Vec<TopItem<'a>> = Vec::new();
        let mut paragraphs = Vec::new();
        let mut listed: Vec<(usize, TopItem<'a>)> = Vec::new();
        let mut label = None;
        for &block in blocks {
            let Some(item) = &block.item else {
                if block.kind == BlockKind::Paragraph {
                    // "Detection:" at the end of a paragraph speaks of the list that follows.
                    label = Some(paragraphs.len()).filter(|_| ends_with_label(scope, block));
                    paragraphs.push(block);
                }
                continue;
            };
            match (listed.last_mut(), items.last_mut()) {
                (Some((_, top)), _) if top.span.contains(block.span) => top.blocks.push(block),
                (_, Some(top)) if top.span.contains(block.span) => top.blocks.push(block),
                _ if item.depth > 0 || block.kind != BlockKind::Paragraph => {}
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
            section: index,
            under_headings: Labels::default(),
            risks,
            items,
            paragraphs,
            listed,
            other: blocks.iter().filter(|b| is_other(b)).map(|b| b.span).reduce(Span::cover),
        }
    }

    fn rows(&self) -> Vec<Draft> {
        let mut of_heading = vec![self.under_headings.clone()];
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
        let listed = self.listed.iter().map(|(_, item)| item);
        let items = self.items.iter().chain(listed).flat_map(|i| &i.blocks);
        self.paragraphs.iter().chain(items).map(|b| Flow::of(self.scope.document, b).whole())
    }

    /// What it says, in the role of its heading up to the first label.
    fn answers_as(&self, role: Role) -> Labels {
        let of = |b: &&'a Block| Labels::of(self.scope, &[*b]);
        let labelled = self.paragraphs.iter().position(|b| of(b).first.is_some()).unwrap_or(self.paragraphs.len());
        let (own, others) = self.paragraphs.split_at(labelled);
        let own = own.iter().chain(self.items.iter().flat_map(|i| &i.blocks));
        let said = own.map(|b| Flow::of(self.scope.document, b).whole()).reduce(|all, more| joined(&all, &more));
        let other = || self.other.map(|span| Text { text: plain(self.scope.document.source.slice(span)), span });
        let mut texts = vec![(role, said.or_else(other).unwrap_or_default())];
        texts.extend(others.iter().flat_map(|b| of(b).texts));
        Labels { texts, ..Labels::default() }
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
        let detects = self.under_headings.texts.iter().any(|(r, _)| *r == Role::Detection)
            || beside.into_iter().any(|t| self.scope.says_any(&t, "failure.noticing"));
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

fn is_other(block: &Block) -> bool {
    !matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading | BlockKind::Rule)
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
