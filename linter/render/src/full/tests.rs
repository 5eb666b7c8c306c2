use designlint_document::Source;
use insta::assert_snapshot;

use super::*;

const PLAIN: Style = Style { color: false, ascii: false };

fn span(text: &str, needle: &str) -> Span {
    let start = text.find(needle).unwrap();
    Span::new(start, start + needle.len())
}

fn draw(text: &str, finding: Finding) -> String {
    one("q7.md", &Source::new(text), "arith-mismatch", Severity::Error, &finding, PLAIN)
}

#[test]
fn labels_inside_the_primary_are_shown_under_their_numbers() {
    let text = "# Size\n\nHeads: 3 key/value heads.\n\nKV: `2*30*9*64*2 = 69,120` bytes.\nEnd.\n";
    let finding = Finding::new(span(text, "2*30*9*64*2 = 69,120"), "2 * 30 * 3 * 64 * 2 is 23,040, not 69,120")
        .label(span(text, "9"), "the number of query heads")
        .label(span(text, "3 key/value heads"), "3 are stated here")
        .help("write 23,040");
    assert_snapshot!(draw(text, finding), @r"
    arith-mismatch

      × 2 * 30 * 3 * 64 * 2 is 23,040, not 69,120
       ╭─[q7.md:5:6]
     2 │
     3 │ Heads: 3 key/value heads.
       ·        ────────┬────────
       ·                ╰── 3 are stated here
     4 │
     5 │ KV: `2*30*9*64*2 = 69,120` bytes.
       ·      ─────┬──────────────
       ·           ╰── the number of query heads
     6 │ End.
       ╰────
      help: write 23,040
    ");
}

#[test]
fn a_span_over_several_lines_is_underlined_on_each() {
    let text = "kv = 2 x 3\n   = 6 x 2\n   = 13\nend\n";
    let finding =
        Finding::new(span(text, "2 x 3\n   = 6 x 2\n   = 13"), "6 x 2 is 12, not 13").label(span(text, "13"), "stated");
    assert_snapshot!(draw(text, finding), @r"
    arith-mismatch

      × 6 x 2 is 12, not 13
       ╭─[q7.md:1:6]
     1 │ kv = 2 x 3
       ·      ─────
     2 │    = 6 x 2
       ·    ───────
     3 │    = 13
       ·    ───┬
       ·       ╰── stated
     4 │ end
       ╰────
    ");
}

#[test]
fn columns_count_scalars_and_tabs_line_up() {
    let text = "é\t× 2 = 5\n";
    assert_snapshot!(draw(text, Finding::new(span(text, "5"), "wrong")), @r"
    arith-mismatch

      × wrong
       ╭─[q7.md:1:9]
     1 │ é   × 2 = 5
       ·           ─
       ╰────
    ");
}

#[test]
fn hostile_text_is_written_out() {
    let text = "\u{feff}a\u{1b}[2Jb = 5 ##[error]x\r\nnext\r\n";
    let finding = Finding::new(span(text, "5"), "says\n::error::x").help("see ##[group]\u{202e}y");
    let drawn = one("a\u{1b}\n::error.md", &Source::new(text), "x", Severity::Warning, &finding, PLAIN);
    assert_snapshot!(drawn, @r"
    x

      ⚠ says
      │ \u{3a}:error::x
       ╭─[a\u{1b} \u{3a}:error.md:1:10]
     1 │ a\u{1b}[2Jb = 5 #\u{23}[error]x
       ·               ─
     2 │ next
       ╰────
      help: see #\u{23}[group]\u{202e}y
    ");
}

#[test]
fn long_lines_are_cut_round_the_span() {
    let text = format!("{} 2 + 2 = 5 {}\n", "7".repeat(100_000), "8".repeat(100_000));
    assert_snapshot!(draw(&text, Finding::new(span(&text, "2 + 2 = 5"), "wrong")), @r"
    arith-mismatch

      × wrong
       ╭─[q7.md:1:100002]
     1 │ …7777777777777777777777777777777777777777777777777777777777777777777777777777777 2 + 2 = 5 8888888888888888888888888888888888888888888888888888888888888888888888888888888…
       ·                                                                                  ─────────
       ╰────
    ");
}

#[test]
fn a_place_without_text_is_pointed_at() {
    let text = "one\n\n";
    assert_snapshot!(draw(text, Finding::new(Span::new(5, 5), "at the end")), @r"
    arith-mismatch

      × at the end
       ╭─[q7.md:3:1]
     2 │
     3 │
       · ▲
       ╰────
    ");
    assert_snapshot!(draw("", Finding::new(Span::new(0, 0), "empty")), @r"
    arith-mismatch

      × empty
       ╭─[q7.md:1:1]
     1 │
       · ▲
       ╰────
    ");
}

#[test]
fn a_very_long_span_is_shown_by_its_first_line() {
    let text = "line\n".repeat(40);
    assert_snapshot!(draw(&text, Finding::new(Span::new(5, 150), "long")), @r"
    arith-mismatch

      × long
       ╭─[q7.md:2:1]
     1 │ line
     2 │ line
       · ────
     3 │ line
       ╰────
    ");
}

#[test]
fn colour_and_ascii_are_choices() {
    let text = "2 + 2 = 5\n";
    let finding = Finding::new(span(text, "2 + 2 = 5"), "wrong").label(span(text, "5"), "4");
    let source = Source::new(text);
    let ascii = one("q7.md", &source, "x", Severity::Info, &finding, Style { color: false, ascii: true });
    assert!(ascii.is_ascii(), "{ascii}");
    let color = one("q7.md", &source, "x", Severity::Info, &finding, Style { color: true, ascii: false });
    assert!(color.contains("\u{1b}["), "{color}");
    assert!(!draw(text, finding).contains('\u{1b}'));
}

#[test]
fn messages_are_wrapped_at_blanks() {
    assert_eq!(wrap("aa bb cc dd", 5), "aa bb\ncc dd");
    assert_eq!(wrap("a verylongword b", 4), "a\nverylongword\nb");
    assert_eq!(wrap("x ::error y", 3), "x\n\\u{3a}:error\ny");
}
