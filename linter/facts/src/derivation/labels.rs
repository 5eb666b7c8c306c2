//! What the document calls a number: the text left of the first `=`, the label of a line, the first cell of a row.

use designlint_document::{Document, Span};

/// Most words of a name.
const WORDS: usize = 6;
/// Marks around a name.
const MARKS: [char; 12] = [' ', '\t', '|', '>', '*', '`', '_', '#', '$', '·', '•', '\\'];

/// The name of a calculation that starts at a byte. In prose only a name before `=` or a label before `:` is one.
pub(super) fn before(document: &Document, at: usize, is_code: bool) -> Option<String> {
    let line = document.source.line_span(document.source.line_of(at));
    let text = document.source.slice(Span::new(line.start.min(at), at));
    // The name of a cell is that of its row.
    let text = text.rsplit('|').next().unwrap_or(text);
    match text.split_once('=') {
        Some((left, _)) if is_code => label(left),
        // Of `W = 0.5 s + 31 x 0.06 s` the word right before the sign that the calculation follows.
        Some(_) => label(text.trim_end().strip_suffix('=')?.split_whitespace().next_back()?),
        None if is_code => label(text),
        None => label(text.trim_end().strip_suffix([':', '*'])?),
    }
}

/// A text as a name; `None` for what cannot be one.
pub(super) fn label(text: &str) -> Option<String> {
    let text = text.trim_matches(MARKS).trim_start_matches(['-', '+', '−', '.']).trim_matches(MARKS);
    let text = text.trim_end_matches([':', ',', ';', '.', '(']).trim_matches(MARKS);
    let starts = text.starts_with(|c: char| c.is_alphabetic() || c == 'Σ');
    let words = text.split_whitespace();
    let name = words.clone().collect::<Vec<_>>().join(" ");
    (starts && words.count() <= WORDS && !name.contains('=')).then(|| name.replace("**", "").replace('`', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_no_part_of_a_name() {
        for (text, name) in [
            ("- weights   ", Some("weights")),
            ("| **Total** |", Some("Total")),
            ("`kv_blocks`", Some("kv_blocks")),
            ("Weights:", Some("Weights")),
            ("  t_memory  ", Some("t_memory")),
            ("16 x", None),
            ("", None),
            ("a sentence with more words than any name has", None),
        ] {
            assert_eq!(label(text).as_deref(), name, "{text}");
        }
    }
}
