//! Where links, autolinks and bare URLs end.

/// Opening brackets within a destination, as many as CommonMark allows.
const MAX_NESTED: usize = 32;

/// Longest name of a footnote.
const LONGEST_FOOTNOTE: usize = 200;

/// Length of what follows the text of a link, `]` included: `](url "title")`, `][ref]`, `][]`. For a footnote's mark
/// and for no link that is `]` alone, and nothing.
pub(crate) fn tail(rest: &str, text: &str, before: Option<char>) -> Option<usize> {
    let after = &rest[1..];
    if text.starts_with('^') && text.len() < LONGEST_FOOTNOTE && !text.contains(char::is_whitespace) {
        return (!after.starts_with([':', '('])).then_some(1);
    }
    if let Some(inside) = after.strip_prefix('(') {
        return destination(inside).map(|len| 2 + len);
    }
    let inside = after.strip_prefix('[')?;
    // `x[i][j]` is an index.
    if before.is_some_and(char::is_alphanumeric) || text.is_empty() {
        return None;
    }
    let end = inside.find(['[', ']'])?;
    inside[end..].starts_with(']').then_some(end + 3)
}

/// Length of a destination with its title and the closing bracket.
fn destination(inside: &str) -> Option<usize> {
    let bytes = inside.as_bytes();
    let mut at = blanks(bytes, 0);
    if bytes.get(at) == Some(&b'<') {
        at += 1 + inside[at + 1..].find(['>', '<', '\n'])?;
        if bytes[at] != b'>' {
            return None;
        }
        at += 1;
    } else {
        at = bare_destination(bytes, at)?;
    }
    at = blanks(bytes, at);
    let quote = match bytes.get(at)? {
        b')' => return Some(at + 1),
        b'"' => b'"',
        b'\'' => b'\'',
        b'(' => b')',
        _ => return None,
    };
    at += 1;
    while *bytes.get(at)? != quote {
        if quote == b')' && bytes[at] == b'(' {
            return None;
        }
        at += 1 + usize::from(bytes[at] == b'\\');
    }
    at = blanks(bytes, at + 1);
    (bytes.get(at) == Some(&b')')).then_some(at + 1)
}

fn bare_destination(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut open = 0;
    loop {
        match bytes.get(at)? {
            b' ' | b'\t' | b'\n' => return Some(at),
            b')' if open == 0 => return Some(at),
            b')' => open -= 1,
            b'(' if open == MAX_NESTED => return None,
            b'(' => open += 1,
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 1,
            _ => {}
        }
        at += 1;
    }
}

fn blanks(bytes: &[u8], at: usize) -> usize {
    at + bytes.get(at..).map_or(0, |r| r.iter().take_while(|b| b.is_ascii_whitespace()).count())
}

/// Length of `<https://...>` or `<name@host>`.
pub(crate) fn autolink(rest: &str) -> Option<usize> {
    let end = rest[1..].find(|c: char| c.is_whitespace() || c == '<' || c == '>')? + 1;
    let inner = &rest[1..end];
    let scheme = inner.split_once(':').is_some_and(|(scheme, _)| {
        (2..=32).contains(&scheme.len())
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'.' | b'-'))
    });
    let mail = inner.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    (rest[end..].starts_with('>') && (scheme || mail)).then_some(end + 1)
}

/// Length of a bare URL, without the punctuation that follows it.
pub(crate) fn url(rest: &str) -> Option<usize> {
    const STARTS: [&str; 4] = ["https://", "http://", "ftp://", "www."];
    let head = STARTS.iter().find(|s| rest.get(..s.len()).is_some_and(|r| r.eq_ignore_ascii_case(s)))?.len();
    let stop = |c: char| {
        c.is_whitespace()
            || matches!(c, '<' | '>' | '`' | '"' | ']' | '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff5e}')
    };
    let len = rest.find(stop).unwrap_or(rest.len());
    let mut text = &rest[..len];
    let count = |b: u8| memchr::memchr_iter(b, text.as_bytes()).count();
    let (opened, mut closed) = (count(b'('), count(b')'));
    while let Some(last) = text.chars().next_back() {
        match last {
            '?' | '!' | '.' | ',' | ':' | ';' | '*' | '_' | '~' | '\'' | '|' => {}
            ')' if closed > opened => closed -= 1,
            _ => break,
        }
        text = &text[..text.len() - last.len_utf8()];
    }
    (text.len() > head).then_some(text.len())
}
