use crate::*;

fn parse(text: &str) -> Document {
    Document::parse(Source::new(text))
}

/// Kind and lines of every block.
fn blocks(document: &Document) -> Vec<(&'static str, Vec<&str>)> {
    let kind = |k: &BlockKind| match k {
        BlockKind::Paragraph => "paragraph",
        BlockKind::Heading => "heading",
        BlockKind::Code { .. } => "code",
        BlockKind::Math => "math",
        BlockKind::Html => "html",
        BlockKind::Table(_) => "table",
        BlockKind::Rule => "rule",
    };
    let lines = |b: &Block| b.lines.iter().map(|l| document.source.slice(*l)).collect();
    document.blocks.iter().map(|b| (kind(&b.kind), lines(b))).collect()
}

#[test]
fn quotes_and_lists_lose_their_marks() {
    let text = "> one `a`\n> two\nlazy\n\n1. first\n   second\n   > deep\n   >\n   > ```text\n   >   x = 1\n   > ```\n";
    let expected: Vec<(&str, Vec<&str>)> = vec![
        ("paragraph", vec!["one `a`", "two", "lazy"]),
        ("paragraph", vec!["first", "second"]),
        ("paragraph", vec!["deep"]),
        ("code", vec!["  x = 1"]),
    ];
    assert_eq!(blocks(&parse(text)), expected);
    let with_crlf = text.replace('\n', "\r\n");
    assert_eq!(blocks(&parse(&with_crlf)), expected);
    let marked = format!("\u{feff}{text}");
    let document = parse(&marked);
    assert_eq!(blocks(&document), expected);
    assert_eq!(document.blocks[0].lines[0], Span::new(5, 12));
}

#[test]
fn a_byte_order_mark_shifts_only_the_first_line() {
    let document = parse("\u{feff}# Größe: 3 × 4\n\nZeile\n");
    assert_eq!(document.blocks[0].span, Span::new(3, 20));
    assert_eq!(document.source.slice(document.blocks[1].span), "Zeile");
    assert_eq!(document.sections[1].title, "Größe: 3 × 4");
}

#[test]
fn tabs_indent() {
    let document = parse("-\titem\n\n\t\tcode\n\t\t\tmore\n\n\tplain\n");
    let expected = vec![("paragraph", vec!["item"]), ("code", vec!["code", "\tmore"]), ("paragraph", vec!["plain"])];
    assert_eq!(blocks(&document), expected);
}

#[test]
fn items_know_their_list() {
    let document = parse("- [ ] todo\n- [x] done\n  1. inner\n     more\n\ntext\n");
    let items: Vec<_> = document
        .blocks
        .iter()
        .map(|b| b.item.as_ref().map(|i| (i.id, i.parent, i.depth, i.ordered, i.checked)))
        .collect();
    let expected = [
        Some((0, None, 0, false, Some(false))),
        Some((1, None, 0, false, Some(true))),
        Some((2, Some(1), 1, true, None)),
        None,
    ];
    assert_eq!(items, expected);
    let span = document.blocks[1].item.as_ref().map(|i| document.source.slice(i.span));
    assert_eq!(span, Some("- [x] done\n  1. inner\n     more"));
    assert_eq!(blocks(&document)[2], ("paragraph", vec!["inner", "more"]));
}

#[test]
fn footnotes_and_descriptions_are_blocks() {
    let document = parse("text[^1]\n\n[^1]: note *e*\n    goes on\n\n[^2]: unused\n\nTerm\n\n: Details\n");
    let expected = vec![
        ("paragraph", vec!["text[^1]"]),
        ("paragraph", vec!["note *e*", "goes on"]),
        ("paragraph", vec!["unused"]),
        ("paragraph", vec!["Term"]),
        ("paragraph", vec!["Details"]),
    ];
    assert_eq!(blocks(&document), expected);
    let tight = parse("One `x`\n: a\n: b\n\nTwo\nlines\n:   c\n");
    let expected = vec![
        ("paragraph", vec!["One `x`"]),
        ("paragraph", vec!["a"]),
        ("paragraph", vec!["b"]),
        ("paragraph", vec!["Two", "lines"]),
        ("paragraph", vec!["c"]),
    ];
    assert_eq!(blocks(&tight), expected);
}

#[test]
fn headings_lose_their_marks() {
    let document = parse("# One #\n\nTwo *b*\n  more\n===\n\n##Three\n\n### Four ## five###\n");
    let expected = vec![
        ("heading", vec!["One"]),
        ("heading", vec!["Two *b*", "more"]),
        ("paragraph", vec!["##Three"]),
        ("heading", vec!["Four ## five###"]),
    ];
    assert_eq!(blocks(&document), expected);
    let titles: Vec<_> = document.sections.iter().map(|s| (s.title.as_str(), s.level)).collect();
    assert_eq!(titles, [("", 0), ("One", 1), ("Two b more", 1), ("Four ## five###", 3)]);
}

