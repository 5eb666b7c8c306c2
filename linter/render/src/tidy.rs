//! Lines that miette draws and nobody needs.

use miette::ThemeCharacters;

/// The drawing without blanks at line ends, and without the bars that miette draws from an underline which has no text
/// down past the texts of its neighbours.
pub(crate) fn tidy(drawing: &str, theme: &ThemeCharacters) -> String {
    let mut out = String::with_capacity(drawing.len());
    let mut underlines: Vec<char> = Vec::new();
    for row in drawing.trim_start_matches('\n').lines() {
        let cells = cells(row);
        let gutter = cells.iter().position(|c| c.letter != ' ').filter(|&i| cells[i].letter == theme.vbar_break);
        match gutter {
            Some(gutter) if cells[gutter + 1..].iter().all(|c| is_underline(c.letter, theme)) => {
                underlines = cells.iter().map(|c| c.letter).collect();
                out.push_str(row.trim_end());
            }
            Some(gutter) => out.push_str(without_loose_bars(&cells, gutter + 1, &underlines, theme).trim_end()),
            None => out.push_str(row.trim_end()),
        }
        out.push('\n');
    }
    out
}

fn is_underline(letter: char, theme: &ThemeCharacters) -> bool {
    [' ', theme.underline, theme.underbar, theme.uarrow].contains(&letter)
}

fn without_loose_bars(cells: &[Cell<'_>], from: usize, underlines: &[char], theme: &ThemeCharacters) -> String {
    let corner = cells.iter().skip(from).position(|c| c.letter == theme.lbot).map_or(from, |i| from + i);
    let mut row = String::new();
    for (i, cell) in cells.iter().enumerate() {
        let loose = (from..corner).contains(&i) && underlines.get(i).is_some_and(|&above| above != theme.underbar);
        row.push_str(cell.escape);
        row.push(if loose { ' ' } else { cell.letter });
        row.push_str(cell.after);
    }
    row
}

/// A visible letter with the colour sequences round it.
struct Cell<'a> {
    escape: &'a str,
    letter: char,
    after: &'a str,
}

fn cells(row: &str) -> Vec<Cell<'_>> {
    let mut cells: Vec<Cell<'_>> = Vec::new();
    let mut rest = row;
    loop {
        let escape = sequences(rest);
        rest = &rest[escape.len()..];
        let Some(letter) = rest.chars().next() else {
            if let Some(last) = cells.last_mut() {
                last.after = escape;
            }
            return cells;
        };
        rest = &rest[letter.len_utf8()..];
        cells.push(Cell { escape, letter, after: "" });
    }
}

/// The colour sequences at the start of the text.
fn sequences(text: &str) -> &str {
    let mut length = 0;
    while text[length..].starts_with("\u{1b}[") {
        match text[length..].find('m') {
            Some(end) => length += end + 1,
            None => break,
        }
    }
    &text[..length]
}
