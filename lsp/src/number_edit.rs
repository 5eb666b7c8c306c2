//! Whether one number is all that tells two texts apart: somebody is changing an input.

use std::sync::Arc;

use designlint_document::Span;

/// The number that was changed, in both texts: whole, not only the digits that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NumberEdit {
    /// Its place in the text before.
    pub old: Span,
    /// Its place in the text now.
    pub new: Span,
}

impl NumberEdit {
    /// The number that differs; `None` where nothing does, or something else.
    pub(crate) fn between(before: &str, now: &str) -> Option<Self> {
        let same = |mut pairs: std::iter::Zip<std::slice::Iter<'_, u8>, std::slice::Iter<'_, u8>>| {
            pairs.by_ref().take_while(|(a, b)| a == b).count()
        };
        let (old, new) = (before.as_bytes(), now.as_bytes());
        let head = same(old.iter().zip(new.iter()));
        let most = old.len().min(new.len()) - head;
        let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        if old.len() == head + tail && new.len() == head + tail {
            return None;
        }
        let start = head - old[..head].iter().rev().take_while(|b| is_part(**b)).count();
        let behind = old[old.len() - tail..].iter().take_while(|b| is_part(**b)).count();
        let (old_end, new_end) = (old.len() - tail + behind, new.len() - tail + behind);
        let is_number = |text: &[u8]| text.iter().all(|b| is_part(*b)) && text.iter().any(u8::is_ascii_digit);
        // While somebody types it, the number may be gone.
        let whole = is_number(&old[start..old_end]) && new[start..new_end].iter().all(|b| is_part(*b));
        whole.then(|| Self { old: Span::new(start, old_end), new: Span::new(start, new_end) })
    }
}

/// Whether a byte is a part of a number: a digit, or what parts digits.
fn is_part(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'_')
}

/// The text before a number was changed, after one more edit from `last` to `now`: the first of the edits counts, and any other
/// edit ends it.
pub(crate) fn remembered(before: Option<Arc<str>>, last: &str, now: &str) -> Option<Arc<str>> {
    let still = before.filter(|before| NumberEdit::between(before, now).is_some());
    still.or_else(|| NumberEdit::between(last, now).map(|_| Arc::from(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(before: &str, now: &str) -> Option<(String, String)> {
        let edit = NumberEdit::between(before, now)?;
        Some((before[edit.old.range()].to_owned(), now[edit.new.range()].to_owned()))
    }

    #[test]
    fn a_number_is_taken_whole() {
        let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(shown("é = 30 MB", "é = 32 MB"), pair("30", "32"));
        assert_eq!(shown("a = 1,024 B", "a = 1,124 B"), pair("1,024", "1,124"));
        assert_eq!(shown("a = 0.5", "a = 0.55"), pair("0.5", "0.55"));
        assert_eq!(shown("a = 30", "a = "), pair("30", ""));
        assert_eq!(shown("a = 3", "a = 3"), None);
        assert_eq!(shown("a = 3", "b = 3"), None);
        assert_eq!(shown("a = 3, b = 4", "a = 5, b = 6"), None);
        assert_eq!(shown("a = ", "a = 3"), None);
        assert_eq!(shown("a = 3 MB", "a = 3 GB"), None);
    }

    #[test]
    fn the_first_text_is_remembered_until_something_else_changes() {
        let mut before = None;
        let texts = ["a = 30 x", "a = 3 x", "a =  x", "a = 4 x", "a = 42 x"];
        for pair in texts.windows(2) {
            before = remembered(before, pair[0], pair[1]);
            assert_eq!(before.as_deref(), Some("a = 30 x"), "{pair:?}");
        }
        assert_eq!(remembered(before.clone(), "a = 42 x", "a = 42 xy"), None);
        assert_eq!(remembered(before, "a = 42 x", "a = 30 x").as_deref(), Some("a = 42 x"));
    }
}
