//! The options of each decision.

use std::sync::LazyLock;

use designlint_document::{Block, BlockKind, Document, Section, Span, Table};
use regex::Regex;

use crate::labelled_options::labelled_options;
use crate::option_tables::{from_table, says_option};
use crate::patterns::compile;
use crate::prose::{Prose, prose_in};
use crate::text::{blocks_in, folded, has_word};
use crate::{Choice, Options, OptionsForm, State, Text, Topic, Vocabulary};

/// `(A) no cache; (B) LRU`.
static BRACKETED: LazyLock<Option<Regex>> = LazyLock::new(|| compile(r"(?:^|[\s;:,.])\(([A-Za-z]|\d{1,2})\)\s").ok());

/// `Option A: queue`, `Alternative 2 (log)`.
static NAMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let label = "(?:Option|Alternative|Approach|Variant|Candidate|Solution)";
    compile(&format!(r"(?:^|[.;:,]\s+|\n){label} (?:[A-Z]|\d{{1,2}})\b\s*[:.(–—-]")).ok()
});

/// A number that is no label, no version and no part of a name.
static NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| compile(r"(?:^|[\s(\[~≈<>≤≥=$€£+±−×*/|-])(?P<n>\.?\d[\d,.]*)(?P<rest>\S{0,3})").ok());

/// Words before a number that make it a name.
const NUMBERED: &[&str] = &[
    "option",
    "alternative",
    "approach",
    "variant",
    "version",
    "v",
    "phase",
    "step",
    "section",
    "rfc",
    "level",
    "tier",
    "layer",
    "python",
    "java",
    "issue",
    "pr",
    "solution",
    "candidate",
    "table",
    "figure",
    "fig",
    "chapter",
    "http",
    "ipv",
    "iso",
    "case",
    "kep",
    "adr",
    "stage",
    "rule",
    "item",
    "number",
    "no",
    "node",
    "part",
    "postgres",
    "postgresql",
    "kafka",
    "redis",
    "mysql",
    "kubernetes",
    "rust",
    "go",
    "tls",
    "oauth",
    "openapi",
    "appendix",
    "question",
    "requirement",
    "goal",
    "eip",
    "bip",
    "type",
    "class",
    "net",
];

/// The options, one entry a decision, in order of the source.
pub(crate) fn options(document: &Document, topics: &[Topic], words: &Vocabulary) -> Vec<Options> {
    let mut found: Vec<(Option<usize>, Options)> = Vec::new();
    let mut end = 0;
    for topic in topics.iter().filter(|t| t.kinds.iter().any(|k| k == "options")) {
        // A section within a section was read with it.
        if topic.body.start < end {
            continue;
        }
        end = topic.body.end;
        let parent = document.sections.get(topic.section).and_then(|s| s.parent);
        let options = Reader { document, topics, topic, words }.options();
        // "Considered options" and "Pros and cons of the options" beside it are one decision.
        let beside = found.iter_mut().find(|(p, o)| *p == parent && !topic.label && o.state == State::Filled);
        match beside {
            Some((_, known)) if options.state == State::Filled => join(known, options),
            _ => found.push((parent, options)),
        }
    }
    let mut found: Vec<Options> = found.into_iter().map(|(_, o)| o).collect();
    let elsewhere = document.tables.iter().filter(|t| says_option(t, words) && !is_within(t.span, topics));
    found.extend(elsewhere.filter_map(|t| lone_table(document, t, words)));
    found.extend(labelled_options(document, topics));
    found.sort_by_key(|o| o.span);
    found
}

fn is_within(span: Span, topics: &[Topic]) -> bool {
    topics.iter().any(|t| t.kinds.iter().any(|k| k == "options") && t.body.contains(span))
}

/// A table of options under a heading of another name.
fn lone_table(document: &Document, table: &Table, words: &Vocabulary) -> Option<Options> {
    let (items, criteria) = from_table(table, words)?;
    let section = document.sections.get(table.section)?;
    let cells = items.iter().flat_map(|i| &i.cells);
    Some(Options {
        span: table.span,
        title: Text { text: section.title.clone(), span: section.heading },
        form: OptionsForm::Table,
        numbers: cells.into_iter().any(|c| has_number(&c.text)),
        items,
        criteria,
        forced: false,
        besides_choice: false,
        state: State::Filled,
    })
}