#[test]
fn code_of_each_kind() {
    let document = parse(
        "~~~ toml title=x\na = 1\n~~~\n\n    b = 2\n\n```mermaid\ngraph LR\n  a --> b\n```\n\n```math\nx = 1\n```\n",
    );
    let infos: Vec<_> = document.blocks.iter().map(|b| b.kind.clone()).collect();
    let code = |info: &str| BlockKind::Code { info: info.to_owned() };
    assert_eq!(infos, [code("toml title=x"), code(""), code("mermaid"), BlockKind::Math]);
    let diagrams: Vec<_> = document.diagrams.iter().map(|d| document.source.slice(d.span)).collect();
    assert_eq!(diagrams, ["graph LR\n  a --> b"]);
    assert_eq!(document.source.slice(document.blocks[1].lines[0]), "b = 2");
}

#[test]
fn display_math_is_one_block_whatever_it_looks_like() {
    let document = parse("$$\na\n= b\n\n- c\n# d $$\n\n> $$x = 1$$\n\n$$y$$ and text\n\n```sh\n$$\n```\n");
    let kinds: Vec<&str> = blocks(&document).iter().map(|b| b.0).collect();
    assert_eq!(kinds, ["paragraph", "paragraph", "heading", "math", "paragraph", "code"]);
    let document = parse("$$\na\n= b\n\n- c\n+ d $$\n\nafter\n");
    assert_eq!(blocks(&document), vec![("math", vec!["a", "= b", "- c", "+ d"]), ("paragraph", vec!["after"])]);
    assert_eq!(document.source.slice(document.blocks[0].span), "$$\na\n= b\n\n- c\n+ d $$");
    let flat = document.flat(&document.blocks[0]);
    assert_eq!((flat.text.as_str(), flat.regions.len()), ("a\n= b\n- c\n+ d", 1));
}

#[test]
fn a_fence_that_never_closes_ends_at_the_next_heading() {
    let document = parse("# A\n\n```sh\n# comment\nrun\n\n## B\n\ntext\n\n```\nx\n```\n\n# C\n\nlast\n");
    let expected = vec![
        ("heading", vec!["A"]),
        ("code", vec!["# comment", "run"]),
        ("heading", vec!["B"]),
        ("paragraph", vec!["text"]),
        ("code", vec!["x"]),
        ("heading", vec!["C"]),
        ("paragraph", vec!["last"]),
    ];
    assert_eq!(blocks(&document), expected);
    let document = parse("# A\n\n```sh\n# comment\nrun\n\n## B\n\n- text\n");
    let expected = vec![
        ("heading", vec!["A"]),
        ("code", vec!["# comment", "run"]),
        ("heading", vec!["B"]),
        ("paragraph", vec!["text"]),
    ];
    assert_eq!(blocks(&document), expected);
    assert_eq!(document.source.slice(document.blocks[3].lines[0]), "text");
    assert_eq!(blocks(&parse("```\na\n")), vec![("code", vec!["a"])]);
    let example = "````md\n\n## B\n````\n";
    assert_eq!(blocks(&parse(example)), vec![("code", vec!["", "## B"])]);
}

#[test]
fn html_headings_and_the_rest_of_their_block() {
    let document =
        parse("<div>\n<H2 align=\"center\">Big <b>plan</b></H2>\n<p>text</p>\n</div>\n\n<!-- <h1>no</h1> -->\n");
    let expected = vec![
        ("html", vec!["<div>"]),
        ("heading", vec!["Big <b>plan</b>"]),
        ("html", vec!["<p>text</p>", "</div>"]),
        ("html", vec!["<!-- <h1>no</h1> -->"]),
    ];
    assert_eq!(blocks(&document), expected);
    assert_eq!((document.sections[1].title.as_str(), document.sections[1].level), ("Big plan", 2));
}

#[test]
fn nothing_breaks_on_empty_or_odd_text() {
    for text in
        ["", "\u{feff}", "\n", "---", "---\n---", "\0", "|", "|-|\n|-|", "$$", "<table", "[", "> ```", "- ", "#"]
    {
        let document = parse(text);
        assert_eq!(document.sections[0].origin, SectionOrigin::Preamble, "{text:?}");
    }
    assert_eq!(blocks(&parse("a\0b *c*\n")), vec![("paragraph", vec!["a\0b *c*"])]);
}

#[test]
fn deep_and_long_text_is_parsed() {
    let parens = "(".repeat(100_000);
    assert_eq!(parse(&parens).blocks.len(), 1);
    let quotes = format!("{}x\n", ">".repeat(20_000));
    assert_eq!(parse(&quotes).blocks.len(), 1);
    let table = format!("| a |\n|---|\n{}", "| 1 |\n".repeat(5_000));
    assert_eq!(parse(&table).tables[0].rows.len(), 5_000);
    let line = "word ".repeat(200_000);
    let document = parse(&line);
    assert_eq!(document.flat(&document.blocks[0]).text.len(), line.len() - 1);
}
