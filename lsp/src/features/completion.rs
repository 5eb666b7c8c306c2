//! Completion: the result behind the sign of a calculation, as the document would write it.

use designlint_document::Span;
use designlint_facts::open_equations;
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit};

use super::{Asked, inlay_hints::written};

/// What may stand at a byte; nothing where no calculation ends right before it.
pub(super) fn results(asked: Asked<'_>, at: usize) -> Vec<CompletionItem> {
    let source = asked.source();
    let line = source.line_span(source.line_of(at));
    let before = source.slice(Span::new(line.start, at)).trim_end_matches([' ', '\t']);
    if !before.ends_with(['=', '≈', '~']) {
        return Vec::new();
    }
    let sign = line.start + before.len();
    let open = open_equations(&asked.report().document, &asked.checked.settings.knowledge, Span::new(line.start, sign));
    let Some(open) = open.into_iter().find(|open| open.at == sign) else { return Vec::new() };
    let items = open.results.iter().enumerate().map(|(nth, result)| CompletionItem {
        label: result.clone(),
        kind: Some(CompletionItemKind::VALUE),
        detail: Some(open.text.clone()),
        preselect: Some(nth == 0),
        sort_text: Some(format!("{nth:02}")),
        text_edit: Some(CompletionTextEdit::Edit(written(asked, &open, at, result))),
        ..CompletionItem::default()
    });
    items.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::features::testing::Session;

    /// The texts that come out, one an item.
    fn completed(text: &str, behind: &str) -> Vec<String> {
        let session = Session::notes(text);
        let items = session.ask_behind("textDocument/completion", behind);
        let edited = |item: &Value| session.edited(&Value::Array(vec![item["textEdit"].clone()]));
        items.as_array().unwrap().iter().map(edited).collect()
    }

    #[test]
    fn a_result_is_written_as_the_document_writes_numbers() {
        let text = "😀 — 4,096 x 8.4 KB = \r\n";
        assert_eq!(
            completed(text, "KB = "),
            ["😀 — 4,096 x 8.4 KB = 34.4064 MB\r\n", "😀 — 4,096 x 8.4 KB = 34,406.4 KB\r\n"]
        );
        assert_eq!(
            completed(text, "KB ="),
            ["😀 — 4,096 x 8.4 KB = 34.4064 MB \r\n", "😀 — 4,096 x 8.4 KB = 34,406.4 KB \r\n"]
        );
        assert_eq!(
            completed("```text\nwidth = 12\nall = 4000 x width =\n```\n", "x width ="),
            ["```text\nwidth = 12\nall = 4000 x width = 48000\n```\n"]
        );
    }

    #[test]
    fn nothing_is_offered_elsewhere() {
        for (text, behind) in [("4 x 5 = 20\n", "="), ("4 x 5 is \n", "is "), ("a = \n", "= "), ("4 x 5\n", "5")] {
            assert_eq!(completed(text, behind), [""; 0], "{text}");
        }
    }

    #[test]
    fn an_item_says_what_it_is_of() {
        let items = Session::notes("2 x 3 =\n").ask_behind("textDocument/completion", "=");
        assert_eq!((&items[0]["label"], &items[0]["detail"]), (&"6".into(), &"2 x 3".into()));
    }
}
