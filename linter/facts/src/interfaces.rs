//! Boundaries and their contracts.

use designlint_document::{Block, BlockKind, Document, Row, Table};

use crate::contracts::{contract_kind, files_of};
use crate::interface_labels::labelled;
use crate::interface_prose::stated;
use crate::prose::Prose;
use crate::text::{blocks_in, folded};
use crate::{ContractKind, Interface, Text, Topic, Vocabulary};

/// What stands between the two ends of a boundary.
pub(crate) const ARROWS: &[&str] = &["→", "->", "↔", "<->", "⇄", "=>", "⟶", "⇒"];

/// Boundaries in order of the source: rows of tables that speak of boundaries or contracts, and under a heading of
/// interfaces list items and sub-headings with an arrow, and sentences on who calls whom. A table of fields is none.
pub(crate) fn interfaces(document: &Document, topics: &[Topic], words: &Vocabulary) -> Vec<Interface> {
    let under: Vec<&Topic> = topics.iter().filter(|t| t.kinds.iter().any(|k| k == "interfaces")).collect();
    let mut found = Vec::new();
    for table in &document.tables {
        let in_topic = under.iter().any(|t| t.body.contains(table.span));
        if let Some(columns) = columns(table, in_topic, words) {
            let rows = table.rows.iter().filter(|r| r.cells.iter().any(|c| !c.text.is_empty()));
            found.extend(rows.filter_map(|row| from_row(document, row, columns, words)));
        }
    }
    for topic in under {
        for block in blocks_in(document, topic.body).filter(|b| b.item.is_some() && b.kind == BlockKind::Paragraph) {
            found.extend(from_item(document, block, words));
        }
        found.extend(labelled(document, topic.body, words));
        found.extend(stated(document, topic, words));
    }
    found.sort_by_key(|i| i.span);
    found.dedup_by_key(|i| i.span);
    found
}

/// Where a table of boundaries has what.
#[derive(Clone, Copy)]
struct Columns {
    boundary: usize,
    /// The other end, where it has a column of its own.
    end: Option<usize>,
    contract: usize,
}

/// The columns of a table that has both boundaries and contracts.
fn columns(table: &Table, in_topic: bool, words: &Vocabulary) -> Option<Columns> {
    let column = |list: &str| {
        let names = words.list(list);
        table.header.cells.iter().position(|c| names.contains(&folded(&c.text)))
    };
    let boundary = column("boundary-column")?;
    let other = |c: &usize| *c != boundary;
    let end = column("boundary-end").filter(other);
    if let Some(contract) = column("contract-column").filter(other) {
        // "schema" and "file" head many tables; "contract" says what the table is.
        let says =
            table.header.cells.iter().any(|c| folded(&c.text).contains("contract") || folded(&c.text) == "boundary");
        return (says || in_topic).then_some(Columns { boundary, end, contract });
    }
    let transport = column("transport-column").filter(other);
    transport.filter(|_| in_topic).map(|contract| Columns { boundary, end, contract })
}

fn from_row(document: &Document, row: &Row, columns: Columns, words: &Vocabulary) -> Option<Interface> {
    let one = row.cells.get(columns.boundary)?;
    let other = columns.end.and_then(|end| row.cells.get(end)).filter(|c| !c.text.is_empty());
    let boundary = match other {
        Some(other) => Text { text: format!("{} → {}", one.text, other.text), span: one.span.cover(other.span) },
        None => Text { text: one.text.clone(), span: one.span },
    };
    let Some(cell) = row.cells.get(columns.contract) else {
        return Some(Interface {
            span: row.span,
            boundary,
            contract: None,
            contract_kind: ContractKind::Missing,
            files: Vec::new(),
        });
    };
    // Another cell of the row may hold the file: the contract column then says how it travels.
    let named = |c: &designlint_document::Cell| {
        contract_kind(&c.text, document.source.slice(c.span), words) == ContractKind::Named
    };
    let own = contract_kind(&cell.text, document.source.slice(cell.span), words);
    let contract_kind = if row.cells.iter().any(named) { ContractKind::Named } else { own };
    let contract = Some(Text { text: cell.text.clone(), span: cell.span });
    let files = files_of(document, cell.span);
    Some(Interface { span: row.span, boundary, contract, contract_kind, files })
}

