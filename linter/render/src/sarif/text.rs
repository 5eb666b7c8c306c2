//! Text of a document in a message of SARIF, where brackets make links and braces make gaps to fill.

use crate::escape::line;

/// The text on one line, and nothing but text: it has no link and no gap.
pub(super) fn message(text: &str) -> String {
    let text = line(text).replace("](", "] (");
    let mut safe = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(open) = rest.find('{') {
        let (before, from) = rest.split_at(open);
        safe.push_str(before);
        let digits = from[1..].bytes().take_while(u8::is_ascii_digit).count();
        let gap = digits > 0 && from[1 + digits..].starts_with('}');
        if gap {
            safe.push_str(&format!("{{{}}}", &from[..digits + 2]));
            rest = &from[digits + 2..];
        } else {
            safe.push('{');
            rest = &from[1..];
        }
    }
    safe + rest
}

/// At most `most` characters, the last an ellipsis where some are left out. Never empty: consumers refuse that.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.chars().count() {
        0 => "(nothing)".to_owned(),
        length if length <= most => text.to_owned(),
        _ => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_makes_no_link_and_no_gap() {
        assert_eq!(
            message("see [the bill](https://example.org) or [1]"),
            "see [the bill] (https://example.org) or [1]"
        );
        assert_eq!(message("{0} of {12} and {x}, {} and {3"), "{{0}} of {{12}} and {x}, {} and {3");
        assert_eq!(message("a\n\u{1b}b"), "a \\u{1b}b");
    }

    #[test]
    fn texts_are_cut_by_characters() {
        assert_eq!(cut("ééé", 3), "ééé");
        assert_eq!(cut("éééé", 3), "éé…");
        assert_eq!(cut("", 3), "(nothing)");
    }
}
