//! Mermaid flowcharts: nodes, arrows and what surrounds them.

use std::sync::LazyLock;

use crate::patterns::compile;
use regex::Regex;

/// What a part needs: `(verb, name)`.
type Needs = Vec<(String, String)>;

static NODE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(
        r#"^\s*([A-Za-z0-9_-]+)\s*(?:(?:\[\(|\[\[|\[/|\(\(|\(\[|\{\{|\[|\(|\{|>)(?:"([^"]*)"|([^\]\)\}"|]*))[\]\)\}/]*)?\s*(?::::\w+)?\s*$"#,
    )
    .ok()
});

static LINK: LazyLock<Option<Regex>> =
    LazyLock::new(|| compile(r"\s*<?(?:--+|==+|-\.+-?)(?:[^->=|]*(?:--+|==+|\.-))?[>xo]?(?:\|[^|]*\|)?\s*").ok());

static SUBGRAPH: LazyLock<Option<Regex>> =
    LazyLock::new(|| compile(r#"^subgraph\s+(?:[\w-]+\s*)?(?:\["?([^\]"]+)"?\]|"([^"]+)")|^subgraph\s+(.+)$"#).ok());

/// The nodes of a flowchart in order, each with what it calls and the subgraphs that it stands in; none for another kind of
/// diagram.
pub(crate) fn flowchart(code: &str) -> Vec<(String, Needs)> {
    let mut lines = code.lines();
    let first = lines.by_ref().map(str::trim).find(|l| !l.is_empty() && !l.starts_with("%%")).unwrap_or("");
    if !(first.starts_with("graph") || first.starts_with("flowchart")) {
        return Vec::new();
    }
    let mut chart = Chart::default();
    for line in lines.map(|l| l.trim().trim_end_matches(';')) {
        chart.line(line);
    }
    chart.parts()
}

#[derive(Default)]
struct Chart {
    /// Id and label.
    labels: Vec<(String, String)>,
    /// Ids.
    edges: Vec<(String, String)>,
    /// Titles of the subgraphs that are open.
    open: Vec<String>,
    /// Id and title.
    within: Vec<(String, String)>,
}

impl Chart {
    fn line(&mut self, line: &str) {
        match line.split_whitespace().next() {
            Some("subgraph") => self.open.push(title(line)),
            Some("end") => drop(self.open.pop()),
            Some("style" | "class" | "classDef" | "click" | "linkStyle" | "direction") => {}
            Some(word) if word.starts_with("%%") => {}
            _ => {
                let groups = self.groups(line);
                for pair in groups.windows(2) {
                    let all = pair[0].iter().flat_map(|a| pair[1].iter().map(|b| (a.clone(), b.clone())));
                    self.edges.extend(all);
                }
            }
        }
    }

    /// The ids between the arrows of a line, several where `&` joins them; labels are noted.
    fn groups(&mut self, line: &str) -> Vec<Vec<String>> {
        let Some(link) = LINK.as_ref() else { return Vec::new() };
        let parts = link.split(line).map(|part| part.split(" & ").filter_map(|node| self.node(node)).collect());
        let groups: Vec<Vec<String>> = parts.collect();
        groups.into_iter().filter(|ids| !ids.is_empty()).collect()
    }

    fn node(&mut self, text: &str) -> Option<String> {
        let found = NODE.as_ref()?.captures(text)?;
        let id = found[1].to_string();
        let said = found.get(2).or_else(|| found.get(3)).map_or("", |m| m.as_str());
        let said = said.split("<br").next().unwrap_or("").trim();
        let label = if said.is_empty() { id.clone() } else { said.to_string() };
        match self.labels.iter_mut().find(|(i, _)| *i == id) {
            Some(known) if known.1 == id => known.1 = label,
            Some(_) => {}
            None => self.labels.push((id.clone(), label)),
        }
        for title in &self.open {
            let place = (id.clone(), title.clone());
            if !title.is_empty() && !self.within.contains(&place) {
                self.within.push(place);
            }
        }
        Some(id)
    }

    fn parts(&self) -> Vec<(String, Needs)> {
        let label = |id: &str| self.labels.iter().find(|(i, _)| i == id).map_or(id, |(_, l)| l).to_string();
        let needs = |id: &String| {
            let calls =
                self.edges.iter().filter(|(from, _)| from == id).map(|(_, to)| ("calls".to_string(), label(to)));
            let places = self.within.iter().filter(|(i, _)| i == id).map(|(_, t)| ("within".to_string(), t.clone()));
            calls.chain(places).collect()
        };
        self.labels.iter().map(|(id, name)| (name.clone(), needs(id))).collect()
    }
}

fn title(line: &str) -> String {
    let found = SUBGRAPH.as_ref().and_then(|s| s.captures(line));
    let text = found.as_ref().and_then(|f| f.get(1).or_else(|| f.get(2)).or_else(|| f.get(3)));
    text.map_or(String::new(), |m| m.as_str().trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(code: &str) -> Vec<String> {
        let line = |(name, needs): (String, Needs)| {
            let needs: Vec<String> = needs.iter().map(|(verb, name)| format!("{verb} {name}")).collect();
            format!("{name}: {}", needs.join(", "))
        };
        flowchart(code).into_iter().map(line).collect()
    }

    #[test]
    fn arrows_join_several() {
        assert_eq!(
            parts("graph TD\nA & B --> C[\"store (hot)\"]:::warm\nC -- copies --> D((cold))\n"),
            ["A: calls store (hot)", "B: calls store (hot)", "store (hot): calls cold", "cold: "]
        );
    }

    #[test]
    fn subgraphs_surround() {
        assert_eq!(
            parts(
                "flowchart LR\nsubgraph r1 [Region one]\n subgraph rack-4\n  P[probe]\n end\n G[gateway]\nend\nP --> G\n"
            ),
            ["probe: calls gateway, within Region one, within rack-4", "gateway: within Region one"]
        );
    }

    #[test]
    fn other_diagrams_are_none() {
        assert_eq!(parts("sequenceDiagram\nA->>B: call\n"), [""; 0]);
        assert_eq!(parts(""), [""; 0]);
    }
}