/// `client → gateway: api/openapi.yaml`.
fn from_item(document: &Document, block: &Block, words: &Vocabulary) -> Option<Interface> {
    let prose = Prose::of(document, block);
    let text = prose.text();
    let arrow = ARROWS.iter().filter_map(|a| text.find(a).map(|i| i + a.len())).min()?;
    let cut = text[arrow..].find([':', '—', '–', ',']).map(|i| arrow + i)?;
    let after = cut + text[cut..].chars().next().map_or(1, char::len_utf8);
    let (boundary, contract) = (prose.part(0..cut), prose.part(after..text.len()));
    let kind = contract_kind(&contract.text, document.source.slice(block.span), words);
    let files = files_of(document, contract.span);
    Some(Interface { span: block.span, boundary, contract: Some(contract), contract_kind: kind, files })
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::TopicWords;

    fn found(text: &str) -> Vec<String> {
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let lists = [
            list("boundary-column", &["boundary", "from", "interface"]),
            list("boundary-end", &["to"]),
            list("contract-column", &["contract", "schema"]),
            list("transport-column", &["protocol"]),
            list("transport", &["http", "json", "grpc"]),
            list("transport-filler", &["over"]),
            list("placeholder", &["-"]),
        ];
        let topic = TopicWords { id: "interfaces".into(), headings: vec!["interfaces".into()], not: Vec::new() };
        let words = Vocabulary { topics: vec![topic], lists: lists.into() };
        let document = Document::parse(Source::new(text));
        let topics = crate::topics::topics(&document, &words);
        let line = |i: Interface| {
            format!("{} | {} | {:?}", i.boundary.text, i.contract.unwrap_or_default().text, i.contract_kind)
        };
        interfaces(&document, &topics, &words).into_iter().map(line).collect()
    }

    #[test]
    fn rows_of_a_table_of_boundaries() {
        assert_eq!(
            found(
                "| boundary | contract |\n|---|---|\n| a → b | `x.yaml` |\n| b → c | JSON over HTTP |\n| c → d | - |\n| d → e |\n"
            ),
            [
                "a → b | `x.yaml` | Named",
                "b → c | JSON over HTTP | TransportOnly",
                "c → d | - | Missing",
                "d → e |  | Missing",
            ]
        );
        assert_eq!(
            found(
                "## Interfaces\n\n| interface | protocol | file |\n|---|---|---|\n| a | gRPC | a.proto |\n| b | gRPC | |\n"
            ),
            ["a | gRPC | Named", "b | gRPC | TransportOnly"]
        );
        assert_eq!(
            found("| from | to | contract |\n|---|---|---|\n| a | b | gRPC |\n"),
            ["a → b | gRPC | TransportOnly"]
        );
    }

    #[test]
    fn a_table_of_fields_is_none() {
        assert_eq!(found("## Interfaces\n\n| field | type |\n|---|---|\n| id | string |\n"), [""; 0]);
        assert_eq!(found("| from | schema |\n|---|---|\n| a | JSON |\n"), [""; 0]);
        assert_eq!(found("| interface | protocol |\n|---|---|\n| eth0 | grpc |\n"), [""; 0]);
    }

    #[test]
    fn items_with_an_arrow() {
        assert_eq!(
            found("## Interfaces\n\n- a → b: gRPC\n- a -> c, `c.proto`\n- plain text: gRPC\n"),
            ["a → b | gRPC | TransportOnly", "a -> c | c.proto | Named"]
        );
    }
}
