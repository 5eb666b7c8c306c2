//! Patterns that are quick to compile and to search by.

use regex::{Error, Regex};

/// What `\w` stands for: letters, digits and `_` of most scripts, in few ranges. Folding the case of them all would take long,
/// and they hold both.
const WORD: &str = r"(?-i:[0-9A-Za-z_\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{2C1}\u{370}-\u{1FFF}\u{3041}-\u{D7FF}])";
/// What it stands for inside a class, whose case is folded: the scripts of Europe.
const WORD_IN_CLASS: &str = r"0-9A-Za-z_\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{24F}\u{370}-\u{52F}";

/// Compiles a pattern whose `\d` and `\b` mean those of ASCII and whose `\w` spares rare scripts: with all of Unicode, making
/// the patterns takes longer than a document does, and a search for `\b` has no fast way through other letters.
///
/// # Errors
/// Those of the regex crate, on the pattern as it is compiled.
pub(crate) fn compile(pattern: &str) -> Result<Regex, Error> {
    Regex::new(&lean(pattern))
}

fn lean(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len() * 2);
    let mut classes = 0_usize;
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next() } else { None };
        match (c, escaped, classes > 0) {
            ('\\', Some('d'), true) => out.push_str("0-9"),
            ('\\', Some('d'), false) => out.push_str("[0-9]"),
            ('\\', Some('w'), true) => out.push_str(WORD_IN_CLASS),
            ('\\', Some('w'), false) => out.push_str(WORD),
            ('\\', Some('b'), false) => out.push_str(r"(?-u:\b)"),
            ('\\', Some(e), _) => out.extend(['\\', e]),
            _ => {
                match c {
                    '[' => classes += 1,
                    ']' => classes = classes.saturating_sub(1),
                    _ => {}
                }
                out.push(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_escapes_keep_their_meaning() {
        assert_eq!(lean(r"(?i)\bp\d{2}[\d.,]\\d\[\s]"), r"(?i)(?-u:\b)p[0-9]{2}[0-9.,]\\d\[\s]");
        assert!(compile(r"^[^\w]\w+\b$").unwrap().is_match("-größe_3"));
        assert!(!compile(r"^\w+$").unwrap().is_match("a–b"));
    }
}
