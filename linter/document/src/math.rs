//! Where TeX between dollars or `\(` and `\)` ends. Money is no TeX.

/// How far the end of `\(` is looked for, in bytes.
const LONGEST_BRACKETED: usize = 2000;

/// Number of dollars around the TeX at the start of `rest` and the length of what is between them.
pub(crate) fn dollars(rest: &str, before: Option<char>) -> Option<(usize, usize)> {
    let marks = rest.bytes().take_while(|&b| b == b'$').count();
    match marks {
        1 => single(&rest[1..], before).map(|len| {
            // GitHub's way to keep emphasis out of TeX: $`a_1`$.
            let quoted = len > 2 && rest[1..].starts_with('`') && rest[..=len].ends_with('`');
            if quoted { (2, len - 2) } else { (1, len) }
        }),
        2 => {
            let len = memchr::memmem::find(&rest.as_bytes()[2..], b"$$")?;
            (!rest[2..2 + len].trim().is_empty()).then_some((2, len))
        }
        _ => None,
    }
}

fn single(rest: &str, before: Option<char>) -> Option<usize> {
    if before.is_some_and(char::is_alphanumeric) || rest.starts_with(char::is_whitespace) {
        return None;
    }
    let len = next_dollar(rest)?;
    let (content, after) = (&rest[..len], &rest[len + 1..]);
    let quoted = content.len() > 2 && content.starts_with('`') && content.ends_with('`');
    let ends = !content.is_empty() && !content.ends_with(char::is_whitespace);
    let free = !after.starts_with(|c: char| c.is_alphanumeric() || c == '$');
    let code = content.contains('`') && !quoted;
    (ends && free && !code && !is_money(content)).then_some(len)
}

/// The next dollar without a backslash.
fn next_dollar(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    memchr::memchr_iter(b'$', bytes).find(|&at| {
        let slashes = bytes[..at].iter().rev().take_while(|&&b| b == b'\\').count();
        slashes % 2 == 0
    })
}

/// `$5 for one and 6$`: begins with a number and goes on in words.
fn is_money(content: &str) -> bool {
    let words = |t: &str| t.split_whitespace().any(|w| w.len() > 1 && w.chars().all(char::is_alphabetic));
    content.starts_with(|c: char| c.is_ascii_digit()) && !content.contains('\\') && words(content)
}

/// Length of the TeX in `\( ... \)`, where it looks like TeX and not like escaped brackets.
pub(crate) fn bracketed(rest: &str) -> Option<usize> {
    let (inside, close) = match rest.get(..2)? {
        "\\(" => (&rest[2..], "\\)"),
        "\\[" => (&rest[2..], "\\]"),
        _ => return None,
    };
    let end = memchr::memmem::find(&inside.as_bytes()[..inside.len().min(LONGEST_BRACKETED)], close.as_bytes())?;
    let content = &inside[..end];
    let formula = content.contains(['=', '^', '\\', '<', '>', '+', '/']) || (close == "\\)" && content.contains('_'));
    let short = close == "\\)" && content.trim().chars().count() == 1 && content.trim() != "s";
    (formula || short).then_some(end)
}
