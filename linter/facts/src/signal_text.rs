//! The parts of a detection and the names in them.

use std::ops::Range;

use crate::Vocabulary;
use crate::text::folded;

/// The parts of a detection that are signals of their own: cut at `;`, commas, "or", "and" and the ends of sentences
/// outside of code, brackets and quotes.
pub(crate) fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let (mut start, mut depth, mut code, mut quote) = (0, 0_usize, false, false);
    for (i, c) in text.char_indices() {
        match c {
            '`' => code = !code,
            _ if code => {}
            '"' => quote = !quote,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 || quote => {}
            ';' | ',' => {
                out.push(start..i);
                start = i + 1;
            }
            '.' if text[i + 1..].starts_with(' ') => {
                out.push(start..i);
                start = i + 1;
            }
            ' ' => {
                let cut = [" or ", " and ", " plus ", " + "].iter().find(|w| text[i..].starts_with(**w));
                if let Some(word) = cut.filter(|_| i >= start) {
                    out.push(start..i);
                    start = i + word.len() - 1;
                }
            }
            _ => {}
        }
    }
    out.push(start.min(text.len())..text.len());
    out.retain(|r| !text[r.clone()].trim().is_empty());
    out
}

/// Whether a piece only says how long or how much.
pub(crate) fn is_qualifier(piece: &str, words: &Vocabulary) -> bool {
    let piece = piece.trim().trim_start_matches(['(', '[']);
    let low = folded(piece);
    let first = low.split(' ').next().unwrap_or("");
    metric_names(piece).is_empty()
        && !piece.contains('`')
        && (first.starts_with(|c: char| c.is_ascii_digit() || "<>=≥≤~".contains(c)) && !first.contains("xx")
            || words.list("emitter.qualifier").iter().any(|w| w == first)
            || !low.contains(char::is_alphanumeric))
}

/// The text without code spans, folded.
pub(crate) fn outside_code(piece: &str) -> String {
    let text: Vec<&str> = piece.split('`').step_by(2).collect();
    folded(&text.join(" "))
}

/// Names of metrics: words with an underscore, or with dots or hyphens in code. Labels in braces are none.
pub(crate) fn metric_names(piece: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for (i, part) in piece.split('`').enumerate() {
        let in_code = i % 2 == 1;
        let outside =
            part.split('{').enumerate().map(|(n, p)| if n == 0 { p } else { p.split_once('}').map_or("", |x| x.1) });
        for word in outside.flat_map(|p| p.split(|c: char| !(c.is_ascii_alphanumeric() || "_.:-".contains(c)))) {
            let word = word.trim_matches(['.', ':', '-']);
            let dots = word.matches('.').count();
            let joined = word.contains('_') || dots >= 1 && (in_code || dots >= 2) || in_code && word.contains('-');
            if word.starts_with(|c: char| c.is_ascii_alphabetic()) && joined && !is_file(word) {
                out.push(word);
            }
        }
    }
    out
}

fn is_file(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(_, ext)| {
        [
            "md", "yaml", "yml", "json", "toml", "go", "rs", "py", "ts", "js", "sh", "com", "io", "org", "net", "txt",
            "log",
        ]
        .contains(&ext)
    })
}

/// The value of a label that names the service: `{job="gateway"}`.
pub(crate) fn label(piece: &str) -> Option<String> {
    let inside = piece.split_once('{')?.1.split_once('}')?.0;
    inside.split(',').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        let value = value.trim_matches(['"', '\'', ' ']);
        let names = ["job", "app", "service", "component", "container", "deployment"].contains(&key.trim());
        (names && !value.starts_with('~') && !value.is_empty()).then(|| value.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detection_is_cut_outside_of_code_and_brackets() {
        let parts = |text: &str| pieces(text).into_iter().map(|r| text[r].trim().to_string()).collect::<Vec<_>>();
        assert_eq!(parts("`a; b` > 1, or c (x, y); d and e. F"), ["`a; b` > 1", "c (x, y)", "d", "e", "F"]);
        assert_eq!(parts("`rate(a[5m])` for 5 m"), ["`rate(a[5m])` for 5 m"]);
        assert_eq!(parts(""), [""; 0]);
    }

    #[test]
    fn names_of_metrics_are_no_files_and_no_labels() {
        for (text, names) in [
            ("`sum(rate(a_total{code_class=\"5xx\"}[5m])) / b_total`", &["a_total", "b_total"][..]),
            ("tl.gateway.errors and e.g. node.js", &["tl.gateway.errors"]),
            ("`records-lag-max` of a client-side cache", &["records-lag-max"]),
            ("see `docs/a.b.md` and 1_000", &[]),
        ] {
            assert_eq!(metric_names(text), names, "{text}");
        }
    }

    #[test]
    fn a_label_names_the_service() {
        assert_eq!(label("`process_cpu{zone=\"a\", job=\"gateway\"}`").as_deref(), Some("gateway"));
        assert_eq!(label("`process_cpu{zone=\"a\"}`"), None);
    }
}
