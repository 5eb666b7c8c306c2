use crate::*;

fn parse(text: &str) -> Document {
    Document::parse(Source::new(text))
}

/// The text and source of each cell, row by row.
fn cells(document: &Document, table: usize) -> Vec<Vec<(&str, &str)>> {
    let table = &document.tables[table];
    let rows = std::iter::once(&table.header).chain(&table.rows);
    rows.map(|r| r.cells.iter().map(|c| (c.text.as_str(), document.source.slice(c.span))).collect()).collect()
}

fn texts(document: &Document, table: usize) -> Vec<Vec<&str>> {
    cells(document, table).into_iter().map(|r| r.into_iter().map(|c| c.0).collect()).collect()
}

#[test]
fn cells_keep_their_place_behind_escapes() {
    let document = parse("| a \\| **b** | `x\\|y` |\n|---|:-:|\n| 1 &times; 2 | ~~3~~ |\n");
    let expected =
        vec![vec![("a | b", "a \\| **b**"), ("`x|y`", "`x\\|y`")], vec![("1 × 2", "1 &times; 2"), ("3", "~~3~~")]];
    assert_eq!(cells(&document, 0), expected);
    let cell = &document.tables[0].header.cells[0];
    let flat = document.flat_cell(cell);
    assert_eq!(document.source.slice(flat.source_span(4..5)), "b");
}

#[test]
fn rows_are_as_long_as_they_are_written() {
    let document = parse("a | b\n--|--\n1\n1 | 2 | 3\n | 5\n|  |\n");
    // The pipe of ` | 5` opens the row; it has one cell.
    let expected = vec![vec!["a", "b"], vec!["1"], vec!["1", "2", "3"], vec!["5"], vec![""]];
    assert_eq!(texts(&document, 0), expected);
    let empty = document.tables[0].rows[3].cells[0].span;
    assert_eq!((empty.is_empty(), document.source.slice(Span::new(empty.start - 2, empty.start + 2))), (true, "|  |"));
}

#[test]
fn a_pipe_in_code_parts_cells_only_where_the_row_has_room() {
    let document = parse("| a | b |\n|---|---|\n| `x || y` | or |\n| `x | y` |\n");
    assert_eq!(texts(&document, 0), vec![vec!["a", "b"], vec!["`x || y`", "or"], vec!["`x", "y`"]]);
}

#[test]
fn a_table_in_a_quote_and_in_a_list() {
    let document =
        parse("> | a | b |\r\n> |---|---|\r\n> | 1 | 2 |\r\n\r\n- x\r\n\r\n  | c |\r\n  |---|\r\n  | 3 |\r\n");
    assert_eq!(cells(&document, 0), vec![vec![("a", "a"), ("b", "b")], vec![("1", "1"), ("2", "2")]]);
    assert_eq!(cells(&document, 1), vec![vec![("c", "c")], vec![("3", "3")]]);
    assert_eq!(document.source.slice(document.tables[0].rows[0].span), "| 1 | 2 |");
}

#[test]
fn text_right_above_a_table_is_a_paragraph() {
    let document = parse("over\n| a |\n|---|\n| 1 |\n");
    assert_eq!(document.blocks.len(), 2);
    assert_eq!(document.source.slice(document.tables[0].span), "| a |\n|---|\n| 1 |");
    assert_eq!(document.source.slice(document.blocks[0].span), "over");
}

#[test]
fn html_tables() {
    let text = "<table>\n<thead><tr><th>A</th><th>B <b>c</b></th></tr></thead>\n\n    <tr><td>1</td>\n<td>2 &times; 3\n\n</table>\n\nafter\n";
    let document = parse(text);
    let expected = vec![vec![("A", "A"), ("B c", "B <b>c</b>")], vec![("1", "1"), ("2 × 3", "2 &times; 3")]];
    assert_eq!(cells(&document, 0), expected);
    let kinds: Vec<_> = document.blocks.iter().map(|b| b.kind.clone()).collect();
    assert_eq!(kinds, [BlockKind::Table(0), BlockKind::Paragraph]);
    for odd in
        ["<table><tr><td colspan=\"2\">x</td></tr></table>", "<table>\n\n# A\n\n</table>", "<table>", "<table></table>"]
    {
        assert_eq!(parse(odd).tables.len(), 0, "{odd}");
    }
    assert_eq!(parse("<table><tr><td colspan=1 >x</td></tr></table>").tables.len(), 1);
}

#[test]
fn grid_tables() {
    let document =
        parse("+---+----+\n| a | b  |\n+===+====+\n| 1 | x  |\n|   | y  |\n+---+----+\n| 2 | z  |\n+---+----+\n");
    assert_eq!(texts(&document, 0), vec![vec!["a", "b"], vec!["1", "x y"], vec!["2", "z"]]);
    let document = parse("+---+----+\n| a | b  |\n+---+----+\n| 1 | x  |\n| 2 | y  |\n+---+----+\n");
    assert_eq!(texts(&document, 0), vec![vec!["a", "b"], vec!["1", "x"], vec!["2", "y"]]);
    assert_eq!(parse("+---+\nbox\n+---+\n").tables.len(), 0);
}
