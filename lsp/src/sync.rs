//! The text of an open document, kept as its client edits it.

use designlint_document::{Source, Span};
use lsp_types::{Position, Range};
use serde::Deserialize;
use serde_json::Value;

use crate::position::Encoding;

/// Applies the changes of one notification, in their order; each is about the text that the one before it left.
///
/// What a client sends may lie outside the text: the nearest place inside is taken then, and the answer says so in words,
/// for the client's text may no longer be this one.
pub(crate) fn apply(source: &mut Source, changes: Vec<Value>, encoding: Encoding) -> Vec<String> {
    let mut wrong = Vec::new();
    for mut change in changes {
        let Some(Value::String(text)) = change.get_mut("text").map(Value::take) else {
            wrong.push("a change has no text".to_owned());
            continue;
        };
        let range = match change.get("range").filter(|range| !range.is_null()) {
            None => {
                *source = Source::new(text);
                continue;
            }
            Some(range) => match Range::deserialize(range) {
                Ok(range) => range,
                Err(error) => {
                    wrong.push(format!("the range {range} of a change cannot be read: {error}"));
                    continue;
                }
            },
        };
        let (span, outside) = span(source, range, encoding);
        wrong.extend(outside);
        *source = Source::new(replaced(source.text(), span, &text));
    }
    wrong
}

/// The span of a range, and what is wrong with it.
fn span(source: &Source, range: Range, encoding: Encoding) -> (Span, Option<String>) {
    let (start, end) = (encoding.offset(source, range.start), encoding.offset(source, range.end));
    let shown = |p: Position| format!("{}:{}", p.line, p.character);
    let described = || format!("the range {}-{} of a change", shown(range.start), shown(range.end));
    if end < start {
        return (Span::new(end, start), Some(format!("{} ends before it starts", described())));
    }
    // Clients write the line after the last, at its start, for the end of the text.
    let lines = u32::try_from(source.line_count()).unwrap_or(u32::MAX);
    let outside = |p: Position| p.line > lines || (p.line == lines && p.character > 0);
    let wrong = (outside(range.start) || outside(range.end))
        .then(|| format!("{} lies outside the text, which has {lines} lines", described()));
    (Span::new(start, end), wrong)
}

fn replaced(text: &str, span: Span, new: &str) -> String {
    let before = text.get(..span.start).unwrap_or("");
    let after = text.get(span.end..).unwrap_or("");
    [before, new, after].concat()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The text after changes, and what was wrong with them.
    fn changed(text: &str, changes: Value) -> (String, Vec<String>) {
        let mut source = Source::new(text);
        let Value::Array(changes) = changes else { panic!() };
        let wrong = apply(&mut source, changes, Encoding::Utf16);
        (source.text().to_owned(), wrong)
    }

    fn edit(start: (u32, u32), end: (u32, u32), text: &str) -> Value {
        let position = |(line, character)| json!({"line": line, "character": character});
        json!({"range": {"start": position(start), "end": position(end)}, "text": text})
    }

    #[test]
    fn each_change_is_about_the_text_before_it() {
        let changes = json!([edit((0, 0), (0, 1), "xy"), edit((0, 2), (0, 2), "\r\n"), edit((1, 3), (1, 4), "")]);
        assert_eq!(changed("ab😀c", changes), ("xy\r\nb😀".to_owned(), vec![]));
    }

    #[test]
    fn a_change_without_a_range_is_the_whole_text() {
        let changes = json!([edit((0, 0), (0, 0), "x"), {"text": "new"}, {"range": null, "text": "newer"}]);
        assert_eq!(changed("old", changes), ("newer".to_owned(), vec![]));
    }

    #[test]
    fn the_line_after_the_last_is_the_end_of_the_text() {
        assert_eq!(changed("a\nb", json!([edit((1, 9), (2, 0), "c")])), ("a\nbc".to_owned(), vec![]));
    }

    #[test]
    fn what_lies_outside_is_moved_inside_and_said() {
        let outside = "the range 7:0-9:1 of a change lies outside the text, which has 2 lines".to_owned();
        assert_eq!(changed("a\nb", json!([edit((7, 0), (9, 1), "c")])), ("a\nbc".to_owned(), vec![outside]));
        let reversed = "the range 1:1-0:1 of a change ends before it starts".to_owned();
        assert_eq!(changed("a\nb", json!([edit((1, 1), (0, 1), "c")])), ("ac".to_owned(), vec![reversed]));
    }

    #[test]
    fn what_cannot_be_read_changes_nothing_and_is_said() {
        let (text, wrong) = changed("a", json!([3, {"text": 3}, {"range": {"start": -1}, "text": "b"}]));
        assert_eq!((text.as_str(), wrong.len()), ("a", 3));
        assert_eq!(wrong[1], "a change has no text");
        assert!(wrong[2].starts_with("the range {\"start\":-1} of a change cannot be read: "), "{wrong:?}");
    }
}