/// Takes what another section says about the same options.
fn join(known: &mut Options, other: Options) {
    known.forced |= other.forced;
    known.numbers |= other.numbers;
    known.besides_choice |= other.besides_choice;
    let better = other.items.len() > known.items.len() || other.form == OptionsForm::Table && other.items.len() >= 2;
    if better {
        known.items = other.items;
        known.form = other.form;
        known.criteria = other.criteria;
        known.span = other.span;
    }
}

struct Reader<'a> {
    document: &'a Document,
    topics: &'a [Topic],
    topic: &'a Topic,
    words: &'a Vocabulary,
}

impl Reader<'_> {
    fn options(&self) -> Options {
        let title = folded(&self.topic.title.text);
        let mut options = Options {
            span: self.topic.title.span,
            title: self.topic.title.clone(),
            form: OptionsForm::Prose,
            items: Vec::new(),
            criteria: Vec::new(),
            forced: self.forced(),
            besides_choice: title.contains("alternative") || title.contains("reject") || title.contains("other"),
            numbers: self.numbers(),
            state: self.topic.state,
        };
        if options.state == State::Filled {
            let read = [Self::table, Self::headings, Self::list, Self::paragraphs, Self::marked];
            let _ = read.iter().any(|read| read(self, &mut options));
        }
        options
    }

    /// What stands right under the heading, without sub-sections.
    fn own(&self) -> Span {
        let child = self.children().map(|(_, s)| s.heading.start).next();
        Span::new(self.topic.body.start, child.unwrap_or(self.topic.body.end).min(self.topic.body.end))
    }

    fn children(&self) -> impl Iterator<Item = (usize, &Section)> {
        let (label, section) = (self.topic.label, self.topic.section);
        let end = self.topic.body.end;
        let within = self.document.sections.iter().enumerate().skip(section + 1);
        let within = within.take_while(move |(_, s)| s.heading.start < end);
        within.filter(move |(_, s)| !label && s.parent == Some(section))
    }

    fn table(&self, options: &mut Options) -> bool {
        let tables = self.document.tables.iter().filter(|t| self.topic.body.contains(t.span));
        let has_children = self.items_by_heading().len() > 1;
        for table in tables {
            // A table within one of several options compares something else.
            if has_children && !self.own().contains(table.span) && !self.is_comparison(table.section) {
                continue;
            }
            if let Some((items, criteria)) = from_table(table, self.words) {
                options.form = OptionsForm::Table;
                options.span = table.span;
                options.items = items;
                options.criteria = criteria;
                return true;
            }
        }
        false
    }

    fn is_comparison(&self, section: usize) -> bool {
        let title = self.document.sections.get(section).map(|s| crate::heading_key(&s.title));
        title.is_some_and(|t| self.words.list("no-option").contains(&t))
    }

    fn items_by_heading(&self) -> Vec<(&Section, Span)> {
        self.children()
            .filter(|(i, s)| {
                let key = crate::heading_key(&s.title);
                let other =
                    self.topics.iter().any(|t| t.section == *i && !t.label && !t.kinds.iter().any(|k| k == "options"));
                let nested = self.topics.iter().any(|t| t.section == *i && t.kinds.iter().any(|k| k == "options"));
                !other && !nested && !self.words.list("no-option").contains(&key)
            })
            .map(|(_, s)| (s, Span::new(s.heading.end, s.whole.end)))
            .collect()
    }

    fn headings(&self, options: &mut Options) -> bool {
        let items = self.items_by_heading();
        // A single bold line may be a remark; a single heading is an option if it says so.
        let named = |s: &Section| {
            let title = folded(&s.title);
            self.words.list("option-label").iter().any(|l| title.starts_with(l.as_str()))
        };
        if items.is_empty() || items.len() == 1 && !named(items[0].0) {
            return false;
        }
        options.form = OptionsForm::Headings;
        options.span = self.topic.title.span;
        options.items = items
            .into_iter()
            .map(|(section, body)| Choice {
                name: Text { text: section.title.clone(), span: section.heading },
                cells: prose_in(self.document, body).map(|(_, p)| p.whole()).collect(),
            })
            .collect();
        true
    }

    fn list(&self, options: &mut Options) -> bool {
        let own = self.own();
        let mut items = self.items(own, 0);
        // "We looked at:" announces the items below it, and is none of them.
        let announces = |c: &Choice| c.name.text.ends_with(':');
        if let [(_, only)] = items.as_slice()
            && announces(only)
        {
            items = self.items(own, 1);
        }
        items.retain(|(_, c)| !announces(c) || !c.cells.is_empty());
        // One item beside prose may be a remark on it.
        let prose = |b: &Block| b.kind == BlockKind::Paragraph && b.item.is_none();
        if items.is_empty() || items.len() == 1 && blocks_in(self.document, own).any(prose) {
            return false;
        }
        options.form = OptionsForm::List;
        options.items = items.into_iter().map(|(_, c)| c).collect();
        true
    }

    /// The items of a depth, each with what stands below it.
    fn items(&self, own: Span, depth: usize) -> Vec<(usize, Choice)> {
        let mut items: Vec<(usize, Choice)> = Vec::new();
        for block in blocks_in(self.document, own).filter(|b| b.kind == BlockKind::Paragraph) {
            let Some(item) = block.item.as_ref().filter(|i| i.depth >= depth) else { continue };
            let text = Prose::within(self.document, block, own).whole();
            match items.last_mut() {
                Some((id, _)) if *id == item.id => {}
                Some((_, last)) if item.depth > depth => last.cells.push(text),
                _ => items.push((item.id, Choice { name: text, cells: Vec::new() })),
            }
        }
        items
    }

    /// Paragraphs that each begin with a bold name.
    fn paragraphs(&self, options: &mut Options) -> bool {
        let bold = |b: &&Block| self.document.source.slice(b.span).starts_with("**");
        let blocks =
            blocks_in(self.document, self.own()).filter(|b| b.kind == BlockKind::Paragraph && b.item.is_none());
        let items: Vec<Choice> = blocks
            .filter(bold)
            .map(|b| Choice { name: Prose::of(self.document, b).whole(), cells: Vec::new() })
            .collect();
        if items.len() < 2 {
            return false;
        }
        options.form = OptionsForm::Headings;
        options.items = items;
        true
    }

    /// Options marked `(A)`, `(B)` or `Option A:` in running text.
    fn marked(&self, options: &mut Options) -> bool {
        for pattern in [&BRACKETED, &NAMED].iter().filter_map(|p| p.as_ref()) {
            for (_, prose) in prose_in(self.document, self.own()) {
                let starts: Vec<usize> = pattern.find_iter(prose.text()).map(|m| m.start()).collect();
                let ends = starts.iter().skip(1).copied().chain([prose.text().len()]);
                let items = starts.iter().zip(ends).map(|(&s, e)| Choice { name: prose.part(s..e), cells: Vec::new() });
                options.items.extend(items.collect::<Vec<_>>());
            }
            if !options.items.is_empty() {
                let spans = options.items.iter().map(|i| i.name.span);
                options.span = spans.reduce(Span::cover).unwrap_or(options.span);
                return true;
            }
        }
        false
    }

    fn forced(&self) -> bool {
        let phrases = self.words.list("forced");
        prose_in(self.document, self.topic.body).any(|(_, p)| {
            let text = folded(p.text());
            phrases.iter().any(|f| has_word(&text, f))
        })
    }

    fn numbers(&self) -> bool {
        blocks_in(self.document, self.topic.body).any(|block| match &block.kind {
            BlockKind::Heading => false,
            BlockKind::Table(i) => {
                let rows = self.document.tables.get(*i).map(|t| t.rows.as_slice()).unwrap_or_default();
                let cells = rows.iter().flat_map(|r| r.cells.iter().enumerate());
                cells.into_iter().any(|(column, c)| column > 0 && has_number(&c.text))
            }
            _ => has_number(Prose::within(self.document, block, self.topic.body).text()),
        })
    }
}

/// Whether a text holds a number that is no label, version or name.
pub(crate) fn has_number(text: &str) -> bool {
    let Some(pattern) = NUMBER.as_ref() else { return false };
    pattern.captures_iter(text).any(|groups| {
        let (Some(number), Some(rest)) = (groups.name("n"), groups.name("rest")) else { return false };
        let before = text[..number.start()].trim_end_matches([' ', '#', '.', '-', '/']);
        let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("").to_lowercase();
        let listed =
            rest.as_str().starts_with([')', ']']) && text[..number.start()].ends_with(['(', '[']) && number.len() <= 2;
        !NUMBERED.contains(&word.as_str()) && !listed
    })
}

#[cfg(test)]
#[path = "options_tests.rs"]
mod tests;
