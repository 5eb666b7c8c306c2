//! What a document says about itself: its date and its status.

use std::sync::LazyLock;

use designlint_document::{BlockKind, Document};
use regex::Regex;

use crate::text::{blocks_in, folded, plain};
use crate::{Date, Standing, Text, Topic, Vocabulary};

/// How many blocks at the top may hold the fields of a document.
const FIELD_BLOCKS: usize = 12;

/// How many lines of each may.
const FIELD_LINES: usize = 30;

static FIELD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^[\s*_-]*(?P<name>[A-Za-z][A-Za-z _-]{1,24}?)[*_]*\s*:[*_]*\s*(?P<value>\S.*)$").ok()
});

/// The date and the status of a document: of its front matter, of the fields before its second heading, or of a section
/// on its status.
pub(crate) fn standing(document: &Document, topics: &[Topic], words: &Vocabulary) -> Standing {
    let mut standing = Standing::default();
    for (name, value) in front_matter(document).into_iter().chain(fields(document)) {
        let name = folded(name.split('[').next().unwrap_or_default()).replace(['_', '-'], " ");
        let is = |list: &str| words.list(list).contains(&name);
        if is("date-field") {
            let date = Date::find(&value.text).map(|date| (date, value.clone()));
            // Of the day it was written and the day it was changed the later one holds.
            let later = date.filter(|(d, _)| standing.date.as_ref().is_none_or(|(known, _)| known < d));
            standing.date = later.or(standing.date);
        } else if is("status-field") && standing.status.is_none() {
            standing.status = Some(value);
        } else if is("owner-field") && standing.owner.is_none() {
            standing.owner = Some(value);
        }
    }
    standing.status = standing.status.or_else(|| status_section(document, topics));
    standing.accepted = standing.status.as_ref().is_some_and(|s| is_accepted(&s.text, words));
    standing
}

fn is_accepted(status: &str, words: &Vocabulary) -> bool {
    let text = folded(status);
    let says = |list: &str| words.says(list, &text);
    says("status-accepted") && !says("status-open")
}

fn front_matter(document: &Document) -> Vec<(String, Text)> {
    let entries = document.front_matter.iter().flat_map(|f| &f.entries);
    entries.map(|e| (e.key.clone(), Text { text: e.value.clone(), span: e.span })).collect()
}

/// `Field: value` lines and rows before the second heading.
fn fields(document: &Document) -> Vec<(String, Text)> {
    let Some(pattern) = FIELD.as_ref() else { return Vec::new() };
    let mut found = Vec::new();
    for block in document.blocks.iter().filter(|b| b.section <= 1).take(FIELD_BLOCKS) {
        if let BlockKind::Table(i) = &block.kind {
            let Some(table) = document.tables.get(*i) else { continue };
            for row in std::iter::once(&table.header).chain(&table.rows) {
                if let [name, value, ..] = row.cells.as_slice() {
                    found.push((name.text.clone(), Text { text: value.text.clone(), span: value.span }));
                }
            }
            continue;
        }
        for &line in block.lines.iter().take(FIELD_LINES) {
            let raw = document.source.slice(line);
            let Some(groups) = pattern.captures(raw) else { continue };
            let (Some(name), Some(value)) = (groups.name("name"), groups.name("value")) else { continue };
            let span = designlint_document::Span::new(line.start + value.start(), line.start + value.end());
            found.push((name.as_str().to_owned(), Text { text: plain(value.as_str()), span }));
        }
    }
    found
}

/// The first line of a section on the status: "Accepted, 2026-03-02".
fn status_section(document: &Document, topics: &[Topic]) -> Option<Text> {
    let topic = topics.iter().find(|t| t.kinds.iter().any(|k| k == "status"))?;
    let block = blocks_in(document, topic.body).find(|b| b.kind == BlockKind::Paragraph)?;
    let line = *block.lines.first()?;
    Some(Text { text: plain(document.source.slice(line)), span: line })
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;

    fn found(text: &str) -> (String, String, bool) {
        let list = |id: &str, words: &[&str]| (id.to_owned(), words.iter().map(|&w| w.to_owned()).collect());
        let lists = [
            list("date-field", &["date", "last updated"]),
            list("status-field", &["status"]),
            list("status-accepted", &["accepted"]),
            list("status-open", &["not", "to be"]),
        ];
        let words = Vocabulary {
            topics: vec![crate::TopicWords { id: "status".into(), headings: vec!["status".into()], not: Vec::new() }],
            lists: lists.into(),
        };
        let document = Document::parse(Source::new(text));
        let topics = crate::topics::topics(&document, &words);
        let standing = standing(&document, &topics, &words);
        let date = standing.date.map_or("-".into(), |(d, _)| d.to_string());
        (date, standing.status.map_or("-".into(), |s| s.text), standing.accepted)
    }

    #[test]
    fn the_front_matter_or_fields_say_it() {
        for text in [
            "---\ndate: 2026-03-10\nstatus: accepted\n---\n\n# A\n",
            "# A\n\n- Date: 2026-03-10\n- **Status**: accepted\n\n## B\n",
            "# A\n\nDate: 2026-03-10\nStatus: accepted\n",
            "# A\n\n| Date | 10 March 2026 |\n|---|---|\n| Status | accepted |\n",
        ] {
            assert_eq!(found(text), ("2026-03-10".into(), "accepted".into(), true), "{text}");
        }
        assert_eq!(found("# A\n\n## Status\n\nAccepted in March.\n"), ("-".into(), "Accepted in March.".into(), true));
        assert_eq!(found("# A\n\n## Status\n\nTo be accepted.\n"), ("-".into(), "To be accepted.".into(), false));
    }

    #[test]
    fn the_later_date_holds() {
        assert_eq!(found("---\ndate: 2026-03-10\nlast_updated: 2026-05-01\n---\n").0, "2026-05-01");
        assert_eq!(found("---\nlast-updated: 2026-05-01\ndate: 2026-03-10\n---\n").0, "2026-05-01");
    }

    #[test]
    fn further_down_it_is_something_else() {
        assert_eq!(found("# A\n\n## B\n\nStatus: accepted\n"), ("-".into(), "-".into(), false));
    }
}
