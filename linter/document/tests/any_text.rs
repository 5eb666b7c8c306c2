//! Whatever the text is, it parses, and every span lies inside it on character boundaries.

use designlint_document::{Document, Flat, Source, Span};
use proptest::prelude::*;

/// Pieces that Markdown gives a meaning.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "# ",
            "## ",
            "- ",
            "1. ",
            "> ",
            "    ",
            "\t",
            "```",
            "~~~",
            "$$",
            "$",
            "|",
            "|---|",
            "\n",
            "\n\n",
            "\r\n",
            "\r",
            "**",
            "*",
            "_",
            "`",
            "``",
            "[",
            "](",
            ")",
            "[^1]: ",
            "<!-- designlint-disable-next-line a: b -->",
            "<!--",
            "-->",
            "<table>",
            "<tr>",
            "<td>",
            "</table>",
            "<h2>",
            "</h2>",
            "<sup>",
            "</sup>",
            "+--+",
            "---\n",
            "===\n",
            "\\",
            "\\|",
            "\\(",
            "\\)",
            "&amp;",
            "~~",
            "https://e.org",
            "\u{feff}",
            "\0",
            "é",
            "×",
            "：",
            "\u{200b}",
            "😀",
            "a",
            "5 = 4 ",
            "b: c\n",
            "[x] ",
            ": ",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,4}",
    ];
    prop::collection::vec(piece, 0..60).prop_map(|p| p.concat())
}

fn check_flat(text: &str, flat: &Flat) {
    for region in &flat.regions {
        assert!(flat.text.get(region.range.clone()).is_some());
    }
    let mut last = 0;
    for (at, c) in flat.text.char_indices() {
        let span = flat.source_span(at..at + c.len_utf8());
        assert!(text.get(span.range()).is_some(), "{span:?} of {text:?}");
        assert!(span.start >= last, "{span:?} goes back in {text:?}");
        last = span.start;
    }
    assert!(text.get(flat.source_span(0..flat.text.len()).range()).is_some());
}

fn check(text: &str) {
    let document = Document::parse(Source::new(text));
    let inside = |span: Span| assert!(text.get(span.range()).is_some(), "{span:?} of {text:?}");
    let mut end = 0;
    for block in &document.blocks {
        inside(block.span);
        assert!(block.span.start >= end || block.item.is_some(), "blocks overlap in {text:?}");
        end = block.span.end;
        block.lines.iter().for_each(|l| inside(*l));
        assert!(block.section < document.sections.len());
        if let Some(item) = &block.item {
            inside(item.span);
        }
        check_flat(text, &document.flat(block));
    }
    for table in &document.tables {
        inside(table.span);
        for row in std::iter::once(&table.header).chain(&table.rows) {
            inside(row.span);
            for cell in &row.cells {
                inside(cell.span);
                check_flat(text, &document.flat_cell(cell));
            }
        }
    }
    for section in &document.sections {
        [section.heading, section.body, section.whole].into_iter().for_each(inside);
        assert!(section.whole.end >= section.body.end && section.blocks.end <= document.blocks.len());
    }
    for directive in &document.directives {
        inside(directive.span);
        inside(directive.covers);
    }
    if let Some(front) = &document.front_matter {
        front.entries.iter().for_each(|e| inside(e.span));
    }
    document.diagrams.iter().for_each(|d| inside(d.span));
}

proptest! {
    #[test]
    fn any_string_parses(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn anything_like_markdown_parses(text in pieces()) {
        check(&text);
    }
}
