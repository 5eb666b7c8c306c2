//! Marks of what is not settled yet.

use std::sync::LazyLock;

use designlint_document::{BlockKind, Document, RegionKind, Span};
use regex::Regex;

use crate::patterns::compile;
use crate::prose::Prose;
use crate::text::folded;
use crate::{Standing, State, Text, Topic, Vocabulary};

/// `<<[UNRESOLVED key]>>`, TODO, `TBD`, `???`.
static MARKER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(r"<<\[/?UNRESOLVED[^\]]*\]>>|<<\[UNRESOLVED[^\n]*|\b(?:TBD|TODO|FIXME|XXX)\b|\?{3,}").ok()
});

/// Starts of the marks, one byte search each.
const STARTS: &[&str] = &["UNRESOLVED", "TBD", "TODO", "FIXME", "XXX", "???"];

/// The first mark of each block of an accepted document, outside code, comments, open questions, rejected alternatives and sections that hold
/// nothing else, in order of the source.
pub(crate) fn markers(document: &Document, topics: &[Topic], standing: &Standing, words: &Vocabulary) -> Vec<Text> {
    let Some(pattern) = MARKER.as_ref().filter(|_| standing.accepted) else { return Vec::new() };
    let elsewhere = |span: Span| {
        let asks = |t: &Topic| t.kinds.iter().any(|k| k == "open-questions" || k == "future" || k == "history");
        topics.iter().any(|t| (asks(t) || t.state == State::Placeholder) && t.body.contains(span))
    };
    // What was not chosen need not be settled.
    let rejected = |section: usize| {
        let mut above = std::iter::successors(Some(section), |&s| document.sections.get(s).and_then(|s| s.parent));
        above.any(|s| {
            let title = document.sections.get(s).map_or(String::new(), |s| folded(&s.title));
            words.says("heading.not-chosen", &title)
        })
    };
    let mut found = Vec::new();
    for block in &document.blocks {
        let raw = document.source.slice(block.span);
        if !STARTS.iter().any(|s| raw.contains(s)) || elsewhere(block.span) || rejected(block.section) {
            continue;
        }
        match &block.kind {
            BlockKind::Paragraph | BlockKind::Heading | BlockKind::Html => {
                let prose = Prose::of(document, block);
                let code =
                    |at: usize| prose.0.regions.iter().any(|r| r.kind == RegionKind::Code && r.range.contains(&at));
                let first =
                    pattern.find_iter(prose.text()).find(|m| !code(m.start()) && !m.as_str().starts_with("<<[/"));
                found.extend(first.map(|m| prose.part(m.range())));
            }
            BlockKind::Table(i) => {
                let rows = document.tables.get(*i).map(|t| t.rows.as_slice()).unwrap_or_default();
                let mut cells = rows.iter().flat_map(|r| &r.cells);
                found.extend(cells.find_map(|c| {
                    let mark = pattern.find(&c.text).filter(|m| !c.text[..m.start()].contains('`'))?;
                    Some(Text { text: mark.as_str().to_owned(), span: c.span })
                }));
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use designlint_document::Source;

    use super::*;
    use crate::TopicWords;

    fn found(text: &str) -> Vec<String> {
        let topic =
            |id: &str, heading: &str| TopicWords { id: id.into(), headings: vec![heading.into()], not: Vec::new() };
        let words = Vocabulary {
            topics: vec![topic("open-questions", "open questions"), topic("design", "design")],
            lists: [("placeholder".to_owned(), vec!["tbd".to_owned()])].into(),
        };
        let document = Document::parse(Source::new(text));
        let topics = crate::topics::topics(&document, &words);
        let line = |t: Text| format!("{}..{} {}", t.span.start, t.span.end, t.text);
        let standing = Standing { accepted: true, ..Standing::default() };
        assert_eq!(markers(&document, &topics, &Standing::default(), &words), []);
        markers(&document, &topics, &standing, &words).into_iter().map(line).collect()
    }

    #[test]
    fn marks_in_prose_and_cells() {
        assert_eq!(found("The key is TBD, the log TODO.\n"), ["11..14 TBD"]);
        assert_eq!(
            found("<<[UNRESOLVED the format]>> JSON or not. <<[/UNRESOLVED]>>\n"),
            ["0..27 <<[UNRESOLVED the format]>>"]
        );
        assert_eq!(found("| a | b |\n|---|---|\n| limit | ??? |\n"), ["30..33 ???"]);
    }

    #[test]
    fn elsewhere_they_are_expected_or_mean_something_else() {
        for text in [
            "```\nTODO: x\n```\n",
            "We grep for `TODO` in the tree.\n",
            "<!-- TODO: a picture -->\n\nText.\n",
            "## Open questions\n\n- The key: TBD\n",
            "## Design\n\nTBD\n",
            "Really??\n",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
