//! Options that say so in their own headings, under a heading of any name: `### Option 1: queue`, `### Proposal B (log)`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use designlint_document::{Document, Section, Span};
use regex::Regex;

use crate::options::has_number;
use crate::patterns::compile;
use crate::prose::prose_in;
use crate::{Choice, Options, OptionsForm, State, Text, Topic};

/// `Option 2`, `SPDK Proposal 1`, `Alternative B`.
static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = "(?i:option|alternative|approach|variant|candidate|proposal)";
    compile(&format!(r"^(?:\w+ )?{name} (?P<label>\d{{1,2}}|[A-Z])(?:\b|$)")).ok()
});

/// The options whose headings stand beside each other and outside of all sections on options, one entry a decision.
pub(crate) fn labelled_options(document: &Document, topics: &[Topic]) -> Vec<Options> {
    let within = |s: &Section| {
        let covers = |t: &&Topic| t.kinds.iter().any(|k| k == "options") && t.body.contains(s.heading);
        topics.iter().any(|t| covers(&t))
    };
    let mut groups: Vec<(Option<usize>, Vec<&Section>)> = Vec::new();
    for section in document.sections.iter().filter(|s| label(&s.title).is_some() && !within(s)) {
        match groups.iter_mut().find(|(parent, _)| *parent == section.parent) {
            Some((_, sections)) => sections.push(section),
            None => groups.push((section.parent, vec![section])),
        }
    }
    groups.into_iter().filter_map(|(parent, sections)| options(document, parent, &sections)).collect()
}

fn label(title: &str) -> Option<&str> {
    Some(LABEL.as_ref()?.captures(title)?.name("label")?.as_str())
}

fn options(document: &Document, parent: Option<usize>, sections: &[&Section]) -> Option<Options> {
    let labels: BTreeSet<&str> = sections.iter().filter_map(|s| label(&s.title)).collect();
    // "Proposal 1" in two chapters is twice the same label.
    if labels.len() < 2 || labels.len() < sections.len() {
        return None;
    }
    let choice = |section: &&Section| Choice {
        name: Text { text: section.title.clone(), span: section.heading },
        cells: prose_in(document, Span::new(section.heading.end, section.whole.end)).map(|(_, p)| p.whole()).collect(),
    };
    let items: Vec<Choice> = sections.iter().map(choice).collect();
    let tables = document.tables.iter().filter(|t| sections.iter().any(|s| s.whole.contains(t.span)));
    let mut cells = tables.flat_map(|t| &t.rows).flat_map(|r| &r.cells);
    let numbers = cells.any(|c| has_number(&c.text));
    let head = parent.and_then(|p| document.sections.get(p)).or(sections.first().copied())?;
    Some(Options {
        span: sections.first()?.heading,
        title: Text { text: head.title.clone(), span: head.heading },
        form: OptionsForm::Headings,
        numbers: numbers || items.iter().flat_map(|i| &i.cells).any(|c| has_number(&c.text)),
        items,
        criteria: Vec::new(),
        forced: false,
        besides_choice: false,
        state: State::Filled,
    })
}
