use super::*;

fn flat(text: &str) -> Flat {
    let source = Source::new(text);
    Flat::of(&source, &lines_of(&source, Span::new(0, text.len())), false)
}

/// The text, and the source of every part of it that is given.
fn check(markdown: &str, text: &str, parts: &[(&str, &str)]) {
    let flat = flat(markdown);
    assert_eq!(flat.text, text, "{markdown}");
    for (part, source) in parts {
        let at = flat.text.find(part).unwrap_or_else(|| panic!("{part} in {text}"));
        let span = flat.source_span(at..at + part.len());
        assert_eq!(&markdown[span.range()], *source, "{markdown}: {part}");
    }
}

fn regions(markdown: &str) -> Vec<(RegionKind, String)> {
    let flat = flat(markdown);
    flat.regions.iter().map(|r| (r.kind, flat.text[r.range.clone()].to_owned())).collect()
}

#[test]
fn escapes_and_entities_are_resolved_and_keep_their_place() {
    check(r"5 \* 3 = 16", "5 * 3 = 16", &[("5 * 3", r"5 \* 3"), ("16", "16")]);
    check(r"a \| b \~ c \_ d", "a | b ~ c _ d", &[("~ c", r"~ c")]);
    check("2 &times; 3 = 7", "2 × 3 = 7", &[("×", "&times;"), ("7", "7")]);
    check("a&nbsp;b &lt; &#215; &#xD7; &amp;times;", "a\u{a0}b < × × &times;", &[("<", "&lt;")]);
    check("AT&T; &bogus; &", "AT&T; &bogus; &", &[]);
}

#[test]
fn emphasis_goes_and_operators_stay() {
    check(
        "**3** regions * **$120** = **$361**",
        "3 regions * $120 = $361",
        &[("$361", "$361"), ("3 regions", "3** regions")],
    );
    check("2*3 = 6 and 4*5*6 = 120", "2*3 = 6 and 4*5*6 = 120", &[]);
    check("2**10 = 1024, (a)*(b), 5%*$3", "2**10 = 1024, (a)*(b), 5%*$3", &[]);
    check("**2**10 = 1024**", "2**10 = 1024", &[]);
    check("*one* and __two__ and ***three***", "one and two and three", &[("two", "two")]);
    check("snake_case_name and 5 _ 3", "snake_case_name and 5 _ 3", &[]);
    check("**Note**text and pre**fix** end", "Notetext and prefix end", &[]);
    check("*prices, 3*4 = 12", "*prices, 3*4 = 12", &[]);
    check("**5 *3 = 15**", "5 *3 = 15", &[]);
    check("~~old~~ ~5 ms to ~8 ms", "old ~5 ms to ~8 ms", &[]);
    assert_eq!(regions("~~3 x 4 = 13~~ 12"), [(RegionKind::Struck, "3 x 4 = 13".to_owned())]);
}

#[test]
fn code_keeps_its_content() {
    check("x `2 * 3 = 6` and ``a`b`` y", "x 2 * 3 = 6 and a`b y", &[("2 * 3 = 6", "2 * 3 = 6")]);
    assert_eq!(regions("`a*b` `` `x ``"), [(RegionKind::Code, "a*b".to_owned()), (RegionKind::Code, "`x".to_owned())]);
    check("one ` tick and ``a &amp; \\* b", "one ` tick and ``a & * b", &[]);
    check("<code>a = 1</code>", "a = 1", &[("a = 1", "a = 1")]);
}

#[test]
fn tex_is_kept_and_money_is_not_tex() {
    check(r"$2 \cdot 3 = 6$ bytes", r"2 \cdot 3 = 6 bytes", &[("6", "6")]);
    assert_eq!(regions(r"so $a_1*b$ is"), [(RegionKind::Math, "a_1*b".to_owned())]);
    assert_eq!(
        regions(r"\(x^2 = 4\) and $$y$$"),
        [(RegionKind::Math, "x^2 = 4".to_owned()), (RegionKind::Math, "y".to_owned())]
    );
    for money in
        ["$5 and $10", "$5/$10", "US$5 or A$7", "$5 for one and 6$ more", "from $10–$20", "$800 - 3% fee", r"\$5\$"]
    {
        assert_eq!(regions(money), [], "{money}");
    }
    check(r"\$5 item\(s\)", "$5 item(s)", &[("$5", "$5")]);
}

#[test]
fn links_are_their_text() {
    check("see [the *plan*](https://e.org/a_(b) \"t\") now", "see the plan now", &[("the plan", "the *plan")]);
    check("[a][ref] [b][] x[i][j] [c]", "a b x[i][j] [c]", &[]);
    check(
        "![alt](i.png)at https://e.org/x_y(z). or <https://a.b>",
        "at \u{fffc}. or \u{fffc}",
        &[("\u{fffc}.", "https://e.org/x_y(z).")],
    );
    check("[![b](x)](y) text[^1] end", " text end", &[]);
    assert_eq!(
        regions("[t](u) www.e.org"),
        [(RegionKind::Link, "t".to_owned()), (RegionKind::Link, "\u{fffc}".to_owned())]
    );
    check("[a](b c", "[a](b c", &[]);
}

#[test]
fn tags_go() {
    check("10<sup>8</sup> and 2<sup>n + 1</sup> H<sub>kv</sub>", "10^8 and 2^(n + 1) H_kv", &[("10^8", "10<sup>8")]);
    check("a<br/>b <b>c</b> <!-- d --> <name> Vec<T> x < 5", "a\nb c  <name> Vec<T> x < 5", &[]);
    check("word<sup>[1](#n)</sup> end <!-- open", "word end <!-- open", &[]);
}

#[test]
fn odd_characters() {
    check("a\u{200b}b\u{a0}c：5（x）＝6，７", "ab\u{a0}c:5(x)=6,7", &[("ab", "a\u{200b}b"), ("5(x", "5（x")]);
    check("中文**粗体** = 5", "中文粗体 = 5", &[("粗体", "粗体")]);
}

#[test]
fn lines_are_joined_and_mapped() {
    let source = Source::new("> 2 x\r\n> **3** = 6\r\n");
    let flat = Flat::of(&source, &[Span::new(2, 5), Span::new(9, 18)], false);
    assert_eq!(flat.text, "2 x\n3 = 6");
    assert_eq!(source.slice(flat.source_span(0..9)), "2 x\r\n> **3** = 6");
    assert_eq!(source.slice(flat.source_span(4..5)), "3");
    assert_eq!(source.slice(flat.source_span(3..4)), "\r\n> ");
    assert_eq!(flat.source_span(9..9), Span::new(18, 18));
    assert_eq!(flat.source_span(5..99), Span::new(14, 18));
    let empty = Flat::of(&source, &[Span::new(5, 5)], false);
    assert_eq!((empty.text.as_str(), empty.source_span(0..3)), ("", Span::new(5, 5)));
}

#[test]
fn literal_text_is_only_joined() {
    let source = Source::new("a * `b` &lt;\n  $c$");
    let flat = Flat::of(&source, &[Span::new(0, 12), Span::new(13, 18)], true);
    assert_eq!(flat.text, "a * `b` &lt;\n  $c$");
    assert_eq!((flat.regions.len(), flat.source_span(13..15)), (0, Span::new(13, 15)));
}

#[test]
fn a_pipe_in_the_code_of_a_cell_loses_its_escape() {
    let source = Source::new(r"`a\|b\|c` \| d");
    let flat = Flat::cell(&source, Span::new(0, 14));
    assert_eq!(flat.text, "a|b|c | d");
    assert_eq!(source.slice(flat.source_span(2..5)), r"b\|c");
}
