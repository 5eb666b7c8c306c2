//! The outline: sections, and the quantities that each gives a value.

use designlint_document::{Section, SectionOrigin, Span};
use lsp_types::{DocumentSymbol, DocumentSymbolResponse, SymbolInformation, SymbolKind};

use super::Asked;

/// The outline, nested where the client shows that.
pub(super) fn symbols(asked: Asked<'_>) -> DocumentSymbolResponse {
    if asked.abilities.nested_symbols {
        return DocumentSymbolResponse::Nested(nested(asked));
    }
    let mut flat = Vec::new();
    flatten(asked, nested(asked), None, &mut flat);
    DocumentSymbolResponse::Flat(flat)
}

fn nested(asked: Asked<'_>) -> Vec<DocumentSymbol> {
    let sections = &asked.report().document.sections;
    let mut children: Vec<Vec<DocumentSymbol>> = (0..sections.len()).map(|index| quantities(asked, index)).collect();
    let mut roots = Vec::new();
    // Sections stand behind their parents, so the last has its children when it is its turn.
    for (index, section) in sections.iter().enumerate().rev() {
        let own = children.get_mut(index).map(std::mem::take).unwrap_or_default();
        if section.origin == SectionOrigin::Preamble {
            roots.extend(own.into_iter().rev());
            continue;
        }
        let symbol = symbol(asked, title(section), SymbolKind::STRING, section.whole, section.heading, own);
        match section
            .parent
            .filter(|&p| sections[p].origin != SectionOrigin::Preamble)
            .and_then(|p| children.get_mut(p))
        {
            Some(siblings) => siblings.push(symbol),
            None => roots.push(symbol),
        }
    }
    roots.sort_by_key(|s| (s.range.start.line, s.range.start.character));
    roots.iter_mut().for_each(sort);
    roots
}

fn sort(symbol: &mut DocumentSymbol) {
    if let Some(children) = &mut symbol.children {
        children.sort_by_key(|s| (s.range.start.line, s.range.start.character));
        children.iter_mut().for_each(sort);
    }
}

fn title(section: &Section) -> String {
    // The protocol wants a name that is not empty.
    if section.title.trim().is_empty() { "(untitled)".to_owned() } else { section.title.clone() }
}

/// The quantities that are given a value in a section, each once.
fn quantities(asked: Asked<'_>, section: usize) -> Vec<DocumentSymbol> {
    let mut seen: Vec<Span> = Vec::new();
    let mut out = Vec::new();
    for definition in asked.report().facts.definitions.iter().filter(|d| d.section == section) {
        if seen.contains(&definition.value_span) || definition.name.trim().is_empty() {
            continue;
        }
        seen.push(definition.value_span);
        let mut found = symbol(
            asked,
            definition.name.clone(),
            SymbolKind::CONSTANT,
            definition.span,
            definition.value_span,
            Vec::new(),
        );
        found.detail = Some(asked.source().slice(definition.value_span).to_owned());
        out.push(found);
    }
    out
}

#[allow(deprecated, reason = "the field is there and must be filled")]
fn symbol(
    asked: Asked<'_>,
    name: String,
    kind: SymbolKind,
    whole: Span,
    selection: Span,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: asked.range(whole.cover(selection)),
        selection_range: asked.range(selection),
        children: Some(children).filter(|c| !c.is_empty()),
    }
}

#[allow(deprecated, reason = "the field is there and must be filled")]
fn flatten(asked: Asked<'_>, symbols: Vec<DocumentSymbol>, container: Option<&str>, out: &mut Vec<SymbolInformation>) {
    for symbol in symbols {
        out.push(SymbolInformation {
            name: symbol.name.clone(),
            kind: symbol.kind,
            tags: None,
            deprecated: None,
            location: lsp_types::Location::new(asked.checked.uri.clone(), symbol.range),
            container_name: container.map(str::to_owned),
        });
        flatten(asked, symbol.children.unwrap_or_default(), Some(&symbol.name), out);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::features::testing::Session;

    const TEXT: &str = "😀 first 30 layers.\r\n\r\n# A 数\r\n\r\n## B\r\n\r\n```text\r\nrows = 3 MB\r\n```\r\n\r\n### D\r\n\r\n## C\r\n\r\nx\r\n\r\n# E\r\n";

    fn outline(symbols: &Value, depth: usize, out: &mut Vec<String>) {
        for symbol in symbols.as_array().into_iter().flatten() {
            let detail = symbol["detail"].as_str().map_or_else(String::new, |d| format!(" = {d}"));
            let (first, last) = (&symbol["range"]["start"]["line"], &symbol["range"]["end"]["line"]);
            out.push(format!("{}{}{detail} {first}-{last}", "  ".repeat(depth), symbol["name"].as_str().unwrap()));
            outline(&symbol["children"], depth + 1, out);
        }
    }

    #[test]
    fn sections_hold_sections_and_the_quantities_they_define() {
        let mut session = Session::notes(TEXT);
        session.abilities.nested_symbols = true;
        let mut shown = Vec::new();
        outline(&session.ask("textDocument/documentSymbol", json!({})), 0, &mut shown);
        let expected =
            ["layers = 30 0-0", "A 数 2-16", "  B 4-12", "    rows = 3 MB 7-7", "    D 10-12", "  C 12-16", "E 16-17"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_client_that_does_not_nest_gets_a_list() {
        let symbols = Session::notes(TEXT).ask("textDocument/documentSymbol", json!({}));
        let shown: Vec<String> =
            symbols.as_array().unwrap().iter().map(|s| format!("{} in {}", s["name"], s["containerName"])).collect();
        let expected = [
            "\"layers\" in null",
            "\"A 数\" in null",
            "\"B\" in \"A 数\"",
            "\"rows\" in \"B\"",
            "\"D\" in \"B\"",
            "\"C\" in \"A 数\"",
            "\"E\" in null",
        ];
        assert_eq!(shown, expected);
    }
}
