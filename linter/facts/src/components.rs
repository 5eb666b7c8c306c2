//! The parts of the system: the inventory.

use std::collections::BTreeMap;

use designlint_document::{Block, BlockKind, Document, Span};

use crate::failure_kind::name_words;
use crate::flowcharts::flowchart;
use crate::text::{Flow, find_word, folded, plain};
use crate::{Component, Knowledge, Text, Topic, Vocabulary};

/// The parts of the system, from the front matter, the project, interface tables, component lists, path lines and
/// diagrams. A part that is named twice is one, with the needs of both places.
pub(crate) fn components(document: &Document, topics: &[Topic], knowledge: &Knowledge) -> Vec<Component> {
    let words = &knowledge.vocabulary;
    let mut inventory = Inventory { words, all: Vec::new(), known: BTreeMap::new(), called: false };
    front_matter(document, &mut inventory);
    for (name, needs) in &knowledge.components {
        inventory.add(name, Span::default(), needs.clone());
    }
    listed(document, &mut inventory);
    interfaces(document, topics, &mut inventory);
    paths(document, &mut inventory);
    for diagram in &document.diagrams {
        for (name, needs) in flowchart(document.source.slice(diagram.span)) {
            inventory.add(&name, diagram.span, needs);
        }
    }
    inventory.all
}

struct Inventory<'a> {
    words: &'a Vocabulary,
    all: Vec<Component>,
    /// Index of a part by the words of its name.
    known: BTreeMap<Vec<String>, usize>,
    /// Whether what is read now is called by another part.
    called: bool,
}

impl Inventory<'_> {
    fn add(&mut self, name: &str, span: Span, needs: Vec<(String, String)>) {
        let name = name.trim().trim_matches(['`', '"', '\'', '*']).trim();
        let plausible = !name.is_empty() && name.split_whitespace().count() <= 4 && name.contains(char::is_alphabetic);
        if !plausible {
            return;
        }
        let mut key = name_words(name, self.words);
        if key.is_empty() {
            key.push(folded(name));
        }
        if let Some(known) = self.known.get(&key).and_then(|&i| self.all.get_mut(i)) {
            for need in needs {
                if !known.needs.contains(&need) {
                    known.needs.push(need);
                }
            }
            known.called |= self.called;
            return;
        }
        self.known.insert(key, self.all.len());
        self.all.push(Component { name: name.to_string(), span, needs, called: self.called });
    }
}

/// `components:`: a list of names, or a mapping of names to what each needs.
fn front_matter(document: &Document, inventory: &mut Inventory<'_>) {
    let Some(matter) = &document.front_matter else { return };
    let mut listed: Option<String> = None;
    for entry in matter.all("components") {
        let key = entry.key.trim_start_matches("components");
        if let Some(path) = key.strip_prefix('.') {
            let (name, verb) = path.split_once('.').unwrap_or((path, ""));
            inventory.add(name, entry.span, need(verb, &entry.value));
            continue;
        }
        let (_, field) = key.split_once('.').unwrap_or((key, ""));
        match (field, &listed) {
            ("" | "name", _) => {
                inventory.add(&entry.value, entry.span, Vec::new());
                listed = Some(entry.value.clone());
            }
            (verb, Some(name)) => inventory.add(&name.clone(), entry.span, need(verb, &entry.value)),
            _ => {}
        }
    }
}

/// `depends_on[0]` and a value as a need; none where the verb is empty.
fn need(verb: &str, value: &str) -> Vec<(String, String)> {
    let verb = verb.split(['[', '.']).next().unwrap_or("").replace('_', " ");
    if verb.is_empty() { Vec::new() } else { vec![(verb, value.to_string())] }
}

/// Items under a heading such as "Components": the code span or bold words they start with, and what they say to need.
fn listed(document: &Document, inventory: &mut Inventory<'_>) {
    for (index, section) in document.sections.iter().enumerate() {
        let title = folded(&section.title);
        let title = title.trim_start_matches(|c: char| c.is_ascii_digit() || ". )".contains(c));
        if !inventory.words.list("component.heading").iter().any(|h| h == title) {
            continue;
        }
        let blocks = &document.blocks[section.blocks.clone()];
        for block in blocks.iter().filter(|b| b.section == index && b.kind == BlockKind::Paragraph) {
            if block.item.as_ref().is_some_and(|i| i.depth == 0) {
                item(document, block, inventory);
            }
        }
    }
}

fn item(document: &Document, block: &Block, inventory: &mut Inventory<'_>) {
    let flow = Flow::of(document, block);
    let raw = flow.raw.as_str();
    let (mark, rest) = match raw.find(|c| c != '*' && c != '_') {
        Some(at) if raw[at..].starts_with('`') => ("`", &raw[at + 1..]),
        Some(at) if at >= 2 => ("**", &raw[at..]),
        _ => return,
    };
    let Some(end) = rest.find(mark) else { return };
    let start = raw.len() - rest.len();
    let name = rest[..end].trim_end_matches(':');
    let needs = needs(&plain(&rest[end..]), inventory.words);
    inventory.add(name, flow.span(start, start + name.len()), needs);
}

/// What a sentence says to need: a verb phrase of the list and the code spans after it.
fn needs(sentence: &str, words: &Vocabulary) -> Vec<(String, String)> {
    let low = folded(sentence);
    let mut out = Vec::new();
    for verb in words.list("component.needs") {
        let Some(at) = find_word(&low, verb) else { continue };
        let after = low[at + verb.len()..].split(['.', ';']).next().unwrap_or("");
        let next = words.list("component.needs").iter().filter_map(|v| find_word(after, v)).min();
        let after = &after[..next.unwrap_or(after.len())];
        let named = after.split('`').skip(1).step_by(2).map(str::to_string);
        let new = named.filter(|n| !n.is_empty() && !out.iter().any(|(_, o): &(String, String)| o == n));
        let new: Vec<_> = new.map(|n| (verb.clone(), n)).collect();
        out.extend(new);
    }
    out
}

