//! What a profile of a team asks for besides the rules: conditions, patterns, columns, an order of sections.

use std::sync::Arc;

use designlint_core::{ConfiguredRule, Context, Example, Explain, Finding, Kind, ProfileCheck, Seen, Severity};
use designlint_document::{Span, Table};
use designlint_facts::{State, Topic, TopicWords, heading_key};
use regex::Regex;

use super::own::{Misstated, Placed};
use crate::condition::{Condition, pattern};
use crate::condition_facts::outermost;
use crate::failure_wording::quoted;
use crate::section_missing::place;

/// Most places of one pattern that are told.
const MOST_PLACES: usize = 100;

/// A check as a profile states it.
#[derive(Clone, Debug, Default)]
pub struct OwnCheck {
    /// Id, which starts with that of the profile: `ours/two-regions`.
    pub id: Placed,
    /// What it asks.
    pub asks: Asks,
    /// The section it is about.
    pub section: Option<Placed>,
    /// What is wrong where it fails.
    pub message: Placed,
    /// What to write instead.
    pub help: Option<Placed>,
    /// `info`, `warning` or `error`.
    pub severity: Option<Placed>,
    /// Documents in which it finds something.
    pub fails: Vec<Placed>,
    /// Documents in which it finds nothing.
    pub passes: Vec<Placed>,
}

/// What a check asks.
#[derive(Clone, Debug)]
pub enum Asks {
    /// Where `when` is true, `assert` is too.
    Condition {
        /// Where it asks; `None` for everywhere.
        when: Option<Placed>,
        /// What must hold there.
        assert: Placed,
    },
    /// A pattern that must be found.
    Must(Placed),
    /// A pattern that must not be found.
    MustNot(Placed),
}

impl Default for Asks {
    fn default() -> Self {
        Self::Condition { when: None, assert: Placed::default() }
    }
}

/// A check, ready to run. `topics` are the sections that it may name, `kind` is that of its examples.
pub(super) fn checked(own: &OwnCheck, topics: &[TopicWords], kind: Kind) -> Result<ProfileCheck, Misstated> {
    let section = own.section.as_ref().map(|section| super::own_profile::topic(section, topics)).transpose()?;
    let (message, help) = (own.message.text.clone(), own.help.as_ref().map(|help| help.text.clone()));
    let (test, explain) = match &own.asks {
        Asks::Condition { when, assert } => {
            let when = when.as_ref().map(|when| Condition::parse(when, topics)).transpose()?;
            condition(when, Condition::parse(assert, topics)?, section, Says { message, help })
        }
        Asks::Must(stated) => must(compiled(stated)?, section, Says { message, help }),
        Asks::MustNot(stated) => must_not(compiled(stated)?, section, Says { message, help }),
    };
    let severity = own.severity.as_ref().map_or(Ok(Severity::Warning), severity)?;
    let example = |fails: bool| move |text: &Placed| Example { text: text.text.clone(), fails, kind, files: None };
    let examples = own.fails.iter().map(example(true)).chain(own.passes.iter().map(example(false))).collect();
    Ok(ProfileCheck { id: own.id.text.clone(), severity, test, explain, examples })
}

fn severity(stated: &Placed) -> Result<Severity, Misstated> {
    Severity::from_name(&stated.text).ok_or_else(|| {
        let message = format!("no severity is called `{}`", stated.text);
        Misstated::new(stated.span, message).help("possible: info, warning, error")
    })
}

fn compiled(stated: &Placed) -> Result<Regex, Misstated> {
    pattern(&stated.text).map_err(|why| Misstated::new(stated.span, format!("this is no pattern: {why}")))
}

/// What a check says where it fails.
#[derive(Clone, Debug)]
struct Says {
    message: String,
    help: Option<String>,
}

impl Says {
    fn at(&self, span: Span) -> Finding {
        let finding = Finding::new(span, self.message.as_str());
        match &self.help {
            Some(help) => finding.help(help.as_str()),
            None => finding,
        }
    }
}

fn explained(explain: impl Fn(&Context<'_>) -> String + Send + Sync + 'static) -> Explain {
    Explain(Arc::new(move |cx| Seen { words: explain(cx), left_out: false }))
}

fn condition(
    when: Option<Condition>,
    assert: Condition,
    section: Option<String>,
    says: Says,
) -> (ConfiguredRule, Explain) {
    let section = section.or_else(|| assert.section.clone());
    let (when_too, assert_too) = (when.clone(), assert.clone());
    let test = ConfiguredRule::of(move |cx| {
        let asks = when.as_ref().is_none_or(|when| when.holds(cx));
        let fails = asks && assert.fails(cx);
        fails.then(|| heading(cx, section.as_deref())).flatten().map(|span| says.at(span)).into_iter().collect()
    });
    let explain = move |cx: &Context<'_>| match &when_too {
        Some(when) if !when.holds(cx) => {
            let words = format!("`when` is not true: {}", when.facts(cx));
            Seen { words, left_out: assert_too.fails(cx) }
        }
        _ => {
            let truth = if assert_too.holds(cx) { "true" } else { "not true" };
            Seen { words: format!("`assert` is {truth}: {}", assert_too.facts(cx)), left_out: false }
        }
    };
    (test, Explain(Arc::new(explain)))
}

/// The heading of a section; where it is none or not there, the title.
fn heading(cx: &Context<'_>, section: Option<&str>) -> Option<Span> {
    let topic = section.and_then(|section| cx.facts.topics_of(section).next());
    topic.map_or_else(|| place(cx.document), |topic| Some(topic.title.span))
}

