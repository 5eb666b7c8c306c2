//! Fixes that write what is to be filled in: a column, a row, a heading. All need a look, since somebody must write there.

use designlint_core::{Context, Edit, Fix, ProfileLine, Safety};
use designlint_document::{BlockKind, Document, Row, Source, Span, Table};
use designlint_facts::Topic;

/// What stands in a cell until somebody fills it in.
const BLANK: &str = "TODO";

/// Adds a last column to the pipe table that a place stands in, headed by the first of some words. `None` where it stands
/// in none, where a column goes by one of the words, and where a row has more cells than the header.
pub(crate) fn column(document: &Document, place: Span, words: &[String]) -> Option<Fix> {
    let (source, table, head) = (&document.source, pipe_table(document, place)?, words.first()?);
    if table.header.cells.iter().any(|c| words.contains(&c.text.trim().to_lowercase())) {
        return None;
    }
    let width = table.header.cells.len();
    let capital = table.header.cells.iter().any(|c| c.text.starts_with(char::is_uppercase));
    let head = if capital { capitalised(head) } else { head.clone() };
    let rule = source.line_span(source.line_of(table.header.span.start) + 1);
    let mut edits = vec![cell(source, table.header.span, 0, &head), cell(source, rule, 0, "---")];
    for row in &table.rows {
        edits.push(cell(source, row.span, width.checked_sub(row.cells.len())?, BLANK));
    }
    Some(Fix { title: format!("add the column \"{head}\""), safety: Safety::Unsafe, edits })
}

