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
