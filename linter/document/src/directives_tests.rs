use crate::*;

fn parse(text: &str) -> Document {
    Document::parse(Source::new(text))
}

/// Action, names and what is covered.
fn covers(text: &str) -> Vec<(String, String, String)> {
    let document = parse(text);
    let names = |d: &Directive| d.names.iter().map(|n| n.0.as_str()).collect::<Vec<_>>().join("+");
    let slice = |span: Span| document.source.slice(span).to_owned();
    document.directives.iter().map(|d| (d.action.clone(), names(d), slice(d.covers))).collect()
}

fn one(text: &str, action: &str, covered: &str) {
    assert_eq!(covers(text), [(action.to_owned(), "a".to_owned(), covered.to_owned())], "{text}");
}

#[test]
fn names_and_reason() {
    let text = "<!--  designlint-disable-line rule-a , ours/b: one: digit -->\n";
    let document = parse(text);
    let directive = &document.directives[0];
    assert_eq!(directive.span, Span::new(0, text.len() - 1));
    let names: Vec<_> = directive.names.iter().map(|(n, s)| (n.as_str(), document.source.slice(*s))).collect();
    assert_eq!(names, [("rule-a", "rule-a"), ("ours/b", "ours/b")]);
    assert_eq!(directive.reason.as_deref(), Some("one: digit"));
    for without in ["<!-- designlint-disable-line a -->", "<!-- designlint-disable-line a: -->"] {
        assert_eq!(parse(without).directives[0].reason, None);
    }
    assert_eq!(parse("<!-- designlint:v1:x --> <!-- other-disable-line a: b -->").directives, []);
    assert_eq!(parse("<!-- designlint-disable-line a: b").directives, []);
}

#[test]
fn next_line_covers_the_whole_next_block() {
    let mark = "<!-- designlint-disable-next-line a: b -->";
    one(&format!("{mark}\n```text\nx\n\ny\n```\n\nz\n"), "disable-next-line", "```text\nx\n\ny\n```");
    one(&format!("{mark}\n\n| a |\n|---|\n| 1 |\n\nz\n"), "disable-next-line", "| a |\n|---|\n| 1 |");
    one(&format!("{mark}\n- x\n  - y\n\n- z\n\nend\n"), "disable-next-line", "- x\n  - y\n\n- z");
    one(&format!("{mark}\n> x\n>\n> - y\n\nend\n"), "disable-next-line", "> x\n>\n> - y");
    one(&format!("{mark}\ntext\ngoes on\n\nend\n"), "disable-next-line", "text\ngoes on");
    one(&format!("- x\n  {mark}\n  y\n- z\n"), "disable-next-line", "y");
    one(&format!("text {mark}\nnext\nlast\n"), "disable-next-line", "next");
    one(mark, "disable-next-line", "");
}

#[test]
fn line_covers_its_line() {
    let mark = "<!-- designlint-disable-line a: b -->";
    one(&format!("| a | b |\n|---|---|\n| 1 | 2 {mark} |\n| 3 | 4 |\n"), "disable-line", &format!("| 1 | 2 {mark} |"));
    one(&format!("one\ntwo {mark}\nthree\n"), "disable-line", &format!("two {mark}"));
}

#[test]
fn disable_runs_to_its_enable() {
    one("x\n\n<!-- designlint-disable-file a: b -->\n", "disable-file", "x\n\n<!-- designlint-disable-file a: b -->\n");
    one("x\n\n<!-- designlint-disable a: b -->\n\ny\n", "disable", "<!-- designlint-disable a: b -->\n\ny\n");
    let text = "<!-- designlint-disable a, b: c -->\n\nx\n\n<!-- designlint-enable a -->\n\ny\n\n<!-- designlint-enable -->\n\nz\n";
    let found = covers(text);
    let ends: Vec<_> =
        found.iter().map(|(action, names, covered)| (action.as_str(), names.as_str(), covered.len())).collect();
    let (first, second) = (text.find("\n\ny").unwrap_or_default(), text.find("\n\nz").unwrap_or_default());
    assert_eq!(&ends[..2], [("disable", "a", first), ("disable", "b", second)]);
    assert_eq!(found.len(), 4);
}

#[test]
fn in_code_they_are_text() {
    let mark = "<!-- designlint-disable-file a: b -->";
    for text in [
        format!("```md\n{mark}\n```\n"),
        format!("say `{mark}` here\n"),
        format!("    {mark}\n"),
        format!("---\nx: {mark}\n---\n"),
    ] {
        assert_eq!(parse(&text).directives, [], "{text}");
    }
}