/// Adds a row for each text to the pipe table that a place stands in, the text in the cell of that column.
pub(crate) fn rows(document: &Document, place: Span, column: usize, texts: &[String]) -> Option<Fix> {
    let (source, table) = (&document.source, pipe_table(document, place)?);
    let last: &Row = table.rows.last()?;
    let start = source.line_span(source.line_of(last.span.start)).start;
    let prefix = source.slice(Span::new(start, last.span.start));
    let end = line_end(source);
    let row = |text: &String| {
        let cells = (0..table.header.cells.len()).map(|at| if at == column { text } else { BLANK });
        format!("{end}{prefix}| {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    let text: String = texts.iter().map(row).collect();
    let at = source.line_span(source.line_of(last.span.start)).end;
    let title = format!("add a row for {}", texts.iter().map(|t| format!("\"{t}\"")).collect::<Vec<_>>().join(", "));
    Some(Fix { title, safety: Safety::Unsafe, edits: vec![Edit { span: Span::new(at, at), text }] })
}

/// Adds the heading of a line of the profile, and what is to be written under it, at the end of the document. `None` where
/// the end lies in a comment or the like that nothing closes: there it would be none.
pub(crate) fn heading(cx: &Context<'_>, line: &ProfileLine) -> Option<Fix> {
    if ends_open(cx.document) {
        return None;
    }
    let text = cx.document.source.text();
    let end = line_end(&cx.document.source);
    let levels = cx.facts.topics.iter().filter(|t| !t.label).map(|t| usize::from(t.level));
    let marks = "#".repeat(levels.min().unwrap_or(2).clamp(1, 6));
    let gap = if text.ends_with('\n') { end.to_owned() } else { end.repeat(2) };
    let skeleton = format!("{gap}{marks} {}{end}{end}{BLANK}: {}.{end}", line.heading, line.write);
    let at = Span::new(text.len(), text.len());
    let title = format!("add the heading \"{}\" at the end", line.heading);
    Some(Fix { title, safety: Safety::Unsafe, edits: vec![Edit { span: at, text: skeleton }] })
}

/// Starts of HTML that goes on over blank lines, each with what ends it.
const OPENS: &[(&str, &str)] = &[
    ("<!--", "-->"),
    ("<?", "?>"),
    ("<![CDATA[", "]]>"),
    ("<script", "</script>"),
    ("<pre", "</pre>"),
    ("<style", "</style>"),
    ("<textarea", "</textarea>"),
];

/// Whether the document ends in HTML that takes in whatever follows.
fn ends_open(document: &Document) -> bool {
    let Some(last) = document.blocks.last().filter(|b| b.kind == BlockKind::Html) else { return false };
    let text = document.source.slice(last.span).to_ascii_lowercase();
    OPENS.iter().any(|(start, end)| {
        let start = start.to_ascii_lowercase();
        text.trim_start().starts_with(&start) && !text.contains(&end.to_ascii_lowercase())
    })
}

/// Adds a sub-heading, and what is to be written under it, at the end of a section; under a label, which has no end of its
/// own, a heading at the end of the document.
pub(crate) fn sub_heading(cx: &Context<'_>, topic: &Topic, title: &str, write: &str) -> Option<Fix> {
    if topic.label {
        let line = ProfileLine { heading: title.to_owned(), write: write.to_owned(), ..ProfileLine::default() };
        return heading(cx, &line);
    }
    let end = line_end(&cx.document.source);
    let marks = "#".repeat(usize::from(topic.level + 1).clamp(2, 6));
    let text = format!("{end}{end}{marks} {title}{end}{end}{BLANK}: {write}.");
    let fix_title = format!("add the heading \"{title}\" below \"{}\"", topic.title.text);
    Some(Fix { title: fix_title, safety: Safety::Unsafe, edits: vec![behind(cx.document, topic.body, text)] })
}

/// Adds a table of two columns at the end of a section: a row for each text, the other cell to be filled in.
pub(crate) fn table(document: &Document, topic: &Topic, columns: [&str; 2], texts: &[String]) -> Option<Fix> {
    let end = line_end(&document.source);
    let row = |text: &String| format!("{end}| {} | {BLANK} |", text.replace('|', "\\|"));
    let rows: String = texts.iter().map(row).collect();
    let text = format!("{end}{end}| {} | {} |{end}|---|---|{rows}", columns[0], columns[1]);
    let title = format!("add a table with the column \"{}\"", columns[1]);
    let fix = || Fix { title, safety: Safety::Unsafe, edits: vec![behind(document, topic.body, text)] };
    (!topic.label && !texts.is_empty()).then(fix)
}

/// Writes behind the last text of a section.
fn behind(document: &Document, body: Span, text: String) -> Edit {
    let at = body.start + document.source.slice(body).trim_end().len();
    Edit { span: Span::new(at, at), text }
}

/// The heading that answers the line which a rule makes a "no", where the profile has one.
pub(crate) fn heading_for(cx: &Context<'_>, rule: &str) -> Option<Fix> {
    let asks = |l: &&ProfileLine| !l.heading.is_empty() && l.no_when.iter().any(|r| r == rule);
    cx.profile?.lines.iter().find(asks).and_then(|line| heading(cx, line))
}

fn line_end(source: &Source) -> &'static str {
    if source.text().contains("\r\n") { "\r\n" } else { "\n" }
}

fn pipe_table(document: &Document, place: Span) -> Option<&Table> {
    let table = document.tables.iter().find(|t| t.span.contains(place))?;
    let header = document.source.slice(table.header.span);
    (header.contains('|') && !document.source.slice(table.span).starts_with(['<', '+'])).then_some(table)
}

/// Adds a cell to a row, behind as many empty ones as it lacks.
fn cell(source: &Source, row: Span, lacks: usize, text: &str) -> Edit {
    let written = source.slice(row).trim_end();
    let closed = written.ends_with('|') && !written.ends_with("\\|");
    let at = row.start + written.len();
    let cell = if text == "---" { text.to_owned() } else { format!(" {text} ") };
    let text = if closed {
        format!("{}{cell}|", " |".repeat(lacks))
    } else {
        format!("{} |{}", " |".repeat(lacks), cell.trim_end())
    };
    Edit { span: Span::new(at, at), text }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use designlint_core::{Diagnostic, Kind, Safety, apply_fixes};

    use crate::testing::report;

    /// The text after the fix of a rule, and its title.
    fn mended(rule: &str, text: &str) -> (String, String) {
        let report = report(rule, Kind::Design, text);
        let fixes: Vec<&Diagnostic> = report.diagnostics.iter().filter(|d| d.finding.fix.is_some()).collect();
        let title = fixes.first().and_then(|d| d.finding.fix.as_ref()).map_or(String::new(), |f| f.title.clone());
        (apply_fixes(text, fixes, Safety::Unsafe).0, title)
    }

    #[test]
    fn a_column_is_added_to_every_row() {
        let text = "## Failure modes\r\n\r\n> | Failure | Degradation |\r\n> |---|---|\r\n> | 数 queue full | 429 |\r\n> | worker killed |\r\n";
        let expected = "## Failure modes\r\n\r\n> | Failure | Degradation | Detection |\r\n> |---|---|---|\r\n> | 数 queue full | 429 | TODO |\r\n> | worker killed | | TODO |\r\n";
        let (after, title) = mended("failure-mode-no-detection", text);
        assert_eq!((after.as_str(), title.as_str()), (expected, "add the column \"Detection\""));
        assert_eq!(mended("failure-mode-no-detection", &after).0, after, "what is to be filled in is not added twice");
    }

    #[test]
    fn rows_without_a_last_pipe_get_their_cell_too() {
        let text = "## Failure modes\n\nfailure | detection\n--- | ---\nqueue full | depth > 0.9\nworker killed | restarts > 3\n";
        let expected = "## Failure modes\n\nfailure | detection | degradation\n--- | --- |---\nqueue full | depth > 0.9 | TODO\nworker killed | restarts > 3 | TODO\n";
        assert_eq!(mended("failure-mode-no-degradation", text).0, expected);
    }

    #[test]
    fn a_plain_list_gets_no_column() {
        let text =
            "## Failure modes\n\n- Server failure: traffic moves to the others\n- Cache down: ten times slower\n";
        assert_eq!(mended("failure-mode-no-detection", text), (text.to_owned(), String::new()));
    }

    #[test]
    fn questions_without_owners_and_dates_get_a_column_for_them() {
        let text = "## Open questions\n\n| question |\n|---|\n| Which key? |\n| Which disk? |\n";
        let owned =
            "## Open questions\n\n| question | owner |\n|---|---|\n| Which key? | TODO |\n| Which disk? | TODO |\n";
        assert_eq!(mended("open-question-no-owner", text), (owned.to_owned(), "add the column \"owner\"".to_owned()));
        let named = owned.replace("TODO", "@ana");
        let dated = "## Open questions\n\n| question | owner | by when |\n|---|---|---|\n| Which key? | @ana | TODO |\n| Which disk? | @ana | TODO |\n";
        assert_eq!(mended("open-question-no-date", &named).0, dated);
        assert_eq!(mended("open-question-no-owner", owned).0, owned);
    }

    #[test]
    fn a_rollout_gets_a_heading_for_its_way_back() {
        let text = "# A\r\n\r\n## Rollout\r\n\r\n1% on day 1, then all.\r\n\r\n## Capacity\r\n\r\n3 MB.\r\n";
        let write = "TODO: what takes it back, how long that takes and the number that starts it.";
        let expected = text.replace("then all.", &format!("then all.\r\n\r\n### Rollback\r\n\r\n{write}"));
        let (after, title) = mended("rollback-missing", text);
        assert_eq!(
            (after.as_str(), title.as_str()),
            (expected.as_str(), "add the heading \"Rollback\" below \"Rollout\"")
        );
        assert_eq!(mended("rollback-missing", &after).0, after);
        let label = "Problem: slow. Choice: B. Rollout: 1%, then all. Capacity: 3 MB.\n";
        let (after, title) = mended("rollback-missing", label);
        assert_eq!(after, format!("{label}\n## Rollback\n\n{write}\n"));
        assert_eq!(title, "add the heading \"Rollback\" at the end");
        assert_eq!(mended("rollback-missing", &after).0, after);
    }

    #[test]
    fn boundaries_get_a_place_for_their_contracts() {
        let rule = "interface-no-contract";
        let text = "## Interfaces\n\n| Interface | Protocol |\n|---|---|\n| gateway → engine | gRPC |\n";
        let (after, title) = mended(rule, text);
        assert_eq!(title, "add the column \"Contract\"");
        let expected =
            "## Interfaces\n\n| Interface | Protocol | Contract |\n|---|---|---|\n| gateway → engine | gRPC | TODO |\n";
        assert_eq!((after.as_str(), mended(rule, &after).0.as_str()), (expected, expected));
        let text = "## Interfaces\n\n- gateway → engine: gRPC\n- a|b → store: JSON\n\n## Next\n";
        let (after, title) = mended(rule, text);
        assert_eq!(title, "add a table with the column \"contract\"");
        let rows = "| boundary | contract |\n|---|---|\n| gateway → engine | TODO |\n| a\\|b → store | TODO |";
        assert_eq!(after, text.replace("JSON\n", &format!("JSON\n\n{rows}\n")));
        assert_eq!(mended(rule, &after).0, after);
    }

    #[test]
    fn a_choice_without_a_cost_gets_the_heading_of_its_line() {
        let text = "## Decision\n\nWe choose B.\n";
        let (after, title) = mended("no-accepted-cost", text);
        let added =
            "\n## Accepted cost\n\nTODO: a sentence that starts \"We accept\" and names what the choice costs.\n";
        assert_eq!((after, title.as_str()), (format!("{text}{added}"), "add the heading \"Accepted cost\" at the end"));
    }
}