/// Tables under an interface heading whose first column says "client -> gateway".
fn interfaces(document: &Document, topics: &[Topic], inventory: &mut Inventory<'_>) {
    for table in &document.tables {
        let under = topics.iter().any(|t| t.body.contains(table.span) && t.kinds.iter().any(|k| k == "interfaces"));
        if !under {
            continue;
        }
        for cell in table.rows.iter().filter_map(|r| r.cells.first()) {
            chain(&Text { text: plain(&cell.text), span: cell.span }, inventory);
        }
    }
}

/// Lines such as "Path: client → gateway → queue".
fn paths(document: &Document, inventory: &mut Inventory<'_>) {
    for block in document.blocks.iter().filter(|b| b.kind == BlockKind::Paragraph) {
        for &line in &block.lines {
            let raw = document.source.slice(line);
            let Some((label, _)) = raw.split_once(':').filter(|(l, r)| l.len() < 40 && has_arrow(r)) else { continue };
            let said = folded(&plain(label));
            if inventory.words.says("component.path", &said) {
                let after = Span::new(line.start + label.len() + 1, line.end);
                let text = plain(document.source.slice(after));
                chain(&Text { text: text.split(". ").next().unwrap_or("").to_string(), span: after }, inventory);
            }
        }
    }
}

const ARROWS: [&str; 5] = ["<->", "->", "=>", "→", "↔"];

fn has_arrow(text: &str) -> bool {
    ARROWS.iter().any(|a| text.contains(a))
}

/// The names between arrows.
fn chain(text: &Text, inventory: &mut Inventory<'_>) {
    if !has_arrow(&text.text) {
        return;
    }
    let parts = ARROWS.iter().fold(text.text.clone(), |t, a| t.replace(a, "\u{1}"));
    for (at, part) in parts.split('\u{1}').enumerate() {
        let name = part.split(['(', ',', ';']).next().unwrap_or("").trim().trim_end_matches('.');
        // What only calls and is never called may stand outside of the system.
        inventory.called = at > 0;
        inventory.add(name, text.span, Vec::new());
    }
    inventory.called = false;
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::failure_words::knowledge;

    /// `name` or `name: verb need`, one a component.
    fn found(text: &str) -> Vec<String> {
        let document = Document::parse(Source::new(text));
        let knowledge = knowledge();
        let topics = crate::topics::topics(&document, &knowledge.vocabulary);
        let line = |c: Component| {
            let needs: Vec<String> = c.needs.iter().map(|(verb, name)| format!("{verb} {name}")).collect();
            if needs.is_empty() { c.name } else { format!("{}: {}", c.name, needs.join(", ")) }
        };
        components(&document, &topics, &knowledge).into_iter().map(line).collect()
    }

    #[test]
    fn front_matter_names_components_and_needs() {
        let mapping = "---\ncomponents:\n  gateway:\n    depends_on: [engine, redis]\n    runs_on: node-1\n---\n# A\n";
        assert_eq!(found(mapping), ["gateway: depends on engine, depends on redis, runs on node-1"]);
        assert_eq!(found("---\ncomponents: [gateway, engine]\n---\n# A\n"), ["gateway", "engine"]);
    }

    #[test]
    fn the_project_names_components() {
        let document = Document::parse(Source::new("# A\n"));
        let needs = vec![("depends on".to_string(), "engine".to_string())];
        let knowledge = Knowledge { components: vec![("gateway".into(), needs.clone())], ..knowledge() };
        let all = components(&document, &[], &knowledge);
        assert_eq!(all, [Component { name: "gateway".into(), span: Span::default(), needs, called: false }]);
    }

    #[test]
    fn a_list_under_components_names_them_with_edges() {
        let text = "## Components\n\n- `metrics` stores its ring in `consul`.\n- **Alertmanager**: notifies through `smtp-relay`.\n- a sentence\n\n## Other\n\n- `no`\n";
        assert_eq!(found(text), ["metrics: stores its consul", "Alertmanager: notifies through smtp-relay"]);
        let document = Document::parse(Source::new(text));
        let all = components(&document, &[], &knowledge());
        assert_eq!(document.source.slice(all[0].span), "metrics");
        assert_eq!(document.source.slice(all[1].span), "Alertmanager");
    }

    #[test]
    fn interface_rows_and_path_lines_are_chains() {
        let table = "## Interfaces\n\n| boundary | contract |\n|---|---|\n| client -> gateway | a.yaml |\n| gateway → engine (unix socket) | b.yaml |\n";
        assert_eq!(found(table), ["client", "gateway", "engine"]);
        assert_eq!(found("Request path: client → gateway → queue. More.\n"), ["client", "gateway", "queue"]);
        assert_eq!(found("State: open → closed\n"), [""; 0]);
    }

    #[test]
    fn flowcharts_name_nodes_and_calls() {
        let text = "```mermaid\nflowchart LR\n  %% a comment\n  C([client]) --> G[API gateway]\n  G -->|grpc| E{{engine}} --> R[(redis)]\n  subgraph zone\n  G -.-> Q\n  end\n```\n";
        assert_eq!(
            found(text),
            [
                "client: calls API gateway",
                "API gateway: calls engine, calls Q, within zone",
                "engine: calls redis",
                "redis",
                "Q: within zone"
            ]
        );
        assert_eq!(found("```mermaid\nsequenceDiagram\n  A->>B: call\n```\n"), [""; 0]);
    }
}