/// The texts in which a pattern is looked for: the sections of a topic, or everything.
fn bodies(cx: &Context<'_>, section: Option<&str>) -> Vec<Span> {
    match section {
        Some(section) => outermost(cx, section).map(|t| t.body).collect(),
        None => vec![Span::new(0, cx.document.source.text().len())],
    }
}

fn must(pattern: Regex, section: Option<String>, says: Says) -> (ConfiguredRule, Explain) {
    let (pattern_too, section_too) = (pattern.clone(), section.clone());
    let test = ConfiguredRule::of(move |cx| {
        let bodies = bodies(cx, section.as_deref());
        // A section that is not there is `section-missing`'s.
        if bodies.is_empty() || bodies.iter().any(|body| pattern.is_match(cx.document.source.slice(*body))) {
            return Vec::new();
        }
        heading(cx, section.as_deref()).map(|span| says.at(span)).into_iter().collect()
    });
    (test, explained(move |cx| place_of(&pattern_too, cx, section_too.as_deref())))
}

fn must_not(pattern: Regex, section: Option<String>, says: Says) -> (ConfiguredRule, Explain) {
    let (pattern_too, section_too) = (pattern.clone(), section.clone());
    let test = ConfiguredRule::of(move |cx| {
        let found = bodies(cx, section.as_deref()).into_iter().flat_map(|body| places(&pattern, cx, body));
        found.take(MOST_PLACES).map(|span| says.at(span)).collect()
    });
    (test, explained(move |cx| place_of(&pattern_too, cx, section_too.as_deref())))
}

/// Where a pattern is found, but not in comments that speak to designlint.
fn places<'a>(pattern: &'a Regex, cx: &'a Context<'_>, body: Span) -> impl Iterator<Item = Span> + 'a {
    let found = pattern.find_iter(cx.document.source.slice(body)).filter(|found| !found.is_empty());
    let spans = found.map(move |found| Span::from(found.range()).shift(body.start));
    spans.filter(|span| !cx.document.directives.iter().any(|d| d.span.contains(*span)))
}

fn place_of(pattern: &Regex, cx: &Context<'_>, section: Option<&str>) -> String {
    let bodies = bodies(cx, section);
    if bodies.is_empty() {
        return "the document has no such section".to_owned();
    }
    match bodies.iter().find_map(|body| places(pattern, cx, *body).next()) {
        Some(span) => format!("the pattern is found in line {}", cx.document.source.line_of(span.start)),
        None => "the pattern is not found".to_owned(),
    }
}

/// What a column is called, the first name for messages.
pub(super) type Column = Vec<String>;

/// A check that the table of a line's sections has some columns.
pub(super) fn columns(id: String, topics: Vec<String>, columns: Vec<Column>) -> ProfileCheck {
    let test = ConfiguredRule::of(move |cx| {
        let of_line = |t: &&Topic| t.state == State::Filled && t.kinds.iter().any(|kind| topics.contains(kind));
        let sections: Vec<&Topic> = cx.facts.topics.iter().filter(of_line).collect();
        let Some(first) = sections.first() else { return Vec::new() };
        let inside = |t: &&Table| sections.iter().any(|s| s.body.contains(t.span));
        let tables = cx.document.tables.iter().filter(inside).map(|t| (t.header.span, lacking(t, &columns)));
        let (span, missing) = match tables.min_by_key(|(_, missing)| missing.len()) {
            Some(best) => best,
            None => (first.title.span, columns.iter().collect()),
        };
        let names: Vec<String> = missing.iter().filter_map(|column| column.first()).map(|name| quoted(name)).collect();
        if names.is_empty() {
            return Vec::new();
        }
        let message = format!("{} has no column {}", quoted(&first.title.text), names.join(", "));
        vec![Finding::new(span, message).help("add it to the table, or a table with it where there is none")]
    });
    let explain = explained(|_| "its table has the columns, or the document has no such section".to_owned());
    ProfileCheck { id, severity: Severity::Warning, test, explain, examples: Vec::new() }
}

/// The columns that a table does not have.
fn lacking<'c>(table: &Table, columns: &'c [Column]) -> Vec<&'c Column> {
    let heads: Vec<String> = table.header.cells.iter().map(|c| format!(" {} ", heading_key(&c.text))).collect();
    let has = |name: &String| heads.iter().any(|head| head.contains(&format!(" {} ", heading_key(name))));
    columns.iter().filter(|column| !column.iter().any(has)).collect()
}

/// A check that sections stand in an order, each where it stands first.
pub(super) fn order(id: String, topics: Vec<String>) -> ProfileCheck {
    let test = ConfiguredRule::of(move |cx| {
        let there = topics.iter().filter_map(|topic| cx.facts.topics_of(topic).next());
        let mut found = Vec::new();
        let mut last: Option<&Topic> = None;
        for topic in there {
            match last {
                Some(before) if topic.title.span.start < before.title.span.start => {
                    let (this, other) = (quoted(&topic.title.text), quoted(&before.title.text));
                    let finding = Finding::new(topic.title.span, format!("{this} stands before {other}"));
                    found.push(
                        finding.help(format!("move it behind {other}")).label(before.title.span, "this comes first"),
                    );
                }
                _ => last = Some(topic),
            }
        }
        found
    });
    let explain = explained(|_| "the sections that are there stand in this order".to_owned());
    ProfileCheck { id, severity: Severity::Warning, test, explain, examples: Vec::new() }
}
