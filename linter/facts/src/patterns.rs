//! Patterns that are quick to compile and to search by.

use regex::{Error, Regex};

/// What `\w` stands for: letters, digits and `_` of most scripts, in few ranges.
const WORD: &str = r"0-9A-Za-z_\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{2C1}\u{370}-\u{1FFF}\u{3041}-\u{D7FF}";
/// What it stands for inside a class, whose case is folded: the scripts of Europe.
const WORD_IN_CLASS: &str = r"0-9A-Za-z_\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{24F}\u{370}-\u{52F}";
/// What `\s` stands for.
const BLANK: &str = r"\t-\r\x20\u{85}\u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}";

/// Compiles a pattern whose `\d` and `\b` mean those of ASCII and whose `\w` spares rare scripts: with all of Unicode, making
/// the patterns takes longer than a document does, and a search for `\b` has no fast way through other letters.
///
/// # Errors
/// Those of the regex crate, on the pattern as it is compiled.
pub(crate) fn compile(pattern: &str) -> Result<Regex, Error> {
    Regex::new(&lean(pattern, Engine::Fast))
}

/// Compiles a pattern for a few short texts: it means the same as by [`compile`], is ready in a fraction of the time and slow
/// to search by. The case of letters outside of ASCII is not folded.
///
/// # Errors
/// Those of the regex-lite crate, which knows no `\p{...}`.
pub(crate) fn brief(pattern: &str) -> Result<regex_lite::Regex, regex_lite::Error> {
    regex_lite::Regex::new(&lean(pattern, Engine::Brief))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Engine {
    Fast,
    Brief,
}

fn lean(pattern: &str, engine: Engine) -> String {
    let mut out = String::with_capacity(pattern.len() * 2);
    let mut classes = 0_usize;
    let mut chars = pattern.chars();
    let brief = engine == Engine::Brief;
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next() } else { None };
        match (escaped, classes > 0) {
            (Some('d'), true) => out.push_str("0-9"),
            (Some('d'), false) => out.push_str("[0-9]"),
            (Some('w'), true) => out.push_str(WORD_IN_CLASS),
            (Some('w'), false) if brief => out.extend(["[", WORD, "]"]),
            // Folding the case of them all would take long, and they hold both.
            (Some('w'), false) => out.extend(["(?-i:[", WORD, "])"]),
            (Some('W'), false) if brief => out.extend(["[^", WORD, "]"]),
            (Some('s'), true) if brief => out.push_str(BLANK),
            (Some('s'), false) if brief => out.extend(["[", BLANK, "]"]),
            (Some('S'), false) if brief => out.extend(["[^", BLANK, "]"]),
            (Some('b'), false) if !brief => out.push_str(r"(?-u:\b)"),
            (Some(e), _) => out.extend(['\\', e]),
            (None, _) => {
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
        assert_eq!(lean(r"(?i)\bp\d{2}[\d.,]\\d\[\s]", Engine::Fast), r"(?i)(?-u:\b)p[0-9]{2}[0-9.,]\\d\[\s]");
        assert!(compile(r"^[^\w]\w+\b$").unwrap().is_match("-größe_3"));
        assert!(!compile(r"^\w+$").unwrap().is_match("a–b"));
    }

    #[test]
    fn both_engines_find_the_same() {
        for pattern in [
            r"(?i)\bp\d{2}\b",
            r"[^\w]\w+\b",
            r"^\S+\s[\s\w.-]{1,9}",
            r"(?ix) \b at \s most \b | \W \d",
            r"(?:^|[.;] )(?i:check) with (\w+)",
        ] {
            let (fast, brief) = (compile(pattern).unwrap(), brief(pattern).unwrap());
            for text in
                ["P95 at\u{a0}most 5", "-größe_3 – 4", "Größe\u{2003}a b", "x; CHECK with Ähren", "", "a–b 漢字 7"]
            {
                let spans: Vec<_> = fast.find_iter(text).map(|m| m.range()).collect();
                let same: Vec<_> = brief.find_iter(text).map(|m| m.range()).collect();
                assert_eq!(spans, same, "{pattern} in {text}");
            }
        }
    }
}
