//! The fields of a document: its front matter, and what stands like one before its second heading.

use std::sync::LazyLock;

use designlint_document::{Block, BlockKind, Document, Span, Table};
use regex::Regex;

use crate::patterns::compile;
use crate::text::{folded, plain};
use crate::{Field, Text};

/// How many blocks at the top may hold fields.
const BLOCKS: usize = 20;

/// How many lines or rows of each may.
const LINES: usize = 30;

static FIELD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(r"^[\s*_>-]*(?P<name>[A-Za-z][A-Za-z _()-]{0,30}?)[*_]*\s*:[*_]*\s*(?P<value>\S.*|)$").ok()
});

/// The fields in order of the source: front matter, `Field: value` lines, items and rows. One without a value takes the
/// first item that stands under it.
pub(crate) fn header(document: &Document) -> Vec<Field> {
    let entries = document.front_matter.iter().flat_map(|f| &f.entries);
    let mut found: Vec<Field> = entries
        .map(|e| field(e.key.split(['[', '.']).next().unwrap_or(""), &e.value, e.span))
        .filter(|f| !f.value.text.is_empty())
        .collect();
    let top: Vec<&Block> = document.blocks.iter().filter(|b| b.section <= 1).take(BLOCKS).collect();
    for (i, block) in top.iter().enumerate() {
        match &block.kind {
            BlockKind::Table(t) => found.extend(document.tables.get(*t).into_iter().flat_map(of_table)),
            _ => of_lines(document, block, top.get(i + 1).copied(), &mut found),
        }
    }
    found
}

/// `| Status | draft |` row by row, and the first row under its header.
fn of_table(table: &Table) -> Vec<Field> {
    let rows = std::iter::once(&table.header).chain(&table.rows).take(LINES);
    let sideways = rows.filter_map(|r| Some((r.cells.first()?, r.cells.get(1)?)));
    let below = table.rows.first().into_iter().flat_map(|row| table.header.cells.iter().zip(&row.cells));
    let pairs = sideways.chain(below).filter(|(_, value)| !value.text.is_empty());
    pairs.map(|(name, value)| field(&name.text, &value.text, value.span)).collect()
}

fn of_lines(document: &Document, block: &Block, next: Option<&Block>, found: &mut Vec<Field>) {
    for &line in block.lines.iter().take(LINES) {
        let raw = document.source.slice(line);
        let Some(groups) = FIELD.as_ref().and_then(|f| f.captures(raw)) else { continue };
        let (Some(name), Some(value)) = (groups.name("name"), groups.name("value")) else { continue };
        let span = Span::new(line.start + value.start(), line.start + value.end());
        if !value.is_empty() {
            found.push(field(name.as_str(), &plain(value.as_str()), span));
            continue;
        }
        let depth = |b: &Block| b.item.as_ref().map(|i| i.depth);
        let under = next.filter(|n| depth(n) > depth(block)).and_then(|n| n.lines.first());
        if let Some(&under) = under {
            found.push(field(
                name.as_str(),
                plain(document.source.slice(under)).trim_start_matches(['-', '*', ' ']),
                under,
            ));
        }
    }
}

fn field(name: &str, value: &str, span: Span) -> Field {
    let name = folded(name).replace(['_', '-'], " ").replace("(s)", "s");
    let name = name.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    Field { name, value: Text { text: value.trim().to_owned(), span } }
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    fn found(text: &str) -> Vec<String> {
        let document = Document::parse(Source::new(text));
        header(&document).into_iter().map(|f| format!("{} = {}", f.name, f.value.text)).collect()
    }

    #[test]
    fn in_every_form() {
        let both = ["authors = Ana, Bo", "start date = 2026-03-02"];
        for text in [
            "---\nAuthors: Ana, Bo\nstart-date: 2026-03-02\n---\n\n# A\n",
            "# A\n\n- **Author(s)**: Ana, Bo\n- Start Date: 2026-03-02\n\n## B\n\nEnd: 3\n",
            "Authors: Ana, Bo\nStart date: 2026-03-02\n",
            "<pre>\n  Authors: Ana, Bo\n  Start-Date: 2026-03-02\n</pre>\n\n# A\n",
        ] {
            assert_eq!(found(text), both, "{text}");
        }
        assert_eq!(
            found("# A\n\n| Author | Ana |\n|---|---|\n| Status | draft |\n")[..2],
            ["author = Ana", "status = draft"]
        );
        assert_eq!(found("# A\n\n* **Owners:**\n  * @ana\n* Reviewers:\n\nText.\n"), ["owners = @ana"]);
    }

    #[test]
    fn below_the_second_heading_there_are_none() {
        assert_eq!(found("# A\n\nText.\n\n## B\n\nStatus: draft\n"), [""; 0]);
    }
}
