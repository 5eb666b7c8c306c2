//! Folding: sections, front matter, fences and tables.

use designlint_document::{BlockKind, SectionOrigin, Span};
use lsp_types::{FoldingRange, FoldingRangeKind};

use super::Asked;

/// What can be folded, in order, each at least two lines long.
pub(super) fn ranges(asked: Asked<'_>) -> Vec<FoldingRange> {
    let document = &asked.report().document;
    let headings = document.sections.iter().filter(|s| s.origin != SectionOrigin::Preamble);
    let sections = headings.map(|s| (s.whole, Some(FoldingRangeKind::Region)));
    let large = |kind: &BlockKind| matches!(kind, BlockKind::Code { .. } | BlockKind::Math | BlockKind::Table(_));
    let blocks = document.blocks.iter().filter(|b| large(&b.kind)).map(|b| (b.span, None));
    let comments = document
        .blocks
        .iter()
        .filter(|b| b.kind == BlockKind::Html && document.source.slice(b.span).starts_with("<!--"));
    let comments = comments.map(|b| (b.span, Some(FoldingRangeKind::Comment)));
    let front = document.front_matter.iter().map(|f| {
        // Its fences are the lines around it.
        let first = document.source.line_of(f.span.start).saturating_sub(1).max(1);
        let last = document.source.line_of(f.span.end) + usize::from(!f.span.is_empty());
        (document.source.line_span(first).cover(document.source.line_span(last)), Some(FoldingRangeKind::Region))
    });
    let mut out: Vec<FoldingRange> = front
        .chain(sections)
        .chain(blocks)
        .chain(comments)
        .filter_map(|(span, kind)| range(asked, span, kind))
        .collect();
    out.sort_by_key(|r| (r.start_line, r.end_line));
    out.dedup_by_key(|r| (r.start_line, r.end_line));
    out
}

/// The lines of a span without the empty ones at its end.
fn range(asked: Asked<'_>, span: Span, kind: Option<FoldingRangeKind>) -> Option<FoldingRange> {
    let text = asked.source().slice(span);
    let trimmed = Span::new(span.start, span.start + text.trim_end().len());
    let lines = asked.range(trimmed);
    (lines.start.line < lines.end.line).then(|| FoldingRange {
        start_line: lines.start.line,
        end_line: lines.end.line,
        kind,
        ..FoldingRange::default()
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::features::testing::Session;

    #[test]
    fn sections_fences_tables_comments_and_front_matter_fold() {
        let text = "---\r\nkind: notes\r\n---\r\n\r\n# A\r\n\r\n```text\r\n1\r\n```\r\n\r\n| a |\r\n|---|\r\n| b |\r\n\r\n<!-- x\r\ny -->\r\n\r\n## B\r\n\r\nz\r\n\r\n\r\n# C\r\n";
        let session = Session::notes(text);
        let found = session.ask("textDocument/foldingRange", json!({}));
        let shown = |r: &Value| format!("{}-{} {}", r["startLine"], r["endLine"], r["kind"].as_str().unwrap_or("-"));
        let shown: Vec<String> = found.as_array().unwrap().iter().map(shown).collect();
        assert_eq!(shown, ["0-2 region", "4-19 region", "6-8 -", "10-12 -", "14-15 comment", "17-19 region"]);
    }
}
