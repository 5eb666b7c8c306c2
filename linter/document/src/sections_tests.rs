use crate::*;

fn parse(text: &str) -> Document {
    Document::parse(Source::new(text))
}

/// Title, level and parent of each section.
fn outline(document: &Document) -> Vec<(&str, u8, Option<usize>)> {
    document.sections.iter().map(|s| (s.title.as_str(), s.level, s.parent)).collect()
}

#[test]
fn sections_nest_by_level() {
    let text = "intro\n\n# A\n\na\n\n### C\n\nc\n\n## B\n\nb\n\n# D\n";
    let document = parse(text);
    let expected = [("", 0, None), ("A", 1, None), ("C", 3, Some(1)), ("B", 2, Some(1)), ("D", 1, None)];
    assert_eq!(outline(&document), expected);
    let slice = |span: Span| document.source.slice(span);
    let a = &document.sections[1];
    assert_eq!((slice(a.heading), slice(a.body)), ("# A", "\n\na\n\n"));
    assert_eq!(slice(a.whole), "# A\n\na\n\n### C\n\nc\n\n## B\n\nb\n\n");
    assert_eq!(slice(document.sections[0].whole), "intro\n\n");
    assert_eq!(a.blocks, 1..3);
    assert_eq!(document.sections[4].blocks, 7..8);
    for (i, section) in document.sections.iter().enumerate() {
        assert!(document.blocks[section.blocks.clone()].iter().all(|b| b.section == i));
    }
}

#[test]
fn a_bold_line_alone_is_a_heading() {
    let text = "## Options\n\n**First *one*:**\n\ntext\n\n__Second__:\n\nmore\n\n### Sub\n\n**Third**\n\n## End\n";
    let document = parse(text);
    let expected = [
        ("", 0, None),
        ("Options", 2, None),
        ("First one", 3, Some(1)),
        ("Second", 3, Some(1)),
        ("Sub", 3, Some(1)),
        ("Third", 4, Some(4)),
        ("End", 2, None),
    ];
    assert_eq!(outline(&document), expected);
    assert_eq!(document.sections[2].origin, SectionOrigin::BoldLine);
    assert_eq!(document.blocks[1].kind, BlockKind::Heading);
}

#[test]
fn bold_text_that_is_no_heading() {
    let texts = [
        "- **item**",
        "> **quoted**",
        "**bold** text",
        "**one** and **two**",
        "**two\nlines**",
        "**5 x 3 = 15**",
        "**This is a whole sentence that says something.**",
        "*italic*",
        "****",
        "| **a** |\n|---|",
    ];
    for text in texts {
        assert_eq!(parse(text).sections.len(), 1, "{text}");
    }
}

#[test]
fn titles_are_clean() {
    let title = |text: &str| parse(text).sections.pop().map(|s| s.title).unwrap_or_default();
    assert_eq!(title("# The `kv` [cache](x.md) *plan* {#plan} #"), "The kv cache plan");
    assert_eq!(title("# <a id=\"x\"></a> 1. A &amp; B ![i](j)"), "1. A & B");
    assert_eq!(title("# \u{1f680} Go\u{200b} https://e.org"), "\u{1f680} Go");
    assert_eq!(title("A *b*\nc\n---"), "A b c");
}

#[test]
fn headings_in_quotes_and_lists_do_not_cut_sections() {
    let document = parse("# A\n\n> ## B\n> b\n\n- # C\n");
    assert_eq!(outline(&document), [("", 0, None), ("A", 1, None)]);
    assert_eq!(document.blocks[1].kind, BlockKind::Heading);
}

#[test]
fn parts_know_their_section() {
    let document = parse("# A\n\n| a |\n|---|\n\n```mermaid\na-->b\n```\n\n# B\n\n| b |\n|---|\n");
    let sections: Vec<usize> = document.tables.iter().map(|t| t.section).collect();
    assert_eq!((sections, document.diagrams[0].section), (vec![1, 2], 1));
}
